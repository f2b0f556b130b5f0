// What mends a fault: the ways out of it that the host knows, each a button beside the fault.
import { element as e } from "./dom.js";
import { addressOf, may, nameOf } from "./studio-core.js";
import { fixWords } from "./studio-words.js";

/** What is only missing: while somebody writes, it isn't said before they have left the field. */
export const MISSING = new Set(["T0108", "T0209", "T0210", "T0907", "T0908"]);

/** What tells a fault, and a way out of it, from others, whatever words the text has. */
export const identity = ({ code, kind, field, place }) => JSON.stringify([code, kind, field, place]);

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What rows get that aren't there yet. */
function added(fix, form, names) {
  const known = new Set((form?.rows ?? []).map(({ keys }) => String(keys)));
  return (fix.form?.rows ?? []).filter(({ keys }) => !known.has(String(keys))).map(names.labelOf);
}

/**
 * A fix of the text that is open changes its form; one of another text is kept there, by who may write it, beside the way there.
 *
 * @param {{ fixes?: object[] }} fault
 * @param {{ form: object | null, row: object | null, names: object, isHere: (fix: object) => boolean, isLocked: boolean,
 *   isBegun: boolean, comma: string, onmend: (fix: object) => void }} options
 *   `row`: the one that the fault is at; `isBegun`: whether the page itself offers what the text can begin with
 * @returns {Node[]}
 */
export function fixButtons({ fixes = [] }, { form, row, names, isHere, isLocked, isBegun, comma, onmend }) {
  return fixes.flatMap((fix, at) => {
    const isOwn = isHere(fix);
    if (isOwn && (isLocked || (isBegun && fix.kind === "copy-original"))) return [];
    const text = fixWords(fix, { field: fix.field && names.fieldLabel(fix.field), rows: isOwn ? added(fix, form, names).join(comma) : "" });
    const about = isOwn ? (fix.kind === "remove-row" && row ? names.labelOf(row) : null) : nameOf(fix.place);
    const mends = isOwn || may("writer", fix.place.locale);
    return [
      mends ? e("button", { text, "aria-label": about ? `${text}: ${about}` : null, onclick: () => onmend(fix) }) : null,
      // Once behind all that are of it.
      isOwn || isSame(fix.place, fixes[at + 1]?.place) ? null : e("a", { href: addressOf(fix.place), text: nameOf(fix.place) }),
    ].filter(Boolean);
  });
}
