/** Until the words come. */
const STAND_INS = { "bell.label": "Notifications", "center.title": "Notifications", "inbox.retry": "Try again" };

/** @returns {string} the host's word in the form that its arguments choose */
export function say(document, id, args = {}) {
  const word = document?.words[id] ?? STAND_INS[id] ?? "";
  if (typeof word === "string") return word;
  const locale = word.locale ?? document.locale;
  const { select, of = "count", exact, forms } = word;
  const value = args[of];
  const form = select === "plural" || select === "ordinal" ? intl(Intl.PluralRules, locale, select).select(value) : "other";
  const parts = forms ? exact?.[value] ?? forms[form] ?? forms.other : word;
  return parts.map((part) => {
    if (part === "#") return number(value, locale);
    return part.value ? args[part.value] ?? "" : part.replaceAll("##", "#");
  }).join("");
}

/** @returns {string} in the locale's own digits */
export const number = (value, locale) => intl(Intl.NumberFormat, locale).format(value);

const made = {};

function intl(Type, locale, select) {
  const options = select === "ordinal" ? { type: select } : {};
  const key = `${Type.name} ${locale} ${options.type}`;
  try {
    return (made[key] ??= new Type(locale, options));
  } catch {
    return (made[key] = new Type("en", options));
  }
}
