// <carillon-permission>: asks for web push, and switches it. Nothing is asked of the browser before somebody presses a button.
//
//   unsupported                              nothing is shown
//   not-determined → requesting → granted → active ⇄ disabled
//                               → denied → granted, when the reader changes the browser's settings

import { base, define, element, emit, sheet } from "./dom.js";
import { FeedElement } from "./feed-element.js";
import { StatusLine, switchStyle, toggle as makeSwitch } from "./switch.js";

const style = sheet(`
  :host { display: block; }
  section {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0 calc(var(--gap) * 2);
    align-items: center;
    padding: calc(var(--gap) * 2);
    border: 1px solid var(--border);
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--text);
    overflow-wrap: anywhere;
  }
  h2 { font-weight: 600; }
  h2:has(label[for]) { min-block-size: 44px; align-content: center; }
  label[for] { display: block; padding-block: var(--gap); cursor: pointer; }
  .content, .status { grid-column: 1 / -1; }
  .content p { margin-block: var(--gap) 0; margin-inline: 0; }
  .buttons { display: flex; flex-wrap: wrap; gap: var(--gap); margin-block-start: calc(var(--gap) * 2); }
  .status:empty { margin: 0; }
`);

/** How long “not now” holds, in milliseconds: 30 days. */
const POSTPONED = 30 * 24 * 60 * 60 * 1000;
/** How long the service worker waits for an answer, in milliseconds. */
const WORKER_WAITS = 500;

// The words for a tenant that has none of these texts.
const STAND_IN = {
  "permission.request.title": "Notifications",
  "permission.request.body": "Get notified when something happens. Your browser will ask whether you allow it.",
  "permission.request.action": "Turn on",
  "permission.request.dismiss": "Not now",
  "permission.denied.title": "Notifications are blocked",
  "permission.denied.body": "Allow notifications for this site in the settings beside the browser's address bar.",
};

export class CarillonPermission extends FeedElement {
  #root = this.attachShadow({ mode: "open" });
  #title = element("h2", { id: "title", part: "title", tabindex: "-1" });
  #content = element("div", { class: "content" });
  #status = new StatusLine();
  #section = element("section", { part: "panel", "aria-labelledby": "title", hidden: true });
  #switch = null;
  #push = null;
  /** With whose leave the host was asked. */
  #asked = null;
  #state = "unsupported";
  #wish = false;
  #isTurning = false;
  /** What is in the section now, so that no button is made anew under somebody's finger. */
  #face = "";

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [base, switchStyle, style];
    this.#section.append(this.#title, this.#content, this.#status.element);
    this.#root.append(this.#section);
  }

  /** `unsupported`, `not-determined`, `requesting`, `granted`, `active`, `disabled` or `denied`. */
  get state() {
    return this.#state;
  }

  /** Asks the browser. Call it in the handler of a click, before any `await`: browsers want that. */
  async request() {
    if (this.#state !== "not-determined") return;
    const answer = Notification.requestPermission();
    this.#show("requesting");
    await this.#decide(await answer, true);
  }

  canJoin() {
    return isSupported();
  }

  follow(feed, signal) {
    const again = () => this.#push && !this.#isBusy && this.#decide(Notification.permission, false);
    feed.addEventListener("change", () => this.consider(), { signal });
    feed.addEventListener("sign-out", (event) => this.#end(event), { signal });
    // Another tab has turned it, or the browser has changed the subscription.
    addEventListener("storage", (event) => event.key === this.#push?.choiceKey && again(), { signal });
    answerWorker(feed, { signal, onSubscription: again });
    this.#watch(signal);
  }

  /** Words have come, or come anew, or somebody has signed in. */
  consider() {
    const feed = this.joined;
    const leave = feed.getToken;
    if (!feed.words?.push || !leave) return;
    if (leave === this.#asked) return this.#render();
    this.#asked = leave;
    this.#push = new Push(feed, {
      worker: this.getAttribute("worker"),
      scope: this.getAttribute("scope"),
      deviceId: this.getAttribute("device-id"),
      toggle: this.getAttribute("preference"),
    });
    this.#decide(Notification.permission, false);
  }

  release() {
    this.#push = this.#asked = null;
    this.#show("unsupported");
  }

  /** Readers may change their mind in the browser's own settings. */
  async #watch(signal) {
    try {
      const permission = await navigator.permissions.query({ name: "notifications" });
      const change = () => {
        // What we asked ourselves is answered where we asked it.
        if (this.#push && !this.#isBusy) this.#decide(Notification.permission, this.#state === "denied");
      };
      permission.addEventListener("change", change, { signal });
    } catch {
      // Where it can't be watched, the next load finds it.
    }
  }

  get #isBusy() {
    return this.#state === "requesting" || this.#state === "granted" || this.#isTurning;
  }

  /** From the browser's permission to our state; `isWanted` where it was granted just now, for us. */
  async #decide(permission, isWanted) {
    const push = this.#push;
    if (permission === "denied") return this.#show("denied");
    if (permission !== "granted") return this.#show("not-determined");
    this.#show("granted");
    try {
      const isOn = isWanted ? await push.turn(true) : await push.resume();
      if (push === this.#push) this.#show(isOn ? "active" : "disabled");
    } catch (error) {
      if (push !== this.#push) return;
      // Whoever isn't signed in has nothing to switch.
      if (error.status === 401) return this.#show("unsupported");
      this.#show("disabled");
      this.#fail(error);
    }
  }

  /** Shows at once what the reader wants. One change at a time goes to the host; the last thing wanted is the last thing done. */
  async #turn(isOn) {
    const push = this.#push;
    this.#wish = isOn;
    this.#show(isOn ? "active" : "disabled");
    this.#status.say("");
    if (this.#isTurning) return;
    this.#isTurning = true;
    let was = !isOn;
    try {
      while (was !== this.#wish) was = await push.turn(this.#wish);
      if (push === this.#push) this.#status.say(this.joined.text("inbox.saved"));
    } catch (error) {
      if (push === this.#push) {
        this.#show(was ? "active" : "disabled");
        this.#fail(error);
      }
    }
    this.#isTurning = false;
  }

  /** While the token still holds, where the feed waits for us. */
  #end({ detail }) {
    const ended = this.#push?.end();
    detail?.waitUntil?.(ended);
    this.#push = null;
    this.#show("unsupported");
  }

  #fail(error) {
    const problem = error.problem ?? { title: String(error.message) };
    if (!emit(this, "carillon-error", { problem }, true)) return;
    this.#status.say(this.joined.text(error.status === 401 ? "inbox.signed-out" : "inbox.not-saved"), true);
  }

  // Showing

  #show(state) {
    const isNew = state !== this.#state;
    this.#state = state;
    this.#render();
    if (isNew) emit(this, "carillon-permission", { state });
  }

  #render() {
    const face = this.#faceOfState();
    const words = this.joined?.words;
    this.#section.hidden = face === "";
    this.speak(this.#section);
    const hadFocus = this.#root.activeElement !== null;
    const key = `${face} ${words?.locale}`;
    if (key !== this.#face) {
      this.#face = key;
      this.#switch?.remove();
      this.#switch = null;
      this.#status.say("");
      if (face === "") this.#fill("");
      else if (face === "question") this.#fillQuestion();
      else if (face === "denied") this.#fill(this.#word("denied", "title"), this.#paragraph("denied"));
      else this.#fillSwitch();
      if (hadFocus && face !== "") (this.#switch ?? this.#title).focus();
    }
    const isWaiting = this.#state === "requesting" || this.#state === "granted";
    for (const control of this.#root.querySelectorAll("button, input")) {
      if (isWaiting) control.setAttribute("aria-disabled", "true");
      else control.removeAttribute("aria-disabled");
    }
    if (this.#switch) this.#switch.checked = this.#state === "active";
  }

  #faceOfState() {
    switch (this.#state) {
    case "unsupported": return "";
    case "not-determined": return recall(this.#push.laterKey) > Date.now() ? "" : "question";
    case "requesting": return "question";
    case "denied": return "denied";
    default: return "switch";
    }
  }

  #fill(title, ...content) {
    this.#title.replaceChildren(title);
    this.#content.replaceChildren(...content);
  }

  #fillQuestion() {
    const button = (kind, part, onclick) =>
      element("button", {
        class: kind,
        type: "button",
        part: "action",
        text: this.#word("request", part),
        onclick: () => this.#state === "not-determined" && onclick(),
      });
    this.#fill(
      this.#word("request", "title"),
      this.#paragraph("request"),
      element(
        "div",
        { class: "buttons" },
        button("main", "action", () => this.request()),
        button("plain", "dismiss", () => this.#postpone()),
      ),
    );
  }

  #fillSwitch() {
    this.#fill(element("label", { for: "switch", text: this.#word("request", "title") }));
    this.#switch = makeSwitch({ id: "switch", onchange: (event) => this.#turn(event.target.checked) });
    this.#title.after(this.#switch);
  }

  #paragraph(text) {
    return element("p", { text: this.#word(text, "body") });
  }

  #postpone() {
    remember(this.#push.laterKey, Date.now() + POSTPONED);
    this.#render();
    emit(this, "carillon-permission", { state: this.#state });
  }

  /** Of one that explains itself for browsers only, that; a text's parts have names of their own, or are members of it. */
  #word(text, part) {
    const feed = this.joined;
    for (const id of [`permission.${text}-web`, `permission.${text}`]) {
      const member = feed.words.words?.[id]?.[part];
      const found = feed.text(`${id}.${part}`) || (typeof member === "string" ? member : "");
      if (found) return found;
    }
    return STAND_IN[`permission.${text}.${part}`] ?? "";
  }
}

// The subscription

/** This browser as a device of the reader's: subscribed at the push service, and registered at the host. */
class Push {
  #feed;
  #options;

  /** `options`: `worker` and `scope`, paths on this origin; `deviceId`; `toggle`, the preference that the switch turns. */
  constructor(feed, options = {}) {
    this.#feed = feed;
    this.#options = options;
  }

  get choiceKey() { return `carillon:push:${this.#feed.src}`; }
  get laterKey() { return `carillon:later:${this.#feed.src}`; }

  /** At the start of a page: what was on is registered again, which is how the host learns of new subscriptions. */
  async resume() {
    if (recall(this.choiceKey) !== "on") return false;
    const { toggle } = this.#options;
    if (!toggle) {
      await this.#register();
      return true;
    }
    const [values] = await Promise.all([this.#ask("preferences"), this.#register()]);
    return values[toggle] !== false;
  }

  /** Off keeps the subscription: on again needs no question. */
  async turn(isOn) {
    const { toggle } = this.#options;
    if (isOn) await this.#register();
    if (toggle) await this.#ask("preferences", "PATCH", { [toggle]: isOn });
    else if (!isOn) await this.#unregister();
    if (isOn || !toggle) remember(this.choiceKey, isOn ? "on" : "off");
    return isOn;
  }

  /** Before the token is forgotten. The browser ends the subscription also where the host can't be told. */
  async end() {
    forget(this.choiceKey);
    try {
      await this.#unregister();
    } catch {
      // The push service will tell the host that it is gone.
    }
    const registration = await this.#registration();
    const subscription = await registration?.pushManager.getSubscription();
    await subscription?.unsubscribe();
    registration?.active?.postMessage({ carillon: 1, settings: null });
  }

  async #register() {
    const subscription = await this.#subscribe();
    const device = this.#device();
    const registered = await this.#ask("devices", "POST", { ...device, token: token(subscription) });
    await this.#tellWorker(device, true);
    return registered;
  }

  async #unregister() {
    const registration = await this.#registration();
    const subscription = await registration?.pushManager.getSubscription();
    if (!subscription) return;
    await this.#ask(`devices/${encodeURIComponent(token(subscription))}`, "DELETE", undefined, [404]);
    await this.#tellWorker(this.#device(), false);
  }

  async #subscribe() {
    const { script, scope } = this.#worker();
    const registration = await navigator.serviceWorker.register(trusted(script), scope ? { scope } : {});
    await active(registration);
    const key = bytes(this.#feed.words.push.publicKey);
    const subscription = await registration.pushManager.getSubscription();
    if (subscription) {
      const former = subscription.options.applicationServerKey;
      if (!former || isEqual(new Uint8Array(former), key)) return subscription;
      // Of a key that the tenant has changed since.
      await subscription.unsubscribe();
    }
    return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }

  #device() {
    const key = `carillon:device:${this.#feed.src}`;
    let deviceId = this.#options.deviceId ?? recall(key);
    if (!deviceId) remember(key, (deviceId = crypto.randomUUID()));
    return {
      platform: "web",
      plugin: this.#feed.words.push.plugin,
      deviceId,
      locale: this.#feed.words.locale,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
  }

  /** The script, and the scope where it isn't the script's own folder. */
  #worker() {
    const { worker, scope } = this.#options;
    if (worker) return { script: new URL(worker, document.baseURI).href, scope };
    const ours = new URL("./worker.js", import.meta.url);
    // The page that the host itself serves has ours, for the tenant's folder only: others have a worker of their own.
    if (ours.origin === location.origin) return { script: ours.href, scope: scope ?? new URL(".", location.href).pathname };
    return { script: new URL("/carillon-worker.js", location.href).href, scope };
  }

  #registration() {
    const { script, scope } = this.#worker();
    return navigator.serviceWorker.getRegistration(new URL(scope ?? ".", scope ? location.href : script).href);
  }

  async #tellWorker(device, isOn) {
    const registration = await this.#registration();
    const { src, words } = this.#feed;
    const settings = { src, tenant: words.tenant, origins: words.origins ?? [], publicKey: words.push.publicKey, device, isOn };
    registration?.active?.postMessage({ carillon: 1, settings });
  }

  async #ask(path, method = "GET", body = undefined, forgiven = []) {
    const response = await this.#feed.request(path, { method, body });
    if (!response.ok && !forgiven.includes(response.status)) {
      const problem = await response.json().catch(() => null);
      throw Object.assign(new Error(problem?.title ?? `HTTP ${response.status}`), { status: response.status, problem });
    }
    return response.json().catch(() => null);
  }
}

/** For a page that has no `<carillon-permission>` at its log-out. Call it while the token still holds. */
export function endPush(feed, options) {
  return isSupported() ? new Push(feed, options).end() : Promise.resolve();
}

/** Tells the service worker whether this tab, if it is seen, shows a notification already. */
export function answerWorker(feed, { signal, onSubscription } = {}) {
  navigator.serviceWorker?.addEventListener(
    "message",
    ({ data, ports }) => {
      if (data?.carillon !== 1) return;
      if (data.tell === "subscription") onSubscription?.();
      if (data.ask !== "shown" || document.visibilityState !== "visible") return;
      const answer = () => ports[0]?.postMessage({ shown: true });
      if (feed.items.some((item) => item.id === data.id)) return answer();
      // The push may be faster than the stream.
      const late = ({ detail }) => detail.id === data.id && answer();
      feed.addEventListener("notification", late, { signal: AbortSignal.timeout(WORKER_WAITS) });
    },
    { signal },
  );
}

/** As the host's channel reads it, and the same each time, because a device is unregistered by it. */
function token(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  return JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
}

/** Browsers have it in secure contexts only; iOS in installed web apps only. */
function isSupported() {
  return isSecureContext && "Notification" in globalThis && "PushManager" in globalThis && "serviceWorker" in navigator;
}

async function active(registration) {
  const worker = registration.installing ?? registration.waiting;
  if (registration.active || !worker) return;
  await new Promise((resolve, reject) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant") reject(new Error("the service worker couldn't be installed"));
    });
  });
}

let policy;

/** The script's address as browsers with Trusted Types want it; one of another origin is refused. */
function trusted(script) {
  policy ??= globalThis.trustedTypes?.createPolicy("carillon", {
    createScriptURL(url) {
      if (new URL(url).origin !== location.origin) throw new TypeError("a service worker is of the page's origin");
      return url;
    },
  }) ?? { createScriptURL: (url) => url };
  return policy.createScriptURL(script);
}

function bytes(base64url) {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function isEqual(one, other) {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

// What is kept: whether it is on, the device's own id, and until when not to ask. Storage may be forbidden.

const unkept = new Map();

function recall(key) {
  try {
    return localStorage.getItem(key) ?? unkept.get(key) ?? null;
  } catch {
    return unkept.get(key) ?? null;
  }
}

function remember(key, value) {
  unkept.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // Until the page is left, then.
  }
}

function forget(key) {
  unkept.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // There is nothing in it.
  }
}

define("carillon-permission", CarillonPermission);
