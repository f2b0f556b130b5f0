// One text as a form, what is wrong with it, and what becomes of it while it is changed.
import { element as e, write } from "./dom.js";
import { addressOf, ask, main, pathOf, query, select, sentence, status, studio, useProposal } from "./studio-core.js";
import { showFormats } from "./studio-formats.js";
import { frame } from "./studio-frames.js";
import { historyOf } from "./studio-history.js";
import { textField } from "./studio-text.js";

/** After the last key: before the preview is asked for, and before the change is kept. */
const PREVIEW_PAUSE = 120;
const SAVE_PAUSE = 800;

export async function showText(isWanted, message, slot, locale, channel) {
  const place = channel ? { locale, message, slot, channel } : { locale, message, slot };
  const path = pathOf(place);
  let view = await ask("GET", path + query({ locale, channel, proposal: studio.proposal?.id }));
  if (!isWanted()) return;
  let form = view.form;
  let isChanged = false;
  /** Whether the form is still what was read: then the preview needs only the place. */
  let isAsRead = true;
  let saving = null;
  const timers = {};
  const { dir } = studio.session.locales.find((one) => one.tag === locale) ?? { dir: "ltr" };

  const editor = e("div", { class: "stack" });
  const faults = e("ul", { "aria-label": "What to look at", class: "stack" });
  const frames = e("div", { class: "frames" });
  const shownLocale = select("Shown in", studio.session.locales.map(({ tag }) => [tag, tag]), locale);
  const samples = view.samples.length ? view.samples : [null];
  const sample = select("Sample", samples.map((name, at) => [String(at), name ?? "main"]), "0");
  const languages = select("Language", studio.session.locales.map(({ tag }) => [tag, tag]), locale);
  let seen = null;

  languages.select.addEventListener("change", () => {
    location.hash = addressOf({ ...place, locale: languages.select.value });
  });
  for (const choice of [shownLocale, sample]) choice.select.addEventListener("change", () => seen && showFrames());

  main.className = "wide";
  main.replaceChildren(
    e("section", { class: "stack", "aria-label": "Words" },
      e("div", { class: "row" }, e("h2", { text: `${message} · ${slot}` }), languages.node),
      e("p", { class: "muted", text: view.summary ?? "" }),
      view.original ? e("p", {}, e("span", { class: "muted", text: "Original: " }), e("bdi", { text: view.original })) : null,
      editor,
      faults,
      historyOf(place)),
    e("section", { class: "stack", "aria-label": "Preview" },
      e("div", { class: "row" }, e("h2", { text: "Preview" }), shownLocale.node, samples.length > 1 ? sample.node : null),
      e("p", { class: "muted", text: "From sample data. Phones cut long texts at different places." }),
      frames),
  );

  function describe(part) {
    if (part.frozen !== undefined) return "fixed part";
    if (part.point !== undefined) return part.point === "br" ? "line break" : part.point;
    const { field, value, label, shown } = part.chip;
    const name = label ?? view.variables[field]?.label ?? field ?? value;
    return shown && shown !== name ? `${name} · ${shown}` : name;
  }

  function onchip(part, box, change) {
    if (!part.chip?.field || form.form === "locked") return;
    const { chip } = part;
    showFormats({
      below: box, place, chip, sample: samples[Number(sample.select.value)], name: chip.label ?? chip.field,
      onclose: () => box.focus(),
      onchoose({ function: written, example }) {
        const { function: _, ...others } = chip;
        change({ chip: { ...others, shown: example, ...(written ? { function: written } : {}) } });
      },
    });
  }

  function changed() {
    isChanged = true;
    isAsRead = false;
    write(status, "");
    clearTimeout(timers.preview);
    clearTimeout(timers.save);
    timers.preview = setTimeout(preview, PREVIEW_PAUSE);
    timers.save = setTimeout(save, SAVE_PAUSE);
  }

  // The words of the fields that are on the page, into the form.
  let fields = [];
  function collect() {
    fields.forEach(({ field, row }) => Object.assign(row, field.words()));
    return form;
  }

  function draw() {
    fields = [];
    if (!form) {
      editor.replaceChildren(
        e("p", { text: view.original ? "Not written in this language yet: readers get the original." : "Not written." }),
        e("div", { class: "row" },
          view.copy ? e("button", { class: "main", text: "Begin with the original's words", onclick: () => begin(view.copy) }) : null,
          e("button", { text: "Begin with nothing", onclick: () => begin({ shape: "string", form: "text", parts: [] }) })),
      );
      return;
    }
    const rows = form.form === "text" ? [form] : form.rows;
    const drawn = rows.map((row, at) => drawRow(row, form.form === "text" ? "Words" : rowLabel(row), at));
    const notes = [];
    if (form.form === "locked") {
      notes.push(e("p", { text: rows.length
        ? "Parts of this text are written by developers and stay as they are. Plain words can be changed."
        : "This text is written by developers and can't be changed here." }));
    }
    const group = form.form === "rows"
      ? e("fieldset", {}, e("legend", { text: `Depends on ${form.selectors.map(({ field }) => fieldLabel(field)).join(" and ")}` }), ...drawn, adding())
      : e("div", { class: "stack" }, ...drawn);
    const canRemove = locale !== studio.session.locales[0].tag || channel;
    editor.replaceChildren(...notes, group,
      canRemove ? e("div", { class: "row" }, e("button", { text: "Remove these words", onclick: remove })) : "");
  }

  function begin(words) {
    form = structuredClone(words);
    draw();
    changed();
    editor.querySelector("[contenteditable]")?.focus();
  }

  function remove() {
    form = null;
    draw();
    changed();
  }

  function drawRow(row, label) {
    const field = textField({
      words: row, label, locale, dir, isMultiline: view.multiline || form.shape === "lines", describe,
      onchange: changed,
      onleave: () => isChanged && save(),
      onchip,
    });
    fields.push({ field, row });
    if (form.form === "locked") return field.node;
    const names = Object.entries(view.variables);
    const more = select("Insert", [["", "a field…"], ...names.map(([name, { label, sensitive, optional }]) => [
      name, label + (sensitive ? " (confidential)" : "") + (optional ? " (may be absent)" : ""),
    ])], "", { "aria-label": `Insert a field into: ${label}` });
    more.select.addEventListener("change", () => {
      const name = more.select.value;
      more.select.value = "";
      if (name) field.insert({ chip: { field: name, label: view.variables[name].label } });
    });
    const isRest = form.form === "text" || row.keys.every((key) => key === null);
    return e("div", { class: "stack" }, field.node, e("div", { class: "row" },
      more.node,
      isRest ? null : e("button", { text: "Remove this row", "aria-label": `Remove the row: ${label}`, onclick: () => dropRow(row) })));
  }

  const fieldLabel = (field) => {
    const name = field.replace(/\.present$/, "");
    return view.variables[name]?.label ?? name;
  };

  function rowLabel(row) {
    return row.keys.map((key, column) => keyLabel(key, column)).join(" · ");
  }

  function keyLabel(key, column) {
    const choices = view.choices?.[column] ?? [];
    const selector = form.selectors?.[column];
    const named = new Set(form.rows.map((row) => row.keys[column]));
    const left = choices.filter((choice) => !named.has(choice.key));
    const choice = key === null ? (left.length === 1 ? left[0] : null) : choices.find((one) => one.key === key);
    if (!choice) return key === null ? "all others" : selector?.choice === "value" ? key : `exactly ${key}`;
    if (choice.numbers) return `${choice.numbers} (${choice.key})`;
    if (selector?.field.endsWith(".present")) return choice.key === "true" ? "where there is one" : "where there is none";
    return { true: "yes", false: "no" }[choice.key] ?? choice.key;
  }

  /** Forms that have no row yet, and exact numbers. */
  function adding() {
    if (form.selectors.length !== 1) return null;
    const [selector] = form.selectors;
    const named = new Set(form.rows.map((row) => row.keys[0]));
    const left = (view.choices[0] ?? []).filter((choice) => !named.has(choice.key));
    // The last one that is left is what the row for all others says.
    const options = left.length > 1 ? left.map((choice) => [choice.key, keyLabel(choice.key, 0)]) : [];
    const choice = select("Add a row for", [["", "choose…"], ...options, ...(selector.choice === "value" ? [] : [["#", "an exact number…"]])], "");
    if (choice.select.options.length === 1) return null;
    const number = e("input", { type: "number", step: 1, "aria-label": "The exact number", hidden: true });
    const add = e("button", { text: "Add", hidden: true, onclick: () => addRow(String(number.valueAsNumber)) });
    choice.select.addEventListener("change", () => {
      const isNumber = choice.select.value === "#";
      number.hidden = add.hidden = !isNumber;
      if (isNumber) number.focus();
      else if (choice.select.value) addRow(choice.select.value);
    });
    return e("div", { class: "row" }, choice.node, number, add);
  }

  function addRow(key) {
    if (key === "NaN" || form.rows.some((row) => row.keys[0] === key)) return;
    collect();
    const rest = form.rows.find((row) => row.keys[0] === null);
    form.rows.push({ ...structuredClone(rest), keys: [key] });
    const order = (view.choices[0] ?? []).map((choice) => choice.key);
    // Exact numbers first, then the forms in their order, then the rest.
    const rank = ({ keys: [one] }) => (one === null ? Infinity : order.indexOf(one));
    form.rows.sort((a, b) => rank(a) - rank(b));
    draw();
    changed();
    fields[form.rows.findIndex((row) => row.keys[0] === key)].field.node.querySelector("[contenteditable]").focus();
  }

  function dropRow(row) {
    collect();
    form.rows = form.rows.filter((one) => one !== row);
    draw();
    changed();
    editor.querySelector("[contenteditable]").focus();
  }

  let asking = null;
  async function preview() {
    asking?.abort();
    if (!isWanted()) return;
    const mine = (asking = new AbortController());
    const late = setTimeout(() => frames.classList.add("late"), 500);
    const body = { place };
    // What is being saved right now may not have arrived yet.
    if (!isAsRead) body.form = collect();
    if (studio.proposal) body.proposal = studio.proposal.id;
    try {
      const answer = await ask("POST", "/preview", body, mine.signal);
      if (!isWanted()) return;
      seen = answer;
      showFrames();
      showFaults();
    } catch (fault) {
      if (fault.name !== "AbortError") write(status, sentence(fault.detail ?? String(fault)));
    } finally {
      clearTimeout(late);
      if (mine === asking) frames.classList.remove("late");
    }
  }

  function showFrames() {
    const tag = shownLocale.select.value;
    const { dir } = studio.session.locales.find((one) => one.tag === tag);
    const channels = Object.entries(seen.samples[Number(sample.select.value)]?.renderings[tag] ?? {});
    frames.replaceChildren(...channels.map(([name, rendering]) => frame(name, rendering, tag, dir, seen.bounds[tag]?.[name])));
    if (!channels.length) frames.append(e("p", { class: "muted", text: "Nothing is sent with this text." }));
  }

  const isHere = ({ place: other }) =>
    other?.message === message && other.slot === slot && other.locale === locale && (other.channel ?? "") === (channel ?? "");

  function showFaults() {
    const own = seen.faults.filter((fault) => isHere(fault) || !fault.old);
    const keysOf = (fault) => fault.place?.keys?.join(" ");
    fields.forEach(({ field, row }) => {
      const mine = own.filter((fault) => isHere(fault) && (!keysOf(fault) || keysOf(fault) === row.keys?.join(" ")));
      field.note(mine.map((fault) => fault.words).join(" "), mine.some((fault) => fault.severity === "error"));
    });
    const elsewhere = own.filter((fault) => !isHere(fault));
    faults.replaceChildren(...elsewhere.map(({ severity, words, place, code }) => e("li", { class: severity },
      e("span", { text: `${severity === "error" ? "Fault" : "Hint"}: ${words} ` }),
      e("span", { class: "muted", text: `${place ? `${place.message} · ${place.slot}, ${place.locale}` : ""} ${code}` }))));
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
    write(status, "Saving…");
    try {
      if (!studio.proposal) useProposal(await ask("POST", "/proposals", {}));
      const answer = await ask("PUT", `/proposals/${studio.proposal.id}/text`, { place, hash: view.hash, form: words });
      view = { ...view, hash: answer.hash, variables: answer.variables, choices: answer.form?.form === "rows" ? answer.choices : view.choices };
      useProposal({ ...studio.proposal, version: answer.version, count: answer.count, state: "draft" });
      write(status, "Saved");
    } catch (fault) {
      isChanged ||= fault.status === 0;
      write(status, sentence(fault.detail ?? String(fault)));
      if (fault.code === "conflict") editor.prepend(e("p", { class: "error", role: "alert" }, "Somebody else has changed this text. ",
        e("button", { text: "Show it as it is now", onclick: () => showText(isWanted, message, slot, locale, channel) })));
    }
  }

  studio.leave = save;
  draw();
  // The page is there to be worked with; the frames come when they come.
  preview();
}
