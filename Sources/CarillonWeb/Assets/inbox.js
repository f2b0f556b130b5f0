import { arrange, base, define, element, emit, icon, look, set, upgrade, write } from "./dom.js";
import { CarillonFeed, intl, number } from "./feed.js";

export { CarillonFeed };

/** The first is meant where none is said. */
export const CHOICES = {
  view: ["bell", "panel", "page", "preferences"],
  order: ["time", "priority"],
  more: ["button", "scroll"],
  "auto-read": ["none", "open", "visible"],
  badge: ["count", "dot", "none"],
  placement: ["end", "start"],
  theme: ["auto", "light", "dark"],
  links: ["web", "event"],
};
const FLAG = "unread-only";
const NAMES = [...Object.keys(CHOICES), FLAG, "src", "base", "tenant", "locale", "href", "category", "page-size", "badge-max", "for"];
const EVENTS = ["change", "notification", "read", "unread", "state", "refused"];

const camel = (name) => name.replace(/-./g, (found) => found[1].toUpperCase());

class CarillonElement extends HTMLElement {
  static observedAttributes = [...NAMES, "lang"];

  feed = null;
  #getToken = null;

  constructor() {
    super();
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [base, look];
  }

  get getToken() {
    return this.#getToken;
  }

  set getToken(value) {
    this.#getToken = value;
    if (this.feed) this.feed.getToken = value;
  }

  get items() {
    return this.feed?.items ?? [];
  }

  get unreadCount() {
    return this.feed?.unreadCount ?? 0;
  }

  get state() {
    return this.feed?.state ?? "idle";
  }

  connectedCallback() {
    upgrade(this, "getToken", "renderItem", "renderIcon", ...NAMES.map(camel));
    this.build();
    this.#attach(CarillonFeed.for(this));
  }

  disconnectedCallback() {
    this.#attach(null);
  }

  attributeChangedCallback(name) {
    if (!this.isConnected || !this.bell) return;
    if (name === "view" || name === "href") this.build();
    this.#attach(CarillonFeed.for(this));
  }

  #attach(feed) {
    if (feed !== this.feed) {
      for (const type of EVENTS) {
        this.feed?.removeEventListener(type, this);
        feed?.addEventListener(type, this);
      }
      this.feed?.leave(this);
      this.feed = feed;
    }
    if (!feed) return;
    if (this.#getToken) feed.getToken = this.#getToken;
    feed.join(this, this.wants);
    this.update();
  }

  handleEvent({ type }) {
    if (type === "change") this.update();
  }

  makeBell(href, onclick) {
    this.count = element("span", { class: "badge", part: "badge", "aria-hidden": "true" });
    this.bell = element(href ? "a" : "button", { class: "bell button", part: "bell", href, onclick },
      element("slot", { name: "bell-icon" }, icon("Bell", 24)), this.count);
  }

  update() {
    const { locale, dir, inbox } = this.feed.words ?? {};
    const count = this.unreadCount;
    const most = Number(this.badgeMax) || 99;
    for (const root of this.shadowRoot.children) {
      set(root, "lang", locale);
      set(root, "dir", dir);
    }
    for (const [name, value] of Object.entries(inbox?.theme ?? {})) this.style.setProperty(`--theme-${name}`, value);
    set(this.bell, "aria-label", this.feed.text("bell.label", { count }));
    this.count.hidden = !count || !locale || this.badge === "none";
    write(this.count, this.badge === "dot" ? "" : count > most ? `${number(most, locale)}+` : number(count, locale));
  }
}

for (const name of NAMES) {
  Object.defineProperty(CarillonElement.prototype, camel(name), {
    get() {
      const value = this.getAttribute(name);
      const known = CHOICES[name];
      if (name === FLAG) return value !== null;
      return known && !known.includes(value) ? known[0] : value ?? "";
    },
    set(value) {
      set(this, name, value);
    },
  });
}

/** A link, or a button for the inbox that `for` names. */
export class CarillonBell extends CarillonElement {
  wants = "number";

  get #inbox() {
    return this.getRootNode().getElementById?.(this.for);
  }

  get #target() {
    return this.href || (!this.for && this.feed?.words?.inbox?.bellHref);
  }

  build() {
    let open = false;
    this.link = this.#target;
    this.makeBell(this.link, () => {
      this.#inbox?.[open ? "close" : "open"]();
      open = false;
    });
    this.shadowRoot.replaceChildren(this.bell);
    // The press itself closes an open panel, before the click comes.
    this.bell.addEventListener("pointerdown", () => (open = this.#inbox?.isOpen));
  }

  focus() {
    this.bell.focus();
  }

  update() {
    if (this.link !== this.#target) this.build();
    super.update();
    set(this.bell, "aria-expanded", !this.link && String(Boolean(this.#inbox?.isOpen)));
  }
}

export class CarillonInbox extends CarillonElement {
  wants = "items";
  isOpen = false;
  /** The page tells of errors itself. */
  quiet = false;

  #byKeyboard = false;
  #hadFocus = false;
  #opener = null;

  build() {
    const { view } = this;
    const level = view === "page" ? 1 : 2;
    this.list = new List(this, level + 1);
    this.heading = element(`h${level}`, { class: "title", part: "title", id: "title", tabindex: "-1" });
    this.all = element("button", { class: "plain", part: "mark-all", onclick: () => this.markAll() });
    this.start = element("slot", { name: "header-start" });
    this.end = element("slot", { name: "header-end" });
    this.top = element("div", { class: "top", part: "header" }, this.start, this.heading, this.all, this.end);
    this.foot = element("slot", { name: "footer" });
    this.panel = element("div", { class: "panel", part: "panel" }, this.top, this.list.body, this.foot);
    this.page = ["bell", "panel"].includes(view) ? undefined : null; // Null while its buttons aren't there.
    this.makeBell(null, ({ detail }) => (this.#byKeyboard = !detail));
    this.shadowRoot.replaceChildren(...(view === "bell" ? [this.bell, this.panel] : [this.panel]));
    if (view === "bell") this.#float();
    else if (view !== "panel") import("./views.js").then(({ Page }) => new Page(this));
  }

  #float() {
    const { bell, panel } = this;
    bell.popoverTargetElement = panel;
    for (const [name, value] of Object.entries({ popover: "auto", role: "dialog", "aria-labelledby": "title" })) set(panel, name, value);
    set(bell, "aria-haspopup", "dialog");
    set(bell, "aria-expanded", "false");
    panel.addEventListener("beforetoggle", () => (this.#hadFocus = panel.contains(this.shadowRoot.activeElement)));
    panel.addEventListener("toggle", ({ newState }) => this.#toggled(newState === "open"));
    panel.addEventListener("focusout", ({ relatedTarget: to }) => {
      if (to && to !== bell && !panel.contains(to) && !this.contains(to)) this.close();
    });
  }

  update() {
    super.update();
    const { feed } = this;
    if (this.page !== null) write(this.heading, feed.text("center.title"));
    write(this.all, feed.text("inbox.mark-all"));
    this.all.hidden = !feed.unreadCount || !feed.items.length;
    this.list.update();
    this.page?.update();
    const shown = (this.isOpen || this.view !== "bell") && !document.hidden;
    if (shown && this.autoRead === "open") this.list.live?.markShown(this.items);
    if (this.autoRead === "visible" || this.more === "scroll") import("./views.js").then(({ watch }) => watch(this));
  }

  handleEvent(event) {
    const { type, detail } = event;
    if (detail?.problem) this.quiet = !emit(this, "carillon-error", detail, true);
    super.handleEvent(event);
    if (type === "notification") emit(this, "carillon-notification", detail, true) && this.list.live?.announce(detail);
    else if (type === "refused") this.list.live?.refuse();
    else if (type !== "change") emit(this, `carillon-${type}`, detail);
  }

  open() {
    this.#opener = document.activeElement;
    this.#byKeyboard = true;
    if (this.view === "bell") this.panel.showPopover();
  }

  close() {
    if (this.view === "bell") this.panel.hidePopover();
  }

  #toggled(open) {
    this.isOpen = open;
    set(this.bell, "aria-expanded", String(open));
    emit(this, "carillon-toggle", { open });
    if (open) {
      if (this.#byKeyboard) this.heading.focus();
    } else {
      this.list.fresh.clear();
      this.list.held.clear();
      if (this.#hadFocus) (this.#opener ?? this.bell).focus(); // Chromium would leave it on the body.
      this.#opener = null;
    }
    this.feed?.emit("change"); // Another bell may be told to open this.
  }

  mark(ids, read) {
    for (const id of ids) this.list.fresh.delete(id);
    this.feed.mark(ids, read);
    this.update();
  }

  markAll() {
    this.list.fresh.clear();
    if (this.shadowRoot.activeElement === this.all) this.heading.focus();
    return this.feed.markAll();
  }

  refresh() {
    return this.feed?.refresh();
  }

  signOut() {
    this.feed?.signOut();
  }
}

/** Cards are kept by id and changed in place. */
class List {
  /** Marked by being shown: looks unread until the reader leaves. */
  fresh = new Set();
  #cards = new Map();
  #groups = new Map();
  /** What came while the reader was further down. */
  held = new Set();

  constructor(inbox, level) {
    this.inbox = inbox;
    this.level = level;
    this.list = element("div", { part: "list" });
    // What happens to a list comes after it.
    import("./live.js").then(({ Live }) => {
      this.live = new Live(this);
      if (inbox.feed) inbox.update();
    });
    this.body = element("div", { class: "body" }, element("slot", { name: "before-list" }), this.list);
  }

  update() {
    const { feed } = this.inbox;
    const items = feed.words ? feed.items.filter(({ id }) => !this.held.has(id)) : [];
    this.#arrange(items);
    this.live?.update(items.length);
  }

  #arrange(items) {
    const { feed } = this.inbox;
    const today = dayOf(feed.now(), feed.zone ?? feed.words?.timeZone);
    const yesterday = dayOf(Date.parse(today) - 86_400_000, "UTC");
    const days = new Map();
    for (const item of items) {
      const when = item.day === today ? "today" : item.day === yesterday ? "yesterday" : "date";
      const key = item.pinned ? "high" : item.day;
      const text = item.pinned ? feed.text("inbox.high") : when === "date" ? item.dayLabel : feed.text(`group.${when}`);
      if (!days.has(key)) days.set(key, { text, cards: [] });
      days.get(key).cards.push(this.#card(item, when));
    }
    keep(this.#cards, new Set(items.map(({ id }) => id)));
    keep(this.#groups, days);
    arrange(this.list, [...days].map(([key, { text, cards }]) => {
      if (!this.#groups.has(key)) this.#groups.set(key, this.#group(`day-${key}`));
      const group = this.#groups.get(key);
      write(group.firstChild, text);
      arrange(group.lastChild, this.live ? this.live.slice(group.lastChild, cards) : cards);
      return group;
    }));
  }

  #group(id) {
    const heading = element(`h${this.level}`, { class: "day", part: "group-heading", id });
    return element("section", { part: "group", "aria-labelledby": id }, heading, element("ul", { role: "list" }));
  }

  #card(item, when) {
    const { feed } = this.inbox;
    if (!this.#cards.has(item.id)) this.#cards.set(item.id, card(this.inbox, item));
    const { root, label, title, words, time, tick } = this.#cards.get(item.id);
    const unread = !item.isRead || this.fresh.has(item.id);
    const high = item.priority === "high";
    const look = `card${unread ? " unread" : ""}${high ? " high" : ""}`;
    const action = feed.text(item.isRead ? "inbox.mark-unread" : "inbox.mark-read");
    root.item = item;
    set(root, "class", look);
    set(root, "part", item.category ? `${look} category-${item.category}` : look);
    if (!title) return root;
    write(label, `${feed.text("card.label", { isRead: !unread })}, ${high ? `${feed.text("inbox.high")}, ` : ""}`);
    write(title, item.title ?? "");
    write(words, item.body ?? "");
    write(time, item.times?.[when] ?? "");
    set(tick, "title", action);
    set(tick, "aria-label", `${action}: ${item.title ?? ""}`);
    return root;
  }
}

function keep(held, wanted) {
  for (const key of held.keys()) if (!wanted.has(key)) held.delete(key);
}

/** As `2026-02-19`: so Swedes write it. */
const dayOf = (instant, timeZone) => intl(Intl.DateTimeFormat, "sv", { timeZone }).format(instant);

const patterns = {};

/** A card is a copy of one like it: that is faster than making one, and copies share what is equal in them. */
function copy(tag, { lang, dir, icon: drawing, color, background }) {
  const key = [tag, lang, dir, drawing, color, background].join();
  if (!patterns[key]) {
    const circle = element("span", { class: "icon", part: "icon", "aria-hidden": "true" }, icon(drawing));
    circle.style.setProperty("--ink", color ?? "");
    circle.style.setProperty("--tint", background ?? "");
    const name = { class: tag === "span" ? "name" : "name go", part: "card-title" };
    patterns[key] = element("li", {}, circle,
      element("div", { class: "text" },
        element("p", {}, element(tag, name, element("span", { class: "hide" }), element("bdi", { lang, dir }))),
        element("p", { class: "words", part: "card-body" }, element("bdi", { lang, dir })),
        element("p", { class: "time", part: "card-time" })),
      element("button", { class: "tick", part: "action" }, element("span", { class: "dot", part: "dot" })));
  }
  return patterns[key].cloneNode(true);
}

/** Ours takes its place where the page fails. */
function drawn(draw) {
  try {
    return draw();
  } catch (error) {
    reportError(error);
  }
}

function card(inbox, item) {
  const { words } = inbox.feed;
  const own = drawn(() => inbox.renderItem?.(item));
  if (own) return { root: element("li", {}, own) };
  const href = webLink(item.deepLink?.web, words.origins);
  const root = copy(href ? "a" : inbox.links === "event" && item.deepLink ? "button" : "span", item);
  const [circle, name, label, title, body, time, tick] = root.querySelectorAll(".icon, .name, .hide, bdi, .time, .tick");
  if (href) name.href = href;
  const mark = drawn(() => inbox.renderIcon?.(item.icon, item));
  if (mark) circle.replaceChildren(mark);
  const src = webLink(item.imageUrl, words.inbox?.imageOrigins);
  if (src) time.after(element("img", { class: "picture", alt: "", loading: "lazy", referrerpolicy: "no-referrer", src }));
  return { root, label, title, words: body, time, tick };
}

/** @returns the address where it may be followed */
function webLink(text, origins = []) {
  if (!URL.canParse(text) || /[\s\\\p{Cc}]/u.test(text)) return null;
  const { origin, protocol } = new URL(text);
  const known = origin === location.origin || (protocol === "https:" && origins.includes(origin));
  const path = text.slice(origin.length).split(/[?#]/)[0];
  const plain = text.startsWith(origin) && /^(\/|$)/.test(path) && !/(^|\/)\.\.?(\/|$)|%(25)*(2e|2f|5c)/i.test(path);
  return known && plain ? text : null;
}

define("carillon-inbox", CarillonInbox);
define("carillon-bell", CarillonBell);
