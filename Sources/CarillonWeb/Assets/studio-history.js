// What was made of a text before, and what colleagues say about a proposal.
import { element as e, write } from "./dom.js";
import { ask, may, pathOf, query } from "./studio-core.js";
import { moment, say, told } from "./studio-words.js";

/** The changes of a text, read when somebody opens them. */
export function historyOf(place) {
  const { locale, channel } = place;
  const list = e("ul", { class: "list" });
  const note = e("p", { role: "status", class: "muted" });
  const more = e("button", { text: say("history.earlier"), hidden: true });
  let before;
  let isRead = false;
  const read = async () => {
    const path = `${pathOf(place)}/history`;
    try {
      const page = await ask("GET", path + query({ locale, channel, before }));
      before = page.before;
      list.append(...page.changes.map(change));
      more.hidden = !before;
      write(note, list.childElementCount ? "" : say("history.none"));
      isRead = true;
    } catch (fault) {
      write(note, told(fault));
    }
  };
  more.addEventListener("click", read);
  const details = e("details", { class: "card" }, e("summary", { text: say("history.history") }), list, note, more);
  details.addEventListener("toggle", () => details.open && !isRead && read());
  return details;
}

function change({ author, at, old, new: now, proposal }) {
  return e("li", { class: "change" },
    e("p", { class: "muted" }, e("bdi", { text: author }), `, ${moment(at)} · `, e("a", { href: `#/proposal/${proposal}`, text: say("history.proposal") })),
    e("p", {}, e("del", {}, e("bdi", { text: old?.words ?? say("page.nothing") })), " → ", e("ins", {}, e("bdi", { text: now?.words ?? say("page.nothing") }))));
}

/** The comments of a proposal, and a field for one more. */
export function commentsOn({ id, comments }) {
  const list = e("ul", { class: "list" }, ...comments.map(comment));
  const note = e("p", { role: "status", class: "muted", text: comments.length ? "" : say("history.silent") });
  const text = e("textarea", { id: "comment", rows: 2, maxlength: 2000 });
  const send = async () => {
    if (!text.value.trim()) return text.focus();
    try {
      list.append(comment(await ask("POST", `/proposals/${encodeURIComponent(id)}/comments`, { text: text.value })));
      text.value = "";
      write(note, "");
    } catch (fault) {
      write(note, told(fault));
    }
  };
  const field = !may("writer") ? [] : [
    e("label", { for: "comment", text: say("history.say") }), text, e("button", { text: say("history.send"), onclick: send })];
  return e("section", { class: "card stack", "aria-label": say("history.comments") }, e("h3", { text: say("history.comments") }), list, note, ...field);
}

function comment({ author, at, text }) {
  return e("li", { class: "change" },
    e("p", { class: "muted" }, e("bdi", { text: author }), `, ${moment(at)}`),
    ...text.split("\n").map((line) => e("p", { dir: "auto", text: line })));
}
