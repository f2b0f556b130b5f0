"""Texts on a phone from the studio's page: to test recipients, and to whose app showed a code, by way of the sandbox."""

import json
import re
import shutil
import tempfile
import unittest
from pathlib import Path

from case import expect
from demo import Demo, ROOT
from outside import request
from studio_case import StudioCase

#: What means something in MessageFormat.
SIGNS = "{ } \\ {$x} .match {{y}} * |"
SENT = "The provider has taken it."
#: What an app does, with the session of the page that it runs in.
ASK_FOR_CODE = """async (tenant) => {
    for (;;) {
        const answer = await fetch(`/v1/${tenant}/test-pairings`, { method: "POST" });
        if (answer.ok) return answer.json();
        await new Promise((then) => setTimeout(then, 100));
    }
}"""


def titles(message):
    """What a message that the sandbox got has as titles."""
    if isinstance(message, dict):
        for name, value in message.items():
            if name == "title":
                yield value
            else:
                yield from titles(value)
    elif isinstance(message, list):
        for one in message:
            yield from titles(one)


class Phone(StudioCase):
    def setUp(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        shutil.copytree(ROOT / "tenants" / self.tenant, folder / self.tenant)
        file = folder / self.tenant / "profile.json"
        profile = json.loads(file.read_text())
        profile["studio"] = {"testRecipients": ["demo-en", "nobody"]}
        file.write_text(json.dumps(profile, ensure_ascii=False))
        self.demo = Demo(folder)
        self.addCleanup(self.demo.stop)
        self.complaints = []

    def test_a_text_is_sent_by_keyboard_and_what_the_provider_said_is_told(self):
        page = self.open(self.demo.studio[0])
        self.show(page, "signal.critical", "title")
        page.get_by_role("textbox", name="Words").fill("Something important")
        summary = page.get_by_text("Try it on a phone")
        summary.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        expect(page.get_by_label("To", exact=True)).to_be_focused()
        expect(page.get_by_label("By", exact=True)).to_have_value("push")
        self.assert_accessible(page)
        page.get_by_role("button", name="Send it").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_text(SENT)).to_be_visible()
        expect(page.get_by_text(" bytes").last).to_be_visible()
        self.assert_accessible(page)
        page.get_by_label("To", exact=True).select_option("nobody")
        page.get_by_role("button", name="Send it").click()
        expect(page.get_by_text("This user can't be reached by this channel")).to_be_visible()

    def test_what_means_something_elsewhere_is_text_on_the_phone(self):
        page = self.open(self.demo.studio[0])
        self.show(page, "signal.critical", "title")
        box = page.get_by_role("textbox", name="Words")
        box.press("Control+a")
        page.keyboard.type(SIGNS)
        page.get_by_text("Try it on a phone").click()
        page.get_by_label("The words as they are").check()
        page.get_by_role("button", name="Send it").click()
        expect(page.get_by_text(SENT)).to_be_visible()
        sandbox = re.search(r"(http://\S+)/sandbox/messages", self.demo.output).group(1)
        messages = request("GET", f"{sandbox}/sandbox/messages?limit=100")["messages"]
        self.assertIn(SIGNS, [title for one in messages for title in titles(one)])

    def test_an_app_that_shows_a_code_is_paired(self):
        page = self.open(self.demo.studio[0])
        self.show(page, "signal.critical", "title")
        page.get_by_text("Try it on a phone").click()
        app = self.open(self.demo.links[self.tenant])
        # As soon as the link has signed in.
        shown = app.evaluate(ASK_FOR_CODE, self.tenant)
        field = page.get_by_label("Code that your app shows")
        field.fill("AAAA-AAAA")
        field.press("Enter")
        expect(page.get_by_text("No app shows this code, or no longer")).to_be_visible()
        field.fill(shown["code"])
        field.press("Enter")
        expect(page.get_by_text("You can send tests to")).to_be_visible()
        expect(field).to_have_value("")
        self.assert_accessible(page)
        page.get_by_role("button", name="Send it").click()
        expect(page.get_by_text(SENT)).to_be_visible()
        page.get_by_role("button", name="End demo").click()
        expect(page.get_by_text("any more.")).to_be_visible()
        expect(page.get_by_role("button", name="End demo")).to_have_count(0)

    def test_in_the_page_s_other_languages(self):
        for locale, title in ("nb-NO", "Prøv den på en telefon"), ("ar-EG", "جرّبه على هاتف"):
            link = self.demo.studio[0 if locale == "nb-NO" else 1]
            page = self.open(link, locale=locale)
            expect(page.get_by_role("navigation")).to_be_visible()
            page.evaluate("location.hash = '#/text/signal.critical/title/en/'")
            page.get_by_text(title).click()
            expect(page.locator("#phone-code")).to_be_visible()
            self.assert_accessible(page)


if __name__ == "__main__":
    unittest.main()
