// All texts of a tenant, with what is to be done in each language.
import { element as e, write } from "./dom.js";
import { addressOf, ask, chooseSlash, leadsBySlash, main, nameOf, query, select, studio } from "./studio-core.js";
import { say } from "./studio-words.js";

/** What there is to do, as the host and as the page call it. */
const KINDS = [["missing", "texts.missing"], ["stale", "texts.stale"], ["copied", "texts.copied"], ["errors", "texts.faulty"]];
/** After the last key, before the host looks into what samples make of texts. */
const SEARCH_PAUSE = 250;
const filter = { words: "", locale: "", kind: "" };
const keyOf = ({ message, slot, channel }) => JSON.stringify([message, slot, channel ?? ""]);

export async function showTexts(isWanted) {
  const own = studio.proposal?.count ? ask("GET", `/proposals/${studio.proposal.id}`) : null;
  const [{ texts, terms, locales }, { live }, { proposals }, mine] = await Promise.all([
    ask("GET", `/texts${query({ proposal: studio.proposal?.id })}`), ask("GET", "/versions"), ask("GET", "/proposals"), own]);
  if (!isWanted()) return;
  main.className = "";
  filter.locale ||= locales[0];
  const changed = new Set((mine?.texts ?? []).map(({ place }) => keyOf(place)));
  if (filter.kind === "mine" && !changed.size) filter.kind = "";
  const search = e("input", { id: "search", type: "search", value: filter.words });
  const choice = select(say("texts.language"), locales.map((tag) => [tag, tag]), filter.locale);
  const kind = select(say("overview.show"), [["", say("overview.everything")], ...KINDS.map(([name, id]) => [name, say(id)]),
    ...(changed.size ? [["mine", say("overview.mine")]] : [])], filter.kind);
  const list = e("div", { class: "card groups" });
  const found = e("p", { class: "muted", role: "status" });
  const termList = e("ul", { class: "list card" });
  const termPart = e("section", { class: "stack", "aria-labelledby": "terms", hidden: true },
    e("h3", { id: "terms", text: say("terms.title") }), e("p", { class: "muted", text: say("terms.about") }), termList);
  /** Where else the words are, by text: in other languages, and in what readers get. */
  let elsewhere = new Map();
  const shown = () => {
    Object.assign(filter, { words: search.value, locale: choice.select.value, kind: kind.select.value });
    const words = filter.words.trim().toLowerCase();
    const isHit = (text) => !filter.kind || (filter.kind === "mine" ? changed.has(keyOf(text)) : text.states[filter.locale]?.[filter.kind]);
    const hits = texts.filter((text) => isHit(text)
      && (elsewhere.has(keyOf(text)) || [text.message, text.slot, text.channel, text.words, text.summary].join(" ").toLowerCase().includes(words)));
    // What the host found comes while somebody is on their way through the list.
    const at = list.contains(document.activeElement) ? document.activeElement.hash : null;
    list.replaceChildren(...Array.from(Map.groupBy(hits, ({ message }) => message).values(), (group) => e("div", {},
      group[0].summary ? e("h3", { class: "muted" }, e("bdi", { text: group[0].summary })) : null,
      e("ul", { class: "list" }, ...group.map((text) => {
        const more = elsewhere.get(keyOf(text));
        return e("li", {}, textLink(text, filter.locale, more && more.words !== text.words ? say("texts.found", more) : null));
      })))));
    if (at) Array.from(list.querySelectorAll("a")).find(({ hash }) => hash === at)?.focus();
    write(found, say("texts.count", { count: hits.length }));
    const named = terms.filter((term) => isHit(term) && [say("terms.term"), term.slot, term.words].join(" ").toLowerCase().includes(words));
    termList.replaceChildren(...named.map((term) => e("li", {}, textLink(term, filter.locale, say("terms.used", { count: term.uses })))));
    termPart.hidden = !named.length;
  };
  let timer = null;
  let looking = null;
  async function look() {
    looking?.abort();
    const { signal } = (looking = new AbortController());
    const words = search.value.trim();
    try {
      for (let isComplete = !words; !isComplete && isWanted();) {
        const answer = await ask("GET", `/texts${query({ proposal: studio.proposal?.id, q: words })}`, undefined, signal);
        elsewhere = new Map(answer.texts.filter(({ found: one }) => one).map((text) => [keyOf(text), text.found]));
        shown();
        isComplete = answer.isComplete !== false;
      }
    } catch {
      // What is known of the words is found without the host.
    }
  }
  search.addEventListener("input", () => {
    elsewhere = new Map();
    shown();
    looking?.abort();
    clearTimeout(timer);
    timer = setTimeout(look, SEARCH_PAUSE);
  });
  for (const one of [choice, kind]) one.select.addEventListener("change", shown);
  main.replaceChildren(
    e("div", { class: "stack" },
      e("h2", { text: say("page.texts") }),
      overview({ texts, locales, live, proposals }, (locale, name) => {
        choice.select.value = locale;
        kind.select.value = name;
        search.value = "";
        shown();
        kind.select.focus();
      }),
      e("div", { class: "row" }, e("label", { for: "search", text: say("texts.search") }), search, choice.node, kind.node, found),
      list, termPart, slash()),
  );
  shown();
  if (filter.words) look();
}

/** What is to be done and what is live, each a way to where it is. */
function overview({ texts, locales, live, proposals }, onshow) {
  const items = locales.flatMap((locale) => KINDS.map(([name, id]) => ({ locale, name, id, count: texts.filter(({ states }) => states[locale]?.[name]).length })))
    .filter(({ count }) => count)
    .map(({ locale, name, id, count }) => e("button", { text: say("overview.kind", { locale, kind: say(id), count }), onclick: () => onshow(locale, name) }));
  const waiting = proposals.filter(({ state, isOwn }) => state === "in-review" && !isOwn).length;
  const links = [
    waiting ? e("a", { href: "#/proposals", text: say("overview.waiting", { count: waiting }) }) : null,
    live ? e("a", { href: "#/versions", text: say("overview.live", { number: live }) }) : null,
  ].filter(Boolean);
  return e("section", { class: "row", "aria-label": say("overview.title") },
    ...(items.length ? items : [e("p", { class: "muted", text: say("overview.all-done") })]), ...links);
}

/** The key that leads to the search, and how not to have it: a single letter is somebody's dictation. */
function slash() {
  const box = e("input", { type: "checkbox", id: "slash" });
  box.checked = leadsBySlash();
  box.addEventListener("change", () => chooseSlash(box.checked));
  return e("p", { class: "row" }, box, e("label", { for: "slash", class: "muted", text: say("texts.slash") }));
}

function textLink({ message, slot, channel, states, words }, locale, more) {
  const badges = KINDS.filter(([name]) => states[locale]?.[name]).map(([, id]) => say(id));
  return e("a", { href: addressOf({ message, slot, locale, channel }) },
    e("strong", { text: nameOf({ message, slot, channel }) }),
    ...badges.flatMap((text) => [" ", e("span", { class: "badge", text })]),
    e("br"),
    e("bdi", { class: "muted", text: words ?? "" }),
    ...(more ? [" · ", e("bdi", { class: "muted", text: more })] : []));
}
