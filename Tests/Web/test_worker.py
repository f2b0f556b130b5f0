"""The service worker: pushes come through the browser's own machinery, without a push service."""

import json
import unittest

from playwright.sync_api import expect

from view_host import ViewTest
from waiting import COUNT_DRAWN, eventually

PAGE = "/app/list?views=preferences"

# What a click opens or brings to the front is noted: browsers allow either to real clicks only.
NOTED = """
    self.noted = [];
    self.clients.openWindow = async (url) => { self.noted.push(["open", url]); };
    WindowClient.prototype.focus = async function () { self.noted.push(["focus", this.url]); };
"""

SHOWN = """async () => {
    const registration = await navigator.serviceWorker.getRegistration("/app/");
    return (await registration.getNotifications()).map(({ title, body, lang, dir, tag, data }) => ({ title, body, lang, dir, tag, data }));
}"""


class WorkerTests(ViewTest):
    def start(self, **options):
        super().start(**options)
        self.context.grant_permissions(["notifications"], origin=self.host.origin)
        self.page.goto(PAGE)
        expect(self.page.get_by_role("switch")).to_have_count(3)
        session = self.context.new_cdp_session(self.page)
        registrations = []
        session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
        session.send("ServiceWorker.enable")
        with self.context.expect_event("serviceworker") as found:
            self.register()
        self.worker = found.value
        self.worker.evaluate(NOTED)
        self.worker.evaluate(COUNT_DRAWN)
        [self.registration] = {entry["registrationId"] for entry in registrations}
        self.session = session
        self.configure({"src": f"{self.host.origin}/v1/shop", "origins": self.host.origins})

    def register(self):
        """With a policy of the name that the page allows, as permission.js does it."""
        self.page.evaluate("""async () => {
            const policy = trustedTypes.createPolicy("carillon", { createScriptURL: (url) => url });
            const url = policy.createScriptURL("/v1/assets/worker.js");
            const registration = await navigator.serviceWorker.register(url, { scope: "/app/" });
            while (registration.active?.state !== "activated") await new Promise((resolve) => setTimeout(resolve, 10));
        }""")

    def configure(self, settings):
        kept = self.page.evaluate(
            """async (settings) => {
                const registration = await navigator.serviceWorker.getRegistration("/app/");
                const { port1, port2 } = new MessageChannel();
                const kept = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data.kept)));
                registration.active.postMessage({ carillon: 1, settings }, [port2]);
                return kept;
            }""",
            settings,
        )
        self.assertTrue(kept)

    def push(self, message):
        data = message if isinstance(message, str) else json.dumps(message)
        self.session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": self.host.origin, "registrationId": self.registration, "data": data},
        )

    def shown(self, count=1):
        """What is shown, once the worker has shown something so often since the last click."""
        eventually(lambda: self.worker.evaluate("self.drawn"), count)
        return self.page.evaluate(SHOWN)

    def click(self, action=""):
        """Clicks the only notification, and answers what came of it."""
        return self.worker.evaluate(
            """async (action) => {
                const [notification] = await self.registration.getNotifications();
                self.noted.length = 0;
                self.drawn = 0;
                const event = new NotificationEvent("notificationclick", { notification, action });
                self.dispatchEvent(event);
                for (let turn = 0; turn < 100 && self.noted.length === 0; turn += 1) await new Promise((next) => setTimeout(next, 10));
                return [self.noted, (await self.registration.getNotifications()).length];
            }""",
            action,
        )

    def message(self, **members):
        return {"notification": {"title": "Order shipped", "lang": "en", "dir": "auto", **members}}

    def test_shows_what_the_channel_sends(self):
        self.push(self.message(body="It comes tomorrow", tag="order-1", navigate="https://app.shop.example/orders/1",
                               data={"notificationId": "n-1"}))
        [shown] = self.shown()
        self.assertEqual(
            [shown[name] for name in ("title", "body", "lang", "dir", "tag")],
            ["Order shipped", "It comes tomorrow", "en", "auto", "order-1"],
        )
        self.assertEqual(shown["data"]["id"], "n-1")

    def test_the_same_notification_takes_the_place_of_itself(self):
        self.push(self.message(data={"notification_id": "n-1"}))
        self.shown()
        self.push(self.message(title="Order arrived", data={"notification_id": "n-1"}))
        self.push(self.message(title="Another", data={"notification_id": "n-2"}))
        self.assertEqual(sorted(shown["title"] for shown in self.shown(3)), ["Another", "Order arrived"])

    def test_what_isnt_ours_shows_nothing_and_breaks_nothing(self):
        for message in ("", "no JSON", "null", "[]", "7", '{"notification": null}', '{"notification": {"title": 7}}', '{"data": {}}'):
            self.push(message)
        self.push(self.message(title="Ours", actions="none", vibrate=None, renotify=True, image="javascript:alert(1)"))
        self.assertEqual([shown["title"] for shown in self.shown()], ["Ours"])

    def test_a_visible_tab_that_shows_it_already_keeps_it_away(self):
        self.page.evaluate("""async () => {
            const { answerWorker } = await import("/v1/assets/permission.js");
            window.feed = Object.assign(new EventTarget(), { items: [{ id: "n-1" }] });
            answerWorker(window.feed);
        }""")
        self.push(self.message(title="Known", data={"notificationId": "n-1"}))
        # The second isn't in the list when the worker asks, and comes by the stream at once.
        self.page.evaluate("""navigator.serviceWorker.addEventListener("message", ({ data }) => {
            if (data.id === "n-2") window.feed.dispatchEvent(new CustomEvent("notification", { detail: { id: "n-2" } }));
        })""")
        self.push(self.message(title="Late", data={"notificationId": "n-2"}))
        self.push(self.message(title="New", data={"notificationId": "n-3"}))
        self.assertEqual([shown["title"] for shown in self.shown()], ["New"])

    def test_a_tab_that_isnt_seen_keeps_nothing_away(self):
        self.page.evaluate("""async () => {
            const { answerWorker } = await import("/v1/assets/permission.js");
            Object.defineProperty(document, "visibilityState", { value: "hidden" });
            answerWorker(Object.assign(new EventTarget(), { items: [{ id: "n-1" }] }));
        }""")
        self.push(self.message(title="Known", data={"notificationId": "n-1"}))
        self.shown()

    def test_a_silent_push_is_told_to_the_tabs(self):
        self.page.evaluate("""() => { window.told = new Promise((resolve) =>
            navigator.serviceWorker.addEventListener("message", ({ data }) => resolve(data))); }""")
        self.push({"data": {"notificationId": "n-1"}})
        self.assertEqual(self.page.evaluate("window.told"), {"carillon": 1, "tell": "push", "id": "n-1"})
        self.assertEqual(self.page.evaluate(SHOWN), [])

    def test_a_click_opens_the_link_where_it_is_the_tenants(self):
        scope = f"{self.host.origin}/app/"
        here = f"{self.host.origin}{PAGE}"
        links = {
            "https://app.shop.example/orders/1?a=b#c": ["open", "https://app.shop.example/orders/1?a=b#c"],
            here: ["focus", here],
            f"{scope}orders/1": ["open", f"{scope}orders/1"],
            # What isn't the tenant's leads to the tab that is open.
            "https://app.shop.example.evil.example/": ["focus", here],
            "https://app.shop.example@evil.example/": ["focus", here],
            "https://user:secret@app.shop.example/": ["focus", here],
            "http://app.shop.example/": ["focus", here],
            "https://app.shop.example:8443/": ["focus", here],
            "//evil.example/": ["focus", here],
            "javascript:alert(1)": ["focus", here],
            "data:text/html,x": ["focus", here],
            "shop://orders/1": ["focus", here],
            "\\\\evil.example": ["focus", here],
            "": ["focus", here],
        }
        for link, wanted in links.items():
            with self.subTest(link=link):
                self.push(self.message(navigate=link))
                self.shown()
                self.assertEqual(self.click(), [[wanted], 0])

    def test_an_action_leads_where_it_says(self):
        actions = [
            {"action": "track", "title": "Track", "navigate": "https://app.shop.example/track/1"},
            {"action": "away", "title": "Away", "navigate": "https://evil.example/"},
        ]
        for action, wanted in (("track", ["open", "https://app.shop.example/track/1"]), ("away", ["focus", f"{self.host.origin}{PAGE}"])):
            self.push(self.message(navigate="https://app.shop.example/", actions=actions))
            self.shown()
            self.assertEqual(self.click(action), [[wanted], 0])

    def test_without_a_tab_a_click_opens_the_site(self):
        self.push(self.message())
        self.shown()
        self.page.goto("about:blank")
        self.assertEqual(self.click(), [[["open", f"{self.host.origin}/app/"]], 0])

    def test_before_it_was_told_anything_only_its_own_origin_is_opened(self):
        self.configure(None)
        self.push(self.message(navigate="https://app.shop.example/orders/1"))
        self.shown()
        self.assertEqual(self.click(), [[["focus", f"{self.host.origin}{PAGE}"]], 0])

    def renew(self, settings):
        """The browser changes the subscription."""
        self.configure(settings)
        return self.worker.evaluate("""async () => {
            const calls = [];
            self.fetch = async (url, options) => { calls.push([url, options.method, options.credentials, options.body]); };
            const event = new Event("pushsubscriptionchange");
            event.newSubscription = { endpoint: "https://push.example/new", toJSON: () => ({
                endpoint: "https://push.example/new", expirationTime: null, keys: { p256dh: "BA1H", auth: "AAAA" } }) };
            let done;
            event.waitUntil = (promise) => (done = promise);
            self.dispatchEvent(event);
            await done;
            return calls;
        }""")

    def test_a_changed_subscription_is_registered_where_a_cookie_can(self):
        device = {"platform": "web", "plugin": "web-push", "deviceId": "device-1"}
        src = f"{self.host.origin}/v1/shop"
        [[url, method, credentials, body]] = self.renew({"src": src, "isOn": True, "device": device})
        self.assertEqual([url, method, credentials], [f"{src}/devices", "POST", "same-origin"])
        token = '{"endpoint":"https://push.example/new","keys":{"p256dh":"BA1H","auth":"AAAA"}}'
        self.assertEqual(json.loads(body), {**device, "token": token})

    def test_a_changed_subscription_is_left_to_the_page_elsewhere(self):
        self.page.evaluate("""() => { window.told = new Promise((resolve) =>
            navigator.serviceWorker.addEventListener("message", ({ data }) => resolve(data))); }""")
        self.assertEqual(self.renew({"src": "https://notify.shop.example/v1/shop", "isOn": True, "device": {}}), [])
        self.assertEqual(self.page.evaluate("window.told"), {"carillon": 1, "tell": "subscription"})
        self.assertEqual(self.renew({"src": f"{self.host.origin}/v1/shop", "isOn": False, "device": {}}), [])


if __name__ == "__main__":
    unittest.main()
