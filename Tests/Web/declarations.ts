// What an app may write against carillon.d.ts, and what it mustn't.
import { CarillonFeed, type CarillonInbox, endPush } from "../../Sources/CarillonWeb/Assets/carillon.d.ts";

const inbox: CarillonInbox | null = document.querySelector("carillon-inbox");
if (inbox) {
  inbox.getToken = async ({ refresh, signal }) => (await fetch(`/token?fresh=${refresh}`, { signal })).text();
  inbox.renderItem = (item) => {
    const card = document.createElement("p");
    card.textContent = `${item.title} ${item.times.today} ${item.deepLink?.web ?? ""}`;
    return card;
  };
  inbox.addEventListener("carillon-open", (event) => {
    const id: string = event.detail.item.id;
    if (id) event.preventDefault();
  });
  inbox.addEventListener("click", (event) => event.clientX);
  // @ts-expect-error: no such state
  const state: "open" = inbox.state;
  // @ts-expect-error: read-only
  inbox.unreadCount = state;
  // @ts-expect-error: a token, not a number
  inbox.getToken = async () => 7;

  const feed = CarillonFeed.for(inbox);
  feed?.addEventListener("read", ({ detail }) => detail.ids.map((id: string) => feed.find(id)));
  if (feed) await endPush(feed, { worker: "/carillon-worker.js" });
}

const permission = document.createElement("carillon-permission");
permission.addEventListener("carillon-permission", ({ detail }) => {
  // @ts-expect-error: no such state
  if (detail.state === "default") return;
});
await permission.request();

const preferences = document.createElement("carillon-preferences");
preferences.feed = inbox && CarillonFeed.for(inbox);
const isOn: boolean | undefined = preferences.values["pushEnabled"];
console.log(isOn);
