// What was published: what is live beside the files, what each version changed, and the way back.
import { element as e, write } from "./dom.js";
import { after, ask, base, before, changedText, main, may, sentence } from "./studio-core.js";

const REASONS = {
  changed: "The files have other words by now: they are shown.",
  gone: "The files don't have this text any more.",
  invalid: "These words don't fit the files any more: theirs are shown.",
};
const origin = ({ proposal, restored }) =>
  proposal ? "" : restored === 0 ? "back to the files" : `words of version ${restored}`;

const titleOf = ({ number, note }) => `Version ${number}${note ? `: ${note}` : ""}`;

export async function showVersions(isWanted) {
  const { publish, live, versions, texts } = await ask("GET", "/versions");
  if (!isWanted()) return;
  main.className = "";
  const isPublisher = may("publisher") && publish === "live";
  const items = versions.map((one) => e("li", {}, e("a", { href: `#/version/${one.number}` },
    e("strong", { text: titleOf(one) }),
    ...(one.number === live ? [" ", e("span", { class: "badge", text: "live" })] : []), e("br"),
    e("span", { class: "muted", text: [one.author, origin(one), new Date(one.publishedAt).toLocaleString()].filter(Boolean).join(", ") }))));
  const shown = texts.map(({ place, files, words, state, reason }) => changedText(place,
    e("p", {}, e("span", { class: "muted", text: "In the files: " }), e("bdi", { text: files ?? "nothing" })),
    e("p", {}, e("span", { class: "muted", text: "Published: " }), e("bdi", { text: words ?? "nothing" })),
    state === "set-aside" ? e("p", { class: "error", text: REASONS[reason] ?? "It is set aside." }) : null,
    state === "in-files" ? e("p", { class: "muted", text: "The files have these words by now." }) : null));
  main.replaceChildren(e("div", { class: "stack" }, e("h2", { text: "Versions" }),
    publish === "live" ? null : e("p", { text: "Words go live with the files here. Approved proposals are taken away as patches." }),
    items.length ? e("ul", { class: "list card" }, ...items) : e("p", { text: "Nothing was published yet: the words of the files are live." }),
    live ? e("h3", { text: "Live beside the files" }) : null,
    shown.length ? e("ul", { class: "list card" }, ...shown) : live ? e("p", { text: "Nothing: the words of the files are live." }) : null,
    shown.length && may("publisher")
      ? e("p", {}, e("a", { href: `${base}/versions/${live}/patch`, download: "", text: "Take it away as a patch" })) : null,
    isPublisher && texts.length ? restore(0, live, "Show the words of the files again") : null));
}

export async function showVersion(isWanted, number) {
  const [one, { live, publish }] = await Promise.all([ask("GET", `/versions/${encodeURIComponent(number)}`), ask("GET", "/versions")]);
  if (!isWanted()) return;
  main.className = "";
  const isPublisher = may("publisher") && publish === "live";
  const changes = one.texts.map(({ place, old, new: words }) => changedText(place, before(old), after(words)));
  const back = one.number - 1;
  main.replaceChildren(e("div", { class: "stack" },
    e("h2", { text: titleOf(one) }),
    e("p", { class: "muted", text: [one.number === live ? "live" : "", `by ${one.author}`, origin(one), new Date(one.publishedAt).toLocaleString()].filter(Boolean).join(" · ") }),
    one.proposal ? e("p", {}, e("a", { href: `#/proposal/${one.proposal}`, text: "The proposal" })) : null,
    changes.length ? e("ul", { class: "list card" }, ...changes) : e("p", { text: "No words differ from the version before." }),
    isPublisher && one.number === live ? restore(back, live, back ? `Go back to version ${back}` : "Go back to the words of the files") : null,
    isPublisher && one.number !== live ? restore(one.number, live, "Make this version live again") : null));
}

/** A button that asks for a reason first. */
function restore(number, live, text) {
  const reason = e("input", { id: "reason", type: "text", maxlength: 120, required: true });
  const note = e("p", { role: "alert", class: "error" });
  const send = async () => {
    if (!reason.value.trim()) {
      write(note, "Say in a few words why.");
      reason.setAttribute("aria-invalid", "true");
      return reason.focus();
    }
    try {
      const made = await ask("POST", `/versions/${number}/restore`, { live, reason: reason.value.trim() });
      location.hash = `#/version/${made.number}`;
    } catch (fault) {
      write(note, sentence(fault.detail));
    }
  };
  reason.addEventListener("keydown", (event) => event.key === "Enter" && send());
  const form = e("div", { class: "stack", hidden: true },
    e("div", { class: "row" }, e("label", { for: "reason", text: "Why?" }), reason, e("button", { class: "main", text: "Go back now", onclick: send })), note);
  const open = e("button", { text, onclick: () => {
    form.hidden = false;
    open.hidden = true;
    reason.focus();
  } });
  return e("div", {}, open, form);
}
