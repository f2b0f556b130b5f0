// A form on the page: a field for each row or cell, rows that come and go, and what the text depends on.
import { element as e, write } from "./dom.js";
import { select } from "./studio-core.js";
import { fieldName } from "./studio-fields.js";
import { listField, showsLists } from "./studio-pieces.js";
import { textField } from "./studio-text.js";
import { say } from "./studio-words.js";

/** More cells than these are a list. */
const MOST_CELLS = 24;

/** Numbers in their own order, also on a page from right to left. */
const forward = (text) => (document.documentElement.dir === "rtl" ? `\u2066${text}\u2069` : text);

/** Texts show these beside what their events bring. */
const OWN = ["tenant", "recipient", "link"];

/** A text as the host has it, with names for people of all that it can show. */
export function named(view) {
  for (const [name, one] of Object.entries(view.variables)) if (OWN.includes(one.type)) one.label = say(`names.${name}`);
  return view;
}

/** What rows, and what they depend on, are called. */
export function namesOf(view, form) {
  const fieldLabel = (name) => {
    const own = name.replace(/\.present$/, "");
    return view.variables[own]?.label ?? own;
  };

  function keyLabel(key, column) {
    const choices = view.choices?.[column] ?? [];
    const selector = form.selectors?.[column];
    const named = new Set(form.rows.map((row) => row.keys[column]));
    const left = choices.filter((choice) => !named.has(choice.key));
    const choice = key === null ? (left.length === 1 ? left[0] : null) : choices.find((one) => one.key === key);
    if (!choice) return key === null ? say("editor.all-others") : !selector || selector.choice === "value" || Number.isNaN(Number(key)) ? key : say("editor.exactly", { number: key });
    if (choice.numbers) return forward(`${choice.numbers} (${choice.key})`);
    if (selector?.field.endsWith(".present")) return say(choice.key === "true" ? "editor.present" : "editor.absent");
    return { true: say("editor.yes"), false: say("editor.no") }[choice.key] ?? choice.key;
  }

  const rank = (key, column) => (key === null ? Infinity : (view.choices?.[column] ?? []).findIndex((choice) => choice.key === key));
  /** Exact numbers first, then the forms in their order, then the rest. */
  const sorted = (now) => ({ ...now, rows: now.rows.toSorted((a, b) =>
    a.keys.map((key, column) => rank(key, column) - rank(b.keys[column], column) || 0).find((order) => order && !Number.isNaN(order)) ?? 0) });
  const labelOf = (row) => (form.form === "text" || !row.keys?.length ? say("editor.words") : row.keys.map((key, column) => keyLabel(key, column)).join(" · "));
  return { fieldLabel, keyLabel, labelOf, sorted, legend: () => say("editor.depends-on", { fields: form.selectors.map(({ field }) => fieldLabel(field)).join(` ${say("editor.and")} `) }) };
}

/** The words of a row on one line, as `describe` says its chips. */
export const wordsOf = (row, describe) => row.parts.map((part) => (typeof part === "string" ? part : describe(part))).join("");

/**
 * @param {{ view: object, form: object, isLocked: boolean, locale: string, dir: string, field: object,
 *   onchange: () => void, onredraw: (change: (form: object) => object, focus?: (form: object) => number) => void,
 *   onshape: (change: object) => void }} options
 *   `field`: what each field is made with; `onredraw`: the form becomes another one, and is drawn again
 * @returns {{ nodes: Node[], names: object, fields: { field: object, row: object, readings: HTMLElement, fixes: HTMLElement }[] }}
 */
export function drawForm({ view, form, isLocked, locale, dir, field: common, onchange, onredraw, onshape }) {
  const fields = [];
  const isFixed = form.form === "locked";

  const names = namesOf(view, form);
  const { fieldLabel, keyLabel, labelOf, sorted, legend } = names;

  function drawRow(row, extra) {
    const label = labelOf(row);
    const takesMarks = !isFixed && view.routes !== undefined;
    // Marks reach over words: only the field itself shows them.
    const make = isFixed || isLocked || takesMarks || !showsLists() ? textField : listField;
    const field = make({ ...common, words: row, label, locale, dir, isMultiline: view.multiline || form.shape === "lines", isLocked, takesMarks, routes: view.routes,
      variables: isFixed ? {} : view.variables, onchange, onfield: (name) => askAbsent(name) });
    const readings = e("ul", { class: "readings", hidden: true, "aria-label": say("readings.row", { row: label }) });
    const fixes = e("div", { class: "row", hidden: true, role: "group", "aria-label": say("fix.of", { row: label }) });
    fields.push({ field, row, readings, fixes });
    const words = form.form === "rows" ? e("div", { class: "pair" }, field.node, readings) : field.node;
    const isPlain = !Object.keys(view.variables).length;
    if (isFixed || isLocked) return words;
    if (isPlain) return e("div", { class: "stack" }, words, fixes);
    const more = select(say("editor.insert"), [["", say("editor.a-field")], ...Object.entries(view.variables).map(([name, one]) => [name, fieldName(one), one.refused])],
      "", { "aria-label": say("editor.insert-into", { row: label }) });
    const asking = e("p", { class: "row", role: "status", hidden: true });
    function askAbsent(name) {
      const isAsked = view.variables[name].optional && !form.selectors?.some((one) => one.field === `${name}.present`)
        && view.dependencies.some((one) => one.field === name && one.by === "presence") && (form.selectors ?? []).length < 2;
      asking.hidden = !isAsked;
      if (isAsked) asking.replaceChildren(e("span", { text: say("editor.and-absent", { field: view.variables[name].label }) }),
        e("button", { text: say("editor.other-words-then"), onclick: () => onshape({ dependOn: { field: name, by: "presence" } }) }));
    }
    more.select.addEventListener("change", () => {
      const name = more.select.value;
      more.select.value = "";
      if (!name) return;
      field.insert({ chip: { field: name, label: view.variables[name].label } });
      askAbsent(name);
    });
    field.node.addEventListener("keydown", (event) => {
      if (!event.ctrlKey || event.code !== "Space") return;
      event.preventDefault();
      if (!field.list?.()) more.select.focus();
    });
    const isRest = form.form === "text" || row.keys.every((key) => key === null);
    return e("div", { class: "stack" }, words, fixes, e("div", { class: "row inserting" }, more.node,
      isRest ? null : e("button", { text: say("editor.remove-row"), "aria-label": say("editor.remove-the-row", { row: label }), onclick: () => dropRow(row) }),
      extra), asking);
  }

  function dropRow(row) {
    onredraw((now) => ({ ...now, rows: now.rows.filter((one) => one !== row) }));
  }

  function addRow(keys, from) {
    if (form.rows.some((row) => String(row.keys) === String(keys) && row.keys.every((key, at) => key === keys[at]))) return;
    // Words that are to be written now are shown, whatever was looked for.
    if (view.cells) view.cells.which = "all";
    onredraw((now) => sorted({ ...now, rows: [...now.rows, { ...structuredClone(from), keys }] }), (now) => now.rows.findIndex((row) => row.keys.every((key, at) => key === keys[at])));
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

  const cellName = (keys) => keys.map(keyLabel).join(" · ");
  const ownRow = (keys) => form.rows.find((one) => one.keys.every((key, at) => key === keys[at]));

  function cell(keys) {
    const row = ownRow(keys);
    if (row) return drawRow(row);
    const from = closest(keys);
    return e("div", { class: "stack" },
      e("p", { class: "muted" }, e("span", { class: "cell-name", text: `${cellName(keys)}: ` }), e("bdi", { lang: locale, text: wordsOf(from, common.describe) })),
      e("p", { class: "muted", text: say("editor.as", { row: labelOf(from) }) }),
      isLocked ? null : e("button", { text: say("editor.own-words"), "aria-label": say("editor.own-words-for", { row: cellName(keys) }), onclick: () => addRow(keys, from) }));
  }

  function grid(rows, columns) {
    return e("table", { class: "grid" },
      e("thead", {}, e("tr", {}, e("td", {}), ...columns.map((key) => e("th", { scope: "col", text: keyLabel(key, 1) })))),
      e("tbody", {}, ...rows.map((key) => e("tr", {}, e("th", { scope: "row", text: keyLabel(key, 0) }), ...columns.map((other) => e("td", {}, cell([key, other])))))));
  }

  /** Cells that are too many for a grid: one finds them by what they are called. */
  function cellList(rows, columns) {
    // It stays when the form is drawn again.
    const filter = (view.cells ??= { words: "", which: "all" });
    const items = rows.flatMap((key) => columns.map((other) => [key, other]))
      .map((keys) => ({ name: cellName(keys).toLowerCase(), isOwn: Boolean(ownRow(keys)), node: e("li", {}, cell(keys)) }));
    const search = e("input", { id: "cells", type: "search", value: filter.words });
    const which = select(say("cells.which"), ["all", "own", "falling"].map((one) => [one, say(`cells.${one}`)]), filter.which);
    const found = e("p", { class: "muted", role: "status" });
    const show = () => {
      Object.assign(filter, { words: search.value, which: which.select.value });
      const wanted = filter.words.trim().toLowerCase();
      for (const { name, isOwn, node } of items) node.hidden = !name.includes(wanted) || (filter.which !== "all" && isOwn !== (filter.which === "own"));
      write(found, say("cells.count", { count: items.filter(({ node }) => !node.hidden).length }));
    };
    search.addEventListener("input", show);
    which.select.addEventListener("change", show);
    show();
    return e("div", { class: "stack" },
      e("div", { class: "row" }, e("label", { for: "cells", text: say("cells.find") }), search, which.node, found),
      e("ul", { class: "stack cells" }, ...items.map(({ node }) => node)));
  }

  function table() {
    const [rows, columns] = [keysOf(0), keysOf(1)];
    return (rows.length * columns.length > MOST_CELLS ? cellList : grid)(rows, columns);
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
  // Only the platform's own staff get it.
  if (form.source) nodes.push(e("details", {}, e("summary", { text: say("editor.source") }), e("pre", { lang: "en", dir: "ltr", tabindex: 0, text: form.source })));
  if (form.form === "rows") {
    nodes.push(e("fieldset", {}, e("legend", { text: legend() }), ...(form.selectors.length === 2 ? [table()] : form.rows.map((row) => drawRow(row))), adding()));
  } else nodes.push(e("div", { class: "stack" }, ...(form.form === "text" ? [form] : form.rows).map((row) => drawRow(row))));
  const shape = shaping();
  if (shape) nodes.push(shape);
  return { nodes, names, fields };
}

/**
 * The number that chooses between a form's rows, and the first ones that each row is for; null where none does.
 *
 * @returns {{ field: string, numbers: number[] } | null}
 */
export function numberOf(form, choices) {
  const column = form?.selectors?.findIndex(({ choice }) => choice !== "value") ?? -1;
  if (column < 0) return null;
  const written = form.rows.map((row) => row.keys[column]).filter((key) => key !== null && !Number.isNaN(Number(key)));
  const numbers = [...written, ...(choices?.[column] ?? []).flatMap(({ samples = [] }) => samples)].map(Number);
  return { field: form.selectors[column].field, numbers: [...new Set(numbers)].sort((a, b) => a - b) };
}
