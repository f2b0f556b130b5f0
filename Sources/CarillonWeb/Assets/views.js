// Loaded where it is asked for: the page's own buttons, and reading along as the reader scrolls.
import { arrange, element, icon, set, sheet, write } from "./dom.js";

const PATHS = {
  Back: "M19 12H5M11 6l-6 6 6 6",
  Settings: "M4 7h9M19 7h1M4 17h1M11 17h9M13 7a3 3 0 1 0 6 0 3 3 0 0 0-6 0ZM5 17a3 3 0 1 0 6 0 3 3 0 0 0-6 0Z",
};

const look = sheet(`
:host([view=page]) .panel { max-inline-size: 680px; margin-inline: auto; }
h1.title { font-size: 1.375em; }
:dir(rtl) > .Back { transform: scaleX(-1); }
.tool { padding: 0; }
`);

/** Back and settings, in the slots that a page may fill with its own. */
export class Page {
  #settings = null;

  constructor(inbox) {
    const tool = (name, onclick) => element("button", { class: "tool", part: "action", onclick }, icon(name, 22, PATHS));
    this.inbox = inbox;
    inbox.page = this;
    this.back = tool("Back", () => (this.#settings ? this.#show(false) : history.back()));
    this.gear = tool("Settings", () => this.#show(true));
    inbox.start.append(this.back);
    inbox.end.append(this.gear);
    if (!inbox.shadowRoot.adoptedStyleSheets.includes(look)) inbox.shadowRoot.adoptedStyleSheets.push(look);
    if (inbox.view === "preferences") this.#show(true);
    else if (inbox.feed) inbox.update();
  }

  update() {
    const { feed, view, heading, all } = this.inbox;
    const settings = Boolean(this.#settings);
    if (settings) write(heading, feed.text("inbox.settings"));
    set(this.back, "aria-label", feed.text("inbox.back"));
    set(this.gear, "aria-label", feed.text("inbox.settings"));
    this.back.hidden = view === "preferences" || (!settings && history.length < 2);
    this.back.style.visibility = feed.words ? "" : "hidden"; // Its place is kept, so the title doesn't move.
    this.gear.hidden = settings || !feed.words?.preferences?.length || !["ready", "stale"].includes(feed.state);
    all.hidden ||= settings;
  }

  async #show(settings) {
    const { inbox } = this;
    if (settings) await import("./preferences.js");
    this.#settings = settings ? element("carillon-preferences") : null;
    arrange(inbox.panel, [inbox.top, this.#settings ?? inbox.list.body, inbox.foot]);
    if (inbox.feed) inbox.update();
    if (inbox.view === "page") inbox.heading.focus();
  }
}

const watches = new WeakMap();

/** Marks cards as they come into sight, and loads more at the end: a few times only, so what follows can be reached. */
export function watch(inbox) {
  const { list, autoRead, more } = inbox;
  if (!list.live) return;
  const watch = watches.get(inbox) ?? { loads: 0, observer: new IntersectionObserver((entries) => seen(entries), { threshold: 0.6 }) };
  const seen = (entries) => {
    const targets = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
    if (targets.includes(inbox.list.live.more) && !inbox.feed.busy && watch.loads++ < 5) inbox.feed.more();
    const items = targets.map(({ item }) => item).filter(Boolean);
    if (items.length && !document.hidden) inbox.list.live.markShown(items);
  };
  watches.set(inbox, watch);
  watch.observer.disconnect();
  if (more === "scroll") watch.observer.observe(list.live.more);
  if (autoRead === "visible") for (const root of list.body.querySelectorAll(".unread")) watch.observer.observe(root);
}
