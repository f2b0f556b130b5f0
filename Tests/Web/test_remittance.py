import re

from case import Case, browser, expect, host
from waiting import eventually


class Page(Case):
    """Remittance's table, line by line."""

    def setUp(self):
        super().setUp()
        host.seed()

    def test_the_page_reads_as_promised(self):
        page = self.centre()
        expect(page.get_by_role("heading", level=1)).to_have_text("Varsler")
        expect(page.get_by_role("heading", level=2)).to_have_text(["Viktig", "I DAG", "I GÅR", host.shown(host.reader().items[-1], "nb")["dayLabel"]])
        expect(page.locator("[part=card-title] bdi")).to_have_text([
            "Ny pålogging fra iPhone", "Overføring til Mama Jasmina fullført", "QR-betaling hos Ahmetov Kebab",
            "Valutakurs oppdatert", "Systemoppdatering", "Nytt tilbud",
        ])
        expect(page.locator("[part=card-body]").nth(1)).to_have_text("2 000 kr sendt til Serbia")
        times = page.locator("[part=card-time]")
        expect(times.nth(0)).to_have_text("I går kl. 18:45")
        expect(times.nth(1)).to_have_text("I dag kl. 14:32")
        expect(times.nth(5)).to_have_text(host.shown(host.reader().items[-1], "nb")["times"]["date"])
        expect(page.get_by_role("list")).to_have_count(4)
        self.assertEqual(page.locator("ul:not([role=list])").count(), 0)
        expect(page.get_by_role("link")).to_have_attribute("href", "https://getdrop.no/transactions?id=tx_rem_1")
        expect(page.get_by_role("link")).to_have_accessible_name("Ulest, Overføring til Mama Jasmina fullført")
        self.assertNotIn("code", page.url)

    def test_circles_bear_the_colours_of_the_table_and_an_empty_one_stays(self):
        page = self.centre()
        circles = page.locator("[part=icon]")
        expect(circles).to_have_count(6)
        looks = [(circle.evaluate("e => getComputedStyle(e).color"), circle.evaluate("e => getComputedStyle(e).backgroundColor")) for circle in circles.all()]
        self.assertEqual(looks[1], ("rgb(11, 110, 53)", "rgb(240, 253, 244)"))
        self.assertEqual(looks[0], ("rgb(59, 130, 246)", "rgb(239, 246, 255)"))
        self.assertEqual(looks[2], ("rgb(212, 160, 23)", "rgb(254, 243, 199)"))
        self.assertEqual({circle.bounding_box()["width"] for circle in circles.all()}, {40})
        self.assertEqual([circle.locator("path").get_attribute("d") == "" for circle in circles.all()], [False] * 5 + [True])

    def test_high_is_on_top_and_bold_and_says_so(self):
        page = self.centre()
        first = self.cards(page).first
        expect(first).to_have_attribute("part", "card unread high category-security")
        expect(first.locator(".hide")).to_have_text("Ulest, Viktig, ")
        self.assertEqual(first.locator("[part=card-title]").evaluate("e => getComputedStyle(e).fontWeight"), "700")

    def test_all_is_read_by_loading_and_looks_unread_until_the_page_is_left(self):
        page = self.centre()
        eventually(lambda: host.reader().unread, 0)
        expect(page.locator("li.unread")).to_have_count(2)
        self.assertEqual(page.locator("carillon-inbox").evaluate("e => e.unreadCount"), 0)
        expect(page.get_by_role("status")).to_have_text("")
        page.reload()
        expect(self.cards(page)).to_have_count(6)
        expect(page.locator("li.unread")).to_have_count(0)

    def test_marking_that_fails_says_nothing_and_is_tried_at_the_next_load(self):
        host.answers["PATCH", "notifications"] = 500
        page = self.centre()
        eventually(lambda: host.count("PATCH", "notifications"), 1)
        expect(page.locator("li.unread")).to_have_count(2)
        expect(page.locator("[part=error]")).to_be_hidden()
        host.answers.clear()
        page.reload()
        eventually(lambda: host.reader().unread, 0)

    def test_at_most_100_ids_go_in_one_request(self):
        host.many(unread=150)
        page = self.gallery(view="panel", auto_read="open", page_size=100)
        page.get_by_role("button", name="Vis flere").click()
        eventually(lambda: host.reader().unread, 0)
        sizes = [len(body["ids"]) for method, path, _, body, _ in host.requests if method == "PATCH"]
        self.assertLessEqual(max(sizes), 100)

    def test_empty(self):
        host.reset()
        page = self.centre()
        expect(page.get_by_text("Ingen varsler ennå")).to_be_visible()
        expect(page.locator(".state svg.Bell")).to_be_visible()
        self.assertEqual(page.get_by_role("status").inner_text(), "")

    def test_the_bell_leads_to_the_page(self):
        page = self.gallery(element="carillon-bell", href="/remittance/notifications")
        bell = page.get_by_role("link", name="2 uleste varsler")
        expect(bell).to_have_attribute("href", "/remittance/notifications")
        self.assertEqual(host.count("GET", "notifications"), 0)

    def test_a_used_code_shows_signed_out(self):
        page = self.page()
        page.goto(f"{host.origin}/remittance/notifications#code=spent")
        expect(page.get_by_text("Logg inn for å se varslene dine")).to_be_visible()
        self.assertNotIn("code", page.url)

    def test_nothing_moves_while_it_loads(self):
        for path, delay in {"inbox-words": 0.15, "stream": 0.1, "notifications": 0.2}.items():
            host.delays["GET", path] = delay
        for open_it, name in ((self.centre, "page"), (lambda page: self.gallery(page, view="page"), "page in a page of others"),
                              (lambda page: self.gallery(page, view="panel"), "panel")):
            page = self.page()
            page.add_init_script("""window.moves = [];
                new PerformanceObserver((list) => window.moves.push(...list.getEntries().map(({ value }) => value)))
                    .observe({ type: "layout-shift", buffered: true });""")
            open_it(page)
            expect(self.cards(page)).not_to_have_count(0)
            page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
            self.assertEqual(page.evaluate("() => window.moves"), [], name)

    def test_the_token_is_in_no_address_and_no_attribute(self):
        page = self.gallery(view="panel")
        expect(self.cards(page)).to_have_count(6)
        self.assertFalse([query for _, _, query, _, _ in host.requests if any("eyJ" in value for value in query.values())])
        self.assertNotIn("eyJ", page.content())


class Numbers(Case):
    def test_the_bells_words_and_badge(self):
        page = self.page()
        for unread, label, badge in [
            (0, "Ingen uleste varsler", None), (1, "1 ulest varsel", "1"), (2, "2 uleste varsler", "2"),
            (99, "99 uleste varsler", "99"), (100, "100 uleste varsler", "99+"), (1000, "1\u00a0000 uleste varsler", "99+"),
        ]:
            host.reset()
            host.many(unread)
            self.gallery(page, view="bell")
            expect(self.bell(page)).to_have_attribute("aria-label", label)
            if badge:
                expect(page.locator("[part=badge]")).to_have_text(badge)
            else:
                expect(page.locator("[part=badge]")).to_be_hidden()
            expect(page.locator("[part=badge]")).to_have_attribute("aria-hidden", "true")

    def test_six_forms_of_arabic(self):
        page = self.page()
        for unread, label in [
            (0, "لا إشعارات غير مقروءة"), (1, "إشعار واحد غير مقروء"), (2, "إشعاران غير مقروءين"),
            (3, "إشعارات غير مقروءة"), (11, "إشعارًا غير مقروء"), (100, "إشعار غير مقروء"),
        ]:
            host.reset()
            host.many(unread)
            self.gallery(page, view="bell", locale="ar")
            expect(page.locator("[part=badge]")).to_be_hidden() if not unread else expect(page.locator("[part=badge]")).to_be_visible()
            expect(self.bell(page)).to_have_accessible_name(re.compile(f"{label}$"))
            name = self.bell(page).get_attribute("aria-label")
            if unread > 2:
                self.assertEqual(name, f"{page.evaluate('n => new Intl.NumberFormat(`ar`).format(n)', unread)} {label}")
