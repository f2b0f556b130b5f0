// What every screen of the studio uses: the session, the proposal that changes go into, requests, and small parts of pages.
import { element as e } from "./dom.js";
import { say } from "./studio-words.js";

const tenant = document.body.dataset.tenant;
export const base = `/v1/${tenant}/studio`;

export const studio = {
  /** Who is signed in, and the tenant's languages. */
  session: null,
  /** The proposal that changes go into; nothing until the first one. */
  proposal: null,
  /** What has to be kept before the page shows something else. */
  leave: async () => {},
};

export const main = e("main", { id: "main", tabindex: -1 });
export const status = e("p", { role: "status", class: "muted" });
export const handIn = e("button", { text: say("page.hand-in"), class: "main", hidden: true, onclick: () => (location.hash = "#/hand-in") });

/** @throws {{ status: number, detail: string, code: string }} */
export async function ask(method, path, body, signal) {
  // What is kept while the page is left arrives all the same.
  const request = { method, signal, cache: "no-store", keepalive: method === "PUT" };
  if (body !== undefined) {
    request.headers = { "Content-Type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(base + path, request);
  } catch (fault) {
    if (fault.name === "AbortError") throw fault;
    throw { status: 0, detail: say("problem.offline"), code: "offline" };
  }
  if (answer.status === 204) return null;
  const json = await answer.json().catch((fault) => {
    if (fault.name === "AbortError") throw fault;
    return {};
  });
  if (!answer.ok) throw { status: answer.status, detail: json.detail ?? answer.statusText, code: json.code };
  return json;
}

export function query(values) {
  const given = Object.entries(values).filter(([, value]) => value);
  return given.length ? `?${new URLSearchParams(given)}` : "";
}

/** Where a text is edited. */
export function addressOf({ message, slot, locale, channel }) {
  return `#/text/${[message, slot, locale, channel ?? ""].map(encodeURIComponent).join("/")}`;
}

/** Where a text is seen in all languages; with a proposal's, as it was and as it becomes. */
export function compareOf({ message, slot, channel }, of = "") {
  return `#/compare/${[message, slot, channel ?? "", of].map(encodeURIComponent).join("/")}`;
}

/** What the host has of a text. */
export const pathOf = ({ message, slot }) => `/texts/${encodeURIComponent(message)}/${encodeURIComponent(slot)}`;

/** What stands for the terms in place of an event. */
const TERMS = "$terms";
export const isTerm = ({ message }) => message === TERMS;

/** What a text is called. */
export const nameOf = ({ message, slot, locale, channel }) =>
  `${message === TERMS ? say("terms.term") : message} · ${slot}${channel ? ` ${say("texts.only", { channel })}` : ""}${locale ? `, ${locale}` : ""}`;

/** A changed text in a list: a link to it, and `below` that. */
export function changedText(place, ...below) {
  return e("li", { class: "change" }, e("a", { href: addressOf(place), text: nameOf({ ...place, channel: null }) }), ...below);
}

/** Words after what they are: the words are of another language than the page. */
export const labelled = (id, words, tag = "bdi") =>
  e("p", {}, e("span", { class: "muted", text: `${say(id)} ` }), e(tag, {}, e("bdi", { text: words ?? say("page.nothing") })));
export const before = (words) => labelled("page.before", words, "del");
export const after = (words) => labelled("page.after", words, "ins");

const ROLES = ["viewer", "writer", "reviewer", "publisher", "platform"];

/** Whether who is signed in has the role, or one above it; in one language, where that is given. */
export const may = (role, locale) => studio.session.roles.some((grant) => {
  const [own, of] = grant.split(":");
  return ROLES.indexOf(own) >= ROLES.indexOf(role) && (!locale || !of || of === locale);
});

export const dirOf = (locale) => studio.session.locales.find((one) => one.tag === locale)?.dir ?? "ltr";

/** Whether there is something to hand in. */
export const hasChanges = () => Boolean(studio.proposal?.count || studio.proposal?.sampleCount);

export function useProposal(one) {
  studio.proposal = one;
  handIn.hidden = !hasChanges();
}

/** The one of one's own that changes go into: the latest draft, or else what came back. */
export const ownOf = (proposals) => ["draft", "rejected"].map((state) => proposals.find((one) => one.isOwn && one.state === state)).find(Boolean) ?? null;

/** Begins one where there is none: another tab may have begun it meanwhile. */
export async function beginProposal() {
  useProposal(ownOf((await ask("GET", "/proposals")).proposals) ?? (await ask("POST", "/proposals", {})));
}

export function select(label, options, value, attributes = {}) {
  const id = `choice-${(select.count = (select.count ?? 0) + 1)}`;
  const made = e("select", { id, ...attributes }, ...options.map(([key, text, disabled]) => e("option", { value: key, text, disabled })));
  made.value = value;
  return { select: made, node: e("span", { class: "row" }, e("label", { for: id, text: label }), made) };
}

const NO_SLASH = "carillon-studio-no-slash";
let isSlashOff = false;
try {
  isSlashOff = localStorage.getItem(NO_SLASH) !== null;
} catch {
  // A browser that keeps nothing has the key.
}

/** Whether `/` leads to the search. */
export const leadsBySlash = () => !isSlashOff;

export function chooseSlash(isOn) {
  isSlashOff = !isOn;
  try {
    if (isOn) localStorage.removeItem(NO_SLASH);
    else localStorage.setItem(NO_SLASH, "");
  } catch {
    // Then it stays until the page is left.
  }
}
