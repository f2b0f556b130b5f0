// Proposals: handed in, looked at, and taken away.
import { element as e, write } from "./dom.js";
import { commentsOn } from "./studio-versions.js";
import { addressOf, after, ask, base, before, changedText, compareOf, main, may, nameOf, status, studio, useProposal } from "./studio-core.js";
import { waitingPlaces } from "./studio-keeping.js";
import { sampleName } from "./studio-samples.js";
import { finding, moment, say, told } from "./studio-words.js";

const titleOf = (one) => one.title || say("proposals.untitled");

/** What a proposal brings that is wrong, and what is still to be done in it, each with the way there. */
function findingsOf({ texts, faults }) {
  const way = (place) => e("a", { href: addressOf(place), text: nameOf(place) });
  const item = (severity, text, node) => e("li", { class: `row ${severity}` }, e("span", { text }), node);
  const items = [...faults.map((fault) => item(fault.severity, finding(fault), fault.place ? way(fault.place) : e("span", { class: "muted", text: fault.code }))),
    ...texts.filter(({ copied }) => copied).map(({ place }) => item("warning", say("editor.hint", { words: say("texts.copied") }), way(place)))];
  const errors = faults.filter(({ severity }) => severity === "error").length;
  return { errors, hints: items.length - errors, list: items.length ? e("ul", { "aria-label": say("editor.faults"), class: "stack" }, ...items) : null };
}

export async function showProposals(isWanted) {
  const { proposals } = await ask("GET", "/proposals");
  if (!isWanted()) return;
  main.className = "";
  // One that was begun, and has nothing any more, is nobody's to look at.
  const items = proposals.filter((one) => one.count || one.sampleCount || one.state !== "draft").map((one) => e("li", {}, e("a", { href: `#/proposal/${one.id}` },
    e("strong", { text: titleOf(one) }), " ", e("span", { class: "badge", text: say(`state.${one.state}`) }), e("br"),
    e("span", { class: "muted", text: [one.author, say("texts.count", { count: one.count }), moment(one.changedAt)].join(say("page.comma")) }))));
  main.replaceChildren(e("div", { class: "stack" }, e("h2", { text: say("page.proposals") }),
    items.length ? e("ul", { class: "list card" }, ...items) : e("p", { text: say("proposals.none") })));
}

/** What a proposal has, as it was and as it becomes. */
function contentOf(one) {
  const changes = one.texts.map(({ place, old, new: words, conflict }) => changedText(place, before(old),
    conflict ? e("p", { class: "error", text: say("proposals.conflict") }) : after(words),
    e("a", { href: compareOf(place, one.id), text: say("compare.all"), "aria-label": `${say("compare.all")}: ${nameOf(place)}` })));
  const samples = one.samples.map(({ event, name, new: payload, conflict }) => e("li", { class: "change" },
    e("strong", { text: say("samples.of", { event, name: sampleName(name) }) }),
    conflict ? e("p", { class: "error", text: say("proposals.conflict") }) : e("p", {}, ...Object.entries(payload).flatMap(([field, value]) =>
      [e("span", { class: "muted", text: `${field} ` }), e("bdi", { text: typeof value === "string" ? value : JSON.stringify(value) }), " "]))));
  return e("ul", { class: "list card" }, ...changes, ...samples);
}

/** Why a step isn't done: what is wrong with the texts is in their list. */
async function refusal(fault, id) {
  const faults = fault.code === "conflict" ? (await ask("GET", `/proposals/${id}`).catch(() => null))?.faults : null;
  return faults?.some(({ severity }) => severity === "error") ? say("proposals.faulty") : told(fault);
}

export async function showProposal(isWanted, id) {
  const one = await ask("GET", `/proposals/${encodeURIComponent(id)}`);
  if (!isWanted()) return;
  main.className = "";
  const isReviewer = may("reviewer") && (!one.isOwn || studio.session.reviews === "anyone");
  const note = e("p", { role: "alert", class: "error" });
  const button = (text, step, isMain) => e("button", { text, class: isMain ? "main" : null, onclick: async () => {
    try {
      const made = await ask("POST", `/proposals/${one.id}/${step}`, { version: one.version });
      if (studio.proposal?.id === one.id) useProposal(null);
      // What is live now, with the way back.
      if (step === "publish") return (location.hash = `#/version/${made.number}`);
      await showProposal(isWanted, id);
      // The button that was pressed is there no more.
      main.focus();
    } catch (fault) {
      write(note, await refusal(fault, one.id));
    }
    return undefined;
  } });
  const actions = [];
  if (one.isOwn && ["draft", "rejected"].includes(one.state)) actions.push(one.id === studio.proposal?.id
    ? e("a", { href: "#/texts", text: say("proposals.go-on") })
    : e("button", { class: "main", text: say("proposals.go-on"), onclick: () => {
      useProposal(one);
      location.hash = "#/texts";
    } }));
  if (one.state === "in-review" && isReviewer) actions.push(button(say("proposals.approve"), "approve", true), button(say("proposals.reject"), "reject"));
  if (one.isOwn && !["withdrawn", "published"].includes(one.state)) actions.push(button(say("proposals.withdraw"), "withdraw"));
  if (one.state === "approved" ? may("publisher") : one.state !== "withdrawn" && may("platform")) {
    if (one.state === "approved" && studio.session.publish === "live") actions.push(button(say("proposals.publish"), "publish", true));
    actions.push(e("a", { href: `${base}/proposals/${one.id}/patch`, download: "", text: say("proposals.patch") }));
  }
  main.replaceChildren(e("div", { class: "stack" },
    e("h2", { text: titleOf(one) }),
    e("p", { class: "muted", text: [say(`state.${one.state}`), say("proposals.by", { name: one.author }), one.reviewer && say("proposals.reviewed", { name: one.reviewer })].filter(Boolean).join(" · ") }),
    one.state === "in-review" && !isReviewer ? e("p", { text: say("proposals.waits") }) : null,
    e("div", { class: "row" }, ...actions), note,
    contentOf(one),
    findingsOf(one).list,
    commentsOn(one)));
}

export async function showHandIn(isWanted) {
  const one = await ask("GET", `/proposals/${studio.proposal.id}`);
  if (!isWanted()) return;
  if (!["draft", "rejected"].includes(one.state)) {
    // In another window it was handed in already, or withdrawn.
    useProposal(null);
    location.hash = `#/proposal/${one.id}`;
    return;
  }
  useProposal(one);
  const unsent = waitingPlaces();
  const { id } = one;
  const { errors, hints, list } = findingsOf(one);
  const field = (name, text, maxlength, value = "") => {
    const input = e("input", { id: name, type: "text", maxlength, required: true, value });
    input.addEventListener("keydown", (event) => event.key === "Enter" && submit());
    return { input, node: e("div", { class: "row" }, e("label", { for: name, text }), input) };
  };
  const title = field("title", say("proposals.about"), 120, studio.proposal.title);
  // Who looks at it reads why what is only a hint stays as it is.
  const stays = e("input", { type: "checkbox", id: "stays" });
  const why = field("why", say("versions.why"), 500);
  const staying = hints ? e("div", { class: "stack" }, e("div", { class: "row" }, stays, e("label", { for: "stays", text: say("proposals.stays") })), why.node) : null;
  const note = e("p", { role: "alert", class: "error" });
  let isSaid = !hints;
  const miss = (text, input) => {
    write(note, say(text));
    input?.setAttribute("aria-invalid", "true");
    input?.focus();
  };
  const submit = async () => {
    if (errors) return miss("proposals.mend", list.querySelector("a"));
    if (!title.input.value.trim()) return miss("proposals.say-what", title.input);
    if (hints && !stays.checked) return miss("proposals.tick", stays);
    if (hints && !why.input.value.trim()) return miss("versions.say-why", why.input);
    try {
      if (!isSaid) await ask("POST", `/proposals/${id}/comments`, { text: `${say("proposals.stays")}: ${why.input.value.trim()}` });
      isSaid = true;
      await ask("POST", `/proposals/${id}/submit`, { version: studio.proposal.version, title: title.input.value.trim() });
      useProposal(null);
      write(status, say("proposals.handed-in"));
      location.hash = `#/proposal/${id}`;
    } catch (fault) {
      write(note, await refusal(fault, one.id));
    }
    return undefined;
  };
  main.className = "";
  main.replaceChildren(e("div", { class: "stack" }, e("h2", { text: say("page.hand-in") }),
    e("p", { text: [["proposals.changed", studio.proposal.count], ["samples.count", studio.proposal.sampleCount]]
      .filter(([, count]) => count).map(([id, count]) => say(id, { count })).join(" ") }),
    list, staying, title.node, note,
    e("div", { class: "row" }, e("button", { class: "main", text: say("page.hand-in"), onclick: submit }), e("a", { href: "#/texts", text: say("proposals.not-yet") })),
    unsent.length ? e("p", { class: "error", text: say("proposals.unsent") }) : null,
    ...unsent.map((place) => e("p", {}, e("a", { href: addressOf(place), text: nameOf(place) }))),
    contentOf(one)));
}
