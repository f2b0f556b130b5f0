// What mends a fault of a text: changes of its form, each a button beside the fault, and one step that can be taken back.
import { say } from "./studio-words.js";

/** What is only missing: while somebody writes, it isn't said before they have left the field. */
export const MISSING = new Set(["T0108", "T0209", "T0210", "T0907", "T0908"]);

/** A form in which one row is another one. */
const replacing = (row, change) => (form) => {
  if (form.form === "text") return { ...form, ...change(form) };
  return { ...form, rows: form.rows.map((one) => (String(one.keys) === String(row.keys) ? { ...one, ...change(one) } : one)) };
};

/** Words without some of their chips, and without the blank that would then be double. */
function without(parts, isGone) {
  const left = [];
  for (const part of parts) {
    if (isGone(part)) continue;
    if (typeof part === "string" && typeof left.at(-1) === "string") left.push((left.pop() + part).replace(/ {2,}/g, " "));
    else left.push(part);
  }
  return left;
}

/**
 * @param {{ code: string, place?: { part?: number } }} fault of this text
 * @param {{ view: object, form: object, row: object | null, names: object, canRemove: boolean }} options
 *   `row`: the one that the fault is at; `names`: what rows and fields are called; `canRemove`: whether readers get other words without these
 * @returns {{ text: string, change?: (form: object) => object, shape?: object, remove?: true }[]}
 */
export function fixesOf({ code, place }, { view, form, row, names, canRemove }) {
  const labelOf = (field) => names.fieldLabel(field);
  // Marks are around parts by their numbers: where there are some, nothing goes.
  const takesOut = (fields) => (row?.marks?.length ? [] : fields.map((field) => ({
    text: say("fix.take-out", { field: labelOf(field) }),
    change: replacing(row, ({ parts }) => ({ parts: without(parts, (part) => part.chip?.field === field) })),
  })));
  const at = row?.parts[place?.part];
  const shown = [...new Set((row?.parts ?? []).flatMap((part) => part.chip?.field ?? []))];

  switch (code) {
    case "T0209": {
      if (form.selectors?.length !== 1) return [];
      const named = new Set(form.rows.map(({ keys }) => keys[0]));
      // The last form that is left is what the row for all others says.
      const missing = (view.choices[0] ?? []).filter(({ key }) => !named.has(key)).slice(0, -1);
      const rest = form.rows.find(({ keys }) => keys[0] === null);
      if (!missing.length || !rest) return [];
      return [{
        text: say("fix.add-rows", { rows: missing.map(({ key }) => names.keyLabel(key, 0)).join(say("page.comma")), count: missing.length }),
        change: (now) => names.sorted({ ...now, rows: [...now.rows, ...missing.map(({ key }) => ({ ...structuredClone(rest), keys: [key] }))] }),
      }];
    }
    case "T0108":
    case "T0210":
      return canRemove ? [{ text: say("editor.remove"), remove: true }] : [];
    case "T0212": {
      const optional = at?.chip?.field ? [at.chip.field] : shown.filter((field) => view.variables[field]?.optional);
      const other = optional.filter((field) => (form.selectors ?? []).length < 2 && view.dependencies.some((one) => one.field === field && one.by === "presence"))
        .map((field) => ({ text: say("fix.other-words", { field: labelOf(field) }), shape: { dependOn: { field, by: "presence" } } }));
      return [...other, ...takesOut(optional)];
    }
    case "T0213":
      return row?.keys ? [{
        text: say("editor.remove-row"), about: names.labelOf(row),
        change: (now) => ({ ...now, rows: now.rows.filter((one) => String(one.keys) !== String(row.keys)) }),
      }] : [];
    case "T0218":
      return row?.parts.some((part) => typeof part === "string" && part.includes("\n")) ? [{
        text: say("fix.one-line"),
        change: replacing(row, ({ parts }) => ({ parts: parts.map((part) => (typeof part === "string" ? part.replace(/\s*\n\s*/g, " ") : part)) })),
      }] : [];
    case "T0908": {
      // In several rows nobody but who translates knows where.
      if (form.form !== "text") return [];
      const missing = [...view.original?.matchAll(/‹(\w+)›/g) ?? []].map(([, field]) => field)
        .filter((field, index, all) => view.variables[field] && !view.variables[field].refused && !shown.includes(field) && all.indexOf(field) === index);
      return missing.map((field) => ({
        text: say("fix.put-in", { field: labelOf(field) }),
        change: (now) => ({ ...now, parts: [...now.parts, " ", { chip: { field, label: labelOf(field) } }] }),
      }));
    }
    case "T0219":
      return takesOut(at?.chip?.field ? [at.chip.field] : shown.filter((field) => view.variables[field]?.sensitive));
    default:
      return [];
  }
}
