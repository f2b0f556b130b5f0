const NAMESPACE = "http://www.w3.org/2000/svg";

const PATHS = {
  ArrowUpRight: "M7 17 17 7M9 7h8v8",
  ScanLine: "M4 8V6a2 2 0 0 1 2-2h2M16 4h2a2 2 0 0 1 2 2v2M20 16v2a2 2 0 0 1-2 2h-2M8 20H6a2 2 0 0 1-2-2v-2M8 12h8",
  TrendingUp: "M3 17l6-6 4 4 8-8M15 7h6v6",
  Smartphone: "M8 3h8a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM11 18h2",
  Bell: "M6 10a6 6 0 0 1 12 0c0 4 1 5 2 7H4c1-2 2-3 2-7ZM10 20a2 2 0 0 0 4 0",
};

/** @returns {SVGElement} empty where the name is unknown */
export function icon(name, size = 20, paths = PATHS) {
  const drawing = document.createElementNS(NAMESPACE, "svg");
  const path = document.createElementNS(NAMESPACE, "path");
  const attributes = { width: size, height: size, viewBox: "0 0 24 24", "aria-hidden": true, class: name };
  for (const key in attributes) drawing.setAttribute(key, attributes[key]);
  path.setAttribute("d", Object.hasOwn(paths, name) ? paths[name] : "");
  drawing.append(path);
  return drawing;
}
