"""<carillon-permission> in a browser.

The push service is one of ours in the page: Debian's browser has keys for no other. Permissions are the browser's own.
"""

import json
import threading
import unittest

from playwright.sync_api import expect

from view_host import KEY, ViewTest

PAGE = "/app/settings?views=permission"

# A subscription that outlives the page, as the browser's own does.
PUSH_SERVICE = """
    window.asked = 0;
    Notification.requestPermission = async () => {
        window.asked += 1;
        window.wasActive = navigator.userActivation.isActive;
        await window.answerQuestion?.();
        return Notification.permission;
    };
    const encoded = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    const subscription = (endpoint, key) => ({
        endpoint,
        options: { userVisibleOnly: true, applicationServerKey: Uint8Array.from(key).buffer },
        toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: "BA1H", auth: "AAAA" } }),
        unsubscribe: async () => { localStorage.removeItem("subscription"); return true; },
    });
    PushManager.prototype.getSubscription = async () => {
        const kept = JSON.parse(localStorage.getItem("subscription"));
        return kept && subscription(kept.endpoint, kept.key);
    };
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
        if (!userVisibleOnly) throw new DOMException("silent push", "NotAllowedError");
        if (localStorage.getItem("push-fails")) throw new DOMException("push service error", "AbortError");
        const key = [...new Uint8Array(applicationServerKey)];
        localStorage.setItem("subscription", JSON.stringify({ endpoint: "https://push.example/" + encoded(key.slice(1, 7)), key }));
        return PushManager.prototype.getSubscription();
    };
"""


class PermissionTests(ViewTest):
    def start(self, **options):
        super().start(**options)
        self.context.add_init_script(PUSH_SERVICE)
        # What is set holds as long as the session.
        self.settings = self.context.new_cdp_session(self.page)
        self.permit("prompt")

    def permit(self, setting):
        """What the reader has set in the browser."""
        self.settings.send(
            "Browser.setPermission",
            {
                "browserContextId": self.settings.send("Target.getTargetInfo")["targetInfo"]["browserContextId"],
                "origin": self.host.origin,
                "permission": {"name": "notifications"},
                "setting": setting,
            },
        )

    def open(self, page=PAGE):
        self.page.goto(page)

    def answer_with(self, setting, page=PAGE):
        """Opens the page, and has the browser's question answered so."""
        self.context.expose_binding("answerQuestion", lambda source: self.permit(setting) if setting else None)
        self.open(page)

    def states(self):
        return self.page.evaluate("window.states ?? []")

    def kept(self, name):
        return self.page.evaluate("(name) => localStorage.getItem(name)", name)

    def switch(self):
        return self.page.get_by_role("switch", name="Få varsler i nettleseren")

    def expect_state(self, state):
        expect(self.page.locator("carillon-permission")).to_have_js_property("state", state)

    def turn_on(self, page=PAGE):
        self.answer_with("granted", page)
        self.page.get_by_role("button", name="Slå på varsler").click()
        self.expect_state("active")

    def test_nothing_is_asked_when_the_page_loads(self):
        self.open()
        expect(self.page.get_by_role("heading", name="Få varsler i nettleseren")).to_be_visible()
        expect(self.page.get_by_role("button")).to_have_count(2)
        self.assertEqual(self.page.evaluate("window.asked"), 0)
        self.assertEqual(self.page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)"), 0)
        self.assertEqual(self.host.requests, [])

    def test_the_browser_is_asked_in_the_same_click_then_subscribed_and_registered(self):
        self.turn_on()
        self.assertEqual(self.page.evaluate("[window.asked, window.wasActive]"), [1, True])
        self.assertEqual(self.states(), ["not-determined", "requesting", "granted", "active"])
        expect(self.switch()).to_be_checked()
        expect(self.switch()).to_be_focused()
        [device] = self.host.calls("POST devices")
        self.assertEqual(
            json.loads(device["token"]),
            {"endpoint": "https://push.example/DUfHPKLV", "keys": {"p256dh": "BA1H", "auth": "AAAA"}},
        )
        self.assertEqual([device["platform"], device["plugin"], device["locale"]], ["web", "web-push", "nb"])
        self.assertRegex(device["deviceId"], r"^[0-9a-f]{8}-[0-9a-f-]{27}$")
        self.assertTrue(device["timeZone"])

    def test_denied_explains_and_has_no_button_that_cant_work(self):
        self.answer_with("denied")
        self.page.get_by_role("button", name="Slå på varsler").click()
        expect(self.page.get_by_text("Tillat varsler i nettleserens innstillinger")).to_be_visible()
        expect(self.page.get_by_role("button")).to_have_count(0)
        expect(self.page.get_by_role("heading", name="Varsler er blokkert")).to_be_focused()
        self.assertEqual(self.states(), ["not-determined", "requesting", "denied"])
        self.assertEqual(self.host.requests, [])

    def test_allowed_in_the_browsers_settings_after_all(self):
        self.permit("denied")
        self.open()
        self.expect_state("denied")
        self.permit("granted")
        self.expect_state("active")
        self.assertEqual(len(self.host.devices), 1)

    def test_blocked_in_the_browsers_settings(self):
        self.turn_on()
        self.permit("denied")
        self.expect_state("denied")

    def test_a_question_put_away_can_be_asked_again(self):
        self.answer_with(None)
        accept = self.page.get_by_role("button", name="Slå på varsler")
        accept.click()
        self.expect_state("not-determined")
        expect(accept).to_be_focused()
        self.assertEqual(self.states(), ["not-determined", "requesting", "not-determined"])
        accept.click()
        self.assertEqual(self.page.evaluate("window.asked"), 2)

    def test_not_now_holds_for_thirty_days(self):
        self.page.clock.install(time="2026-02-19T12:00:00Z")
        self.open()
        self.page.get_by_role("button", name="Ikke nå").click()
        expect(self.page.get_by_role("heading", level=2)).to_have_count(0)
        self.page.clock.set_fixed_time("2026-03-21T11:59:00Z")
        self.open()
        self.expect_state("not-determined")
        expect(self.page.get_by_role("heading", level=2)).to_have_count(0)
        self.page.clock.set_fixed_time("2026-03-21T12:01:00Z")
        self.open()
        expect(self.page.get_by_role("button", name="Ikke nå")).to_be_visible()

    def test_off_takes_the_device_away_and_on_needs_no_question(self):
        self.turn_on()
        self.page.get_by_text("Få varsler i nettleseren").click()
        expect(self.page.get_by_role("status")).to_have_text("Lagret")
        self.expect_state("disabled")
        self.assertEqual(self.host.devices, {})
        self.assertIsNotNone(self.kept("subscription"))
        self.open()
        self.expect_state("disabled")
        expect(self.switch()).not_to_be_checked()
        self.switch().click()
        expect(self.page.get_by_role("status")).to_have_text("Lagret")
        self.assertEqual(len(self.host.devices), 1)
        self.assertEqual(self.page.evaluate("window.asked"), 0)

    def test_what_is_on_is_registered_again_at_each_start_as_the_same_device(self):
        self.turn_on()
        self.open()
        self.expect_state("active")
        first, second = self.host.calls("POST devices")
        self.assertEqual(first, second)

    def test_another_key_of_the_tenant_makes_another_subscription(self):
        self.turn_on()
        self.host.push = {"publicKey": "BH9mMWMM2OFfjiDf12_Xy_tefERhybMEoJqjXTdMDJUruB9l0IdRJJwW0ycGaeCPQO9wqeK2D9qylIgNN1mhnwk"}
        self.host.push["plugin"] = "web-push"
        self.assertNotEqual(self.host.push["publicKey"], KEY)
        self.open()
        self.expect_state("active")
        first, second = self.host.calls("POST devices")
        self.assertNotEqual(first["token"], second["token"])
        self.assertEqual(first["deviceId"], second["deviceId"])

    def test_a_change_that_is_refused_is_undone_and_told(self):
        self.turn_on()
        self.host.refuse["DELETE devices"] = 500
        self.switch().click()
        expect(self.page.get_by_role("status")).to_have_text("Ble ikke lagret")
        expect(self.switch()).to_be_checked()
        self.expect_state("active")

    def test_the_last_thing_wanted_is_the_last_thing_done(self):
        self.turn_on()
        held = self.host.hold["DELETE devices"] = threading.Event()
        self.switch().click()
        self.switch().click()
        held.set()
        expect(self.page.get_by_role("status")).to_have_text("Lagret")
        self.expect_state("active")
        self.assertEqual([name for name, _ in self.host.requests], ["POST devices", "DELETE devices", "POST devices"])

    def test_a_push_service_that_fails_leaves_a_switch_to_try_again(self):
        self.answer_with("granted")
        self.page.evaluate("localStorage.setItem('push-fails', '1')")
        self.page.get_by_role("button", name="Slå på varsler").click()
        expect(self.page.get_by_role("status")).to_have_text("Ble ikke lagret")
        expect(self.switch()).not_to_be_checked()
        self.assertEqual(self.page.evaluate("window.errors"), [{"title": "push service error"}])
        self.page.evaluate("localStorage.removeItem('push-fails')")
        self.switch().click()
        expect(self.page.get_by_role("status")).to_have_text("Lagret")
        self.expect_state("active")

    def test_with_a_preference_the_switch_turns_that_and_the_device_stays(self):
        page = PAGE + "&preference=pushEnabled&device-id=session-1"
        self.turn_on(page)
        self.switch().click()
        expect(self.page.get_by_role("status")).to_have_text("Lagret")
        self.assertFalse(self.host.values["pushEnabled"])
        self.assertEqual([device["deviceId"] for device in self.host.devices.values()], ["session-1"])
        self.open(page)
        self.expect_state("disabled")
        self.host.values["pushEnabled"] = True
        self.open(page)
        self.expect_state("active")

    def test_log_out_ends_the_subscription_and_the_device(self):
        for status in (None, 500):
            with self.subTest(status=status):
                self.start()
                self.host.devices.clear()
                self.turn_on()
                if status:
                    self.host.refuse["DELETE devices"] = status
                self.page.evaluate("document.querySelector('main [src]').feed.signOut()")
                self.expect_state("unsupported")
                expect(self.page.get_by_role("heading", level=2)).to_have_count(0)
                self.page.evaluate(
                    "new Promise((done) => { const look = () => localStorage.getItem('subscription') ? setTimeout(look, 10) : done(); look(); })"
                )
                self.assertEqual(len(self.host.calls("DELETE devices")), 1)
                self.assertIsNone(self.kept(f"carillon:push:{self.host.origin}/v1/shop"))
                self.host.refuse.clear()
                self.host.requests.clear()

    def test_another_tab_follows(self):
        self.turn_on()
        other = self.new_page()
        other.goto(PAGE)
        switch = other.get_by_role("switch")
        expect(switch).to_be_checked()
        self.switch().click()
        expect(switch).not_to_be_checked()

    def test_nothing_is_shown_where_there_is_no_push(self):
        without = {
            "in the profile": lambda: setattr(self.host, "push", None),
            "in the browser": lambda: self.page.add_init_script("delete window.PushManager"),
            "on iOS": lambda: self.page.add_init_script("delete window.Notification"),
        }
        for place, prepare in without.items():
            with self.subTest(place):
                prepare()
                with self.page.expect_response("**/permission.js"):
                    self.open()
                self.page.wait_for_load_state("networkidle")
                expect(self.page.get_by_role("heading", level=2)).to_have_count(0)
                self.expect_state("unsupported")
                self.host.push = {"publicKey": KEY, "plugin": "web-push"}
                self.start()

    def test_nothing_is_shown_to_whoever_isnt_signed_in(self):
        self.turn_on()
        self.host.refuse["POST devices"] = 401
        self.open()
        self.page.wait_for_load_state("networkidle")
        expect(self.page.get_by_role("switch")).to_have_count(0)
        self.expect_state("unsupported")
        self.host.refuse.clear()
        self.page.evaluate("document.querySelector('main [src]').getToken = async () => 'token'")
        expect(self.switch()).to_be_checked()

    def test_a_worker_of_another_origin_is_refused(self):
        self.answer_with("granted", PAGE + "&worker=https://elsewhere.example/worker.js")
        self.page.get_by_role("button", name="Slå på varsler").click()
        expect(self.page.get_by_role("status")).to_have_text("Ble ikke lagret")
        self.assertEqual(self.page.evaluate("window.errors[0].title"), "a service worker is of the page's origin")

    def test_the_worker_has_the_folder_of_the_page_or_that_of_its_script(self):
        for worker, scope in (("", "/app/"), ("&worker=/carillon-worker.js", "/")):
            with self.subTest(scope=scope):
                self.start()
                self.turn_on(PAGE + worker)
                scopes = self.page.evaluate(
                    "navigator.serviceWorker.getRegistrations().then((all) => all.map(({ scope }) => new URL(scope).pathname))"
                )
                self.assertEqual(scopes, [scope])

    def test_accessible_in_every_state_and_look(self):
        looks = ({"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"})
        for locale in ("nb", "ar"):
            for width in (1280, 320):
                for look in looks:
                    for setting, level in (("prompt", 2), ("denied", 2), ("granted", 2)):
                        with self.subTest(locale=locale, width=width, setting=setting, **look):
                            self.start(viewport={"width": width, "height": 700}, **look)
                            self.permit(setting)
                            self.open(f"{PAGE}&locale={locale}")
                            expect(self.page.get_by_role("heading", level=level)).to_be_visible()
                            self.assert_accessible(forced="forced_colors" in look)
                            overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
                            self.assertEqual(self.page.evaluate(overflow), 0)
                            self.context.close()


if __name__ == "__main__":
    unittest.main()
