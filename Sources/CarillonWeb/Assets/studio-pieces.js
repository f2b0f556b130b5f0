// A field as a list: words and chips one below the other, each with buttons, for who can't work well with chips inside of words.
import { element as e, write } from "./dom.js";
import { fieldList } from "./studio-fields.js";
import { chip, partOf } from "./studio-parts.js";
import { say } from "./studio-words.js";

const CHOICE = "carillon-studio-lists";
let isChosen = false;
try {
  isChosen = localStorage.getItem(CHOICE) !== null;
} catch {
  // A browser that keeps nothing begins with fields.
}

/** Whether this person wants fields as lists. */
export const showsLists = () => isChosen;

export function chooseLists(isWanted) {
  isChosen = isWanted;
  try {
    if (isWanted) localStorage.setItem(CHOICE, "");
    else localStorage.removeItem(CHOICE);
  } catch {
    // Then it stays until the page is left.
  }
}

let count = 0;

/** With the options and the members of `textField`; words without marks. */
export function listField({ words, label, locale, dir, isMultiline, variables, describe, onchange, onleave, onchip, onfield }) {
  const id = `pieces-${(count += 1)}`;
  const name = e("p", { id: `${id}-name`, class: "name", text: label });
  const note = e("p", { id: `${id}-note`, class: "note" });
  const list = e("ol", { class: "pieces" });
  let parts = [...words.parts];
  /** Where a new piece goes. */
  let place = parts.length;
  let isInvalid = false;
  const lists = new WeakMap();
  if (!parts.length) parts.push("");

  const nameAt = (at) => (typeof parts[at] === "string" ? say("pieces.words", { number: parts.slice(0, at + 1).filter((part) => typeof part === "string").length }) : describe(parts[at]));

  function become(next, at, button) {
    parts = next.length ? next : [""];
    draw();
    const item = list.children[Math.min(Math.max(at, 0), parts.length - 1)];
    const [same, other] = [item.querySelector(`.${button}`), item.querySelector("input, textarea, button:enabled")];
    (same && !same.disabled ? same : other).focus();
    onchange();
  }

  function move(at, by) {
    const next = [...parts];
    next.splice(at + by, 0, ...next.splice(at, 1));
    become(next, at + by, by < 0 ? "earlier" : "later");
  }

  function typed(at) {
    const field = e(isMultiline ? "textarea" : "input", {
      class: "piece", lang: locale, dir, spellcheck: "true", "aria-label": say("pieces.of", { piece: nameAt(at), row: label }), "aria-describedby": note.id,
      "aria-invalid": String(isInvalid), ...(isMultiline ? { rows: Math.max(1, parts[at].split("\n").length) } : { type: "text" }),
    });
    field.value = parts[at];
    if (Object.keys(variables).length) lists.set(field, listAt(field, at));
    field.addEventListener("input", (event) => {
      parts[at] = field.value;
      onchange();
      lists.get(field)?.seek(event);
    });
    return field;
  }

  /** The list of fields at the caret of a piece: what is chosen parts the piece. */
  function listAt(field, at) {
    let start = 0;
    let isBraced = false;
    const fields = fieldList({ box: field, variables, onchoose: (one) => {
      const [before, after] = [field.value.slice(0, start), field.value.slice(field.selectionStart)];
      const found = { chip: { field: one, label: variables[one].label } };
      // Who writes goes on behind the field.
      become(parts.toSpliced(at, 1, ...(before ? [before] : []), found, after), at + (before ? 2 : 1), "piece");
      onfield(one);
    } });
    const open = (from, braced) => {
      [start, isBraced] = [from, braced];
      fields.open();
    };
    field.addEventListener("keydown", fields.key);
    return {
      open: () => open(field.selectionStart, false),
      seek(event) {
        if (event.isComposing) return;
        const caret = field.selectionStart;
        if (event.inputType === "insertText" && event.data === "{") open(caret - 1, true);
        else if (fields.isOpen()) {
          const typed = field.value.slice(start, caret);
          if (caret < start || (isBraced && typed[0] !== "{")) fields.close();
          else fields.narrow(typed.slice(isBraced ? 1 : 0));
        }
      },
    };
  }

  function shown(at) {
    const made = chip(parts[at], describe);
    if (!parts[at].chip?.field) return made;
    const button = e("button", { class: "shown", text: say("pieces.another-way"), "aria-label": say("formats.label", { field: describe(parts[at]) }) });
    button.addEventListener("click", () => onchip(partOf(made), button, (part) => become(parts.with(at, part), at, "shown")));
    return e("span", { class: "row" }, made, e("span", { class: "holder" }, button));
  }

  function draw() {
    list.replaceChildren(...parts.map((part, at) => {
      const button = (kind, text, isOff, onclick) => e("button", { class: `tool ${kind}`, text, "aria-label": say(`pieces.${kind}`, { piece: nameAt(at) }), disabled: isOff, onclick });
      const item = e("li", { class: "row" }, typeof part === "string" ? typed(at) : shown(at),
        button("earlier", "\u2191", at === 0, () => move(at, -1)), button("later", "\u2193", at === parts.length - 1, () => move(at, 1)),
        button("remove", "\u2715", parts.length === 1 && part === "", () => become(parts.toSpliced(at, 1), at, "remove")));
      item.addEventListener("focusin", () => (place = at + 1));
      return item;
    }));
  }

  draw();
  const add = e("button", { text: say("pieces.add"), "aria-label": say("pieces.add-to", { row: label }), onclick: () => become(parts.toSpliced(place, 0, ""), place, "piece") });
  const node = e("div", { class: "field", role: "group", "aria-labelledby": name.id }, name, list, e("div", {}, add), note);
  node.addEventListener("focusout", (event) => node.contains(event.relatedTarget) || onleave());
  return {
    node,
    words() {
      const found = [];
      for (const part of parts) {
        if (typeof part === "string" && typeof found.at(-1) === "string") found[found.length - 1] += part;
        else if (part !== "") found.push(part);
      }
      return { parts: found, marks: [] };
    },
    insert: (part) => become(parts.toSpliced(place, 0, part), place, "later"),
    list() {
      const own = lists.get(document.activeElement);
      own?.open();
      return Boolean(own);
    },
    focus: () => list.querySelector("input, textarea, button:enabled")?.focus(),
    note(text, isError) {
      write(note, text);
      note.classList.toggle("error", isError);
      isInvalid = isError;
      for (const field of list.querySelectorAll(".piece")) field.setAttribute("aria-invalid", String(isError));
    },
  };
}
