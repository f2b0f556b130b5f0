"""The studio's rows and sides: what each row reads like, fields as lists, cells that are too many, languages beside one another."""

import re
import unittest

from case import expect
from studio_case import StudioCase

#: Isolates around values: nobody sees them.
ISOLATES = re.compile("[\u2066-\u2069]")


class StudioRows(StudioCase):
    def test_what_each_row_reads_like(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "message.received", "body")
        rows = page.get_by_role("list", name=re.compile("^Reads like this: "))
        expect(rows).to_have_count(2)
        expect(rows.first.get_by_role("listitem")).to_have_count(1)
        expect(rows.last.get_by_role("listitem")).to_have_count(3)
        self.assertRegex(ISOLATES.sub("", rows.last.inner_text()), r"(?s)^0\s.*sent you 0 messages.*\b2\s.*sent you 2 messages.*\b3\s")
        # While one types.
        page.get_by_role("textbox").last.press("Control+End")
        page.keyboard.type(" at once")
        expect(rows.last.get_by_role("listitem").last).to_contain_text("at once")
        expect(rows.first).not_to_contain_text("at once")
        self.assert_accessible(page)
        self.at(page, "message.received", "body", "ar")
        expect(rows).to_have_count(6)
        expect(rows.nth(2).locator("[lang=ar]").first).to_have_attribute("dir", "rtl")
        # An exact number is the row's own, and no longer the form's.
        page.get_by_label("Add a row for").select_option("#")
        page.get_by_label("The exact number").fill("3")
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.get_by_role("list", name="Reads like this: exactly 3").get_by_role("listitem")).to_have_count(1)
        expect(page.get_by_role("list", name=re.compile("few")).get_by_role("listitem").first).to_contain_text("4")
        # A text that depends on nothing has its frames for that.
        self.at(page, "signal.critical", "title")
        expect(rows).to_have_count(0)

    def test_a_slider_goes_through_the_numbers_of_the_rows(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "message.received", "body")
        slider = page.get_by_role("slider", name="Numbers of the rows: How many messages of this sender wait to be read")
        expect(slider).to_have_attribute("aria-valuetext", "as in the sample")
        frame = page.locator("[data-device=expanded]")
        slider.press("ArrowRight")
        expect(slider).to_have_attribute("aria-valuetext", "0")
        expect(frame).to_contain_text("sent you 0 messages")
        slider.press("ArrowRight")
        expect(frame).to_contain_text("sent you a message")
        slider.press("End")
        expect(page.get_by_role("spinbutton", name="How many messages")).to_have_value(slider.get_attribute("aria-valuetext"))
        page.get_by_role("spinbutton", name="How many messages").fill("17")
        expect(slider).to_have_attribute("aria-valuetext", "17")
        slider.press("Home")
        expect(page.get_by_role("spinbutton", name="How many messages")).to_have_value("")
        self.assert_accessible(page)

    def test_a_field_as_a_list_by_keyboard_alone(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "body")
        field = page.get_by_role("textbox", name="Words")
        before = field.inner_text()
        toggle = page.get_by_role("button", name="Fields as lists")
        toggle.press("Enter")
        expect(toggle).to_be_focused()
        expect(toggle).to_have_attribute("aria-pressed", "true")
        group = page.get_by_role("group", name="Words")
        pieces = group.get_by_role("listitem")
        expect(pieces).to_have_count(3)
        expect(pieces.nth(1).get_by_role("textbox", name="Words 1, Words")).to_have_value(": ")
        self.assert_accessible(page)
        pieces.nth(1).get_by_role("textbox").fill(" says: ")
        frame = page.locator("[data-device=expanded]")
        expect(frame).to_contain_text(" says: ")
        expect(page.get_by_text("Saved")).to_be_visible()
        # Buttons move a piece, and the focus goes with it.
        down = pieces.nth(1).get_by_role("button", name="Move down: Words 1")
        down.press("Enter")
        expect(pieces.nth(2).get_by_role("textbox")).to_have_value(" says: ")
        expect(pieces.nth(2).get_by_role("textbox")).to_be_focused()
        page.keyboard.press("Control+z")
        expect(pieces.nth(1).get_by_role("textbox")).to_have_value(" says: ")
        pieces.nth(2).get_by_role("button", name=re.compile("^Remove: ")).press("Enter")
        expect(pieces).to_have_count(2)
        # What is added comes behind what one was at.
        page.get_by_role("button", name="Add words: Words").press("Enter")
        page.keyboard.type("something")
        expect(pieces.last.get_by_role("textbox")).to_have_value("something")
        expect(frame).to_contain_text("says: something")
        expect(page.get_by_text("Saved")).to_be_visible()
        # A chip is shown another way from here, too.
        self.at(page, "message.received", "body")
        way = page.get_by_role("button", name=re.compile(r"^How .*\d.* is shown")).first
        way.press("Enter")
        expect(page.get_by_role("menuitemradio").first).to_be_focused()
        self.assert_accessible(page)
        page.keyboard.press("End")
        example = page.get_by_role("menuitemradio").last.inner_text()
        page.keyboard.press("Enter")
        expect(page.locator(".pieces .chip").filter(has_text=example).first).to_be_visible()
        # It stays as this person works, and the same words are in the field again.
        page.reload()
        self.at(page, "signal.critical", "body")
        expect(page.get_by_role("group", name="Words")).to_be_visible()
        page.get_by_role("button", name="Fields as lists").click()
        self.assertTrue(field.inner_text().startswith(before.split(":")[0]))
        expect(field).to_contain_text("says: something")

    def test_all_languages_beside_one_another(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "message.received", "body")
        page.get_by_role("link", name="All languages").click()
        expect(page.get_by_role("heading", name="message.received · body in all languages")).to_be_visible()
        english, arabic = page.get_by_role("region", name="English (en)"), page.get_by_role("region", name="Arabic (ar)")
        expect(english.locator(".said")).to_have_count(2)
        expect(arabic.locator(".said")).to_have_count(6)
        expect(arabic.locator(".said").first).to_have_attribute("dir", "rtl")
        expect(english.locator(".said").first).to_have_attribute("dir", "ltr")
        expect(english.locator("[data-device]")).to_contain_text("sent you")
        expect(arabic.locator(".device-words")).to_have_attribute("dir", "rtl")
        page.get_by_label("Channel").select_option("in-app")
        expect(page.locator("[data-device=inbox]")).to_have_count(2)
        self.assert_accessible(page)
        arabic.get_by_role("link", name="Change ar").click()
        expect(page.get_by_role("textbox")).to_have_count(6)
        # Its other texts are one click away.
        page.get_by_role("navigation", name="Texts of this message").get_by_role("link", name="title").click()
        expect(page.get_by_role("heading", name="message.received · title")).to_be_visible()

    def test_a_lock_screen_that_hides_words_and_what_stays_together(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "message.received", "body", "ar")
        lock = page.locator("[data-device=lock]")
        expect(lock).to_contain_text("Layla Haddad")
        page.get_by_text("How it is looked at").click()
        page.get_by_label("Lock screen").select_option("hidden")
        expect(lock).not_to_contain_text("Layla Haddad")
        expect(lock).to_contain_text("Notification")
        expect(page.locator("[data-device=expanded]")).to_contain_text("Layla Haddad")
        self.assert_accessible(page)
        page.get_by_label("Lock screen").select_option("shown")
        expect(lock.locator(".joint")).to_have_count(0)
        page.get_by_label("Show what stays together").check()
        expect(lock.locator(".joint")).not_to_have_count(0)
        self.assertEqual(lock.locator(".joint").count() % 2, 0)
        self.assert_accessible(page)

    def test_what_is_to_be_done_and_how_many_faults_there_are(self):
        page = self.open(self.demo.studio[0])
        expect(page.get_by_text("Every text is written in every language.")).to_be_visible()
        self.at(page, "message.received", "body", "ar")
        page.get_by_role("button", name=re.compile(r"Remove the row: .*\(few\)")).click()
        expect(page.get_by_role("status").filter(has_text=re.compile(r"^\d+ faults?"))).to_be_visible()
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_text("Nothing to look at any more.")).to_be_visible()
        page.get_by_role("button", name=re.compile(r"Remove the row: .*\(few\)")).click()
        expect(page.get_by_text("Saved")).to_be_visible()
        page.get_by_role("link", name="Texts", exact=True).click()
        page.get_by_role("button", name="ar: has faults (1)").click()
        expect(page.get_by_label("Show", exact=True)).to_be_focused()
        expect(page.locator("main li")).to_have_count(1)
        page.get_by_label("Show", exact=True).select_option("mine")
        expect(page.locator("main li")).to_have_count(1)
        self.assert_accessible(page)

    def test_four_times_as_large(self):
        # 1,280 px at 400 % are 320 px; nothing reaches out of them.
        page = self.open(self.demo.studio[0], viewport={"width": 320, "height": 256})
        self.at(page, "message.received", "body", "ar")
        expect(page.get_by_role("list", name=re.compile("^Reads like this: "))).to_have_count(6)
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 320)
        page.get_by_role("button", name="Fields as lists").click()
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 320)
        self.assert_accessible(page)
        page.get_by_role("link", name="All languages").click()
        expect(page.get_by_role("region", name="Arabic (ar)")).to_be_visible()
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 320)
        self.assert_accessible(page)


class Cells(StudioCase):
    def prepare(self, folder):
        """Three roles by twelve kinds of dossiers are too many for a grid."""
        file = folder / "events.json"
        kinds = '"country", "organization", "forum", "theme"'
        self.assertIn(kinds, file.read_text())
        file.write_text(file.read_text().replace(kinds, ", ".join([kinds, *(f'"kind_{at}"' for at in range(8))])))

    def test_cells_that_are_too_many_are_found_by_name(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "assignment.created", "body")
        page.get_by_text("What this text depends on").click()
        page.get_by_label("Depend on", exact=True).select_option(index=1)
        search, which = page.get_by_label("Find a row"), page.get_by_label("Show", exact=True)
        expect(search).to_be_visible()
        expect(page.get_by_role("table")).to_have_count(0)
        cells = page.locator(".cells > li:visible")
        everything = cells.count()
        self.assertGreater(everything, 24)
        expect(page.get_by_text(f"{everything} rows")).to_be_visible()
        search.fill("kind_3")
        expect(cells).to_have_count(3)
        self.assert_accessible(page)
        cells.get_by_role("button", name=re.compile("^Remove the row: reviewer")).click()
        # What one looked for stays while rows come and go.
        expect(search).to_have_value("kind_3")
        expect(cells).to_have_count(3)
        expect(cells.get_by_role("textbox")).to_have_count(2)
        which.select_option("falling")
        expect(cells).to_have_count(1)
        expect(cells.first).to_contain_text("You have been assigned to")
        which.select_option("own")
        expect(cells).to_have_count(2)
        which.select_option("falling")
        self.assert_accessible(page)
        cells.get_by_role("button", name=re.compile("^Write own words")).click()
        # The new words are there to be written.
        expect(cells).to_have_count(3)
        expect(cells.nth(1).get_by_role("textbox")).to_be_focused()
        expect(page.get_by_text("Saved")).to_be_visible()


class OneText(StudioCase):
    def test_one_text_goes_back_and_the_other_stays(self):
        ada = self.open(self.demo.studio[0])
        for slot, words in ("title", "Something important"), ("action", "See it"):
            self.at(ada, "signal.critical", slot)
            ada.get_by_role("textbox", name="Words").fill(words)
            expect(ada.get_by_text("Saved")).to_be_visible()
        ada.get_by_role("button", name="Hand in").click()
        ada.get_by_label("What is it about?").fill("Plainer words")
        ada.get_by_role("button", name="Hand in").last.click()
        expect(ada.get_by_role("heading", name="Plainer words")).to_be_visible()
        grace = self.open(self.demo.studio[1])
        expect(grace.get_by_role("link", name="1 proposal waits to be looked at")).to_be_visible()
        grace.get_by_role("link", name="1 proposal waits to be looked at").click()
        grace.get_by_role("link", name="Plainer words").click()
        # As it was and as it becomes, in each language.
        self.assert_accessible(grace)
        grace.get_by_role("link", name="All languages: signal.critical · title, en").click()
        english = grace.get_by_role("region", name="English (en)").get_by_role("article")
        expect(english).to_have_count(2)
        expect(english.first).to_contain_text("Critical Intelligence Signal")
        expect(english.last).to_contain_text("Something important")
        arabic = grace.get_by_role("region", name="Arabic (ar)").get_by_role("article")
        self.assertEqual(arabic.first.inner_text(), arabic.last.inner_text())
        self.assert_accessible(grace)
        grace.go_back()
        grace.get_by_role("button", name="Approve").click()
        grace.get_by_role("button", name="Publish").click()
        expect(grace.get_by_role("heading", name="Version 1: Plainer words")).to_be_visible()
        grace.get_by_role("button", name=re.compile("^Go back for this text alone: signal.critical · action")).click()
        grace.get_by_role("textbox", name="Why?").fill("It was clearer before")
        self.assert_accessible(grace)
        grace.get_by_role("button", name="Go back now").click()
        expect(grace.get_by_role("heading", name="Version 2: It was clearer before")).to_be_visible()
        self.at(grace, "signal.critical", "title")
        expect(grace.locator("[data-device=lock]")).to_contain_text("Something important")
        expect(grace.locator("[data-device=inbox]")).to_contain_text("Open signal")


if __name__ == "__main__":
    unittest.main()
