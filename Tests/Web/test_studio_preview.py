"""What the preview shows around the words: the app's own inbox, pictures, time and reader; and what the search finds in samples."""

import re
import unittest

from case import expect
from studio_case import StudioCase


class Preview(StudioCase):
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
        wishes = []

        def context(route):
            """As a host says what its previews were made with."""
            wish = route.request.post_data_json
            wishes.append({name: wish.pop(name) for name in ("now", "zone", "recipient") if name in wish})
            answer = route.fetch(post_data=wish)
            given = {"now": "2026-02-25T12:00:00Z", "zone": "Europe/Oslo", "recipient": "sample-user", **wishes[-1]}
            route.fulfill(response=answer, json={**answer.json(), "context": given})

        page.route("**/studio/preview", context)
        self.at(page, "signal.critical", "title")
        page.get_by_text("How it is looked at").click()
        time, zone = page.get_by_label("Time", exact=True), page.get_by_label("Time zone")
        expect(time).to_have_value("2026-02-25T13:00")
        self.assert_accessible(page)
        with page.expect_response("**/studio/preview"):
            time.fill("2026-07-01T08:30")
            time.blur()
        self.assertEqual(wishes[-1], {"now": "2026-07-01T06:30:00.000Z"})
        with page.expect_response("**/studio/preview"):
            zone.select_option("Asia/Tokyo")
        self.assertEqual(wishes[-1], {"now": "2026-07-01T06:30:00.000Z", "zone": "Asia/Tokyo"})
        expect(time).to_have_value("2026-07-01T15:30")
        with page.expect_response("**/studio/preview"):
            page.get_by_role("button", name="As in the samples").click()
        self.assertEqual(wishes[-1], {})
        expect(time).to_have_value("2026-02-25T13:00")

    def test_what_samples_make_of_a_text_is_found(self):
        page = self.open(self.demo.studio[0])

        def found(route):
            """As a host says where else the words are, in two answers."""
            answer = route.fetch()
            texts = [one for one in answer.json()["texts"] if one["message"] == "signal.critical" and one["slot"] == "body"]
            texts[0]["found"] = {"locale": "ar", "words": "كلمات من النموذج"}
            route.fulfill(response=answer, json={**answer.json(), "texts": texts, "isComplete": len(asked) > 1})

        asked = []
        page.route(re.compile(r"/studio/texts\?(.*&)?q="), lambda route: (asked.append(route.request.url), found(route)))
        search = page.get_by_role("searchbox")
        search.fill("words of a sample")
        expect(page.get_by_role("link", name="signal.critical · body")).to_contain_text("كلمات من النموذج")
        expect(page.get_by_text("1 text", exact=True)).to_be_visible()
        self.assertEqual(len(asked), 2)
        self.assert_accessible(page)
        search.fill("")
        expect(page.get_by_text("كلمات من النموذج")).to_have_count(0)


if __name__ == "__main__":
    unittest.main()
