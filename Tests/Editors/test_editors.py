"""Editors as they are: what they show and change."""
import os
import shutil
import subprocess
import tomllib

import pytest
from conftest import PROGRAM, ROOT

PLUGINS = ROOT / "Plugins" / "Editors"


def run(tenants, plugin, *command):
    home = tenants.parent / "home"
    home.mkdir()
    result = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=tenants.parent,
        env={
            "PATH": os.environ["PATH"], "HOME": str(home), "XDG_STATE_HOME": str(home), "LANG": "C.UTF-8",
            "TENANTS": str(tenants), "CARILLON": PROGRAM, "PLUGIN": str(PLUGINS / plugin),
        },
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return [line for line in result.stdout.splitlines() if line.startswith("passed")]


def needs(name):
    """On a machine without the editor the rest still counts; continuous integration has it."""
    missing = shutil.which(name) is None and "CI" not in os.environ
    return pytest.mark.skipif(missing, reason=f"{name} is not installed")


@needs("nvim")
def test_neovim(tenants):
    script = ROOT / "Tests" / "Editors" / "neovim.lua"
    assert len(run(tenants, "neovim", "nvim", "--headless", "-u", "NONE", "-c", f"luafile {script}")) == 7


@needs("emacs")
def test_emacs(tenants):
    assert len(run(tenants, "emacs", "emacs", "--batch", "-l", str(ROOT / "Tests" / "Editors" / "emacs.el"))) == 6


@needs("node")
def test_vscode(tenants):
    assert run(tenants, "vscode", "node", str(ROOT / "Tests" / "Editors" / "vscode.js")) == ["passed"]


def test_helix():
    languages = tomllib.loads((PLUGINS / "helix" / "languages.toml").read_text())
    assert languages["language-server"]["carillon"] == {"command": "carillon", "args": ["lsp"]}
    language = languages["language"][0]
    assert language["language-servers"] == ["carillon"]
    globs = [entry["glob"] for entry in language["file-types"]]
    for path in ["profile.json", "events.json", "contract.json", "templates/en.json", "samples/a.json", "channels/b.json"]:
        name = f"tenants/shop/{path}"
        assert any(matches(name, glob) for glob in globs), name
    assert not any(matches("tenants/schema.json", glob) for glob in globs)


def matches(name, glob):
    parts, wanted = name.split("/"), glob.split("/")
    if len(parts) != len(wanted):
        return False
    return all(w == p or w == "*" or w == "*.json" and p.endswith(".json") for p, w in zip(parts, wanted))


@pytest.mark.parametrize("name", ["neovim", "emacs", "vscode", "helix"])
def test_a_readme_is_short(name):
    assert len((PLUGINS / name / "README.md").read_text().splitlines()) <= 16
