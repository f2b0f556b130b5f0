// The studio: where a tenant's staff change its texts. This begins it, and leads from screen to screen.
import { element as e } from "./dom.js";
import { ask, handIn, hasChanges, leadsBySlash, main, may, ownOf, select, status, studio, useProposal } from "./studio-core.js";
import { showCompare } from "./studio-compare.js";
import { showText } from "./studio-editor.js";
import { company, follow } from "./studio-presence.js";
import { showHandIn, showProposal, showProposals } from "./studio-proposals.js";
import { forget } from "./studio-keeping.js";
import { showTexts } from "./studio-texts.js";
import { showVersion, showVersions } from "./studio-versions.js";
import { choose, language, LANGUAGES, say, told } from "./studio-words.js";

async function start() {
  const links = [["#/texts", say("page.texts")], ["#/proposals", say("page.proposals")], ["#/versions", say("page.versions")],
    ...(may("platform") ? [["#/settings", say("page.settings")]] : [])].map(([href, text]) => e("a", { href, text }));
  const spoken = select("", Object.entries(LANGUAGES), language, { "aria-label": say("page.language") });
  spoken.select.addEventListener("change", async () => {
    await studio.leave();
    choose(spoken.select.value);
    location.reload();
  });
  const header = e(
    "header",
    {},
    e("h1", { text: studio.session.tenant.name }),
    e("nav", { "aria-label": say("page.studio") }, ...links),
    status,
    company,
    handIn,
    e("span", { class: "who", text: [studio.session.name, say(`role.${studio.session.role}`)].join(say("page.comma")) }),
    spoken.select,
    e("button", { text: say("page.sign-out"), onclick: signOut }),
  );
  document.body.append(header, main);
  useProposal(ownOf((await ask("GET", "/proposals")).proposals));
  addEventListener("hashchange", () => route(links, true));
  addEventListener("keydown", slash);
  document.addEventListener("visibilitychange", () => document.hidden && studio.leave());
  await route(links, false);
}

/** Leads to the search, while nothing is focused that could mean the key itself. */
function slash(event) {
  if (event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey || !leadsBySlash()) return;
  if (![document.body, document.documentElement, main].includes(document.activeElement)) return;
  event.preventDefault();
  const search = document.getElementById("search");
  if (search) return search.focus();
  isSought = true;
  location.hash = "#/texts";
  return undefined;
}
let isSought = false;

async function signOut() {
  await studio.leave();
  forget();
  await ask("DELETE", "/session").catch(() => {});
  location.reload();
}

/** An address that somebody cut off leads to what isn't there, and not to nothing. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Counts what was asked for: an answer that comes late isn't shown over what was asked for after it. */
let turn = 0;

async function route(links, moves) {
  const mine = (turn += 1);
  const isWanted = () => mine === turn;
  await studio.leave();
  if (!isWanted()) return;
  studio.leave = async () => {};
  const [, view = "texts", ...rest] = location.hash.split("/").map(decoded);
  const [message, slot, locale, channel] = view === "text" ? rest : [];
  follow({ message, slot, locale, channel });
  for (const link of links) {
    const isHere = link.getAttribute("href") === (view.startsWith("proposal") ? "#/proposals" : view.startsWith("version") ? "#/versions" : view === "settings" ? "#/settings" : "#/texts");
    isHere ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  }
  try {
    if (view === "text") await showText(isWanted, ...rest);
    else if (view === "compare") await showCompare(isWanted, ...rest);
    else if (view === "proposals") await showProposals(isWanted);
    else if (view === "proposal") await showProposal(isWanted, ...rest);
    else if (view === "versions") await showVersions(isWanted);
    else if (view === "version") await showVersion(isWanted, ...rest);
    else if (view === "settings" && may("platform")) await (await import("./studio-settings.js")).showSettings(isWanted);
    else if (view === "hand-in" && hasChanges()) await showHandIn(isWanted);
    else await showTexts(isWanted);
  } catch (fault) {
    if (!isWanted()) return;
    main.replaceChildren(e("p", { class: "error", text: told(fault) }));
  }
  // Who came by a link wants to read on from the top of what it led to.
  if (!moves || !isWanted()) return;
  ((isSought && document.getElementById("search")) || main).focus();
  isSought = false;
}

const code = new URLSearchParams(location.hash.slice(1)).get("code");
if (code) {
  history.replaceState(null, "", location.pathname); // It's worth a session; nobody need see it.
  await ask("POST", "/session", { code }).catch(() => {}); // An old code with a living session is fine.
}

try {
  studio.session = await ask("GET", "/session");
  await start();
} catch (fault) {
  document.body.append(main);
  const isSignedOut = fault.status === 401;
  main.append(
    e("h1", { text: say("page.studio") }),
    e("p", { text: isSignedOut ? say("page.signed-out") : told(fault) }),
  );
}
