"""The inbox in pages and browsers that aren't as one would wish: frames, broken scripts, wrong clocks, large text, the way back."""

import os
import re
import time
import unittest
from datetime import datetime, timedelta, timezone
from urllib.parse import quote

from case import Case, expect, host, playwright
from waiting import eventually


def launch(*arguments, **options):
    """A browser of its own, where one begins otherwise."""
    return playwright.chromium.launch(
        executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
        args=[*(["--no-sandbox"] if os.geteuid() == 0 else []), *arguments],
        **options,
    )


def unread(page):
    return page.locator("carillon-inbox").evaluate("e => e.unreadCount")


class Frames(Case):
    """The page in a frame of an app, which hands it the reader's token."""

    def setUp(self):
        super().setUp()
        host.seed()
        # The same host by another name is another origin.
        self.app = host.origin.replace("127.0.0.1", "localhost")
        host.frames = self.app

    def framed(self, named, answers=True, page=None):
        host.token_origins = [named]
        page = page or self.page()
        path = quote(f"{host.origin}/remittance/notifications", safe="")
        page.goto(f"{self.app}/frame.html?page={path}{'&answers=' if answers else ''}")
        return page, page.frame_locator("iframe")

    def test_an_app_that_the_profile_names_signs_its_reader_in(self):
        page, frame = self.framed(self.app)
        expect(frame.locator("li.card")).to_have_count(6)
        self.assertEqual(page.evaluate("window.asked"), [False])
        self.assertTrue(all("Cookie" not in headers for *_, headers in host.requests))

    def test_a_token_that_is_refused_is_asked_for_anew(self):
        page, frame = self.framed(self.app)
        expect(frame.locator("li.card")).to_have_count(6)
        for *_, headers in host.requests:
            if "Authorization" in headers:
                host.refused.add(headers["Authorization"].split()[-1])
        frame.get_by_role("button", name=re.compile("^Merk som ulest")).first.click()
        eventually(lambda: page.evaluate("window.asked"), [False, True])
        expect(frame.locator("li.card")).to_have_count(6)

    def test_nobody_else_is_asked_and_nobody_else_is_believed(self):
        page = self.page()
        page.clock.install()
        page, frame = self.framed("https://app.example", page=page)
        expect(frame.locator("carillon-inbox")).to_be_attached()
        page.evaluate("frames[0].postMessage({ type: 'carillon-token', token: 'x.e30.x' }, '*')")
        page.evaluate("frames[0].postMessage('carillon-token', '*')")
        # Who gets no answer is told to sign in.
        eventually(lambda: page.clock.run_for(1000) or frame.get_by_text("Logg inn for å se varslene dine").is_visible(), True)
        self.assertEqual(page.evaluate("window.asked"), [])
        self.assertFalse(any("Authorization" in headers for *_, headers in host.requests))

    def test_a_web_views_own_script_signs_in(self):
        page = self.page()
        page.goto(f"{host.origin}/remittance/notifications")
        expect(page.get_by_text("Logg inn for å se varslene dine")).to_be_visible()
        page.evaluate("async () => postMessage({ type: 'carillon-token', token: await (await fetch('/token')).text() }, location.origin)")
        expect(self.cards(page)).to_have_count(6)


class Back(Case):
    """Chromium's own cache of pages, which Playwright switches off."""

    def setUp(self):
        super().setUp()
        host.many(unread=2)
        host.kept = True
        self.browser = launch(ignore_default_args=["--disable-back-forward-cache"])
        self.addCleanup(self.browser.close)

    def test_a_page_that_comes_back_as_it_was_catches_up(self):
        page = self.page(self.browser.new_context())
        self.gallery(page, view="panel")
        expect(self.cards(page)).to_have_count(2)
        page.evaluate("""() => {
            window.isTheSame = true;
            addEventListener("pageshow", ({ persisted }) => (window.persisted = persisted));
        }""")
        page.goto(f"{host.origin}/gallery.html?view=panel&user=other")
        expect(page.get_by_text("Ingen varsler ennå")).to_be_visible()
        # The page that waits in the cache holds no stream.
        eventually(lambda: len(host.reader().streams), 0)
        host.push(title="Mens leseren var borte")
        host.mark([host.reader().items[-1]["id"]])
        page.go_back(wait_until="commit")  # What comes back as it was isn't loaded.
        self.assertEqual(page.evaluate("[window.isTheSame, window.persisted]"), [True, True])
        expect(self.cards(page)).to_have_count(3)
        eventually(lambda: unread(page), 2)
        eventually(lambda: len(host.reader().streams), 1)
        host.push(title="Etterpå")
        expect(self.cards(page)).to_have_count(4)
        page.go_forward(wait_until="commit")
        expect(page.get_by_text("Ingen varsler ennå")).to_be_visible()
        eventually(lambda: len(host.reader().streams), 0)


# What a reader couldn't read: text that is cut off, or lies beyond the window.
CUT = """(wide) => {
  const cut = [];
  const walk = (root) => {
    for (const at of root.querySelectorAll("*")) {
      if (at.shadowRoot) walk(at.shadowRoot);
      if (!at.checkVisibility() || at.matches(".hide, [aria-hidden=true] *, style, script")) continue;
      const own = [...at.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (!own) continue;
      const box = at.getBoundingClientRect();
      const hides = getComputedStyle(at).overflow !== "visible";
      if (hides && (at.scrollWidth > at.clientWidth + 1 || at.scrollHeight > at.clientHeight + 1)) cut.push(`cut: ${at.textContent}`);
      if (box.left < -1 || box.right > wide + 1) cut.push(`outside: ${at.textContent}`);
    }
  };
  walk(document);
  return cut;
}"""
# Which parts of a card lie on each other.
OVERLAPS = """(card) => {
  const boxes = [".icon", ".name", ".words", ".time", ".tick"].map((name) => [name, card.querySelector(name).getBoundingClientRect()]);
  const found = [];
  boxes.forEach(([one, a], at) => boxes.slice(at + 1).forEach(([other, b]) => {
    if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) found.push(`${one} ${other}`);
  }));
  return found;
}"""


class Sight(Case):
    def setUp(self):
        super().setUp()
        host.seed()

    def assert_readable(self, page, width):
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), width)
        self.assertEqual(page.evaluate(CUT, width), [])
        for card in self.cards(page).all():
            card.scroll_into_view_if_needed()
            self.assertEqual(card.evaluate(OVERLAPS), [])

    def test_text_twice_as_large(self):
        browser = launch("--blink-settings=defaultFontSize=32")
        self.addCleanup(browser.close)
        for locale in ("nb", "ar"):
            for width in (1280, 640, 320):
                with self.subTest(locale=locale, width=width):
                    context = browser.new_context(viewport={"width": width, "height": 800})
                    page = self.centre(self.page(context), lang=locale)
                    expect(self.cards(page)).to_have_count(6)
                    self.assertEqual(page.locator("[part=card-title]").first.evaluate("e => getComputedStyle(e).fontSize"), "32px")
                    self.assert_readable(page, width)
                    page = self.gallery(self.page(context), view="bell", locale=locale)
                    badge = page.locator("[part=badge]")
                    expect(badge).not_to_be_empty()
                    self.assertEqual(badge.evaluate("e => getComputedStyle(e).fontSize"), "22px")
                    self.bell(page).click()
                    expect(self.cards(page)).to_have_count(6)
                    self.assert_readable(page, width)
                    context.close()

    def test_a_window_magnified_four_times(self):
        host.many(unread=12)
        context = self.context(320, 256, device_scale_factor=4)
        for view in ("page", "bell"):
            page = self.centre(self.page(context)) if view == "page" else self.gallery(self.page(context), view="bell")
            if view == "bell":
                self.bell(page).click()
            expect(self.cards(page)).to_have_count(12)
            self.assert_readable(page, 320)
            page.get_by_role("heading", name="Varsler", exact=True).focus()
            # What has focus is seen, and nothing lies on it.
            for _ in range(16):
                page.keyboard.press("Tab")
                seen = page.evaluate("""() => {
                    let at = document.activeElement;
                    while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
                    if (at === document.body) return "body";
                    const { left, right, top, bottom } = at.getBoundingClientRect();
                    const found = at.getRootNode().elementFromPoint((left + right) / 2, (top + bottom) / 2);
                    return at.contains(found) || found?.contains(at) ? "seen" : `${at.outerHTML} is under ${found?.outerHTML}`;
                }""")
                self.assertIn(seen, ("seen", "body"))

    def test_text_as_widely_spaced_as_readers_may_want_it(self):
        # WCAG 1.4.12.
        page = self.centre(self.page(self.context(320, 800)))
        expect(self.cards(page)).to_have_count(6)
        page.locator("carillon-inbox").evaluate("""e => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }");
            e.shadowRoot.adoptedStyleSheets.push(sheet);
        }""")
        self.assert_readable(page, 320)


class BellFor(Case):
    """`<carillon-bell for>` at another place than the inbox that it opens."""

    def setUp(self):
        super().setUp()
        host.seed()
        self.opened = self.gallery(view="bell")
        self.opened.evaluate("""() => {
            document.querySelector("carillon-inbox").id = "box";
            const bell = document.createElement("carillon-bell");
            bell.setAttribute("for", "box");
            document.querySelector("main").append(bell);
        }""")
        self.own = self.opened.locator("carillon-bell [part=bell]")
        self.dialog = self.opened.get_by_role("dialog", name="Varsler")
        expect(self.own).to_have_attribute("aria-label", "2 uleste varsler")

    def test_it_is_a_button_that_says_whether_the_panel_is_open(self):
        self.assertEqual(self.own.evaluate("e => e.localName"), "button")
        expect(self.own).to_have_attribute("aria-expanded", "false")
        for wanted in (True, False, True):
            self.own.click()
            (expect(self.dialog).to_be_visible if wanted else expect(self.dialog).to_be_hidden)()
            expect(self.own).to_have_attribute("aria-expanded", str(wanted).lower())
        # Open and closed by the mouse; now by the keyboard.
        self.opened.keyboard.press("Escape")
        expect(self.dialog).to_be_hidden()
        expect(self.own).to_have_attribute("aria-expanded", "false")

    def test_by_keyboard_focus_goes_into_the_panel_and_comes_back(self):
        self.own.focus()
        for _ in range(2):
            self.opened.keyboard.press("Enter")
            expect(self.dialog).to_be_visible()
            expect(self.opened.get_by_role("heading", name="Varsler")).to_be_focused()
            self.opened.keyboard.press("Escape")
            expect(self.dialog).to_be_hidden()
            expect(self.own).to_be_focused()

    def test_its_number_is_the_inboxs(self):
        host.push(title="Nytt")
        expect(self.own).to_have_attribute("aria-label", "3 uleste varsler")
        self.assertEqual((host.open_streams, host.opened), (1, 1))
        # Without its inbox it opens nothing, and breaks nothing.
        self.opened.evaluate("document.querySelector('carillon-inbox').remove()")
        self.own.click()


class Links(Case):
    def test_links_of_an_app_are_told_to_the_page(self):
        host.reader().items = [
            host.item(title="Bare i appen", deepLink={"app": "drop://transactions/1"}),
            host.item(title="På nettet også", deepLink={"app": "drop://transactions/2", "web": "https://getdrop.no/transactions/2"}),
            host.item(title="Ingen steder"),
        ]
        page = self.gallery(view="panel", links="event", follows="")
        button = page.get_by_role("button", name="Ulest, Bare i appen")
        expect(button).to_be_visible()
        expect(page.get_by_role("link")).to_have_attribute("href", "https://getdrop.no/transactions/2")
        expect(page.get_by_role("button", name="Ulest, Ingen steder")).to_have_count(0)
        self.assertEqual(page.locator("[href^='drop:']").count(), 0)
        button.click()
        told = re.compile('"app":"drop://transactions/1"')
        expect(page.locator("carillon-inbox")).to_have_attribute("data-open", told)
        eventually(lambda: host.reader().unread, 2)
        self.assertIn("/gallery.html", page.url)
        # By keyboard, too.
        page.get_by_role("button", name="Lest, Bare i appen").press("Enter")
        self.assertIn("/gallery.html", page.url)

    def test_without_it_they_are_text(self):
        host.reader().items = [host.item(title="Bare i appen", deepLink={"app": "drop://transactions/1"})]
        page = self.gallery(view="panel")
        expect(page.get_by_text("Bare i appen")).to_be_visible()
        expect(page.get_by_role("button", name="Ulest, Bare i appen")).to_have_count(0)


class Tokens(Case):
    def test_one_that_ends_between_two_pages(self):
        host.many(unread=2, read=28)
        page = self.gallery(view="panel", page_size=10, token="/token")
        expect(self.cards(page)).to_have_count(10)
        for *_, headers in host.requests:
            if "Authorization" in headers:
                host.refused.add(headers["Authorization"].split()[-1])
        host.end("token-expired")
        page.get_by_role("button", name="Vis flere").click()
        expect(self.cards(page)).to_have_count(20)
        page.get_by_role("button", name="Vis flere").click()
        expect(self.cards(page)).to_have_count(30)
        # Stream and list renewed it together.
        self.assertEqual(host.tokens, 2)
        eventually(lambda: host.open_streams, 1)
        host.push(title="Etterpå")
        # The reader is further down: it waits.
        expect(page.get_by_role("button", name="1 nytt varsel")).to_be_attached()
        self.assertEqual(unread(page), 3)

    def test_clocks_that_are_wrong_by_a_day(self):
        for days in (-1, 1):
            with self.subTest(days=days):
                host.reset()
                host.seed()
                host.token_origins = [host.origin]
                page = self.page(self.context())
                page.clock.install(time=datetime.now(timezone.utc) + timedelta(days=days))
                self.gallery(page, view="panel", token="/token")
                expect(page.get_by_role("heading", level=3)).to_have_text(["I DAG", "I GÅR", re.compile(r"\d{4}$")])
                expect(page.locator("[part=card-time]").first).to_have_text("I dag kl. 14:32")
                asked = host.tokens
                self.assertLessEqual(asked, 2)
                page.get_by_role("button", name=re.compile("^Merk som lest")).first.click()
                eventually(lambda: host.reader().unread, 1)
                host.push(title="Nytt")
                expect(self.cards(page)).to_have_count(7)
                self.assertEqual(unread(page), 2)
                # A token that the browser's clock calls old is as good as the host says.
                self.assertEqual((host.tokens, host.opened), (asked, 1))
                page.close()


class BrokenPage(Case):
    def test_what_breaks_around_it_breaks_nothing_in_it(self):
        host.many(unread=2)
        page = self.page()
        page.goto(f"{host.origin}/broken.html?view=panel")
        expect(self.cards(page)).to_have_count(2)
        expect(page.get_by_text("Varsel 0")).to_be_visible()
        page.get_by_role("button", name="Merk som lest: Varsel 0").click()
        eventually(lambda: host.reader().unread, 1)
        host.push(title="Nytt")
        expect(self.cards(page)).to_have_count(3)
        expect(page.get_by_text("1 nytt varsel")).to_be_attached()
        self.assertEqual(unread(page), 2)
        theirs = "nothing|even the handler|the page fails|nobody waits|second"
        self.assertTrue(self.errors)
        self.errors = [error for error in self.errors if not re.search(theirs, error)]


if __name__ == "__main__":
    unittest.main()
