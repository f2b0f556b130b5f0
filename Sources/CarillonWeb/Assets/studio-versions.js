// What was before: each change of a text, what colleagues say about a proposal, and what was published; what is live beside the files, what
// each version changed, and the way back.
import { element as e, write } from "./dom.js";
import { after, ask, base, before, changedText, labelled, main, may, nameOf, pathOf, query } from "./studio-core.js";
import { has, moment, say, told } from "./studio-words.js";

const reasonOf = (reason) => say(has(`aside.${reason}`) ? `aside.${reason}` : "aside.other");
const origin = ({ proposal, restored }) =>
  proposal ? "" : restored === 0 ? say("versions.of-files") : say("versions.of-version", { number: restored });

const titleOf = ({ number, note }) => say(note ? "versions.titled" : "versions.untitled", { number, note });

export async function showVersions(isWanted) {
  const { publish, live, versions, texts } = await ask("GET", "/versions");
  if (!isWanted()) return;
  main.className = "";
  const isPublisher = may("publisher") && publish === "live";
  const items = versions.map((one) => e("li", {}, e("a", { href: `#/version/${one.number}` },
    e("strong", { text: titleOf(one) }),
    ...(one.number === live ? [" ", e("span", { class: "badge", text: say("state.published") })] : []), e("br"),
    e("span", { class: "muted", text: [one.author, origin(one), moment(one.publishedAt)].filter(Boolean).join(say("page.comma")) }))));
  const shown = texts.map(({ place, files, words, state, reason }) => changedText(place,
    labelled("versions.in-files", files),
    labelled("versions.published", words),
    state === "set-aside" ? e("p", { class: "error", text: reasonOf(reason) }) : null,
    state === "in-files" ? e("p", { class: "muted", text: say("versions.caught-up") }) : null));
  main.replaceChildren(e("div", { class: "stack" }, e("h2", { text: say("page.versions") }),
    publish === "live" ? null : e("p", { text: say("versions.with-files") }),
    items.length ? e("ul", { class: "list card" }, ...items) : e("p", { text: say("versions.none") }),
    live ? e("h3", { text: say("versions.beside") }) : null,
    shown.length ? e("ul", { class: "list card" }, ...shown) : live ? e("p", { text: say("versions.nothing-beside") }) : null,
    shown.length && may("publisher")
      ? e("p", {}, e("a", { href: `${base}/versions/${live}/patch`, download: "", text: say("proposals.patch") })) : null,
    isPublisher && texts.length ? restore(0, live, say("versions.files-again")) : null));
}

export async function showVersion(isWanted, number) {
  const [one, { live, publish }] = await Promise.all([ask("GET", `/versions/${encodeURIComponent(number)}`), ask("GET", "/versions")]);
  if (!isWanted()) return;
  main.className = "";
  const isPublisher = may("publisher") && publish === "live";
  const back = one.number - 1;
  const isBack = isPublisher && one.number === live;
  const changes = one.texts.map(({ place, old, new: words }) => changedText(place, before(old), after(words),
    isBack && one.texts.length > 1 ? restore(back, live, say("versions.this-text"), place) : null));
  main.replaceChildren(e("div", { class: "stack" },
    e("h2", { text: titleOf(one) }),
    e("p", { class: "muted", text: [one.number === live ? say("state.published") : "", say("proposals.by", { name: one.author }), origin(one), moment(one.publishedAt)].filter(Boolean).join(" · ") }),
    one.proposal ? e("p", {}, e("a", { href: `#/proposal/${one.proposal}`, text: say("versions.proposal") })) : null,
    changes.length ? e("ul", { class: "list card" }, ...changes) : e("p", { text: say("versions.no-change") }),
    isBack ? restore(back, live, back ? say("versions.back-to", { number: back }) : say("versions.back-to-files")) : null,
    isPublisher && one.number !== live ? restore(one.number, live, say("versions.again")) : null));
}

/** A button that asks for a reason first; with a `place`, for one text alone. */
function restore(number, live, text, place) {
  const id = place ? `reason ${JSON.stringify(place)}` : "reason";
  const reason = e("input", { id, type: "text", maxlength: 120, required: true });
  const note = e("p", { role: "alert", class: "error" });
  const send = async () => {
    if (!reason.value.trim()) {
      write(note, say("versions.say-why"));
      reason.setAttribute("aria-invalid", "true");
      return reason.focus();
    }
    try {
      const made = await ask("POST", `/versions/${number}/restore`, { live, reason: reason.value.trim(), ...(place ? { place } : {}) });
      location.hash = `#/version/${made.number}`;
    } catch (fault) {
      write(note, told(fault));
    }
  };
  reason.addEventListener("keydown", (event) => event.key === "Enter" && send());
  const form = e("div", { class: "stack", hidden: true },
    e("div", { class: "row" }, e("label", { for: id, text: say("versions.why") }), reason, e("button", { class: "main", text: say("versions.now"), onclick: send })), note);
  const open = e("button", { text, "aria-label": place ? `${text}: ${nameOf(place)}` : null, onclick: () => {
    form.hidden = false;
    open.hidden = true;
    reason.focus();
  } });
  return e("div", {}, open, form);
}

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
