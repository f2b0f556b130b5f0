/** The host speaks three times as often. */
const SILENCE = 45_000;
const HIDDEN_ALONE = 300_000;
const FOLLOWER_PATIENCE = 200;
const LEADER_PATIENCE = 2000;
const WANTS = { words: 0, number: 1, items: 2 };
const WATCHED = ["online", "offline", "pagehide", "pageshow", "visibilitychange"];

const feeds = new Map();

/** One reader's feed. One tab reads the stream, the others listen to it. */
export class CarillonFeed extends EventTarget {
  static for(element) {
    const owner = ownerOf(element);
    if (!owner) return null;
    const settings = {
      src: sourceOf(owner),
      locale: owner.getAttribute("locale") || owner.closest("[lang]")?.lang || "",
      order: owner.getAttribute("order") === "priority" ? "priority" : "",
      category: owner.getAttribute("category") ?? "",
      unread: owner.hasAttribute("unread-only") ? "true" : "",
      limit: Math.min(Number(owner.getAttribute("page-size")) || 20, 100),
    };
    const key = JSON.stringify(settings);
    if (!feeds.has(key)) feeds.set(key, new CarillonFeed(settings));
    return feeds.get(key);
  }

  words = null;
  items = [];
  state = "idle";
  busy = false;
  hasMore = false;
  zone = null;

  #settings;
  #getToken = null;
  #members = new Map();
  #life = new AbortController();
  #token = null;
  #renewal = null;
  #user = null;
  #skew = 0;

  #name = null;
  #channel = null;
  #reign = null;
  #live = false;
  #failures = 0;
  #retry = 1000;

  // Counts what we learn, so late answers are known.
  #clock = 0;
  #badgeAt = 0;
  #turn = 0;
  #unread = 0;
  #told = 0;
  #lastId = null;
  #position = null;
  #cursor = null;
  #loaded = false;
  #marks = new Map();
  #marking = null;
  #touched = false;

  constructor({ src, locale, ...settings }) {
    super();
    this.src = src;
    this.locale = locale;
    this.#settings = settings;
  }

  get getToken() {
    return this.#getToken;
  }

  set getToken(value) {
    if (value === this.#getToken) return;
    this.#getToken = value;
    this.#token = null;
    this.#restart();
  }

  get unreadCount() {
    let count = this.#unread;
    for (const { delta } of this.#marks.values()) count += delta;
    return Math.max(0, count);
  }

  text(id, args) {
    return say(this.words, id, args);
  }

  now() {
    return Date.now() + this.#skew;
  }

  join(element, wants) {
    const before = this.#level;
    this.#members.set(element, WANTS[wants]);
    if (before < 0) for (const type of WATCHED) addEventListener(type, this);
    if (before < 0 || (!before && this.#level)) this.#restart();
    else if (this.#badgeAt) this.#settle();
  }

  leave(element) {
    this.#members.delete(element);
    setTimeout(() => { // An element that moves is back by then.
      if (this.#level >= 0) return;
      this.#halt();
      for (const type of WATCHED) removeEventListener(type, this);
    });
  }

  get #level() {
    return Math.max(-1, ...this.#members.values());
  }

  handleEvent({ type, persisted }) {
    if (type === "pagehide") this.#halt(this.#marking?.send()); // A page with a lock or an open answer isn't kept for "back".
    else if (type === "pageshow") persisted && this.#restart();
    else if (type === "offline") this.#loaded && this.#become("stale");
    else if (document.hidden) this.#hide();
    else {
      this.emit("wake");
      this.#marking?.send();
      this.#seek();
      this.#touch();
    }
  }

  #halt() {
    this.#life.abort();
    this.#reign?.abort();
    this.#channel?.close();
    this.#reign = this.#channel = null;
    this.emit("wake");
  }

  #restart() {
    this.#halt();
    this.#life = new AbortController();
    this.#loaded = this.busy = false;
    this.#badgeAt = this.#failures = 0;
    const { signal } = this.#life;
    if (this.#level >= 0) this.#persist(() => this.#loadWords(), signal);
    if (this.#level > 0) this.#persist(() => this.#begin(signal), signal);
  }

  async #begin(signal) {
    if (!this.#getToken) return this.#become("idle");
    if (!this.items.length) this.#become("loading");
    await this.#authorize();
    if (signal.aborted) return;
    // The number changes with what tabs tell each other.
    this.#name = `carillon 1:${this.src}:${this.locale}:${this.#user ?? Math.random()}`;
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.onmessage = ({ data }) => this.#apply(data);
    this.#seek();
    setTimeout(() => signal.aborted || this.#reign?.leads || this.#settle(), FOLLOWER_PATIENCE);
  }

  /** Does `task` until it names no time to wait. */
  async #persist(task, signal) {
    while (!signal.aborted) {
      const wait = await task().catch((error) => this.#failed(error, signal));
      if (wait === undefined) return;
      await new Promise((resolve) => {
        setTimeout(resolve, wait);
        this.addEventListener("wake", resolve, { once: true });
      });
    }
  }

  #failed(error, signal) {
    if (signal.aborted) return;
    this.#failures += 1;
    if (this.#failures > 1 || !navigator.onLine) {
      this.#live = false;
      this.#become(this.#loaded ? "stale" : "error", error);
      this.#tellState();
    }
    return error.problem?.retryAfter ?? Math.min(30_000, 500 * 2 ** this.#failures) * (0.75 + Math.random() / 2);
  }

  async #loadWords(cache) {
    const wish = this.locale && `?locale=${encodeURIComponent(this.locale)}`;
    const response = await fetch(`${this.src}/inbox-words${wish}`, { cache });
    if (response.status === 404) return this.#end("gone");
    this.words = await bodyOf(response);
    this.#touch();
  }

  async request(path, { method = "GET", headers, body, ...rest } = {}) {
    const ask = async (refused) => {
      const { value, user } = (await this.#authorize(refused)) ?? {};
      return fetch(`${this.src}/${path}`, {
        ...rest,
        method,
        credentials: user ? "same-origin" : "omit",
        headers: {
          ...headers,
          ...(value && { Authorization: `Bearer ${value}` }),
          ...(body !== undefined && { "Content-Type": "application/json" }),
        },
        body: JSON.stringify(body),
      });
    };
    let response = await ask();
    if (response.status === 401 && this.#token) response = await ask(this.#token);
    if (response.status === 401) this.#end("signed-out");
    this.#sync(response.headers.get("date"));
    return response;
  }

  async #authorize(refused) {
    const held = this.#token;
    if (!held || held === refused || held.expires - 30_000 < this.now()) {
      this.#renewal ??= this.#renew(Boolean(held)).finally(() => (this.#renewal = null));
      await this.#renewal;
    }
    return this.#token;
  }

  async #renew(refresh) {
    const asked = this.#getToken;
    const value = await asked?.({ refresh, signal: this.#life.signal });
    if (asked !== this.#getToken) return this.#renew(false);
    if (!value) return this.#end("signed-out");
    const { user } = value; // Whose cookie it is: then there is no token.
    const { exp, iat, nbf, jti, ...rest } = user ? {} : claimsOf(value);
    this.#token = { value: !user && value, user, expires: exp * 1000 || Infinity };
    this.#own(user ?? rest.sub ?? (Object.keys(rest).length ? JSON.stringify(rest) : null));
  }

  #own(user) {
    const other = this.#user !== null && user !== this.#user;
    this.#user = user;
    if (!other) return;
    this.#drop();
    this.#restart();
  }

  #drop() {
    this.#turn += 1;
    this.items = [];
    this.hasMore = this.busy = this.#loaded = false;
    this.#unread = 0;
    this.#lastId = this.#position = this.#cursor = null;
    this.#marks.clear();
    this.#marking?.queue.clear();
    this.#touch();
  }

  #end(state) {
    this.#halt();
    this.#drop();
    this.#become(state);
  }

  #sync(date) {
    const skew = Date.parse(date) - Date.now();
    if (skew) this.#skew = Math.abs(skew) > 2000 ? skew : 0;
  }

  async signOut() {
    const last = [];
    // Ends what needs the token.
    this.emit("sign-out", { waitUntil: (work) => last.push(work) });
    await Promise.allSettled(last);
    this.#tell({ name: "sign-out" });
    this.#leave();
  }

  #leave() {
    this.#token = this.#user = null;
    this.#end("signed-out");
  }

  #tell(message) {
    this.#channel?.postMessage(message);
  }

  #tellState() {
    if (this.#reign?.leads) this.#tell({ name: "state", data: { unreadCount: this.#unread, lastId: this.#lastId, live: this.#live, known: this.#badgeAt } });
  }

  /** Waits in line to lead; hidden tabs don't, as they are put to sleep. */
  #seek() {
    if (this.#reign || !this.#channel) return;
    const waits = !document.hidden;
    this.#tell({ name: "hello", data: { waits } });
    if (!waits) return;
    const reign = (this.#reign = new AbortController());
    const lead = () => {
      reign.leads = true;
      return this.#persist(() => this.#follow(reign.signal), reign.signal);
    };
    if (!navigator.locks) return lead();
    // Frames of other sites may have no locks.
    const otherwise = ({ name }) => (name === "AbortError" ? this.#abdicate(reign) : lead());
    const claim = (options) => navigator.locks.request(this.#name, options, lead).catch(otherwise);
    claim({ signal: reign.signal });
    // A leader that is frozen keeps the lock, and says nothing.
    setTimeout(() => reign.leads || reign.heard || reign.signal.aborted || claim({ steal: true }), LEADER_PATIENCE);
  }

  /** Hidden, it gives way: to a tab that waits in line at once, else after a while. */
  #hide() {
    const reign = this.#reign;
    this.#tell({ name: "hidden" });
    if (reign) setTimeout(() => document.hidden && this.#abdicate(reign), reign.leads && HIDDEN_ALONE);
  }

  #abdicate(reign) {
    reign.abort();
    if (this.#reign !== reign) return;
    this.#reign = null;
    this.#seek();
  }

  /** Reads one stream to its end. */
  async #follow(reign) {
    const own = new AbortController();
    const stop = () => own.abort();
    let timer;
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(stop, SILENCE);
    };
    reign.addEventListener("abort", stop);
    try {
      alive();
      const response = await this.request(`stream?${this.#query()}`, {
        headers: { Accept: "text/event-stream", ...(this.#lastId && { "Last-Event-ID": this.#lastId }) },
        cache: "no-store",
        signal: own.signal,
      });
      if (response.status === 404 || response.status === 410) return this.#vanish();
      if (!response.ok) await bodyOf(response);
      for await (const event of eventsOf(response.body, alive)) {
        if (reign.aborted) return;
        this.#retry = event.retry || this.#retry;
        if (event.name === "end") return this.#ended(event.data.reason);
        this.#live = true;
        this.#failures = 0;
        this.#tell(event);
        this.#apply(event);
      }
      throw new TypeError("The stream broke off");
    } finally {
      clearTimeout(timer);
      stop();
    }
  }

  #ended(reason) {
    if (reason === "removed" || reason === "erased") return this.#vanish();
    if (reason === "reloaded") this.#loadWords("no-cache").catch(() => {});
    if (reason !== "token-expired") return this.#retry * (1 + Math.random());
    if (this.#token) this.#token.expires = 0;
    return 0;
  }

  #vanish() {
    this.#tell({ name: "gone" });
    this.#end("gone");
  }

  #apply({ name, data, id }) {
    const at = ++this.#clock;
    const whole = data?.before === this.#position;
    if (id) this.#lastId = this.#position = id;
    if (name === "badge") this.#badge(data);
    else if (name === "read") this.#mark((marking) => marking.hear(data, at, whole));
    else if (name === "notification") this.#arrive(data);
    else if (name === "reset") this.load();
    else if (name === "gone") this.#end("gone");
    else if (name === "sign-out") this.emit(name), this.#leave();
    else if (name === "hello" && data.waits && document.hidden && this.#reign) this.#abdicate(this.#reign);
    else if (name === "hello") this.#tellState();
    else if (name === "hidden" && this.#reign) this.#tell({ name: "hello", data: { waits: true } });
    else if (name === "state") {
      if (this.#reign) this.#reign.heard = true;
      if (!data.known) return;
      this.#lastId ??= data.lastId;
      if (!this.#badgeAt) this.#badge(data);
      if (this.#loaded) this.#become(data.live ? "ready" : "stale");
    }
  }

  #badge({ unreadCount }) {
    this.#badgeAt = ++this.#clock;
    this.#unread = unreadCount;
    if (this.#loaded) this.#become("ready");
    if (this.#reign?.leads) this.#tellState();
    this.#settle();
    this.#touch();
  }

  /** A list asked for after the number misses nothing. */
  #settle() {
    if (this.#loaded || this.busy || this.#life.signal.aborted) return;
    if (this.#level === WANTS.items) this.load();
    else if (!this.#badgeAt) this.#ask({ limit: 1 }).catch(() => {});
  }

  find(id) {
    return this.items.find((item) => item.id === id);
  }

  #arrive(item) {
    const held = this.find(item.id);
    const { category, unread } = this.#settings;
    if (held) Object.assign(held, item);
    else if ((!category || category.split(",").includes(item.category)) && !(unread && item.isRead)) {
      item.arrived = this.#clock;
      const place = this.#pin(item).pinned ? 0 : this.items.filter(({ pinned }) => pinned).length;
      this.items = [...this.items.slice(0, place), item, ...this.items.slice(place)];
      this.emit("notification", item);
    }
    this.#touch();
  }

  #pin(item) {
    item.pinned = this.#settings.order && item.priority === "high" && !item.isRead;
    return item;
  }

  async load(cursor) {
    const turn = ++this.#turn;
    const asked = this.#clock;
    if (!this.items.length) this.#become("loading");
    this.busy = true;
    this.#touch();
    try {
      const page = await this.#ask(cursor && { cursor });
      await this.#marker();
      if (!page || turn !== this.#turn) return;
      for (const item of page.items) {
        const mark = this.#marks.get(item.id);
        if (mark?.pending || mark?.at > asked) item.isRead = mark.read;
        item.arrived = asked;
        if (!cursor) this.#pin(item);
      }
      const known = new Set(page.items.map(({ id }) => id));
      this.items = [...this.items.filter(({ id, arrived }) => !known.has(id) && (cursor || arrived > asked)), ...page.items];
      this.hasMore = page.hasMore;
      this.#cursor = page.nextCursor;
      this.#loaded = true;
      this.#become("ready");
    } catch (error) {
      if (turn === this.#turn && !this.#life.signal.aborted) this.#become(this.items.length ? "stale" : "error", error);
    } finally {
      if (turn === this.#turn) this.busy = false;
      this.#touch();
    }
  }

  async more() {
    if (this.#cursor && !this.busy) await this.load(this.#cursor);
  }

  async #ask(query) {
    const asked = this.#clock;
    const response = await this.request(`notifications?${this.#query(this.#settings, query)}`, { signal: this.#life.signal });
    if (response.status === 401) return;
    const page = await bodyOf(response);
    this.zone = page.zone ?? this.zone;
    this.#sync(page.now);
    if (this.#badgeAt <= asked) this.#unread = page.unreadCount;
    if (this.#clock === asked) this.#position = page.position ?? this.#position;
    return page;
  }

  #query(...settings) {
    const wanted = Object.assign({ for: "inbox", locale: this.locale }, ...settings);
    return new URLSearchParams(Object.entries(wanted).filter(([, value]) => value));
  }

  /** Also the way back from `signed-out`. */
  async refresh() {
    if (this.#life.signal.aborted) {
      this.#token = null;
      return this.#restart();
    }
    this.emit("wake");
    await this.load();
  }

  async #marker() {
    const { Marks } = await import("./marks.js");
    return (this.#marking ??= new Marks(this, this.#marks, (change) => (this.#unread += change)));
  }

  async #mark(work) {
    work(this.#marking ?? (await this.#marker()));
  }

  mark(ids, read, by = "user") {
    const at = ++this.#clock;
    return this.#mark((marking) => marking.mark(ids, read, by, at));
  }

  markAll() {
    return this.#mark((marking) => marking.all(this.#position, ++this.#clock));
  }

  changed(ids, isRead, by) {
    if (ids.length) this.emit("read", { ids, isRead, by });
    this.#touch();
  }

  #become(state, error) {
    if (state === this.state) return;
    Object.assign(this, { state, problem: error && (error.problem ?? { title: error.message }) });
    this.emit("state", { state, problem: this.problem });
    this.#touch();
  }

  #touch() {
    if (this.#touched) return;
    this.#touched = true;
    queueMicrotask(() => {
      this.#touched = false;
      const count = this.unreadCount;
      if (count !== this.#told) this.emit("unread", { count });
      this.#told = count;
      this.emit("change");
    });
  }

  emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** What a cut left without its blank line comes again. */
async function* eventsOf(body, alive) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const fields = {};
      for (const [, name, text] of block.matchAll(/^(\w+): ?([^\n]*)$/gm)) fields[name] = text;
      const { event, id, retry, data = "null" } = fields;
      if (event || retry) yield { name: event, id, retry: Number(retry), data: JSON.parse(data) };
    }
  }
}

async function bodyOf(response) {
  const body = await response.json().catch(() => ({}));
  if (response.ok) return body;
  const problem = { status: response.status, ...body };
  const seconds = Number(response.headers.get("retry-after"));
  if (seconds) problem.retryAfter = seconds * 1000;
  throw Object.assign(new Error(problem.title), { problem });
}

function claimsOf(token) {
  try {
    return JSON.parse(atob(token.split(".")[1].replace(/-/g, "+").replace(/_/g, "/")));
  } catch {
    return {};
  }
}

function ownerOf(element) {
  for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) if (sourceOf(at)) return at;
  const inbox = element.getRootNode().getElementById?.(element.getAttribute("for")) ?? document.querySelector("carillon-inbox");
  return inbox && sourceOf(inbox) && inbox;
}

function sourceOf(element) {
  if (!element.localName.startsWith("carillon-")) return null;
  const tenant = element.getAttribute("tenant");
  const src = element.getAttribute("src") ?? (tenant && `${element.getAttribute("base") ?? ""}/v1/${tenant}`);
  return src && new URL(src, document.baseURI).href.replace(/\/+$/, "");
}

/** Until the words come. */
const STAND_INS = { "bell.label": "Notifications", "center.title": "Notifications", "inbox.retry": "Try again" };

/** @returns {string} the host's word in the form that its arguments choose */
function say(document, id, args = {}) {
  const word = document?.words[id] ?? STAND_INS[id] ?? "";
  if (typeof word === "string") return word;
  const locale = word.locale ?? document.locale;
  const { select, of = "count", exact, forms } = word;
  const value = args[of];
  const form = intl(Intl.PluralRules, locale, select === "ordinal" ? { type: select } : {}).select(value);
  const parts = forms ? exact?.[value] ?? forms[form] ?? forms.other : word;
  return parts.map((part) => {
    if (part === "#") return number(value, locale);
    return part.value ? args[part.value] ?? "" : part.replaceAll("##", "#");
  }).join("");
}

/** @returns {string} in the locale's own digits */
export const number = (value, locale) => intl(Intl.NumberFormat, locale).format(value);

const made = {};

/** Kept, as making one takes long; Swedish where the browser knows language or zone not. */
export function intl(Type, locale, options) {
  const key = Type.name + locale + JSON.stringify(options);
  try {
    return (made[key] ??= new Type(locale, options));
  } catch {
    return (made[key] = new Type("sv"));
  }
}
