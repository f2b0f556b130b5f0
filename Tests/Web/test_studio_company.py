"""The studio with others in it: who is there, what is kept and published meanwhile, and mails that load and run nothing."""

import http.server
import shutil
import tempfile
import threading
import unittest
from pathlib import Path

import test_studio
from case import expect
from demo import Demo, ROOT

#: What a mail may try, at the address that takes the place of HERE.
HOSTILE = (
    '<p id="words">Hello</p><img src="HERE/pixel.png" alt="A picture">'
    '<link rel="stylesheet" href="HERE/style.css"><script>parent.postMessage("ran", "*")</script>'
    '<style>p { background: url(HERE/back.png) } @import "HERE/more.css";</style>'
    '<iframe src="HERE/frame"></iframe><form action="HERE/form"><button>Go</button></form>'
    '<img src="x" onerror="parent.postMessage(\'ran\', \'*\')"><a href="HERE/link" target="_top">Link</a>'
)


class Company(unittest.TestCase):
    """Browsers and complaints as in the studio's other tests."""

    open = test_studio.Studio.open
    show = test_studio.Studio.show
    assert_accessible = test_studio.Studio.assert_accessible
    tearDown = test_studio.Studio.tearDown
    tenant = "dossier"

    def setUp(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        shutil.copytree(ROOT / "tenants" / self.tenant, folder / self.tenant)
        self.demo = Demo(folder)
        self.addCleanup(self.demo.stop)
        self.complaints = []


class Presence(Company):
    def test_who_has_the_text_open_and_what_happens_to_it(self):
        ada, grace = (self.open(link) for link in self.demo.studio)
        self.show(ada, "signal.critical", "title")
        expect(ada.get_by_role("article").first).to_be_visible()
        expect(ada.get_by_text("has this text open")).to_have_count(0)
        self.show(grace, "signal.critical", "title")
        expect(ada.get_by_text("Grace has this text open, too.")).to_be_visible()
        expect(grace.get_by_text("Ada has this text open, too.")).to_be_visible()
        box = ada.get_by_role("textbox", name="Words")
        box.fill("Something important")
        box.press("Tab")
        expect(ada.get_by_text("Saved")).to_be_visible()
        expect(grace.get_by_text("Ada has just kept other words for this text in another proposal.")).to_be_visible()
        self.assert_accessible(grace)
        # Who is elsewhere isn't here.
        grace.get_by_role("link", name="Proposals").click()
        expect(ada.get_by_text("has this text open")).to_have_count(0)

        # A tab of one's own.
        other = ada.context.new_page()
        other.goto(ada.url)
        expect(other.get_by_text("You have this text open in another tab, too.")).to_be_visible()
        other.close()

        ada.get_by_role("button", name="Hand in").click()
        ada.get_by_label("What is it about?").fill("Plainer title")
        ada.get_by_role("button", name="Hand in").last.click()
        expect(ada.get_by_role("heading", name="Plainer title")).to_be_visible()
        self.show(ada, "signal.critical", "body")
        grace.get_by_role("link", name="Texts").click()
        grace.get_by_role("link", name="Proposals").click()
        grace.get_by_role("link", name="Plainer title").click()
        grace.get_by_role("button", name="Approve").click()
        grace.get_by_role("button", name="Publish").click()
        expect(ada.get_by_text("Other words count now")).to_be_visible()
        ada.get_by_role("button", name="Show them").click()
        expect(ada.get_by_role("article").first).to_contain_text("Something important")
        expect(ada.get_by_text("Other words count now")).to_have_count(0)


class Mail(Company):
    tenant = "remittance"

    def test_a_mail_loads_nothing_and_runs_nothing(self):
        page = self.open(self.demo.studio[0])
        here = Lure()
        self.addCleanup(here.close)
        page.evaluate("addEventListener('message', ({ data }) => (document.title = `heard ${data}`))")
        # Words can't become markup: what a mail may try is put into the host's own answer, under its policy.
        page.route("**/mail-preview/*", lambda route: route.fulfill(response=route.fetch(), body=HOSTILE.replace("HERE", here.origin)))
        self.show(page, "security", "title", "nb")
        frame = page.locator("iframe").first
        expect(frame).to_be_visible()
        expect(page.frame_locator("iframe").first.locator("#words")).to_have_text("Hello")
        self.assertEqual(round(frame.bounding_box()["width"]), 600)
        for view, width in ("phone", 360), ("dark", 600):
            page.get_by_label("Mail shown").first.select_option(view)
            self.assertEqual(round(frame.bounding_box()["width"]), width)
        page.get_by_label("Mail shown").first.select_option("text")
        expect(page.get_by_role("group", name="The mail").locator("iframe")).to_have_count(0)
        # Not even a click on its link or its button leads anywhere.
        page.get_by_label("Mail shown").first.select_option("wide")
        for name in "Link", "Go":
            page.frame_locator("iframe").first.get_by_text(name, exact=True).click(no_wait_after=True)
        expect(page.frame_locator("iframe").first.locator("#words")).to_have_text("Hello")
        self.assertEqual(here.asked, [])
        self.assertNotIn("heard", page.title())
        # What the browser keeps a mail from doing, it says.
        self.assertTrue(any(blocked(one) for one in self.complaints), self.complaints)
        self.complaints = [one for one in self.complaints if not blocked(one)]


def blocked(complaint):
    """Whether the browser says that it kept a mail from doing something."""
    return any(word in complaint for word in ("Content Security Policy", "sandboxed", "Blocked script execution", "Unsafe attempt", "CORS policy"))


class Lure(http.server.ThreadingHTTPServer):
    """A server that notes what it is asked for."""

    def __init__(self):
        self.asked = asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                self.send_response(200)
                self.end_headers()

            do_POST = do_GET

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def close(self):
        self.shutdown()
        self.server_close()


if __name__ == "__main__":
    unittest.main()
