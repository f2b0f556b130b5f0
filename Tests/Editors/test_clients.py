"""A client's library, with the abilities of real clients."""
import asyncio
import json
import pathlib
import subprocess

import pytest
import pytest_lsp
from conftest import PROGRAM, ROOT
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from raw import position

UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
PROFILES = ["neovim@v0.7.0", "neovim@v0.11.0", "visual_studio_code", "emacs"]


@pytest_lsp.fixture(params=PROFILES, config=ClientServerConfig(server_command=[PROGRAM, "lsp"]))
async def client(request, lsp_client: LanguageClient, tenants):
    lsp_client.feature("client/registerCapability")(lambda parameters: None)
    result = await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param),
            workspace_folders=[types.WorkspaceFolder(uri=tenants.as_uri(), name="tenants")],
        )
    )
    lsp_client.folder = tenants
    lsp_client.encoding = result.capabilities.position_encoding
    yield
    await lsp_client.shutdown_session()


def opened(client, name, text=None):
    path = client.folder / name
    text = path.read_text() if text is None else text
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            text_document=types.TextDocumentItem(uri=path.as_uri(), language_id="json", version=1, text=text)
        )
    )
    return types.TextDocumentIdentifier(uri=path.as_uri()), text


def at(client, text, part, offset=0):
    place = position(text, part, offset, client.encoding)
    return types.Position(line=place["line"], character=place["character"])


async def published(client, uri):
    """What is published of a document from here on."""
    while True:
        await client.wait_for_notification("textDocument/publishDiagnostics")
        if uri in client.diagnostics:
            return client.diagnostics[uri]


@pytest.mark.asyncio
async def test_faults_come_and_go(client: LanguageClient):
    document, text = opened(client, "dossier/events.json", (client.folder / "dossier/events.json").read_text().replace('"category": "signal"', '"category": "signl"', 1))
    if client.capabilities and client.capabilities.text_document.diagnostic:
        report = await client.text_document_diagnostic_async(types.DocumentDiagnosticParams(text_document=document))
        items = report.items
        again = await client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(text_document=document, previous_result_id=report.result_id)
        )
        assert again.kind == "unchanged"
    else:
        items = await published(client, document.uri)
    fault = next(item for item in items if "signl" in item.message)
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=document,
            range=fault.range,
            context=types.CodeActionContext(diagnostics=items),
        )
    )
    assert all(action.edit for action in actions)


@pytest.mark.asyncio
async def test_words_names_and_completion(client: LanguageClient):
    document, text = opened(client, "dossier/templates/en.json")
    where = dict(text_document=document)
    hover = await client.text_document_hover_async(types.HoverParams(position=at(client, text, "starts in 2"), **where))
    assert "France delegation" in hover.contents.value
    found = await client.text_document_definition_async(types.DefinitionParams(position=at(client, text, "{$dossier}", 3), **where))
    assert found[0].uri.endswith("dossier/events.json")
    offered = await client.text_document_completion_async(
        types.CompletionParams(position=at(client, text, "{$dossier}", 2), **where)
    )
    assert "$dossier" in [item.label for item in offered.items]


@pytest.mark.asyncio
async def test_a_field_is_renamed_everywhere(client: LanguageClient):
    document, text = opened(client, "dossier/events.json")
    edit = await client.text_document_rename_async(
        types.RenameParams(text_document=document, position=at(client, text, '"dossier"', 3), new_name="file")
    )
    by_uri = edit.changes or {change.text_document.uri: change.edits for change in edit.document_changes if hasattr(change, "edits")}
    changed = {}
    for uri, edits in by_uri.items():
        path = pathlib.Path(uri.removeprefix("file://"))
        lines = path.read_text().split("\n")
        for change in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
            name, size = UNITS[client.encoding]
            line = lines[change.range.start.line].encode(name)
            start, end = change.range.start.character * size, change.range.end.character * size
            lines[change.range.start.line] = (line[:start] + change.new_text.encode(name) + line[end:]).decode(name)
        path.write_text("\n".join(lines))
        changed[path.name] = len(edits)
    assert {"events.json", "en.json", "ar.json", "assignment.created.json"} <= set(changed)
    result = subprocess.run([PROGRAM, "validate", str(client.folder), "--strict"], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout


FAULTS = [
    ("dossier/events.json", '"category": "signal"', '"category": "signl"'),
    ("dossier/templates/en.json", "{$meeting} starts", "{$meetng} starts"),
    ("dossier/templates/ar.json", '"few"', '"fw"'),
    ("escrow/profile.json", '"tenant"', '"tennant"'),
    ("wallet/contract.json", '"operation"', '"operaton"'),
    ("remittance/events.json", '"channels"', '"channels'),
    ("exchange/templates/en.json", "{", "["),
    ("remittance/profile.json", '"hosts": ["getdrop.no"]', '"hosts": ["a.example", "A.example"]'),
]


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[PROGRAM, "lsp"]))
async def plain(lsp_client: LanguageClient, tenants):
    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=types.ClientCapabilities(), workspace_folders=[types.WorkspaceFolder(uri=tenants.as_uri(), name="t")]
        )
    )
    lsp_client.folder = tenants
    yield
    await lsp_client.shutdown_session()


def validated(folder):
    """What `carillon validate` says: of each file, code, line and first words."""
    output = subprocess.run([PROGRAM, "validate", str(folder), "--format", "json"], capture_output=True, text=True).stdout
    return sorted(
        (item["file"], item["code"], item["line"], item["message"]) for item in json.loads(output)["diagnostics"]
    )


@pytest.mark.asyncio
@pytest.mark.parametrize("name, old, new", FAULTS)
async def test_the_same_as_validate(plain: LanguageClient, name, old, new):
    path = plain.folder / name
    assert old in path.read_text()
    document, text = opened(plain, name, path.read_text().replace(old, new, 1))
    await published(plain, document.uri)
    # Answered after what was published before.
    await plain.workspace_symbol_async(types.WorkspaceSymbolParams(query="no such name"))
    path.write_text(text)
    shown = sorted(
        (uri.removeprefix("file://"), item.code, item.range.start.line + 1, item.message.split("\n")[0])
        for uri, items in plain.diagnostics.items()
        for item in items
    )
    wanted = validated(plain.folder)
    assert shown == wanted
    assert len(wanted) > 0
    # And back again: nothing remains.
    plain.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=document.uri, version=2),
            content_changes=[types.TextDocumentContentChangeWholeDocument(text=(ROOT / "tenants" / name).read_text())],
        )
    )
    while any(plain.diagnostics.values()):
        await asyncio.wait_for(plain.wait_for_notification("textDocument/publishDiagnostics"), timeout=30)
