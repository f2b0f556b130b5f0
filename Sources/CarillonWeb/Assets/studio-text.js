// A field for the words of a text: what people type is text, and what shows a value is a chip, moved and removed as one.
import { element, write } from "./dom.js";

/** Firefox has no caret before a first chip, and no engine has one behind a line break that ends the words. */
const EDGE = "\u200b";

let count = 0;

/** What a node in a field stands for: the part of a chip, or the mark around words. */
const parts = new WeakMap();
const marks = new WeakMap();

/**
 * @typedef {{ parts: (string | object)[], marks?: { mark: string, from: number, upTo: number, options?: object[] }[] }} Words
 * @param {{ words: Words, label: string, locale: string, dir: string, isMultiline: boolean, describe: (part: object) => string,
 *   onchange: () => void, onleave: () => void,
 *   onchip: (part: object, box: HTMLElement, change: (part: object) => void) => void }} options
 * @returns {{ node: HTMLElement, words: () => Words, insert: (part: object) => void, note: (text: string, isError: boolean) => void }}
 */
export function textField({ words, label, locale, dir, isMultiline, describe, onchange, onleave, onchip }) {
  const id = `text-${(count += 1)}`;
  const name = element("label", { id: `${id}-name`, text: label });
  const note = element("p", { id: `${id}-note`, class: "note" });
  const box = element("div", {
    id, class: "words", role: "textbox", contenteditable: "plaintext-only", tabindex: 0, spellcheck: "true", lang: locale, dir,
    "aria-multiline": String(isMultiline), "aria-labelledby": name.id, "aria-describedby": note.id,
  });
  const keepsEdges = words.parts.some((part) => typeof part === "string" && part.includes(EDGE));
  let place = null;

  fill(box, words, describe);
  if (!keepsEdges) edge(box);
  name.addEventListener("click", () => box.focus());

  box.addEventListener("beforeinput", (event) => {
    const isBreak = event.inputType === "insertLineBreak" || event.inputType === "insertParagraph";
    if (!isBreak && !event.inputType.startsWith("format")) return;
    event.preventDefault();
    if (isBreak && isMultiline) type("\n");
    else if (isBreak) write(note, "This text has one line.");
  });
  box.addEventListener("input", () => {
    if (!keepsEdges) edge(box);
    onchange();
  });
  box.addEventListener("blur", () => {
    place = here() ?? place;
    onleave();
  });

  /** Asks how a chip is to be shown; whoever is asked says what becomes of it. */
  function open(made) {
    onchip(parts.get(made), box, (part) => {
      parts.set(made, part);
      made.textContent = describe(part);
      box.dispatchEvent(new InputEvent("input", { bubbles: true }));
    });
  }
  box.addEventListener("click", (event) => {
    const made = event.target.closest(".chip");
    if (made) open(made);
  });
  box.addEventListener("keydown", (event) => {
    if (!event.altKey || event.key !== "ArrowDown") return;
    const range = here();
    const chips = [...box.querySelectorAll(".chip")];
    // The one before the caret, or else the first.
    const before = chips.filter((made) => range && range.comparePoint(made, 0) < 0);
    const made = before.at(-1) ?? chips[0];
    if (!made) return;
    event.preventDefault();
    open(made);
  });

  /** Where the caret is, if it is in this field. */
  function here() {
    const range = getSelection().rangeCount ? getSelection().getRangeAt(0) : null;
    return range && box.contains(range.commonAncestorContainer) ? range.cloneRange() : null;
  }

  function type(text) {
    put(document.createTextNode(text));
  }

  /** Puts a node where the caret is, or was last, or behind all words. */
  function put(node) {
    const range = here() ?? place ?? document.createRange();
    if (!box.contains(range.commonAncestorContainer)) {
      range.selectNodeContents(box);
      range.collapse(false);
    }
    box.focus();
    range.deleteContents();
    range.insertNode(node);
    range.setStartAfter(node);
    range.collapse(true);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    place = range.cloneRange();
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }

  return {
    node: element("div", { class: "field" }, name, box, note),
    words: () => read(box, keepsEdges),
    insert: (part) => put(chip(part, describe)),
    note(text, isError) {
      write(note, text);
      note.classList.toggle("error", isError);
      box.setAttribute("aria-invalid", String(isError));
    },
  };
}

function chip(part, describe) {
  const made = element("span", { class: "chip", contenteditable: "false", text: describe(part), dir: "auto" });
  parts.set(made, part);
  return made;
}

function fill(box, words, describe) {
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
const BLOCKS = new Set(["p", "h1", "h2", "h3", "ul", "ol", "li"]);

/** Keeps a place for the caret at both ends. */
function edge(box) {
  const inner = (side) => {
    let at = box;
    while (marks.has(at[side]) && BLOCKS.has(marks.get(at[side]).mark)) at = at[side];
    return at;
  };
  const [first, last] = [inner("firstChild"), inner("lastChild")];
  if (first.firstChild?.nodeType !== Node.TEXT_NODE) first.prepend(EDGE);
  if (last.lastChild?.nodeType !== Node.TEXT_NODE || last.lastChild.data.endsWith("\n")) last.append(EDGE);
}

function read(box, keepsEdges) {
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
