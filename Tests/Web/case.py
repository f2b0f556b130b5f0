"""One host and one browser for all tests; each test has a host without a past and windows of its own."""

import atexit
import os
import unittest
from urllib.parse import urlencode

from playwright.sync_api import expect, sync_playwright

from mock_host import Host

host = Host()
playwright = sync_playwright().start()


def launch(*flags):
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=[*sandbox, *flags])


browser = launch()
atexit.register(playwright.stop)
atexit.register(browser.close)
# Long, because the machine may be busy; nothing waits that long where all is well.
expect.set_options(timeout=15_000)


class Case(unittest.TestCase):
    def setUp(self):
        host.reset()
        self.errors, self.contexts = [], []

    def tearDown(self):
        for context in self.contexts:
            context.close()
        self.assertEqual(host.violations, [], "the policy was broken")
        self.assertEqual(self.errors, [], "the page failed")

    def stop_clock(self, page):
        """From now on the page's time is what `page.clock` says; to be installed before the page is opened."""
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)

    def context(self, width=1280, height=800, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        self.contexts.append(context)
        return context

    def page(self, context=None):
        page = (context or self.context()).new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def gallery(self, page=None, **attributes):
        """A page with one element; its attributes are the arguments."""
        page = page or self.page()
        page.goto(f"{host.origin}/gallery.html?{urlencode({name.replace('_', '-'): value for name, value in attributes.items()})}")
        return page

    def centre(self, page=None, lang="nb", code=True):
        """Remittance's own page, opened by a link with a one-time code."""
        page = page or self.page()
        host.codes["once"] = "demo"
        page.goto(f"{host.origin}/remittance/notifications?lang={lang}{'#code=once' if code else ''}")
        return page

    def bell(self, page):
        return page.locator("[part=bell]")

    def cards(self, page):
        return page.locator("li.card")
