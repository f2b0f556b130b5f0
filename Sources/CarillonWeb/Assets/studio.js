// The studio: a tenant's texts as forms, what becomes of them while they are changed, and proposals.
import { element as e, write } from "./dom.js";
import { textField } from "./studio-text.js";

const tenant = document.body.dataset.tenant;
const base = `/v1/${tenant}/studio`;

/** After the last key: before the preview is asked for, and before the change is kept. */
const PREVIEW_PAUSE = 120;
const SAVE_PAUSE = 800;

let session;
/** The proposal that changes go into; nothing until the first one. */
let proposal = null;

const main = e("main", { id: "main", tabindex: -1 });
const status = e("p", { role: "status", class: "muted" });
const handIn = e("button", { text: "Hand in", class: "main", hidden: true, onclick: () => (location.hash = "#/hand-in") });

/** @throws {{ status: number, detail: string, code: string }} */
async function ask(method, path, body, signal) {
  // What is kept while the page is left arrives all the same.
  const request = { method, signal, cache: "no-store", keepalive: method === "PUT" };
  if (body !== undefined) {
    request.headers = { "Content-Type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(base + path, request);
  } catch (fault) {
    if (fault.name === "AbortError") throw fault;
    throw { status: 0, detail: "The host can't be reached right now.", code: "offline" };
  }
  if (answer.status === 204) return null;
  const json = await answer.json().catch(() => ({}));
  if (!answer.ok) throw { status: answer.status, detail: json.detail ?? answer.statusText, code: json.code };
  return json;
}

function query(values) {
  const given = Object.entries(values).filter(([, value]) => value);
  return given.length ? `?${new URLSearchParams(given)}` : "";
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Signing in, which begins at the end of this file.

async function start() {
  const links = [["#/texts", "Texts"], ["#/proposals", "Proposals"]].map(([href, text]) => e("a", { href, text }));
  const header = e(
    "header",
    {},
    e("h1", { text: session.tenant.name }),
    e("nav", { "aria-label": "Studio" }, ...links),
    status,
    handIn,
    e("span", { class: "who", text: `${session.name}, ${session.role}` }),
    e("button", { text: "Sign out", onclick: signOut }),
  );
  document.body.append(header, main);
  const known = await ask("GET", "/proposals");
  useProposal(known.proposals.find((one) => one.isOwn && ["draft", "rejected"].includes(one.state)) ?? null);
  addEventListener("hashchange", () => route(links, true));
  document.addEventListener("visibilitychange", () => document.hidden && leave());
  await route(links, false);
}

async function signOut() {
  await leave();
  await ask("DELETE", "/session").catch(() => {});
  location.reload();
}

function useProposal(one) {
  proposal = one;
  handIn.hidden = !one?.count;
}

/** What has to be kept before the page shows something else. */
let leave = async () => {};
/** Counts what was asked for: an answer that comes late isn't shown over what was asked for after it. */
let turn = 0;

async function route(links, moves) {
  const mine = (turn += 1);
  const isWanted = () => mine === turn;
  await leave();
  if (!isWanted()) return;
  leave = async () => {};
  const [, view = "texts", ...rest] = location.hash.split("/").map(decodeURIComponent);
  for (const link of links) {
    const isHere = link.getAttribute("href") === (view.startsWith("proposal") ? "#/proposals" : "#/texts");
    isHere ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  }
  try {
    if (view === "text") await showText(isWanted, ...rest);
    else if (view === "proposals") await showProposals(isWanted);
    else if (view === "proposal") await showProposal(isWanted, ...rest);
    else if (view === "hand-in" && proposal?.count) showHandIn();
    else await showTexts(isWanted);
  } catch (fault) {
    if (!isWanted()) return;
    main.replaceChildren(e("p", { class: "error", text: sentence(fault.detail ?? String(fault)) }));
  }
  // Who came by a link wants to read on from the top of what it led to.
  if (moves && isWanted()) main.focus();
}

// All texts.

const filter = { words: "", locale: "" };

async function showTexts(isWanted) {
  const { texts, locales } = await ask("GET", `/texts${query({ proposal: proposal?.id })}`);
  if (!isWanted()) return;
  main.className = "";
  filter.locale ||= locales[0];
  const search = e("input", { id: "search", type: "search", value: filter.words });
  const choice = select("Language", locales.map((tag) => [tag, tag]), filter.locale);
  const list = e("ul", { class: "list" });
  const found = e("p", { class: "muted", role: "status" });
  const shown = () => {
    filter.words = search.value;
    filter.locale = choice.select.value;
    const words = filter.words.trim().toLowerCase();
    const hits = texts.filter(({ message, slot, words: text = "" }) => `${message} ${slot} ${text}`.toLowerCase().includes(words));
    list.replaceChildren(...hits.map((text) => e("li", {}, textLink(text, filter.locale))));
    write(found, hits.length === 1 ? "1 text" : `${hits.length} texts`);
  };
  search.addEventListener("input", shown);
  choice.select.addEventListener("change", shown);
  main.replaceChildren(
    e("div", { class: "stack" },
      e("h2", { text: "Texts" }),
      e("div", { class: "row" }, e("label", { for: "search", text: "Search" }), search, choice.node, found),
      e("div", { class: "card" }, list)),
  );
  shown();
}

function textLink({ message, slot, channel, states, words }, locale) {
  const state = states[locale] ?? {};
  const badges = [];
  if (state.missing) badges.push("missing");
  if (state.stale) badges.push("original has changed");
  if (state.errors) badges.push("has faults");
  const href = `#/text/${[message, slot, locale, channel ?? ""].map(encodeURIComponent).join("/")}`;
  return e("a", { href },
    e("strong", { text: `${message} · ${slot}${channel ? ` (only ${channel})` : ""}` }),
    ...badges.flatMap((text) => [" ", e("span", { class: "badge", text })]),
    e("br"),
    e("bdi", { class: "muted", text: words ?? "" }));
}

function select(label, options, value, attributes = {}) {
  const id = `choice-${(select.count = (select.count ?? 0) + 1)}`;
  const made = e("select", { id, ...attributes }, ...options.map(([key, text, disabled]) => e("option", { value: key, text, disabled })));
  made.value = value;
  return { select: made, node: e("span", { class: "row" }, e("label", { for: id, text: label }), made) };
}

// One text.

async function showText(isWanted, message, slot, locale, channel) {
  const place = channel ? { locale, message, slot, channel } : { locale, message, slot };
  const path = `/texts/${encodeURIComponent(message)}/${encodeURIComponent(slot)}`;
  let view = await ask("GET", path + query({ locale, channel, proposal: proposal?.id }));
  if (!isWanted()) return;
  let form = view.form;
  let isChanged = false;
  let saving = null;
  const timers = {};
  const { dir } = session.locales.find((one) => one.tag === locale) ?? { dir: "ltr" };

  const editor = e("div", { class: "stack" });
  const faults = e("ul", { "aria-label": "What to look at", class: "stack" });
  const frames = e("div", { class: "frames" });
  const shownLocale = select("Shown in", session.locales.map(({ tag }) => [tag, tag]), locale);
  const samples = view.samples.length ? view.samples : [null];
  const sample = select("Sample", samples.map((name, at) => [String(at), name ?? "main"]), "0");
  const languages = select("Language", session.locales.map(({ tag }) => [tag, tag]), locale);
  let seen = null;

  languages.select.addEventListener("change", () => {
    location.hash = `#/text/${[message, slot, languages.select.value, channel ?? ""].map(encodeURIComponent).join("/")}`;
  });
  for (const choice of [shownLocale, sample]) choice.select.addEventListener("change", () => seen && showFrames());

  main.className = "wide";
  main.replaceChildren(
    e("section", { class: "stack", "aria-label": "Words" },
      e("div", { class: "row" }, e("h2", { text: `${message} · ${slot}` }), languages.node),
      e("p", { class: "muted", text: view.summary ?? "" }),
      view.original ? e("p", {}, e("span", { class: "muted", text: "Original: " }), e("bdi", { text: view.original })) : null,
      editor,
      faults),
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

  function changed() {
    isChanged = true;
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
    const canRemove = locale !== session.locales[0].tag || channel;
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
    const mine = (asking = new AbortController());
    const late = setTimeout(() => frames.classList.add("late"), 500);
    const body = { place };
    if (isChanged) body.form = collect();
    if (proposal) body.proposal = proposal.id;
    try {
      seen = await ask("POST", "/preview", body, mine.signal);
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
    const { dir } = session.locales.find((one) => one.tag === tag);
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
      if (!proposal) useProposal(await ask("POST", "/proposals", {}));
      const answer = await ask("PUT", `/proposals/${proposal.id}/text`, { place, hash: view.hash, form: words });
      view = { ...view, hash: answer.hash, variables: answer.variables, choices: answer.form?.form === "rows" ? answer.choices : view.choices };
      useProposal({ ...proposal, version: answer.version, count: answer.count, state: "draft" });
      write(status, "Saved");
    } catch (fault) {
      isChanged ||= fault.status === 0;
      write(status, sentence(fault.detail ?? String(fault)));
      if (fault.code === "conflict") editor.prepend(e("p", { class: "error", role: "alert" }, "Somebody else has changed this text. ",
        e("button", { text: "Show it as it is now", onclick: () => showText(isWanted, message, slot, locale, channel) })));
    }
  }

  leave = async () => {
    clearTimeout(timers.preview);
    asking?.abort();
    await save();
  };
  draw();
  await preview();
}

/** Marks out of a mail's markup; it is shown as text alone. */
function plain(html) {
  const entities = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return html.replace(/<(br|\/p|\/h\d|\/li)[^>]*>/g, "\n").replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name]);
}

function frame(channel, rendering, locale, dir, bound) {
  const { title, body, ...others } = rendering.slots ?? {};
  const made = e("article", { class: "frame" }, e("h3", { text: channel }));
  if (!rendering.slots) {
    made.append(e("p", { class: "error", text: "This can't be shown with this sample." }));
    return made;
  }
  const words = e("div", { class: "stack", lang: rendering.locale ?? locale, dir });
  if (title) words.append(e("p", { class: "title", text: title }));
  if (body) words.append(e("p", { class: "body", text: body }));
  for (const [name, text] of Object.entries(others)) {
    words.append(e("p", { class: "slot", text: name, lang: "en", dir: "ltr" }), e("p", { class: "body", text: name.endsWith("html") ? plain(text) : text }));
  }
  made.append(words);
  if (rendering.locale && rendering.locale !== locale) made.append(e("p", { class: "note", text: `Not written in ${locale}: shown in ${rendering.locale}.` }));
  if (rendering.size && rendering.sizeLimit) {
    const most = bound ? `; at most ${bound.toLocaleString("en")} with these fields` : "";
    made.append(e("p", { class: "note", text: `${rendering.size.toLocaleString("en")} of ${rendering.sizeLimit.toLocaleString("en")} bytes${most}` }));
  }
  return made;
}

// Proposals.

const STATES = { draft: "draft", "in-review": "handed in", approved: "approved", rejected: "rejected", withdrawn: "withdrawn" };

async function showProposals(isWanted) {
  const { proposals } = await ask("GET", "/proposals");
  if (!isWanted()) return;
  main.className = "";
  const items = proposals.map((one) => e("li", {}, e("a", { href: `#/proposal/${one.id}` },
    e("strong", { text: one.title || "Without a title" }), " ", e("span", { class: "badge", text: STATES[one.state] }), e("br"),
    e("span", { class: "muted", text: `${one.author}, ${one.count === 1 ? "1 text" : `${one.count} texts`}, ${new Date(one.changedAt).toLocaleString()}` }))));
  main.replaceChildren(e("div", { class: "stack" }, e("h2", { text: "Proposals" }),
    items.length ? e("ul", { class: "list card" }, ...items) : e("p", { text: "There are none yet. Change a text, and one begins." })));
}

async function showProposal(isWanted, id) {
  const one = await ask("GET", `/proposals/${encodeURIComponent(id)}`);
  if (!isWanted()) return;
  main.className = "";
  const isReviewer = session.role !== "writer" && !one.isOwn;
  const note = e("p", { role: "alert", class: "error" });
  const button = (text, step, isMain) => e("button", { text, class: isMain ? "main" : null, onclick: async () => {
    try {
      await ask("POST", `/proposals/${one.id}/${step}`, { version: one.version });
      if (proposal?.id === one.id) useProposal(null);
      await showProposal(isWanted, id);
    } catch (fault) {
      write(note, sentence(fault.detail));
    }
  } });
  const actions = [];
  if (one.state === "in-review" && isReviewer) actions.push(button("Approve", "approve", true), button("Reject", "reject"));
  if (one.isOwn && one.state !== "withdrawn") actions.push(button("Withdraw", "withdraw"));
  if (one.state === "approved" && session.role === "publisher") {
    actions.push(e("a", { href: `${base}/proposals/${one.id}/patch`, download: "", text: "Take it away as a patch" }));
  }
  const changes = one.texts.map(({ place, old, new: words, conflict }) => e("li", { class: "change" },
    e("a", { href: `#/text/${[place.message, place.slot, place.locale, place.channel ?? ""].map(encodeURIComponent).join("/")}`,
      text: `${place.message} · ${place.slot}, ${place.locale}` }),
    e("p", {}, e("span", { class: "muted", text: "Before: " }), e("del", {}, e("bdi", { text: old ?? "nothing" }))),
    conflict
      ? e("p", { class: "error", text: "The files have changed here since." })
      : e("p", {}, e("span", { class: "muted", text: "After: " }), e("ins", {}, e("bdi", { text: words ?? "nothing" })))));
  const faults = one.faults.map(({ severity, words, place }) => e("li", { class: severity,
    text: `${severity === "error" ? "Fault" : "Hint"}: ${words}${place ? ` ${place.message} · ${place.slot}, ${place.locale}` : ""}` }));
  main.replaceChildren(e("div", { class: "stack" },
    e("h2", { text: one.title || "Without a title" }),
    e("p", { class: "muted", text: `${STATES[one.state]} · by ${one.author}${one.reviewer ? ` · looked at by ${one.reviewer}` : ""}` }),
    e("div", { class: "row" }, ...actions), note,
    e("ul", { class: "list card" }, ...changes),
    faults.length ? e("ul", { "aria-label": "What to look at" }, ...faults) : null));
}

function showHandIn() {
  const title = e("input", { id: "title", type: "text", maxlength: 120, required: true, value: proposal.title });
  const note = e("p", { role: "alert", class: "error" });
  const submit = async () => {
    if (!title.value.trim()) {
      write(note, "Say in a few words what the change is about.");
      title.setAttribute("aria-invalid", "true");
      return title.focus();
    }
    try {
      const { id } = await ask("POST", `/proposals/${proposal.id}/submit`, { version: proposal.version, title: title.value.trim() });
      useProposal(null);
      write(status, "Handed in");
      location.hash = `#/proposal/${id}`;
    } catch (fault) {
      write(note, sentence(fault.detail));
    }
  };
  title.addEventListener("keydown", (event) => event.key === "Enter" && submit());
  main.className = "";
  main.replaceChildren(e("div", { class: "stack" }, e("h2", { text: "Hand in" }),
    e("p", { text: `${proposal.count === 1 ? "1 changed text" : `${proposal.count} changed texts`} for others to look at.` }),
    e("div", { class: "row" }, e("label", { for: "title", text: "What is it about?" }), title),
    note,
    e("div", { class: "row" }, e("button", { class: "main", text: "Hand in", onclick: submit }), e("a", { href: "#/texts", text: "Not yet" }))));
}

const code = new URLSearchParams(location.hash.slice(1)).get("code");
if (code) {
  history.replaceState(null, "", location.pathname); // It's worth a session; nobody need see it.
  await ask("POST", "/session", { code }).catch(() => {}); // An old code with a living session is fine.
}

try {
  session = await ask("GET", "/session");
  await start();
} catch (fault) {
  document.body.append(main);
  const isSignedOut = fault.status === 401;
  main.append(
    e("h1", { text: "Studio" }),
    e("p", { text: isSignedOut ? "Open the studio by a link that is meant for you. A link works once; ask for a new one." : sentence(fault.detail) }),
  );
}
