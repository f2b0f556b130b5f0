"""Undo in the studio, while what was written is kept, and while somebody else changes the same text."""

import unittest

from case import expect
from studio_case import StudioCase

#: How many steps can be taken back, and the pause after which a key begins another one.
MOST, PAUSE = 200, 700


class Together(StudioCase):
    def two_tabs(self):
        """Two pages with the same text in the same proposal; the first has written in it already."""
        page = self.open(self.demo.studio[0])
        self.at(page, "message.received", "body")
        self.write(page, 0, " mine")
        expect(page.get_by_text("Saved")).to_be_visible()
        other = page.context.new_page()
        other.goto(page.url)
        expect(other.get_by_role("textbox").first).to_contain_text("mine")
        return page, other

    def write(self, page, at, words):
        page.get_by_role("textbox").nth(at).press("Control+End")
        page.keyboard.type(words)

    def kept(self, page):
        """Leaves the text, which keeps its words, and comes back."""
        address = page.evaluate("location.hash")
        page.get_by_role("link", name="Proposals").click()
        expect(page.get_by_role("heading", name="Proposals")).to_be_visible()
        page.evaluate("address => { location.hash = address; }", address)
        expect(page.get_by_role("article").first).to_be_visible()

    def test_undo_takes_nothing_of_others_along(self):
        page, other = self.two_tabs()
        boxes = page.get_by_role("textbox")
        self.write(other, 1, " theirs")
        expect(other.get_by_text("Saved")).to_be_visible()
        self.write(page, 0, " more")
        expect(page.get_by_text("both changes are here")).to_be_visible()
        expect(boxes.nth(1)).to_contain_text("theirs")
        expect(boxes.first).to_contain_text("mine more")
        undo = page.get_by_role("button", name="Undo")
        steps = 0
        while undo.is_enabled():
            before = boxes.first.inner_text()
            undo.click()
            steps += 1
            # Each step takes something of one's own back, and their words stay.
            expect(boxes.nth(1)).to_contain_text("theirs")
            self.assertNotEqual(boxes.first.inner_text(), before)
        self.assertGreaterEqual(steps, 2)
        expect(boxes.first).not_to_contain_text("mine")
        page.get_by_role("button", name="Redo").click()
        expect(boxes.nth(1)).to_contain_text("theirs")
        undo.click()
        self.kept(page)
        other.reload()
        expect(other.get_by_role("textbox").nth(1)).to_contain_text("theirs")
        expect(other.get_by_role("textbox").first).not_to_contain_text("mine")

    def test_who_chooses_their_own_words_goes_back_to_the_others(self):
        page, other = self.two_tabs()
        boxes = page.get_by_role("textbox")
        self.write(other, 0, " theirs")
        expect(other.get_by_text("Saved")).to_be_visible()
        self.write(page, 0, " more")
        keep = page.get_by_role("button", name="Keep your words")
        expect(keep).to_be_visible()
        # What is typed while one chooses is one's own, too.
        self.write(page, 0, " still")
        expect(keep).to_have_count(1)
        keep.click()
        expect(boxes.first).to_contain_text("mine more still")
        page.get_by_role("button", name="Undo").click()
        expect(boxes.first).to_contain_text("theirs")
        page.get_by_role("button", name="Redo").click()
        expect(boxes.first).to_contain_text("mine more still")
        self.kept(page)
        other.reload()
        expect(other.get_by_role("textbox").first).to_contain_text("mine more still")

    def test_who_takes_the_others_words_can_still_go_back_to_them(self):
        page, other = self.two_tabs()
        boxes = page.get_by_role("textbox")
        self.write(other, 0, " theirs")
        expect(other.get_by_text("Saved")).to_be_visible()
        self.write(page, 0, " more")
        page.get_by_role("button", name="Take the other words").click()
        expect(boxes.first).to_contain_text("theirs")
        expect(boxes.first).not_to_contain_text("more")
        undo = page.get_by_role("button", name="Undo")
        while undo.is_enabled():
            undo.click()
        # Whatever was there before, theirs came between.
        expect(boxes.first).to_contain_text("theirs")

    def test_two_hundred_steps_are_taken_back_though_they_are_kept_already(self):
        page = self.open(self.demo.studio[0])
        expect(page.get_by_role("searchbox")).to_be_visible()
        page.clock.install()
        self.at(page, "signal.critical", "title")
        kept = []
        page.on("request", lambda request: request.method == "PUT" and kept.append(request.url))
        box = page.get_by_role("textbox", name="Words")
        before = box.inner_text()
        box.press("Control+End")
        for _ in range(MOST + 5):
            page.keyboard.press("x")
            page.clock.run_for(PAUSE)
        page.clock.run_for(2000)
        expect(page.get_by_text("Saved")).to_be_visible()
        self.assertGreater(len(kept), 0)
        expect(box).to_have_text(before + "x" * (MOST + 5))
        steps = page.get_by_role("button", name="Undo").evaluate("""(undo) => {
            let count = 0;
            for (; !undo.disabled && count < 1000; count += 1) undo.click();
            return count;
        }""")
        self.assertEqual(steps, MOST)
        expect(box).to_have_text(before + "x" * 5)
        self.kept(page)
        expect(box).to_have_text(before + "x" * 5)


if __name__ == "__main__":
    unittest.main()
