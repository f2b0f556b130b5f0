"""What a writer has begun is never out of reach: several proposals, several windows, faults at the end, and a network that goes."""

import json
import unittest

from case import expect
from mock_host import ASSETS
from studio_case import StudioCase


class Proposals(StudioCase):
    def write(self, page, words):
        """Into the text that is open, until it is kept."""
        box = page.get_by_role("main").get_by_role("textbox").first
        box.fill(words)
        box.press("Tab")
        expect(page.get_by_text("Saved", exact=True)).to_be_visible()

    def hand_in(self, page, title):
        page.get_by_role("banner").get_by_role("button", name="Hand in").click()
        page.get_by_label("What is it about?").fill(title)
        page.get_by_role("main").get_by_role("button", name="Hand in").click()
        expect(page.get_by_role("heading", name=title)).to_be_visible()

    def step(self, page, title, *buttons):
        page.get_by_role("link", name="Texts", exact=True).click()
        page.get_by_role("link", name="Proposals", exact=True).click()
        page.get_by_role("link", name=title).click()
        for name in buttons:
            page.get_by_role("button", name=name, exact=True).click()

    def test_what_is_handed_in_is_seen_before(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "title")
        self.write(page, "Something important")
        page.get_by_role("banner").get_by_role("button", name="Hand in").click()
        main = page.get_by_role("main")
        expect(main.get_by_role("link", name="signal.critical · title, en", exact=True)).to_be_visible()
        expect(main.get_by_text("Critical Intelligence Signal")).to_be_visible()
        expect(main.get_by_text("Something important")).to_be_visible()
        self.assert_accessible(page)

    def test_faults_are_said_to_who_hands_in_in_their_language(self):
        for language in "en", "nb", "ar":
            words = json.loads((ASSETS / f"studio-{language}.json").read_text())["messages"]
            with self.subTest(language):
                page = self.open(self.demo.link(f"Writer {language}", "writer"), locale=language)
                expect(page.get_by_role("searchbox")).to_be_visible()
                page.evaluate("location.hash = '#/text/signal.critical/title/en/'")
                expect(page.get_by_role("article").first).to_be_visible()
                page.get_by_role("main").get_by_role("textbox").first.fill("")
                page.keyboard.press("Tab")
                expect(page.get_by_text(words["editor"]["saved"], exact=True)).to_be_visible()
                page.get_by_role("banner").get_by_role("button", name=words["page"]["hand-in"]).click()
                main = page.get_by_role("main")
                faults = main.get_by_role("list", name=words["editor"]["faults"])
                expect(faults.get_by_text(words["fault"]["T0108"])).to_be_visible()
                page.get_by_label(words["proposals"]["about"]).fill("Nothing")
                main.get_by_role("button", name=words["page"]["hand-in"]).click()
                expect(main.get_by_role("alert").first).to_have_text(words["proposals"]["mend"])
                self.assert_accessible(page)
                faults.get_by_role("link").first.click()
                expect(page.get_by_role("heading", name="signal.critical · title")).to_be_visible()

    def test_a_draft_stays_in_reach_when_another_one_comes_back(self):
        ada, grace = (self.open(link) for link in self.demo.studio)
        self.at(ada, "signal.critical", "title")
        self.write(ada, "The first one")
        self.hand_in(ada, "First")
        self.at(ada, "signal.critical", "body")
        self.write(ada, "The second one")
        self.step(grace, "First", "Reject")
        expect(grace.get_by_text("rejected")).to_be_visible()
        ada.reload()
        expect(ada.get_by_role("main").get_by_role("textbox").first).to_have_text("The second one")
        # What came back is gone on with from its own page, and the draft from its.
        self.step(ada, "First", "Go on with it")
        expect(ada.get_by_role("searchbox")).to_be_visible()
        self.at(ada, "signal.critical", "title")
        expect(ada.get_by_role("main").get_by_role("textbox").first).to_have_text("The first one")
        self.write(ada, "The first one, better")
        self.hand_in(ada, "First again")
        self.step(ada, "Without a title", "Go on with it")
        self.at(ada, "signal.critical", "body")
        expect(ada.get_by_role("main").get_by_role("textbox").first).to_have_text("The second one")

    def test_two_windows_begin_one_proposal(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "title")
        other = page.context.new_page()
        other.goto(page.url.split("#")[0])
        self.at(other, "signal.critical", "body")
        self.write(page, "In one window")
        self.write(other, "In the other")
        page.get_by_role("link", name="Proposals", exact=True).click()
        expect(page.get_by_role("main").get_by_role("link")).to_have_count(1)
        expect(page.get_by_role("main").get_by_role("link")).to_contain_text("2 texts")

    def test_who_writes_on_after_it_was_published_begins_another_one(self):
        ada, grace = (self.open(link) for link in self.demo.studio)
        self.at(ada, "signal.critical", "title")
        self.write(ada, "The first one")
        other = ada.context.new_page()
        other.goto(ada.url.split("#")[0])
        expect(other.get_by_role("searchbox")).to_be_visible()
        self.hand_in(other, "First")
        self.step(grace, "First", "Approve", "Publish")
        expect(grace.get_by_role("button", name="Go back to the words of the files")).to_be_visible()
        asked = []
        ada.on("request", lambda request: request.method == "PUT" and asked.append(request.url))
        self.write(ada, "The second one")
        self.hand_in(ada, "Second")
        self.assertLessEqual(len(asked), 2)
        self.step(grace, "Second")
        expect(grace.get_by_role("deletion")).to_have_text("The first one")
        expect(grace.get_by_role("insertion")).to_have_text("The second one")

    def test_words_are_sent_again_without_a_key(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "title")
        page.route("**/studio/proposals**", lambda route: route.abort())
        page.get_by_role("main").get_by_role("textbox").first.fill("Written in a tunnel")
        expect(page.get_by_text("The host can't be reached right now.")).to_be_visible()
        page.unroute("**/studio/proposals**")
        expect(page.get_by_text("Saved", exact=True)).to_be_visible()

    def test_what_did_not_arrive_is_named_at_the_end(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "title")
        self.write(page, "This is kept")
        self.at(page, "signal.critical", "body")
        page.route("**/studio/proposals/*/text", lambda route: route.abort())
        page.get_by_role("main").get_by_role("textbox").first.fill("This isn't")
        expect(page.get_by_text("The host can't be reached right now.")).to_be_visible()
        page.get_by_role("banner").get_by_role("button", name="Hand in").click()
        expect(page.get_by_text("Not kept yet, because the host wasn't reached.")).to_be_visible()
        page.unroute("**/studio/proposals/*/text")
        page.get_by_role("main").get_by_role("link", name="signal.critical · body, en", exact=True).first.click()
        expect(page.get_by_text("Saved", exact=True)).to_be_visible()
        page.get_by_role("banner").get_by_role("button", name="Hand in").click()
        expect(page.get_by_role("insertion").filter(has_text="This isn't")).to_be_visible()
        expect(page.get_by_text("Not kept yet")).to_have_count(0)

    def test_words_that_nobody_can_see_are_said_in_words(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "title")
        box = page.get_by_role("main").get_by_role("textbox").first
        paste = "(one, text) => { const data = new DataTransfer(); data.setData('text/plain', text); " \
            "one.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); }"
        box.fill("")
        box.evaluate(paste, "Turned\u202e and\u0007 belled")
        expect(page.locator("[data-device=lock]")).to_contain_text("Turned and belled")
        expect(page.get_by_text("Saved", exact=True)).to_be_visible()
        box.evaluate(paste, "left\u2067open")
        expect(page.get_by_text("An invisible sign turns the words around.")).to_be_visible()
        box.fill("<b>x</b>")
        expect(page.get_by_text("HTML has no effect here: readers see it as it stands.")).to_be_visible()
        box.fill("ø" * 40_000)
        expect(page.get_by_text("This is too long to be kept.")).to_be_visible()
        self.assert_accessible(page)

    def test_a_press_that_leaves_a_field_reaches_its_button(self):
        page = self.open(self.demo.studio[0])
        self.at(page, "signal.critical", "title")
        box = page.get_by_role("main").get_by_role("textbox").first
        box.press("Control+a")
        with page.expect_response("**/preview"):
            box.press("Delete")
        expect(page.locator("[data-device=lock]")).to_have_count(0)
        # What is missing is said when the field is left, below it: the button is elsewhere then.
        expect(page.get_by_text("There are no words here yet.")).to_have_count(0)
        page.get_by_role("button", name="Undo").click()
        expect(box).to_have_text("Critical Intelligence Signal")

    def test_an_address_that_was_cut_off_leads_to_a_page(self):
        page = self.open(self.demo.studio[0])
        expect(page.get_by_role("searchbox")).to_be_visible()
        for address in "#/text/%E0%A4%A", "#/proposal/%", "#/version/%zz":
            page.goto(page.url.split("#")[0] + address)
            page.reload()
            expect(page.get_by_role("main")).not_to_be_empty()
            expect(page.get_by_role("navigation", name="Studio")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
