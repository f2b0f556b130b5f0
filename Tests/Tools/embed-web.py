#!/usr/bin/env python3
"""Writes the files of the web inbox into Swift: Sources/CarillonWeb/EmbeddedAssets.swift.

Digests are computed here, because the module has no cryptography. `--check` writes nothing, and fails where the file isn't fresh.
"""

import base64
import hashlib
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]
assets = root / "Sources/CarillonWeb/Assets"
target = root / "Sources/CarillonWeb/EmbeddedAssets.swift"

content_types = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    # Programmers' tools read it; no browser does.
    ".d.ts": "text/plain; charset=utf-8",
}


def suffix(name):
    return next((end for end in content_types if name.endswith(end)), None)


def literal(text, indentation):
    """A raw multi-line literal with a delimiter that the text doesn't have."""
    runs = [len(found) for found in re.findall(r'(?:"+|\\+)(#*)', text)]
    hashes = "#" * (max(runs, default=0) + 1)
    # Blank lines stay blank: an indentation there would be white space at the end of a line.
    lines = [indentation + line if line else "" for line in text.split("\n")]
    return "\n".join([f'{hashes}"""', *lines, f'{indentation}"""{hashes}'])


def embedded():
    files = sorted(file for file in assets.iterdir() if suffix(file.name))
    everything = hashlib.sha256()
    entries = []
    for file in files:
        data = file.read_bytes()
        text = data.decode("utf-8")
        if "\r" in text or "\0" in text:
            sys.exit(f"{file}: a carriage return or zero byte wouldn't survive in a Swift literal")
        everything.update(f"{file.name}\0{len(data)}\0".encode() + data)
        integrity = "sha384-" + base64.b64encode(hashlib.sha384(data).digest()).decode()
        entries.append(
            "        WebAsset(\n"
            f'            name: "{file.name}",\n'
            f'            contentType: "{content_types[suffix(file.name)]}",\n'
            f'            digest: "{hashlib.sha256(data).hexdigest()[:32]}",\n'
            f'            integrity: "{integrity}",\n'
            f"            text: {literal(text, '                ')}\n"
            "        ),\n"
        )
    return (
        "// Written by Tests/Tools/embed-web.py from the files in Assets; run it after a change there.\n"
        "// swift-format-ignore-file\n"
        "\n"
        "extension WebAsset {\n"
        "    /// Over the names and contents of all files: a segment of their lasting addresses.\n"
        f'    public static let hash = "{everything.hexdigest()[:16]}"\n'
        "\n"
        "    /// Every file, by name.\n"
        "    public static let all: [WebAsset] = [\n" + "".join(entries) + "    ]\n"
        "}\n"
    )


if __name__ == "__main__":
    text = embedded()
    fresh = target.exists() and target.read_text(encoding="utf-8") == text
    if "--check" in sys.argv[1:]:
        sys.exit(0 if fresh else f"{target.relative_to(root)} isn't fresh: run Tests/Tools/embed-web.py")
    if not fresh:
        target.write_text(text, encoding="utf-8")
    print(f"{target.relative_to(root)}: {'unchanged' if fresh else 'written'}")
