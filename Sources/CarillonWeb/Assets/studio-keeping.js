// Words that aren't at the host yet: they wait in this tab, and meet those that somebody else has kept meanwhile.
import { element as e } from "./dom.js";
import { base, studio } from "./studio-core.js";
import { wordsOf } from "./studio-form.js";
import { say } from "./studio-words.js";

const nameOf = (place) => `${base} ${studio.session.name} ${JSON.stringify(place)}`;

/** What waits for a text: the form, and the hash of what it was changed from. */
export function waiting(place) {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(place)));
  } catch {
    return null;
  }
}

/** The texts with words that wait. */
export function waitingPlaces() {
  try {
    const before = `${base} ${studio.session.name} `;
    return Object.keys(sessionStorage).filter((name) => name.startsWith(before)).map((name) => JSON.parse(name.slice(before.length)));
  } catch {
    return [];
  }
}

/** @param {{ hash: string, base: object, form: object } | null} words null: nothing waits any more */
export function wait(place, words) {
  try {
    if (words) sessionStorage.setItem(nameOf(place), JSON.stringify(words));
    else sessionStorage.removeItem(nameOf(place));
  } catch {
    // A full or closed store: the words are still on the page.
  }
}

/** Who signs out leaves no words behind. */
export function forget() {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(`${base} `)) sessionStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}

/** Words without what is only for reading. */
const essence = (row) => JSON.stringify(row && {
  keys: row.keys, marks: row.marks ?? [],
  parts: row.parts.map((part) => (part.chip ? { chip: [part.chip.field, part.chip.value, part.chip.function] } : part)),
});

/**
 * Both changes in one form, where they are of different rows; null where they are of the same one, or of the rows themselves.
 *
 * @param {object | null} from what both began with
 */
export function merged(from, mine, theirs) {
  if (!from || !mine || !theirs || mine.form !== theirs.form || mine.form === "locked") return null;
  const rowsOf = (form) => (form.form === "text" ? [form] : form.rows);
  const [old, own, other] = [from, mine, theirs].map(rowsOf);
  const keys = (rows) => JSON.stringify([rows.map((row) => row.keys)]);
  const isSame = from.form === mine.form && JSON.stringify(mine.selectors) === JSON.stringify(theirs.selectors) && keys(own) === keys(other) && keys(own) === keys(old);
  if (!isSame) return null;
  const rows = [];
  for (const [at, row] of own.entries()) {
    const [isMine, isTheirs] = [essence(row) !== essence(old[at]), essence(other[at]) !== essence(old[at])];
    if (isMine && isTheirs && essence(row) !== essence(other[at])) return null;
    rows.push(isMine ? row : other[at]);
  }
  return theirs.form === "text" ? { ...theirs, parts: rows[0].parts, marks: rows[0].marks } : { ...theirs, rows };
}

/** Both words, side by side, with a button each. */
export function bothWords({ mine, theirs, describe, dir, locale, onmine, ontheirs }) {
  const words = (form) => (!form ? [e("p", { text: say("page.nothing") })] : (form.form === "text" ? [form] : form.rows).map((row) =>
    e("p", { lang: locale, dir, text: wordsOf(row, describe) })));
  const side = (title, form, text, onclick) => e("div", { class: "card stack" }, e("h3", { text: title }), ...words(form), e("button", { text, onclick }));
  return e("div", { class: "stack", role: "alert" },
    e("p", { class: "error", text: say("editor.conflict") }),
    e("div", { class: "sides" }, side(say("editor.mine"), mine, say("editor.keep-mine"), onmine), side(say("editor.theirs"), theirs, say("editor.take-theirs"), ontheirs)));
}
