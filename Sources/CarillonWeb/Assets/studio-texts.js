// All texts of a tenant, with what is to be done in each language.
import { element as e, write } from "./dom.js";
import { addressOf, ask, main, nameOf, query, select, studio } from "./studio-core.js";
import { say } from "./studio-words.js";

const filter = { words: "", locale: "" };

export async function showTexts(isWanted) {
  const { texts, locales } = await ask("GET", `/texts${query({ proposal: studio.proposal?.id })}`);
  if (!isWanted()) return;
  main.className = "";
  filter.locale ||= locales[0];
  const search = e("input", { id: "search", type: "search", value: filter.words });
  const choice = select(say("texts.language"), locales.map((tag) => [tag, tag]), filter.locale);
  const list = e("ul", { class: "list" });
  const found = e("p", { class: "muted", role: "status" });
  const shown = () => {
    filter.words = search.value;
    filter.locale = choice.select.value;
    const words = filter.words.trim().toLowerCase();
    const hits = texts.filter(({ message, slot, words: text = "" }) => `${message} ${slot} ${text}`.toLowerCase().includes(words));
    list.replaceChildren(...hits.map((text) => e("li", {}, textLink(text, filter.locale))));
    write(found, say("texts.count", { count: hits.length }));
  };
  search.addEventListener("input", shown);
  choice.select.addEventListener("change", shown);
  main.replaceChildren(
    e("div", { class: "stack" },
      e("h2", { text: say("page.texts") }),
      e("div", { class: "row" }, e("label", { for: "search", text: say("texts.search") }), search, choice.node, found),
      e("div", { class: "card" }, list)),
  );
  shown();
}

function textLink({ message, slot, channel, states, words }, locale) {
  const state = states[locale] ?? {};
  const badges = [];
  if (state.missing) badges.push(say("texts.missing"));
  if (state.stale) badges.push(say("texts.stale"));
  if (state.errors) badges.push(say("texts.faulty"));
  return e("a", { href: addressOf({ message, slot, locale, channel }) },
    e("strong", { text: nameOf({ message, slot, channel }) }),
    ...badges.flatMap((text) => [" ", e("span", { class: "badge", text })]),
    e("br"),
    e("bdi", { class: "muted", text: words ?? "" }));
}
