// One text in all languages, side by side: its rows, and what becomes of it in one channel; of a proposal, as it was and as it becomes.
import { element as e } from "./dom.js";
import { addressOf, ask, dirOf, main, may, nameOf, pathOf, query, select, studio } from "./studio-core.js";
import { named, namesOf } from "./studio-form.js";
import { dress, fitting, framesOf, markCuts } from "./studio-frames.js";
import { language, say } from "./studio-words.js";

const names = new Intl.DisplayNames(language, { type: "language" });

export async function showCompare(isWanted, message, slot, channel, of) {
  const place = channel ? { message, slot, channel } : { message, slot };
  const tags = studio.session.locales.map(({ tag }) => tag);
  const proposal = of || studio.proposal?.id;
  const preview = (more) => ask("POST", "/preview", { place: { ...place, locale: tags[0] }, ...more });
  const [list, before, after, ...views] = await Promise.all([
    ask("GET", `/texts${query({ proposal })}`),
    of ? preview() : null,
    preview(proposal ? { proposal } : {}),
    ...tags.map(async (locale) => named(await ask("GET", pathOf(place) + query({ locale, channel, proposal })))),
  ]);
  if (!isWanted()) return;
  const states = list.texts.find((one) => one.message === message && one.slot === slot && (one.channel ?? "") === (channel ?? ""))?.states ?? {};
  const channels = channel ? [channel] : views[0].channels;
  const samples = after.samples.map(({ sample }, at) => [String(at), sample ?? say("preview.main")]);
  const through = select(say("compare.channel"), channels.map((one) => [one, one]), channels.at(-1) ?? "");
  const sample = select(say("preview.sample"), samples, "0");
  const sides = tags.map((locale, at) => ({ locale, view: views[at], frames: e("div", { class: "frames one" }) }));
  const all = e("div", { class: "compared" }, ...sides.map(side));

  function side({ locale, view, frames }) {
    const badges = ["missing", "stale"].filter((name) => states[locale]?.[name]).map((name) => e("span", { class: "badge", text: say(`texts.${name}`) }));
    if (states[locale]?.errors) badges.push(e("span", { class: "badge", text: say("texts.faulty") }));
    const id = `language-${locale}`;
    const change = say(may("writer", locale) ? "compare.change" : "compare.look", { locale });
    return e("section", { class: "card stack", "aria-labelledby": id },
      e("div", { class: "row" }, e("h3", { id, text: `${names.of(locale)} (${locale})` }), ...badges),
      words(view, locale),
      e("p", {}, e("a", { href: addressOf({ ...place, locale }), text: change })),
      frames);
  }

  /** All rows of a language, each with its name. */
  function words(view, locale) {
    const { form } = view;
    if (!form) return e("p", { class: "muted", text: say(channel ? "editor.unwritten-channel" : view.original ? "editor.unwritten-language" : "editor.unwritten") });
    const { labelOf, legend } = namesOf(view, form);
    const shown = ({ chip, point }) => (point === "br" ? "\n" : e("span", { class: "chip", dir: "auto", text: chip ? view.variables[chip.field]?.label ?? chip.label ?? chip.value ?? chip.field : say("editor.fixed") }));
    const line = (row) => e("p", { class: "said", lang: locale, dir: dirOf(locale) }, ...row.parts.map((part) => (typeof part === "string" ? part : shown(part))));
    if (form.form === "text") return line(form);
    return e("div", { class: "stack" }, form.form === "rows" ? e("p", { class: "muted", text: legend() }) : null,
      e("dl", {}, ...form.rows.map((row) => e("div", {}, e("dt", { text: labelOf(row) }), e("dd", {}, line(row))))));
  }

  function draw() {
    for (const { locale, frames } of sides) {
      const seen = (preview) => {
        const rendering = preview?.samples[Number(sample.select.value)]?.renderings[locale]?.[through.select.value];
        return rendering ? framesOf(through.select.value, rendering, locale, dirOf(locale)).slice(0, 1) : [];
      };
      const named = (id) => (before ? [e("p", { class: "muted", text: say(id) })] : []);
      frames.replaceChildren(...named("page.before"), ...seen(before), ...named("page.after"), ...seen(after));
      dress(frames);
      markCuts(frames);
    }
  }

  main.className = "";
  main.replaceChildren(e("div", { class: "stack" },
    e("h2", { text: say("compare.title", { name: nameOf({ message, slot, channel }) }) }),
    views[0].summary ? e("p", { class: "muted" }, e("bdi", { text: views[0].summary })) : null,
    e("div", { class: "row" }, channels.length > 1 ? through.node : null, samples.length > 1 ? sample.node : null),
    all));
  for (const one of [through, sample]) one.select.addEventListener("change", draw);
  draw();
  fitting(all, all);
}
