"""Whatever one can type: the server lives, answers in time, and at the end says what `carillon validate` says.

`CARILLON_EDITS` is the number of random edits for each tenant, `CARILLON_SEED` what they are drawn from.
"""
import json
import os
import pathlib
import random
import shutil
import subprocess
import time

import pytest
from conftest import PROGRAM, ROOT
from raw import Client

# The long form, for release builds: `make edits`.
IS_LONG = "CARILLON_EDITS" in os.environ
EDITS = int(os.environ.get("CARILLON_EDITS", "12"))
SEED = int(os.environ.get("CARILLON_SEED", str(random.randrange(1 << 30))))
# Seconds that an answer may take, without those in which the server waited for a processor: what runs beside the tests takes its
# share. Debug builds are several times slower.
LIMIT = float(os.environ.get("CARILLON_ANSWER_LIMIT", "15"))
PASTE = 1 << (20 if IS_LONG else 17)
NAMES = sorted(path.parent.name for path in (ROOT / "tenants").glob("*/events.json") if path.parent.name != "schema")

PIECES = [
    "", "", "", '"', "{", "}", "[", "]", ":", ",", "\\", "\\u12", "\\ud83d", "{$", "{$count :", ".match", "{{", "}}", "|",
    "é", "😀", "\u202eم", "e\u0301", "\n", "\r\n", "\t", "\0", "null", "-1e999", '"a": ', "/*", "$", "*", "\ufeff", "[" * 80,
]


class Typist:
    """A client that keeps the text of what it has open, and asks everything there is to ask."""

    def __init__(self, client, folder):
        self.client = client
        self.folder = folder
        self.texts = {}
        self.versions = {}
        self.slowest = (0.0, "")
        client.start(
            folder.parent,
            {
                "general": {"positionEncodings": ["utf-32"]},
                "textDocument": {
                    "codeAction": {"codeActionLiteralSupport": {}},
                    "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
                },
                "workspace": {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename"]}},
            },
        )

    def open(self, path, text=None):
        uri = self.client.open(path, text)
        self.texts[uri] = path.read_text() if text is None else text
        self.versions[uri] = 1
        return uri

    @staticmethod
    def place(text, index):
        """The line and column of a character; None between a carriage return and its line feed, where no position is."""
        if text[:index].endswith("\r") and text[index : index + 1] == "\n":
            return None
        lines = text[:index].replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return {"line": len(lines) - 1, "character": len(lines[-1])}

    def edit(self, uri, start, end, piece):
        text = self.texts[uri]
        places = [self.place(text, start), self.place(text, end)]
        if None in places:
            return
        self.texts[uri] = text[:start] + piece + text[end:]
        self.versions[uri] += 1
        change = {"range": {"start": places[0], "end": places[1]}, "text": piece}
        self.client.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": self.versions[uri]}, "contentChanges": [change]},
        )

    def waited(self):
        """Seconds in which the thread that answers could have run, and other programs had the processors."""
        try:
            return int(pathlib.Path(f"/proc/{self.client.process.pid}/schedstat").read_text().split()[1]) / 1e9
        except OSError:
            return 0.0

    def timed(self, method, parameters):
        waited, began = self.waited(), time.perf_counter()
        answer = self.client.answer(self.client.send(method, parameters), timeout=120)
        took = time.perf_counter() - began - (self.waited() - waited)
        if took > self.slowest[0]:
            self.slowest = (took, method)
        assert "error" not in answer or answer["error"]["code"] in (-32602, -32801, -32803), (method, answer)
        assert took < LIMIT, f"{method} took {took:.2f} s (seed {SEED})"
        return answer.get("result")

    def ask(self, uri, place):
        document = {"textDocument": {"uri": uri}}
        beyond = [{"line": 1 << 40, "character": 1 << 40}, {"line": place["line"], "character": 1 << 31}]
        for position in [place, *beyond]:
            for feature in ["hover", "completion", "definition", "references", "documentHighlight", "prepareRename"]:
                self.timed(f"textDocument/{feature}", {**document, "position": position, "context": {"includeDeclaration": True}})
            self.timed("textDocument/rename", {**document, "position": position, "newName": "other_name"})
        start = {"line": max(0, place["line"] - 30), "character": 0}
        end = {"line": place["line"] + 30, "character": 0}
        window = {**document, "range": {"start": start, "end": end}}
        self.timed("textDocument/codeAction", {**document, "range": {"start": place, "end": place}, "context": {"diagnostics": []}})
        self.timed("textDocument/inlayHint", window)
        self.timed("textDocument/semanticTokens/range", window)
        full = self.timed("textDocument/semanticTokens/full", document)
        self.timed("textDocument/semanticTokens/full/delta", {**document, "previousResultId": (full or {}).get("resultId", "")})
        for feature in ["documentSymbol", "foldingRange", "documentColor", "documentLink"]:
            self.timed(f"textDocument/{feature}", document)
        self.timed("textDocument/selectionRange", {**document, "positions": [place, beyond[0]]})
        self.timed("textDocument/formatting", {**document, "options": {"tabSize": 2, "insertSpaces": True}})
        self.timed("workspace/symbol", {"query": "a"})

    def settled(self, uri):
        """The diagnostics that are published for the last version of a document."""
        while True:
            found = self.client.diagnostics(uri, timeout=120)
            if found.get("version") == self.versions[uri]:
                return found["diagnostics"]

    def check_places(self):
        """Every diagnostic that was published is within the text that it was published for."""
        for message in [m for m in self.client.kept if m.get("method") == "textDocument/publishDiagnostics"]:
            self.client.kept.remove(message)
            uri = message["params"]["uri"]
            if message["params"].get("version") != self.versions.get(uri):
                continue
            lines = self.texts[uri].replace("\r\n", "\n").replace("\r", "\n").split("\n")
            for item in message["params"]["diagnostics"]:
                for end in item["range"].values():
                    assert end["line"] < len(lines) and end["character"] <= len(lines[end["line"]]), (SEED, uri, item)


def validated(folder):
    result = subprocess.run([PROGRAM, "validate", str(folder), "--format", "json"], capture_output=True, text=True)
    return json.loads(result.stdout)


def codes_by_file(report):
    found = {}
    for item in report["diagnostics"]:
        found.setdefault(item["file"], []).append(item["code"])
    return {path: sorted(codes) for path, codes in found.items()}


@pytest.mark.parametrize("name", NAMES)
def test_random_edits(client, tenants, name):
    print(f"seed {SEED}, {EDITS} edits of {name}")
    folder = tenants / name
    # Alone, so that another tenant's words could only come from here.
    for other in NAMES:
        if other != name:
            shutil.rmtree(tenants / other)
    rng = random.Random(f"{SEED} {name}")
    typist = Typist(client, folder)
    paths = [path for path in sorted(folder.rglob("*.json")) if path.parent.name != "golden"]
    uris = [typist.open(path) for path in paths]
    originals = dict(typist.texts)
    for round in range(EDITS):
        uri = rng.choice(uris)
        if round % 25 == 24:
            # From here on with what was there at first.
            for uri in uris:
                if typist.texts[uri] != originals[uri]:
                    typist.edit(uri, 0, len(typist.texts[uri]), originals[uri])
        text = typist.texts[uri]
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice([0, 0, 1, 5, rng.randrange(60)]))
        typist.edit(uri, start, end, rng.choice(PIECES))
        text = typist.texts[uri]
        typist.ask(uri, typist.place(text, min(start, len(text))) or {"line": 0, "character": 0})
        typist.check_places()
    # What is open is written, and both say the same: the last key of each document comes after all others.
    for uri in uris:
        typist.edit(uri, 0, 0, " ")
    typist.client.kept.clear()
    for uri in uris:
        typist.edit(uri, 0, 1, "")
    published = {uri: typist.settled(uri) for uri in uris}
    for path, uri in zip(paths, uris):
        path.write_bytes(typist.texts[uri].encode("utf-8", "surrogatepass"))
    expected = codes_by_file(validated(folder))
    for path, uri in zip(paths, uris):
        if path.name == "profile.json":
            continue  # It also shows what has no file.
        assert sorted(item["code"] for item in published[uri]) == expected.get(str(path), []), (SEED, path)
    print(f"slowest: {typist.slowest[1]} {1000 * typist.slowest[0]:.0f} ms")


@pytest.mark.parametrize("name", ["templates/en.json", "events.json"])
def test_a_large_paste(client, tenants, name):
    typist = Typist(client, tenants / "wallet")
    uri = typist.open(tenants / "wallet" / name)
    text = typist.texts[uri]
    index = text.index('": "') + 4
    for piece in ["x" * PASTE, ("{$a} \n" * (PASTE // 6)), '"' * PASTE, text * (PASTE // len(text))]:
        typist.edit(uri, index, index, piece)
        typist.ask(uri, typist.place(typist.texts[uri], index + 10))
        typist.edit(uri, index, index + len(piece), "")
        typist.ask(uri, typist.place(text, index))
    assert typist.settled(uri) == []


def test_a_file_of_almost_eight_mebibytes(client, tenants):
    folder = tenants / "wallet"
    path = folder / "templates/en.json"
    text = path.read_text()
    last = text.rindex("}")
    inner = text.rindex("}", 0, last)
    more = "".join(f',\n"made.up-{number}": {{"title": "{"words " * 20}"}}' for number in range(49_000 if IS_LONG else 3000))
    path.write_text(text[:inner] + more + text[inner:])
    assert not IS_LONG or 7 << 20 < path.stat().st_size < 8 << 20
    typist = Typist(client, folder)
    uri = typist.open(path)
    typist.ask(uri, {"line": 20, "character": 10})
    typist.edit(uri, 40, 40, "x")
    typist.ask(uri, {"line": 20, "character": 10})


def test_thousands_of_files(client, tenants):
    samples = tenants / "wallet/samples"
    first = next(path for path in sorted(samples.glob("*.json")) if path.name != "context.json")
    for number in range(3000 if IS_LONG else 500):
        shutil.copy(first, samples / f"{first.stem}.n{number}.json")
    typist = Typist(client, tenants / "wallet")
    uri = typist.open(tenants / "wallet/templates/en.json")
    for _ in range(3):
        typist.edit(uri, 30, 30, " ")
        typist.ask(uri, {"line": 10, "character": 10})
    assert typist.settled(uri) == []


def test_a_folder_that_vanishes_while_one_types(client, tenants):
    folder = tenants / "wallet"
    typist = Typist(client, folder)
    uri = typist.open(folder / "templates/en.json")
    shutil.rmtree(folder)
    typist.edit(uri, 5, 5, " ")
    typist.ask(uri, {"line": 3, "character": 3})
    client.notify("workspace/didChangeWatchedFiles", {"changes": []})
    typist.ask(uri, {"line": 3, "character": 3})
    shutil.rmtree(tenants)
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert typist.timed("workspace/symbol", {"query": ""}) == []


def test_a_disk_that_is_only_read(tenants):
    folder = tenants / "wallet"
    for path in sorted(folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    client = Client(PROGRAM)
    try:
        typist = Typist(client, folder)
        uri = typist.open(folder / "events.json")
        typist.edit(uri, 0, 0, " ")
        typist.ask(uri, {"line": 3, "character": 3})
        assert typist.settled(uri) == []
        assert client.end() == 0
    finally:
        client.process.kill()
        client.process.wait()
        for path in [folder, *folder.rglob("*")]:
            path.chmod(0o755)
