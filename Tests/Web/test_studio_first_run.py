"""What a newcomer does with the links that `carillond demo` prints, at a desk, on a tablet and on a phone."""

import json
import time
import unittest

from case import expect
from mock_host import ASSETS
from studio_case import StudioCase

#: Nobody needs longer who does it for the first time; a script must be far below.
LIMIT = 180


class FirstRun(StudioCase):
    def walk(self, language, width, height):
        words = json.loads((ASSETS / f"studio-{language}.json").read_text())["messages"]
        button = lambda page, group, slot: page.get_by_role("main").get_by_role("button", name=words[group][slot], exact=True)
        begin = time.monotonic()
        view = {"viewport": {"width": width, "height": height}, "locale": language}

        def look(page):
            """Nothing is out of sight, and nobody is left out."""
            self.assert_accessible(page)
            self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), width)

        ada = self.open(self.demo.studio[0], **view)
        expect(ada.get_by_role("heading", name=words["page"]["texts"], exact=True)).to_be_visible()
        look(ada)
        ada.get_by_role("link", name="signal.critical · title").click()
        frames = ada.get_by_role("article")
        expect(frames.first).to_contain_text("Critical Intelligence Signal")
        count = frames.count()
        self.assertGreaterEqual(count, 5)
        ada.get_by_role("textbox").first.fill("A signal needs your attention")
        # All frames change, without a click.
        expect(frames.filter(has_text="A signal needs your attention")).to_have_count(count)
        expect(ada.get_by_text(words["editor"]["saved"], exact=True)).to_be_visible()
        look(ada)
        ada.get_by_role("button", name=words["page"]["hand-in"], exact=True).click()
        ada.get_by_label(words["proposals"]["about"]).fill("Plainer title")
        look(ada)
        button(ada, "page", "hand-in").click()
        expect(ada.get_by_role("heading", name="Plainer title")).to_be_visible()
        expect(ada.get_by_text(words["proposals"]["waits"])).to_be_visible()
        look(ada)

        # What waits for somebody is a click away from where one begins.
        grace = self.open(self.demo.studio[1], **view)
        grace.get_by_role("main").locator("a[href='#/proposals']").click()
        grace.get_by_role("link", name="Plainer title").click()
        expect(grace.get_by_text("A signal needs your attention")).to_be_visible()
        look(grace)
        button(grace, "proposals", "approve").click()
        button(grace, "proposals", "publish").click()
        # What is live, with the way back.
        back = button(grace, "versions", "back-to-files")
        expect(back).to_be_visible()
        look(grace)
        back.click()
        grace.get_by_label(words["versions"]["why"]).fill("It was clearer before")
        button(grace, "versions", "now").click()
        expect(grace.get_by_role("heading", name="It was clearer before")).to_be_visible()
        look(grace)
        grace.get_by_role("link", name=words["page"]["texts"], exact=True).click()
        grace.get_by_role("link", name="signal.critical · title").click()
        expect(grace.get_by_role("article").first).to_contain_text("Critical Intelligence Signal")
        self.assertLess(time.monotonic() - begin, LIMIT)

    def test_at_a_desk(self):
        self.walk("en", 1280, 900)

    def test_on_a_tablet(self):
        self.walk("en", 820, 1100)

    def test_on_a_phone(self):
        self.walk("en", 390, 844)

    def test_at_a_desk_in_arabic(self):
        self.walk("ar", 1280, 900)

    def test_on_a_tablet_in_arabic(self):
        self.walk("ar", 820, 1100)

    def test_on_a_phone_in_arabic(self):
        self.walk("ar", 390, 844)

    def test_on_a_phone_in_norwegian(self):
        self.walk("nb", 390, 844)


class ByKeyboard(StudioCase):
    """The same at 400 % of a desk's window, in forced colours, without a mouse."""

    VIEW = {"viewport": {"width": 320, "height": 256}, "forced_colors": "active", "reduced_motion": "reduce"}
    #: Further no way may be from where one is to what one wants.
    MOST = 25

    def go(self, page, target, key="Tab"):
        """Presses a key until something has the focus, which then is in sight."""
        expect(target).to_have_count(1)
        for _ in range(self.MOST):
            page.keyboard.press(key)
            if target.evaluate("one => one === document.activeElement"):
                break
        expect(target).to_be_focused()
        expect(target).to_be_in_viewport()

    def press(self, page, target, key="Tab"):
        self.go(page, target, key)
        page.keyboard.press("Enter")

    def walk(self, language):
        words = json.loads((ASSETS / f"studio-{language}.json").read_text())["messages"]
        view = {**self.VIEW, "locale": language}
        main = lambda page, kind, group, slot: page.get_by_role("main").get_by_role(kind, name=words[group][slot], exact=True)

        def look(page):
            self.assert_accessible(page)
            self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 320)

        ada = self.open(self.demo.studio[0], **view)
        expect(ada.get_by_role("searchbox")).to_be_visible()
        ada.keyboard.press("/")
        expect(ada.get_by_role("searchbox")).to_be_focused()
        ada.keyboard.type("signal.critical title")
        self.press(ada, ada.get_by_role("link", name="signal.critical · title"))
        expect(ada.get_by_role("article").first).to_be_visible()
        box = ada.get_by_role("main").get_by_role("textbox").first
        self.go(ada, box)
        ada.keyboard.press("Control+a")
        ada.keyboard.type("A signal needs your attention")
        expect(ada.get_by_text(words["editor"]["saved"], exact=True)).to_be_visible()
        look(ada)
        self.press(ada, ada.get_by_role("banner").get_by_role("button", name=words["page"]["hand-in"], exact=True), "Shift+Tab")
        title = ada.get_by_label(words["proposals"]["about"])
        expect(title).to_be_visible()
        self.go(ada, title)
        ada.keyboard.type("Plainer title")
        ada.keyboard.press("Enter")
        expect(ada.get_by_role("heading", name="Plainer title")).to_be_visible()
        look(ada)

        grace = self.open(self.demo.studio[1], **view)
        expect(grace.get_by_role("searchbox")).to_be_visible()
        self.press(grace, grace.get_by_role("main").locator("a[href='#/proposals']"))
        self.press(grace, grace.get_by_role("link", name="Plainer title"))
        self.press(grace, main(grace, "button", "proposals", "approve"))
        publish = main(grace, "button", "proposals", "publish")
        expect(publish).to_be_visible()
        self.press(grace, publish)
        back = main(grace, "button", "versions", "back-to-files")
        expect(back).to_be_visible()
        look(grace)
        self.press(grace, back)
        expect(grace.get_by_label(words["versions"]["why"])).to_be_focused()
        grace.keyboard.type("It was clearer before")
        grace.keyboard.press("Enter")
        expect(grace.get_by_role("heading", name="It was clearer before")).to_be_visible()
        look(grace)

    def test_in_norwegian(self):
        self.walk("nb")

    def test_in_arabic(self):
        self.walk("ar")


if __name__ == "__main__":
    unittest.main()
