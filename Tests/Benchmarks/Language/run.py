#!/usr/bin/env python3
"""Measures `carillon lsp` with a client's clock: from the write of a message to the whole answer.

usage: Tests/Benchmarks/Language/run.py [--keys N] [--events N] [--hour] [--minutes N]   (from anywhere; CARILLON names another build)

For each of the five tenants and a made-up one, in milliseconds (half within, 95 of 100 within), beside the aim for the second:
a key in a template file until that file's diagnostics are there, a key in `events.json` until those of the templates that it
breaks are, completion, hover and definition at a key, colours and hints, and the start of the program until the first
diagnostics. Each key makes a text that wasn't there before. Then the memory that the program has in use.

`--hour` types as many keys as a person does in an hour, into the largest of the five tenants and the made-up one, and says what
memory is in use after each tenth; it fails where that grows. Keys follow one another as soon as they are answered; with
`--minutes N` they come as a person types them, for so many minutes: `--minutes 60` is the hour itself.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(ROOT / "Tests/Editors"), str(HERE.parent)]
from processes import megabytes  # noqa: E402
from raw import Client  # noqa: E402
from release_build import release_build  # noqa: E402

# Milliseconds that 95 of 100 may take: in a real tenant, and in a made-up one.
AIMS = {
    "start to diagnostics": (150, 1500),
    "key to diagnostics": (20, 50),
    "key to all diagnostics": (50, 1000),
    "completion": (10, 20),
    "hover": (10, 20),
    "definition": (10, 20),
    "colours of 60 lines": (5, 5),
    "hints of 60 lines": (10, 20),
    "colours of 256 KiB": (None, 30),
}
# MB in use at the end.
MEMORY_AIMS = (60, 300)
# Three keys a second, and pauses in which one thinks.
KEYS_OF_AN_HOUR = 7200
PACE = 3600 / KEYS_OF_AN_HOUR
WORD = "abcdefghij"


class Typist:
    """A client with one template file open, who writes words into one of its messages and takes them out again."""

    def __init__(self, program, tenant):
        self.tenant = tenant
        self.path = sorted((tenant / "templates").glob("*.json"))[0]
        self.client = Client(program)
        capabilities = {"general": {"positionEncodings": ["utf-32"]}}
        self.client.start(tenant.parent, capabilities)
        self.text = self.path.read_text()
        self.uri = self.client.open(self.path)
        self.client.diagnostics(self.uri)
        self.version = 1
        self.count = 0
        lines = self.text.split("\n")
        # Within a message's words, in the middle of the file.
        line = next(n for n in range(len(lines) // 2, len(lines)) if ': "' in lines[n] and "locale" not in lines[n])
        self.place = {"line": line, "character": lines[line].index(': "') + 3}

    def change(self, uri, version, start, end, text):
        change = {"range": {"start": start, "end": end}, "text": text}
        document = {"uri": uri, "version": version}
        self.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def key(self):
        """The next letter of a word that differs from the one before; behind its last one the word goes."""
        number, column = divmod(self.count, len(WORD) + 1)
        self.count += 1
        self.version += 1
        start = {**self.place, "character": self.place["character"] + column}
        if column < len(WORD):
            letter = WORD[(number + column * column) % len(WORD)]
            self.change(self.uri, self.version, start, start, letter)
        else:
            self.change(self.uri, self.version, self.place, start, "")

    def settle(self):
        """Waits for the diagnostics of the last version."""
        while self.client.diagnostics(self.uri).get("version") != self.version:
            pass

    def ask(self, feature, **more):
        return self.client.ask(f"textDocument/{feature}", {"textDocument": {"uri": self.uri}, **more})


def timed(work):
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def started(program, tenant):
    """Milliseconds from the start of the program to the first diagnostics of a file."""
    path = sorted((tenant / "templates").glob("*.json"))[0]
    client = Client(program)
    began = time.perf_counter()
    client.start(tenant.parent)
    client.diagnostics(client.open(path))
    took = 1000 * (time.perf_counter() - began)
    client.end()
    return took


def renamed_field(typist):
    """Where a field stands in `events.json` that the open templates use: its line, and the column behind its name."""
    text = (typist.tenant / "events.json").read_text()
    messages = json.loads(typist.text)["messages"]
    for event, declared in json.loads(text)["events"].items():
        for field in declared.get("payload", {}):
            if f"{{${field}" in json.dumps(messages.get(event, "")):
                index = text.index(f'"{field}"', text.index('"payload"', text.index(f'"{event}"'))) + 1 + len(field)
                before = text[:index].split("\n")
                return {"line": len(before) - 1, "character": len(before[-1])}
    sys.exit(f"{typist.tenant.name} has no field that its templates use")


def settled(typist, times):
    """Keys in `events.json` until the templates say that the field they use is gone, and until they no longer do."""
    path = typist.tenant / "events.json"
    uri = typist.client.open(path)
    place = renamed_field(typist)
    behind = {**place, "character": place["character"] + 1}
    for number in range(times):
        is_broken = number % 2 == 0
        typist.client.kept.clear()
        began = time.perf_counter()
        typist.change(uri, number + 2, place, place if is_broken else behind, "x" if is_broken else "")
        while bool(typist.client.diagnostics(typist.uri, timeout=120)["diagnostics"]) != is_broken:
            pass
        yield 1000 * (time.perf_counter() - began)


def measure(program, tenant, keys):
    figures = {name: [] for name in AIMS}
    figures["start to diagnostics"] = [started(program, tenant) for _ in range(5)]
    typist = Typist(program, tenant)

    def key():
        typist.key()
        typist.settle()

    at = {"position": typist.place}
    line = typist.place["line"]
    window = {"start": {"line": max(0, line - 30), "character": 0}, "end": {"line": line + 30, "character": 0}}
    end = len(typist.text[: 256 << 10].split("\n"))
    large = {"start": {"line": 0, "character": 0}, "end": {"line": end, "character": 0}}
    for _ in range(keys):
        figures["key to diagnostics"].append(timed(key))
        for feature in ["completion", "hover", "definition"]:
            figures[feature].append(timed(lambda: typist.ask(feature, **at)))
        figures["colours of 60 lines"].append(timed(lambda: typist.ask("semanticTokens/range", range=window)))
        figures["hints of 60 lines"].append(timed(lambda: typist.ask("inlayHint", range=window)))
        if len(typist.text) >= 256 << 10:
            figures["colours of 256 KiB"].append(timed(lambda: typist.ask("semanticTokens/range", range=large)))
    figures["key to all diagnostics"] = list(settled(typist, min(keys, 40)))
    memory = megabytes(typist.client.process.pid)
    typist.client.end()
    return figures, memory


def hour(program, tenants, keys, is_paced):
    """For each tenant, MB in use after each tenth of the keys; all of them are written into at the same time."""
    typists = [Typist(program, tenant) for tenant in tenants]
    used = [[] for _ in typists]
    began = time.monotonic()
    for number in range(keys):
        for typist, parts in zip(typists, used):
            typist.key()
            typist.settle()
            typist.ask("completion", position=typist.place)
            if number % 10 == 9:
                typist.ask("hover", position=typist.place)
            if (number + 1) % max(1, keys // 10) == 0:
                parts.append(megabytes(typist.client.process.pid))
        if is_paced:
            time.sleep(max(0, began + (number + 1) * PACE - time.monotonic()))
    for typist in typists:
        typist.client.end()
    return [parts[:10] for parts in used]


class Table:
    """Rows on standard output, and how many figures are above their aims."""

    missed = 0

    def row(self, title, name, half, high, aim, is_missed):
        self.missed += is_missed
        print(f"{title:<28} {name:<24} {half:>8} {high:>8} {aim:>6}", flush=True)

    def times(self, title, name, times, aim):
        high = statistics.quantiles(times, n=20, method="inclusive")[-1]
        self.row(title, name, f"{statistics.median(times):.1f}", f"{high:.1f}", aim, high > aim)


def main():
    options = argparse.ArgumentParser(usage=__doc__.split("\n")[2].removeprefix("usage: "))
    options.add_argument("--keys", type=int, default=100)
    options.add_argument("--events", type=int, default=1000, help="of the made-up tenant")
    options.add_argument("--hour", action="store_true", help="memory over an hour of typing")
    options.add_argument("--minutes", type=int, help="the same for so many minutes, at a person's pace")
    options = options.parse_args()
    is_hour = options.hour or options.minutes is not None
    keys_of_hour = KEYS_OF_AN_HOUR if options.minutes is None else max(10, int(options.minutes * 60 / PACE))
    program = release_build("carillon", "CARILLON")
    table = Table()
    with tempfile.TemporaryDirectory() as folder:
        real = sorted(path.parent for path in (ROOT / "tenants").glob("*/templates"))
        if is_hour:
            real = [max(real, key=lambda tenant: sum(path.stat().st_size for path in tenant.rglob("*.json")))]
        tenants = []
        # Each in a folder of its own, so that the editor has one tenant.
        for tenant in real:
            tenants.append(Path(shutil.copytree(tenant, Path(folder) / tenant.name / tenant.name)))
        made_up = Path(folder) / "made-up/made-up"
        generate = ROOT / "Tests/Benchmarks/Validation/generate.py"
        subprocess.run([sys.executable, str(generate), str(options.events), str(made_up)], check=True)
        used = {}
        if is_hour:
            print(f"{'MB':<28} after each tenth of {keys_of_hour} keys", flush=True)
            all_tenants = [*tenants, made_up]
            used = dict(zip(all_tenants, hour(program, all_tenants, keys_of_hour, options.minutes is not None)))
        else:
            table.row("", "", "p50 ms", "p95 ms", "aim", False)
        for tenant in [*tenants, made_up]:
            is_made_up = tenant is made_up
            title = f"{options.events} event types × 10" if is_made_up else tenant.name
            limit = MEMORY_AIMS[is_made_up]
            if is_hour:
                parts = used[tenant]
                print(f"{title:<28} {' '.join(f'{part:.0f}' for part in parts)} (aim: {limit})", flush=True)
                # The first half is the allocator's, to find out how much it needs.
                table.missed += max(parts) > limit or max(parts[5:]) > 1.05 * max(parts[:5])
                continue
            figures, memory = measure(program, tenant, options.keys)
            for name, times in figures.items():
                if times:
                    table.times(title, name, times, AIMS[name][is_made_up])
            table.row(title, "memory in use, MB", "", f"{memory:.0f}", limit, memory > limit)
    if table.missed:
        print(f"{table.missed} above the aim", file=sys.stderr)
    sys.exit(1 if table.missed else 0)


main()
