import { arrange, define, element, emit, set, upgrade, write } from "./dom.js";
import { CarillonFeed } from "./feed.js";
import { icon } from "./icons.js";
import { List } from "./list.js";
import { base, inbox as look } from "./style.js";
import { number } from "./words.js";

export { CarillonFeed };

/** The first value is meant where there is none; an empty list takes any. */
export const ATTRIBUTES = {
  view: ["bell", "panel", "page", "preferences"],
  order: ["time", "priority"],
  more: ["button", "scroll"],
  "auto-read": ["none", "open", "visible"],
  badge: ["count", "dot", "none"],
  placement: ["end", "start"],
  theme: ["auto", "light", "dark"],
  links: ["web", "event"],
};
for (const name of ["src", "base", "tenant", "locale", "href", "category", "page-size", "badge-max", "for"]) ATTRIBUTES[name] = [];
const FLAGS = ["unread-only", "session"];
const NAMES = [...Object.keys(ATTRIBUTES), ...FLAGS];
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
    if (this.session) feed.session = true;
    feed.join(this, this.wants);
    this.update();
  }

  handleEvent({ type }) {
    if (type === "change") this.update();
  }

  makeBell(href, onclick) {
    this.count = element("span", { class: "badge", part: "badge", "aria-hidden": "true" });
    this.bell = element(href ? "a" : "button", { class: "bell button", part: "bell", href, type: !href && "button", onclick },
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
    for (const name in inbox?.theme) this.style.setProperty(`--theme-${name}`, inbox.theme[name]);
    set(this.bell, "aria-label", this.feed.text("bell.label", { count }));
    this.count.hidden = !count || !locale || this.badge === "none";
    write(this.count, this.badge === "dot" ? "" : count > most ? `${number(most, locale)}+` : number(count, locale));
  }
}

for (const name of NAMES) {
  Object.defineProperty(CarillonElement.prototype, camel(name), {
    get() {
      const value = this.getAttribute(name);
      const known = ATTRIBUTES[name];
      if (!known) return value !== null;
      return known.length && !known.includes(value) ? known[0] : value ?? "";
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

  build() {
    let open = false;
    this.link = this.href || (!this.for && this.feed?.words?.inbox?.bellHref);
    this.makeBell(this.link, () => this.#inbox?.[open ? "close" : "open"]());
    this.shadowRoot.replaceChildren(this.bell);
    // The press itself closes an open panel, before the click comes.
    this.bell.addEventListener("pointerdown", () => (open = this.#inbox?.isOpen));
  }

  update() {
    if (!this.link && this.feed.words?.inbox?.bellHref) this.build();
    super.update();
    set(this.bell, "aria-expanded", !this.link && String(Boolean(this.#inbox?.isOpen)));
  }
}

export class CarillonInbox extends CarillonElement {
  wants = "items";
  isOpen = false;

  #byKeyboard = false;
  #hadFocus = false;
  #opener = null;

  build() {
    const { view } = this;
    const level = view === "page" ? 1 : 2;
    this.list = new List(this, level + 1);
    this.heading = element(`h${level}`, { class: "title", part: "title", id: "title", tabindex: "-1" });
    this.all = element("button", { type: "button", class: "plain", part: "mark-all", onclick: () => this.markAll() });
    this.start = element("slot", { name: "header-start" });
    this.end = element("slot", { name: "header-end" });
    this.top = element("div", { class: "top", part: "header" }, this.start, this.heading, this.all, this.end);
    this.foot = element("slot", { name: "footer" });
    this.panel = element("div", { class: "panel", part: "panel" }, this.top, this.list.body, this.foot);
    this.page = null;
    this.makeBell(null, ({ detail }) => (this.#byKeyboard = !detail));
    this.shadowRoot.replaceChildren(...(view === "bell" ? [this.bell, this.panel] : [this.panel]));
    if (view === "bell") this.#float();
    else if (view !== "panel") import("./views.js").then(({ Page }) => (this.page = new Page(this)));
  }

  #float() {
    const { bell, panel } = this;
    bell.popoverTargetElement = panel;
    set(bell, "aria-haspopup", "dialog");
    set(bell, "aria-expanded", "false");
    set(panel, "popover", "auto");
    set(panel, "role", "dialog");
    set(panel, "aria-labelledby", "title");
    panel.addEventListener("beforetoggle", () => (this.#hadFocus = panel.contains(this.shadowRoot.activeElement)));
    panel.addEventListener("toggle", ({ newState }) => this.#toggled(newState === "open"));
    panel.addEventListener("focusout", ({ relatedTarget: to }) => {
      if (to && to !== bell && !panel.contains(to) && !this.contains(to)) this.close();
    });
  }

  show(body) {
    arrange(this.panel, [this.top, body, this.foot]);
  }

  update() {
    super.update();
    const { feed } = this;
    write(this.heading, feed.text("center.title"));
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
    if (detail?.problem) this.list.quiet = !emit(this, "carillon-error", detail, true);
    super.handleEvent(event);
    if (type === "notification") emit(this, "carillon-notification", detail, true) && this.list.live?.announce(detail);
    else if (type === "refused") this.list.live?.refuse();
    else if (type !== "change") emit(this, `carillon-${type}`, detail);
  }

  open() {
    this.#opener = document.activeElement;
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
    this.update();
  }

  follow(event, item) {
    if (emit(this, "carillon-open", { item }, true)) this.mark([item.id], true);
    else event.preventDefault();
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

define("carillon-inbox", CarillonInbox);
define("carillon-bell", CarillonBell);
