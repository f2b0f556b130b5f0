#!/usr/bin/env python3
"""Writes the files that generated code needs into Swift: Sources/CarillonGenerate/EmbeddedRuntimes.swift.

`--check` writes nothing, and fails where the file isn't fresh.
"""

from embedding import finish, literal, root, text_of

folders = {"service": root / "Sources/CarillonGenerate/Runtimes", "app": root / "Sources/CarillonClient/Runtimes"}
target = root / "Sources/CarillonGenerate/EmbeddedRuntimes.swift"
languages = {".swift": "swift", ".ts": "typescript", ".kt": "kotlin"}


def embedded():
    entries = []
    for part, file in sorted((part, file) for part in folders for file in folders[part].iterdir()):
        entries.append(
            "        EmbeddedRuntime(\n"
            f"            language: .{languages[file.suffix]},\n"
            f"            part: .{part},\n"
            f'            name: "{file.name}",\n'
            f"            text: {literal(text_of(file), '                ')}\n"
            "        ),\n"
        )
    return (
        "// Written by Tests/Tools/embed-runtimes.py from the files in Runtimes, here and in CarillonClient; run it after a change there.\n"
        "// swift-format-ignore-file\n"
        "\n"
        "/// A file that generated code needs, the same for all tenants.\n"
        "struct EmbeddedRuntime {\n"
        "    let language: TargetLanguage\n"
        "    let part: GeneratedPart\n"
        "    let name: String\n"
        "    let text: String\n"
        "\n"
        "    /// Every file, by name.\n"
        "    static let all: [EmbeddedRuntime] = [\n" + "".join(entries) + "    ]\n"
        "}\n"
    )


if __name__ == "__main__":
    finish(target, embedded())
