import { write } from "./dom.js";
import { ATTRIBUTES } from "./inbox.js";

const GATHER = 2000;
const SHOWN = 6000;
const STEPS = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** What happens to a list that is there: new items, refused marks, and the keys that lead from card to card. */
export class Live {
  #count = 0;
  #timer = 0;
  #shown = new Set();

  constructor(list) {
    this.list = list;
    list.list.addEventListener("keydown", (event) => this.#move(event));
    this.#warn();
    this.#tick();
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
    const ids = items.map(({ id }) => id).filter((id) => !this.#shown.has(id));
    for (const { id, isRead } of items) if (!isRead && ids.includes(id)) fresh.add(id);
    for (const id of ids) this.#shown.add(id);
    if (ids.length) inbox.feed.mark(ids, true, "auto");
  }

  /** A mark was taken back. */
  refuse() {
    this.list.notice = "inbox.not-saved";
    this.#speak("inbox.not-saved", 0);
  }

  /** Puts in what was held back, and goes there. */
  release() {
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
    for (const [name, known] of Object.entries(ATTRIBUTES)) {
      const value = inbox.getAttribute(name);
      if (value && known.length && !known.includes(value)) console.warn(`<${inbox.localName}>: ${name} can’t be “${value}”; known are ${known.join(", ")}`);
    }
  }

  #speak(id, wait) {
    const { status, inbox } = this.list;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      write(status, inbox.feed?.text(id, { count: this.#count }) ?? "");
      this.#count = 0;
      if (inbox.feed) this.list.update();
      this.#timer = setTimeout(() => {
        write(status, "");
        this.list.notice = null;
        if (inbox.feed) this.list.update();
      }, SHOWN);
    }, wait);
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
