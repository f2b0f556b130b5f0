#!/usr/bin/env python3
"""Makes a source file of what a page shows in one language, to be checked by that language's compiler.

`pages.py PAGE LANGUAGE PRELUDE` prints the prelude, which holds what the reader's own app has, and the page's blocks behind it. Imports go
to the top. In Swift, blocks of declarations stand beside each other, and those with statements in functions; in TypeScript and Kotlin each
block stands within the one before. Either way a block sees what earlier ones have declared. A block that begins with a dot is a part of a
manifest and is left out.
"""

import re
import sys
from pathlib import Path

FENCE = {"swift": "swift", "typescript": "ts", "kotlin": "kotlin"}
DECLARATION = re.compile(r"(@Sendable )?(func|final class|class|struct|enum|extension)\b|[})]|//|\)|$|\s")


def blocks(page: Path, fence: str) -> list[tuple[int, str]]:
    """Each block with the line that it begins at."""
    found: list[tuple[int, str]] = []
    language, begin, lines = None, 0, []
    for number, line in enumerate(page.read_text(encoding="utf-8").split("\n"), 1):
        if line.startswith("```"):
            if language is None:
                language, begin, lines = line[3:], number + 1, []
            else:
                text = "\n".join(lines)
                if language == fence and not text.startswith("."):
                    found.append((begin, text))
                language = None
        elif language is not None:
            lines.append(line)
    return found


def split(text: str, names: re.Pattern[str]) -> tuple[list[str], str]:
    """Imports, and the rest with empty lines in their places."""
    imports, rest = [], []
    for line in text.split("\n"):
        if names.match(line):
            imports.append(line)
            rest.append("")
        else:
            rest.append(line)
    return imports, "\n".join(rest)


def main() -> None:
    page, language, prelude = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    parts = blocks(page, FENCE[language])
    if not parts:
        sys.exit(f"{page} shows nothing in {language}")
    names = re.compile(r"import\b")
    imports, body = split(prelude.read_text(encoding="utf-8"), names)
    texts = []
    for line, text in parts:
        more, rest = split(text, names)
        imports += [each for each in more if each not in imports]
        texts.append((line, rest))
    if language == "kotlin":
        print(f"package carillon.guides.{page.stem.replace('-', '_')}")
    print("\n".join(imports))
    print(body)
    if language == "swift":
        print(swift(page, texts))
    elif language == "typescript":
        inner = "\n{\n".join(f"// {page}:{line}\n{text}" for line, text in texts)
        print(f"async function page(): Promise<void> {{\n{inner}\n{'}' * len(texts)}\nvoid page;")
    else:
        inner = "\nrun {\n".join(f"// {page}:{line}\n{text}" for line, text in texts)
        print(f"fun page() {{\n{inner}\n{'}' * len(texts)}")


def swift(page: Path, texts: list[tuple[int, str]]) -> str:
    declarations, statements = [], []
    for line, text in texts:
        placed = f'#sourceLocation(file: "{page}", line: {line})\n{text}\n#sourceLocation()'
        is_declared = all(DECLARATION.match(each) for each in text.split("\n"))
        (declarations if is_declared else statements).append(placed)
    function = "\ndo {\n".join(statements)
    tail = f"func page() async throws {{\n{function}\n{'}' * len(statements)}" if statements else ""
    return "\n".join([*declarations, tail])


if __name__ == "__main__":
    main()
