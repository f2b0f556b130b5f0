// What was made of a text before, and what colleagues say about a proposal.
import { element as e, write } from "./dom.js";
import { ask, may, pathOf, query, sentence } from "./studio-core.js";

const WORDS = {
  history: "History",
  none: "Nobody has changed this text here yet.",
  earlier: "Earlier changes",
  nothing: "nothing",
  proposal: "Proposal",
  comments: "Comments",
  silent: "Nobody has said anything yet.",
  say: "Say something",
  send: "Send",
};

const moment = (text) => new Date(text).toLocaleString();

/** The changes of a text, read when somebody opens them. */
export function historyOf(place) {
  const { locale, channel } = place;
  const list = e("ul", { class: "list" });
  const note = e("p", { role: "status", class: "muted" });
  const more = e("button", { text: WORDS.earlier, hidden: true });
  let before;
  let isRead = false;
  const read = async () => {
    const path = `${pathOf(place)}/history`;
    try {
      const page = await ask("GET", path + query({ locale, channel, before }));
      before = page.before;
      list.append(...page.changes.map(change));
      more.hidden = !before;
      write(note, list.childElementCount ? "" : WORDS.none);
      isRead = true;
    } catch (fault) {
      write(note, sentence(fault.detail));
    }
  };
  more.addEventListener("click", read);
  const details = e("details", { class: "card" }, e("summary", { text: WORDS.history }), list, note, more);
  details.addEventListener("toggle", () => details.open && !isRead && read());
  return details;
}

function change({ author, at, old, new: now, proposal }) {
  return e("li", { class: "change" },
    e("p", { class: "muted" }, e("bdi", { text: author }), `, ${moment(at)} · `, e("a", { href: `#/proposal/${proposal}`, text: WORDS.proposal })),
    e("p", {}, e("del", {}, e("bdi", { text: old?.words ?? WORDS.nothing })), " → ", e("ins", {}, e("bdi", { text: now?.words ?? WORDS.nothing }))));
}

/** The comments of a proposal, and a field for one more. */
export function commentsOn({ id, comments }) {
  const list = e("ul", { class: "list" }, ...comments.map(comment));
  const note = e("p", { role: "status", class: "muted", text: comments.length ? "" : WORDS.silent });
  const text = e("textarea", { id: "comment", rows: 2, maxlength: 2000 });
  const send = async () => {
    if (!text.value.trim()) return text.focus();
    try {
      list.append(comment(await ask("POST", `/proposals/${encodeURIComponent(id)}/comments`, { text: text.value })));
      text.value = "";
      write(note, "");
    } catch (fault) {
      write(note, sentence(fault.detail));
    }
  };
  const field = !may("writer") ? [] : [
    e("label", { for: "comment", text: WORDS.say }), text, e("button", { text: WORDS.send, onclick: send })];
  return e("section", { class: "card stack", "aria-label": WORDS.comments }, e("h3", { text: WORDS.comments }), list, note, ...field);
}

function comment({ author, at, text }) {
  return e("li", { class: "change" },
    e("p", { class: "muted" }, e("bdi", { text: author }), `, ${moment(at)}`),
    ...text.split("\n").map((line) => e("p", { dir: "auto", text: line })));
}
