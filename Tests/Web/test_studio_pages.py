"""The studio's comforts in a real browser: frames, the page's own languages, shapes of texts, undo, the clipboard, and words that wait."""

import json
import re
import unittest

from case import expect
from mock_host import ASSETS
from studio_case import StudioCase

LONG = "A title that is much longer than any phone can show in a single line of a notification on its lock screen"


class StudioPages(StudioCase):
    def test_a_title_that_is_cut_is_marked_in_its_frames_and_at_its_language(self):
        page = self.open(self.demo.studio[0])
        self.show(page, "signal.critical", "title")
        lock = page.locator("[data-device=lock]")
        expect(lock).to_contain_text("Critical Intelligence Signal")
        expect(page.get_by_text("cut about here")).to_have_count(0)
        expect(page.get_by_text(re.compile(r"^[\d,]+ of 4,096 bytes; at most [\d,]+ with these fields$"))).to_be_visible()
        page.get_by_role("textbox", name="Words").fill(LONG)
        expect(lock.get_by_text("The title is cut about here.")).to_be_visible()
        self.assertEqual(page.locator("[data-device=lock] .device").evaluate("one => one.offsetWidth"), 374)
        expect(page.locator("[data-device=inbox] .cut")).to_be_hidden()
        # Arabic has the words that it had; another tab says what is cut there.
        expect(page.get_by_role("tab", name="en is cut")).to_have_attribute("aria-selected", "true")
        page.get_by_role("tab", name="en is cut").press("ArrowRight")
        expect(page.get_by_role("tab", name="ar")).to_be_focused()
        expect(page.locator("[data-device=lock] .device-words")).to_have_attribute("dir", "rtl")
        expect(page.get_by_text("cut about here")).to_have_count(0)
        expect(page.get_by_role("tab", name="en is cut")).to_have_count(1)
        page.get_by_text("How it is looked at").click()
        page.get_by_label("Text size").select_option("130")
        self.assertEqual(page.locator("[data-device=lock] .device").evaluate("one => getComputedStyle(one).fontSize"), "19.5px")
        page.get_by_label("Colours").select_option("dark")
        self.assertEqual(page.locator("[data-device=lock] .device").evaluate("one => getComputedStyle(one).backgroundColor"), "rgb(43, 46, 53)")
        self.assert_accessible(page)

    def test_made_up_samples_and_another_number(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "message.received", "body")
        frame = page.locator("[data-device=expanded]")
        expect(frame).to_contain_text("sent you a message")
        page.get_by_role("spinbutton", name="How many messages").fill("7")
        expect(frame).to_contain_text("sent you 7 messages")
        expect(page.get_by_text(re.compile(r"^[\d,]+ of 4,096 bytes; at most [\d,]+ with these fields$"))).to_be_visible()
        before = frame.inner_text()
        page.get_by_label("Sample", exact=True).select_option("made:longest")
        expect(frame).not_to_contain_text("Layla Haddad")
        self.assertGreater(len(frame.inner_text()), len(before))
        expect(page.locator("[data-device=collapsed]").get_by_text("The text is cut about here.")).to_be_visible()
        self.assert_accessible(page)

    def test_the_page_in_norwegian_and_arabic(self):
        page = self.open(self.demo.studio[0], locale="nn-NO")
        expect(page.get_by_role("heading", name="Tekster")).to_be_visible()
        self.assertEqual(page.evaluate("document.documentElement.lang"), "nb")
        self.at(page, "message.received", "body", "ar")
        expect(page.get_by_role("button", name="Angre")).to_be_visible()
        page.get_by_role("button", name=re.compile(r"Fjern raden: .*\(few\)")).click()
        expect(page.get_by_text("Noen tall har ingen egen rad. Legg til formen som mangler.").first).to_be_visible()
        self.assert_accessible(page)
        page.get_by_label("Språk på denne siden").select_option("ar")
        expect(page.get_by_role("heading", name="معاينة")).to_be_visible()
        self.assertEqual(page.evaluate("document.documentElement.dir"), "rtl")
        self.assert_accessible(page)
        # It stays the next time.
        page.goto(page.url.split("#")[0])
        expect(page.get_by_role("heading", name="النصوص")).to_be_visible()
        self.assert_accessible(page)
        for name in ("المقترحات", "الإصدارات"):
            page.get_by_role("link", name=name).click()
            expect(page.get_by_role("heading", name=name)).to_be_visible()
            self.assert_accessible(page)

    def test_a_text_comes_to_depend_on_a_number_and_no_longer_does(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "message.received", "action", "ar")
        boxes = page.get_by_role("textbox")
        expect(boxes).to_have_count(1)
        words = boxes.first.inner_text()
        page.get_by_text("What this text depends on").click()
        page.get_by_label("Depend on", exact=True).select_option(label="the number: How many messages of this sender wait to be read")
        expect(boxes).to_have_count(6)
        expect(boxes.first).to_be_focused()
        expect(boxes.last).to_have_text(words)
        expect(page.get_by_text("Saved")).to_be_visible()
        self.assert_accessible(page)
        page.get_by_text("What this text depends on").click()
        page.get_by_label("No longer depend on").select_option(index=1)
        expect(boxes).to_have_count(1)
        page.get_by_role("button", name="Undo").click()
        expect(boxes).to_have_count(6)

    def test_two_selectors_are_a_grid(self):
        page = self.open(self.demo.studio[0], viewport={"width": 1600, "height": 900})
        self.at(page, "assignment.created", "body")
        page.get_by_text("What this text depends on").click()
        choice = page.get_by_label("Depend on", exact=True)
        choice.select_option(index=1)
        table = page.get_by_role("table")
        expect(table).to_be_visible()
        count = table.get_by_role("textbox").count()
        self.assertGreaterEqual(count, 4)
        self.assert_accessible(page)
        table.get_by_role("button", name=re.compile("^Remove the row")).first.click()
        expect(table.get_by_role("textbox")).to_have_count(count - 1)
        table.get_by_role("button", name=re.compile("^Write own words")).first.click()
        expect(table.get_by_role("textbox")).to_have_count(count)

    def test_other_words_for_a_channel_and_without_them_again(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "title")
        page.get_by_text("Other words for a channel").click()
        page.get_by_role("link", name="Write other words for push").click()
        page.get_by_role("button", name="Begin with the words of all channels").click()
        page.get_by_role("textbox", name="Words").fill("On the phone only")
        expect(page.locator("[data-device=lock]")).to_contain_text("On the phone only")
        expect(page.locator("[data-device=inbox]")).to_contain_text("Critical Intelligence Signal")
        expect(page.get_by_text("Saved")).to_be_visible()
        self.assert_accessible(page)
        page.get_by_role("button", name="Remove these words").click()
        expect(page.locator("[data-device=lock]")).to_contain_text("Critical Intelligence Signal")
        expect(page.get_by_text("readers get those of all channels")).to_be_visible()

    def test_steps_back_and_forth_and_chips_in_the_clipboard(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "body")
        box = page.get_by_role("textbox").first
        chips = box.locator(".chip")
        expect(chips).to_have_count(2)
        box.press("Control+a")
        box.press("Control+c")
        box.press("Control+End")
        box.press("Control+v")
        expect(chips).to_have_count(4)
        page.keyboard.press("Control+z")
        expect(chips).to_have_count(2)
        expect(box).to_be_focused()
        page.keyboard.press("Control+Shift+z")
        expect(chips).to_have_count(4)
        box.press("Control+a")
        box.press("Control+x")
        expect(chips).to_have_count(0)
        page.get_by_role("button", name="Undo").click()
        expect(chips).to_have_count(4)
        # A title has one line, and takes a chip of the body as a chip.
        box.press("Control+a")
        box.press("Control+c")
        self.at(page, "signal.critical", "title")
        title = page.get_by_role("textbox", name="Words")
        expect(title).to_contain_text("Critical")
        title.press("Control+End")
        title.press("Control+v")
        expect(title.locator(".chip")).to_have_count(4)

    def test_who_may_not_write_is_told(self):
        page = self.open(self.demo.studio[0])
        expect(page.get_by_role("navigation")).to_be_visible()

        def other(route):
            answer = route.fetch()
            route.fulfill(response=answer, json={**answer.json(), "roles": ["writer:ar"], "role": "writer"})

        page.route("**/studio/session", other)
        page.reload()
        self.at(page, "signal.critical", "title")
        expect(page.get_by_text("You write in ar; this one is in en.")).to_be_visible()
        box = page.get_by_role("textbox", name="Words")
        expect(box).to_have_attribute("aria-readonly", "true")
        box.focus()
        page.keyboard.type("x")
        expect(box).to_have_text("Critical Intelligence Signal")
        expect(page.get_by_role("button", name="Undo")).to_have_count(0)
        self.assert_accessible(page)
        self.at(page, "signal.critical", "title", "ar")
        expect(page.get_by_role("button", name="Undo")).to_be_visible()

    def test_words_wait_in_the_tab_until_the_host_is_there(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "title")
        page.route("**/studio/proposals**", lambda route: route.abort() if route.request.method != "GET" else route.continue_())
        page.get_by_role("textbox", name="Words").fill("Written in a tunnel")
        expect(page.get_by_text("The host can't be reached right now.")).to_be_visible()
        page.unroute("**/studio/proposals**")
        page.reload()
        expect(page.get_by_role("textbox", name="Words")).to_have_text("Written in a tunnel")
        expect(page.get_by_text("Saved")).to_be_visible()

    def test_two_tabs_change_one_text(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "message.received", "body")
        page.get_by_role("textbox").first.press("End")
        page.keyboard.type("!")
        expect(page.get_by_text("Saved")).to_be_visible()
        other = page.context.new_page()
        other.goto(page.url)
        expect(other.get_by_role("textbox").first).to_contain_text("!")
        # Different rows: both changes are there.
        page.get_by_role("textbox").last.press("Control+End")
        page.keyboard.type(" one")
        expect(page.get_by_text("Saved")).to_be_visible()
        other.get_by_role("textbox").first.press("Control+End")
        other.keyboard.type(" two")
        expect(other.get_by_text("both changes are here")).to_be_visible()
        expect(other.get_by_role("textbox").last).to_contain_text("one")
        expect(other.get_by_text("Saved")).to_be_visible()
        # The same row: somebody chooses.
        page.get_by_role("textbox").first.press("Control+End")
        page.keyboard.type(" three")
        expect(page.get_by_role("button", name="Keep your words")).to_be_visible()
        expect(page.get_by_role("alert")).to_contain_text("two")
        self.assert_accessible(page)
        page.get_by_role("button", name="Keep your words").click()
        expect(page.get_by_text("Saved")).to_be_visible()
        other.reload()
        expect(other.get_by_role("textbox").first).to_contain_text("three")


class StudioMarks(StudioCase):
    tenant = "remittance"

    def test_marks_by_keyboard(self):
        page = self.open(self.demo.studio[0])
        page.get_by_label("Search").fill("email.html")
        page.get_by_role("link", name=re.compile(r"email\.html")).first.click()
        box = page.get_by_role("textbox").first
        expect(box).to_be_visible()
        self.assert_accessible(page)
        box.press("Control+Home")
        for _ in range(5):
            page.keyboard.press("Shift+ArrowRight")
        bold = box.locator(".mark-strong")
        before = bold.count()
        page.keyboard.press("Control+b")
        expect(bold).to_have_count(before + 1)
        page.keyboard.press("Control+b")
        expect(bold).to_have_count(before)
        # By the toolbar: one stop of Tab, and arrows within.
        bar = page.get_by_role("toolbar").first
        bar.get_by_role("button", name="Bold").focus()
        page.keyboard.press("ArrowRight")
        expect(bar.get_by_role("button", name="Emphasis")).to_be_focused()
        page.keyboard.press("Enter")
        expect(box.locator(".mark-em")).to_have_count(1)
        bar.get_by_role("button", name="List", exact=True).click()
        expect(box.locator(".mark-ul .mark-li")).to_have_count(1)
        bar.get_by_role("button", name="List", exact=True).click()
        expect(box.locator(".mark-ul")).to_have_count(0)
        # A paragraph becomes two, and one again.
        paragraphs = box.locator(".mark-p")
        count = paragraphs.count()
        box.press("Control+End")
        page.keyboard.press("Enter")
        page.keyboard.type("More")
        expect(paragraphs).to_have_count(count + 1)
        expect(page.get_by_text("Saved")).to_be_visible()
        box.press("Home")
        page.keyboard.press("Backspace")
        expect(paragraphs).to_have_count(count)
        for _ in range(4):
            page.keyboard.press("Shift+ArrowRight")
        bar.get_by_role("button", name="Link", exact=True).click()
        page.get_by_label("Leads to").select_option("security")
        links = box.locator(".mark-link")
        known = links.count()
        page.get_by_role("button", name="Put it in").click()
        expect(links).to_have_count(known + 1)
        expect(page.get_by_text("Saved")).to_be_visible()
        self.assert_accessible(page)


class Catalogues(unittest.TestCase):
    def test_every_text_that_the_page_says_is_there(self):
        words = json.loads((ASSETS / "studio-en.json").read_text())["messages"]
        ids = {f"{group}.{slot}" for group, slots in words.items() for slot in slots}
        source = "".join(file.read_text() for file in ASSETS.glob("studio*.js"))
        said = set(re.findall(rf'"((?:{"|".join(words)})\.[a-zA-Z0-9-]+)"', source))
        self.assertGreater(len(said), 100)
        self.assertEqual(said - ids, set())
        begins = tuple(re.findall(r"say\(`([a-z]+\.[a-z-]*)\$\{", source)) + ("fault.", "problem.", "aside.", "editor.fault", "editor.hint")
        self.assertEqual({one for one in ids - said if not one.startswith(begins)}, set())


if __name__ == "__main__":
    unittest.main()
