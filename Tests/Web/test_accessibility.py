import os
import re

from axe_playwright_python.sync_playwright import Axe

from case import Case, expect, host

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE = Axe()

# What axe can't decide by itself, and why it is right. Contrasts are computed in `Contrast` below.
UNDECIDED = {
    "color-contrast": "the link of a card is stretched over it by a pseudo-element, and axe doesn't look through those",
}


class States(Case):
    """Every state, in light, dark and forced colours, in Norwegian and Arabic, wide and narrow."""

    def check(self, page, name):
        for width in (1280, 320):
            page.set_viewport_size({"width": width, "height": 800})
            for look in ({"color_scheme": "light"}, {"color_scheme": "dark"}, {"color_scheme": "light", "forced_colors": "active"}):
                page.emulate_media(**{"forced_colors": "none", **look})
                found = AXE.run(page, options={"runOnly": TAGS, "resultTypes": ["violations", "incomplete"]}).response
                with self.subTest(state=name, width=width, **look):
                    told = [(rule["id"], [(node["target"], node["any"][0]["message"] if node["any"] else node["failureSummary"]) for node in rule["nodes"]]) for rule in found["violations"]]
                    self.assertEqual(told, [])
                    open_ = {rule["id"]: rule["nodes"][0] for rule in found["incomplete"] if rule["id"] not in UNDECIDED}
                    self.assertEqual(open_, {})

    def each(self, name, prepare, wanted, **attributes):
        for locale in ("nb", "ar"):
            host.reset()
            prepare()
            page = self.gallery(locale=locale, **attributes)
            expect(page.locator(wanted).first).to_be_visible()
            if attributes.get("view") == "bell":
                expect(page.locator("[part=badge]")).to_be_visible()
                if name != "closed":
                    self.bell(page).click()
                    expect(page.get_by_role("dialog")).to_be_visible()
            self.check(page, f"{name} {locale}")
            page.close()

    def test_list(self):
        self.each("list", host.seed, "li.card", view="page", order="priority", auto_read="open")

    def test_panel(self):
        self.each("panel", host.seed, "[part=bell]", view="bell", order="priority")

    def test_closed(self):
        self.each("closed", host.seed, "[part=bell]", view="bell")

    def test_twenty_and_more(self):
        self.each("twenty", lambda: host.many(10, 20), "[part=more]:visible", view="page")

    def test_empty(self):
        self.each("empty", lambda: None, ".state", view="page")

    def test_loading(self):
        self.each("loading", lambda: host.delays.update({("GET", "notifications"): 60}), ".ghost", view="page")

    def test_error(self):
        self.each("error", lambda: host.answers.update({("GET", "notifications"): 500}), ".state", view="page")

    def test_signed_out(self):
        self.each("signed out", host.seed, ".state", view="page", **{"signed-out": ""})

    def test_offline(self):
        for locale in ("nb", "ar"):
            host.reset()
            host.seed()
            context = self.context()
            page = self.gallery(self.page(context), view="page", locale=locale)
            expect(self.cards(page)).to_have_count(6)
            context.set_offline(True)
            expect(page.locator("[part=error]")).to_be_visible()
            self.check(page, f"offline {locale}")

    def test_the_page_of_the_host(self):
        host.seed()
        page = self.centre()
        expect(self.cards(page)).to_have_count(6)
        self.check(page, "page")


class Contrast(Case):
    """What axe leaves undecided, computed: 4.5 for text, 3 for the dot and what the table promises of icons."""

    RATIO = """(e, [own, behind]) => {
      const canvas = new OffscreenCanvas(1, 1).getContext("2d");
      const paint = (colour) => { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); };
      const light = () => {
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((v) => ((v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4));
        return .2126 * r + .7152 * g + .0722 * b;
      };
      const layers = [];
      for (let at = behind ? e : e.parentElement; at; at = at.parentElement ?? at.getRootNode().host) layers.unshift(getComputedStyle(at).backgroundColor);
      layers.forEach(paint);
      const back = light();
      paint(getComputedStyle(e)[own]);
      const [a, b] = [light(), back].sort((x, y) => y - x);
      return (a + .05) / (b + .05);
    }"""

    def test_text_dot_and_icons(self):
        for scheme in ("light", "dark"):
            host.reset()
            host.seed()
            page = self.gallery(self.page(self.context(color_scheme=scheme)), view="page", order="priority")
            expect(self.cards(page)).to_have_count(6)
            page.mouse.move(0, 0)
            for text in page.locator(".name, .words, .time, .day, .title, .plain").all():
                self.assertGreaterEqual(text.evaluate(self.RATIO, ["color", True]), 4.5, (scheme, text.inner_text()))
            for dot in page.locator(".unread .dot").all():
                self.assertGreaterEqual(dot.evaluate(self.RATIO, ["backgroundColor", False]), 3, scheme)
            for icon in page.locator("[part=icon]").all():
                gold = icon.evaluate("e => e.style.getPropertyValue('--ink')") == "#D4A017"
                self.assertGreaterEqual(icon.evaluate(self.RATIO, ["color", True]), 2 if gold and scheme == "light" else 3, scheme)

    def test_motion_is_still_where_that_is_wished(self):
        host.seed()
        page = self.gallery(self.page(self.context(reduced_motion="reduce")), view="bell")
        self.bell(page).click()
        self.assertEqual(page.get_by_role("dialog").evaluate("e => getComputedStyle(e).animationName"), "none")


class Snapshot(Case):
    def test_what_a_screen_reader_meets(self):
        host.seed()
        page = self.gallery(view="bell", order="priority")
        self.bell(page).click()
        expect(page.locator("carillon-inbox")).to_match_aria_snapshot("""
          - button "2 uleste varsler" [expanded]
          - dialog "Varsler":
            - heading "Varsler" [level=2]
            - button "Merk alle som lest"
            - region "Viktig":
              - heading "Viktig" [level=3]
              - list:
                - listitem:
                  - paragraph: Ulest, Viktig, Ny pålogging fra iPhone
                  - paragraph: Oslo, Norge
                  - paragraph: I går kl. 18:45
                  - 'button "Merk som lest: Ny pålogging fra iPhone"'
            - region "I DAG":
              - heading "I DAG" [level=3]
              - list:
                - listitem:
                  - paragraph:
                    - link "Ulest, Overføring til Mama Jasmina fullført"
        """)
