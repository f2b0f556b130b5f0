// <carillon-preferences>: the switches of the profile. A change shows at once, is saved behind it, and is undone where refused.

import { base, define, element, emit, sheet } from "./dom.js";
import { FeedElement } from "./feed-element.js";
import { StatusLine, switchStyle, toggle as makeSwitch } from "./switch.js";

const style = sheet(`
  :host { display: block; }
  div { padding-inline: 16px; background: var(--surface); color: var(--text); }
  .error { padding: 0; color: var(--danger); }
  li + li { border-block-start: 1px solid var(--border); }
  label {
    display: grid;
    grid-template-columns: 1fr auto;
    column-gap: calc(var(--gap) * 2);
    align-items: center;
    min-block-size: 44px;
    padding-block: var(--gap);
    cursor: pointer;
  }
  label:has([aria-disabled="true"]) { cursor: not-allowed; }
  .name { font-weight: 600; overflow-wrap: anywhere; }
  .description { grid-column: 1; color: var(--muted); overflow-wrap: anywhere; }
  input { grid-area: 1 / 2 / span 2; }
  ul:not([hidden]) ~ .status { min-block-size: 1.5em; padding-block-end: var(--gap); }
  ul[hidden] ~ .status { margin: 0; }
`);

export class CarillonPreferences extends FeedElement {
  #root = this.attachShadow({ mode: "open" });
  #list = element("ul", { role: "list", part: "list", hidden: true });
  #note = element("div", { part: "error", class: "error" });
  #status = new StatusLine();
  #box = element("div", {}, this.#list, this.#note, this.#status.element);
  /** The words that are shown. */
  #words = null;
  /** With whose leave the host was asked. */
  #asked = null;
  /** What the host has, by id; null before it was asked. */
  #saved = null;
  /** What was changed here and isn't on its way yet, by id. */
  #changed = new Map();
  #sending = null;
  #inputs = new Map();

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [base, switchStyle, style];
    this.#root.append(this.#box);
  }

  /** The switches as they are shown, by id. */
  get values() {
    return Object.fromEntries([...this.#inputs].map(([id, input]) => [id, input.checked]));
  }

  /** Asks the host again. What isn't saved yet stays as the reader left it. */
  async refresh() {
    const feed = this.joined;
    const leave = feed?.getToken;
    if (!feed?.words || !leave) return;
    this.#asked = leave;
    this.#list.setAttribute("aria-busy", "true");
    const answer = await ask(feed, "GET");
    if (feed !== this.joined) return;
    this.#list.removeAttribute("aria-busy");
    if (answer.values) this.#saved = answer.values;
    else if (answer.status === 401) this.#forget();
    // What was fetched once is better than an error in its place.
    else if (!this.#saved) this.#showError("inbox.error", answer.problem);
    if (this.#saved) this.#render();
  }

  follow(feed, signal) {
    feed.addEventListener("change", () => this.consider(), { signal });
    feed.addEventListener("sign-out", () => this.#forget(), { signal });
    const seen = () => document.visibilityState === "visible" && this.#saved && this.refresh();
    document.addEventListener("visibilitychange", seen, { signal });
  }

  release() {
    this.#words = this.#asked = this.#saved = null;
    this.#empty();
  }

  /** Words have come, or come anew, or somebody has signed in. */
  consider() {
    const { words, getToken: leave, state } = this.joined;
    if (!words) return state === "error" && !this.#note.firstChild && this.#showError("inbox.error", this.joined.problem);
    if (leave && leave !== this.#asked) this.refresh();
    else if (this.#saved && words !== this.#words) this.#render();
  }

  #forget() {
    this.#saved = null;
    this.#showError("inbox.signed-out");
  }

  #empty() {
    this.#changed.clear();
    this.#inputs.clear();
    this.#list.replaceChildren();
    this.#list.hidden = true;
    this.#note.replaceChildren();
    this.#status.say("");
  }

  // Showing

  #render() {
    const { words } = this.joined;
    if (words !== this.#words || this.#note.firstChild) {
      const focused = [...this.#inputs].find(([, input]) => input === this.#root.activeElement)?.[0];
      this.#words = words;
      this.#inputs.clear();
      this.speak(this.#box);
      this.#list.setAttribute("aria-label", this.joined.text("inbox.settings"));
      this.#list.replaceChildren(...words.preferences.map((toggle, index) => this.#item(toggle, index)));
      this.#list.hidden = this.#inputs.size === 0;
      this.#note.replaceChildren();
      this.#inputs.get(focused)?.focus();
    }
    for (const toggle of words.preferences) this.#inputs.get(toggle.id).checked = this.#value(toggle);
  }

  #item(toggle, index) {
    const description = toggle.description
      ? element("span", { class: "description", id: `description-${index}`, text: toggle.description })
      : null;
    const input = makeSwitch({
      "aria-labelledby": `name-${index}`,
      "aria-describedby": description ? description.id : null,
      // Not `disabled`: whoever tabs through hears that it is there, and why.
      "aria-disabled": toggle.locked ? "true" : null,
      onchange: () => this.#change(toggle, input.checked),
    });
    this.#inputs.set(toggle.id, input);
    const name = element("span", { class: "name", id: `name-${index}`, text: toggle.label ?? toggle.id });
    return element("li", {}, element("label", {}, name, description, input));
  }

  #value(toggle) {
    return this.#changed.get(toggle.id) ?? this.#sending?.[toggle.id] ?? this.#saved[toggle.id] ?? toggle.default;
  }

  #showError(id, problem = null) {
    this.#empty();
    this.speak(this.#box);
    const isError = id === "inbox.error";
    if (isError && !emit(this, "carillon-error", { problem }, true)) return;
    const text = element("p", { text: this.joined.text(id) });
    const retry = element("button", {
      class: "plain",
      type: "button",
      part: "action",
      text: this.joined.text("inbox.retry"),
      onclick: () => this.joined.words ? this.refresh() : this.joined.refresh(),
    });
    this.#note.replaceChildren(...(isError ? [text, retry] : [text]));
  }

  // Saving

  #change(toggle, isOn) {
    if (this.#saved[toggle.id] === isOn && !this.#sending) this.#changed.delete(toggle.id);
    else this.#changed.set(toggle.id, isOn);
    emit(this, "carillon-preference", { id: toggle.id, value: isOn });
    if (!this.#sending) this.#save();
  }

  /** One request at a time, with all that has changed meanwhile: the last thing done is the last thing saved. */
  async #save() {
    const feed = this.joined;
    while (this.#changed.size > 0 && feed === this.joined) {
      this.#sending = Object.fromEntries(this.#changed);
      this.#changed.clear();
      const answer = await ask(feed, "PATCH", this.#sending);
      this.#sending = null;
      if (feed !== this.joined || !this.#saved) return;
      if (answer.status === 401) return this.#forget();
      if (answer.values) this.#saved = answer.values;
      else emit(this, "carillon-error", { problem: answer.problem });
      if (this.#changed.size === 0) {
        this.#status.say(feed.text(answer.values ? "inbox.saved" : "inbox.not-saved"), !answer.values);
      }
      this.#render();
    }
  }
}

/** `values` where the host said them; otherwise `status`, 0 where it wasn't reached, and its `problem` if any. */
async function ask(feed, method, body) {
  try {
    const response = await feed.request("preferences", { method, body });
    const answer = await response.json().catch(() => null);
    return response.ok && answer ? { values: answer } : { status: response.status, problem: answer };
  } catch {
    return { status: 0, problem: null };
  }
}

define("carillon-preferences", CarillonPreferences);
