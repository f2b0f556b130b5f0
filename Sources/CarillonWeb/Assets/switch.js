// A switch that looks the same in every view, and is a checkbox to everything that reads the page.

import { element, sheet } from "./dom.js";

export const switchStyle = sheet(`
  [role="switch"] {
    appearance: none;
    flex: none;
    box-sizing: border-box;
    inline-size: 44px;
    block-size: 24px;
    margin: 0;
    padding: 2px;
    border: 2px solid var(--muted);
    border-radius: 12px;
    background: var(--surface);
    cursor: inherit;
  }
  [role="switch"]::before {
    content: "";
    display: block;
    inline-size: 16px;
    block-size: 16px;
    border-radius: 50%;
    background: var(--muted);
  }
  [role="switch"]:checked { background: var(--accent); border-color: var(--accent); }
  [role="switch"]:checked::before { background: var(--on-accent); margin-inline-start: 20px; }
  [role="switch"]:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
  [role="switch"][aria-disabled="true"] { border-style: dashed; }
  .status { margin-block: var(--gap) 0; color: var(--muted); }
  .status.failed { color: var(--danger); }
  @media (prefers-reduced-motion: no-preference) {
    [role="switch"]::before { transition: margin-inline-start 120ms; }
  }
  @media (forced-colors: active) {
    [role="switch"] { forced-color-adjust: none; background: Canvas; border-color: CanvasText; }
    [role="switch"]::before { background: CanvasText; }
    [role="switch"]:checked { background: Highlight; border-color: Highlight; }
    [role="switch"]:checked::before { background: HighlightText; }
    [role="switch"]:focus-visible { outline-color: Highlight; }
  }
`);

/** `props`: as `element` takes them. One that is `aria-disabled` can be reached and read, and doesn't turn. */
export function toggle(props) {
  return element("input", {
    type: "checkbox",
    role: "switch",
    part: "switch",
    onclick: (event) => {
      if (event.currentTarget.getAttribute("aria-disabled") === "true") event.preventDefault();
    },
    ...props,
  });
}

/** The line under a view that says what became of a change. */
export class StatusLine {
  element = element("p", { role: "status", part: "status", class: "status" });
  #frame = 0;

  say(text, isFailure = false) {
    cancelAnimationFrame(this.#frame);
    this.element.classList.toggle("failed", isFailure);
    // The same words twice are told twice only where the text was away in between.
    this.element.textContent = "";
    if (text) this.#frame = requestAnimationFrame(() => (this.element.textContent = text));
  }
}
