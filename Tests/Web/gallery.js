// One inbox of the kind that the address asks for: `?view=bell&locale=ar&theme=dark&…` are its attributes.
const wanted = new URLSearchParams(location.search);
const user = wanted.get("user") ?? "demo";
const { locale = "nb", view = "bell" } = Object.fromEntries(wanted);
document.documentElement.lang = locale;
document.documentElement.dir = locale === "ar" ? "rtl" : "ltr";
document.documentElement.style.colorScheme = wanted.get("theme") ?? "";
if (wanted.has("hostile")) document.body.className = "hostile";

const part = (value) => btoa(JSON.stringify(value)).replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_");
let tokens = 0;

const inbox = document.createElement(wanted.get("element") ?? "carillon-inbox");
inbox.setAttribute("src", "/v1/remittance");
for (const [name, value] of wanted) if (!["user", "element", "ttl", "hostile", "signed-out", "follows", "token"].includes(name)) inbox.setAttribute(name, value);
// Set before the element is defined, as frameworks do.
inbox.getToken = async ({ refresh }) => {
  tokens += 1;
  inbox.dataset.tokens = `${tokens}${refresh ? " refreshed" : ""}`;
  if (wanted.has("signed-out")) return "";
  if (wanted.has("token")) return (await fetch(wanted.get("token"))).text();
  const exp = Math.floor(Date.now() / 1000) + Number(wanted.get("ttl") ?? 3600);
  return `${part({ alg: "none" })}.${part({ sub: inbox.dataset.user ?? user, exp, n: tokens })}.x`;
};
for (const type of ["open", "notification", "unread", "read", "toggle", "state", "error"]) {
  inbox.addEventListener(`carillon-${type}`, (event) => {
    inbox.dataset[type] = JSON.stringify(event.detail);
    if (type === "open" && !wanted.has("follows")) event.preventDefault();
  });
}

// Without an address of its own: all states, to look at.
const STATES = {
  "Bell and panel": "view=bell&order=priority", "Bell, Arabic": "view=bell&locale=ar", "Bell alone": "element=carillon-bell&href=/gallery.html",
  "A dot for a number": "view=bell&badge=dot", "Panel": "view=panel", "Page": "view=page&order=priority", "Page, dark": "view=page&theme=dark",
  "Page, Arabic": "view=page&locale=ar", "Marked by being seen": "view=page&auto-read=open", "Empty": "view=page&user=nobody",
  "Signed out": "view=page&signed-out=", "More by scrolling": "view=panel&page-size=3&more=scroll", "Unset by the page": "view=bell&hostile=",
};
if (!location.search) {
  for (const [name, query] of Object.entries(STATES)) {
    const link = document.createElement("a");
    link.href = `/gallery.html?${query}`;
    link.textContent = name;
    const line = document.createElement("p");
    line.append(link);
    document.body.append(line);
  }
} else await show();

async function show() {
  const place = document.createElement(view === "bell" ? "header" : "main");
  if (view === "bell") {
    const name = document.createElement("strong");
    name.textContent = "Drop";
    place.append(name);
    const main = document.createElement("main");
    const heading = document.createElement("h1");
    heading.textContent = "Oversikt";
    const before = document.createElement("button");
    before.textContent = "Send penger";
    main.append(heading, before);
    document.body.append(place, main);
  } else document.body.append(place);
  place.append(inbox);
  await import("/v1/assets/inbox.js");
}
