"""Whatever is clicked and typed in the studio's forms, no fault comes that a form can't show, nothing fails, and nobody sees source.

`SECONDS_OF_CLICKS` is how long, `SEED` repeats a walk: `make clicks` is half an hour of it.
"""

import os
import random
import time
import unittest

from playwright.sync_api import Error

from case import expect
from studio_case import SOURCE, StudioCase

SECONDS = float(os.environ.get("SECONDS_OF_CLICKS", "25"))
SEED = int(os.environ.get("SEED", random.randrange(2**32)))

#: What no form leads to.
IMPOSSIBLE = {f"T0{number}" for number in [*range(201, 209), 211, *range(214, 218), 221, 222, 223, 225, 226]}
#: What is typed: words, signs of other scripts, and what looks like code, as far as it doesn't look like MessageFormat.
WORDS = ["word ", "é", "e\u0301", "😀", "مرحبا", "<b>", "&nbsp;", "%s", "#", "/", "\\", "|", "\"", "1", ". ", "日本"]
SOURCE_WORDS = ["{", "}", "$", "{$x}", ".match", ".local $x", "{{x}}", ":number", "*", "{0}", "\\{", "{#b}", "{/b}"]
KEYS = [
    "Enter", "Backspace", "Delete", "Home", "End", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Shift+ArrowLeft", "Shift+ArrowRight",
    "Shift+Home", "Control+a", "Control+c", "Control+x", "Control+v", "Control+z", "Control+Shift+z", "Control+b", "Control+i", "Control+Space",
    "Alt+ArrowDown", "Escape", "Tab", "Shift+Tab",
]
#: What can be used in the form, and beside it.
CONTROLS = (
    "section[aria-label=Words] :is(button, select, input, textarea, .words, [role=option], [role^=menuitem]), "
    "section[aria-label=Preview] :is(select, input[type=range], input[type=number])"
)
#: One of those that can be used now, and what is done with it.
CHOOSE = """([controls, number]) => {
    const usable = [...document.querySelectorAll(controls)]
        .filter((one) => one.checkVisibility() && !one.disabled && one.getAttribute("aria-readonly") !== "true");
    return usable[Math.floor(number * usable.length)] ?? null;
}"""
KIND = """(one) => (one.matches("select, [type=range], [type=number]") ? one.type : one.matches("input, textarea, .words") ? "words" : "button")"""
OPTIONS = "one => [...one.options].filter((option) => !option.disabled).map(({ value }) => value)"


class Clicks(StudioCase):
    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)
        self.codes = set()
        self.wrong = []
        self.steps = 0

    def heard(self, answer):
        """The codes of faults in an answer of the host."""
        if not ("/studio/preview" in answer.url or answer.request.method == "PUT"):
            return
        if answer.status >= 400:
            # Others may have changed it, or too much was asked for; what the app's inbox can't be made of (T0981) has no preview. A form
            # that the page sends is one: any other answer is the page's own fault.
            if answer.status not in (409, 429, 503):
                self.wrong.append(f"{answer.status} {answer.url} {answer.request.post_data}")
            return
        try:
            codes = {fault["code"] for fault in answer.json().get("faults", []) if not fault.get("old")}
        except Error:
            return  # A newer one took its place before it was read.
        self.codes |= codes
        if codes & IMPOSSIBLE:
            self.wrong.append(f"{codes & IMPOSSIBLE} {answer.request.post_data}")

    def do(self, page, words):
        """One thing that somebody does."""
        choose = self.random.choice
        control = page.evaluate_handle(CHOOSE, [CONTROLS, self.random.random()]).as_element()
        if control is None:
            return
        kind = control.evaluate(KIND)
        try:
            if kind == "button":
                control.click(timeout=2000, force=True)
            elif kind == "select-one":
                if options := control.evaluate(OPTIONS):
                    control.select_option(choose(options), timeout=2000)
            elif kind == "range":
                control.press(choose(["ArrowLeft", "ArrowRight", "Home", "End"]), timeout=2000)
            elif kind == "number":
                control.fill(str(choose([0, 1, 2, 3, 7, 11, 100, 1_000_000])), timeout=2000)
            else:
                control.focus()
                for _ in range(self.random.randint(1, 6)):
                    if self.random.random() < 0.5:
                        page.keyboard.press(choose(KEYS))
                    else:
                        page.keyboard.type(choose(words))
        except Error as error:
            # What was there has gone meanwhile.
            if not any(word in str(error) for word in ("not attached", "Timeout", "detached", "not visible", "outside of the viewport")):
                raise
        self.steps += 1

    def walk(self, words, isSourceFree, seconds):
        page = self.open(self.demo.studio[0])
        page.on("response", self.heard)
        # All pages have one clipboard: what an earlier walk left there isn't pasted.
        search = page.get_by_role("searchbox")
        search.fill("word")
        search.press("Control+a")
        search.press("Control+c")
        search.fill("")
        links = page.locator("main .groups a").evaluate_all("all => all.map((one) => one.getAttribute('href'))")
        locales = page.evaluate("async () => (await (await fetch(location.pathname + '/session')).json()).locales.map(({ tag }) => tag)")
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            link = self.random.choice(links).split("/")
            link[4] = self.random.choice(locales)
            page.evaluate("address => { location.hash = address; }", "/".join(link))
            expect(page.get_by_role("region", name="Words").get_by_role("heading")).to_have_count(1)
            for _ in range(12):
                self.do(page, words)
            self.assertEqual(self.wrong, [], f"SEED={SEED}")
            self.assertEqual(self.complaints, [], f"SEED={SEED}")
            if isSourceFree:
                body = page.locator("body")
                seen = body.aria_snapshot() + body.inner_text()
                self.assertIsNone(SOURCE.search(seen), f"SEED={SEED} {seen}")
            expect(page.locator("main")).to_be_visible()

    def tearDown(self):
        print(f"clicks: SEED={SEED}, {self.steps} steps, codes {sorted(self.codes)}")
        super().tearDown()

    def test_words(self):
        self.walk(WORDS, True, SECONDS / 3)

    def test_what_looks_like_source(self):
        self.walk(WORDS + SOURCE_WORDS, False, SECONDS / 3)


class Marks(Clicks):
    tenant = "remittance"
    test_what_looks_like_source = None

    def test_words(self):
        self.walk(WORDS, True, SECONDS / 3)


if __name__ == "__main__":
    unittest.main()
