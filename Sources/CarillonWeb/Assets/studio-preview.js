// What becomes of a text: the frames of one language, and which languages are cut in theirs.
import { element as e, write } from "./dom.js";
import { dirOf, may, select, studio } from "./studio-core.js";
import { dress, fitting, framesOf, hidesWords, look, markCuts } from "./studio-frames.js";
import { contextControls, ownSamples, sampleName } from "./studio-samples.js";
import { number, say } from "./studio-words.js";

const MADE = ["shortest", "longest", "absent", "unusual"];

/**
 * @param {{ locale: string, message: string, samples: (string | null)[], uses?: object[], canMakeUp: boolean, onask: () => void }} options
 *   `uses`: the texts that show a term; `onask`: another sample is wanted, which only the host has
 */
export function previewPanel({ locale, message, samples, uses, canMakeUp, onask }) {
  let seen = null;
  let shown = locale;
  let numbered = null;
  let names = samples.length ? samples : [null];
  const frames = e("div", { class: "frames", id: "frames", role: "tabpanel", "aria-labelledby": `tab-${locale}` });
  // Other languages are laid out as well, where nobody sees them: only so it shows what is cut.
  const hidden = e("div", { class: "frames measured", inert: true, "aria-hidden": "true" });
  const tabs = studio.session.locales.map(({ tag }) => e("button", {
    role: "tab", id: `tab-${tag}`, "aria-controls": "frames", class: "tab", lang: "en", onclick: () => turn(tag) }, e("span", { text: tag })));
  const list = e("div", { role: "tablist", class: "row tabs", "aria-label": say("preview.languages") }, ...tabs);
  list.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(document.activeElement);
    const forward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const backward = forward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
    const to = { [forward]: at + 1, [backward]: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    turn(studio.session.locales[to % tabs.length].tag);
    tabs[to % tabs.length].focus();
  });

  const made = canMakeUp ? MADE.map((name) => [`made:${name}`, say(`preview.made-${name}`)]) : [];
  const options = () => [...names.map((name, at) => [String(at), sampleName(name)]), ...made];
  const sample = select(say("preview.sample"), options(), "0");
  sample.select.addEventListener("change", onask);
  const events = [...new Set((uses ?? []).map(({ message }) => message))];
  const use = select(say("terms.in"), events.map((one) => [one, one]), events[0]);
  use.select.addEventListener("change", () => {
    sample.select.value = "0";
    onask();
  });
  const size = select(say("preview.size"), ["100", "130"].map((one) => [one, `${number(Number(one))} %`]), look.size);
  const tone = select(say("preview.tone"), ["page", "light", "dark"].map((one) => [one, say(`preview.tone-${one}`)]), look.tone);
  const lock = select(say("look.lock"), ["shown", "hidden"].map((one) => [one, say(`look.${one}`)]), look.isHidden ? "hidden" : "shown");
  const joints = e("input", { type: "checkbox", id: "joints" });
  joints.checked = look.joints;
  lock.node.hidden = true;
  for (const choice of [size.select, tone.select, lock.select, joints]) choice.addEventListener("change", () => {
    const isOther = look.isHidden !== (lock.select.value === "hidden") || look.joints !== joints.checked || look.tone !== tone.select.value;
    Object.assign(look, { size: size.select.value, tone: tone.select.value, isHidden: lock.select.value === "hidden", joints: joints.checked });
    dressAll();
    if (isOther && seen) show();
    else cuts();
  });
  const context = contextControls(onask);
  // The frames come first: what is seldom chosen waits until somebody asks for it.
  const how = e("details", { open: look.isOpen }, e("summary", { text: say("look.how") }),
    e("div", { class: "row controls" }, size.node, tone.node, lock.node, e("span", { class: "row" }, joints, e("label", { for: "joints", text: say("look.joints") }))),
    context.node,
    e("p", { class: "muted", text: say("preview.about") }));
  how.addEventListener("toggle", () => (look.isOpen = how.open));
  const amount = e("input", { type: "number", step: 1, id: "amount" });
  const amountLabel = e("label", { for: "amount" });
  // From the sample's number through those that each row is for.
  const slide = e("input", { type: "range", min: 0, step: 1 });
  const amountRow = e("div", { class: "row controls", hidden: true }, amountLabel, amount, slide);
  let stops = [];
  function showStop() {
    // A number between two is at the one before it.
    slide.value = amount.value === "" ? 0 : Math.max(1, stops.filter((stop) => stop <= amount.valueAsNumber).length);
    slide.setAttribute("aria-valuetext", amount.value === "" ? say("look.as-sample") : amount.value);
  }
  amount.addEventListener("input", () => {
    showStop();
    onask();
  });
  slide.addEventListener("input", () => {
    amount.value = stops[slide.valueAsNumber - 1] ?? "";
    showStop();
    onask();
  });

  const numberIs = () => (numbered && amount.value !== "" ? { values: { [numbered]: amount.valueAsNumber } } : {});
  const isMade = () => sample.select.value.startsWith("made:");
  const chosen = () => (isMade() ? { made: sample.select.value.slice(5) } : { sample: names[Number(sample.select.value)] ?? null });
  const own = canMakeUp && !uses && may("writer") ? ownSamples({ event: message, shown: () => ({ ...chosen(), ...numberIs() }), onchange(now, name) {
    names = now;
    sample.select.replaceChildren(...options().map(([value, text]) => e("option", { value, text })));
    sample.select.value = String(Math.max(0, names.indexOf(name)));
    amount.value = "";
    showStop();
    onask();
  } }) : null;

  const node = e("section", { class: "stack", "aria-label": say("preview.title") },
    e("div", { class: "row controls" }, e("h2", { text: say("preview.title") }), list, events.length > 1 ? use.node : null,
      !uses && names.length + made.length > 1 ? sample.node : null),
    amountRow,
    own,
    how,
    frames, hidden);

  const dressAll = () => [frames, hidden].forEach(dress);
  const fit = fitting(frames, node);

  const renderings = (tag) => Object.entries(seen.samples[isMade() ? 0 : Number(sample.select.value)]?.renderings[tag] ?? {});
  const draw = (tag, isReal) => renderings(tag).flatMap(([name, one]) => framesOf(name, one, tag, dirOf(tag), seen.bounds[tag]?.[name], isReal));

  function turn(tag) {
    shown = tag;
    if (seen) show();
    else mark();
  }

  function mark(cut = {}) {
    tabs.forEach((tab, at) => {
      const { tag } = studio.session.locales[at];
      tab.setAttribute("aria-selected", String(tag === shown));
      tab.tabIndex = tag === shown ? 0 : -1;
      if (!Object.hasOwn(cut, tag)) return;
      tab.classList.toggle("is-cut", cut[tag]);
      const dot = tab.querySelector(".hide") ?? tab.appendChild(e("span", { class: "hide", lang: document.documentElement.lang }));
      write(dot, cut[tag] ? ` ${say("preview.cut")}` : "");
    });
    frames.setAttribute("aria-labelledby", `tab-${shown}`);
  }

  function cuts() {
    const cut = { [shown]: markCuts(frames) };
    for (const { tag } of studio.session.locales) {
      if (tag === shown) continue;
      hidden.replaceChildren(...draw(tag));
      cut[tag] = markCuts(hidden);
    }
    hidden.replaceChildren();
    mark(cut);
  }

  function show() {
    const made = draw(shown, true);
    frames.replaceChildren(...made);
    if (!made.length) frames.append(e("p", { class: "muted", text: say("preview.none") }));
    lock.node.hidden = !hidesWords(frames);
    fit();
    cuts();
  }

  dressAll();
  mark();
  return {
    node,
    frames,
    /** The sample that chips are shown with. */
    sample: () => chosen().sample ?? null,
    /** What is asked for beside the text. */
    wish: () => ({
      ...context.wish(),
      ...(events.length ? { shown: use.select.value } : {}),
      ...(isMade() ? chosen() : {}),
      ...numberIs(),
    }),
    /**
     * The number that chooses between rows.
     *
     * @param {{ field: string, label: string, numbers: number[] } | null} chosen
     */
    number(chosen) {
      const field = chosen?.field ?? null;
      if (field !== numbered) amount.value = "";
      numbered = field;
      amountRow.hidden = !field;
      write(amountLabel, chosen?.label ?? "");
      stops = chosen?.numbers ?? [];
      slide.max = stops.length;
      slide.hidden = !stops.length;
      slide.setAttribute("aria-label", say("look.numbers", { field: chosen?.label ?? "" }));
      showStop();
    },
    show(answer) {
      seen = answer;
      context.show(answer.context);
      look.now = answer.context ? Date.parse(answer.context.now) : null;
      show();
    },
  };
}
