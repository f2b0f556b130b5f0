// The service worker: shows pushes, opens what they lead to, and keeps the subscription when the browser changes it.
//
// A classic script, so that a page's own worker can take it in: importScripts("https://HOST/v1/assets/worker.js").
// It holds no token. What it must know, permission.js tells it and it keeps in the Cache API; a worker is stopped at any time.

(() => {
  "use strict";

  const VERSION = 1;
  const CACHE = "carillon-worker";
  const KEY = "/carillon-worker-settings";
  // How long an open tab has to say that it shows this notification already. The stream is about as fast as the push.
  const PATIENCE = 500;

  /** `{ src, tenant, origins, publicKey, device, isOn }`, as permission.js sent it; an empty object before. */
  async function settings() {
    try {
      const kept = await (await caches.open(CACHE)).match(KEY);
      return kept ? await kept.json() : {};
    } catch {
      return {};
    }
  }

  async function keep(value) {
    const cache = await caches.open(CACHE);
    if (value === null) await cache.delete(KEY);
    else await cache.put(KEY, new Response(JSON.stringify(value)));
  }

  function windows() {
    return self.clients.matchAll({ type: "window", includeUncontrolled: true });
  }

  function text(value) {
    return typeof value === "string" && value !== "" ? value : undefined;
  }

  /** The notification's id, under either of the names that tenants give it in `data`. */
  function identifier(data) {
    return text(data?.notificationId) ?? text(data?.notification_id);
  }

  /** The link as it may be followed, or null: over HTTPS or to ourselves, to an origin that the tenant named, without a user. */
  function checked(link, origins) {
    let url;
    try {
      url = new URL(link);
    } catch {
      return null;
    }
    if (url.username || url.password) return null;
    if (url.origin === self.location.origin) return url.href;
    if (url.protocol !== "https:" || !Array.isArray(origins)) return null;
    return origins.includes(url.origin) ? url.href : null;
  }

  /** A picture's address, where it is one that can't be anything else. */
  function picture(link) {
    return text(link)?.startsWith("https://") ? link : undefined;
  }

  // Showing

  self.addEventListener("push", (event) => {
    let message;
    try {
      message = event.data?.json();
    } catch {
      return;
    }
    if (message === null || typeof message !== "object") return;
    event.waitUntil(received(message));
  });

  async function received(message) {
    await setBadge(message.app_badge);
    const shown = message.notification;
    if (!text(shown?.title)) {
      const id = identifier(message.data);
      for (const client of await windows()) client.postMessage({ carillon: VERSION, tell: "push", id });
      return;
    }
    const id = identifier(shown.data);
    if (id && (await isShown(id))) return;
    await self.registration.showNotification(shown.title, options(shown, id));
  }

  function options(shown, id) {
    const tag = text(shown.tag) ?? id;
    const actions = Array.isArray(shown.actions) ? shown.actions : [];
    const links = {};
    for (const action of actions) links[action?.action] = action?.navigate;
    const found = {
      body: text(shown.body),
      lang: text(shown.lang),
      dir: ["ltr", "rtl"].includes(shown.dir) ? shown.dir : "auto",
      tag,
      // Without a tag, browsers refuse it.
      renotify: tag ? shown.renotify === true : undefined,
      icon: picture(shown.icon),
      badge: picture(shown.badge),
      image: picture(shown.image),
      silent: typeof shown.silent === "boolean" ? shown.silent : undefined,
      requireInteraction: shown.requireInteraction === true ? true : undefined,
      timestamp: Number.isSafeInteger(shown.timestamp) ? shown.timestamp : undefined,
      vibrate: shown.silent === true ? undefined : shown.vibrate,
      actions: actions
        .filter((action) => text(action?.action) && text(action?.title))
        .map((action) => ({ action: action.action, title: action.title, icon: picture(action.icon) })),
      data: { carillon: VERSION, id, navigate: text(shown.navigate), links },
    };
    // An undefined member isn't the same as none in every browser.
    for (const name of Object.keys(found)) if (found[name] === undefined) delete found[name];
    return found;
  }

  /** Whether a tab that the reader sees has this notification in its list. */
  async function isShown(id) {
    const seen = (await windows()).filter((client) => client.visibilityState === "visible");
    if (seen.length === 0) return false;
    return new Promise((resolve) => {
      setTimeout(() => resolve(false), PATIENCE);
      for (const client of seen) {
        const channel = new MessageChannel();
        channel.port1.onmessage = ({ data }) => {
          if (data?.shown === true) resolve(true);
        };
        client.postMessage({ carillon: VERSION, ask: "shown", id }, [channel.port2]);
      }
    });
  }

  async function setBadge(value) {
    const count = Number.parseInt(value, 10);
    try {
      if (count > 0) await self.navigator.setAppBadge?.(count);
      else if (count === 0) await self.navigator.clearAppBadge?.();
    } catch {
      // Only installed apps have one.
    }
  }

  // Opening

  self.addEventListener("notificationclick", (event) => {
    const data = event.notification.data;
    if (data?.carillon !== VERSION) return;
    event.notification.close();
    event.waitUntil(open((event.action && data.links?.[event.action]) || data.navigate));
  });

  async function open(link) {
    const { origins } = await settings();
    const url = checked(link, origins);
    const tabs = await windows();
    // Never a tab that shows something else: what is being written there would be lost.
    const tab = url === null ? tabs[0] : tabs.find((tab) => tab.url === url);
    if (tab) return tab.focus();
    return self.clients.openWindow(url ?? self.registration.scope);
  }

  // The subscription

  self.addEventListener("message", (event) => {
    if (event.data?.carillon !== VERSION || event.data.settings === undefined) return;
    event.waitUntil(keep(event.data.settings).then(() => event.ports[0]?.postMessage({ kept: true })));
  });

  self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

  /** Subscribes anew, and registers it where a cookie can do that; otherwise the next page that opens does. */
  async function renew(event) {
    const { src, device, isOn, publicKey } = await settings();
    const key = event.oldSubscription?.options?.applicationServerKey ?? publicKey;
    let subscription = event.newSubscription;
    if (!subscription && key) {
      subscription = await self.registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      });
    }
    for (const client of await windows()) client.postMessage({ carillon: VERSION, tell: "subscription" });
    if (!subscription || !isOn || !src || new URL(src).origin !== self.location.origin) return;
    await fetch(`${src}/devices`, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...device, token: token(subscription) }),
    });
  }

  /** The same text as permission.js makes of it. */
  function token(subscription) {
    const { endpoint, keys } = subscription.toJSON();
    return JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
  }
})();
