// What a preview is made with: when, where and by whom it is read, and samples of one's own. These are the values that are shown, kept
// under a name in the proposal, and taken back.
import { element as e, write } from "./dom.js";
import { ask, beginProposal, query, select, studio, useProposal } from "./studio-core.js";
import { say, told } from "./studio-words.js";

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

const NAME = /^[a-z0-9-]{1,40}$/;

/** What a sample is called. */
export const sampleName = (name) => name ?? say("preview.main");

/**
 * @param {{ event: string, shown: () => { sample?: string | null, made?: string, values?: object }, onchange: (names: (string | null)[], name: string | null) => void }} options
 *   `shown`: the sample, or the one that was made up, and values in place of its own; `onchange`: these are there now, and which is to be shown
 */
export function ownSamples({ event, shown, onchange }) {
  let known = null;
  const name = e("input", { type: "text", id: "sample-name", maxlength: 40, size: 14, autocomplete: "off", spellcheck: "false", "aria-describedby": "sample-note" });
  const note = e("p", { id: "sample-note", class: "note", role: "status" });
  const list = e("ul", { class: "list", "aria-label": say("samples.title") });
  const node = e("details", {}, e("summary", { text: say("samples.title") }), e("div", { class: "stack" },
    e("p", { class: "muted", text: say("samples.about") }),
    e("div", { class: "row controls" }, e("span", { class: "row" }, e("label", { for: name.id, text: say("samples.name") }), name),
      e("button", { text: say("samples.keep"), onclick: keep })),
    note, list));
  node.addEventListener("toggle", () => node.open && doing(read));
  name.addEventListener("keydown", (event) => event.key === "Enter" && keep());

  function tell(text, isError = false) {
    write(note, text);
    note.classList.toggle("error", isError);
    name.setAttribute("aria-invalid", String(isError));
  }

  async function doing(work) {
    try {
      await work();
    } catch (fault) {
      tell(told(fault), true);
    }
  }

  async function read() {
    known = await ask("GET", `/samples/${encodeURIComponent(event)}${query({ proposal: studio.proposal?.id })}`);
    const own = known.samples.filter(({ changed }) => changed);
    list.hidden = !own.length;
    list.replaceChildren(...own.map((one) => e("li", { class: "row" }, e("bdi", { text: sampleName(one.name) }),
      e("button", { text: say("samples.remove"), "aria-label": say("samples.remove-one", { name: sampleName(one.name) }), onclick: () => doing(() => put(one.name, null)) }))));
  }

  function keep() {
    const wanted = name.value.trim();
    const isTaken = known?.samples.some((one) => one.name === wanted && !one.changed);
    if (isTaken || !NAME.test(wanted)) {
      tell(say(isTaken ? "samples.taken" : "samples.shape"), true);
      return name.focus();
    }
    return doing(async () => {
      await put(wanted, shown());
      name.value = "";
    });
  }

  /** @param {{ sample?: string | null, made?: string, values?: object } | null} source null: the proposal has none of this name any more */
  async function put(wanted, source) {
    // Words that wait are kept first: both are of one proposal.
    await studio.leave();
    if (!studio.proposal) await beginProposal();
    const answer = await ask("PUT", `/proposals/${studio.proposal.id}/sample`, { event, ...(wanted ? { name: wanted } : {}), ...(source ?? { payload: null }) });
    useProposal({ ...studio.proposal, version: answer.version, sampleCount: answer.count, state: "draft" });
    await read();
    tell(say(source ? "samples.kept" : "samples.gone", { name: sampleName(wanted) }));
    onchange(known.samples.map((one) => one.name ?? null), source ? wanted : null);
    name.focus();
  }

  return node;
}
