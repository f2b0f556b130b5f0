"""What forms make of words: rows that change their names, copies of the original, what is locked, what is handed in, and what looks like code."""

import json
import re
import unittest

from case import expect
from studio_case import SOURCE, StudioCase

#: What would run, or be markup, if any page took words for more than words.
HOSTILE = [
    "<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "\"><svg onload=alert(1)>", "javascript:alert(1)", "</title><b>x</b>",
    "${alert(1)}", "&lt;b&gt;", "<iframe src=//x></iframe>", "' onfocus='alert(1)",
]
#: What means something in MessageFormat.
SIGNS = ["{", "}", "\\", "{$x}", ".match", "{{x}}", "|", "{#b}", "{/b}", "{count :number}", "*", "\\{", "@", "^"]


class Forms(StudioCase):
    def prepare(self, folder):
        """A text that no form can show."""
        file = folder / "templates/en.json"
        texts = json.loads(file.read_text())
        texts["messages"]["signal.critical"]["body"] = ".local $what = {$headline}\n{{{$dossier}: {$what}, at once}}"
        file.write_text(json.dumps(texts, ensure_ascii=False, indent=2))

    def remove(self, page, row):
        page.get_by_role("button", name=re.compile(rf"Remove the row: .*\({row}\)")).click()

    def test_the_rest_is_called_what_is_left(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "message.received", "body", "ar")
        rest, left = page.get_by_role("textbox", name="all others"), page.get_by_role("textbox", name=re.compile(r"\(other\)$"))
        expect(left).to_have_count(1)
        expect(rest).to_have_count(0)
        expect(left).to_have_attribute("aria-labelledby", re.compile("."))
        self.remove(page, "few")
        self.remove(page, "two")
        expect(rest).to_have_count(1)
        expect(left).to_have_count(0)
        page.get_by_label("Add a row for").select_option("two")
        expect(rest).to_have_count(1)
        # The last one that is filled in gives the rest its own name, and no star is seen on the way.
        page.get_by_label("Add a row for").select_option("few")
        expect(rest).to_have_count(0)
        expect(left).to_have_count(1)
        names = page.locator("fieldset .field > label").all_inner_texts()
        order = [re.search(r"\((\w+)\)", name).group(1) for name in names]
        self.assertEqual(order, ["zero", "one", "two", "few", "many", "other"])
        self.assertNotIn("*", page.locator("body").inner_text())
        # Exact numbers come first.
        page.get_by_label("Add a row for").select_option("#")
        page.get_by_label("The exact number").fill("100")
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator("fieldset .field > label").first).to_have_text("exactly 100")
        expect(page.get_by_role("textbox", name="exactly 100")).to_be_focused()

    def test_a_copy_of_the_original_has_all_forms_and_is_not_translated_yet(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "message.received", "body", "ar")
        boxes, badge = page.get_by_role("textbox"), page.get_by_text("not translated yet", exact=True)
        expect(badge).to_be_hidden()
        page.get_by_role("button", name="Remove these words").click()
        page.get_by_role("button", name="Begin with the original's words", exact=True).click()
        expect(boxes).to_have_count(6)
        words = [re.sub("[\u200b\u2066-\u2069]", "", text) for text in boxes.all_inner_texts()]
        self.assertEqual(["message" in text and "messages" not in text for text in words], [False, True, False, False, False, False])
        self.assertEqual([text.count("sent you") for text in words], [1] * 6)
        expect(badge).to_be_visible()
        self.assert_accessible(page)
        page.get_by_role("link", name="Texts", exact=True).click()
        page.get_by_role("button", name="ar: not translated yet (1)").click()
        expect(page.get_by_role("link", name="message.received · body")).to_be_visible()
        # Nobody hands it in without a word.
        page.get_by_role("button", name="Hand in").click()
        expect(page.get_by_role("list", name="What to look at").get_by_role("link", name="message.received · body, ar")).to_be_visible()
        page.get_by_role("list", name="What to look at").get_by_role("link", name="message.received · body, ar").click()
        expect(boxes).to_have_count(6)
        boxes.first.fill("كلمات أخرى")
        expect(page.get_by_text("Saved")).to_be_visible()
        expect(badge).to_be_hidden()

    def test_a_field_that_can_be_absent_asks_for_the_other_case(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "assignment.created", "title")
        box = page.get_by_role("textbox")
        box.press("Control+End")
        page.keyboard.type(" {thumb")
        page.keyboard.press("Enter")
        question = page.get_by_text("And where there is no “A thumbnail, such as a flag”?")
        expect(question).to_be_visible()
        self.assert_accessible(page)
        page.get_by_role("button", name="Other words for when there is none").click()
        expect(page.get_by_role("textbox", name="where there is one")).to_be_visible()
        expect(page.get_by_role("textbox", name="where there is none")).to_have_text("New Assignment")
        expect(page.locator(".words .chip")).to_have_count(1)
        expect(question).to_have_count(0)

    def test_a_locked_text_keeps_its_parts_and_its_plain_words_change(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "body")
        expect(page.get_by_text("Parts of this text are written by developers and stay as they are.")).to_be_visible()
        box = page.get_by_role("textbox", name="Words")
        expect(box.locator(".chip")).to_have_count(2)
        self.assert_accessible(page)
        expect(page.get_by_text("As developers wrote it")).to_have_count(0)
        expect(page.get_by_label("Insert a field into: Words")).to_have_count(0)
        box.press("Control+End")
        page.keyboard.type(", {$now}")
        expect(page.locator("[data-device=expanded]")).to_contain_text(", at once, {$now}")
        expect(page.get_by_text("Saved")).to_be_visible()
        # Its parts can't be changed, and one that goes is told.
        expect(page.get_by_role("list", name="What to look at").get_by_role("listitem")).to_have_count(0)
        platform = self.open(self.demo.link("Max", "platform"))
        self.at(platform, "signal.critical", "body")
        platform.get_by_text("As developers wrote it").click()
        expect(platform.locator("pre")).to_contain_text(".local $what = {$headline}")
        expect(platform.locator("pre")).not_to_have_attribute("contenteditable", re.compile("."))

    def test_what_is_wrong_is_seen_before_it_is_handed_in(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "message.received", "body", "ar")
        self.remove(page, "few")
        expect(page.get_by_role("list", name="What to look at").get_by_text("Fault: Some numbers have no row of their own.")).to_be_visible()
        expect(page.get_by_text("Saved")).to_be_visible()
        page.get_by_role("button", name="Hand in").click()
        main = page.get_by_role("main")
        hand_in = main.get_by_role("button", name="Hand in")
        page.get_by_label("What is it about?").fill("Fewer forms")
        self.assert_accessible(page)
        hand_in.click()
        expect(page.get_by_role("alert")).to_have_text("There are faults. Mend them first.")
        way = main.get_by_role("list", name="What to look at").get_by_role("link", name="message.received · body, ar")
        expect(way).to_be_focused()
        page.keyboard.press("Enter")
        page.get_by_role("button", name=re.compile("^Add what is missing")).first.click()
        # The rows leave a field out, which is no fault.
        boxes = page.get_by_role("textbox")
        expect(boxes).to_have_count(6)
        for box in boxes.all():
            box.fill("كلمات")
        expect(page.get_by_text("Saved")).to_be_visible()
        page.get_by_role("link", name="Proposals").click()
        page.get_by_role("button", name="Hand in").click()
        hints = main.get_by_role("list", name="What to look at").get_by_role("listitem")
        expect(hints).not_to_have_count(0)
        page.get_by_label("What is it about?").fill("Fewer forms")
        hand_in.click()
        expect(page.get_by_role("alert")).to_have_text("Mend the hints, or say that they may stay.")
        stays = page.get_by_label("The hints may stay as they are")
        expect(stays).to_be_focused()
        page.keyboard.press("Space")
        hand_in.click()
        expect(page.get_by_role("alert")).to_have_text("Say in a few words why.")
        expect(page.get_by_label("Why?")).to_be_focused()
        self.assert_accessible(page)
        page.keyboard.type("The number stands above")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Fewer forms")).to_be_visible()
        expect(page.get_by_text("The hints may stay as they are: The number stands above")).to_be_visible()

    def test_a_row_says_by_words_how_wrong_it_is(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "title")
        box = page.get_by_role("textbox", name="Words")
        box.fill("")
        box.press("Tab")
        # Not by its colour alone, and with the code for who asks a developer.
        expect(box).to_have_accessible_description("Fault: There are no words here yet. (T0108)")
        expect(box).to_have_attribute("aria-invalid", "true")

    def test_words_of_one_channel_are_found_by_it(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "title")
        page.get_by_text("Other words for a channel").click()
        page.get_by_role("link", name="Write other words for push").click()
        page.get_by_role("button", name="Begin with nothing").click()
        page.get_by_role("textbox", name="Words").fill("On a screen")
        expect(page.get_by_text("Saved")).to_be_visible()
        page.get_by_role("link", name="Texts", exact=True).click()
        page.get_by_role("searchbox").fill("push")
        expect(page.get_by_role("link", name="signal.critical · title (only push)")).to_be_visible()

    def test_what_every_text_can_show_has_names_for_people(self):
        page = self.open(self.demo.studio[0], locale="nb-NO")
        expect(page.get_by_role("searchbox")).to_be_visible()
        page.evaluate("location.hash = '#/text/message.received/title/en/'")
        fields = page.get_by_label("Sett inn et felt i:").first.locator("option")
        expect(fields.filter(has_text=re.compile("^produktet$"))).to_have_count(1)
        self.assertEqual([one for one in fields.all_inner_texts() if one in ("tenant", "recipient", "link")], [])

    def test_chips_are_dragged_and_signs_of_other_scripts_are_composed(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "mou.expiring", "body")
        box = page.get_by_role("textbox")
        chips = box.locator(".chip")
        expect(chips).to_have_count(2)
        first = chips.first.inner_text()
        # The first chip goes behind all words.
        box.evaluate("""(box) => {
            const data = new DataTransfer();
            const send = (kind, more) => box.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data, ...more }));
            const range = document.createRange();
            range.selectNode(box.querySelector(".chip"));
            getSelection().removeAllRanges();
            getSelection().addRange(range);
            send("dragstart");
            const { right, bottom } = box.getBoundingClientRect();
            send("drop", { clientX: right - 14, clientY: bottom - 14 });
            send("dragend");
        }""")
        expect(chips).to_have_count(2)
        expect(chips.last).to_contain_text(first.split(" · ")[0])
        page.get_by_role("button", name="Undo").click()
        expect(chips.first).to_have_text(first)
        # While a sign is composed the field is left alone, a brace in it too.
        session = page.context.new_cdp_session(page)
        box.press("Control+End")
        session.send("Input.imeSetComposition", {"text": "{に", "selectionStart": 2, "selectionEnd": 2})
        expect(page.get_by_role("listbox", name="Fields")).to_have_count(0)
        session.send("Input.insertText", {"text": "日本"})
        expect(box).to_contain_text("日本")
        expect(box).not_to_contain_text("に")
        expect(page.locator("[data-device=expanded]")).to_contain_text("日本")

    def test_what_means_something_elsewhere_is_text_here(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "title")
        box = page.get_by_role("textbox", name="Words")
        lock = page.locator("[data-device=lock] .title")
        for signs in SIGNS:
            box.press("Control+a")
            page.keyboard.type(f"a {signs} b")
            expect(lock).to_have_text(f"a {signs} b")
            expect(page.get_by_text("Fault:")).to_have_count(0)
        everything = " ".join(SIGNS)
        box.press("Control+a")
        page.keyboard.type(everything)
        box.press("Tab")
        expect(page.get_by_text("Saved")).to_be_visible()
        page.reload()
        expect(page.get_by_role("textbox", name="Words")).to_have_text(everything)
        expect(lock).to_have_text(everything)


class Hostile(StudioCase):
    def prepare(self, folder):
        """A sample's values, and an event's summary, of somebody who tries."""
        file = folder / "samples/signal.critical.json"
        sample = json.loads(file.read_text())
        target = sample.get("payload", sample)
        target["headline"] = {"en": HOSTILE[0], "ar": HOSTILE[2]}
        file.write_text(json.dumps(sample))
        file = folder / "events.json"
        events = json.loads(file.read_text())
        events["events"]["signal.critical"]["summary"] = HOSTILE[1]
        file.write_text(json.dumps(events))

    def test_words_run_nowhere(self):
        ran = []
        name = HOSTILE[0]
        ada = self.open(self.demo.link(name, "writer"))
        grace = self.open(self.demo.studio[1])
        for page in ada, grace:
            page.on("dialog", lambda dialog: (ran.append(dialog.message), dialog.dismiss()))
        expect(ada.get_by_text(HOSTILE[1]).first).to_be_visible()
        self.at(ada, "signal.critical", "body")
        expect(ada.locator("[data-device=expanded]")).to_contain_text("img src=x onerror=alert(1)>")
        self.at(ada, "signal.critical", "title")
        box = ada.get_by_role("textbox", name="Words")
        for words in HOSTILE:
            box.press("Control+a")
            ada.keyboard.insert_text(words)
            expect(ada.locator("[data-device=lock] .title")).to_have_text(words)
        # As markup, which pages can bring by the clipboard.
        box.evaluate("""(box, [words]) => {
            const data = new DataTransfer();
            data.setData("text/html", words);
            data.setData("text/plain", words);
            data.setData("application/x-carillon-words+json", JSON.stringify([words, { chip: { field: words, label: words, shown: words } }, { point: words }]));
            box.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }));
        }""", HOSTILE)
        expect(ada.get_by_text("Saved")).to_be_visible()
        ada.get_by_role("button", name="Hand in").click()
        ada.get_by_label("What is it about?").fill(HOSTILE[1])
        stays = ada.get_by_label("The hints may stay as they are")
        if stays.count():
            stays.check()
            ada.get_by_label("Why?").fill(HOSTILE[4])
        ada.get_by_role("main").get_by_role("button", name="Hand in").click()
        expect(ada.get_by_role("heading", name=HOSTILE[1])).to_be_visible()
        ada.get_by_label("Say something").fill("\n".join(HOSTILE))
        ada.get_by_role("button", name="Send").click()
        expect(ada.get_by_role("region", name="Comments").get_by_text(HOSTILE[2], exact=True)).to_be_visible()
        grace.get_by_role("link", name="Proposals").click()
        grace.get_by_role("link", name=HOSTILE[1]).click()
        expect(grace.get_by_text(name).first).to_be_visible()
        grace.get_by_role("button", name="Approve").click()
        grace.get_by_role("button", name="Publish").click()
        expect(grace.get_by_role("heading", name=f"Version 1: {HOSTILE[1]}")).to_be_visible()
        for page in ada, grace:
            self.at(page, "signal.critical", "title")
            page.get_by_text("History").click()
            expect(page.locator("ins").first).to_be_visible()
            page.get_by_role("link", name="All languages").click()
            expect(page.get_by_role("region", name="English (en)").get_by_role("article")).to_contain_text("onfocus")
            self.assertEqual(page.locator("body script, body [onerror], body [onload], body [onfocus], body img, body iframe").count(), 0)
        self.assertEqual(ran, [])


if __name__ == "__main__":
    unittest.main()
