// What a notification looks like where it is read.
import { element as e } from "./dom.js";
import { mailFrame } from "./studio-mail.js";

/** Marks out of a mail's markup; it is shown as text alone. */
function plain(html) {
  const entities = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return html.replace(/<(br|\/p|\/h\d|\/li)[^>]*>/g, "\n").replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name]);
}

export function frame(channel, rendering, locale, dir, bound) {
  const { title, body, ...others } = rendering.slots ?? {};
  const made = e("article", { class: "frame" }, e("h3", { text: channel }));
  if (!rendering.slots) {
    made.append(e("p", { class: "error", text: "This can't be shown with this sample." }));
    return made;
  }
  const words = e("div", { class: "stack", lang: rendering.locale ?? locale, dir });
  if (title) words.append(e("p", { class: "title", text: title }));
  if (body) words.append(e("p", { class: "body", text: body }));
  for (const [name, text] of Object.entries(others)) {
    if (name === "email.html" && rendering.mail) {
      words.append(mailFrame(rendering, locale, dir));
      continue;
    }
    words.append(e("p", { class: "slot", text: name, lang: "en", dir: "ltr" }), e("p", { class: "body", text: name.endsWith("html") ? plain(text) : text }));
  }
  made.append(words);
  if (rendering.locale && rendering.locale !== locale) made.append(e("p", { class: "note", text: `Not written in ${locale}: shown in ${rendering.locale}.` }));
  if (rendering.size && rendering.sizeLimit) {
    const most = bound ? `; at most ${bound.toLocaleString("en")} with these fields` : "";
    made.append(e("p", { class: "note", text: `${rendering.size.toLocaleString("en")} of ${rendering.sizeLimit.toLocaleString("en")} bytes${most}` }));
  }
  return made;
}
