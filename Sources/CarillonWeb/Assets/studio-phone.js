// A text on a real phone: sample data, to users whom the tenant names for that, and to whose app showed a code.
import { element as e } from "./dom.js";
import { ask, may, select, studio } from "./studio-core.js";
import { language, moment, say, told } from "./studio-words.js";

/** What the host says of these in English alone is about the recipient. */
const ABOUT_RECIPIENTS = ["conflict", "forbidden", "not-found"];

const why = (fault) => (language !== "en" && ABOUT_RECIPIENTS.includes(fault.code) ? say("phone.cannot") : told(fault));

/**
 * @param {object} place of the text
 * @param {string[]} channels of its event
 * @param {() => object} body what is tried: `form`, `proposal` and `sample`, as far as there are some
 * @returns {Node | null} nothing where nothing can be sent
 */
export function phonePanel(place, channels, body) {
  const ways = channels.filter((one) => studio.session.testChannels.includes(one));
  if (!ways.length || !may("writer")) return null;
  let pairings = null;
  const to = select(say("phone.to"), [], "");
  const by = select(say("phone.by"), ways.map((one) => [one, one]), ways[0]);
  const exact = e("input", { type: "checkbox", id: "phone-exact" });
  const button = e("button", { text: say("phone.send"), onclick: send });
  const nobody = e("p", { class: "muted", text: say("phone.nobody") });
  const list = e("ul", { class: "list" });
  const code = e("input", { id: "phone-code", autocomplete: "off", spellcheck: "false", maxlength: 16, size: 12 });
  const results = e("div", { role: "status", class: "stack" });
  const note = (text, isFault) => results.replaceChildren(e("p", { class: isFault ? "error" : "", text }));

  /** Whoever can be sent to now; who was chosen stays so. */
  function show(wanted = to.select.value) {
    const named = studio.session.testRecipients;
    const all = [...new Set([...named, ...(pairings ?? []).map((one) => one.recipient)])];
    to.select.replaceChildren(...all.map((one) => e("option", { value: one, text: one })));
    if (all.includes(wanted)) to.select.value = wanted;
    nobody.hidden = all.length > 0;
    for (const node of [to.node, by.node, button]) node.hidden = !all.length;
    list.replaceChildren(...(pairings ?? []).map((one) => e("li", { class: "row" },
      e("bdi", { text: say("phone.until", { name: one.recipient, time: moment(one.endsAt) }) }),
      e("button", { text: say("phone.end"), "aria-label": `${say("phone.end")} ${one.recipient}`, onclick: () => end(one) }))));
  }

  async function read(wanted) {
    ({ pairings } = await ask("GET", "/pairings"));
    show(wanted);
  }

  /** Says what has come of something, and has its button back. */
  async function doing(control, work) {
    control.disabled = true;
    results.replaceChildren();
    try {
      await work();
    } catch (fault) {
      note(why(fault), true);
    } finally {
      control.disabled = false;
    }
  }

  function send() {
    doing(button, async () => {
      const wish = { ...body(), place, channel: by.select.value, recipient: to.select.value };
      if (exact.checked) wish.exact = true;
      const answer = await ask("POST", "/tests", wish);
      results.replaceChildren(...answer.results.map((one) => {
        const about = [one.device ?? one.platform, one.code, one.message, say("phone.bytes", { count: one.size })].filter(Boolean).join(" · ");
        return e("p", { class: one.outcome === "accepted" ? "" : "error" }, `${say(`phone.${one.outcome}`)} `, e("bdi", { class: "muted", text: about }));
      }));
    });
  }

  const pairButton = e("button", { type: "submit", text: say("phone.pair") });
  function pair(event) {
    event.preventDefault();
    doing(pairButton, async () => {
      const made = await ask("POST", "/pairings", { code: code.value });
      code.value = "";
      await read(made.recipient);
      note(say("phone.paired", { name: made.recipient }));
    });
  }

  async function end(one) {
    await doing(code, async () => {
      await ask("DELETE", `/pairings/${encodeURIComponent(one.id)}`);
      await read();
      note(say("phone.ended", { name: one.recipient }));
    });
    code.focus();
  }

  show();
  const details = e("details", { class: "card" }, e("summary", { text: say("phone.title") }),
    e("div", { class: "stack" },
      e("p", { class: "muted", text: say("phone.about") }),
      nobody,
      e("div", { class: "row" }, to.node, by.node, button),
      e("div", { class: "row" }, exact, e("label", { for: "phone-exact", text: say("phone.exact") })),
      results,
      list,
      e("form", { class: "row", onsubmit: pair }, e("label", { for: "phone-code", text: say("phone.code") }), code, pairButton)));
  details.addEventListener("toggle", () => {
    if (details.open && !pairings) read().catch((fault) => note(told(fault), true));
  });
  return details;
}
