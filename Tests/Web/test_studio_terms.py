"""Terms, and the settings of the platform's own staff, against the real host."""

import json
import unittest

from case import expect
from studio_case import SOURCE, StudioCase


def with_terms(folder):
    """Dossier with a term in two of its titles, and one that no text has."""
    for locale, words in ("en", "Dossier"), ("ar", "الملف"):
        file = folder / f"templates/{locale}.json"
        texts = json.loads(file.read_text())
        texts["terms"] = {"product": words, "unused": words}
        for event in "signal.critical", "sync.conflict":
            texts["messages"][event]["title"] = "{$product}: " + event
        file.write_text(json.dumps(texts, ensure_ascii=False, indent=2))


class Terms(StudioCase):
    def prepare(self, folder):
        with_terms(folder)

    def test_a_term_is_changed_and_shown_where_it_stands(self):
        page = self.open(self.demo.studio[0])
        terms = page.get_by_role("region", name="Terms")
        expect(terms.get_by_role("link")).to_have_count(2)
        expect(terms.get_by_role("link", name="Term · product")).to_contain_text("used in 2 texts")
        expect(terms.get_by_role("link", name="Term · unused")).to_contain_text("used in 0 texts")
        self.assert_accessible(page)
        page.get_by_role("searchbox").fill("unus")
        expect(terms.get_by_role("link")).to_have_count(1)
        page.get_by_role("searchbox").fill("")
        terms.get_by_role("link", name="Term · product").click()
        expect(page.get_by_role("heading", name="Term · product")).to_be_visible()
        lock = page.locator("[data-device=lock]")
        expect(lock).to_contain_text("Dossier: signal.critical")
        expect(page.get_by_label("Insert a field into: Words")).to_have_count(0)
        box = page.get_by_role("textbox", name="Words")
        box.fill("Files")
        expect(lock).to_contain_text("Files: signal.critical")
        page.get_by_label("In the message", exact=True).select_option("sync.conflict")
        expect(lock).to_contain_text("Files: sync.conflict")
        expect(page.get_by_text("Saved")).to_be_visible()
        self.assert_accessible(page)
        # A brace is no placeholder here, and is said to be none.
        box.fill("Files {now}")
        expect(lock).to_contain_text("Files {now}: sync.conflict")
        box.fill("Files")
        expect(lock).to_contain_text("Files: sync.conflict")
        page.get_by_role("link", name="All languages").click()
        expect(page.get_by_role("region", name="Arabic (ar)")).to_contain_text("الملف")
        self.assert_accessible(page)
        page.get_by_role("button", name="Hand in").click()
        page.get_by_label("What is it about?").fill("The product's name")
        page.get_by_role("button", name="Hand in").last.click()
        expect(page.get_by_role("link", name="Term · product, en", exact=True)).to_be_visible()
        expect(page.get_by_text("After: Files")).to_be_visible()
        self.assertIsNone(SOURCE.search(page.locator("body").inner_text().replace("$terms", "")))

    def test_in_arabic(self):
        page = self.open(self.demo.studio[0], locale="ar-EG")
        expect(page.get_by_role("region", name="المصطلحات")).to_contain_text("مستعمل في نصين")
        self.assert_accessible(page)


class Settings(StudioCase):
    def prepare(self, folder):
        file = folder / "profile.json"
        profile = json.loads(file.read_text())
        profile["studio"] = {"testRecipients": ["demo-en"], "retention": "365d"}
        file.write_text(json.dumps(profile, ensure_ascii=False))

    def test_who_is_signed_in_is_listed_and_ended(self):
        ada = self.open(self.demo.studio[0])
        expect(ada.get_by_role("heading", name="Texts")).to_be_visible()
        expect(ada.get_by_role("link", name="Settings")).to_have_count(0)
        max_ = self.open(self.demo.link("Max", "platform"))
        max_.get_by_role("link", name="Settings").click()
        expect(max_.get_by_role("heading", name="Settings")).to_be_visible()
        expect(max_.get_by_text("365 days")).to_be_visible()
        expect(max_.get_by_text("studio.testRecipients")).to_be_visible()
        expect(max_.get_by_text("This is you.")).to_be_visible()
        self.assert_accessible(max_)
        max_.get_by_role("button", name="Sign out: Ada").click()
        expect(max_.get_by_text("Ada is signed out.")).to_be_visible()
        expect(max_.get_by_role("button", name="Sign out: Ada")).to_have_count(0)
        ada.reload()
        expect(ada.get_by_text("ask for a new one")).to_be_visible()

    def test_narrow_dark_and_arabic(self):
        page = self.open(self.demo.link("Max", "platform"), viewport={"width": 320, "height": 700}, color_scheme="dark", locale="ar-EG")
        page.get_by_role("link", name="الإعدادات").click()
        expect(page.get_by_text("studio.publish", exact=True)).to_be_visible()
        self.assert_accessible(page)
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 320)


if __name__ == "__main__":
    unittest.main()
