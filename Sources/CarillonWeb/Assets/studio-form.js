// A form on the page: a field for each row or cell, rows that come and go, and what the text depends on.
import { element as e } from "./dom.js";
import { select } from "./studio-core.js";
import { textField } from "./studio-text.js";
import { say } from "./studio-words.js";

/** More cells than these are a list. */
const MOST_CELLS = 24;

/**
 * @param {{ view: object, form: object, isLocked: boolean, locale: string, dir: string, field: object,
 *   onchange: () => void, onredraw: (change: (form: object) => object, focus?: (form: object) => number) => void,
 *   onshape: (change: object) => void }} options
 *   `field`: what each field is made with; `onredraw`: the form becomes another one, and is drawn again
 * @returns {{ nodes: Node[], fields: { field: object, row: object }[] }}
 */
export function drawForm({ view, form, isLocked, locale, dir, field: common, onchange, onredraw, onshape }) {
  const fields = [];
  const isFixed = form.form === "locked";

  const fieldLabel = (name) => {
    const own = name.replace(/\.present$/, "");
    return view.variables[own]?.label ?? own;
  };
  const labelOf = (row) => (form.form === "text" || !row.keys ? say("editor.words") : row.keys.map((key, column) => keyLabel(key, column)).join(" · "));

  function keyLabel(key, column) {
    const choices = view.choices?.[column] ?? [];
    const selector = form.selectors?.[column];
    const named = new Set(form.rows.map((row) => row.keys[column]));
    const left = choices.filter((choice) => !named.has(choice.key));
    const choice = key === null ? (left.length === 1 ? left[0] : null) : choices.find((one) => one.key === key);
    if (!choice) return key === null ? say("editor.all-others") : !selector || selector.choice === "value" ? key : say("editor.exactly", { number: key });
    if (choice.numbers) return `${choice.numbers} (${choice.key})`;
    if (selector?.field.endsWith(".present")) return say(choice.key === "true" ? "editor.present" : "editor.absent");
    return { true: say("editor.yes"), false: say("editor.no") }[choice.key] ?? choice.key;
  }

  function drawRow(row, extra) {
    const label = labelOf(row);
    const field = textField({ ...common, words: row, label, locale, dir, isMultiline: view.multiline || form.shape === "lines", isLocked, takesMarks: !isFixed && view.routes !== undefined, routes: view.routes, variables: view.variables, onchange });
    fields.push({ field, row });
    if (isFixed || isLocked) return field.node;
    const more = select(say("editor.insert"), [["", say("editor.a-field")], ...Object.entries(view.variables).map(([name, one]) => [
      name, one.label + (one.sensitive ? ` (${say("editor.confidential")})` : "") + (one.optional ? ` (${say("editor.optional")})` : ""), one.refused,
    ])], "", { "aria-label": say("editor.insert-into", { row: label }) });
    const asking = e("p", { class: "row", role: "status", hidden: true });
    more.select.addEventListener("change", () => {
      const name = more.select.value;
      more.select.value = "";
      if (!name) return;
      field.insert({ chip: { field: name, label: view.variables[name].label } });
      const isAsked = view.variables[name].optional && !form.selectors?.some((one) => one.field === `${name}.present`)
        && view.dependencies.some((one) => one.field === name && one.by === "presence") && (form.selectors ?? []).length < 2;
      asking.hidden = !isAsked;
      if (isAsked) asking.replaceChildren(e("span", { text: say("editor.and-absent", { field: view.variables[name].label }) }),
        e("button", { text: say("editor.other-words-then"), onclick: () => onshape({ dependOn: { field: name, by: "presence" } }) }));
    });
    field.node.addEventListener("keydown", (event) => {
      if (!event.ctrlKey || event.code !== "Space") return;
      event.preventDefault();
      more.select.focus();
    });
    const isRest = form.form === "text" || row.keys.every((key) => key === null);
    return e("div", { class: "stack" }, field.node, e("div", { class: "row" }, more.node,
      isRest ? null : e("button", { text: say("editor.remove-row"), "aria-label": say("editor.remove-the-row", { row: label }), onclick: () => dropRow(row) }),
      extra), asking);
  }

  function dropRow(row) {
    onredraw((now) => ({ ...now, rows: now.rows.filter((one) => one !== row) }));
  }

  function addRow(keys, from) {
    if (form.rows.some((row) => String(row.keys) === String(keys) && row.keys.every((key, at) => key === keys[at]))) return;
    const rank = (key, column) => (key === null ? Infinity : (view.choices?.[column] ?? []).findIndex((choice) => choice.key === key));
    onredraw((now) => {
      const rows = [...now.rows, { ...structuredClone(from), keys }];
      // Exact numbers first, then the forms in their order, then the rest.
      rows.sort((a, b) => a.keys.map((key, column) => rank(key, column) - rank(b.keys[column], column) || 0).find((order) => order && !Number.isNaN(order)) ?? 0);
      return { ...now, rows };
    }, (now) => now.rows.findIndex((row) => row.keys.every((key, at) => key === keys[at])));
  }

  /** Forms that have no row yet, and exact numbers. */
  function adding() {
    if (form.selectors.length !== 1 || isLocked) return null;
    const [selector] = form.selectors;
    const named = new Set(form.rows.map((row) => row.keys[0]));
    const left = (view.choices[0] ?? []).filter((choice) => !named.has(choice.key));
    // The last one that is left is what the row for all others says.
    const options = left.length > 1 ? left.map((choice) => [choice.key, keyLabel(choice.key, 0)]) : [];
    const choice = select(say("editor.add-row"), [["", say("editor.choose")], ...options, ...(selector.choice === "value" ? [] : [["#", say("editor.exact-number")]])], "");
    if (choice.select.options.length === 1) return null;
    const rest = form.rows.find((row) => row.keys[0] === null);
    const add = (key) => key !== "NaN" && addRow([key], rest);
    const number = e("input", { type: "number", step: 1, "aria-label": say("editor.the-number"), hidden: true });
    const button = e("button", { text: say("editor.add"), hidden: true, onclick: () => add(String(number.valueAsNumber)) });
    choice.select.addEventListener("change", () => {
      const isNumber = choice.select.value === "#";
      number.hidden = button.hidden = !isNumber;
      if (isNumber) number.focus();
      else if (choice.select.value) add(choice.select.value);
    });
    return e("div", { class: "row" }, choice.node, number, button);
  }

  /** The keys of a column: those that it can have, those that only a row has, and the rest. */
  function keysOf(column) {
    const known = (view.choices?.[column] ?? []).map(({ key }) => key);
    const written = form.rows.map((row) => row.keys[column]);
    const others = written.filter((key) => key !== null && !known.includes(key));
    const all = [...new Set([...others, ...known])];
    // A choice that no row names is the rest's where it is the only one.
    const unnamed = known.filter((key) => !written.includes(key));
    return [...all.filter((key) => unnamed.length !== 1 || key !== unnamed[0]), null];
  }

  /** The row that counts where there is none of one's own: the first selector decides before the second. */
  function closest(keys) {
    const [one, two] = keys;
    return [[one, null], [null, two], [null, null]].map((wanted) => form.rows.find((row) => row.keys.every((key, at) => key === wanted[at]))).find(Boolean);
  }

  function grid() {
    const [rows, columns] = [keysOf(0), keysOf(1)];
    if (rows.length * columns.length > MOST_CELLS) return null;
    const cell = (keys) => {
      const row = form.rows.find((one) => one.keys.every((key, at) => key === keys[at]));
      if (row) return e("td", {}, drawRow(row));
      const from = closest(keys);
      return e("td", {}, e("div", { class: "stack" },
        e("p", { class: "muted" }, e("span", { class: "cell-name", text: `${keys.map(keyLabel).join(" · ")}: ` }),
          e("bdi", { lang: locale, text: from.parts.map((part) => (typeof part === "string" ? part : common.describe(part))).join("") })),
        e("p", { class: "muted", text: say("editor.as", { row: labelOf(from) }) }),
        isLocked ? null : e("button", { text: say("editor.own-words"), "aria-label": say("editor.own-words-for", { row: keys.map(keyLabel).join(" · ") }), onclick: () => addRow(keys, from) })));
    };
    return e("table", { class: "grid" },
      e("thead", {}, e("tr", {}, e("td", {}), ...columns.map((key) => e("th", { scope: "col", text: keyLabel(key, 1) })))),
      e("tbody", {}, ...rows.map((key) => e("tr", {}, e("th", { scope: "row", text: keyLabel(key, 0) }), ...columns.map((other) => cell([key, other]))))));
  }

  /** What the text can come to depend on, and what it no longer need depend on. */
  function shaping() {
    if (isFixed || isLocked) return null;
    const selectors = form.selectors ?? [];
    const parts = [];
    const possible = (view.dependencies ?? []).filter(({ field, by }) => !selectors.some((one) => one.field === (by === "presence" ? `${field}.present` : field)));
    if (possible.length && selectors.length < 2) {
      const choice = select(say("editor.depend"), [["", say("editor.choose")], ...possible.map(({ field, label, by }) => [JSON.stringify({ field, by }), say(`editor.by-${by}`, { field: label })])], "");
      choice.select.addEventListener("change", () => choice.select.value && onshape({ dependOn: JSON.parse(choice.select.value) }));
      parts.push(choice.node);
    }
    selectors.forEach(({ field }, column) => {
      const keys = [...new Set(form.rows.map((row) => row.keys[column]))];
      const label = say("editor.depend-no-more", { field: fieldLabel(field) });
      const choice = select(label, [["", say("editor.choose-kept")], ...keys.map((key) => [JSON.stringify(key), say("editor.keep", { row: keyLabel(key, column) })])], "");
      choice.select.addEventListener("change", () => choice.select.value && onshape({ independentOf: { selector: column, key: JSON.parse(choice.select.value) } }));
      parts.push(choice.node);
    });
    return parts.length ? e("details", {}, e("summary", { text: say("editor.shape") }), e("div", { class: "stack" }, ...parts)) : null;
  }

  const nodes = [];
  if (isFixed) nodes.push(e("p", { text: say(form.rows.length ? "editor.locked-parts" : "editor.locked") }));
  if (form.form === "rows") {
    const legend = e("legend", { text: say("editor.depends-on", { fields: form.selectors.map(({ field }) => fieldLabel(field)).join(` ${say("editor.and")} `) }) });
    const cells = form.selectors.length === 2 ? grid() : null;
    nodes.push(e("fieldset", {}, legend, ...(cells ? [cells] : form.rows.map((row) => drawRow(row))), adding()));
  } else nodes.push(e("div", { class: "stack" }, ...(form.form === "text" ? [form] : form.rows).map((row) => drawRow(row))));
  const shape = shaping();
  if (shape) nodes.push(shape);
  return { nodes, fields };
}

/** The number that chooses between a form's rows; null where none does. */
export const numberOf = (form) => form?.selectors?.find(({ choice }) => choice !== "value")?.field ?? null;
