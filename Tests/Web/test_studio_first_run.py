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


if __name__ == "__main__":
    unittest.main()
