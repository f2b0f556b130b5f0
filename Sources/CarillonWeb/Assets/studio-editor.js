// One text as a form, what is wrong with it, and what becomes of it while it is changed.
import { element as e, write } from "./dom.js";
import { addressOf, ask, beginProposal, compareOf, dirOf, isTerm, labelled, main, may, nameOf, pathOf, query, select, status, studio, useProposal } from "./studio-core.js";
import { fixButtons, identity, MISSING } from "./studio-fixes.js";
import { drawForm, named, namesOf, numberOf } from "./studio-form.js";
import { showFormats } from "./studio-formats.js";
import { historyOf } from "./studio-versions.js";
import { chooseLists, showsLists } from "./studio-pieces.js";
import { bothWords, essenceOf, merged, rebased, wait, waiting } from "./studio-keeping.js";
import { phonePanel } from "./studio-phone.js";
import { previewPanel } from "./studio-preview.js";
import { Steps } from "./studio-steps.js";
import { finding, say, told } from "./studio-words.js";

/** After the last key: before the preview is asked for, and before the change is kept. */
const PREVIEW_PAUSE = 120;
const SAVE_PAUSE = 800;
/** Before what the host didn't take is sent again. */
const RETRY_PAUSE = 5000;
/** Before somebody who listens is told how many faults there are. */
const TELL_PAUSE = 1000;

/** A press that leaves a field mustn't miss the button that it began on: what is then said of the field moves it. */
let isPressed = false;
addEventListener("pointerdown", () => (isPressed = true), true);
for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => (isPressed = false), true);
const afterPress = (work) => (isPressed ? addEventListener("pointerup", () => setTimeout(work), { once: true }) : work());

export async function showText(isWanted, message, slot, locale, channel) {
  const place = channel ? { locale, message, slot, channel } : { locale, message, slot };
  const path = pathOf(place);
  const read = async () => named(await ask("GET", path + query({ locale, channel, proposal: studio.proposal?.id })));
  let view = await read();
  if (!isWanted()) return;
  let form = view.form;
  /** What the host has: what is changed here is changed from it. */
  let kept = structuredClone(form);
  let isChanged = false;
  /** Whether the form is still what was read: then the preview needs only the place. */
  let isAsRead = true;
  let saving = null;
  /** Whether what was sent last didn't arrive. */
  let isRefused = false;
  const timers = {};
  const dir = dirOf(locale);
  const isLocked = !may("writer", locale);
  const steps = new Steps();

  const copied = e("span", { class: "badge", text: say("texts.copied"), hidden: !view.copied });
  const editor = e("div", { class: "stack" });
  const faults = e("ul", { "aria-label": say("editor.faults"), class: "stack faults" });
  const counted = e("p", { role: "status", class: "note" });
  const panel = previewPanel({ locale, message, samples: view.samples, uses: view.uses, canMakeUp: view.channels.length > 0, onask: () => preview() });
  const languages = select(say("texts.language"), studio.session.locales.map(({ tag }) => [tag, tag]), locale);
  let seen = null;

  languages.select.addEventListener("change", () => {
    location.hash = addressOf({ ...place, locale: languages.select.value });
  });

  main.className = "wide";
  main.replaceChildren(
    e("section", { class: "stack", "aria-label": say("editor.title") },
      e("div", { class: "row" }, e("h2", { text: nameOf({ message, slot, channel }) }), languages.node,
        copied, e("a", { href: compareOf(place), text: say("compare.all") })),
      view.uses ? e("p", { class: "muted", text: say("terms.used", { count: view.uses.length }) }) : null,
      view.summary ? e("p", { class: "muted" }, e("bdi", { text: view.summary })) : null,
      view.slots.length > 1 ? e("nav", { class: "row slots", "aria-label": say("editor.of-message") }, ...view.slots.map((one) => e("a", {
        href: addressOf({ ...place, slot: one, channel: null }), text: one, "aria-current": one === slot && !channel ? "page" : null }))) : null,
      channel ? e("p", {}, e("a", { href: addressOf({ ...place, channel: null }), text: say("editor.words-of-all") })) : null,
      view.original ? labelled("editor.original", view.original) : null,
      isLocked ? e("p", { class: "warning", text: may("writer") ? say("editor.other-language", { locale, own: ownLanguages() }) : say("editor.viewer") }) : null,
      editor,
      counted,
      faults),
    panel.node,
    e("div", { class: "stack" }, otherWords(), historyOf(place)),
  );
  const phone = phonePanel(place, channel ? [channel] : view.channels, () => ({
    sample: panel.sample() ?? undefined, proposal: studio.proposal?.id, ...(isAsRead ? {} : { form: collect() }),
  }));
  if (phone) panel.node.append(phone);

  function ownLanguages() {
    return studio.session.roles.map((grant) => grant.split(":")[1]).filter(Boolean).join(", ");
  }

  /** Channels that say this in other words, or could. */
  function otherWords() {
    const others = view.others ?? [];
    if (!others.length) return "";
    return e("details", { class: "card" }, e("summary", { text: say("editor.others") }), e("ul", { class: "list" }, ...others.map(({ channel: one, own }) =>
      e("li", { class: "change" }, e("strong", { text: one }), own === null ? e("span", { class: "muted", text: say("editor.same-words") }) : e("bdi", { lang: locale, text: own }),
        own === null && isLocked ? null : e("a", { href: addressOf({ ...place, channel: one }), text: say(own === null ? "editor.write-others" : "editor.change-others", { channel: one }) })))));
  }

  function describe(part) {
    if (part.frozen !== undefined) return say("editor.fixed");
    if (part.point !== undefined) return part.point === "br" ? say("editor.line-break") : part.point;
    const { field, value, label, shown } = part.chip;
    const name = view.variables[field]?.label ?? label ?? field ?? value;
    return shown && shown !== name ? `${name} · ${shown}` : name;
  }

  function onchip(part, box, change) {
    if (!part.chip?.field || form.form === "locked" || isLocked) return;
    const { chip } = part;
    showFormats({
      below: box, place, chip, sample: panel.sample(), name: chip.label ?? chip.field,
      onclose: () => box.focus(),
      onchoose({ function: written, example }) {
        const { function: _, ...others } = chip;
        change({ chip: { ...others, shown: example, ...(written ? { function: written } : {}) } });
      },
    });
  }

  /** What a chip from somewhere else is here: itself where the event has the field, or else its words. */
  function adopt(part) {
    const variable = view.variables[part.chip?.field];
    if (variable && !variable.refused) {
      const { field, function: written } = part.chip;
      return { chip: { field, label: variable.label, ...(written ? { function: written } : {}) } };
    }
    return part.chip ? part.chip.label ?? part.chip.value ?? "" : "";
  }

  /** The form isn't what the host has any more: it waits here until it is kept. */
  function hold() {
    isChanged = true;
    isAsRead = false;
    wait(place, { hash: view.hash, base: kept, form });
    clearTimeout(timers.save);
    timers.save = setTimeout(save, SAVE_PAUSE);
  }

  function changed(isTyping = false) {
    isWriting = isTyping;
    steps.add({ form: collect(), choices: view.choices }, isTyping);
    touched();
  }

  /** The form has become another one, which is a step by now. */
  function touched() {
    hold();
    write(status, "");
    clearTimeout(timers.preview);
    timers.preview = setTimeout(preview, PREVIEW_PAUSE);
    showSteps();
  }

  // The words of the fields that are on the page, into the form.
  let fields = [];
  let names = namesOf(view, null);
  function collect() {
    fields.forEach(({ field, row }) => Object.assign(row, { marks: undefined }, field.words()));
    return form;
  }

  const back = e("button", { text: say("editor.undo"), onclick: () => step(-1) });
  const forth = e("button", { text: say("editor.redo"), onclick: () => step(1) });
  function showSteps() {
    back.disabled = !steps.canGo(-1);
    forth.disabled = !steps.canGo(1);
  }

  function step(by) {
    const state = steps.go(by);
    if (!state) return;
    const at = fields.findIndex(({ field }) => field.node.contains(document.activeElement));
    ({ form } = state);
    view = { ...view, choices: state.choices };
    draw();
    hold();
    preview();
    (fields[at] ?? fields[0])?.field.focus();
  }
  editor.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const by = key === "z" ? (event.shiftKey ? 1 : -1) : key === "y" ? 1 : 0;
    if (!by || event.target.closest("input:not(.piece)")) return;
    event.preventDefault();
    step(by);
  });

  function draw() {
    fields = [];
    names = namesOf(view, form);
    showSteps();
    if (!form) {
      panel.number(null);
      const fallback = channel ? "editor.unwritten-channel" : view.original ? "editor.unwritten-language" : "editor.unwritten";
      editor.replaceChildren(e("p", { text: say(fallback) }), isLocked ? "" : e("div", { class: "row" },
        view.copy ? e("button", { class: "main", text: say(channel ? "editor.begin-general" : "editor.begin-original"), onclick: () => begin(view.copy) }) : null,
        e("button", { text: say("editor.begin-empty"), onclick: () => begin({ shape: "string", form: "text", parts: [] }) }),
        steps.canGo(-1) ? back : null));
      return;
    }
    const drawn = drawForm({
      view, form, isLocked, locale, dir,
      field: { describe, adopt, onleave, onchip, onstep: step },
      onchange: () => changed(true),
      onredraw(change, focus) {
        form = change(collect());
        draw();
        changed();
        fields[focus?.(form) ?? 0]?.field.focus();
      },
      onshape: shape,
    });
    ({ fields } = drawn);
    const selecting = numberOf(form, view.choices);
    panel.number(selecting && { ...selecting, label: view.variables[selecting.field]?.label ?? selecting.field });
    if (seen) showReadings();
    editor.replaceChildren(...drawn.nodes, isLocked ? "" : e("div", { class: "row" }, back, forth,
      canRemove() ? e("button", { text: say("editor.remove"), onclick: remove }) : null,
      form.form === "locked" || view.routes !== undefined || isTerm(place) ? null : lists()));
  }

  /** Whether readers get other words where these go. */
  const canRemove = () => Boolean(locale !== studio.session.locales[0].tag || channel) && !isTerm(place);

  function onleave() {
    if (isWriting && seen) {
      isWriting = false;
      afterPress(showFaults);
    }
    if (isChanged) save();
  }

  /** Fields, or lists of words and chips: as this person works best. */
  function lists() {
    const toggle = e("button", { text: say("pieces.lists"), "aria-pressed": String(showsLists()), onclick: () => {
      collect();
      chooseLists(!showsLists());
      draw();
      if (seen) showFaults();
      editor.querySelector("[aria-pressed]").focus();
    } });
    return toggle;
  }

  function begin(words) {
    form = structuredClone(words);
    draw();
    changed(true);
    fields[0]?.field.focus();
  }

  function remove() {
    form = null;
    draw();
    changed();
    editor.querySelector("button")?.focus();
  }

  /** The form comes to depend on something, or no longer does, or is another one: the host says with which rows and choices. */
  async function shape(change, at = 0) {
    try {
      const answer = await ask("POST", "/shape", { place, form: collect(), ...change, ...(studio.proposal ? { proposal: studio.proposal.id } : {}) });
      if (!isWanted()) return;
      view = { ...view, choices: answer.choices, dependencies: answer.dependencies, variables: named(answer).variables };
      form = answer.form.form === "rows" ? namesOf(view, answer.form).sorted(answer.form) : answer.form;
      draw();
      changed();
      (fields[at] ?? fields.at(-1))?.field.focus();
    } catch (fault) {
      write(status, told(fault));
    }
  }

  let asking = null;
  /** The words that the host has looked at. */
  let looked = null;
  const written = () => JSON.stringify(form && collect());
  async function preview() {
    asking?.abort();
    if (!isWanted()) return;
    const words = written();
    const mine = (asking = new AbortController());
    const late = setTimeout(() => panel.frames.classList.add("late"), 500);
    const body = { place, ...panel.wish() };
    // What is being saved right now may not have arrived yet.
    if (!isAsRead) body.form = collect();
    if (studio.proposal) body.proposal = studio.proposal.id;
    try {
      const answer = await ask("POST", "/preview", body, mine.signal);
      if (!isWanted()) return;
      seen = answer;
      looked = words;
      panel.show(answer);
      showReadings();
      showFaults();
    } catch (fault) {
      if (fault.name !== "AbortError") write(status, why(fault, words));
    } finally {
      clearTimeout(late);
      if (mine === asking) panel.frames.classList.remove("late");
    }
  }

  function isHere(fault) {
    const at = fault.place;
    return at?.message === message && at.slot === slot && at.locale === locale && (at.channel ?? "") === (channel ?? "");
  }

  /** What each row reads like with numbers that it is for. */
  function showReadings() {
    const known = new Map(seen.readings.map(({ keys, readings }) => [JSON.stringify(keys), readings]));
    for (const { row, readings: list } of fields) {
      const readings = known.get(JSON.stringify(row.keys)) ?? [];
      list.hidden = !readings.length;
      list.replaceChildren(...readings.map(({ number, words }) =>
        e("li", {}, e("span", { class: "reading-number", text: number }), e("span", { lang: locale, dir, text: words }))));
    }
  }

  /** How many there are, once nobody types any more. */
  let isTold = false;
  function tell(own) {
    clearTimeout(timers.tell);
    timers.tell = setTimeout(() => {
      const errors = own.filter(({ severity }) => severity === "error").length;
      const parts = [errors && say("summary.faults", { count: errors }), own.length > errors && say("summary.hints", { count: own.length - errors })].filter(Boolean);
      write(counted, parts.join(say("page.comma")) || (isTold ? say("summary.none") : ""));
      isTold ||= parts.length > 0;
    }, TELL_PAUSE);
  }

  /** Whether somebody is writing: what is missing then is said when they leave the field, unless it was said before. */
  let isWriting = false;
  let toldOf = new Set();

  function showFaults() {
    const all = seen.faults.filter((fault) => isHere(fault) || !fault.old);
    const own = all.filter((fault) => !isWriting || !isHere(fault) || !MISSING.has(fault.code) || toldOf.has(identity(fault)));
    if (!isWriting) toldOf = new Set(own.map(identity));
    const keysOf = ({ keys }) => JSON.stringify(keys);
    const rowOf = (fault) => isHere(fault) && (fields.length === 1 ? fields[0] : fields.find(({ row }) => row.keys && keysOf(row) === keysOf(fault.place)));
    for (const one of fields) {
      const mine = own.filter((fault) => rowOf(fault) === one);
      one.field.note(mine.map((fault) => `${finding(fault)} (${fault.code})`).join(" "), mine.some((fault) => fault.severity === "error"));
      fill(one.fixes, mine, () => each(mine.flatMap((fault) => fixes(fault, one.row))));
      one.fixes.hidden = !one.fixes.childElementCount;
    }
    tell(own);
    const left = own.filter((fault) => !rowOf(fault));
    fill(faults, left, () => left.map((fault) => e("li", { class: `row ${fault.severity}` },
      e("span", { text: finding(fault) }),
      e("span", { class: "muted", text: `${fault.place && !isHere(fault) && !fault.fixes ? nameOf(fault.place) : ""} ${fault.code}` }),
      ...fixes(fault, null))));
  }

  /** Two faults can have the same way out. */
  const each = (buttons) => buttons.filter(({ textContent }, at) => buttons.findIndex((one) => one.textContent === textContent) === at);

  /** What is said stays as it is while it is the same: a press that leaves a field mustn't miss the button that it began on. */
  const said = new WeakMap();
  function fill(target, about, make) {
    const now = JSON.stringify([form?.rows?.map(({ keys }) => keys), about.map((fault) => [identity(fault), fault.fixes?.map(identity)])]);
    if (said.get(target) === now) return;
    said.set(target, now);
    target.replaceChildren(...make());
  }

  /** Buttons that mend a fault: of this text each is one step, like what is typed. */
  function fixes(fault, row) {
    return fixButtons(fault, { form, row, names, isHere, isLocked: isLocked || form?.form === "locked", isBegun: !form && Boolean(view.copy),
      comma: say("page.comma"), onmend: (fix) => mend(fault, fix, row) });
  }

  async function mend(fault, fix, row) {
    // What was typed since the host looked isn't in what it offers: it looks again first.
    if (looked !== written()) {
      clearTimeout(timers.preview);
      await preview();
    }
    const known = seen.faults.filter((one) => identity(one) === identity(fault)).flatMap((one) => one.fixes ?? []);
    const now = looked === written() && known.find((one) => identity(one) === identity(fix));
    if (!now) return undefined;
    if (!isHere(now)) return mendElsewhere(now);
    if (!now.form) return remove();
    return shape({ form: now.form }, fields.findIndex((one) => one.row === row));
  }

  async function mendElsewhere({ place: at, hash, form: words }) {
    try {
      await save();
      await put(at, hash, words);
      write(status, say("editor.saved"));
      (fields[0]?.field ?? main).focus();
      preview();
    } catch (fault) {
      write(status, told(fault));
    }
  }

  /** Whether nothing goes into the proposal any more: somebody has published it, or it was withdrawn in another window. */
  async function isOver() {
    const { state } = await ask("GET", `/proposals/${studio.proposal.id}`);
    return ["published", "withdrawn"].includes(state);
  }

  /** Why words aren't taken; of a sign that nobody sees it is said. */
  const why = (fault, words) => (fault.status === 422 && /[\u202a-\u202e\u2066-\u2069]/.test(words) ? say("problem.direction") : told(fault));

  async function put(at, hash, words) {
    if (!studio.proposal) await beginProposal();
    const send = () => ask("PUT", `/proposals/${studio.proposal.id}/text`, { place: at, hash, form: words });
    const answer = await send().catch(async (fault) => {
      if (fault.code !== "conflict" || !(await isOver())) throw fault;
      await beginProposal();
      return send();
    });
    useProposal({ ...studio.proposal, version: answer.version, count: answer.count, state: "draft" });
    return answer;
  }

  async function save() {
    clearTimeout(timers.save);
    if (!isChanged) return saving;
    isChanged = false;
    const words = structuredClone(form ? collect() : null);
    saving = (saving ?? Promise.resolve()).then(() => keep(words));
    return saving;
  }

  async function keep(words) {
    // Who listens is told once that it isn't kept, and once that it is.
    if (!isRefused) write(status, say("editor.saving"));
    try {
      const answer = await put(place, view.hash, words);
      view = { ...view, hash: answer.hash, copy: answer.copy, variables: named(answer).variables, choices: answer.form?.form === "rows" ? answer.choices : view.choices };
      kept = words;
      isRefused = false;
      // What new words can begin with is there by now.
      if (!form && !words && isWanted()) {
        const isAt = editor.contains(document.activeElement);
        view.choices = answer.choices;
        draw();
        if (isAt) editor.querySelector("button")?.focus();
      }
      copied.hidden = !answer.copied;
      if (!isChanged) wait(place, null);
      write(status, say("editor.saved"));
    } catch (fault) {
      write(status, why(fault, JSON.stringify(words)));
      // It may be another one's turn, or the network's: what was refused stays so.
      if (![400, 403, 404, 409, 413, 422].includes(fault.status)) {
        isChanged = isRefused = true;
        if (isWanted()) timers.save = setTimeout(save, RETRY_PAUSE);
      }
      if (fault.code === "conflict" && isWanted()) await meet(kept);
    }
  }

  /**
   * Mine and theirs: together where they are of different rows, else as somebody chooses.
   *
   * @param {object | null} [waited] my words, where they aren't on the page
   */
  async function meet(from, waited) {
    const theirs = await read();
    if (!isWanted()) return;
    // What was typed until now is mine, too.
    const mine = () => (waited !== undefined ? waited : form && structuredClone(collect()));
    const take = (words, isKept) => {
      let last;
      steps.rebase(({ form: one }) => {
        const now = rebased(from, one, theirs.form);
        if (!now || essenceOf(now) === last) return null;
        last = essenceOf(now);
        return { form: now, choices: theirs.choices };
      });
      view = theirs;
      kept = structuredClone(theirs.form);
      form = structuredClone(words);
      if (essenceOf(form) !== last) steps.add({ form, choices: view.choices });
      isWriting = false;
      draw();
      isAsRead = isKept;
      if (isKept) {
        isChanged = false;
        wait(place, null);
        write(status, "");
        preview();
      } else touched();
      fields[0]?.field.focus();
    };
    const both = merged(from, mine(), theirs.form);
    if (both) {
      take(both, false);
      write(status, say("editor.merged"));
      return;
    }
    editor.querySelector(":scope > [role=alert]")?.remove();
    editor.prepend(bothWords({
      mine: mine(), theirs: theirs.form, describe, dir, locale,
      onmine: () => take(mine(), false), ontheirs: () => take(theirs.form, true),
    }));
    editor.querySelector("[role=alert] button").focus();
  }

  if (!isLocked) studio.leave = save;
  steps.add({ form, choices: view.choices });
  draw();
  // What was written here and didn't arrive, such as when the network was gone.
  const unsent = isLocked ? null : waiting(place);
  if (unsent && unsent.hash === view.hash) {
    ({ form } = unsent);
    draw();
    changed();
    write(status, say("editor.back"));
  } else if (unsent) await meet(unsent.base, unsent.form);
  // The page is there to be worked with; the frames come when they come.
  preview();
}
