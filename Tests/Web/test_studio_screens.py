"""Every screen of the studio: in light, dark and forced colours, in three languages, wide and narrow; nobody is left out, and nobody sees source."""

import json
import re
import unittest

from axe_playwright_python.sync_playwright import Axe

from case import expect
from mock_host import ASSETS
from studio_case import SOURCE, TAGS, StudioCase
from test_studio_terms import with_terms

#: How a screen is looked at: language, colours, width.
LOOKS = [
    ("en", {"color_scheme": "light"}, 1280), ("ar", {"color_scheme": "light"}, 1280), ("ar", {"color_scheme": "dark"}, 320),
    ("nb", {"color_scheme": "light", "forced_colors": "active"}, 320),
]

class Screens(StudioCase):
    def prepare(self, folder):
        with_terms(folder)
        file = folder / "templates/en.json"
        texts = json.loads(file.read_text())
        texts["messages"]["mou.expiring"]["body"] = ".local $what = {$mou}\n{{{$what} expires}}"
        file.write_text(json.dumps(texts, ensure_ascii=False, indent=2))
        file = folder / "profile.json"
        profile = json.loads(file.read_text())
        profile["studio"] = {"testRecipients": ["demo-en"]}
        file.write_text(json.dumps(profile, ensure_ascii=False))

    def setUp(self):
        super().setUp()
        self.grace = self.open(self.demo.link("Grace", "publisher"))
        expect(self.grace.get_by_role("navigation", name="Studio")).to_be_visible()
        self.max = self.open(self.demo.link("Max", "platform"))
        expect(self.max.get_by_role("navigation", name="Studio")).to_be_visible()
        title = lambda words: {"shape": "string", "form": "text", "parts": [words]}
        place = lambda message, slot, locale="en": {"message": message, "slot": slot, "locale": locale}
        # One that is live, one that waits, and one of one's own with faults.
        self.live = self.propose(self.max, "Live words", [place("signal.critical", "title"), title("A signal")])
        self.api(self.grace, "POST", f"/proposals/{self.live}/approve", {"version": self.version(self.live)})
        self.api(self.grace, "POST", f"/proposals/{self.live}/publish", {"version": self.version(self.live)})
        self.waiting = self.propose(self.max, "Words that wait", [place("app.update-available", "title"), title("There is an update")])
        self.api(self.max, "POST", f"/proposals/{self.waiting}/comments", {"text": "Is this short enough?"})
        form = self.api(self.grace, "GET", "/texts/message.received/body?locale=ar")["form"]
        form["rows"] = [row for row in form["rows"] if row["keys"] != ["few"]]
        self.propose(self.grace, None, [place("message.received", "body", "ar"), form], [place("message.received", "action", "ar"), None])

    def api(self, page, method, path, body=None):
        return page.evaluate("""async ([method, path, body]) => {
            const answer = await fetch(location.pathname + path, { method, headers: { "Content-Type": "application/json" }, body: body && JSON.stringify(body) });
            if (!answer.ok) throw new Error(await answer.text());
            return answer.json();
        }""", [method, path, body])

    def version(self, proposal):
        return self.api(self.max, "GET", f"/proposals/{proposal}")["version"]

    def propose(self, page, title, *changes):
        """A proposal with changed texts; handed in where it has a title. → its id."""
        made = self.api(page, "POST", "/proposals", {})["id"]
        for place, form in changes:
            known = self.api(page, "GET", f"/texts/{place['message']}/{place['slot']}?locale={place['locale']}")
            self.api(page, "PUT", f"/proposals/{made}/text", {"place": place, "hash": known["hash"], "form": form})
        if title:
            self.api(page, "POST", f"/proposals/{made}/submit", {"version": self.api(page, "GET", f"/proposals/{made}")["version"], "title": title})
        return made

    def screens(self):
        """Each by its name: its address, what is opened there, and for whom it is."""
        details = lambda page: [one.click() for one in page.locator("main details > summary").all()]
        lists = lambda page: page.locator("[aria-pressed]").click()
        text = "#/text/{}/{}/{}/".format
        return {
            "texts": ("#/texts", None),
            "text": (text("signal.critical", "title", "en"), None),
            "text-open": (text("signal.critical", "title", "en"), details),
            "rows": (text("message.received", "body", "en"), None),
            "rows-with-faults": (text("message.received", "body", "ar"), None),
            "rows-as-lists": (text("sync.conflict", "body", "en"), lists),
            "unwritten": (text("message.received", "action", "ar"), None),
            "locked": (text("mou.expiring", "body", "en"), None),
            "term": (text("$terms", "product", "en"), None),
            "compare": ("#/compare/message.received/body//", None),
            "compare-proposal": (f"#/compare/app.update-available/title//{self.waiting}", None),
            "hand-in": ("#/hand-in", None),
            "proposals": ("#/proposals", None),
            "proposal": (f"#/proposal/{self.waiting}", None),
            "versions": ("#/versions", None),
            "version": ("#/version/1", None),
            "settings": ("#/settings", None),
        }

    def show(self, page, name, address, then):
        """Begins at nothing, so that what was opened is closed."""
        page.evaluate("address => { location.hash = address; }", address)
        page.reload()
        expect(page.locator("main h2, main h3").first).to_be_visible()
        if address.startswith("#/text/"):
            expect(page.locator("article").first).to_be_visible()
            # The app's inbox comes by itself.
            if page.locator("[data-device=inbox]").count():
                expect(page.locator("carillon-inbox")).to_be_visible()
        if name == "rows-with-faults":
            expect(page.locator(".faults li.error").first).to_be_visible()
            expect(page.locator("main .note[role=status]").first).to_have_text(re.compile("."))
        if then:
            then(page)
        if name == "text-open":
            expect(page.locator(".change ins").first).to_be_visible()

    def seen_by(self, name):
        return self.max if name == "settings" else self.grace

    def look(self, language, colours, width):
        pages = {}
        for owner in self.grace, self.max:
            page = owner.context.new_page()
            page.on("pageerror", lambda error: self.complaints.append(str(error)))
            page.goto(owner.url.split("#")[0])
            page.evaluate("language => localStorage.setItem('carillon-studio-language', language)", language)
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(**colours)
            pages[owner] = page
        for name, (address, then) in self.screens().items():
            page = pages[self.seen_by(name)]
            with self.subTest(screen=name, language=language, width=width, **colours):
                self.show(page, name, address, then)
                self.assertEqual(page.evaluate("document.documentElement.lang"), language)
                self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), width)
                result = Axe().run(page, options={"runOnly": TAGS, "resultTypes": ["violations"]}).response
                self.assertEqual([f"{one['id']}: {node['html'][:160]}" for one in result["violations"] for node in one["nodes"]], [])
                body = page.locator("body")
                seen = body.aria_snapshot() + body.inner_text()
                self.assertIsNone(SOURCE.search(seen.replace("$terms", "")), seen)
        for page in pages.values():
            page.evaluate("localStorage.clear()")
            page.close()

    def test_every_screen_in_every_look(self):
        for look in LOOKS:
            self.look(*look)

    def test_signed_out(self):
        page = self.open(self.demo.studio[0].split("#")[0])
        expect(page.get_by_text("ask for a new one")).to_be_visible()
        self.assert_accessible(page)

    def test_the_catalogues_name_every_screen(self):
        """A screen that is added has to be added here: each address that the page leads to is one of these."""
        source = (ASSETS / "studio.js").read_text()
        views = set(re.findall(r'view === "([\w-]+)"', source)) | {"texts"}
        self.assertEqual({address.split("/")[1] for address, _ in self.screens().values()}, views)


if __name__ == "__main__":
    unittest.main()
