#!/usr/bin/env python3
"""Writes the files of the web inbox and of the studio into Swift, as they are served: Sources/CarillonWeb/EmbeddedAssets.swift.

Comments and indentation of scripts and styles stay in the repository (`serving.py`).
Digests are computed here, because the module has no cryptography. `--check` writes nothing, and fails where the file isn't fresh.
"""

import base64
import hashlib

from embedding import finish, literal, root, text_of
from serving import served

assets = root / "Sources/CarillonWeb/Assets"
target = root / "Sources/CarillonWeb/EmbeddedAssets.swift"

content_types = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    # Words of the studio's page.
    ".json": "application/json; charset=utf-8",
    ".svg": "image/svg+xml",
    # Programmers' tools read it; no browser does.
    ".d.ts": "text/plain; charset=utf-8",
}


def suffix(name):
    return next((end for end in content_types if name.endswith(end)), None)


def embedded():
    files = sorted(file for file in assets.iterdir() if suffix(file.name))
    everything = hashlib.sha256()
    entries = []
    for file in files:
        source, text = text_of(file), served(file)
        data = text.encode()
        everything.update(f"{file.name}\0{len(data)}\0".encode() + data)
        integrity = "sha384-" + base64.b64encode(hashlib.sha384(data).digest()).decode()
        entries.append(
            "        WebAsset(\n"
            f'            name: "{file.name}",\n'
            f'            contentType: "{content_types[suffix(file.name)]}",\n'
            f'            digest: "{hashlib.sha256(data).hexdigest()[:32]}",\n'
            f'            integrity: "{integrity}",\n'
            f'            source: "{hashlib.sha256(source.encode()).hexdigest()}",\n'
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
    finish(target, embedded())
