"""Scripts, styles and catalogues as they are served: what browsers do with them is the same, without comments and indentation.

Nothing is renamed, and no word is written another way: a line of the source is found again in what is served.

PyPI's rjsmin 1.3.0 was tried: of a template inside a template it takes for code what is text, so that `` `${a ? ` ${b}` : ""}` `` loses its
blank, and what it makes of our files together isn't smaller. rcssmin 1.3.0 saves 14 bytes of `studio.css`.
"""

import json
import re

WORD = re.compile(r"[\w$#@\u200c\u200d]+|\\u[0-9a-fA-F]{4}", re.U)
BLANK = re.compile(r"\s+")
#: After these, a slash begins a pattern; after other words and closing brackets it divides.
BEFORE_PATTERN = {"return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "throw", "new", "await", "yield"}


class Fault(Exception):
    """A script that this doesn't understand."""


def tokens(text):
    """Of a script, in their order: (kind, text). Comments and blanks are `gap`; a template is in pieces, with what it has inside between."""
    at, found = 0, []
    # Of each open brace, whether it ends what a template has inside.
    braces = []
    before = None

    def literal(pattern, what):
        match = re.compile(pattern, re.S).match(text, at)
        if not match:
            raise Fault(f"{what} that doesn't end: {text[at:at + 60]!r}")
        return match.group()

    while at < len(text):
        sign = text[at]
        if match := BLANK.match(text, at):
            piece = ("gap", match.group())
        elif text.startswith("//", at):
            piece = ("gap", literal(r"//[^\n]*", "a comment"))
        elif text.startswith("/*", at):
            piece = ("gap", literal(r"/\*.*?\*/", "a comment"))
        elif sign in "\"'":
            piece = ("text", literal(rf"{sign}(?:[^{sign}\\\n]|\\.)*{sign}", "a text"))
        elif sign == "`" or (sign == "}" and braces and braces[-1]):
            if sign == "}":
                braces.pop()
            piece = ("template", literal(rf"{re.escape(sign)}(?:[^`\\$]|\\.|\$(?!\{{))*(?:`|\$\{{)", "a template"))
            if piece[1].endswith("${"):
                braces.append(True)
        elif match := WORD.match(text, at):
            piece = ("word", match.group())
        elif sign == "/" and (before is None or before[0] == "sign" and before[1] not in ")]}" or before[1] in BEFORE_PATTERN):
            piece = ("pattern", literal(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*", "a pattern"))
        else:
            if sign == "{":
                braces.append(False)
            elif sign == "}":
                if not braces:
                    raise Fault(f"a brace too many: {text[at:at + 60]!r}")
                braces.pop()
            piece = ("sign", sign)
        found.append(piece)
        at += len(piece[1])
        if piece[0] != "gap":
            before = piece
    if braces:
        raise Fault("a brace that isn't closed")
    return found


def script(text):
    out, gap, before = [], "", None
    for kind, piece in tokens(text):
        if kind == "gap":
            # What a comment says ends no statement, unless a line ends in it.
            gap += " " if piece.startswith("/") and "\n" not in piece else piece
            continue
        if gap and before:
            out.append(_between(before, (kind, piece), "\n" in gap))
        out.append(piece)
        before, gap = (kind, piece), ""
    return "".join(out) + "\n"


def _between(before, after, is_line):
    """What has to stay of a gap between two tokens."""
    last, first = before[1][-1], after[1][0]
    if is_line:
        # There, no statement can end.
        return "" if before[0] == "sign" and last in "{([,;" or after[0] == "sign" and first in "})],.;?:" else "\n"
    both = [one[0] in ("word", "pattern") for one in (before, after)]
    if all(both) or last in "+-/" and first in "+-/":
        return " "
    return ""


def style(text):
    texts = []

    def aside(match):
        if match.group().startswith("/*"):
            return ""
        texts.append(match.group())
        return f"\0{len(texts) - 1}\0"

    kept = re.sub(r"/\*.*?\*/|\"[^\"\n]*\"|'[^'\n]*'", aside, text, flags=re.S)
    kept = re.sub(r" *([{};,]) *", r"\1", re.sub(r"\s+", " ", kept)).replace(";}", "}")
    kept = re.sub(r"([{;][\w-]+): ", r"\1:", kept).strip()
    return re.sub("\0(\\d+)\0", lambda match: texts[int(match.group(1))], kept) + "\n"


def catalogue(text):
    return json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":")) + "\n"


WAYS = {".js": script, ".css": style, ".json": catalogue}


def served(file):
    """A file's text as it is served."""
    text = file.read_bytes().decode("utf-8")
    return WAYS.get(file.suffix, str)(text)
