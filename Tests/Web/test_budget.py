import gzip
import re
import subprocess
import sys
import unittest

from demo import ROOT
from mock_host import ASSETS
from serving import served, tokens

CORE = "inbox.js feed.js dom.js".split()
LAZY = "marks.js live.js views.js preferences.js permission.js feed-element.js switch.js page.js".split()


#: Modules of the inbox that the studio shows an inbox with; they come when one is shown, and have a budget of their own.
SHARED = "dom.js".split()


def size(file):
    """As the host serves it: by itself, with zlib's own level."""
    return len(gzip.compress(served(file).encode(), 6))


class Budget(unittest.TestCase):
    """What a bell and its open panel need, and what the studio does."""

    def test_the_core_is_at_most_15_000_bytes(self):
        sizes = {name: size(ASSETS / name) for name in CORE + LAZY}
        print("core", sum(sizes[name] for name in CORE), sizes)
        self.assertLessEqual(sum(sizes[name] for name in CORE), 15_000)

    def test_what_comes_later_is_at_most_8_000_bytes_each(self):
        for name in LAZY:
            self.assertLessEqual(size(ASSETS / name), 8_000, name)

    def test_the_studio_is_at_most_60_000_bytes_with_one_language(self):
        """All its screens, whether they were opened or not, and the largest of its catalogues: a page asks for one."""
        files = [*(ASSETS / name for name in SHARED), *ASSETS.glob("studio*.js"), *ASSETS.glob("studio*.css")]
        catalogues = [size(file) for file in ASSETS.glob("studio-*.json")]
        whole = sum(map(size, files)) + max(catalogues)
        print("studio", whole)
        self.assertLessEqual(whole, 60_000)

    def test_nothing_parses_markup(self):
        for name in CORE + LAZY + [file.name for file in ASSETS.glob("studio*.js")]:
            for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "DOMParser", "eval(", "document.write"):
                self.assertNotIn(word, (ASSETS / name).read_text(), name)

    def test_styles_know_no_left_and_right(self):
        scripts = "".join((ASSETS / name).read_text() for name in CORE + LAZY)
        style = (ASSETS / "page.css").read_text() + "".join(re.findall(r"sheet\(`(.*?)`\)", scripts, re.S))
        self.assertGreater(len(style), 5000)
        for word in ("left:", "right:", "margin-left", "padding-right", "text-align: left", "width: ", "height: "):
            for line in style.splitlines():
                at = line.find(word)
                if at >= 0:
                    self.assertIn(line[max(0, at - 1)], "-", line)  # inline-size, line-height, stroke-width


class Serving(unittest.TestCase):
    """What is served says what the repository says."""

    def test_every_script_has_the_same_tokens(self):
        for file in ASSETS.glob("*.js"):
            source, result = (
                [one for one in tokens(text) if one[0] != "gap"] for text in (file.read_text(), served(file)))
            self.assertGreater(len(source), 50, file.name)
            self.assertEqual(source, result, file.name)

    def test_what_is_embedded_is_what_would_be_made(self):
        check = subprocess.run(
            [sys.executable, ROOT / "Tests/Tools/embed-web.py", "--check"], capture_output=True, text=True, check=False)
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
