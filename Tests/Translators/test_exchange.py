"""A translation's way through tools of translators: polib and msgfmt for PO, the Translate Toolkit for XLIFF 2."""
import json
import os
import pathlib
import shutil
import subprocess

import polib
import pytest
from translate.storage import xliff2

CARILLON = os.environ["CARILLON"]
ROOT = pathlib.Path(__file__).parents[2]
PLURALS = {"pl": ["one", "few", "many"], "ar": ["zero", "one", "two", "few", "many", "other"], "ja": ["other"]}


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(ROOT / "tenants", tmp_path / "tenants")
    # A text that depends on a number, in a tenant whose others depend on none.
    events = json.loads((tmp_path / "tenants/dossier/events.json").read_text())
    events["texts"] = {"files": {"payload": {"count": {"type": "integer"}}, "summary": 'How many "files"'}}
    (tmp_path / "tenants/dossier/events.json").write_text(json.dumps(events))
    for locale, words in (("en", ["{$count} file", "{$count} files"]), ("ar", None)):
        path = tmp_path / f"tenants/dossier/templates/{locale}.json"
        templates = json.loads(path.read_text())
        if words:
            templates["messages"]["files"] = {"text": {"match": ["count"], "when": {"one": words[0], "*": words[1]}}}
            path.write_text(json.dumps(templates))
    return tmp_path


def carillon(folder, *arguments, status=0):
    done = subprocess.run([CARILLON, *arguments], cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == status, f"{arguments}: {done.stderr}"
    return done


def begin(folder, locale):
    if locale != "ar":
        carillon(folder, "add-locale", locale, "--tenant", "dossier")


def translated(folder, locale, event, slot):
    templates = json.loads((folder / f"tenants/dossier/templates/{locale}.json").read_text())
    return templates["messages"][event][slot]


@pytest.mark.parametrize("locale", PLURALS)
def test_po(folder, locale):
    begin(folder, locale)
    path = folder / f"{locale}.po"
    path.write_text(carillon(folder, "studio", "export", "dossier", "--locale", locale, "--format", "po").stdout)
    if shutil.which("msgfmt"):
        checked = subprocess.run(["msgfmt", "--check", "-o", "/dev/null", path], capture_output=True, text=True)
        assert (checked.returncode, checked.stderr) == (0, "")
    file = polib.pofile(str(path))
    for entry in file:
        if entry.msgid_plural:
            assert len(entry.msgstr_plural) == len(PLURALS[locale])
            for index in entry.msgstr_plural:
                end = "\n" if entry.msgctxt == "files:text" else ""
                entry.msgstr_plural[index] = f"{entry.msgid_plural} <{index}> \\ \"{locale}\"{end}"
        else:
            entry.msgstr = f"„{entry.msgid}”"
    file.save()
    proposal = folder / "proposal.json"
    proposal.write_text(carillon(folder, "studio", "import", path.name).stdout)
    carillon(folder, "studio", "apply", proposal.name)
    carillon(folder, "validate", "tenants/dossier")
    assert translated(folder, locale, "signal.critical", "title") == "„Critical Intelligence Signal”"
    rows = translated(folder, locale, "files", "text")
    rows = rows["when"] if isinstance(rows, dict) else {"*": rows}
    for index, form in enumerate(PLURALS[locale]):
        words = rows.get(form, rows["*"])
        assert words == f"{{$count}} files <{index}> \\\\ \"{locale}\"\n", (form, rows)
    # Sent again, it changes nothing.
    again = json.loads(carillon(folder, "studio", "import", path.name).stdout)
    assert again["edits"] == []


@pytest.mark.parametrize("locale", PLURALS)
def test_xliff(folder, locale):
    begin(folder, locale)
    path = folder / f"{locale}.xlf"
    path.write_text(carillon(folder, "studio", "export", "dossier", "--locale", locale).stdout)
    file = xliff2.Xliff2File.parsefile(str(path))
    assert file.units
    for unit in file.units:
        # With its placeholders, as elements.
        unit.rich_target = unit.rich_source
    file.savefile(str(path))
    found = carillon(folder, "studio", "import", path.name)
    proposal = json.loads(found.stdout)
    assert len(proposal["edits"]) > 20
    (folder / "proposal.json").write_text(found.stdout)
    carillon(folder, "studio", "apply", "proposal.json")
    carillon(folder, "validate", "tenants/dossier")
    assert translated(folder, locale, "signal.critical", "title") == "Critical Intelligence Signal"
    assert translated(folder, locale, "calendar.event-in-two-hours", "body") == "{$meeting} starts in 2 hours"


def test_what_is_open_only(folder):
    begin(folder, "pl")
    everything = carillon(folder, "studio", "export", "dossier", "--locale", "pl").stdout
    assert carillon(folder, "studio", "export", "dossier", "--locale", "pl", "--open").stdout == everything
    only = carillon(folder, "studio", "export", "dossier", "--locale", "ar", "--open", "--format", "po").stdout
    assert [entry.msgid for entry in polib.pofile(only)] == ["{count} file"]


def test_what_is_wrong_is_told(folder):
    for arguments, status, told in (
        (("export", "dossier", "--locale", "pl"), 1, "carillon add-locale pl"),
        (("export", "dossier", "--locale", "en"), 1, "language of the originals"),
        (("export", "nobody", "--locale", "pl"), 66, "no such tenant"),
        (("export", "dossier", "--locale", "?"), 64, "no language tag"),
        (("import", "tenants/dossier/profile.json"), 66, "neither XLIFF 2 nor gettext PO"),
        (("import", "nothing.po"), 66, "nothing.po"),
    ):
        assert told in carillon(folder, "studio", *arguments, status=status).stderr
