#!/usr/bin/env python3
"""Writes the channel files of Plugins/Providers into Swift: Sources/CarillonStandard/EmbeddedProviders.swift.

`--check` writes nothing, and fails where the file isn't fresh.
"""

from embedding import finish, literal, root, text_of

providers = root / "Plugins/Providers"
target = root / "Sources/CarillonStandard/EmbeddedProviders.swift"


def embedded():
    entries = []
    for file in sorted(providers.glob("*/channel.json")):
        entries.append(f'        "{file.parent.name}": {literal(text_of(file), "            ")},\n')
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
    finish(target, embedded())
