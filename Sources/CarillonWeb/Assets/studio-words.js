// The page's own words, in the language that the browser asks for, or that somebody chose.

/** What the page speaks, each in its own words. */
export const LANGUAGES = { en: "English", nb: "Norsk bokmål", ar: "العربية" };
const CHOICE = "carillon-studio-language";

/** The language that other languages' readers are served best with. */
const CLOSEST = { no: "nb", nn: "nb" };

function chosen() {
  let kept = null;
  try {
    kept = localStorage.getItem(CHOICE);
  } catch {
    // A browser that keeps nothing asks for its own languages.
  }
  const wanted = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]).map((tag) => CLOSEST[tag] ?? tag);
  return [kept, ...wanted].find((tag) => tag && Object.hasOwn(LANGUAGES, tag)) ?? "en";
}

/** The page in another language from the next time that it is loaded. */
export function choose(tag) {
  try {
    localStorage.setItem(CHOICE, tag);
  } catch {
    // Then it stays with those of the browser.
  }
}

async function read(tag) {
  const answer = await fetch(new URL(`studio-${tag}.json`, import.meta.url));
  if (!answer.ok) throw new Error(answer.statusText);
  const { messages } = await answer.json();
  return Object.fromEntries(Object.entries(messages).flatMap(([group, slots]) =>
    Object.entries(slots).map(([slot, text]) => [`${group}.${slot}`, text])));
}

export let language = chosen();
let texts;
try {
  texts = await read(language);
} catch {
  language = "en";
  texts = await read("en");
}
const isRTL = language === "ar";
const numbers = new Intl.NumberFormat(language);
const forms = new Intl.PluralRules(language);
document.documentElement.lang = language;
document.documentElement.dir = isRTL ? "rtl" : "ltr";

const OTHER_WAY = isRTL ? /\p{Script=Latin}/u : /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

function shown(value) {
  if (typeof value === "number") return numbers.format(value);
  // What runs the other way mustn't take the signs around it along.
  return OTHER_WAY.test(value) ? `\u2068${value}\u2069` : value;
}

export const number = (value) => numbers.format(value);
export const moment = (text) => new Date(text).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
export const has = (id) => Object.hasOwn(texts, id);

/**
 * A text of the catalogue: a template with `{$name}`, or one that a number chooses.
 *
 * @param {Record<string, string | number>} values
 */
export function say(id, values = {}) {
  let text = texts[id] ?? id;
  if (typeof text !== "string") {
    const value = values[text.match[0]];
    text = text.when[value] ?? text.when[forms.select(value)] ?? text.when["*"];
  }
  return text.replace(/\\([\\{}|])|\{\$(\w+)\}/g, (_, sign, name) => sign ?? shown(values[name] ?? ""));
}

/** What went wrong, for people: the catalogue's words where the host's are of another language. */
export function told(fault) {
  const id = `problem.${fault.code}`;
  const isOwn = fault.detail && language === "en" && !["offline", "too-large"].includes(fault.code);
  // Where in a request it is, is for developers.
  const text = has(id) && !isOwn ? say(id) : fault.detail?.replace(/^\/\S+ /, "") ?? String(fault);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A finding's words, by its code. */
export const finding = ({ code, words, severity }) => say(`editor.${severity === "error" ? "fault" : "hint"}`, { words: findingWords({ code, words }) });
/** What a fix does, by its kind. */
export const fixWords = ({ kind, words }, values) => (has(`fix.${kind}`) ? say(`fix.${kind}`, values) : words);
const findingWords = ({ code, words }) => (has(`fault.${code}`) ? say(`fault.${code}`) : language === "en" ? words : say("fault.others"));
