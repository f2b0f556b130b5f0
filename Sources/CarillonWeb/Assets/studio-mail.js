// A mail as it was previewed, in a frame that loads nothing and runs nothing.
import { element as e, sheet, write } from "./dom.js";
import { base, select } from "./studio-core.js";
import { say } from "./studio-words.js";

/** Mailboxes such as Gmail's show no more of a mail's HTML, in bytes. */
const MOST = 102 * 1024;

document.adoptedStyleSheets.push(sheet(`
.mail { overflow-x: auto; }
.mail iframe { display: block; inline-size: 600px; block-size: 480px; border: 1px solid var(--border); border-radius: 8px; background: #fff; }
.mail .phone { inline-size: 360px; }
.mail .dark { color-scheme: dark; background: #1c1c1e; }
`));

/** As it was chosen last: each change of words draws the mail anew. */
let chosen = "wide";

/** @param {{ mail: string, slots: object }} rendering of a channel that sends mail, with the ticket of its HTML */
export function mailFrame(rendering, locale, dir) {
  const html = rendering.slots["email.html"];
  const box = e("div", { class: "mail", tabindex: 0, role: "group", "aria-label": say("mail.title") });
  const note = e("p", { class: "note" });
  const view = select(say("mail.view"), ["wide", "phone", "dark", "text"].map((name) => [name, say(`mail.${name}`)]), chosen);
  const draw = () => {
    chosen = view.select.value;
    if (chosen === "text") {
      box.replaceChildren(e("p", { class: "body", lang: rendering.locale ?? locale, dir, text: rendering.slots["email.text"] ?? "" }));
    } else {
      const frame = box.querySelector("iframe") ?? e("iframe", { sandbox: "", title: say("mail.title"), src: `${base}/mail-preview/${rendering.mail}` });
      frame.className = chosen;
      box.replaceChildren(frame);
    }
  };
  view.select.addEventListener("change", draw);
  draw();
  if (new TextEncoder().encode(html).length > MOST) write(note, say("mail.long"));
  return e("div", { class: "stack" }, view.node, box, note);
}
