"""The studio against the real host: a word is changed, seen, handed in, approved by somebody else, and taken away."""

import re
import unittest
from pathlib import Path

from case import expect
from studio_case import SOURCE, StudioCase

class Studio(StudioCase):
    def test_from_a_word_to_a_patch(self):
        ada = self.open(self.demo.studio[0])
        expect(ada.get_by_text("Ada, writer")).to_be_visible()
        self.assertNotIn("code", ada.url)
        self.assert_accessible(ada)
        self.show(ada, "signal.critical", "title")
        frames = ada.get_by_role("article")
        expect(frames.first).to_contain_text("Critical Intelligence Signal")
        before = frames.count()
        box = ada.get_by_role("textbox", name="Words")
        box.fill("")
        box.press_sequentially("Look {$now} \\")
        expect(frames.first).to_contain_text("Look {$now} \\")
        self.assertEqual(frames.count(), before)
        expect(ada.get_by_text("Saved")).to_be_visible()
        box.fill("Something important")
        expect(frames.first).to_contain_text("Something important")
        self.assert_accessible(ada)

        ada.get_by_role("button", name="Hand in").click()
        ada.get_by_label("What is it about?").fill("Plainer title")
        self.assert_accessible(ada)
        ada.get_by_role("button", name="Hand in").last.click()
        expect(ada.get_by_role("heading", name="Plainer title")).to_be_visible()
        expect(ada.get_by_role("button", name="Approve")).to_have_count(0)

        grace = self.open(self.demo.studio[1])
        grace.get_by_role("link", name="Proposals").click()
        grace.get_by_role("link", name="Plainer title").click()
        expect(grace.get_by_text("Critical Intelligence Signal")).to_be_visible()
        expect(grace.get_by_text("Something important")).to_be_visible()
        self.assert_accessible(grace)
        grace.get_by_role("button", name="Approve").click()
        with grace.expect_download() as download:
            grace.get_by_role("link", name="Take it away as a patch").click()
        patch = Path(download.value.path()).read_text()
        self.assertIn("Subject: [PATCH] Plainer title", patch)
        self.assertIn('+      "title": "Something important",', patch)

    def test_publish_and_go_back(self):
        ada = self.open(self.demo.studio[0])
        self.show(ada, "signal.critical", "title")
        box = ada.get_by_role("textbox", name="Words")
        box.fill("Something important")
        box.press("Tab")
        expect(ada.get_by_text("Saved")).to_be_visible()
        ada.get_by_role("button", name="Hand in").click()
        ada.get_by_label("What is it about?").fill("Plainer title")
        ada.get_by_role("button", name="Hand in").last.click()
        expect(ada.get_by_role("heading", name="Plainer title")).to_be_visible()

        grace = self.open(self.demo.studio[1], viewport={"width": 320, "height": 700})
        grace.get_by_role("link", name="Versions").click()
        expect(grace.get_by_text("Nothing was published yet")).to_be_visible()
        grace.get_by_role("link", name="Proposals").click()
        grace.get_by_role("link", name="Plainer title").click()
        grace.get_by_role("button", name="Approve").click()
        grace.get_by_role("button", name="Publish").click()
        # What is live now, with the way back.
        expect(grace.get_by_role("heading", name="Version 1: Plainer title")).to_be_visible()
        expect(grace.get_by_role("button", name="Go back to the words of the files")).to_be_visible()
        grace.get_by_role("link", name="Versions").click()
        expect(grace.get_by_text("Published: Something important")).to_be_visible()
        self.assert_accessible(grace)
        self.assertEqual(grace.evaluate("document.documentElement.scrollWidth"), 320)
        self.show(ada, "signal.critical", "title")
        expect(ada.get_by_role("article").first).to_contain_text("Something important")

        grace.get_by_role("link", name="Version 1: Plainer title").click()
        expect(grace.get_by_text("Critical Intelligence Signal")).to_be_visible()
        grace.get_by_role("button", name="Go back to the words of the files").click()
        grace.get_by_role("button", name="Go back now").click()
        expect(grace.get_by_text("Say in a few words why.")).to_be_visible()
        grace.get_by_label("Why?").fill("Too plain")
        self.assert_accessible(grace)
        grace.get_by_role("button", name="Go back now").click()
        expect(grace.get_by_role("heading", name="Version 2: Too plain")).to_be_visible()
        self.show(ada, "signal.critical", "title")
        expect(ada.get_by_role("article").first).to_contain_text("Critical Intelligence Signal")

    def test_what_is_still_being_kept_is_shown(self):
        page = self.open(self.demo.studio[0])
        self.show(page, "signal.critical", "title")
        frames = page.get_by_role("article")
        expect(frames.first).to_contain_text("Critical Intelligence Signal")
        held = []
        page.route("**/studio/proposals", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
        box = page.get_by_role("textbox", name="Words")
        box.fill("Something important")
        box.press("Tab")  # Leaving a field keeps its words at once.
        expect(frames.first).to_contain_text("Something important")
        self.assertEqual(len(held), 1)
        held[0].continue_()
        expect(page.get_by_text("Saved")).to_be_visible()

    def test_forms_of_a_number_and_chips_by_keyboard(self):
        page = self.open(self.demo.studio[0])
        self.show(page, "message.received", "body", "ar")
        boxes = page.get_by_role("textbox")
        expect(boxes).to_have_count(6)
        group = page.get_by_role("group", name=re.compile("^Depends on"))
        expect(group).to_contain_text("(few)")
        self.assertIsNone(SOURCE.search(group.inner_text()), "source is shown")
        expect(boxes.first).to_have_attribute("dir", "rtl")
        expect(boxes.first).to_have_attribute("lang", "ar")
        # A row that goes leaves a fault at the others, and can come back.
        page.get_by_role("button", name=re.compile(r"Remove the row: .*\(few\)")).click()
        expect(boxes).to_have_count(5)
        expect(page.get_by_text("Some numbers have no row of their own. Add the missing form.").first).to_be_visible()
        page.get_by_label("Add a row for").select_option("few")
        expect(boxes).to_have_count(6)
        self.assert_accessible(page)

        chips = page.locator(".chip")
        before = chips.count()
        page.get_by_label("Insert a field into:").first.focus()
        page.keyboard.press("ArrowDown")
        expect(chips).to_have_count(before + 1)
        # The caret stands behind the chip: it goes as one, and what is typed comes after it.
        page.keyboard.type(" x")
        page.keyboard.press("Backspace")
        page.keyboard.press("Backspace")
        page.keyboard.press("Backspace")
        expect(chips).to_have_count(before)

    def test_a_field_is_shown_another_way(self):
        page = self.open(self.demo.studio[0])
        self.show(page, "message.received", "body", "en")
        chip = page.locator(".chip").filter(has_text=re.compile(r"\d")).first
        chip.click()
        menu = page.get_by_role("menu")
        self.assert_accessible(page)
        items = menu.get_by_role("menuitemradio")
        self.assertGreater(items.count(), 1)
        expect(items.first).to_be_focused()
        expect(items.first).to_have_attribute("aria-checked", "true")
        page.keyboard.press("End")
        example = items.last.inner_text()
        page.keyboard.press("Enter")
        expect(menu).to_have_count(0)
        expect(chip).to_contain_text(example)
        expect(page.get_by_text("Saved")).to_be_visible()
        # By keyboard: the menu has the choice, and Escape leaves it as it is.
        page.get_by_role("textbox").first.press("Control+End")
        page.keyboard.press("Alt+ArrowDown")
        expect(menu).to_be_visible()
        page.keyboard.press("Escape")
        expect(menu).to_have_count(0)
        expect(page.get_by_role("textbox").first).to_be_focused()

    def test_a_line_that_stays_one(self):
        page = self.open(self.demo.studio[0])
        self.show(page, "signal.critical", "title")
        box = page.get_by_role("textbox", name="Words")
        before = box.inner_text()
        box.press("End")
        box.press("Enter")
        expect(page.get_by_text("This text has one line.")).to_be_visible()
        self.assertEqual(box.inner_text(), before)

    def test_what_was_typed_is_kept_and_there_again(self):
        page = self.open(self.demo.studio[0])
        self.show(page, "signal.critical", "body")
        box = page.get_by_role("textbox").first
        box.press("Control+End")
        box.press_sequentially(" Kept.")
        page.get_by_role("link", name="Proposals").click()
        expect(page.get_by_role("link", name="Without a title")).to_be_visible()
        page.reload()
        self.show(page, "signal.critical", "body")
        expect(page.get_by_role("textbox").first).to_contain_text("Kept.")

    def test_an_old_link_says_what_to_do(self):
        link = self.demo.studio[0]
        self.open(link)
        again = self.open(link)
        expect(again.get_by_text("ask for a new one")).to_be_visible()
        self.assert_accessible(again)

    def test_narrow_and_dark(self):
        page = self.open(self.demo.studio[1], viewport={"width": 320, "height": 700}, color_scheme="dark")
        expect(page.get_by_role("heading", name="Texts")).to_be_visible()
        self.assert_accessible(page)
        self.show(page, "message.received", "body", "ar")
        expect(page.get_by_role("article").first).to_be_visible()
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 320)
        self.assert_accessible(page)


if __name__ == "__main__":
    unittest.main()
