#!/usr/bin/env python3
"""Writes the files that generated code needs into Swift: Sources/CarillonGenerate/EmbeddedRuntimes.swift.

`--check` writes nothing, and fails where the file isn't fresh.
"""

import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]
folders = {"service": root / "Sources/CarillonGenerate/Runtimes", "app": root / "Sources/CarillonClient/Runtimes"}
target = root / "Sources/CarillonGenerate/EmbeddedRuntimes.swift"
languages = {".swift": "swift", ".ts": "typescript", ".kt": "kotlin"}


def literal(text, indentation):
    """A raw multi-line literal with a delimiter that the text doesn't have."""
    runs = [len(found) for found in re.findall(r'(?:"+|\\+)(#*)', text)]
    hashes = "#" * (max(runs, default=0) + 1)
    # Blank lines stay blank: an indentation there would be white space at the end of a line.
    lines = [indentation + line if line else "" for line in text.split("\n")]
    return "\n".join([f'{hashes}"""', *lines, f'{indentation}"""{hashes}'])


def embedded():
    entries = []
    for part, file in sorted((part, file) for part in folders for file in folders[part].iterdir()):
        text = file.read_text(encoding="utf-8")
        if "\r" in text or "\0" in text:
            sys.exit(f"{file}: a carriage return or zero byte wouldn't survive in a Swift literal")
        entries.append(
            "        EmbeddedRuntime(\n"
            f"            language: .{languages[file.suffix]},\n"
            f"            part: .{part},\n"
            f'            name: "{file.name}",\n'
            f"            text: {literal(text, '                ')}\n"
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
    text = embedded()
    fresh = target.exists() and target.read_text(encoding="utf-8") == text
    if "--check" in sys.argv[1:]:
        sys.exit(0 if fresh else f"{target.relative_to(root)} isn't fresh: run Tests/Tools/embed-runtimes.py")
    if not fresh:
        target.write_text(text, encoding="utf-8")
    print(f"{target.relative_to(root)}: {'unchanged' if fresh else 'written'}")
