// What a list needs once it is there: what stands in its place, what is pressed, more and new items, and keys from card to card.
import { arrange, element, emit, icon, set, sheet, write } from "./dom.js";
import { CHOICES } from "./inbox.js";

const GATHER = 2000;
const SHOWN = 6000;
/** How many cards are laid out, painted and looked for together. */
const SLICE = 10;
/** What is guessed of cards that aren't laid out, and what the lowest ones have. */
const CARD_HEIGHT = 92;
const LOW_HEIGHT = 80;
const STEPS = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
/** The slot where there are no cards. */
const SLOTS = { ready: "empty", stale: "empty", error: "error", gone: "error", "signed-out": "signed-out" };

const look = sheet(`
@keyframes rise { from { opacity: 0; translate: 0 -6px; } }
[popover] { animation: rise var(--motion) ease-out; }
.go:hover::after { background: color-mix(in srgb, var(--text) 4%, transparent); }
.card:not(.unread):is(:hover, :focus-within) .dot { border: 2px solid var(--muted); }
.far { content-visibility: auto; }
* + .slice > :first-child, .slice + .card { border-block-start: 1px solid var(--border); }
.state { display: grid; justify-items: center; gap: 12px; padding: 56px 24px; text-align: center; color: var(--muted); }
.note { display: flex; flex-wrap: wrap; align-items: center; padding: 10px 16px; font-size: .875em; background: var(--background); }
.new { position: sticky; inset-block-start: 8px; z-index: 2; display: flex; margin: 0 auto -52px; border-radius: 22px; font-size: .875em; }
.picture { display: block; inline-size: 100%; block-size: 140px; object-fit: cover; border-radius: var(--radius); margin-block-start: 8px; }
.more { display: flex; margin: 8px auto 16px; }
.ghost { block-size: 64px; margin: 12px 16px; border-radius: var(--radius); background: var(--border); }
`);

export class Live {
  #count = 0;
  #timer = 0;
  #notice = null;
  #stands = null;
  /** Marked by being seen. */
  #seen = new Set();

  constructor(list) {
    this.list = list;
    this.note = element("div", { class: "note", part: "error" });
    this.new = element("button", { class: "new main", part: "more", onclick: () => this.#release() });
    this.states = element("div");
    this.more = element("button", { class: "more plain", part: "more", onclick: () => list.inbox.feed.more() });
    this.status = element("p", { role: "status", part: "status", class: "hide" });
    list.list.before(this.note, this.new);
    list.list.after(this.states, this.more, this.status);
    list.list.addEventListener("click", (event) => this.#press(event));
    const { adoptedStyleSheets } = list.inbox.shadowRoot;
    if (!adoptedStyleSheets.includes(look)) adoptedStyleSheets.push(look);
    list.list.addEventListener("keydown", (event) => this.#move(event));
    this.#warn();
    this.#tick();
  }

  /** @param {number} count how many cards there are */
  update(count) {
    const { held, inbox, list } = this.list;
    const { feed, quiet } = inbox;
    const waits = !feed.words || (feed.busy && feed.state !== "error");
    const note = count && feed.state === "stale" ? "inbox.offline" : this.#notice;
    set(list, "aria-busy", feed.busy && "true");
    this.#stand(count ? "items" : waits && feed.state !== "signed-out" ? "" : feed.state);
    this.note.hidden = !note || quiet;
    write(this.note, note ? feed.text(note) : "");
    this.more.hidden = !count || !feed.hasMore;
    write(this.more, feed.text("inbox.more"));
    this.new.hidden = !held.size;
    write(this.new, held.size ? feed.text("inbox.new", { count: held.size }) : "");
  }

  /**
   * Puts cards into slices, of which a browser passes over those that are far away: a thousand cards cost no more than a few.
   * A page's first screen is laid out at once, as a wrong guess would move what is before the reader's eyes.
   * What is in the list stays where it is, as a node that moves loses focus; so slices fill from the end, where old ones come.
   * @returns {Element[]} what the list has to hold
   */
  slice(list, cards) {
    const slices = new Map();
    const nodes = [];
    for (const card of cards.toReversed()) {
      const home = card.parentNode;
      set(card, "role", "listitem"); // A list's own child no more.
      let [slice] = nodes;
      if (home === list) slice = card;
      else if (home && home !== slice && home.parentNode === list && !slices.has(home)) slice = home;
      else if (home !== slice && !(slices.get(slice)?.length < SLICE)) slice = element("div", { class: "slice", role: "none" });
      if (slice !== nodes[0]) nodes.unshift(slice);
      if (slice === card) continue;
      if (!slices.has(slice)) slices.set(slice, []);
      slices.get(slice).unshift(card);
    }
    const { feed, view } = this.list.inbox;
    const screen = view === "bell" ? 0 : innerHeight;
    let start = feed.items.indexOf(cards.at(-1).item) + 1;
    for (const [slice, held] of slices) {
      start -= held.length;
      slice.classList.toggle("far", start * LOW_HEIGHT >= screen);
      slice.style.containIntrinsicBlockSize = `auto ${held.length * CARD_HEIGHT}px`;
      arrange(slice, held);
    }
    return nodes;
  }

  /** Holds a new item back where it would move what is before the reader's eyes, and tells of all that came together. */
  announce({ id }) {
    const { list, body, inbox } = this.list;
    const edge = inbox.view === "bell" ? body.getBoundingClientRect().top : 0;
    if (list.checkVisibility() && list.getBoundingClientRect().top < edge - 8) {
      this.list.held.add(id);
      this.list.update();
    }
    this.#count += 1;
    this.#speak("inbox.new", GATHER);
  }

  /** Marks what the reader sees, each once: who marks it unread again means it. */
  markShown(items) {
    const { fresh, inbox } = this.list;
    const ids = new Set(items.map(({ id }) => id).filter((id) => !this.#seen.has(id)));
    for (const { id, isRead } of items) if (!isRead && ids.has(id)) fresh.add(id);
    for (const id of ids) this.#seen.add(id);
    if (ids.size) inbox.feed.mark([...ids], true, "auto");
  }

  /** A mark was taken back. */
  refuse() {
    this.#notice = "inbox.not-saved";
    this.#speak("inbox.not-saved", 0);
  }

  #stand(state) {
    const { feed, quiet } = this.list.inbox;
    const name = SLOTS[state];
    const text = feed.text(name === "empty" ? "center.empty" : `inbox.${name}`);
    this.states.hidden = quiet && name === "error";
    if (this.#stands === state + text) return;
    this.#stands = state + text;
    const ghosts = state ? [] : [1, 2, 3].map(() => element("div", { class: "ghost" }));
    const retry = state === "error" && element("button", { class: "main", part: "action", text: feed.text("inbox.retry"), onclick: () => feed.refresh() });
    const shown = element("div", { class: "state", part: name }, icon("Bell", 48), element("p", { text }), retry || null);
    this.states.replaceChildren(...(name ? [element("slot", { name }, shown)] : ghosts));
  }

  /** Puts in what was held back, and goes there. */
  #release() {
    const { held, list } = this.list;
    const [first] = held;
    held.clear();
    this.list.update();
    list.scrollIntoView();
    go([...list.querySelectorAll(".card")].find(({ item }) => item.id === first));
  }

  /** Midnights are at full minutes: days and times are put anew. */
  #tick() {
    setTimeout(() => {
      const { inbox } = this.list;
      if (!inbox.isConnected || inbox.list !== this.list) return;
      if (inbox.feed) inbox.update();
      this.#tick();
    }, 60_000 - (Date.now() % 60_000));
  }

  #warn() {
    const { inbox } = this.list;
    for (const [name, known] of Object.entries(CHOICES)) {
      const value = inbox.getAttribute(name);
      if (value && !known.includes(value)) console.warn(`<${inbox.localName}>: ${name} can’t be “${value}”; known are ${known.join(", ")}`);
    }
  }

  #speak(id, wait) {
    const { status } = this;
    const { inbox } = this.list;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      write(status, inbox.feed?.text(id, { count: this.#count }) ?? "");
      this.#count = 0;
      if (inbox.feed) this.list.update();
      this.#timer = setTimeout(() => {
        write(status, "");
        this.#notice = null;
        if (inbox.feed) this.list.update();
      }, SHOWN);
    }, wait);
  }

  #press(event) {
    const { inbox } = this.list;
    const { item } = event.target.closest(".card") ?? {};
    if (event.target.closest(".card > .tick")) inbox.mark([item.id], !item.isRead);
    if (!event.target.closest(".card > .text .go")) return;
    if (emit(inbox, "carillon-open", { item }, true)) inbox.mark([item.id], true);
    else event.preventDefault();
  }

  #move(event) {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    const cards = [...this.list.list.querySelectorAll(".card")];
    const at = cards.findIndex((card) => card.contains(event.target));
    event.preventDefault();
    go(cards[Math.max(0, Math.min(cards.length - 1, at + step))]);
  }
}

function go(card) {
  card?.querySelector("a, button")?.focus();
  card?.scrollIntoView({ block: "nearest" });
}
