import time
from datetime import datetime, timedelta, timezone

from case import Case, expect, host, launch
from waiting import eventually

STATUS = """e => {
  e.said = [];
  const status = e.shadowRoot.querySelector("[role=status]");
  new MutationObserver(() => e.said.push(status.textContent)).observe(status, { childList: true, characterData: true, subtree: true });
}"""


class List(Case):
    def setUp(self):
        super().setUp()
        host.many(unread=2)

    def test_new_items_are_told_together_and_nothing_at_load(self):
        page = self.page()
        page.clock.install()
        self.gallery(page, view="panel")
        expect(page.locator("carillon-inbox [role=status]")).to_be_attached()
        page.locator("carillon-inbox").evaluate(STATUS)
        expect(self.cards(page)).to_have_count(2)
        self.stop_clock(page)
        host.push(title="Første")
        expect(self.cards(page)).to_have_count(3)
        page.clock.run_for(1500)
        host.push(title="Andre")
        expect(self.cards(page)).to_have_count(4)
        page.get_by_role("button", name="Merk som lest").first.click()
        page.clock.run_for(2500)
        expect(page.get_by_role("status")).to_have_text("2 nye varsler")
        self.assertEqual(page.locator("carillon-inbox").evaluate("e => e.said"), ["2 nye varsler"])

    def test_a_prevented_notification_is_not_told(self):
        page = self.page()
        page.clock.install()
        self.gallery(page, view="panel")
        expect(self.cards(page)).to_have_count(2)
        page.locator("carillon-inbox").evaluate("e => e.addEventListener('carillon-notification', (event) => event.preventDefault())")
        self.stop_clock(page)
        host.push(title="Stille")
        expect(self.cards(page)).to_have_count(3)
        page.clock.run_for(2500)
        expect(page.get_by_role("status")).to_have_text("")

    def test_new_items_wait_while_the_reader_is_further_down(self):
        host.many(unread=20)
        page = self.gallery(self.page(self.context(height=400)), view="page")
        expect(self.cards(page)).to_have_count(20)
        page.mouse.wheel(0, 700)
        expect(self.cards(page).nth(9)).to_be_in_viewport()
        top = self.cards(page).nth(9).bounding_box()["y"]
        host.push(title="Ett")
        host.push(title="To")
        button = page.get_by_role("button", name="2 nye varsler")
        expect(button).to_be_visible()
        self.assertLess(abs(self.cards(page).nth(9).bounding_box()["y"] - top), 1)
        expect(self.cards(page)).to_have_count(20)
        button.click()
        expect(self.cards(page)).to_have_count(22)
        expect(page.get_by_text("To", exact=True)).to_be_in_viewport()
        expect(button).to_be_hidden()

    def test_focus_stays_on_a_card_when_another_comes(self):
        page = self.gallery(view="panel")
        tick = page.get_by_role("button", name="Merk som lest: Varsel 1")
        tick.focus()
        host.push(title="Ny")
        expect(self.cards(page)).to_have_count(3)
        expect(tick).to_be_focused()

    def test_pages_follow_a_cursor(self):
        host.many(unread=5, read=25)
        page = self.gallery(view="panel", page_size=10)
        expect(self.cards(page)).to_have_count(10)
        more = page.get_by_role("button", name="Vis flere")
        more.click()
        expect(self.cards(page)).to_have_count(20)
        more.click()
        expect(self.cards(page)).to_have_count(30)
        expect(more).to_be_hidden()

    def test_of_many_cards_a_browser_lays_out_those_that_are_near(self):
        host.many(unread=1, read=299)
        page = self.gallery(view="panel", page_size=100)
        for count in (100, 200, 300):
            expect(self.cards(page)).to_have_count(count)
            page.get_by_role("button", name="Vis flere").click() if count < 300 else None
        near = """cards => cards.filter((card) => card.checkVisibility({ contentVisibilityAuto: true })).length"""
        self.assertLess(self.cards(page).evaluate_all(near), 150)
        # One that comes is first, and moves nothing that has focus.
        tick = page.get_by_role("button", name="Merk som lest: Varsel 0")
        tick.focus()
        for number in range(12):
            host.push(title=f"Ny {number}", read=True)
            expect(self.cards(page)).to_have_count(301 + number)
        expect(tick).to_be_focused()
        titles = self.cards(page).evaluate_all("cards => cards.map(({ item }) => item.title)")
        self.assertEqual(titles, [f"Ny {number}" for number in reversed(range(12))] + [f"Varsel {number}" for number in range(300)])
        self.assertLessEqual(page.locator(".slice").evaluate_all("slices => Math.max(...slices.map(({ children }) => children.length))"), 10)
        # What is far away can be gone to.
        page.keyboard.press("End")
        last = page.get_by_role("button", name="Merk som ulest: Varsel 299")
        expect(last).to_be_in_viewport()
        page.keyboard.press("Home")
        expect(page.get_by_role("button", name="Merk som ulest: Ny 11")).to_be_in_viewport()

    def test_a_screen_reader_is_told_of_all_cards_as_of_one_list(self):
        host.many(unread=1, read=99)
        # As a browser is while a screen reader runs.
        reader = launch("--force-renderer-accessibility")
        self.addCleanup(reader.close)
        page = self.gallery(reader.new_page(), view="panel", page_size=100)
        devtools = page.context.new_cdp_session(page)

        def told():
            tree = [node for node in devtools.send("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
            roles = [node["role"]["value"] for node in tree]
            return roles.count("list"), roles.count("listitem"), "Varsel 99" in [node["name"].get("value") for node in tree]

        eventually(told, (1, 100, True))

    def test_more_by_scrolling_leaves_the_button(self):
        host.many(unread=0, read=100)
        page = self.gallery(view="panel", page_size=5, more="scroll")

        def after_scrolling():
            page.locator("[part=more]").last.scroll_into_view_if_needed()
            page.mouse.wheel(0, 4000)
            page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
            return self.cards(page).count()

        expect(self.cards(page)).not_to_have_count(0)
        # It loads five times; from then on the reader asks.
        eventually(after_scrolling, 30)
        self.assertEqual(after_scrolling(), 30)
        self.assertEqual(host.count("GET", "notifications"), 6)
        expect(page.get_by_role("button", name="Vis flere")).to_be_visible()

    def test_visible_cards_are_read_and_no_others(self):
        host.many(unread=20)
        page = self.gallery(self.page(self.context(height=400)), view="panel", auto_read="visible")
        expect(self.cards(page)).to_have_count(20)
        seen = self.cards(page).evaluate_all("""cards => cards.filter((card) => {
            const { top, height } = card.getBoundingClientRect();
            return innerHeight - top >= height * 0.6;
        }).length""")
        self.assertLess(seen, 10)
        eventually(lambda: host.reader().unread, 20 - seen)

    def test_midnight_moves_today_to_yesterday(self):
        # 23:59:30 in Oslo; the browser believes that it is in Tokyo.
        start = datetime(2026, 2, 20, 22, 59, 30, tzinfo=timezone.utc)
        began = time.monotonic()
        host.now = lambda: start + timedelta(seconds=time.monotonic() - began)
        host.seed()
        page = self.page(self.context(timezone_id="Asia/Tokyo"))
        page.clock.install(time=start)
        self.gallery(page, view="panel", ttl=10**9)
        headings = page.get_by_role("heading", level=3)
        expect(headings).to_have_text(["I DAG", "I GÅR", "13. februar 2026"])
        expect(page.locator("[part=card-time]").first).to_have_text("I dag kl. 14:32")
        expect(page.locator("[part=card-time]").nth(2)).to_have_text("I går kl. 18:45")
        page.clock.fast_forward(60_000)
        expect(headings).to_have_text(["I GÅR", "19. februar 2026", "13. februar 2026"])
        expect(page.locator("[part=card-time]").first).to_have_text("I går kl. 14:32")
        expect(page.locator("[part=card-time]").nth(2)).to_have_text("19.02.2026 kl. 18:45")

    def test_the_night_that_has_an_hour_too_many(self):
        start = datetime(2026, 10, 25, 0, 30, tzinfo=timezone.utc)  # 02:30 in Oslo, for the first time
        host.now = lambda: start
        host.seed()
        page = self.page(self.context(timezone_id="America/Los_Angeles"))
        page.clock.install(time=start)
        self.gallery(page, view="panel", ttl=10**9)
        expect(page.get_by_role("heading", level=3).first).to_have_text("I DAG")

    def test_attributes_and_properties_are_one(self):
        page = self.gallery(view="panel", badge="sparkling")
        inbox = page.locator("carillon-inbox")
        expect(self.cards(page)).to_have_count(2)
        self.assertEqual(inbox.evaluate("e => [e.badge, e.view, e.pageSize, e.unreadOnly, e.state]")[:2], ["count", "panel"])
        expect(self.cards(page)).to_have_count(2)
        inbox.evaluate("e => { e.view = 'bell'; }")
        expect(self.bell(page)).to_have_attribute("aria-label", "2 uleste varsler")
        inbox.evaluate("e => { e.unreadOnly = true; e.view = 'panel'; }")
        expect(self.cards(page)).to_have_count(2)
        self.assertEqual(inbox.evaluate("e => e.getAttribute('unread-only')"), "")

    def test_copies_and_moves(self):
        page = self.gallery(view="panel")
        expect(self.cards(page)).to_have_count(2)
        page.locator("carillon-inbox").evaluate("e => { const copy = e.cloneNode(true); copy.id = 'copy'; copy.getToken = e.getToken; document.body.append(e); e.after(copy); }")
        expect(page.locator("carillon-inbox >> li.card")).to_have_count(4)

    def test_an_own_card_and_an_own_icon(self):
        page = self.gallery(view="panel")
        inbox = page.locator("carillon-inbox")
        inbox.evaluate("""e => {
          e.renderItem = (item) => item.title === 'Varsel 0' ? Object.assign(document.createElement('b'), { textContent: 'Eget kort' }) : null;
          e.renderIcon = () => Object.assign(document.createElement('i'), { textContent: 'X' });
          e.view = 'page';
        }""")
        expect(page.get_by_text("Eget kort")).to_be_visible()
        expect(page.locator("[part=icon] i")).to_have_count(1)


class Hostile(Case):
    LINKS = [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", " https://getdrop.no", "https://getdrop.no@evil.example",
        "https://getdrop.no.evil.example/", "https://evil.example/#https://getdrop.no", "https:\\\\getdrop.no", "//evil.example", "/\\evil.example",
        "/events/%2e%2e/admin", "https://getdrop.no/events/%2e%2e/admin", "https://getdrop.no/events/%252e%252e/admin", "https://getdrop.no/a/..%5cadmin",
        "https://getdrop.no/a/../b", "intent://app#Intent;end", "file:///etc/passwd", "data:text/html,x", "https://getdrop.no:444/", "https://getdrop.no./",
        "http://getdrop.no/", "https://getdr\u043ep.no/", "drop://evil@host/x", "https://u:p@getdrop.no/", "https://GETDROP.no/x", "blob:https://getdrop.no/x",
    ]

    def test_links_that_lead_elsewhere_are_no_links(self):
        host.reader().items = [host.item(title=f"Nr. {n}", deepLink={"web": link}, imageUrl=link) for n, link in enumerate(self.LINKS)]
        host.reader().items.append(host.item(title="Trygg", deepLink={"web": "https://getdrop.no/transactions?id=%2F#x"}))
        page = self.gallery(view="panel", page_size=100)
        expect(self.cards(page)).to_have_count(len(self.LINKS) + 1)
        self.assertEqual([link.get_attribute("href") for link in page.get_by_role("link").all()], ["https://getdrop.no/transactions?id=%2F#x"])
        expect(page.locator("img")).to_have_count(0)

    def test_words_are_words(self):
        host.reader().items = [
            host.item(title="<img src=x onerror=alert(1)>", body="<script>alert(1)</script>"),
            host.item(title="\u202eneddap\u2066", body="\u202b\u202e"), host.item(title="W" * 10_000, body="æ" * 10_000),
            host.item(category="</style>", title="", body="", icon="__proto__", color="url(https://evil.example)", background="red;} * {display: none"),
        ]
        page = self.gallery(self.page(self.context(width=320)), view="panel")
        expect(self.cards(page)).to_have_count(4)
        expect(page.get_by_text("<img src=x onerror=alert(1)>", exact=True)).to_be_visible()
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 320)
        expect(self.cards(page).nth(1).locator("[part=card-time]")).to_have_text("I dag kl. 14:32")

    def test_a_page_that_unsets_everything_and_hides_what_overflows(self):
        host.seed()
        page = self.gallery(view="bell", hostile="")
        self.bell(page).click()
        panel = page.get_by_role("dialog")
        expect(panel).to_be_visible()
        self.assertGreater(panel.bounding_box()["height"], 300)
        self.assertEqual(self.cards(page).first.evaluate("e => getComputedStyle(e).display"), "flex")

    def test_nothing_scrolls_sideways(self):
        host.seed()
        for width, height in ((320, 700), (320, 256)):
            for locale in ("nb", "ar"):
                page = self.centre(self.page(self.context(width, height)), lang=locale)
                expect(self.cards(page)).to_have_count(6)
                self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), width)
                page = self.gallery(self.page(self.context(width, height)), view="bell", locale=locale)
                self.bell(page).click()
                box = page.get_by_role("dialog").bounding_box()
                self.assertGreaterEqual(box["x"], 0)
                self.assertLessEqual(box["x"] + box["width"], width)
                self.assertLessEqual(box["y"] + box["height"], height)
