import { arrange, element, set, write } from "./dom.js";
import { icon } from "./icons.js";

/** Slot and word where there are no cards. */
const STATES = {
  ready: ["empty", "center.empty"],
  stale: ["empty", "center.empty"],
  error: ["error", "inbox.error"],
  gone: ["error", "inbox.error"],
  "signed-out": ["signed-out", "inbox.signed-out"],
};

/** Cards are kept by id and changed in place. */
export class List {
  /** Marked by being shown: looks unread until the reader leaves. */
  fresh = new Set();
  quiet = false;
  notice = null;
  #cards = new Map();
  #groups = new Map();
  /** What came while the reader was further down. */
  held = new Set();
  #shown;

  constructor(inbox, level) {
    this.inbox = inbox;
    this.level = level;
    const button = (look, part, onclick) => element("button", { type: "button", class: look, part, onclick });
    this.status = element("p", { role: "status", part: "status", class: "hide" });
    this.note = element("div", { class: "note", part: "error" });
    this.new = button("new main", "more", () => this.live.release());
    this.more = button("more plain", "more", () => inbox.feed.more());
    this.list = element("div", { part: "list" });
    this.states = element("div");
    // What happens to a list comes after it.
    import("./live.js").then(({ Live }) => {
      this.live = new Live(this);
      if (inbox.feed) inbox.update();
    });
    this.body = element("div", { class: "body" },
      element("slot", { name: "before-list" }), this.note, this.new, this.list, this.states, this.more, this.status);
  }

  update() {
    const { feed } = this.inbox;
    const items = feed.words ? feed.items.filter(({ id }) => !this.held.has(id)) : [];
    const waits = !feed.words || (feed.busy && feed.state !== "error");
    const count = this.held.size;
    this.#arrange(items);
    set(this.list, "aria-busy", feed.busy && "true");
    this.#stand(items.length ? "items" : waits && feed.state !== "signed-out" ? "" : feed.state);
    this.#tell(items.length && feed.state === "stale" ? "inbox.offline" : this.notice);
    this.more.hidden = !items.length || !feed.hasMore;
    write(this.more, feed.text("inbox.more"));
    this.new.hidden = !count;
    write(this.new, count ? feed.text("inbox.new", { count }) : "");
  }

  #tell(id) {
    this.note.hidden = !id || this.quiet;
    write(this.note, id ? this.inbox.feed.text(id) : "");
  }

  #stand(state) {
    const { feed } = this.inbox;
    const [name, id] = STATES[state] ?? [];
    const text = feed.text(id);
    const shown = state + text;
    if (this.#shown === shown) return;
    this.#shown = shown;
    const parts = state === "items" ? [] : !name ? [1, 2, 3].map(() => element("div", { class: "ghost" })) : [
      element("slot", { name }, element("div", { class: "state", part: name }, icon("Bell", 48), element("p", { text }),
        state === "error" ? element("button", { type: "button", class: "main", part: "action", text: feed.text("inbox.retry"), onclick: () => feed.refresh() }) : null)),
    ];
    this.states.hidden = this.quiet && name === "error";
    this.states.replaceChildren(...parts);
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
    const groups = keep(this.#groups, days, (key) => {
      const heading = element(`h${this.level}`, { class: "day", part: "group-heading", id: `day-${key}` });
      const list = element("ul", { role: "list" });
      return { heading, list, root: element("section", { part: "group", "aria-labelledby": heading.id }, heading, list) };
    });
    for (const [key, { text, cards }] of days) {
      write(this.#groups.get(key).heading, text);
      arrange(this.#groups.get(key).list, cards);
    }
    arrange(this.list, groups.map(({ root }) => root));
    keep(this.#cards, new Map(items.map(({ id }) => [id])));
  }

  #card(item, when) {
    const { feed } = this.inbox;
    if (!this.#cards.has(item.id)) this.#cards.set(item.id, card(this.inbox, item));
    const made = this.#cards.get(item.id);
    const unread = !item.isRead || this.fresh.has(item.id);
    const high = item.priority === "high";
    const look = `card${unread ? " unread" : ""}${high ? " high" : ""}`;
    const action = feed.text(item.isRead ? "inbox.mark-unread" : "inbox.mark-read");
    made.root.item = item;
    set(made.root, "class", look);
    set(made.root, "part", item.category ? `${look} category-${item.category}` : look);
    if (!made.title) return made.root;
    write(made.label, `${feed.text("card.label", { isRead: !unread })}, ${high ? `${feed.text("inbox.high")}, ` : ""}`);
    write(made.title, item.title ?? "");
    write(made.words, item.body ?? "");
    write(made.time, item.times?.[when] ?? "");
    set(made.tick, "title", action);
    set(made.tick, "aria-label", `${action}: ${item.title ?? ""}`);
    return made.root;
  }

}

function keep(held, wanted, make) {
  for (const key of held.keys()) if (!wanted.has(key)) held.delete(key);
  for (const key of wanted.keys()) if (!held.has(key)) held.set(key, make(key));
  return [...wanted.keys()].map((key) => held.get(key));
}

/** As `2026-02-19`. */
function dayOf(instant, timeZone) {
  return new Intl.DateTimeFormat("sv", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(instant);
}

function card(inbox, item) {
  const { words } = inbox.feed;
  const root = element("li");
  const own = inbox.renderItem?.(item);
  if (own) root.append(own);
  if (own) return { root };
  const circle = element("span", { class: "icon", part: "icon", "aria-hidden": "true" }, inbox.renderIcon?.(item.icon, item) ?? icon(item.icon));
  circle.style.setProperty("--ink", item.color ?? "");
  circle.style.setProperty("--tint", item.background ?? "");
  const { lang, dir } = item;
  const label = element("span", { class: "hide" });
  const title = element("bdi", { lang, dir });
  const href = webLink(item.deepLink?.web, words.origins);
  const button = !href && inbox.links === "event" && item.deepLink;
  const name = element(href ? "a" : button ? "button" : "span", {
    class: href || button ? "name go" : "name", part: "card-title", href, type: button && "button",
    onclick: (event) => (href || button) && inbox.follow(event, root.item),
  }, label, title);
  const body = element("bdi", { lang, dir });
  const time = element("p", { class: "time", part: "card-time" });
  const src = webLink(item.imageUrl, words.inbox?.imageOrigins);
  const picture = src && element("img", { class: "picture", alt: "", loading: "lazy", referrerpolicy: "no-referrer", src });
  const tick = element("button", { type: "button", class: "tick", part: "action", onclick: () => inbox.mark([item.id], !root.item.isRead) },
    element("span", { class: "dot", part: "dot" }));
  root.append(circle, element("div", { class: "text" }, element("p", {}, name), element("p", { class: "words", part: "card-body" }, body), time, picture), tick);
  return { root, label, title, words: body, time, tick };
}

/** @returns the address where it may be followed */
export function webLink(text, origins = []) {
  if (!URL.canParse(text) || /[\s\\\p{Cc}]/u.test(text)) return null;
  const { origin, protocol } = new URL(text);
  const known = origin === location.origin || (protocol === "https:" && origins.includes(origin));
  const path = text.slice(origin.length).split(/[?#]/)[0];
  const plain = text.startsWith(origin) && /^(\/|$)/.test(path) && !/(^|\/)\.\.?(\/|$)|%(25)*(2e|2f|5c)/i.test(path);
  return known && plain ? text : null;
}
