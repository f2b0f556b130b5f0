// The inbox of the product's app with given items: the very element that its pages have, without a feed behind it.
import { element as e } from "./dom.js";
import { ask, query } from "./studio-core.js";

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
