"""What the protocol demands, by the byte."""
import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest
from conftest import PROGRAM, ROOT
from raw import Client, position


def test_life(client, tenants):
    assert client.refusal("textDocument/hover", {}) == -32002
    client.start(tenants)
    assert client.refusal("initialize", {}) == -32600
    assert client.refusal("no/such", {}) == -32601
    client.notify("$/unknown")
    client.notify("no/such")
    assert client.answer(client.send("shutdown"))["result"] is None
    assert client.refusal("textDocument/hover", {}) == -32600
    client.notify("exit")
    assert client.process.wait(timeout=20) == 0


def test_exit_without_shutdown(client, tenants):
    client.start(tenants)
    client.notify("exit")
    assert client.process.wait(timeout=20) == 1


@pytest.mark.parametrize("says_goodbye", [True, False])
def test_the_input_closes(client, tenants, says_goodbye):
    client.start(tenants)
    if says_goodbye:
        client.ask("shutdown")
    client.process.stdin.close()
    assert client.process.wait(timeout=20) == (0 if says_goodbye else 1)


@pytest.mark.parametrize("way", ["option", "initialize"])
def test_it_ends_with_its_parent(tenants, way):
    parent = subprocess.Popen(["sleep", "1000"])
    client = Client(PROGRAM, *(["--client-process-id", str(parent.pid)] if way == "option" else []))
    client.start(tenants, **({"processId": parent.pid} if way == "initialize" else {}))
    parent.kill()
    parent.wait()
    assert client.process.wait(timeout=20) == 1


def test_messages_cut_at_each_byte(client, tenants):
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}, "rootUri": None}}
    content = json.dumps(message).encode()
    data = b"X-Other: 1\r\ncOnTeNt-LeNgTh: %d\r\nContent-Type: application/json\r\n\r\n" % len(content) + content
    for index in range(len(data)):
        client.write(data[index : index + 1])
    assert "capabilities" in client.answer(1)["result"]
    client.count = 1
    # Several in one write.
    client.write(b"".join(Client.framed({"jsonrpc": "2.0", "id": n, "method": "no/such"}) for n in (2, 3, 4)))
    assert [client.answer(n)["error"]["code"] for n in (2, 3, 4)] == [-32601] * 3


@pytest.mark.parametrize("header", [
    b"Content-Length: 99999999999\r\n\r\n", b"Content-Length: x\r\n\r\n", b"A: b\r\n\r\n",
    b'{"jsonrpc": "2.0"}\n', b"Content-Length: 2\n\n{}", b"\n",
])
def test_a_stream_that_cannot_be_read_ends_it_with_a_word(client, header):
    client.write(header)
    assert client.process.wait(timeout=20) == 1
    assert b"the stream can't be read" in client.process.stderr.read()


@pytest.mark.parametrize("data, word", [
    (b"Content-Length: 10\r\n\r\n{}", b"it ends 2 bytes into a message of 10"), (b"Content-Len", b"within a message's headers"),
    (b"x", b"within a message's headers"),
])
def test_a_stream_that_ends_within_a_message_ends_it_with_a_word(client, data, word):
    client.write(data)
    client.process.stdin.close()
    assert client.process.wait(timeout=20) == 1
    assert word in client.process.stderr.read()


def test_what_is_no_json_is_answered(client, tenants):
    client.write(b"Content-Length: 3\r\n\r\n{a}")
    client.write(b"Content-Length: 2\r\n\r\n[]")
    codes = []
    while len(codes) < 2:
        codes.append(client.received.get(timeout=20)["error"]["code"])
    assert codes == [-32700, -32600]
    client.start(tenants)


@pytest.mark.parametrize("offered, chosen", [
    (["utf-8", "utf-16"], "utf-8"), (["utf-32"], "utf-32"), (["utf-7", "utf-16"], "utf-16"), (None, "utf-16"),
])
def test_the_first_encoding_that_is_known_counts(client, tenants, offered, chosen):
    result = client.start(tenants, {"general": {"positionEncodings": offered}} if offered else {})
    assert result["capabilities"]["positionEncoding"] == chosen


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_columns_behind_any_characters(client, tenants, encoding, newline):
    client.start(tenants, {"general": {"positionEncodings": [encoding]}})
    path = tenants / "dossier" / "templates" / "ar.json"
    text = path.read_text()
    # An emoji, Arabic and a combining accent stand before the variable.
    old = text[text.index('"title"') : text.index("\n", text.index('"title"'))]
    text = text.replace(old, '"title": "😀 م e\u0301 {$dossier}",', 1).replace("\n", newline)
    uri = client.open(path, text)
    place = position(text, "{$dossier}", 3, encoding)
    document = {"textDocument": {"uri": uri}, "position": place}
    hover = client.ask("textDocument/hover", document)
    assert hover["range"]["start"] == position(text, "{$dossier}", 1, encoding)
    # An edit right behind the emoji arrives where it should.
    start = position(text, " م", 0, encoding)
    client.notify(
        "textDocument/didChange",
        {
            "textDocument": {"uri": uri, "version": 2},
            "contentChanges": [
                {"range": {"start": start, "end": start}, "text": "é😀"},
                {"range": {"start": start, "end": start}, "text": "x"},
            ],
        },
    )
    changed = text.replace(" م", "xé😀 م", 1)
    document["position"] = position(changed, "{$dossier}", 3, encoding)
    hover = client.ask("textDocument/hover", document)
    assert hover["range"]["start"] == position(changed, "{$dossier}", 1, encoding)


def test_positions_beyond_everything(client, tenants):
    client.start(tenants)
    path = tenants / "dossier" / "events.json"
    uri = client.open(path)
    for line, character in [(0, 10**9), (10**9, 0), (10**18, 10**18), (-1, -1)]:
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
        for method in ["hover", "completion", "definition", "documentHighlight", "prepareRename"]:
            client.ask(f"textDocument/{method}", place)
    assert client.refusal("textDocument/hover", {"textDocument": {"uri": uri}}) == -32602
    assert client.ask("textDocument/hover", {"textDocument": {"uri": "untitled:1"}, "position": {"line": 0, "character": 0}}) is None


def test_lone_surrogates_and_nul_are_text(client, tenants):
    client.start(tenants)
    path = tenants / "dossier" / "events.json"
    uri = client.open(path)
    client.diagnostics(uri)
    change = (
        '{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"%s","version":2},'
        '"contentChanges":[{"text":"{\\"events\\": \\"\\ud83d\\u0000\\"}"}]}}' % uri
    ).encode()
    client.write(b"Content-Length: %d\r\n\r\n" % len(change) + change)
    assert client.diagnostics(uri)["version"] == 2


def test_cancelled_and_outdated_requests(client, tenants):
    client.start(tenants)
    path = tenants / "dossier" / "templates" / "en.json"
    uri = client.open(path)
    client.diagnostics(uri)
    document = {"textDocument": {"uri": uri}}
    change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": path.read_text()}]}
    # One write: all of it is read before the first is answered, because a long request stands before.
    number = client.count
    parts = [Client.framed({"jsonrpc": "2.0", "id": number + 1, "method": "workspace/symbol", "params": {"query": ""}})]
    parts += [
        Client.framed({"jsonrpc": "2.0", "id": number + n, "method": "textDocument/semanticTokens/full", "params": document})
        for n in (2, 3)
    ]
    parts.append(Client.framed({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": number + 3}}))
    parts.append(Client.framed({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": change}))
    parts.append(
        Client.framed({"jsonrpc": "2.0", "id": number + 4, "method": "textDocument/semanticTokens/full", "params": document})
    )
    client.write(b"".join(parts))
    client.count += 4
    answers = [client.answer(number + n) for n in (1, 2, 3, 4)]
    assert answers[1].get("error", {}).get("code") in (None, -32801)
    assert answers[2].get("error", {}).get("code") in (None, -32800, -32801)
    assert answers[3]["result"]["data"]
    # An answer is whole or an error, never empty.
    for answer in answers[1:3]:
        assert "error" in answer or answer["result"]["data"]


def test_colours_change_by_what_changed(client, tenants):
    client.start(tenants)
    path = tenants / "dossier" / "templates" / "en.json"
    text = path.read_text()
    uri = client.open(path)
    first = client.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": uri}})
    text = text.replace("New Assignment", "New {$dossier}", 1)
    client.notify(
        "textDocument/didChange",
        {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": text}]},
    )
    delta = client.ask(
        "textDocument/semanticTokens/full/delta",
        {"textDocument": {"uri": uri}, "previousResultId": first["resultId"]},
    )
    data = first["data"]
    for edit in delta["edits"]:
        data[edit["start"] : edit["start"] + edit["deleteCount"]] = edit["data"]
    whole = client.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": uri}})
    assert data == whole["data"]
    assert len(delta["edits"][0]["data"]) < len(whole["data"]) / 4


def test_a_tenant_that_vanishes_and_comes_back(client, tenants):
    client.start(tenants)
    path = tenants / "wallet" / "profile.json"
    text = path.read_text()
    uri = client.open(path)
    client.diagnostics(uri)
    moved = tenants.parent / "elsewhere"
    os.rename(tenants / "wallet", moved)
    client.notify("workspace/didChangeWatchedFiles", {"changes": []})
    messages = [item["message"] for item in client.diagnostics(uri)["diagnostics"]]
    assert any("events.json" in message for message in messages)
    client.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": position(text, '"name"', 2)})
    os.rename(moved, tenants / "wallet")
    client.notify("workspace/didChangeWatchedFiles", {"changes": []})
    assert client.diagnostics(uri)["diagnostics"] == []


@pytest.mark.parametrize("name", ["profile.json", "templates/en.json"])
def test_the_faults_of_a_tenant_that_is_gone_go_with_its_last_document(client, tenants, name):
    client.start(tenants)
    path = tenants / "wallet" / name
    uri = client.open(path, path.read_text().replace('"', "", 1))
    assert client.diagnostics(uri)["diagnostics"]
    shutil.rmtree(tenants / "wallet")
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    client.notify("workspace/didChangeWatchedFiles", {"changes": []})
    shown = {}
    # An answer is behind all that was published before.
    for _ in range(3):
        time.sleep(0.3)
        client.ask("workspace/symbol", {"query": ""})
    for message in client.kept:
        if message.get("method") == "textDocument/publishDiagnostics":
            shown[message["params"]["uri"]] = message["params"]["diagnostics"]
    assert shown[uri] == []
    assert not any("/wallet/" in other and items for other, items in shown.items())


def test_a_file_that_cannot_be_read_has_its_own_fault(client, tenants):
    client.start(tenants)
    path = tenants / "wallet/templates/en.json"
    uri = client.open(path, "")
    assert [item["code"] for item in client.diagnostics(uri)["diagnostics"]] == ["T0001"]
    change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": " " * (9 << 20)}]}
    client.notify("textDocument/didChange", change)
    assert [item["code"] for item in client.diagnostics(uri)["diagnostics"]] == ["T0023"]
    assert client.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": uri}}) is None
    change = {"textDocument": {"uri": uri, "version": 3}, "contentChanges": [{"text": path.read_text()}]}
    client.notify("textDocument/didChange", change)
    assert client.diagnostics(uri)["diagnostics"] == []


def test_golden_files_and_the_baseline_are_watched(client, tenants):
    client.start(tenants, {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}})
    client.ask("workspace/symbol", {"query": ""})
    request = next(message for message in client.kept if message.get("method") == "client/registerCapability")
    patterns = [
        watcher["globPattern"] for watcher in request["params"]["registrations"][0]["registerOptions"]["watchers"]
    ]
    assert {"**/golden/*.json", "**/.carillon-baseline.json", "**/templates/*.json"} <= set(patterns)


RENAMES_FILES = {"workspace": {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename"]}}}


@pytest.mark.parametrize("name, part, new", [
    ("events.json", '"message.received"', "message.got"), ("profile.json", '"push": {', "phone"),
])
def test_after_a_renaming_the_golden_files_are_right(client, tenants, name, part, new):
    client.start(tenants, RENAMES_FILES)
    path = tenants / "dossier" / name
    uri = client.open(path)
    place = position(path.read_text(), part, 2)
    edit = client.ask("textDocument/rename", {"textDocument": {"uri": uri}, "position": place, "newName": new})
    for change in edit["documentChanges"]:
        if change.get("kind") == "rename":
            os.rename(change["oldUri"].removeprefix("file://"), change["newUri"].removeprefix("file://"))
        else:
            apply(tenants, change["textDocument"]["uri"], change["edits"])
    for command in ["validate", "test"]:
        result = subprocess.run([PROGRAM, command, str(tenants / "dossier")], capture_output=True, text=True)
        assert result.returncode == 0, result.stdout


def test_files_that_a_client_cannot_rename_are_named(client, tenants):
    client.start(tenants, {"workspace": {"workspaceEdit": {"resourceOperations": ["rename"]}}})
    path = tenants / "dossier/events.json"
    uri = client.open(path)
    place = position(path.read_text(), '"message.received"', 2)
    client.ask("textDocument/rename", {"textDocument": {"uri": uri}, "position": place, "newName": "message.got"})
    said = next(message for message in client.kept if message.get("method") == "window/showMessage")
    assert "golden/message.received.few.json to golden/message.got.few.json" in said["params"]["message"]
    assert "samples/message.received.json" in said["params"]["message"]


def test_nothing_is_renamed_by_half(client, tenants):
    client.start(tenants, RENAMES_FILES)
    path = tenants / "dossier/templates/en.json"
    uri = client.open(path)
    other = tenants / "dossier/templates/ar.json"
    client.open(other, other.read_text().replace(',\n', "\n", 1))
    place = position(path.read_text(), "{$version}", 3)
    asked = {"textDocument": {"uri": uri}, "position": place, "newName": "release"}
    answer = client.answer(client.send("textDocument/rename", asked))
    assert "mend `templates/ar.json` first" in answer["error"]["message"]
    other.unlink()
    (tenants / "dossier/templates/ar.json").write_bytes(b"\xff")
    client.notify("textDocument/didClose", {"textDocument": {"uri": other.as_uri()}})
    answer = client.answer(client.send("textDocument/rename", asked))
    assert "error" not in answer, "what doesn't have the name doesn't matter"


def test_a_key_behind_a_missing_comma_brings_it_along(client, tenants):
    client.start(tenants)
    path = tenants / "dossier/templates/en.json"
    text = path.read_text().replace('"locale": "en",', '"locale": "en"\n  ', 1)
    uri = client.open(path, text)
    place = position(text, '"locale": "en"\n  ', len('"locale": "en"\n  '))
    items = client.ask("textDocument/completion", {"textDocument": {"uri": uri}, "position": place})["items"]
    item = next(item for item in items if item["label"] == "terms")
    edits = item["additionalTextEdits"]
    assert [edit["newText"] for edit in edits] == [","]
    assert edits[0]["range"]["start"] == position(text, '"locale": "en"', len('"locale": "en"'))
    assert item["textEdit"]["newText"].endswith(",")


def test_why_words_do_not_become_a_term(tenants):
    path = tenants / "dossier/templates/en.json"
    start = position(path.read_text(), "New Assignment")
    end = {**start, "character": start["character"] + 3}
    for shows in (False, True):
        client = Client(PROGRAM)
        literals = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}, "disabledSupport": shows}
        client.start(tenants, {"textDocument": {"codeAction": literals}})
        document = {"textDocument": {"uri": client.open(path)}, "range": {"start": start, "end": end}}
        found = client.ask("textDocument/codeAction", {**document, "context": {"diagnostics": []}})
        terms = [action for action in found if action["kind"] == "refactor.extract"]
        assert [action["disabled"]["reason"] for action in terms] == (
            ["the text says it otherwise in ar, where the term would be missing"] if shows else []
        )
        client.process.kill()
        client.process.wait()


def test_a_log_has_no_contents(tenants, tmp_path):
    log = tmp_path / "log"
    client = Client(PROGRAM, "--stdio", "--log", str(log))
    client.start(tenants)
    client.open(tenants / "dossier" / "events.json", "SECRET")
    assert client.end() == 0
    assert "SECRET" not in log.read_text()
    assert client.process.stderr.read() == b""


def apply(folder, uri, edits):
    path = folder / uri.split("/tenants/")[1]
    text = path.read_text() if path.exists() else ""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda edit: (edit["range"]["start"]["line"], edit["range"]["start"]["character"]), reverse=True):
        def index(place):
            return sum(len(line) + 1 for line in lines[: place["line"]]) + place["character"]

        text = text[: index(edit["range"]["start"])] + edit["newText"] + text[index(edit["range"]["end"]) :]
    path.write_text(text)


def test_new_words_are_accepted(client, tenants):
    client.start(
        tenants,
        {"workspace": {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename"]}}},
    )
    path = tenants / "wallet/templates/en.json"
    (tenants / "wallet/golden/incoming-token.json").unlink()

    def actions(part):
        start = position(path.read_text(), part)
        found = client.ask(
            "textDocument/codeAction",
            {"textDocument": {"uri": uri}, "range": {"start": start, "end": start}, "context": {"diagnostics": []}},
        )
        return [action for action in found if action["title"].startswith("accept")]

    uri = client.open(path)
    assert actions("Confirmation required") == []
    path.write_text(path.read_text().replace("Confirmation required", "Please confirm"))
    client.notify(
        "textDocument/didChange",
        {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": path.read_text()}]},
    )
    tested = [PROGRAM, "test", str(tenants / "wallet")]
    assert subprocess.run(tested, capture_output=True).returncode == 1
    changed, created = actions("Please confirm"), actions("Incoming token")
    assert [action["title"] for action in changed + created] == [
        "accept the new words of `confirmation-request` in 1 golden file",
        "accept the new words of `incoming-token` in 1 golden file",
    ]
    assert [change.get("kind") for change in created[0]["edit"]["documentChanges"]] == ["create", None]
    for action in changed + created:
        for change in action["edit"]["documentChanges"]:
            if "edits" in change:
                apply(tenants, change["textDocument"]["uri"], change["edits"])
    result = subprocess.run(tested, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout
    assert actions("Please confirm") == []


def test_colours_and_links(client, tenants):
    client.start(tenants)
    path = tenants / "dossier/profile.json"
    text = path.read_text().replace('"tenant":', '"$schema": "../schema/profile.json",\n  "tenant":', 1)
    text = text.replace('"categories": {', '"categories": { "made.up": { "color": "#FF6B35" },', 1)
    uri = client.open(path, text.replace('"$schema": "../schema/profile.json",\n', "", 1) if text.count('"$schema"') > 1 else text)
    document = {"textDocument": {"uri": uri}}
    colors = client.ask("textDocument/documentColor", document)
    assert [round(255 * colors[0]["color"][part]) for part in ("red", "green", "blue")] == [255, 107, 53]
    picked = client.ask(
        "textDocument/colorPresentation",
        {**document, "color": {"red": 0, "green": 1, "blue": 0.5, "alpha": 1}, "range": colors[0]["range"]},
    )
    assert picked[0]["textEdit"] == {"range": colors[0]["range"], "newText": "#00FF80"}
    links = client.ask("textDocument/documentLink", document)
    assert (tenants / "schema/profile.json").as_uri() in [link["target"] for link in links]


def test_what_is_in_the_baseline_is_a_hint_and_codes_have_their_pages(tenants, monkeypatch):
    monkeypatch.setenv("CARILLON_PAGES", "https://docs.acme.example/codes/")
    path = tenants / "wallet/profile.json"
    old = path.read_text()
    path.write_text(old.replace('"categories": {', '"categories": { "nobody": {},', 1))
    client = Client(PROGRAM)
    try:
        client.start(tenants, {"textDocument": {"publishDiagnostics": {"codeDescriptionSupport": True}}})
        uri = client.open(path)
        items = client.diagnostics(uri)["diagnostics"]
        assert [item["severity"] for item in items] == [2]
        assert items[0]["codeDescription"]["href"] == f"https://docs.acme.example/codes/{items[0]['code']}.md"
        subprocess.run([PROGRAM, "baseline", "create", str(tenants)], check=True, capture_output=True)
        client.notify("workspace/didChangeWatchedFiles", {"changes": []})
        assert [item["severity"] for item in client.diagnostics(uri)["diagnostics"]] == [4]
    finally:
        client.process.kill()
        client.process.wait()


def test_a_large_tenant_keeps_nobody_waiting(client, tenants):
    folder = tenants / "made-up"
    generate = ROOT / "Tests/Benchmarks/Validation/generate.py"
    subprocess.run([sys.executable, str(generate), "60", str(folder)], check=True)
    client.start(tenants)
    path = folder / "templates/en.json"
    text = path.read_text()
    uri = client.open(path)
    while client.diagnostics(uri, timeout=120)["diagnostics"] != []:
        pass
    place = position(text, "en 35: {$count}", 4)
    # Typing goes on while it is checked: each key has its answer, and the last state its diagnostics.
    for version in range(2, 12):
        client.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": uri, "version": version},
                "contentChanges": [{"range": {"start": place, "end": place}, "text": "{$nobody} "}],
            },
        )
        hover = client.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": place})
        assert hover is not None
    while True:
        found = client.diagnostics(uri, timeout=120)
        if found["version"] == 11:
            break
    assert "nobody" in "".join(item["message"] for item in found["diagnostics"])
    # All of it undone at once.
    client.notify(
        "textDocument/didChange",
        {"textDocument": {"uri": uri, "version": 12}, "contentChanges": [{"text": text}]},
    )
    while client.diagnostics(uri, timeout=120)["diagnostics"] != []:
        pass
