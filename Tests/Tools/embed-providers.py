#!/usr/bin/env python3
"""Writes the channel files of Plugins/Providers into Swift: Sources/CarillonStandard/EmbeddedProviders.swift.

`--check` writes nothing, and fails where the file isn't fresh.
"""

import importlib.util
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parents[2]
providers = root / "Plugins/Providers"
target = root / "Sources/CarillonStandard/EmbeddedProviders.swift"

spec = importlib.util.spec_from_file_location("embed_web", root / "Tests/Tools/embed-web.py")
embed_web = importlib.util.module_from_spec(spec)
spec.loader.exec_module(embed_web)


def embedded():
    entries = []
    for file in sorted(providers.glob("*/channel.json")):
        text = file.read_bytes().decode("utf-8")
        if "\r" in text or "\0" in text:
            sys.exit(f"{file}: a carriage return or zero byte wouldn't survive in a Swift literal")
        entries.append(f'        "{file.parent.name}": {embed_web.literal(text, "            ")},\n')
    return (
        "// Written by Tests/Tools/embed-providers.py from Plugins/Providers; run it after a change there.\n"
        "// swift-format-ignore-file\n"
        "\n"
        "/// The channel files that come with the program.\n"
        "enum EmbeddedProviders {\n"
        "    /// By the channel's id.\n"
        "    static let files: [String: String] = [\n" + "".join(entries) + "    ]\n"
        "}\n"
    )


if __name__ == "__main__":
    text = embedded()
    fresh = target.exists() and target.read_text(encoding="utf-8") == text
    if "--check" in sys.argv[1:]:
        sys.exit(0 if fresh else f"{target.relative_to(root)} isn't fresh: run Tests/Tools/embed-providers.py")
    if not fresh:
        target.write_text(text, encoding="utf-8")
    print(f"{target.relative_to(root)}: {'unchanged' if fresh else 'written'}")
