"""What mends faults, the list of fields, and keys, against the real host."""

import json
import re
import unittest

from case import expect
from studio_case import StudioCase

NO_WORDS = "There are no words here yet."
NO_ROW = "Some numbers have no row of their own. Add the missing form."


class Fixes(StudioCase):
    def prepare(self, folder):
        """A form that no number has in English."""
        file = folder / "templates/en.json"
        texts = json.loads(file.read_text())
        when = texts["messages"]["message.received"]["body"]["when"]
        texts["messages"]["message.received"]["body"]["when"] = {"few": "{$sender} sent some", **when}
        file.write_text(json.dumps(texts, ensure_ascii=False, indent=2))

    def test_a_missing_form_is_added_as_one_step(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "message.received", "body", "ar")
        boxes = page.get_by_role("textbox")
        expect(boxes).to_have_count(6)
        for form in "few", "many":
            page.get_by_role("button", name=re.compile(rf"Remove the row: .*\({form}\)")).click()
        expect(boxes).to_have_count(4)
        fault = page.get_by_role("list", name="What to look at").get_by_role("listitem").filter(has_text=NO_ROW)
        expect(fault).to_have_count(1)
        self.assert_accessible(page)
        fault.get_by_role("button", name=re.compile("^Add what is missing: .*few.*many")).click()
        expect(boxes).to_have_count(6)
        expect(page.get_by_text(NO_ROW)).to_have_count(0)
        expect(page.get_by_text("Saved")).to_be_visible()
        page.get_by_role("button", name="Undo").click()
        expect(boxes).to_have_count(4)
        expect(page.get_by_text(NO_ROW)).to_be_visible()

    def test_a_row_that_is_never_shown_is_removed_where_it_stands(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "message.received", "body", "en")
        boxes = page.get_by_role("textbox")
        expect(boxes).to_have_count(3)
        expect(page.get_by_text("This row is never shown")).to_be_visible()
        mend = page.get_by_role("group", name=re.compile("^Mend: ")).get_by_role("button", name=re.compile("^Remove this row: "))
        self.assert_accessible(page)
        mend.click()
        expect(page.get_by_text("This row is never shown")).to_have_count(0)
        expect(boxes).to_have_count(2)
        expect(boxes.first).to_be_focused()
        page.keyboard.press("Control+z")
        expect(boxes).to_have_count(3)

    def test_lines_become_one_and_what_is_missing_waits_until_the_field_is_left(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "title")
        box = page.get_by_role("textbox", name="Words")
        seen = []
        page.on("response", lambda answer: answer.url.endswith("/preview") and seen.append(answer.json()["faults"]))
        box.press("Control+a")
        with page.expect_response("**/studio/preview"):
            page.keyboard.press("Backspace")
        expect(page.get_by_text("Saved")).to_be_visible()
        # The host has said it by now, and nobody who is writing is told.
        self.assertEqual([one["code"] for one in seen[-1]], ["T0108"], seen)
        expect(page.get_by_text(NO_WORDS)).to_have_count(0)
        expect(box).not_to_have_attribute("aria-invalid", "true")
        page.keyboard.press("Tab")
        expect(page.get_by_text(NO_WORDS)).to_be_visible()
        expect(box).to_have_attribute("aria-invalid", "true")
        expect(page.get_by_role("status").filter(has_text="1 fault")).to_be_visible()
        # Said once, it stays until it is mended.
        box.focus()
        expect(page.get_by_text(NO_WORDS)).to_be_visible()
        page.keyboard.type("Words")
        expect(page.get_by_text(NO_WORDS)).to_have_count(0)
        self.assert_accessible(page)

    def test_the_other_case_of_a_field_that_can_be_absent(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "assignment.created", "title")
        boxes = page.get_by_role("textbox")
        page.get_by_label("Insert a field into: Words").select_option("image_url")
        expect(page.get_by_text("A field in this text can be absent.")).to_be_visible()
        mend = page.get_by_role("group", name="Mend: Words")
        expect(mend.get_by_role("button")).to_have_count(2)
        self.assert_accessible(page)
        mend.get_by_role("button", name=re.compile("^Other words for when there is no “A thumbnail")).click()
        expect(boxes).to_have_count(2)
        expect(page.locator(".words .chip")).to_have_count(1)
        expect(page.get_by_text("A field in this text can be absent.")).to_have_count(0)
        page.get_by_role("button", name="Undo").click()
        expect(boxes).to_have_count(1)
        mend.get_by_role("button", name=re.compile("^Take “A thumbnail.*” out")).click()
        expect(page.locator(".words .chip")).to_have_count(0)
        expect(mend).to_have_count(0)
        expect(page.get_by_text("Saved")).to_be_visible()

    def test_a_field_of_the_original_that_a_translation_lacks(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "body", "ar")
        box = page.get_by_role("textbox", name="Words")
        box.press("Control+a")
        page.keyboard.type("كلمات")
        lacks = page.get_by_text("The original shows a field that this translation doesn't.")
        expect(page.get_by_text("Saved")).to_be_visible()
        expect(lacks).to_have_count(0)
        page.keyboard.press("Tab")
        expect(lacks.first).to_be_visible()
        mend = page.get_by_role("button", name=re.compile("^Put “.*” in$"))
        expect(mend).to_have_count(2)
        mend.last.click()
        expect(box.locator(".chip")).to_have_count(1)
        expect(mend).to_have_count(1)
        mend.click()
        expect(lacks).to_have_count(0)
        self.assert_accessible(page)

    def test_the_list_of_fields_at_the_caret(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "body")
        box = page.get_by_role("textbox").first
        chips = box.locator(".chip")
        before = chips.count()
        box.press("Control+End")
        page.keyboard.type(" {")
        fields = page.get_by_role("listbox", name="Fields")
        expect(fields).to_be_visible()
        expect(box).to_be_focused()
        self.assert_accessible(page)
        options = fields.get_by_role("option")
        count = options.count()
        self.assertGreater(count, 2)
        expect(options.first).to_have_attribute("aria-selected", "true")
        # Arrows go through them, and what is typed leaves those that have it.
        page.keyboard.press("ArrowDown")
        expect(options.nth(1)).to_have_attribute("aria-selected", "true")
        page.keyboard.type("headl")
        expect(options).to_have_count(1)
        page.keyboard.press("Enter")
        expect(fields).to_have_count(0)
        expect(chips).to_have_count(before + 1)
        self.assertNotIn("{", box.inner_text())
        self.assertNotIn("headl", box.inner_text().replace(chips.last.inner_text(), ""))
        page.get_by_role("button", name="Undo").click()
        expect(chips).to_have_count(before)
        # Escape keeps the brace, and what isn't the name of a field is text.
        box.press("Control+End")
        page.keyboard.type("{")
        expect(fields).to_be_visible()
        page.keyboard.press("Escape")
        expect(fields).to_have_count(0)
        page.keyboard.type("a} {$zz} {")
        page.keyboard.press("Escape")
        expect(page.locator("[data-device=lock]")).to_contain_text("{a} {$zz} {")
        # Without a brace, by the key for lists.
        page.keyboard.press("Control+Space")
        expect(fields).to_be_visible()
        page.keyboard.press("Enter")
        expect(chips).to_have_count(before + 1)
        expect(page.locator("[data-device=lock]")).not_to_contain_text("{a} {$zz} {{")

    def test_a_slash_leads_to_the_search_unless_somebody_writes(self):
        page = self.open(self.demo.studio[0])
        search = page.get_by_role("searchbox")
        expect(search).to_be_visible()
        page.keyboard.press("/")
        expect(search).to_be_focused()
        page.keyboard.press("/")
        expect(search).to_have_value("/")
        search.fill("")
        self.at(page, "signal.critical", "title")
        box = page.get_by_role("textbox", name="Words")
        box.press("End")
        page.keyboard.type("/")
        expect(box).to_contain_text("/")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("/")
        expect(search).to_be_focused()
        # It can be switched off, and stays so.
        page.get_by_label("The key “/” goes to the field above the list").uncheck()
        page.reload()
        expect(search).to_be_visible()
        page.keyboard.press("/")
        expect(search).not_to_be_focused()
        self.assert_accessible(page)


if __name__ == "__main__":
    unittest.main()
