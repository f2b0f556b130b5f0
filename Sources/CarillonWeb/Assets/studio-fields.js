// The list of fields beside a caret: `{` or Ctrl+Space opens it, what is typed narrows it down, and Escape leaves what was typed.
import { element as e, set } from "./dom.js";
import { say } from "./studio-words.js";

let count = 0;

/** What a field is called in a list, with what it isn't good for. */
export const fieldName = ({ label, sensitive, optional }) =>
  label + (sensitive ? ` (${say("editor.confidential")})` : "") + (optional ? ` (${say("editor.optional")})` : "");

/**
 * @param {{ box: HTMLElement, variables: object, onchoose: (name: string) => void }} options `box` keeps the focus
 * @returns {{ isOpen: () => boolean, open: (words?: string) => void, narrow: (words: string) => void, close: () => void,
 *   key: (event: KeyboardEvent) => boolean }} `key`: whether the key was for the list
 */
export function fieldList({ box, variables, onchoose }) {
  const id = `fields-${(count += 1)}`;
  let list = null;
  let found = [];
  let at = 0;

  function show() {
    list.replaceChildren(...found.map(([name, one], index) => {
      const option = e("li", { role: "option", id: `${id}-${index}`, "aria-selected": String(index === at), "aria-disabled": one.refused ? "true" : null, text: fieldName(one) });
      option.addEventListener("mousedown", (event) => {
        event.preventDefault(); // The caret stays where the field goes.
        at = index;
        take();
      });
      return option;
    }));
    box.setAttribute("aria-activedescendant", `${id}-${at}`);
    list.children[at]?.scrollIntoView({ block: "nearest" });
  }

  function take() {
    const [name, one] = found[at];
    if (one.refused) return;
    close();
    onchoose(name);
  }

  function open(words = "") {
    close();
    list = e("ul", { role: "listbox", id, class: "menu fields", "aria-label": say("editor.fields") });
    box.after(list);
    set(box, "aria-controls", id);
    at = 0;
    narrow(words);
  }

  /** Fields whose name has these words; without one the list closes. */
  function narrow(words) {
    const wanted = words.toLowerCase();
    found = /^\s|\s{2}/.test(words) ? [] : Object.entries(variables).filter(([name, one]) => `${one.label}\n${name}`.toLowerCase().includes(wanted));
    if (!found.length) return close();
    at = Math.min(at, found.length - 1);
    return show();
  }

  function close() {
    list?.remove();
    list = null;
    for (const name of ["aria-controls", "aria-activedescendant"]) box.removeAttribute(name);
  }

  function key(event) {
    if (!list || event.isComposing) return false;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + found.length }[event.key];
    if (to !== undefined) {
      at = to % found.length;
      show();
    } else if (event.key === "Enter") take();
    else if (event.key === "Escape") close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  set(box, "aria-autocomplete", "list");
  box.addEventListener("blur", close);
  return { isOpen: () => list !== null, open, narrow, close, key };
}
