"""<carillon-preferences> in a browser."""

import threading
import unittest

from playwright.sync_api import expect

from view_host import ViewTest

PAGE = "/app/settings?views=preferences"


class PreferencesTests(ViewTest):
    def open(self, page=PAGE):
        self.page.goto(page)
        return self.page.get_by_role("switch")

    def status(self):
        return self.page.get_by_role("status")

    def test_shows_what_the_host_has_with_label_and_description(self):
        self.open()
        push = self.page.get_by_role("switch", name="Push-varsler", exact=True)
        expect(push).to_be_checked()
        expect(push).to_have_accessible_description("Få beskjed på telefonen når noe skjer.")
        email = self.page.get_by_role("switch", name="E-postvarsler", exact=True)
        expect(email).not_to_be_checked()
        expect(email).to_have_accessible_description("")
        expect(self.page.get_by_role("list", name="Varslingsinnstillinger")).to_be_visible()
        expect(self.status()).to_have_text("")

    def test_a_change_shows_at_once_and_is_saved_behind_it(self):
        held = self.host.hold["PATCH preferences"] = threading.Event()
        self.open()
        self.page.get_by_text("E-postvarsler").click()
        email = self.page.get_by_role("switch", name="E-postvarsler")
        expect(email).to_be_checked()
        expect(self.status()).to_have_text("")
        held.set()
        expect(self.status()).to_have_text("Lagret")
        self.assertEqual(self.host.calls("PATCH preferences"), [{"emailEnabled": True}])
        self.assertTrue(self.host.values["emailEnabled"])

    def test_what_is_refused_is_undone_and_told(self):
        for status in (422, 500, 0):
            with self.subTest(status=status):
                self.host.refuse["PATCH preferences"] = status
                self.open()
                email = self.page.get_by_role("switch", name="E-postvarsler")
                email.focus()
                email.press("Space")
                expect(self.status()).to_have_text("Ble ikke lagret")
                expect(email).not_to_be_checked()
                expect(email).to_be_focused()

    def test_the_last_thing_done_is_the_last_thing_saved(self):
        held = self.host.hold["PATCH preferences"] = threading.Event()
        self.open()
        email = self.page.get_by_role("switch", name="E-postvarsler")
        email.click()
        email.click()
        email.click()
        email.click()
        self.page.get_by_role("switch", name="Push-varsler").click()
        expect(email).not_to_be_checked()
        held.set()
        expect(self.status()).to_have_text("Lagret")
        self.assertEqual(
            self.host.calls("PATCH preferences"),
            [{"emailEnabled": True}, {"emailEnabled": False, "pushEnabled": False}],
        )
        expect(email).not_to_be_checked()

    def test_a_locked_switch_is_reached_and_doesnt_turn(self):
        self.open()
        locked = self.page.get_by_role("switch", name="Sikkerhet")
        expect(locked).to_have_attribute("aria-disabled", "true")
        self.page.get_by_role("switch", name="E-postvarsler").focus()
        self.page.keyboard.press("Tab")
        expect(locked).to_be_focused()
        self.page.keyboard.press("Space")
        locked.click(force=True)
        expect(locked).to_be_checked()
        self.assertEqual(self.host.calls("PATCH preferences"), [])

    def test_an_error_at_the_beginning_can_be_tried_again(self):
        self.host.refuse["GET preferences"] = 503
        self.open()
        expect(self.page.get_by_text("Kunne ikke hente varsler")).to_be_visible()
        self.assert_accessible()
        self.host.refuse.clear()
        self.page.get_by_role("button", name="Prøv igjen").click()
        expect(self.page.get_by_role("switch", name="Push-varsler")).to_be_checked()
        expect(self.page.get_by_role("button")).to_have_count(0)

    def test_whoever_isnt_signed_in_any_more_is_told_and_asked_nothing(self):
        switches = self.open()
        expect(switches).to_have_count(3)
        self.host.refuse["PATCH preferences"] = 401
        self.page.get_by_role("switch", name="E-postvarsler").click()
        expect(self.page.get_by_text("Logg inn for å se varslene dine")).to_be_visible()
        expect(switches).to_have_count(0)
        self.host.refuse.clear()
        self.page.evaluate("document.querySelector('main [src]').getToken = async () => 'token'")
        expect(switches).to_have_count(3)

    def test_nothing_is_asked_before_there_is_a_token(self):
        switches = self.open(PAGE + "&anonymous")
        with self.page.expect_response("**/inbox-words*"):
            self.page.reload()
        self.page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))")
        self.assertEqual(self.host.requests, [])
        self.page.evaluate("document.querySelector('main [src]').getToken = async () => 'token'")
        expect(switches).to_have_count(3)

    def test_another_language_takes_the_place_of_the_first(self):
        switches = self.open()
        expect(switches).to_have_count(3)
        self.page.evaluate("document.querySelector('main [src]').setAttribute('locale', 'ar')")
        self.page.evaluate("document.querySelector('main [src]').getToken = async () => 'token'")
        expect(self.page.get_by_role("switch", name="الأمان")).to_be_checked()
        expect(switches).to_have_count(3)

    def test_accessible_in_every_look(self):
        for locale in ("nb", "ar"):
            for width in (1280, 320):
                for look in ({"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}):
                    with self.subTest(locale=locale, width=width, **look):
                        self.start(viewport={"width": width, "height": 700}, **look)
                        expect(self.open(f"{PAGE}&locale={locale}")).to_have_count(3)
                        self.assert_accessible(forced="forced_colors" in look)
                        overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
                        self.assertEqual(self.page.evaluate(overflow), 0)

    def measured(self, found):
        """Where it is. Between its being found and measured it may be drawn anew, and be nowhere; then it is found again."""
        boxes = (found.evaluate("(node) => node.getBoundingClientRect().toJSON()") for _ in range(100))
        return next(box for box in boxes if box["width"] > 0)

    def test_switches_are_large_enough_and_at_the_end_of_the_line(self):
        for locale in ("nb", "ar"):
            with self.subTest(locale=locale):
                self.open(f"{PAGE}&locale={locale}")
                switch = self.page.get_by_role("switch").first
                expect(switch).to_be_visible()
                box, label = (self.measured(found) for found in (switch, self.page.locator("label").first))
                self.assertGreaterEqual(min(box["width"], box["height"]), 24)
                self.assertGreaterEqual(label["height"], 44)
                middle = label["x"] + label["width"] / 2
                self.assertEqual(box["x"] < middle, locale == "ar")


if __name__ == "__main__":
    unittest.main()
