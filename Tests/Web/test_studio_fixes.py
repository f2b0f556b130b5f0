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
        """A form that no number has in English, and a field that nobody else may see."""
        file = folder / "templates/en.json"
        texts = json.loads(file.read_text())
        when = texts["messages"]["message.received"]["body"]["when"]
        texts["messages"]["message.received"]["body"]["when"] = {"few": "{$sender} sent some", **when}
        file.write_text(json.dumps(texts, ensure_ascii=False, indent=2))
        file = folder / "events.json"
        events = json.loads(file.read_text())
        events["events"]["message.received"]["payload"]["secret"] = {
            "type": "text", "maxLength": 20, "sensitive": True, "optional": True, "description": "What nobody else may read"}
        file.write_text(json.dumps(events, ensure_ascii=False, indent=2))

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

    def propose(self, page, *changes):
        """Texts that a proposal has before the page is opened: each a place and its form."""
        expect(page.get_by_role("navigation", name="Studio")).to_be_visible()
        page.evaluate("""async (changes) => {
            const ask = async (method, path, body) => {
                const answer = await fetch(location.pathname + path, { method, headers: { "Content-Type": "application/json" }, body: body && JSON.stringify(body) });
                if (!answer.ok) throw new Error(await answer.text());
                return answer.json();
            };
            const { id } = await ask("POST", "/proposals", {});
            for (const [place, form] of changes) {
                const { hash } = await ask("GET", `/texts/${place.message}/${place.slot}?locale=${place.locale}`);
                await ask("PUT", `/proposals/${id}/text`, { place, hash, form });
            }
        }""", changes)
        page.reload()

    def mends(self, page, words, button, box, result):
        """A fault's button, which mends it as one step."""
        fault = page.get_by_text(words)
        expect(fault).to_be_visible()
        self.assert_accessible(page)
        page.get_by_role("button", name=button).click()
        expect(box).to_have_text(result)
        expect(fault).to_have_count(0)
        expect(page.get_by_text("Saved")).to_be_visible()
        page.get_by_role("button", name="Undo").click()
        expect(fault).to_be_visible()

    def test_several_lines_of_a_title_become_one(self):
        page = self.open(self.demo.studio[0])
        place = {"message": "signal.critical", "slot": "title", "locale": "en"}
        self.propose(page, [place, {"shape": "lines", "form": "text", "parts": ["Two\nlines"]}])
        self.at(page, "signal.critical", "title")
        box = page.get_by_role("textbox", name="Words")
        self.mends(page, "This text must stay on one line.", "Put it on one line", box, "Two lines")

    def test_a_confidential_field_is_taken_out(self):
        page = self.open(self.demo.studio[0])
        place = {"message": "message.received", "slot": "title", "locale": "en"}
        self.propose(page, [place, {"shape": "string", "form": "text", "parts": ["New ", {"chip": {"field": "secret"}}]}])
        self.at(page, "message.received", "title")
        box = page.get_by_role("textbox", name="Words")
        self.mends(page, "A field in this text is confidential", re.compile("^Take “What nobody else.*” out$"), box, "New")

    def test_words_that_are_needed_come_back(self):
        page = self.open(self.demo.studio[0])
        self.propose(page, [{"message": "signal.critical", "slot": "title", "locale": "en"}, None])
        page.evaluate("() => { location.hash = '#/text/signal.critical/title/en/'; }")
        fault = page.get_by_role("list", name="What to look at").get_by_role("listitem").filter(has_text="This text is needed here")
        expect(fault).to_have_count(1)
        self.assert_accessible(page)
        fault.get_by_role("button", name="Take the words back as they were").click()
        expect(page.get_by_role("textbox", name="Words")).to_have_text("Critical Intelligence Signal")
        expect(fault).to_have_count(0)

    def test_what_another_text_lacks_is_mended_from_here(self):
        page = self.open(self.demo.studio[0])
        self.propose(page, *([{"message": "signal.critical", "slot": slot, "locale": "ar"}, None] for slot in ("title", "body")))
        self.at(page, "signal.critical", "title", "en")
        fault = page.get_by_role("list", name="What to look at").get_by_role("listitem").filter(has_text="This language doesn't have the text yet")
        # Each of the two is a button and a way there.
        mend = fault.get_by_role("button", name=re.compile("^Begin with the original's words: signal.critical · .*, ar$"))
        expect(mend).to_have_count(2)
        expect(fault.get_by_role("link")).to_have_count(2)
        self.assert_accessible(page)
        mend.filter(has_text="Begin").first.click()
        expect(page.get_by_text("Saved")).to_be_visible()
        expect(mend).to_have_count(1)
        fault.get_by_role("link").click()
        expect(page.get_by_role("button", name="Begin with the original's words", exact=True)).to_have_count(1)
        page.get_by_role("button", name="Begin with the original's words", exact=True).click()
        expect(fault).to_have_count(0)

    def test_words_typed_meanwhile_stay_when_a_fault_is_mended(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "message.received", "body", "en")
        boxes = page.get_by_role("textbox")
        mend = page.get_by_role("button", name=re.compile("^Remove this row: "))
        expect(mend).to_be_visible()
        # Both in one turn of the page: the host has seen nothing of the new words.
        mend.evaluate("""(button) => {
            const box = document.querySelectorAll(".words")[2];
            box.append("!!!");
            box.dispatchEvent(new InputEvent("input", { bubbles: true }));
            button.click();
        }""")
        expect(boxes).to_have_count(2)
        expect(boxes.last).to_contain_text("!!!")

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

    def test_the_list_of_fields_in_a_piece_of_a_list(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "body")
        page.get_by_role("button", name="Fields as lists").click()
        pieces = page.locator(".pieces")
        chips = pieces.locator(".chip")
        before = chips.count()
        page.get_by_role("button", name=re.compile("^Add words")).first.click()
        piece = pieces.locator(".piece:focus")
        page.keyboard.type("both ends")
        for _ in range(5):
            page.keyboard.press("ArrowLeft")
        page.keyboard.type("{")
        fields = page.get_by_role("listbox", name="Fields")
        expect(fields).to_be_visible()
        expect(piece).to_be_focused()
        self.assert_accessible(page)
        page.keyboard.type("headl")
        expect(fields.get_by_role("option")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(chips).to_have_count(before + 1)
        # The words were parted, and one writes on behind the field.
        expect(piece).to_have_value(" ends")
        expect(pieces.locator(".piece", has_not_text="x").filter(visible=True).last).to_be_focused()
        page.keyboard.type("+")
        expect(page.locator("[data-device=lock]")).to_contain_text(re.compile(r"both.*\+ ends|both.*ends\+"))
        page.keyboard.press("Control+Space")
        expect(fields).to_be_visible()
        page.keyboard.press("Escape")
        expect(fields).to_have_count(0)
        page.keyboard.press("Control+Space")
        page.keyboard.press("Enter")
        expect(chips).to_have_count(before + 2)
        # What isn't the name of a field is text.
        page.keyboard.type("{zz}")
        expect(fields).to_have_count(0)
        expect(page.locator("[data-device=lock]")).to_contain_text("{zz}")

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
