"""The inbox against the real host: SQLite, the sandbox, the page that the host serves, and what the demo posts.

`CARILLOND` is the program; without it, that of the debug build.
"""

import re
import subprocess
import unittest

from axe_playwright_python.sync_playwright import Axe

from case import browser, expect
from demo import Demo, PROGRAM, ROOT

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


class HostTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.demo = Demo()
        cls.addClassCleanup(cls.demo.stop)

    def open(self, tenant, view="page", **options):
        """The tenant's page; each test has a browser of its own, and the code of a link is good for one of them."""
        context = browser.new_context(**options)
        self.addCleanup(context.close)
        page = context.new_page()
        self.complaints = []
        page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        link = self.demo.links[tenant]
        page.goto(link if view == "bell" else link.replace("&view=bell", ""))
        return page

    def test_a_page_that_names_integrities_runs_these_files_and_no_others(self):
        origin = re.match(r"http://[^/]+", self.demo.links["escrow"])[0]
        tags = subprocess.run([PROGRAM, "modules", origin], check=True, capture_output=True, text=True).stdout
        page = self.open("escrow")
        page.route(f"{origin}/pinned", lambda route: route.fulfill(
            content_type="text/html", body=f"<!doctype html><title>Pinned</title>{tags}<carillon-inbox tenant=escrow view=panel></carillon-inbox>"))
        is_there = "Boolean(customElements.get('carillon-inbox'))"
        with page.expect_response(lambda answer: answer.url.endswith("/live.js")):
            page.goto(f"{origin}/pinned")
        self.assertTrue(page.evaluate(is_there))
        # What the entry imports is looked at, too.
        page.route("**/feed.js", lambda route: route.fulfill(
            response=(answer := route.fetch()), body=answer.text() + "\n// Something else."))
        page.goto(f"{origin}/pinned")
        page.wait_for_load_state("networkidle")
        self.assertFalse(page.evaluate(is_there))

    def test_1_the_demo_prints_a_link_for_each_tenant(self):
        names = sorted(folder.name for folder in (ROOT / "tenants").iterdir() if (folder / "events.json").exists() and folder.name != "schema")
        self.assertEqual(sorted(self.demo.links), names, self.demo.output)

    def test_2_the_bell_counts_up_while_the_demo_posts(self):
        page = self.open("escrow", "bell")
        # The bell is there before its number is.
        bell = page.get_by_role("button", name=re.compile(r"\d+ unread"))
        expect(bell).to_be_visible()
        before = int(re.search(r"\d+", bell.get_attribute("aria-label") or bell.inner_text())[0])
        # The demo posts every ten seconds.
        expect(page.get_by_role("button", name=re.compile(rf"\b{before + 1}\b"))).to_be_visible(timeout=20_000)
        self.assertEqual(page.url.split("#")[-1].startswith("code="), False, "the code is gone from the address")
        # The code was used; the cookie goes on.
        page.reload()
        expect(page.get_by_role("button", name=re.compile("unread"))).to_be_visible()
        self.assertEqual(self.complaints, [])

    def test_3_remittance_in_norwegian_marks_what_it_shows(self):
        page = self.open("remittance", locale="nb-NO", timezone_id="Europe/Oslo")
        expect(page.get_by_role("heading", name="Varsler", exact=True)).to_be_visible()
        expect(page.get_by_role("heading", name="I DAG", exact=True)).to_be_visible()
        expect(page.get_by_text("Ny pålogging fra iPhone").first).to_be_visible()
        expect(page.get_by_text(re.compile(r"^I dag kl\. \d\d:\d\d$")).first).to_be_visible()
        unread = page.evaluate(
            """async () => {
                for (let turn = 0; turn < 100; turn += 1) {
                    const answer = await fetch("/v1/remittance/notifications?limit=1");
                    const { unreadCount } = await answer.json();
                    if (unreadCount <= 1) return unreadCount;
                    await new Promise((done) => setTimeout(done, 100));
                }
            }"""
        )
        self.assertIn(unread, (0, 1), "what was shown is read; the demo may have posted one more since")
        self.assertEqual(self.complaints, [])
        self.keep_a_switch(page)

    def keep_a_switch(self, page):
        """On the same page: a link signs in once."""
        page.get_by_role("button", name=re.compile("innstillinger", re.I)).click()
        switch = page.get_by_role("switch", name="E-postvarsler")
        expect(switch).to_be_visible()
        was = switch.is_checked()
        switch.click()
        expect(page.get_by_text("Lagret").first).to_be_attached()
        kept = page.evaluate("async () => (await (await fetch('/v1/remittance/preferences')).json()).emailEnabled")
        self.assertEqual(kept, not was)
        self.assertEqual(self.complaints, [])

    def test_4_no_page_of_any_tenant_has_an_accessibility_fault(self):
        for tenant in ("dossier", "wallet", "exchange"):
            # Each link is opened here for the first time.
            page = self.open(tenant, viewport={"width": 320, "height": 640})
            expect(page.get_by_role("list").first).to_be_visible()
            result = Axe().run(page, options={"runOnly": TAGS})
            faults = [(rule["id"], [node["target"] for node in rule["nodes"]]) for rule in result.response["violations"]]
            self.assertEqual(faults, [], tenant)
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 320, tenant)
            self.assertEqual(self.complaints, [], tenant)

    def test_5_who_comes_without_a_link_is_told_to_sign_in(self):
        context = browser.new_context()
        self.addCleanup(context.close)
        page = context.new_page()
        page.goto(self.demo.links["remittance"].split("?")[0])
        expect(page.get_by_text("Logg inn for å se varslene dine")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
