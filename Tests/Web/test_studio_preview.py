"""What the preview shows around the words: the app's own inbox, pictures, time and reader; and what the search finds in samples."""

import json
import re
import unittest
from pathlib import Path

from case import expect
from studio_case import StudioCase


#: What the samples' time and reader are, where the tenant's folder says nothing else.
NOW, READER = "2026-02-25T12:00:00Z", "sample-user"


class Preview(StudioCase):
    def prepare(self, folder):
        """A text that shows a time; its readers' zone is the tenant's, Asia/Riyadh."""
        file = folder / "templates/en.json"
        texts = json.loads(file.read_text())
        texts["messages"]["calendar.event-in-two-hours"]["body"] = "{$meeting} at {$starts_at :time}"
        file.write_text(json.dumps(texts, ensure_ascii=False, indent=2))

    def test_the_frame_of_the_app_is_its_own_inbox(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "message.received", "title")
        frame = page.locator("[data-device=inbox]")
        inbox, bell = frame.locator("carillon-inbox"), frame.locator("carillon-bell")
        cards = inbox.locator("li.card")
        expect(cards).to_have_count(2)
        expect(cards.first).to_contain_text("New Message")
        expect(cards.first).to_have_class(re.compile("unread"))
        expect(cards.last).not_to_have_class(re.compile("unread"))
        expect(bell.locator("[part=badge]")).to_have_text("1")
        self.assert_accessible(page)
        page.get_by_role("textbox").first.fill("Somebody wrote")
        expect(cards.first).to_contain_text("Somebody wrote")
        # A press marks it, as in the app; nothing is asked for.
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        cards.first.get_by_role("button").click()
        expect(bell.locator("[part=badge]")).to_be_hidden()
        expect(cards.first).not_to_have_class(re.compile("unread"))
        self.assertEqual([url for url in asked if "/preview" not in url and "/proposals" not in url], [])
        page.get_by_text("How it is looked at").click()
        page.get_by_label("Colours").select_option("dark")
        expect(inbox).to_have_attribute("theme", "dark")
        page.get_by_role("tab", name="ar").click()
        expect(inbox.locator("[part=title]")).to_have_text("الإشعارات")
        self.assertEqual(inbox.locator("[part=panel]").get_attribute("dir"), "rtl")
        self.assert_accessible(page)

    def test_a_large_notification_has_the_place_of_its_picture(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "assignment.created", "title")
        picture = page.locator("[data-device=expanded] .image")
        expect(picture).to_contain_text(re.compile(r"^Picture: \S+$"))
        box = picture.bounding_box()
        self.assertAlmostEqual(box["width"] / box["height"], 16 / 9, delta=0.05)
        expect(page.locator("[data-device=lock] .image")).to_have_count(0)

    def test_the_time_the_zone_and_the_reader_are_asked_for(self):
        page = self.open(self.demo.studio[0])
        wishes, answers = [], []

        def answered(answer):
            if not answer.url.endswith("/studio/preview"):
                return
            wish = answer.request.post_data_json
            wishes.append({name: wish[name] for name in ("now", "zone", "recipient") if name in wish})
            answers.append(answer.json())

        page.on("response", answered)
        self.at(page, "calendar.event-in-two-hours", "body")
        page.get_by_text("How it is looked at").click()
        time, zone = page.get_by_label("Time", exact=True), page.get_by_label("Time zone")
        reader = page.get_by_label("Reader", exact=True)
        lock = page.locator("[data-device=lock]")
        given = answers[-1]["context"]
        self.assertEqual((given["now"], given["recipient"]), (NOW, READER))
        expect(time).to_have_value("2026-02-25T15:00")
        expect(zone).to_have_value("Asia/Riyadh")
        expect(reader).to_have_value(READER)
        expect(lock).to_contain_text("6:00")
        self.assert_accessible(page)
        # What the host says of another zone is what the frames show.
        zone.select_option("Asia/Tokyo")
        expect(lock).to_contain_text("12:00")
        self.assertEqual(wishes[-1], {"zone": "Asia/Tokyo"})
        expect(time).to_have_value("2026-02-25T21:00")
        time.fill("2026-07-01T08:30")
        with page.expect_response("**/studio/preview"):
            time.blur()
        self.assertEqual(wishes[-1], {"now": "2026-06-30T23:30:00.000Z", "zone": "Asia/Tokyo"})
        reader.fill("somebody-else")
        with page.expect_response("**/studio/preview"):
            reader.blur()
        expect(reader).to_have_value("somebody-else")
        self.assertEqual(answers[-1]["context"], {"now": "2026-06-30T23:30:00Z", "zone": "Asia/Tokyo", "recipient": "somebody-else"})
        page.get_by_role("button", name="As in the samples").click()
        expect(lock).to_contain_text("6:00")
        self.assertEqual(wishes[-1], {})
        expect(time).to_have_value("2026-02-25T15:00")
        expect(reader).to_have_value(READER)

    def test_what_samples_make_of_a_text_is_found(self):
        page = self.open(self.demo.studio[0])
        asked = []
        page.on("response", lambda answer: "q=" in answer.url and asked.append(answer.json()["isComplete"]))
        search = page.get_by_role("searchbox")
        # The samples alone have her name.
        search.fill("layla haddad")
        link = page.get_by_role("link", name="message.received · body")
        expect(link).to_contain_text("Layla Haddad")
        expect(link).to_contain_text("en: ")
        expect(page.get_by_text("1 text", exact=True)).to_be_visible()
        # One that only readers of another language get is told with that language.
        search.fill("رسائل")
        expect(page.get_by_role("link", name="message.received · body")).to_contain_text("ar: ")
        self.assertTrue(asked[-1], asked)
        self.assert_accessible(page)
        search.fill("")
        expect(page.get_by_text("Layla Haddad")).to_have_count(0)

    def test_values_are_kept_as_a_sample_and_leave_with_the_patch(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "message.received", "body")
        sample = page.get_by_label("Sample", exact=True)
        lock = page.locator("[data-device=lock]")
        before = sample.locator("option").all_inner_texts()
        page.get_by_text("Samples of your own").click()
        page.get_by_role("spinbutton", name="How many messages of this sender wait to be read").fill("4711")
        expect(lock).to_contain_text("4,711")
        keep, name = page.get_by_role("button", name="Keep these values as a sample"), page.get_by_label("Name", exact=True)
        note = page.locator("#sample-note")
        for wrong, words in ("Not so", "a to z"), ("few", "already"):
            name.fill(wrong)
            keep.click()
            expect(note).to_contain_text(words)
            expect(name).to_be_focused()
            expect(name).to_have_attribute("aria-invalid", "true")
        name.fill("crowd")
        keep.click()
        expect(note).to_have_text("Kept: crowd")
        expect(sample.locator("option:checked")).to_have_text("crowd")
        expect(lock).to_contain_text("4,711")
        page.get_by_label("Sample", exact=True).select_option(label="main")
        expect(lock).not_to_contain_text("4,711")
        # One that was made up, too, and taken back.
        sample.select_option(label="made up: longest")
        name.fill("long")
        name.press("Enter")
        expect(note).to_have_text("Kept: long")
        self.assert_accessible(page)
        page.get_by_role("button", name="Remove the sample long").click()
        expect(note).to_have_text("Removed: long")
        self.assertEqual(sorted(sample.locator("option").all_inner_texts()), sorted([*before, "crowd"]))
        page.reload()
        sample.select_option(label="crowd")
        expect(lock).to_contain_text("4,711")
        # A sample alone is something to hand in, and leaves with the patch.
        page.get_by_role("button", name="Hand in").click()
        expect(page.get_by_text("1 sample goes along.")).to_be_visible()
        page.get_by_label("What is it about?").fill("A crowd")
        page.get_by_role("main").get_by_role("button", name="Hand in").click()
        expect(page.get_by_text("Sample: message.received · crowd")).to_be_visible()
        expect(page.get_by_text("4711")).to_be_visible()
        grace = self.open(self.demo.studio[1])
        expect(grace.get_by_role("navigation", name="Studio")).to_be_visible()
        grace.evaluate("address => { location.hash = address; }", page.evaluate("location.hash"))
        grace.get_by_role("button", name="Approve").click()
        self.assert_accessible(grace)
        with grace.expect_download() as download:
            grace.get_by_role("link", name="Take it away as a patch").click()
        patch = Path(download.value.path()).read_text()
        self.assertIn("+++ b/tenants/dossier/samples/message.received.crowd.json", patch)
        self.assertIn('+  "count": 4711', patch)
        self.assertIn("+++ b/tenants/dossier/golden/message.received.crowd.json", patch)
        self.assertNotIn("message.received.long.json", patch)


if __name__ == "__main__":
    unittest.main()
