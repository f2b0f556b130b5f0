// How the studio is set up, and who is signed in: for the platform's own staff. What a file decides is only shown, with its place there.
import { element as e, write } from "./dom.js";
import { ask, main } from "./studio-core.js";
import { moment, say, told } from "./studio-words.js";

const DAY = 86_400;

export async function showSettings(isWanted) {
  const { sessions, ...settings } = await ask("GET", "/settings");
  if (!isWanted()) return;
  main.className = "";
  const note = e("p", { role: "status", class: "muted" });
  const list = e("ul", { class: "list card" });
  const draw = (all) => list.replaceChildren(...all.map((one) => session(one, note, async () => draw((await ask("GET", "/settings")).sessions))));
  draw(sessions);
  const days = Math.round(settings.retention / DAY);
  const fixed = [
    ["publish", say(`settings.publish-${settings.publish}`), "studio.publish"],
    ["reviews", say(`settings.reviews-${settings.reviews}`), "studio.reviews"],
    ["recipients", settings.testRecipients.join(say("page.comma")) || say("settings.nobody"), "studio.testRecipients"],
    ["retention", say("settings.days", { count: days }), "studio.retention"],
    ["tokens", say(settings.signsInByToken ? "settings.tokens-on" : "settings.tokens-off"), "auth.staff"],
  ];
  main.replaceChildren(e("div", { class: "stack" },
    e("h2", { text: say("page.settings") }),
    e("h3", { text: say("settings.signed-in") }),
    e("p", { class: "muted", text: say("settings.links") }),
    list, note,
    e("h3", { text: say("settings.profile") }),
    e("p", { class: "muted", text: say("settings.of-file") }),
    e("dl", { class: "card settings" }, ...fixed.map(([name, value, key]) => e("div", {},
      e("dt", { text: say(`settings.${name}`) }), e("dd", {}, e("bdi", { text: value }), e("br"), e("code", { dir: "ltr", lang: "en", text: key }))))),
    e("h3", { text: say("settings.record") }),
    e("p", { text: say("settings.recorded") }),
    e("ul", { class: "row" }, ...[["#/proposals", "page.proposals"], ["#/versions", "page.versions"]].map(([href, id]) =>
      e("li", {}, e("a", { href, text: say(id) }))))));
}

function session({ id, name, roles, startedAt, usedAt, isOwn }, note, onended) {
  const end = async () => {
    try {
      await ask("DELETE", `/sessions/${encodeURIComponent(id)}`);
      write(note, say("settings.ended", { name }));
      await onended();
    } catch (fault) {
      write(note, told(fault));
    }
    main.focus();
  };
  const what = roles.split(" ").map((grant) => {
    const [role, locale] = grant.split(":");
    return say(`role.${role}`) + (locale ? ` (${locale})` : "");
  }).join(say("page.comma"));
  return e("li", { class: "change" },
    e("p", {}, e("strong", {}, e("bdi", { text: name })), ` · ${what}`),
    e("p", { class: "muted", text: say("settings.since", { start: moment(startedAt), used: moment(usedAt) }) }),
    isOwn ? e("p", { class: "muted", text: say("settings.own") })
      : e("p", {}, e("button", { text: say("settings.end"), "aria-label": `${say("settings.end")}: ${name}`, onclick: end })));
}
