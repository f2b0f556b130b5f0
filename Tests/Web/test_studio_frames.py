"""What frames say about messages: where they are cut in larger letters, whose words they are, how many parts, how long a mail is, what a provider said."""

import json
import re
import unittest

from case import expect
from studio_case import StudioCase

#: Fits a lock screen's line in letters of 100 %, and not in those of 130 %.
NEARLY = "Look at this signal when you can"
ALPHABETS = ("Look at it now", "1 part (GSM-7)"), ("Now: " + "a" * 160, "2 parts (GSM-7)"), ("Nå: ش", "1 part (UCS-2)")


class Frames(StudioCase):
    def prepare(self, folder):
        """Text messages beside the push, and nobody at the provider."""
        file = folder / "profile.json"
        profile = json.loads(file.read_text())
        settings = {"accountSid": "AC" + "0" * 32, "from": "+4712345678", "authToken": {"$secret": "sms-token"}}
        profile["channels"]["sms"] = {"use": "twilio-sms", "settings": settings}
        profile["studio"] = {"testRecipients": ["demo-en"]}
        file.write_text(json.dumps(profile, ensure_ascii=False))
        file = folder / "events.json"
        events = json.loads(file.read_text())
        events["events"]["signal.critical"]["channels"].append("sms")
        file.write_text(json.dumps(events, ensure_ascii=False))
        for locale, words in ("en", "Look at it"), ("ar", "انظر إليها"):
            file = folder / f"templates/{locale}.json"
            texts = json.loads(file.read_text())
            texts["messages"]["signal.critical"]["sms"] = words
            file.write_text(json.dumps(texts, ensure_ascii=False))

    def test_larger_letters_are_cut_earlier(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "title")
        page.get_by_role("textbox", name="Words").fill(NEARLY)
        lock = page.locator("[data-device=lock]")
        expect(lock).to_contain_text(NEARLY)
        expect(lock.locator(".cut")).to_be_hidden()
        expect(page.get_by_role("tab", name="en", exact=True)).to_have_count(1)
        page.get_by_text("How it is looked at").click()
        page.get_by_label("Text size").select_option("130")
        expect(lock.get_by_text("The title is cut about here.")).to_be_visible()
        expect(page.get_by_role("tab", name="en is cut")).to_have_count(1)
        # Arabic is measured in its own letters, where nobody sees it.
        expect(page.get_by_role("tab", name="ar", exact=True)).to_have_count(1)
        page.get_by_label("Text size").select_option("100")
        expect(page.get_by_text("cut about here")).to_have_count(0)

    def test_whose_words_readers_of_a_language_get(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "title", "ar")
        page.get_by_role("button", name="Remove these words").click()
        note = page.get_by_text("Not written in ar: shown in en.")
        expect(note.first).to_be_visible()
        expect(page.locator("[data-device=lock]")).to_contain_text("Critical Intelligence Signal")
        page.get_by_role("tab", name="en").click()
        expect(note).to_have_count(0)

    def test_a_text_message_says_its_parts(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "sms")
        bubble = page.locator("[data-device=bubble]")
        for words, parts in ALPHABETS:
            page.get_by_role("textbox", name="Words").fill(words)
            expect(bubble).to_contain_text(words)
            expect(bubble).to_contain_text(parts)
        self.assert_accessible(page)

    def test_what_a_provider_said_and_that_it_said_nothing(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "title")
        said = {}
        page.route("**/studio/tests", lambda route: route.fulfill(json={"results": [{"size": 517, **said}]}))
        page.get_by_text("Try it on a phone").click()
        send = page.get_by_role("button", name="Send it")
        for outcome, words in (
            ("unanswered", "The provider hasn’t answered within ten seconds."), ("refused", "The provider refuses it."),
            ("too-large", "It is too large for the provider."), ("gone", "The device can’t be reached any more."),
            ("uncertain", "The provider broke off: it may have arrived."), ("accepted", "The provider has taken it."),
        ):
            said.update(outcome=outcome, code="Some code", message="As it said", platform="ios")
            send.click()
            result = page.get_by_role("status").filter(has_text=words)
            expect(result).to_contain_text("ios · Some code · As it said · 517 bytes")
            self.assertEqual(result.locator(".error").count(), 0 if outcome == "accepted" else 1)


class Mail(StudioCase):
    tenant = "remittance"

    def prepare(self, folder):
        """A mail that mailboxes cut."""
        file = folder / "templates/nb.json"
        texts = json.loads(file.read_text())
        lines = texts["messages"]["security"]["email"]["html"]
        lines[1:1] = ["{#p}" + "ord " * 13_100 + "{/p}"] * 2
        file.write_text(json.dumps(texts, ensure_ascii=False))

    def test_a_long_mail_is_said_to_be_cut(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "security", "title", "nb")
        note = page.get_by_text("Some mailboxes cut off what comes after 102 kB.")
        expect(note).to_be_visible()
        self.at(page, "security", "email.html", "nb")
        # Without one of the two it is short enough.
        box = page.get_by_role("textbox")
        box.evaluate("""(box) => {
            const range = document.createRange();
            range.selectNodeContents([...box.querySelectorAll(".mark-p")].find((one) => one.textContent.length > 50_000));
            getSelection().removeAllRanges();
            getSelection().addRange(range);
            box.focus();
        }""")
        page.keyboard.press("Backspace")
        expect(note).to_have_count(0)
        expect(page.locator("iframe").first).to_be_visible()


if __name__ == "__main__":
    unittest.main()
