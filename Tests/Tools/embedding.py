"""What the `embed-*.py` scripts share: texts as Swift literals, and writing or checking the file that they make."""

import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]


def text_of(file):
    """The file's text, which a Swift literal can hold."""
    text = file.read_bytes().decode("utf-8")
    if "\r" in text or "\0" in text:
        sys.exit(f"{file}: a carriage return or zero byte wouldn't survive in a Swift literal")
    return text


def literal(text, indentation):
    """A raw multi-line literal with a delimiter that the text doesn't have."""
    runs = [len(found) for found in re.findall(r'(?:"+|\\+)(#*)', text)]
    hashes = "#" * (max(runs, default=0) + 1)
    # Blank lines stay blank: an indentation there would be white space at the end of a line.
    lines = [indentation + line if line else "" for line in text.split("\n")]
    return "\n".join([f'{hashes}"""', *lines, f'{indentation}"""{hashes}'])


def finish(target, text):
    """Writes what was made; with `--check` it writes nothing, and fails where the file isn't fresh."""
    fresh = target.exists() and target.read_text(encoding="utf-8") == text
    if "--check" in sys.argv[1:]:
        sys.exit(0 if fresh else f"{target.relative_to(root)} isn't fresh: run Tests/Tools/{pathlib.Path(sys.argv[0]).name}")
    if not fresh:
        target.write_text(text, encoding="utf-8")
    print(f"{target.relative_to(root)}: {'unchanged' if fresh else 'written'}")
