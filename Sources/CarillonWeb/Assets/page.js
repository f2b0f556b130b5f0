// The page that the host serves: finds out who reads, then lets the element begin.
import "./inbox.js";
import "./views.js";

const inbox = document.querySelector("carillon-inbox");
const src = `${inbox.getAttribute("base") ?? ""}/v1/${inbox.getAttribute("tenant")}`;
/** Who may hand us a token: the origins that the profile lets frame the page, and a web view's own script. */
const origins = (inbox.getAttribute("token-origins") ?? "").split(/\s+/).filter(Boolean);

inbox.setAttribute("role", "main");

const code = new URLSearchParams(location.hash.slice(1)).get("code");
if (code) {
  history.replaceState(null, "", location.pathname + location.search); // It's worth a session; nobody need see it.
  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code }) };
  await fetch(`${src}/inbox/session`, request).catch(() => {}); // An old code with a living session is fine.
}

if (parent !== window && !code) inbox.getToken = tokenFromParent;
else inbox.getToken = session;

// Our cookie ends with the session.
inbox.feed.addEventListener("sign-out", ({ detail }) => {
  if (inbox.getToken === session) detail?.waitUntil(fetch(`${src}/inbox/session`, { method: "DELETE", keepalive: true }));
});

// A web view has no parent to ask, so its app speaks first.
addEventListener("message", (event) => {
  if (event.source === window && event.origin === location.origin) accept(event.data);
});

/** @returns {Promise<{ user: string } | string>} whose cookie the browser has; nothing where it has none */
async function session({ signal }) {
  const response = await fetch(`${src}/inbox/session`, { signal, cache: "no-store" });
  if (response.ok) return { user: (await response.json()).userId };
  if (response.status === 401) return "";
  throw new Error(response.statusText);
}

/** @returns {Promise<string>} */
function tokenFromParent({ refresh }) {
  return new Promise((resolve) => {
    const listen = ({ source, origin, data }) => {
      if (source !== parent || !origins.includes(origin) || !isToken(data)) return;
      removeEventListener("message", listen);
      resolve(data.token);
    };
    addEventListener("message", listen);
    // The question holds no secret, and every origin but those named gets no further than asking.
    for (const origin of origins) parent.postMessage({ type: "carillon-token-wanted", refresh }, origin);
    setTimeout(resolve, 10_000, "");
  });
}

function accept(data) {
  if (!isToken(data)) return;
  inbox.getToken = async () => data.token;
}

function isToken(data) {
  return data?.type === "carillon-token" && typeof data.token === "string";
}
