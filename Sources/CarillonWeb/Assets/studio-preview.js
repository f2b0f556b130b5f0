// What becomes of a text: the frames of one language, and which languages are cut in theirs.
import { element as e, write } from "./dom.js";
import { dirOf, select, studio } from "./studio-core.js";
import { framesOf, markCuts } from "./studio-frames.js";
import { number, say } from "./studio-words.js";

const MADE = ["shortest", "longest", "absent", "unusual"];

/** How frames are looked at; it stays while one goes from text to text. */
const look = { size: "100", tone: "page" };

/**
 * @param {{ locale: string, samples: (string | null)[], canMakeUp: boolean, onask: () => void }} options
 *   `onask`: another sample is wanted, which only the host has
 */
export function previewPanel({ locale, samples, canMakeUp, onask }) {
  let seen = null;
  let shown = locale;
  let numbered = null;
  const names = samples.length ? samples : [null];
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
  const sample = select(say("preview.sample"), [...names.map((name, at) => [String(at), name ?? say("preview.main")]), ...made], "0");
  sample.select.addEventListener("change", onask);
  const size = select(say("preview.size"), ["100", "130"].map((one) => [one, `${number(Number(one))} %`]), look.size);
  const tone = select(say("preview.tone"), ["page", "light", "dark"].map((one) => [one, say(`preview.tone-${one}`)]), look.tone);
  for (const choice of [size, tone]) choice.select.addEventListener("change", () => {
    look.size = size.select.value;
    look.tone = tone.select.value;
    dress();
    cuts();
  });
  const amount = e("input", { type: "number", step: 1, id: "amount" });
  const amountLabel = e("label", { for: "amount" });
  const amountRow = e("span", { class: "row", hidden: true }, amountLabel, amount);
  amount.addEventListener("input", onask);

  const node = e("section", { class: "stack", "aria-label": say("preview.title") },
    e("div", { class: "row" }, e("h2", { text: say("preview.title") }), list),
    e("div", { class: "row" }, names.length + made.length > 1 ? sample.node : null, amountRow, size.node, tone.node),
    e("p", { class: "muted", text: say("preview.about") }),
    frames, hidden);

  function dress() {
    for (const one of [frames, hidden]) {
      one.dataset.tone = look.tone;
      one.dataset.size = look.size;
    }
  }

  // A frame is as wide as the real one, and made smaller as a whole where there is no room for it.
  const fit = new ResizeObserver(() => {
    if (!node.isConnected) return fit.disconnect();
    for (const device of frames.querySelectorAll(".device")) {
      const room = device.parentElement.clientWidth - 28;
      device.style.setProperty("zoom", Math.min(1, room / Number.parseFloat(getComputedStyle(device).getPropertyValue("--width"))));
    }
  });
  fit.observe(frames);

  const renderings = (tag) => Object.entries(seen.samples[sample.select.value.startsWith("made:") ? 0 : Number(sample.select.value)]?.renderings[tag] ?? {});
  const draw = (tag) => renderings(tag).flatMap(([name, one]) => framesOf(name, one, tag, dirOf(tag), seen.bounds[tag]?.[name]));

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
    const made = draw(shown);
    frames.replaceChildren(...made);
    if (!made.length) frames.append(e("p", { class: "muted", text: say("preview.none") }));
    fit.unobserve(frames);
    fit.observe(frames);
    cuts();
  }

  dress();
  mark();
  return {
    node,
    frames,
    /** The sample that chips are shown with. */
    sample: () => names[Number(sample.select.value)] ?? null,
    /** What is asked for beside the text. */
    wish: () => ({
      ...(sample.select.value.startsWith("made:") ? { made: sample.select.value.slice(5) } : {}),
      ...(numbered && amount.value !== "" ? { values: { [numbered]: amount.valueAsNumber } } : {}),
    }),
    /** The number that chooses between rows: nothing, or its field and what that is called. */
    number(field, label) {
      if (field !== numbered) amount.value = "";
      numbered = field;
      amountRow.hidden = !field;
      write(amountLabel, field ? label : "");
    },
    show(answer) {
      seen = answer;
      show();
    },
  };
}
