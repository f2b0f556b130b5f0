// The words of a field as nodes, and back: texts, chips, and marks around both.
import { element } from "./dom.js";

/** Firefox has no caret before a first chip, and no engine has one behind a line break that ends the words. */
export const EDGE = "\u200b";

/** What a node in a field stands for: the part of a chip, or the mark around words. */
const parts = new WeakMap();
const marks = new WeakMap();

export const partOf = (node) => parts.get(node);

export function chip(part, describe) {
  const made = element("span", { class: "chip", contenteditable: "false", text: describe(part), dir: "auto" });
  parts.set(made, part);
  return made;
}

/** Another part for a chip that stays where it is. */
export function become(made, part, describe) {
  parts.set(made, part);
  made.textContent = describe(part);
}

export function fill(box, words, describe) {
  const nodes = words.parts.map((part) => (typeof part === "string" ? document.createTextNode(part) : chip(part, describe)));
  /** Outer marks come first, so each goes around what is there and the next ones into it. */
  function build(from, upTo, rest) {
    const made = [];
    for (let at = from; at < upTo; ) {
      const next = rest.findIndex((mark) => mark.from === at && mark.upTo <= upTo);
      if (next < 0) {
        made.push(nodes[at]);
        at += 1;
        continue;
      }
      const { mark, options, upTo: end } = rest[next];
      const around = element("span", { class: `mark mark-${mark}` }, ...build(at, end, rest.slice(next + 1)));
      marks.set(around, options ? { mark, options } : { mark });
      made.push(around);
      at = end;
    }
    return made;
  }
  box.replaceChildren(...build(0, nodes.length, words.marks ?? []));
}

/** Marks that are around whole paragraphs: what is typed at an end of them belongs to them. */
export const BLOCKS = new Set(["p", "h1", "h2", "h3", "ul", "ol", "li"]);

/** Keeps a place for the caret at both ends; what browsers put into an empty field for that is no line. */
export function edge(box) {
  for (const filler of box.querySelectorAll("br")) filler.remove();
  const inner = (side) => {
    let at = box;
    while (marks.has(at[side]) && BLOCKS.has(marks.get(at[side]).mark)) at = at[side];
    return at;
  };
  const [first, last] = [inner("firstChild"), inner("lastChild")];
  if (first.firstChild?.nodeType !== Node.TEXT_NODE) first.prepend(EDGE);
  if (last.lastChild?.nodeType !== Node.TEXT_NODE || last.lastChild.data.endsWith("\n")) last.append(EDGE);
}

export function read(box, keepsEdges) {
  const found = [];
  const around = [];
  /** Where a mark begins or ends: texts don't run together there. */
  const borders = new Set();
  const add = (data) => {
    const text = keepsEdges ? data : data.replaceAll(EDGE, "");
    if (!text) return;
    const last = found.length - 1;
    if (typeof found[last] === "string" && !borders.has(found.length)) found[last] += text;
    else found.push(text);
  };
  (function walk(parent) {
    for (const child of parent.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) add(child.data);
      else if (parts.has(child)) found.push(parts.get(child));
      else if (child.tagName === "BR") add("\n");
      else if (marks.has(child)) {
        const mark = { ...marks.get(child), from: found.length };
        borders.add(found.length);
        around.push(mark);
        walk(child);
        mark.upTo = found.length;
        borders.add(found.length);
      } else walk(child);
    }
  })(box);
  return { parts: found, marks: around.filter((mark) => mark.from < mark.upTo) };
}

/** Texts and chips in reading order, each as a node. */
function* leaves(parent) {
  for (const child of parent.childNodes) {
    if (child.nodeType === Node.TEXT_NODE || parts.has(child) || child.tagName === "BR") yield child;
    else yield* leaves(child);
  }
}

const counted = (text, keepsEdges) => (keepsEdges ? text : text.replaceAll(EDGE, "")).length;

/** How many characters and chips are before a point. */
export function unitsBefore(box, node, offset, keepsEdges) {
  const range = document.createRange();
  range.setStart(box, 0);
  range.setEnd(node, offset);
  let count = 0;
  for (const leaf of leaves(box)) {
    if (leaf === node) return count + counted(leaf.data.slice(0, offset), keepsEdges);
    const at = [...leaf.parentNode.childNodes].indexOf(leaf);
    if (range.comparePoint(leaf.parentNode, at + 1) > 0) return count;
    count += leaf.nodeType === Node.TEXT_NODE ? counted(leaf.data, keepsEdges) : 1;
  }
  return count;
}

/** The point behind so many characters and chips, in a text where there is one. */
export function pointAfter(box, units, keepsEdges) {
  let left = units;
  let last = [box, box.childNodes.length];
  for (const leaf of leaves(box)) {
    if (leaf.nodeType !== Node.TEXT_NODE) {
      const at = [...leaf.parentNode.childNodes].indexOf(leaf);
      if (left === 0) return [leaf.parentNode, at];
      left -= 1;
      last = [leaf.parentNode, at + 1];
      continue;
    }
    let at = 0;
    while (at < leaf.data.length && left > 0) {
      if (keepsEdges || leaf.data[at] !== EDGE) left -= 1;
      at += 1;
    }
    // Behind the sign that only keeps a place, so that what is typed comes after it.
    while (left === 0 && !keepsEdges && leaf.data[at] === EDGE) at += 1;
    last = [leaf, at];
    if (left === 0 && (at > 0 || leaf.data.length)) return last;
  }
  return last;
}

/** What is in a selection: texts, and chips as units. */
export function partsIn(box, range, keepsEdges) {
  const found = [];
  for (const leaf of leaves(box)) {
    if (!range.intersectsNode(leaf)) continue;
    if (leaf.nodeType !== Node.TEXT_NODE) {
      found.push(parts.get(leaf) ?? "\n");
      continue;
    }
    const from = leaf === range.startContainer ? range.startOffset : 0;
    const upTo = leaf === range.endContainer ? range.endOffset : leaf.data.length;
    const text = leaf.data.slice(from, upTo);
    const kept = keepsEdges ? text : text.replaceAll(EDGE, "");
    if (kept) found.push(kept);
  }
  return found;
}
