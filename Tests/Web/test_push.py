"""A push in one walk: an event is posted, the host encrypts, the sandbox is the push service, and Chromium shows what came.

Only the way between push service and browser is ours: no push service can be reached here, so the sandbox decrypts with the
subscription's keys, and the text goes into Chromium by its DevTools. `CARILLOND` is the program; without it, that of the debug build.
"""

import json
import shutil
import tempfile
import unittest
from pathlib import Path

from case import browser, expect
# It finds the folder of `outside`, too.
from demo import PROGRAM
from outside import end, launch, request, signed_token, wait_for_line
from waiting import COUNT_DRAWN, eventually

PUSH_SERVICE = "https://push.sandbox.example"
SECRETS = {"jwt-secret": "web-test-secret-web-test-secret-web", "service-key": "web-test-service-key"}
KEY = {"x-service-key": SECRETS["service-key"]}
# A pair for VAPID, as `[public, private]`.
PAIR = """async () => {
    const { publicKey, privateKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]);
    const bytes = String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey("raw", publicKey)));
    const text = btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
    return [text, (await crypto.subtle.exportKey("jwk", privateKey)).d];
}"""
PROFILE = {
    "tenant": "shop", "name": "Shop", "locales": {"default": "en", "supported": ["en"]}, "timeZone": "Europe/Oslo",
    "inbox": {"page": "/notifications"},
    "deepLinks": {"schemes": ["shop"], "origins": ["https://shop.example"], "routes": {"order": {
        "params": {"id": "slug"}, "app": "shop://orders/{id}", "web": "https://shop.example/orders/{id}"}}},
    "channels": {
        "in-app": {"use": "in-app"},
        "browser": {"use": "web-push", "settings": {
            "publicKey": None, "privateKey": {"$secret": "vapid"}, "subject": "mailto:push@shop.example"}},
    },
    "categories": {"orders": {"name": "Orders"}},
    "auth": {
        "users": {"algorithm": "HS256", "key": {"$secret": "jwt-secret"}, "userClaim": "sub"},
        "services": [{"header": "X-Service-Key", "key": {"$secret": "service-key"}}],
    },
}
EVENTS = {"events": {"order.shipped": {
    "summary": "An order is on its way", "category": "orders", "priority": "normal",
    "payload": {"order": {"type": "slug", "description": "Which order", "examples": ["42"]}},
    "channels": ["in-app", "browser"], "deepLink": {"route": "order", "id": "order"},
    "data": {"notificationId": "{notification.id}"},
}}}
TEXTS = {"locale": "en", "messages": {"order.shipped": {"title": "Order {$order} is on its way", "body": "It comes tomorrow."}}}


class PushTest(unittest.TestCase):
    """One tenant, one host, one sandbox."""

    def start(self, *arguments):
        """→ where the program is reached; operators have another port."""
        log = self.folder / f"{arguments[0]}.log"
        process = launch([PROGRAM, *arguments, "--port", "0"], log)
        self.addCleanup(end, process)
        return wait_for_line(process, log, r"(?:listens on |address=)(http://127\.0\.0\.1:\d+)(?:;| role=)")[1]

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="carillon-push-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.sandbox = self.start("sandbox")
        self.context = browser.new_context()
        self.addCleanup(self.context.close)
        page = self.context.new_page()
        page.goto(f"{self.sandbox}/sandbox/messages")
        self.public, private = page.evaluate(PAIR)
        page.close()
        PROFILE["channels"]["browser"]["settings"]["publicKey"] = self.public
        tenant = self.folder / "tenants/shop"
        (tenant / "templates").mkdir(parents=True)
        for name, content in (("profile.json", PROFILE), ("events.json", EVENTS), ("templates/en.json", TEXTS)):
            (tenant / name).write_text(json.dumps(content))
        (self.folder / "secrets.json").write_text(json.dumps({"shop": {**SECRETS, "vapid": private}}))
        self.host = self.start(
            "serve", "--tenants", self.folder / "tenants", "--data", self.folder / "data", "--secrets", self.folder / "secrets.json",
            "--admin-port", "0", "--egress-map", f"{PUSH_SERVICE}={self.sandbox}",
        )
        self.api = f"{self.host}/v1/shop"

    def pushed(self):
        return request("GET", f"{self.sandbox}/sandbox/messages?provider=web-push")["messages"]

    def test_from_the_event_to_the_click(self):
        # A browser subscribes with the key that the host tells, and the app registers what it got.
        told = request("GET", f"{self.api}/inbox-words?locale=en")["push"]
        self.assertEqual(told["publicKey"], self.public)
        wish = {"id": "chromium", "origin": PUSH_SERVICE, "applicationServerKey": told["publicKey"]}
        subscription = request("POST", f"{self.sandbox}/sandbox/subscriptions", body=wish)
        device = {"platform": "web", "plugin": told["plugin"], "token": json.dumps(subscription), "deviceId": "chromium"}
        request("POST", f"{self.api}/devices", signed_token(SECRETS["jwt-secret"], {"sub": "ada"}), device)

        # The service worker of the host's own page.
        context = self.context
        context.grant_permissions(["notifications"], origin=self.host)
        page = context.new_page()
        link = request("POST", f"{self.api}/inbox/links", body={"userId": "ada"}, headers=KEY)
        page.goto(self.host + link["path"])
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        devtools = context.new_cdp_session(page)
        registrations = []
        devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
        devtools.send("ServiceWorker.enable")
        with context.expect_event("serviceworker") as found:
            page.evaluate("""async () => {
                const policy = trustedTypes.createPolicy("carillon", { createScriptURL: (url) => url });
                const worker = policy.createScriptURL("/v1/assets/worker.js");
                const registration = await navigator.serviceWorker.register(worker, { scope: "/shop/" });
                while (registration.active?.state !== "activated") await new Promise((next) => setTimeout(next, 10));
                const { port1, port2 } = new MessageChannel();
                const kept = new Promise((resolve) => (port1.onmessage = resolve));
                const settings = { src: `${location.origin}/v1/shop`, tenant: "shop", origins: ["https://shop.example"] };
                registration.active.postMessage({ carillon: 1, settings }, [port2]);
                await kept;
            }""")
        worker = found.value
        worker.evaluate(COUNT_DRAWN)
        # Browsers let real clicks alone open windows: what would be opened is noted.
        worker.evaluate("() => { self.opened = []; self.clients.openWindow = async (url) => { self.opened.push(url); }; }")
        [registration] = {entry["registrationId"] for entry in registrations}
        # What a tab shows the worker doesn't, so the reader goes elsewhere.
        page.goto("about:blank")

        event = {"id": "1", "source": "test", "type": "order.shipped", "recipients": ["ada"], "data": {"order": "42"}}
        request("POST", f"{self.api}/events", body=event, headers=KEY)
        eventually(lambda: len(self.pushed()), 1)
        [push] = self.pushed()
        self.assertEqual((push["token"], push["outcome"]), ("chromium", "ok"))
        devtools.send("ServiceWorker.deliverPushMessage",
                      {"origin": self.host, "registrationId": registration, "data": json.dumps(push["message"])})
        shown = lambda: worker.evaluate("""async () =>
            (await self.registration.getNotifications()).map(({ title, body, lang }) => [title, body, lang])""")
        eventually(lambda: worker.evaluate("self.drawn"), 1)
        self.assertEqual(shown(), [["Order 42 is on its way", "It comes tomorrow.", "en"]])

        worker.evaluate("""async () => {
            const [notification] = await self.registration.getNotifications();
            self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
        }""")
        eventually(lambda: worker.evaluate("self.opened"), ["https://shop.example/orders/42"])
        eventually(lambda: len(shown()), 0)


if __name__ == "__main__":
    unittest.main()
