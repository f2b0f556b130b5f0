// A field for the words of a text: what people type is text, and what shows a value is a chip, moved and removed as one.
import { element, write } from "./dom.js";
import { fieldList } from "./studio-fields.js";
import { broken, joined, marked, toolbar } from "./studio-marks.js";
import { become, chip, edge, EDGE, fill, partOf, partsIn, pointAfter, read, unitsBefore } from "./studio-parts.js";
import { say } from "./studio-words.js";

/** What is copied here, beside its plain text. */
const CARRIED = "application/x-carillon-words+json";

let count = 0;

/**
 * @typedef {{ parts: (string | object)[], marks?: { mark: string, from: number, upTo: number, options?: object[] }[] }} Words
 * @param {{ words: Words, label: string, locale: string, dir: string, isMultiline: boolean, isLocked: boolean, takesMarks: boolean,
 *   routes?: object[], variables: object, describe: (part: object) => string, adopt: (part: object) => object | string,
 *   onchange: () => void, onleave: () => void, onstep: (by: number) => void,
 *   onchip: (part: object, box: HTMLElement, change: (part: object) => void) => void, onfield: (name: string) => void }} options
 *   `adopt`: what a part that was copied elsewhere is here; `onstep`: takes changes back, or makes them again; `onfield`: a field was put in from the list
 * @returns {{ node: HTMLElement, words: () => Words, insert: (part: object) => void, list: (() => boolean) | null, focus: () => void, note: (text: string, isError: boolean) => void }}
 */
export function textField(options) {
  const { words, label, locale, dir, isMultiline, isLocked, takesMarks, variables, describe, adopt, onchange, onleave, onstep, onchip, onfield } = options;
  const id = `text-${(count += 1)}`;
  const name = element("label", { id: `${id}-name`, text: label });
  const note = element("p", { id: `${id}-note`, class: "note" });
  const box = element("div", {
    id, class: "words", role: "textbox", contenteditable: isLocked ? null : "plaintext-only", tabindex: 0, spellcheck: "true", lang: locale, dir,
    "aria-multiline": String(isMultiline), "aria-labelledby": name.id, "aria-describedby": note.id, "aria-readonly": isLocked ? "true" : null,
  });
  const keepsEdges = words.parts.some((part) => typeof part === "string" && part.includes(EDGE));
  let place = null;
  let dragged = null;

  fill(box, words, describe);
  if (!keepsEdges && !isLocked) edge(box);
  name.addEventListener("click", () => box.focus());

  // The list of fields: what is typed behind `start` narrows it down, and goes where a field is chosen.
  let start = 0;
  let isBraced = false;
  const list = !isLocked && Object.keys(variables).length ? fieldList({ box, variables, onchoose: (name) => {
    const { upTo } = selection();
    const range = document.createRange();
    range.setStart(...pointAfter(box, start, keepsEdges));
    range.setEnd(...pointAfter(box, upTo, keepsEdges));
    choose(range);
    put(chip({ chip: { field: name, label: variables[name].label } }, describe));
    onfield(name);
  } }) : null;

  /** What was typed since the list was opened; null where something else happened. */
  function sought() {
    const { words: { parts }, from, upTo } = selection();
    const units = parts.flatMap((part) => (typeof part === "string" ? part.split("") : [part]));
    const typed = units.slice(start, upTo);
    return from === upTo && from >= start && typed.every((unit) => typeof unit === "string") ? typed.join("") : null;
  }

  function seek(event) {
    if (!list || event.isComposing) return;
    if (event.inputType === "insertText" && event.data === "{") {
      start = selection().from - 1;
      isBraced = true;
      list.open();
    } else if (list.isOpen()) {
      const words = sought();
      if (words === null || (isBraced && words[0] !== "{")) list.close();
      else list.narrow(words.slice(isBraced ? 1 : 0));
    }
  }

  box.addEventListener("beforeinput", (event) => {
    const kind = event.inputType;
    const isBreak = kind === "insertLineBreak" || kind === "insertParagraph";
    if (kind === "deleteContentBackward" && takesMarks && join()) event.preventDefault();
    if (!isBreak && !kind.startsWith("format") && !kind.startsWith("history")) return;
    event.preventDefault();
    if (kind.startsWith("history")) onstep(kind === "historyUndo" ? -1 : 1);
    else if (isBreak && isMultiline) breakLine();
    else if (isBreak) write(note, say("editor.one-line"));
    else if (kind === "formatBold") mark("strong");
    else if (kind === "formatItalic") mark("em");
  });
  box.addEventListener("input", (event) => {
    if (event.isComposing) return; // What isn't chosen yet is left alone.
    if (!keepsEdges) edge(box);
    onchange();
    seek(event);
  });
  box.addEventListener("compositionend", changed);
  box.addEventListener("blur", () => {
    place = here() ?? place;
    if (!isLocked) onleave();
  });

  /** Asks how a chip is to be shown; whoever is asked says what becomes of it. */
  function open(made) {
    onchip(partOf(made), box, (part) => {
      become(made, part, describe);
      changed();
    });
  }
  box.addEventListener("click", (event) => {
    const made = event.target.closest(".chip");
    if (made) open(made);
  });
  box.addEventListener("keydown", (event) => {
    if (list?.key(event)) return;
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const style = isCommand && takesMarks && { b: "strong", i: "em", k: "link" }[event.key.toLowerCase()];
    if (style) {
      event.preventDefault();
      if (style === "link") tools.link();
      else mark(style);
      return;
    }
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

  // Chips are carried as chips, by the clipboard and by dragging.
  function carry(event, data) {
    const range = here();
    if (!range || range.collapsed) return null;
    const parts = partsIn(box, range, keepsEdges);
    data.setData("text/plain", parts.map((part) => (typeof part === "string" ? part : describe(part))).join(""));
    data.setData(CARRIED, JSON.stringify(parts));
    return range;
  }
  function take(data) {
    let parts = [data.getData("text/plain")];
    try {
      const carried = JSON.parse(data.getData(CARRIED));
      if (Array.isArray(carried)) parts = carried.map((part) => (typeof part === "string" ? part : adopt(part)));
    } catch {
      // It comes from elsewhere, as text.
    }
    // What can't be sent, and what turns words around, doesn't come along unseen.
    parts = parts.map((part) => part.replace?.(/[\0-\x08\v\f\x0e-\x1f\x7f\u202a-\u202e]/g, "").toWellFormed() ?? part);
    const nodes = parts.filter(Boolean).map((part) => (typeof part === "string"
      ? document.createTextNode(isMultiline ? part.replaceAll("\r\n", "\n") : part.replace(/\s*[\r\n]+\s*/g, " ")) : chip(part, describe)));
    put(...nodes);
  }
  for (const kind of ["copy", "cut"]) box.addEventListener(kind, (event) => {
    const range = carry(event, event.clipboardData);
    if (!range) return;
    event.preventDefault();
    if (kind === "copy" || isLocked) return;
    range.deleteContents();
    changed();
  });
  box.addEventListener("paste", (event) => {
    event.preventDefault();
    if (!isLocked) take(event.clipboardData);
  });
  box.addEventListener("dragstart", (event) => {
    dragged = carry(event, event.dataTransfer);
  });
  box.addEventListener("dragend", () => (dragged = null));
  box.addEventListener("drop", (event) => {
    event.preventDefault();
    if (isLocked) return;
    const at = document.caretPositionFromPoint?.(event.clientX, event.clientY);
    const point = at ? [at.offsetNode, at.offset] : pointAfter(box, Infinity, keepsEdges);
    if (!box.contains(point[0]) || dragged?.isPointInRange(...point)) return;
    const range = document.createRange();
    range.setStart(...point);
    choose(range);
    take(event.dataTransfer);
    dragged?.deleteContents();
    dragged = null;
    changed();
  });

  function changed() {
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }

  /** Where the caret is, if it is in this field. */
  function here() {
    const range = getSelection().rangeCount ? getSelection().getRangeAt(0) : null;
    return range && box.contains(range.commonAncestorContainer) ? range.cloneRange() : null;
  }

  function choose(range) {
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    place = range.cloneRange();
  }

  /** Puts nodes where the caret is, or was last, or behind all words. */
  function put(...nodes) {
    const range = here() ?? place ?? document.createRange();
    if (!box.contains(range.commonAncestorContainer)) {
      range.selectNodeContents(box);
      range.collapse(false);
    }
    box.focus();
    range.deleteContents();
    for (const node of nodes) {
      range.insertNode(node);
      range.setStartAfter(node);
      range.collapse(true);
    }
    choose(range);
    changed();
  }

  /** What is chosen, counted in characters and chips. */
  function selection() {
    const range = here() ?? place;
    const all = read(box, keepsEdges);
    if (!range || !box.contains(range.commonAncestorContainer)) return { words: all, from: 0, upTo: 0 };
    const from = unitsBefore(box, range.startContainer, range.startOffset, keepsEdges);
    return { words: all, from, upTo: range.collapsed ? from : unitsBefore(box, range.endContainer, range.endOffset, keepsEdges) };
  }

  /** Other words with other marks, and what is chosen in them. */
  function replace(words, from, upTo) {
    fill(box, words, describe);
    if (!keepsEdges) edge(box);
    box.focus();
    const range = document.createRange();
    range.setStart(...pointAfter(box, from, keepsEdges));
    range.setEnd(...pointAfter(box, upTo, keepsEdges));
    choose(range);
    changed();
  }

  function apply(change) {
    const { words: now, from, upTo } = selection();
    replace(change(now, from, upTo), from, upTo);
  }

  function mark(style) {
    const { from, upTo } = selection();
    if (takesMarks && from !== upTo) apply((now) => marked(now, style, from, upTo));
  }

  function breakLine() {
    const { words: now, from, upTo } = selection();
    const two = takesMarks && from === upTo ? broken(now, from) : null;
    if (two) replace(two.words, two.at, two.at);
    else put(document.createTextNode("\n"));
  }

  /** @returns {boolean} whether two paragraphs became one */
  function join() {
    const { words: now, from, upTo } = selection();
    const one = from === upTo ? joined(now, from) : null;
    if (one) replace(one.words, one.at, one.at);
    return one !== null;
  }

  const tools = takesMarks && !isLocked ? toolbar({ label, routes: options.routes, variables: options.variables, apply, selection }) : null;
  return {
    node: element("div", { class: "field" }, name, tools?.node, box, note),
    words: () => read(box, keepsEdges),
    insert: (part) => put(chip(part, describe)),
    /** Shows the list of fields at the caret; false where there is none. */
    list: list && (() => {
      if (!here()) return false;
      start = selection().from;
      isBraced = false;
      list.open();
      return true;
    }),
    focus() {
      box.focus();
      const range = document.createRange();
      range.setStart(...pointAfter(box, Infinity, keepsEdges));
      choose(range);
    },
    note(text, isError) {
      write(note, text);
      note.classList.toggle("error", isError);
      box.setAttribute("aria-invalid", String(isError));
    },
  };
}
