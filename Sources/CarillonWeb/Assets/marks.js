const GATHER = 30;
const AGAIN = 5000;

/**
 * Marks of one feed: shown at once, sent in groups, taken back where the host refuses, kept where the network is away.
 * `marks` tells of each id how it is marked, since when, and by how much that changes a number that the host hasn't told yet.
 */
export class Marks {
  queue = new Map();
  #sending = false;

  constructor(feed, marks, count) {
    this.feed = feed;
    this.marks = marks;
    this.count = count;
  }

  mark(ids, read, by, at) {
    for (const id of this.#show(ids, read, by, at)) this.queue.set(id, read);
    setTimeout(() => this.send(), GATHER);
  }

  async all(before, at) {
    const ids = this.#show(this.feed.items.map(({ id }) => id), true, "user", at);
    const rest = this.feed.unreadCount;
    this.count(-rest); // What isn't loaded is marked too.
    const outcome = await this.#patch(ids, true, { all: true, read: true, ...(before && { before }) });
    if (outcome === "kept") for (const id of ids) this.queue.set(id, true);
    if (outcome !== "sent") this.feed.load();
  }

  /** Sends what waits, in the order it was marked: first those of one kind, then those of the other. */
  async send() {
    if (this.#sending || !this.queue.size || !navigator.onLine) return;
    this.#sending = true;
    const [[, read]] = this.queue;
    const ids = [...this.queue.keys()].filter((id) => this.queue.get(id) === read).slice(0, 100);
    for (const id of ids) this.queue.delete(id);
    const outcome = await this.#patch(ids, read, { ids, read });
    if (outcome === "kept") for (const id of ids) if (!this.queue.has(id)) this.queue.set(id, read);
    this.#sending = false;
    setTimeout(() => this.send(), outcome === "kept" ? AGAIN : 0);
  }

  /** What was marked elsewhere, or by us. Where something came in since `before`, only the host knows what was meant. */
  hear({ ids, isRead, all }, at, whole) {
    const { items, busy } = this.feed;
    if (all && (busy || !whole)) this.feed.load();
    if (all && !whole) return;
    const changed = [];
    for (const id of ids ?? items.map((item) => item.id)) {
      this.confirm(id, isRead);
      if (this.marks.get(id)?.pending) continue;
      this.marks.set(id, { at, read: isRead, delta: 0 });
      const item = this.feed.find(id);
      if (item?.isRead !== !isRead) continue;
      item.isRead = isRead;
      changed.push(id);
    }
    this.feed.changed(changed, isRead, "elsewhere");
  }

  /** The host has it: what we had counted is its number now, unless the reader changed their mind since. */
  confirm(id, read) {
    const mark = this.marks.get(id);
    if (!mark?.pending) return;
    const left = mark.read === read || !mark.delta ? 0 : mark.read ? -1 : 1;
    this.count(mark.delta - left);
    mark.delta = left;
    mark.pending = mark.read !== read;
  }

  #show(ids, read, by, at) {
    const changed = ids.filter((id) => this.feed.find(id)?.isRead !== read);
    for (const id of changed) {
      const item = this.feed.find(id);
      const change = item ? (read ? -1 : 1) : 0;
      this.marks.set(id, { at, read, by, delta: (this.marks.get(id)?.delta ?? 0) + change, pending: true });
      if (item) item.isRead = read;
    }
    this.feed.changed(changed, read, by);
    return changed;
  }

  async #patch(ids, read, body) {
    try {
      const { ok, status } = await this.feed.request("notifications", { method: "PATCH", body, keepalive: true });
      if (ok) for (const id of ids) this.confirm(id, read);
      else this.#undo(ids, read, status);
      return ok ? "sent" : "refused";
    } catch {
      return "kept";
    } finally {
      this.feed.changed([]);
    }
  }

  #undo(ids, read, status) {
    const undone = ids.filter((id) => this.marks.get(id)?.pending && this.marks.get(id).read === read);
    const told = !ids.length || undone.some((id) => this.marks.get(id).by === "user");
    for (const id of undone) {
      this.marks.delete(id);
      const item = this.feed.find(id);
      if (item) item.isRead = !read;
    }
    if (told) this.feed.emit("refused", { problem: { status } });
  }
}
