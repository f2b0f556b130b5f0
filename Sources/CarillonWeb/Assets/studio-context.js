// When, where and by whom the preview is read: as the samples have it, until somebody chooses otherwise.
import { element as e } from "./dom.js";
import { select } from "./studio-core.js";
import { say } from "./studio-words.js";

/** As a clock on the wall there shows it, to the minute. */
const wall = (time, zone) => new Intl.DateTimeFormat("sv", { timeZone: zone, dateStyle: "short", timeStyle: "short" }).format(time).replace(" ", "T");

/** The instant at which a clock on the wall there shows it. */
function instant(text, zone) {
  const wanted = Date.parse(`${text}Z`);
  let time = wanted;
  // Where the offset changes in between, the second step has the other one.
  for (let step = 0; step < 2; step += 1) time += wanted - Date.parse(`${wall(time, zone)}Z`);
  return new Date(time).toISOString();
}

/** @param {() => void} onask another one is wanted, which only the host can show */
export function contextControls(onask) {
  let given = null;
  let chosen = {};
  const now = e("input", { type: "datetime-local", id: "context-now" });
  const zone = select(say("context.zone"), [], "");
  const recipient = e("input", { type: "text", id: "context-recipient", maxlength: 256, size: 12, spellcheck: "false", autocomplete: "off" });
  const again = e("button", { text: say("context.again"), onclick: () => {
    chosen = {};
    show();
    onask();
    now.focus();
  } });
  const node = e("div", { class: "row controls", hidden: true },
    e("span", { class: "row" }, e("label", { for: now.id, text: say("context.now") }), now), zone.node,
    e("span", { class: "row" }, e("label", { for: recipient.id, text: say("context.recipient") }), recipient), again);

  function show() {
    const all = { ...given, ...chosen };
    zone.select.value = all.zone;
    now.value = wall(Date.parse(all.now), all.zone);
    recipient.value = all.recipient;
    again.hidden = !Object.keys(chosen).length;
  }

  function choose(name, value) {
    if (!value || value === given[name]) delete chosen[name];
    else chosen[name] = value;
    show();
    onask();
  }
  now.addEventListener("change", () => choose("now", now.value && instant(now.value, zone.select.value)));
  zone.select.addEventListener("change", () => choose("zone", zone.select.value));
  recipient.addEventListener("change", () => choose("recipient", recipient.value.trim()));

  return {
    node,
    wish: () => chosen,
    /** @param {{ now: string, zone: string, recipient: string } | undefined} context what the preview was made with */
    show(context) {
      if (!context || given) return;
      given = { zone: "UTC", ...context };
      const zones = new Set([given.zone, "UTC", ...Intl.supportedValuesOf("timeZone")]);
      zone.select.replaceChildren(...Array.from(zones, (one) => e("option", { value: one, text: one })));
      node.hidden = false;
      show();
    },
  };
}
