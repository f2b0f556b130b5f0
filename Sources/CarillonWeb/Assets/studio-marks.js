// Marks over words: bold, emphasis, links, headings and lists, as changes of a field's words, and the toolbar that makes them.
import { element as e } from "./dom.js";
import { BLOCKS, EDGE } from "./studio-parts.js";
import { select } from "./studio-core.js";
import { say } from "./studio-words.js";

const LISTS = new Set(["ul", "ol"]);
const LINKS = new Set(["link", "button"]);
const isLeafBlock = ({ mark }) => BLOCKS.has(mark) && !LISTS.has(mark);

/** Words as single characters and chips, with marks over ranges of these. */
function flat({ parts, marks = [] }) {
  const units = [];
  const starts = parts.map((part) => {
    const start = units.length;
    units.push(...(typeof part === "string" ? part.split("") : [part]));
    return start;
  });
  const at = (index) => starts[index] ?? units.length;
  return { units, marks: marks.map((mark) => ({ ...mark, from: at(mark.from), upTo: at(mark.upTo) })) };
}

/** The other way; of two marks over the same words, a block is the outer one. */
function lumped({ units, marks }) {
  const depth = ({ mark }) => (LISTS.has(mark) ? 0 : BLOCKS.has(mark) ? 1 : 2);
  const sorted = marks.filter(({ from, upTo }) => from < upTo)
    .sort((a, b) => a.from - b.from || b.upTo - a.upTo || depth(a) - depth(b));
  const borders = new Set(sorted.flatMap(({ from, upTo }) => [from, upTo]));
  const parts = [];
  const places = new Map();
  units.forEach((unit, at) => {
    const joins = typeof unit === "string" && typeof parts.at(-1) === "string" && !borders.has(at);
    if (!joins) {
      places.set(at, parts.length);
      parts.push(unit);
    } else parts[parts.length - 1] += unit;
  });
  places.set(units.length, parts.length);
  return { parts, marks: sorted.map((mark) => ({ ...mark, from: places.get(mark.from), upTo: places.get(mark.upTo) })) };
}

/** Whether a mark is around a whole selection. */
export const isMarked = (words, name, from, upTo) => flat(words).marks.some((one) => one.mark === name && one.from <= from && one.upTo >= upTo);

/** Words with a mark over a range, or without it where it is there already. */
export function marked(words, name, from, upTo, options) {
  const { units, marks } = flat(words);
  const around = marks.find((one) => one.mark === name && one.from <= from && one.upTo >= upTo);
  if (around) {
    const others = marks.filter((one) => one !== around);
    // Of a link everything goes; of bold words those that were chosen.
    const left = LINKS.has(name) ? [] : [{ ...around, upTo: from }, { ...around, from: upTo }];
    return lumped({ units, marks: [...others, ...left] });
  }
  const kept = marks.filter((one) => !(one.mark === name && one.from >= from && one.upTo <= upTo)
    && !(LINKS.has(name) && LINKS.has(one.mark) && one.from < upTo && one.upTo > from));
  // A mark never reaches over the end of another one, and none is around a paragraph.
  const cuts = new Set([from, upTo]);
  for (const one of kept) {
    const isWithin = one.from >= from && one.upTo <= upTo;
    if (isWithin && !BLOCKS.has(one.mark)) continue;
    for (const end of [one.from, one.upTo]) if (end > from && end < upTo) cuts.add(end);
  }
  const ends = [...cuts].sort((a, b) => a - b);
  const pieces = ends.slice(1).map((end, at) => ({ mark: name, from: ends[at], upTo: end, ...(options ? { options } : {}) }))
    .filter((piece) => units.slice(piece.from, piece.upTo).some((unit) => typeof unit !== "string" || unit.trim()));
  return lumped({ units, marks: [...kept, ...pieces] });
}

/** The paragraphs that a range touches; where there is none, its lines become some. */
function blocks({ units, marks }, from, upTo) {
  const touched = marks.filter((one) => isLeafBlock(one) && one.from <= upTo && one.upTo >= from);
  if (touched.length) return touched;
  let [start, end] = [from, upTo];
  while (start > 0 && units[start - 1] !== "\n") start -= 1;
  while (end < units.length && units[end] !== "\n") end += 1;
  if (start === end) return [];
  const made = { mark: "p", from: start, upTo: end };
  marks.push(made);
  return [made];
}

/** Paragraphs that become headings, or paragraphs again. */
export function styled(words, name, from, upTo) {
  const model = flat(words);
  for (const one of blocks(model, from, upTo)) if (one.mark !== "li") one.mark = name;
  return lumped(model);
}

/** Paragraphs that become a list, or no longer are one. */
export function listed(words, name, from, upTo) {
  const model = flat(words);
  const list = model.marks.find((one) => LISTS.has(one.mark) && one.from <= from && one.upTo >= upTo);
  if (list && list.mark !== name) list.mark = name;
  else if (list) {
    model.marks = model.marks.filter((one) => one !== list);
    for (const one of model.marks) if (one.mark === "li" && one.from >= list.from && one.upTo <= list.upTo) one.mark = "p";
  } else {
    const items = blocks(model, from, upTo).filter((one) => one.mark !== "li");
    if (!items.length) return words;
    for (const one of items) one.mark = "li";
    model.marks.push({ mark: name, from: Math.min(...items.map((one) => one.from)), upTo: Math.max(...items.map((one) => one.upTo)) });
  }
  return lumped(model);
}

/** A paragraph in two, at a place in it; nil where there is none. */
export function broken(words, at) {
  const { units, marks } = flat(words);
  const block = marks.find((one) => isLeafBlock(one) && one.from <= at && one.upTo >= at);
  if (!block) return null;
  // An empty paragraph has a sign that only keeps a place.
  const before = at === block.from ? [EDGE] : [];
  const after = at === block.upTo ? [EDGE] : [];
  units.splice(at, 0, ...before, "\n", ...after);
  const middle = at + before.length;
  const more = before.length + 1 + after.length;
  const moved = marks.flatMap((one) => {
    const isAround = LISTS.has(one.mark) && one.from <= at && one.upTo >= at;
    if (isAround) return [{ ...one, upTo: one.upTo + more }];
    if (one === block) return [{ ...one, upTo: middle }, { ...one, from: middle + 1, upTo: one.upTo + more }];
    if (one.upTo <= at) return [one];
    if (one.from >= at) return [{ ...one, from: one.from + more, upTo: one.upTo + more }];
    return [{ ...one, upTo: middle }, { ...one, from: middle + 1, upTo: one.upTo + more }];
  });
  return { words: lumped({ units, marks: moved }), at: at + 1 };
}

/** Two paragraphs in one, where the caret is at the beginning of the second; nil elsewhere. */
export function joined(words, at) {
  const { units, marks } = flat(words);
  const second = marks.find((one) => isLeafBlock(one) && one.from === at);
  const first = marks.find((one) => isLeafBlock(one) && one.upTo === at - 1);
  if (!first || !second || units[at - 1] !== "\n") return null;
  units.splice(at - 1, 1);
  const moved = marks.filter((one) => one !== second && one !== first).map((one) => ({
    ...one, from: one.from >= at ? one.from - 1 : one.from, upTo: one.upTo >= at ? one.upTo - 1 : one.upTo }));
  return { words: lumped({ units, marks: [...moved, { ...first, upTo: second.upTo - 1 }] }), at: at - 1 };
}

const INLINE = [["strong", "B"], ["em", "I"]];

/**
 * The toolbar of a field: one stop of the Tab key, arrows go from button to button.
 *
 * @param {{ label: string, routes: object[], variables: object, apply: (change: (words: object, from: number, upTo: number) => object) => void,
 *   selection: () => { words: object, from: number, upTo: number } }} options
 */
export function toolbar({ label, routes, variables, apply, selection }) {
  const note = e("p", { class: "note", role: "status" });
  const needsWords = (change) => () => {
    const { from, upTo } = selection();
    note.textContent = from === upTo ? say("marks.choose-words") : "";
    if (from !== upTo) apply(change);
  };
  const button = (name, onclick, text) => e("button", { class: `tool tool-${name}`, "aria-label": say(`marks.${name}`), title: say(`marks.${name}`), text, onclick });
  const panel = e("div", { class: "row", hidden: true });
  const tools = [
    ...INLINE.map(([name, text]) => button(name, needsWords((words, from, upTo) => marked(words, name, from, upTo)), text)),
    ...["p", "h1", "h2", "h3"].map((name) => button(name, () => apply((words, from, upTo) => styled(words, name, from, upTo)), name === "p" ? "¶" : name.toUpperCase())),
    button("ul", () => apply((words, from, upTo) => listed(words, "ul", from, upTo)), "•"),
    button("ol", () => apply((words, from, upTo) => listed(words, "ol", from, upTo)), "1."),
    ...(routes.length ? ["link", "button"].map((name) => button(name, () => link(name), name === "link" ? "↗" : "▭")) : []),
  ];
  const bar = e("div", { role: "toolbar", class: "row tools", "aria-label": say("marks.of", { row: label }) }, ...tools);
  const focusable = (at) => tools.forEach((tool, index) => (tool.tabIndex = index === at ? 0 : -1));
  focusable(0);
  bar.addEventListener("mousedown", (event) => event.preventDefault()); // The words stay chosen.
  bar.addEventListener("keydown", (event) => {
    const at = tools.indexOf(document.activeElement);
    const isRTL = document.documentElement.dir === "rtl";
    const to = { [isRTL ? "ArrowLeft" : "ArrowRight"]: at + 1, [isRTL ? "ArrowRight" : "ArrowLeft"]: at - 1 + tools.length, Home: 0, End: tools.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    focusable(to % tools.length);
    tools[to % tools.length].focus();
  });

  /** Asks where a link leads: to a place that the product has, with the event's own fields. */
  function link(name) {
    const { words, from, upTo } = selection();
    if (isMarked(words, name, from, upTo)) return apply((now) => marked(now, name, from, upTo));
    note.textContent = from === upTo ? say("marks.choose-words") : "";
    if (from === upTo) return undefined;
    const to = select(say("marks.leads-to"), [["", say("editor.choose")], ...routes.map(({ id }) => [id, id])], "");
    const rest = e("span", { class: "row" });
    const put = e("button", { class: "main", text: say("marks.put"), disabled: true });
    let choices = [];
    to.select.addEventListener("change", () => {
      const route = routes.find(({ id }) => id === to.select.value);
      choices = (route?.parameters ?? []).filter(({ filled }) => !filled).map((parameter) => ({ parameter, choice: select(parameter.name,
        [["", say("editor.choose")], ...parameter.fields.map((field) => [field, variables[field]?.label ?? field])], "") }));
      rest.replaceChildren(...choices.map(({ choice }) => choice.node));
      const check = () => (put.disabled = !route || choices.some(({ choice }) => !choice.select.value));
      for (const { choice } of choices) choice.select.addEventListener("change", check);
      check();
    });
    put.addEventListener("click", () => {
      const options = [{ name: "to", value: to.select.value }, ...choices.map(({ parameter, choice }) => ({ name: parameter.name, field: choice.select.value }))];
      panel.hidden = true;
      apply((now) => marked(now, name, from, upTo, options), from, upTo);
    });
    panel.replaceChildren(to.node, rest, put, e("button", { text: say("marks.not-yet"), onclick: () => (panel.hidden = true) }));
    panel.hidden = false;
    to.select.focus();
    return undefined;
  }
  return { node: e("div", { class: "stack" }, bar, panel, note), link: () => routes.length && link("link") };
}
