/** @param {object} [props] attributes, `text`, and `on…` for listeners */
export function element(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  if (tag === "button") made.type = tag;
  for (const [name, value] of Object.entries(props)) {
    if (name === "text") made.textContent = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else set(made, name, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

export function set(target, name, value) {
  if (value == null || value === false) target.removeAttribute(name);
  else if (target.getAttribute(name) !== String(value)) target.setAttribute(name, value === true ? "" : value);
}

/** A live region speaks of every write. */
export function write(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** What stays isn't moved, so it keeps focus. */
export function arrange(parent, nodes) {
  const kept = new Set(nodes);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  nodes.forEach((node, at) => parent.children[at] === node || parent.insertBefore(node, parent.children[at] ?? null));
}

export function sheet(css) {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}

export function define(tag, constructor) {
  if (!customElements.get(tag)) customElements.define(tag, constructor);
}

/** What was set before the definition hides accessors. */
export function upgrade(target, ...names) {
  for (const name of names) {
    if (!Object.hasOwn(target, name)) continue;
    const value = target[name];
    delete target[name];
    target[name] = value;
  }
}

/** @returns {boolean} false where prevented */
export function emit(target, type, detail, cancelable = false) {
  return target.dispatchEvent(new CustomEvent(type, { detail, cancelable, bubbles: true, composed: true }));
}

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  ArrowUpRight: "M7 17 17 7M9 7h8v8",
  ScanLine: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8 12h8",
  TrendingUp: "M3 17l6-6 4 4 8-8M15 7h6v6",
  Smartphone: "M6 3h12v18H6ZM11 18h2",
  Bell: "M6 10a6 6 0 0 1 12 0c0 4 1 5 2 7H4c1-2 2-3 2-7ZM10 20a2 2 0 0 0 4 0",
};

/** @returns {SVGElement} empty where the name is unknown */
export function icon(name, size = 20, paths = PATHS) {
  const drawing = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  const attributes = { width: size, height: size, viewBox: "0 0 24 24", "aria-hidden": true, class: name };
  for (const [key, value] of Object.entries(attributes)) drawing.setAttribute(key, value);
  path.setAttribute("d", Object.hasOwn(paths, name) ? paths[name] : "");
  drawing.append(path);
  return drawing;
}

const PROPERTIES = {
  "on-accent": "light-dark(#fff, #0b1120)",
  background: "light-dark(#f6f7f9, #0b1120)",
  surface: "light-dark(#fff, #111827)",
  text: "light-dark(#111827, #f3f4f6)",
  muted: "light-dark(#566070, #a7b0be)",
  border: "light-dark(#e4e7ec, #2a3445)",
  badge: "light-dark(#c81e1e, #f87171)",
  "on-badge": "light-dark(#fff, #111827)",
  unread: "#3b82f6",
  focus: "light-dark(#1d4ed8, #93c5fd)",
  danger: "light-dark(#b42318, #fda29b)",
  radius: "14px",
  gap: "12px",
  "icon-size": "40px",
  motion: "160ms",
  "font-size": "1rem",
  "line-height": "1.45",
  font: "inherit",
  "panel-width": "400px",
  "panel-height": "640px",
  shadow: "0 12px 40px rgb(15 23 42 / .2)",
};

export const base = sheet(`
:host {
  --theme: var(--theme-accent, #0b6e35);
  --accent: var(--carillon-accent, light-dark(var(--theme), color-mix(in oklab, var(--theme) 50%, white)));
  ${Object.entries(PROPERTIES).map(([name, value]) => `--${name}: var(--carillon-${name}, var(--theme-${name}, ${value}));`).join("")}
  color-scheme: light dark;
  color: var(--text);
  font: var(--font-size)/var(--line-height) var(--font);
}
:host([theme=light]) { color-scheme: light; }
:host([theme=dark]) { color-scheme: dark; }
[hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }
h1, h2, h3, p, ul { margin: 0; padding: 0; font: inherit; list-style: none; }
a { color: inherit; text-decoration: none; }
svg { display: block; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; min-inline-size: 44px; min-block-size: 44px; padding: 0 12px;
  border: 0; border-radius: calc(var(--radius) * .75); background: none; color: inherit; font: inherit; cursor: pointer;
}
.plain { color: var(--accent); font-size: .875em; font-weight: 600; }
.main { background: var(--accent); color: var(--on-accent); font-weight: 600; padding: 0 20px; }
button:hover:not(.main) { background: color-mix(in srgb, var(--text) 7%, transparent); }
:focus { outline: none; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.hide { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important; } }
@media (prefers-contrast: more) { :host { --muted: var(--text); --border: var(--text); } }
@media (forced-colors: active) { :host { --unread: Highlight; --focus: Highlight; --border: CanvasText; } .main, .badge { border: 1px solid; } }
`);

export const look = sheet(`
:host { display: inline-block; min-inline-size: 44px; min-block-size: 44px; vertical-align: middle; }
:host([view=panel]), :host([view=page]), :host([view=preferences]) { display: block; }
.bell { position: relative; anchor-name: --bell; }
.badge {
  position: absolute; inset-block-start: 2px; inset-inline-start: 50%; min-inline-size: 20px; padding-inline: 4px;
  border: 2px solid var(--surface); border-radius: 10px; background: var(--badge); color: var(--on-badge);
  font-size: .6875em; line-height: 1.45; font-weight: 700; text-align: center;
}
.badge:empty { min-inline-size: 12px; block-size: 12px; padding: 0; margin: 6px 2px; }
.panel { display: flex; flex-direction: column; background: var(--surface); color: var(--text); overflow-wrap: anywhere; }
[popover] {
  position-anchor: --bell; position-area: block-end span-inline-start; inset: auto; margin: 8px 0; padding: 0; overflow: hidden; border: 1px solid var(--border); border-radius: var(--radius);
  inline-size: min(var(--panel-width), 100vi - 32px); max-block-size: min(var(--panel-height), 100% - 16px);
  box-shadow: var(--shadow);
}
@supports not (position-area: block-end) { [popover] { inset-block-start: 56px; inset-inline-end: 8px; } }
:host([placement=start]) [popover] { position-area: block-end span-inline-end; }
[popover]:not(:popover-open) { display: none; }
.top { display: flex; flex-wrap: wrap; align-items: center; min-block-size: calc(2em + 33px); padding-block: 8px; padding-inline: 16px 8px; border-block-end: 1px solid var(--border); }
.title { flex: 1; font-size: 1.25em; font-weight: 700; padding-block: 8px; }
.body { flex: auto; position: relative; }
[popover] .body { overflow: auto; overscroll-behavior: contain; scroll-padding: 60px 16px; }
.day { padding: 18px 16px 6px; font-size: .8125em; font-weight: 600; letter-spacing: .04em; color: var(--muted); }
.card { position: relative; display: flex; gap: var(--gap); padding-block: 12px; padding-inline: 16px 4px; }
.card + .card { border-block-start: 1px solid var(--border); }
.unread { background: color-mix(in srgb, var(--unread) 6%, transparent); }
.icon {
  display: flex; flex: none; align-items: center; justify-content: center; align-self: start; inline-size: var(--icon-size); block-size: var(--icon-size); border: 1px solid var(--border); border-radius: 50%;
  color: light-dark(var(--ink, var(--muted)), color-mix(in oklab, var(--ink, var(--muted)) 60%, white));
  background: light-dark(var(--tint, var(--background)), color-mix(in srgb, var(--tint, white) 12%, var(--surface)));
}
.text { flex: 1; min-inline-size: 0; }
.name { display: inline; min-block-size: 0; padding: 0; text-align: inherit; font-weight: 500; }
.high .name { font-weight: 700; }
.go::after { content: ""; position: absolute; inset: 0; }
.go:focus-visible { outline: none; }
.go:focus-visible::after { outline: 2px solid var(--focus); outline-offset: -3px; border-radius: var(--radius); }
.words { color: var(--muted); font-size: .9375em; white-space: pre-line; }
.time { color: var(--muted); font-size: .8125em; padding-block-start: 3px; }
.tick { position: relative; z-index: 1; flex: none; padding: 0; align-self: start; margin-block-start: -10px; border-radius: 50%; }
.dot { inline-size: 10px; block-size: 10px; border-radius: 50%; }
.unread .dot { background: var(--unread); forced-color-adjust: none; }
`);
