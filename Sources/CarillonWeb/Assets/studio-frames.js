// What a notification looks like where it is read. The words are the host's; how much of them is seen is measured by the browser, in a
// frame as wide as the real one. Widths and lines are estimates from senders' help pages: fonts, settings and systems differ.
// The inbox is the very element that pages of the product's app have, without a feed behind it; a mail is as it was previewed, in a frame
// that loads nothing and runs nothing.
import { element as e, sheet, write } from "./dom.js";
import { ask, base, query, select, studio } from "./studio-core.js";
import { number, say } from "./studio-words.js";

/** How frames are looked at; it stays while one goes from text to text. */
export const look = { size: "100", tone: "page", isHidden: false, joints: false, isOpen: false, now: null };

/** Width in CSS pixels, and the lines of title and body that are seen; none: all. */
const DEVICES = {
  lock: { system: "ios", width: 374, title: 1, body: 4 },
  banner: { system: "ios", width: 374, title: 1, body: 2 },
  collapsed: { system: "android", width: 396, title: 1, body: 1 },
  expanded: { system: "android", width: 396, title: 1, body: 10, hasAction: true },
  browser: { system: "browser", width: 360, title: 1, body: 4 },
  inbox: { system: "inbox", width: 400, hasAction: true },
  mailbox: { system: "mailbox", width: 400, title: 1, body: 1 },
  bubble: { system: "bubble", width: 300 },
};

/** What shows a channel's messages, by its plugin. */
const SHOWN_BY = {
  expo: ["lock", "banner", "collapsed", "expanded"],
  fcm: ["collapsed", "expanded", "lock", "banner"],
  apns: ["lock", "banner"],
  "web-push": ["browser"],
  "in-app": ["inbox"],
};

/** Marks out of a mail's markup; it is shown as text alone. */
function plain(html) {
  const entities = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return html.replace(/<(br|\/p|\/h\d|\/li)[^>]*>/g, "\n").replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name]);
}

function devicesOf(channel, { slots, segments }) {
  if (slots["email.subject"] !== undefined) return ["mailbox"];
  if (segments) return ["bubble"];
  return SHOWN_BY[studio.session.channels?.[channel]] ?? [];
}

/** What the host puts around a value, so that it stays in one piece in words of the other direction. */
const JOINTS = /([\u2066-\u2069])/;

/** Words with what is around values drawn, where that is wanted; it isn't there for who listens. */
function joined(text) {
  if (!look.joints) return [text];
  return text.split(JOINTS).map((part) => (JOINTS.test(part)
    ? e("span", { class: "joint", "aria-hidden": "true", text: part === "\u2069" ? "\u27e9" : "\u27e8" }) : part));
}

/** Words in as many lines as are seen. */
const line = (name, text, lines) => (text ? e("p", { class: lines ? `seen ${name} lines-${lines}` : name, "data-slot": name }, ...joined(text)) : null);

/** A lock screen that shows from whom something came, and not what. */
function hiddenWords(sender) {
  return e("div", { class: "device-words", lang: document.documentElement.lang, dir: document.documentElement.dir },
    e("p", { class: "title", text: sender }), e("p", { class: "body", text: say("look.notification") }));
}

/** The picture that comes with the words: its name, because nothing of elsewhere is loaded here. */
function image({ image: address }) {
  return e("p", { class: "image", text: say("frame.image", { name: address.split(/[?#]/)[0].split("/").at(-1) || address }) });
}

function picture(device, rendering, lang, dir, isReal) {
  const { slots } = rendering;
  const { system, title, body, hasAction } = DEVICES[device];
  const isMail = device === "mailbox";
  const sender = studio.session.tenant.name;
  const words = look.isHidden && system === "ios" ? hiddenWords(sender) : e("div", { class: "device-words", lang, dir },
    line("title", isMail ? slots["email.subject"] : system === "bubble" ? "" : slots.title, title),
    device === "lock" || device === "banner" ? line("subtitle", slots.subtitle, 1) : null,
    line("body", isMail ? slots["email.preheader"] : system === "bubble" ? Object.values(slots).join("\n") : slots.body ?? slots.text, body),
    device === "expanded" && rendering.image ? image(rendering) : null,
    hasAction && slots.action ? e("p", { class: "action", text: slots.action }) : null);
  const head = e("p", { class: "device-head", "aria-hidden": "true" }, e("bdi", { text: sender }), ` · ${say("frame.now")}`);
  const hasHead = system !== "bubble" && system !== "inbox";
  const made = e("div", { class: `device ${system} ${device}`, dir },
    system === "bubble" ? null : e("span", { class: "app", "aria-hidden": "true", text: Array.from(sender)[0] ?? "" }),
    e("div", { class: "device-main" }, hasHead ? head : null, words));
  if (isReal && device === "inbox") queueMicrotask(() => showInbox(made, rendering, lang, dir, look.now ?? Date.now(), look.tone === "page" ? null : look.tone));
  return made;
}

/** All slots that no picture shows, each by its name. */
function rest(slots, names, lang, dir) {
  return Object.entries(slots).filter(([name]) => !names.includes(name)).flatMap(([name, text]) => [
    e("p", { class: "slot", text: name, lang: "en", dir: "ltr" }), e("p", { class: "body", lang, dir, text: name.endsWith("html") ? plain(text) : text })]);
}

function size({ size: bytes, sizeLimit: limit, segments }, bound) {
  const notes = [];
  if (bytes && limit) {
    // A channel of which the sizes aren't proven has none.
    const isBound = bound !== undefined;
    const values = { bytes: number(bytes), limit: number(limit), most: isBound ? number(bound) : "" };
    notes.push(e("meter", { min: 0, max: limit, high: limit * 0.85, optimum: 0, value: bytes, "aria-label": say("frame.size") }),
      e("p", { class: "note", text: say(isBound ? "frame.bytes-at-most" : "frame.bytes", values) }));
  }
  if (segments) notes.push(e("p", { class: "note", text: say("frame.parts", { count: segments.count, alphabet: segments.encoding }) }));
  return notes;
}

/**
 * The frames of one channel.
 *
 * @param {object} rendering as `POST /preview` has it
 * @param {boolean} isReal whether the inbox is the app's own element, and not its words alone
 * @returns {HTMLElement[]}
 */
export function framesOf(channel, rendering, locale, dir, bound, isReal) {
  if (!rendering.slots) {
    return [e("article", { class: "frame" }, e("h3", { text: channel }), e("p", { class: "error", text: say("frame.failure") }))];
  }
  const lang = rendering.locale ?? locale;
  const devices = devicesOf(channel, rendering);
  const notes = () => [
    lang === locale ? null : e("p", { class: "note", text: say("frame.fallback", { locale, shown: lang }) }),
    ...size(rendering, bound),
  ];
  const shown = devices.map((device, at) => e("article", { class: "frame", "data-device": device },
    e("h3", { text: `${channel} · ${say(`device.${device}`)}` }),
    picture(device, rendering, lang, dir, isReal),
    // Whoever draws the list themselves shows it; our element follows the link where an item is pressed.
    ...(isReal && device === "inbox" && rendering.slots.action ? rest({ action: rendering.slots.action }, [], lang, dir) : []),
    e("p", { class: "note cut", hidden: true }),
    ...(at === devices.length - 1 && device !== "mailbox" ? notes() : [])));
  const isMail = devices[0] === "mailbox";
  if (devices.length && !isMail) return shown;
  const hasMail = isMail && Boolean(rendering.mail);
  const names = isMail ? ["email.subject", "email.preheader", ...(hasMail ? ["email.html"] : [])] : ["title", "body"];
  const words = e("div", { class: "stack", lang, dir },
    isMail ? null : line("title", rendering.slots.title), isMail ? null : line("body", rendering.slots.body),
    hasMail ? mailFrame(rendering, locale, dir) : null, ...rest(rendering.slots, names, lang, dir));
  return [...shown, e("article", { class: "frame" }, e("h3", { text: isMail ? `${channel} · ${say("device.mail")}` : channel }), words, ...notes())];
}

/** Whether one of the frames is a telephone's that can keep words to itself. */
export const hidesWords = (frames) => frames.querySelector(".device.ios") !== null;

/** Frames in the colours and the text size in which they are looked at. */
export function dress(frames) {
  frames.dataset.tone = look.tone;
  frames.dataset.size = look.size;
}

/** A frame is as wide as the real one, and made smaller as a whole where there is no room for it: as long as `node` is in the page. */
export function fitting(frames, node) {
  const fit = new ResizeObserver(() => {
    if (!node.isConnected) return fit.disconnect();
    for (const device of frames.querySelectorAll(".device")) {
      const room = device.parentElement.clientWidth - 28;
      device.style.setProperty("zoom", Math.min(1, room / Number.parseFloat(getComputedStyle(device).getPropertyValue("--width"))));
    }
  });
  // Again for what is drawn later.
  const begin = () => {
    fit.unobserve(frames);
    fit.observe(frames);
  };
  begin();
  return begin;
}

/**
 * Says which words are cut, at each frame; the frames have to be in the page.
 *
 * @returns {boolean} whether one of them is
 */
export function markCuts(frames) {
  let isAnyCut = false;
  for (const one of frames.querySelectorAll("[data-device]")) {
    const cut = [...one.querySelectorAll(".seen")].filter((words) => words.scrollHeight > words.clientHeight + 1).map((words) => words.dataset.slot);
    const note = one.querySelector(".cut");
    note.hidden = !cut.length;
    note.textContent = cut.length ? say(cut.length > 1 ? "frame.cut-both" : cut[0] === "body" ? "frame.cut-body" : "frame.cut-title") : "";
    isAnyCut ||= cut.length > 0;
  }
  return isAnyCut;
}

const DAY = 86_400_000;
/** By language: asked for once. */
const documents = new Map();

function documentOf(locale) {
  if (!documents.has(locale)) documents.set(locale, ask("GET", `/inbox-words${query({ locale })}`).catch(() => null));
  return documents.get(locale);
}

/** The same notification as it came just now, and as it was read yesterday. */
function itemsOf({ slots, category, icon, color }, locale, dir, words, now) {
  const known = words.categories[category] ?? {};
  const at = (time, options) => new Intl.DateTimeFormat(locale, { timeZone: words.timeZone, ...options }).format(time);
  const item = (id, isRead, time) => ({
    id, isRead, lang: locale, dir, title: slots.title, body: slots.body ?? slots.text, icon: icon ?? known.icon ?? "Bell", color: color ?? known.color, background: known.background,
    day: new Intl.DateTimeFormat("sv", { timeZone: words.timeZone }).format(time), dayLabel: at(time, { dateStyle: "long" }),
    times: Object.fromEntries(["today", "yesterday", "date"].map((name) => [name, at(time, { timeStyle: "short" })])),
  });
  return [item("new", false, now), item("old", true, now - DAY)];
}

/**
 * Takes the place of words that stand for an inbox, as soon as that is there; they stay where there is none.
 *
 * @param {object} rendering as `POST /preview` has it
 * @param {number} now in milliseconds
 * @param {string} tone `light`, `dark`, or nothing for the page's own
 */
export async function showInbox(place, rendering, locale, dir, now, tone) {
  const [words, { CarillonFeed }] = await Promise.all([documentOf(locale), import("./inbox.js")]);
  // The words may have changed again meanwhile.
  if (!words || !place.isConnected) return;
  const feed = new CarillonFeed({ src: "", locale });
  const items = itemsOf(rendering, locale, dir, words, now);
  const bell = e("carillon-bell", { slot: "header-end", theme: tone, inert: true });
  const inbox = e("carillon-inbox", { view: "panel", theme: tone }, bell);
  const mark = (ids, isRead) => {
    for (const item of items) if (ids.includes(item.id)) item.isRead = isRead;
    for (const one of [inbox, bell]) one.update();
  };
  Object.assign(feed, { words, items, now: () => now, state: "ready", zone: words.timeZone, mark, markAll: () => mark(items.map(({ id }) => id), true) });
  Object.defineProperty(feed, "unreadCount", { get: () => items.filter(({ isRead }) => !isRead).length });
  place.replaceChildren(inbox);
  for (const one of [bell, inbox]) {
    one.feed = feed;
    one.update();
  }
}

/** Mailboxes such as Gmail's show no more of a mail's HTML, in bytes. */
const LONGEST_MAIL = 102 * 1024;

document.adoptedStyleSheets.push(sheet(`
.mail { overflow-x: auto; }
.mail iframe { display: block; inline-size: 600px; block-size: 480px; border: 1px solid var(--border); border-radius: 8px; background: #fff; }
.mail .phone { inline-size: 360px; }
.mail .dark { color-scheme: dark; background: #1c1c1e; }
`));

/** As it was chosen last: each change of words draws the mail anew. */
let chosen = "wide";

/** @param {{ mail: string, slots: object }} rendering of a channel that sends mail, with the ticket of its HTML */
export function mailFrame(rendering, locale, dir) {
  const html = rendering.slots["email.html"];
  const box = e("div", { class: "mail", tabindex: 0, role: "group", "aria-label": say("mail.title") });
  const note = e("p", { class: "note" });
  const view = select(say("mail.view"), ["wide", "phone", "dark", "text"].map((name) => [name, say(`mail.${name}`)]), chosen);
  const draw = () => {
    chosen = view.select.value;
    if (chosen === "text") {
      box.replaceChildren(e("p", { class: "body", lang: rendering.locale ?? locale, dir, text: rendering.slots["email.text"] ?? "" }));
    } else {
      const frame = box.querySelector("iframe") ?? e("iframe", { sandbox: "", title: say("mail.title"), src: `${base}/mail-preview/${rendering.mail}` });
      frame.className = chosen;
      box.replaceChildren(frame);
    }
  };
  view.select.addEventListener("change", draw);
  draw();
  if (new TextEncoder().encode(html).length > LONGEST_MAIL) write(note, say("mail.long"));
  return e("div", { class: "stack" }, view.node, box, note);
}
