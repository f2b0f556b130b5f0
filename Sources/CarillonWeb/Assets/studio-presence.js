// Who else has a text open, and what happens to it meanwhile: a hint, never a lock.
import { element as e } from "./dom.js";
import { base, query, studio } from "./studio-core.js";
import { language, say } from "./studio-words.js";

export const company = e("div", { role: "status", class: "note company" });

const list = new Intl.ListFormat(language);
const tabs = new BroadcastChannel(`carillon${base}`);
const tab = `${Date.now()} ${Math.random()}`;
const keyOf = (place) => place && JSON.stringify([place.message, place.slot, place.locale, place.channel ?? ""]);

let place = null;
let source = null;
/** What is to be said, by what it is about. */
let said = {};
/** Of the words that count, as this page has them. */
let revision = null;

function tell(about, ...parts) {
  said[about] = parts;
  company.replaceChildren(...Object.values(said).filter((one) => one.length).map((one) => e("p", {}, ...one)));
}

/** Begins to listen, as somebody who has this text open; none where the page shows something else. */
export function follow(next) {
  place = next?.message ? next : null;
  said = {};
  company.replaceChildren();
  revision = null;
  tabs.postMessage({ tab, opens: keyOf(place) });
  listen();
}

function listen() {
  source?.close();
  source = null;
  // A tab that nobody sees is nobody's presence, and takes none of the few connections that a browser has.
  if (document.hidden || !studio.session) return;
  source = new EventSource(base + "/stream" + query(place ?? {}));
  const hear = (name, heard) => source.addEventListener(name, ({ data }) => place && heard(JSON.parse(data)));
  hear("people", ({ people }) => {
    const others = people.filter((one) => one.name !== studio.session.name && keyOf(one.place) === keyOf(place)).map((one) => one.name);
    tell("people", ...(others.length ? [say(others.length > 1 ? "company.several" : "company.one", { names: list.format(others) })] : []));
  });
  hear("changed", (change) => {
    if (keyOf(change.place) === keyOf(place) && change.author !== studio.session.name) tell("changed", say("company.changed", { name: change.author }));
  });
  hear("texts", (texts) => {
    revision ??= texts.revision;
    if (texts.revision === revision) return;
    const show = () => dispatchEvent(new HashChangeEvent("hashchange"));
    tell("words", say("company.words"), " ", e("button", { text: say("company.show"), onclick: show }));
  });
}

document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", () => source?.close());
tabs.addEventListener("message", ({ data }) => {
  if (!place || data.tab === tab) return;
  const isHere = data.opens === keyOf(place) || data.has === keyOf(place);
  if (isHere) tell("tab", say("company.tab"));
  // Who opens it hears of those that had it before.
  if (data.opens === keyOf(place)) tabs.postMessage({ tab, has: data.opens });
});
