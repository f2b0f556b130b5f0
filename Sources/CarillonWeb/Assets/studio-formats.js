// How a field is shown: the menu of a chip, with finished examples.
import { element as e } from "./dom.js";
import { ask, pathOf, query, studio } from "./studio-core.js";
import { say, told } from "./studio-words.js";

/**
 * Opens the menu below what it is for; it closes by Escape, by a choice, and when the focus leaves it.
 *
 * @param {{ below: HTMLElement, place: object, sample?: string, chip: object, name: string, onchoose: (format: object) => void,
 *   onclose: () => void }} options
 */
export async function showFormats({ below, place, sample, chip, name, onchoose, onclose }) {
  const { locale, channel } = place;
  const path = `${pathOf(place)}/formats`;
  const menu = e("div", { role: "menu", class: "menu", "aria-label": say("formats.label", { field: name }), tabindex: -1 });
  const note = (text) => menu.append(e("button", { role: "menuitem", "aria-disabled": "true", text }));
  try {
    const { formats } = await ask("GET", path + query({
      field: chip.field, function: chip.function && JSON.stringify(chip.function), locale, channel, sample, proposal: studio.proposal?.id,
    }));
    for (const one of formats) {
      const isNow = JSON.stringify(one.function) === JSON.stringify(chip.function);
      menu.append(e("button", {
        role: "menuitemradio", "aria-checked": String(isNow), text: one.own ? `${one.example} (${say("formats.own")})` : one.example,
        onclick: () => {
          close();
          onchoose(one);
        },
      }));
    }
    if (formats.length === 0) note(say("formats.only"));
  } catch (fault) {
    note(told(fault));
  }
  let isOpen = true;
  /** What has the focus and goes away loses it first, and that closes the menu, too. */
  function remove() {
    if (!isOpen) return;
    isOpen = false;
    menu.remove();
  }
  function close() {
    remove();
    onclose();
  }
  menu.addEventListener("focusout", (event) => menu.contains(event.relatedTarget) || remove());
  menu.addEventListener("keydown", (event) => {
    const items = [...menu.children];
    const at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === "Escape") close();
    else if (to !== undefined) items[to % items.length].focus();
    else return;
    event.preventDefault();
  });
  const earlier = below.parentElement.querySelector(".menu");
  // One that has the focus goes when it loses it, and can't go twice.
  if (earlier?.contains(document.activeElement)) document.activeElement.blur();
  earlier?.remove();
  below.after(menu);
  (menu.querySelector("[aria-checked=true]") ?? menu.firstChild).focus();
}
