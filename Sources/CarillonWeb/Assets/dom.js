/** @param {object} [props] attributes, `text`, and `on…` for listeners */
export function element(tag, props = {}, ...children) {
  const made = document.createElement(tag);
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
  for (const child of [...parent.children]) if (!nodes.includes(child)) child.remove();
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
