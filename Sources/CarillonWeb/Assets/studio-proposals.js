// Proposals: handed in, looked at, and taken away.
import { element as e, write } from "./dom.js";
import { commentsOn } from "./studio-history.js";
import { after, ask, base, before, changedText, main, may, sentence, status, studio, useProposal } from "./studio-core.js";

const STATES = { draft: "draft", "in-review": "handed in", approved: "approved", rejected: "rejected", withdrawn: "withdrawn", published: "live" };

export async function showProposals(isWanted) {
  const { proposals } = await ask("GET", "/proposals");
  if (!isWanted()) return;
  main.className = "";
  const items = proposals.map((one) => e("li", {}, e("a", { href: `#/proposal/${one.id}` },
    e("strong", { text: one.title || "Without a title" }), " ", e("span", { class: "badge", text: STATES[one.state] }), e("br"),
    e("span", { class: "muted", text: `${one.author}, ${one.count === 1 ? "1 text" : `${one.count} texts`}, ${new Date(one.changedAt).toLocaleString()}` }))));
  main.replaceChildren(e("div", { class: "stack" }, e("h2", { text: "Proposals" }),
    items.length ? e("ul", { class: "list card" }, ...items) : e("p", { text: "There are none yet. Change a text, and one begins." })));
}

export async function showProposal(isWanted, id) {
  const one = await ask("GET", `/proposals/${encodeURIComponent(id)}`);
  if (!isWanted()) return;
  main.className = "";
  const isReviewer = may("reviewer") && (!one.isOwn || studio.session.reviews === "anyone");
  const note = e("p", { role: "alert", class: "error" });
  const button = (text, step, isMain) => e("button", { text, class: isMain ? "main" : null, onclick: async () => {
    try {
      await ask("POST", `/proposals/${one.id}/${step}`, { version: one.version });
      if (studio.proposal?.id === one.id) useProposal(null);
      await showProposal(isWanted, id);
    } catch (fault) {
      write(note, sentence(fault.detail));
    }
  } });
  const actions = [];
  if (one.state === "in-review" && isReviewer) actions.push(button("Approve", "approve", true), button("Reject", "reject"));
  if (one.isOwn && !["withdrawn", "published"].includes(one.state)) actions.push(button("Withdraw", "withdraw"));
  if (one.state === "approved" ? may("publisher") : one.state !== "withdrawn" && may("platform")) {
    if (one.state === "approved" && studio.session.publish === "live") actions.push(button("Publish", "publish", true));
    actions.push(e("a", { href: `${base}/proposals/${one.id}/patch`, download: "", text: "Take it away as a patch" }));
  }
  const changes = one.texts.map(({ place, old, new: words, conflict }) => changedText(place, before(old),
    conflict ? e("p", { class: "error", text: "The files have changed here since." }) : after(words)));
  const faults = one.faults.map(({ severity, words, place }) => e("li", { class: severity,
    text: `${severity === "error" ? "Fault" : "Hint"}: ${words}${place ? ` ${place.message} · ${place.slot}, ${place.locale}` : ""}` }));
  main.replaceChildren(e("div", { class: "stack" },
    e("h2", { text: one.title || "Without a title" }),
    e("p", { class: "muted", text: `${STATES[one.state]} · by ${one.author}${one.reviewer ? ` · looked at by ${one.reviewer}` : ""}` }),
    e("div", { class: "row" }, ...actions), note,
    e("ul", { class: "list card" }, ...changes),
    faults.length ? e("ul", { "aria-label": "What to look at" }, ...faults) : null,
    commentsOn(one)));
}

export function showHandIn() {
  const title = e("input", { id: "title", type: "text", maxlength: 120, required: true, value: studio.proposal.title });
  const note = e("p", { role: "alert", class: "error" });
  const submit = async () => {
    if (!title.value.trim()) {
      write(note, "Say in a few words what the change is about.");
      title.setAttribute("aria-invalid", "true");
      return title.focus();
    }
    try {
      const { id } = await ask("POST", `/proposals/${studio.proposal.id}/submit`, { version: studio.proposal.version, title: title.value.trim() });
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
    e("p", { text: `${studio.proposal.count === 1 ? "1 changed text" : `${studio.proposal.count} changed texts`} for others to look at.` }),
    e("div", { class: "row" }, e("label", { for: "title", text: "What is it about?" }), title),
    note,
    e("div", { class: "row" }, e("button", { class: "main", text: "Hand in", onclick: submit }), e("a", { href: "#/texts", text: "Not yet" }))));
}
