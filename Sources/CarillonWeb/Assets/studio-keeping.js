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

const rowsOf = (form) => (form.form === "text" ? [form] : form.rows);
const shapeOf = (form) => form && form.form !== "locked" && JSON.stringify([form.form, form.selectors, rowsOf(form).map(({ keys }) => keys)]);

/** What of forms can meet row by row: their rows, where these are the same ones; null elsewhere. */
function together(...forms) {
  const [one, ...others] = forms.map(shapeOf);
  return one && others.every((other) => other === one) ? forms.map(rowsOf) : null;
}

const withRows = (form, rows) => (form.form === "text" ? { ...form, parts: rows[0].parts, marks: rows[0].marks } : { ...form, rows });

/** The words of a form alone. */
export const essenceOf = (form) => form && JSON.stringify(rowsOf(form).map(essence));

/**
 * Both changes in one form, where they are of different rows; null where they are of the same one, or of the rows themselves.
 *
 * @param {object | null} from what both began with
 */
export function merged(from, mine, theirs) {
  const all = together(from, mine, theirs)?.map((rows) => rows.map(essence));
  if (!all) return null;
  const [old, own, other] = all;
  if (own.some((row, at) => row !== old[at] && other[at] !== old[at] && row !== other[at])) return null;
  const rows = rowsOf(mine);
  return withRows(theirs, rowsOf(theirs).map((row, at) => (own[at] === old[at] ? row : rows[at])));
}

/** A form from before somebody else's change, with that in it: going back to it takes nothing of theirs back. Null where that can't be. */
export function rebased(from, state, theirs) {
  const all = together(from, state, theirs);
  return all && withRows(theirs, all[2].map((row, at) => (essence(row) === essence(all[0][at]) ? all[1][at] : row)));
}

/** Both words, side by side, with a button each. */
export function bothWords({ mine, theirs, describe, dir, locale, onmine, ontheirs }) {
  const words = (form) => (!form ? [e("p", { text: say("page.nothing") })] : rowsOf(form).map((row) =>
    e("p", { lang: locale, dir, text: wordsOf(row, describe) })));
  const side = (title, form, text, onclick) => e("div", { class: "card stack" }, e("h3", { text: title }), ...words(form), e("button", { text, onclick }));
  return e("div", { class: "stack", role: "alert" },
    e("p", { class: "error", text: say("editor.conflict") }),
    e("div", { class: "sides" }, side(say("editor.mine"), mine, say("editor.keep-mine"), onmine), side(say("editor.theirs"), theirs, say("editor.take-theirs"), ontheirs)));
}
