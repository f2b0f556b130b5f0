"""What the tests of the studio share: a host of their own, people who are signed in, and what no page may ever show."""

import re
import shutil
import tempfile
import unittest
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe

from case import browser, expect
from demo import Demo, ROOT

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: What MessageFormat looks like; nobody who writes words ever sees it.
SOURCE = re.compile(r"\{\$|\.match|\.input|:number|:integer|\*\}|\{\{")


class StudioCase(unittest.TestCase):
    tenant = "dossier"

    def setUp(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        shutil.copytree(ROOT / "tenants" / self.tenant, folder / self.tenant)
        self.prepare(folder / self.tenant)
        self.demo = Demo(folder)
        self.addCleanup(self.demo.stop)
        self.complaints = []

    def prepare(self, folder):
        """Changes the copy of the tenant that is run."""

    def open(self, link, **options):
        """A browser of one's own, signed in by a link."""
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        self.addCleanup(context.close)
        page = context.new_page()
        # A refused request is told by the page itself.
        told = "Failed to load resource"
        page.on("console", lambda message: message.type == "error" and told not in message.text and self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(link)
        return page

    def tearDown(self):
        self.assertEqual(self.complaints, [])

    def show(self, page, message, slot, locale="en"):
        """Opens a text by its link in the list."""
        page.get_by_role("link", name="Texts").click()
        page.get_by_label("Search").fill(f"{message} {slot}")
        page.get_by_label("Language", exact=True).select_option(locale)
        page.get_by_role("link", name=f"{message} · {slot}").first.click()
        expect(page.get_by_role("heading", name=f"{message} · {slot}")).to_be_visible()

    def at(self, page, message, slot, locale="en", channel=""):
        """Opens a text by its address."""
        expect(page.get_by_role("navigation", name="Studio")).to_be_visible()
        page.evaluate("address => { location.hash = address; }", f"#/text/{message}/{slot}/{locale}/{channel}")
        expect(page.get_by_role("heading", name=f"{message} · {slot}")).to_be_visible()
        expect(page.get_by_role("article").first).to_be_visible()

    def assert_accessible(self, page):
        result = Axe().run(page, options={"runOnly": TAGS}).response
        found = [f"{one['id']}: {node['html'][:160]}" for one in result["violations"] for node in one["nodes"]]
        self.assertEqual(found, [])
        words = page.locator("body").aria_snapshot() + page.locator("body").inner_text()
        self.assertIsNone(SOURCE.search(words), words)
