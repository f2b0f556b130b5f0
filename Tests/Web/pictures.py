"""Makes the pictures of the studio in the documents, from `carillond demo` in a browser: `make pictures`.

Each is what somebody sees who does what the guide says. They are made again where the page has changed, and looked at.
"""

import re
import shutil
import sys
import tempfile
from pathlib import Path

from case import expect, launch
from demo import Demo, ROOT

FOLDER = ROOT / "docs/images"
#: In bytes: more is slow to load, and to clone.
MOST = 150_000
#: What the changed title says.
WORDS = "A signal needs your attention"


class Pictures:
    def __init__(self, demo):
        self.demo = demo
        # Letters in grey take half the bytes of coloured ones.
        self.browser = launch("--disable-lcd-text")

    def open(self, link, width=1280, height=860):
        context = self.browser.new_context(viewport={"width": width, "height": height}, locale="en-GB", reduced_motion="reduce")
        page = context.new_page()
        page.goto(link)
        expect(page.get_by_role("searchbox")).to_be_visible()
        return page

    def at(self, page, message, slot, locale="en"):
        page.evaluate("address => { location.hash = address; }", f"#/text/{message}/{slot}/{locale}/")
        expect(page.get_by_role("heading", name=f"{message} · {slot}")).to_be_visible()
        expect(page.get_by_role("article").first).to_be_visible()

    def take(self, page, name, part=None, **options):
        page.mouse.move(0, 0)
        file = FOLDER / f"studio-{name}.png"
        (part or page).screenshot(path=file, animations="disabled", caret="initial", **options)
        size = file.stat().st_size
        print(f"{file.relative_to(ROOT)}  {size:,} bytes")
        if size > MOST:
            sys.exit(f"{file.name} is larger than {MOST:,} bytes")

    def all(self):
        ada = self.open(self.demo.studio[0])
        self.take(ada, "texts", clip={"x": 0, "y": 0, "width": 1280, "height": 560})

        self.at(ada, "signal.critical", "title")
        box = ada.get_by_role("textbox", name="Words")
        box.fill(WORDS)
        expect(ada.locator("[data-device=lock]")).to_contain_text(WORDS)
        expect(ada.get_by_text("Saved")).to_be_visible()
        self.take(ada, "change")

        box.fill(f"{WORDS}, as soon as you can look at your phone")
        expect(ada.get_by_text("cut about here").first).to_be_visible()
        ada.get_by_text("How it is looked at").click()
        ada.get_by_label("Colours").select_option("dark")
        ada.get_by_label("Text size").select_option("130")
        self.take(ada, "frames", ada.get_by_role("region", name="Preview"))
        ada.get_by_label("Colours").select_option("page")
        ada.get_by_label("Text size").select_option("100")
        ada.get_by_text("How it is looked at").click()
        box.fill(WORDS)
        expect(ada.get_by_text("Saved")).to_be_visible()
        expect(ada.get_by_text("cut about here")).to_have_count(0)

        # Six forms, each with what it reads like.
        self.at(ada, "message.received", "body", "ar")
        expect(ada.get_by_role("list", name=re.compile("^Reads like this"))).to_have_count(6)
        ada.get_by_role("spinbutton", name="How many messages").fill("3")
        expect(ada.locator("[data-device=lock]")).to_contain_text("3")
        ada.get_by_role("group", name=re.compile("^Depends on")).evaluate("one => one.scrollIntoView()")
        self.take(ada, "numbers", clip={"x": 0, "y": 0, "width": 1280, "height": 820})

        self.at(ada, "message.received", "body")
        ada.get_by_role("link", name="All languages").click()
        expect(ada.get_by_role("region", name="Arabic (ar)").locator(".device")).to_be_visible()
        self.take(ada, "compare", full_page=True)

        ada.get_by_role("button", name="Hand in").click()
        ada.get_by_label("What is it about?").fill("A plainer title for signals")
        self.take(ada, "hand-in", clip={"x": 0, "y": 0, "width": 1280, "height": 470})
        ada.get_by_role("button", name="Hand in").last.click()
        expect(ada.get_by_role("heading", name="A plainer title for signals")).to_be_visible()

        grace = self.open(self.demo.studio[1])
        grace.get_by_role("link", name="1 proposal waits to be looked at").click()
        grace.get_by_role("link", name="A plainer title for signals").click()
        expect(grace.get_by_role("button", name="Approve")).to_be_visible()
        self.take(grace, "approve", clip={"x": 0, "y": 0, "width": 1280, "height": 390})
        grace.get_by_role("button", name="Approve").click()
        expect(grace.get_by_role("button", name="Publish")).to_be_visible()
        self.take(grace, "publish", clip={"x": 0, "y": 0, "width": 1280, "height": 390})
        grace.get_by_role("button", name="Publish").click()
        expect(grace.get_by_role("heading", name="Version 1: A plainer title for signals")).to_be_visible()
        grace.get_by_role("button", name="Go back to the words of the files").click()
        grace.get_by_label("Why?").fill("Readers know the old one")
        self.take(grace, "roll-back", clip={"x": 0, "y": 0, "width": 1280, "height": 430})


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "tenants/dossier", Path(folder) / "dossier")
        demo = Demo(Path(folder))
        try:
            Pictures(demo).all()
        finally:
            demo.stop()
