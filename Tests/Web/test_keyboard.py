from case import Case, expect, host
from waiting import eventually

NAME = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at === document.body ? "body" : at.getAttribute("aria-label") ?? at.textContent;
}"""


class Keyboard(Case):
    def setUp(self):
        super().setUp()
        host.seed()
        for item in host.reader().items[1:3]:
            item["deepLink"] = {"web": "https://getdrop.no/x"}

    def walk(self, page, steps):
        for key, name in steps:
            page.keyboard.press(key)
            self.assertEqual(page.evaluate(NAME), name, key)

    def test_from_the_bell_through_the_panel_and_back(self):
        page = self.gallery(view="bell")
        expect(self.bell(page)).to_have_attribute("aria-label", "2 uleste varsler")
        expect(self.bell(page)).to_have_attribute("aria-expanded", "false")
        self.walk(page, [("Tab", "2 uleste varsler")])
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog", name="Varsler")
        expect(dialog).to_be_visible()
        expect(self.bell(page)).to_have_attribute("aria-expanded", "true")
        expect(page.get_by_role("heading", name="Varsler")).to_be_focused()
        first, second, third = "Overføring til Mama Jasmina fullført", "QR-betaling hos Ahmetov Kebab", "Ny pålogging fra iPhone"
        self.walk(page, [
            ("Tab", "Merk alle som lest"),
            ("Tab", f"Ulest, {first}"),
            ("Tab", f"Merk som lest: {first}"),
            ("ArrowDown", f"Lest, {second}"),
            ("ArrowDown", f"Ulest, Viktig, {third}"),
            ("ArrowUp", f"Lest, {second}"),
            ("End", "Merk som ulest: Nytt tilbud"),
            ("ArrowDown", "Merk som ulest: Nytt tilbud"),
            ("Home", f"Ulest, {first}"),
            ("ArrowUp", f"Ulest, {first}"),
        ])
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        expect(self.bell(page)).to_be_focused()
        expect(self.bell(page)).to_have_attribute("aria-expanded", "false")

    def test_space_opens_and_the_bell_closes(self):
        page = self.gallery(view="bell")
        self.bell(page).focus()
        page.keyboard.press("Space")
        expect(page.get_by_role("dialog")).to_be_visible()
        self.bell(page).click()
        expect(page.get_by_role("dialog")).to_be_hidden()

    def test_focus_that_leaves_closes_and_stays_where_it_went(self):
        page = self.gallery(view="bell")
        self.bell(page).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.get_by_role("button", name="Merk alle som lest").focus()
        page.get_by_role("button", name="Send penger").focus()
        expect(page.get_by_role("dialog")).to_be_hidden()
        expect(page.get_by_role("button", name="Send penger")).to_be_focused()

    def test_a_click_outside_closes(self):
        page = self.gallery(view="bell")
        self.bell(page).click()
        page.mouse.click(200, 600)
        expect(page.get_by_role("dialog")).to_be_hidden()

    def test_marking_keeps_focus_and_is_undone_where_refused(self):
        page = self.gallery(view="panel")
        tick = page.get_by_role("button", name="Merk som lest: Ny pålogging fra iPhone")
        tick.focus()
        host.answers["PATCH", "notifications"] = 409
        page.keyboard.press("Enter")
        expect(page.locator("[part=error]")).to_have_text("Ble ikke lagret.")
        expect(page.get_by_role("status")).to_have_text("Ble ikke lagret.")
        expect(tick).to_be_focused()
        self.assertEqual(page.locator("carillon-inbox").evaluate("e => e.unreadCount"), 2)
        host.answers.clear()
        page.keyboard.press("Enter")
        eventually(lambda: host.reader().unread, 1)
        expect(page.get_by_role("button", name="Merk som ulest: Ny pålogging fra iPhone")).to_be_focused()

    def test_mark_all_leaves_focus_on_the_heading(self):
        page = self.gallery(view="bell")
        self.bell(page).click()
        page.get_by_role("button", name="Merk alle som lest").click()
        eventually(lambda: host.reader().unread, 0)
        expect(page.get_by_role("heading", name="Varsler")).to_be_focused()
        expect(self.bell(page)).to_have_attribute("aria-label", "Ingen uleste varsler")

    def test_a_link_can_be_stopped_and_then_marks_nothing(self):
        page = self.gallery(view="panel")
        page.get_by_role("link").first.click()
        expect(page.locator("carillon-inbox")).to_have_attribute("data-open", lambda_matcher("Mama Jasmina"))
        self.assertEqual(host.count("PATCH", "notifications"), 0)

    def test_targets_are_44_pixels(self):
        page = self.gallery(view="bell")
        self.bell(page).click()
        for target in page.locator("button:visible").all():
            box = target.bounding_box()
            if target.inner_text() != "Send penger":
                self.assertGreaterEqual(min(box["width"], box["height"]), 44, target.get_attribute("aria-label"))


def lambda_matcher(text):
    import re

    return re.compile(text)
