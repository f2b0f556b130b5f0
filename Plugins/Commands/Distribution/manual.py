"""Man pages, made of what a program says about itself with `--experimental-dump-help` and `dump-manual`."""

import datetime


sections = [("exitStatus", "EXIT STATUS"), ("environment", "ENVIRONMENT"), ("files", "FILES"), ("examples", "EXAMPLES")]


def says_more(tool):
    """Whether the program of such a document has the command `dump-manual`."""
    return any(below["commandName"] == "dump-manual" for below in tool["command"].get("subcommands", []))


def pages(tool, version, moment, more=None):
    """The text of each page in roff, by the file's name: one for the program and one for each of its commands.

    `tool` is the document of ArgumentParser, `more` that of `dump-manual`, `moment` the date of the pages in seconds since 1970.
    """
    more = more or {}
    date = datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).strftime("%Y-%m-%d")
    made = {}

    def add(command, above):
        names = above + [command["commandName"]]
        made["-".join(names) + ".1"] = page(command, names, version, date, more.get(" ".join(names), {}))
        for below in commands(command):
            add(below, names)

    add(tool["command"], [])
    return made


def commands(command):
    """Those that people see; `help` is in every program and needs no page."""
    return [below for below in command.get("subcommands", [])
            if below.get("shouldDisplay", True) and below["commandName"] != "help"]


def page(command, names, version, date, more):
    name = "-".join(names)
    lines = [
        f'.TH "{escaped(name.upper())}" 1 "{date}" "{escaped(names[0])} {escaped(version)}" "Carillon"',
        ".SH NAME",
        f"{escaped(name)} \\- {escaped(' '.join(command.get('abstract', '').split()).rstrip('.'))}",
        ".SH SYNOPSIS",
        *synopsis(command, names),
    ]
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", *paragraphs(command["discussion"])]
    shown = [argument for argument in command.get("arguments", []) if argument.get("shouldDisplay", True)]
    for title, kinds in [("ARGUMENTS", {"positional"}), ("OPTIONS", {"option", "flag"})]:
        these = [argument for argument in shown if argument["kind"] in kinds]
        if these:
            lines += [f".SH {title}", *(line for argument in these for line in described(argument))]
    below = commands(command)
    if below:
        lines.append(".SH COMMANDS")
        for other in below:
            lines += [".TP", f"\\fB{escaped(name)}\\-{escaped(other['commandName'])}\\fR(1)",
                      *text(other.get("abstract", ""))]
    for key, title in sections:
        if more.get(key):
            lines += [f".SH {title}", *(line for entry in more[key] for line in listed(entry))]
    others = ([names[:-1]] if len(names) > 1 else []) + [names + [other["commandName"]] for other in below]
    if others:
        lines += [".SH SEE ALSO", ", ".join(f"\\fB{escaped('-'.join(other))}\\fR(1)" for other in others)]
    return "\n".join(line for line in lines if line) + "\n"


def listed(entry):
    return [".TP", f"\\fB{escaped(entry['name'])}\\fR", *text(entry["means"])]


def synopsis(command, names):
    words = [f"\\fB{escaped(' '.join(names))}\\fR"]
    for argument in command.get("arguments", []):
        if not argument.get("shouldDisplay", True):
            continue
        word = spelled(argument, argument.get("preferredName"))
        if argument["kind"] != "positional" and argument.get("isRepeating"):
            word += " ..."
        words.append(f"[{word}]" if argument.get("isOptional") else word)
    if commands(command):
        words.append("\\fIcommand\\fR")
    return words


def spelled(argument, name):
    """As one writes it: `--format <format>`, `<folder> ...`."""
    value = f"\\fI{escaped(argument.get('valueName', ''))}\\fR"
    if argument["kind"] == "positional":
        return value + (" ..." if argument.get("isRepeating") else "")
    dashes = "--" if name["kind"] == "long" else "-"
    flag = f"\\fB{escaped(dashes + name['name'])}\\fR"
    return flag if argument["kind"] == "flag" else f"{flag} {value}"


def described(argument):
    names = argument.get("names") or [None]
    lines = [".TP", ", ".join(spelled(argument, name) for name in names)]
    words = " ".join(part for part in [argument.get("abstract", ""), argument.get("discussion", "")] if part)
    facts = []
    if argument.get("allValues") and ", ".join(argument["allValues"]) not in words:
        facts.append("One of " + ", ".join(argument["allValues"]) + ".")
    if argument.get("defaultValue"):
        facts.append(f"The default is {argument['defaultValue']}.")
    return lines + (text(" ".join([words] + facts)) or ["\\&"])


def paragraphs(words):
    lines = []
    for index, block in enumerate(words.split("\n\n")):
        lines += [".PP"] * (index > 0) + text(block)
    return lines


def text(words):
    """Lines of running text, none of which roff takes for a request."""
    return [("\\&" if line.startswith((".", "'")) else "") + escaped(line)
            for line in (line.strip() for line in words.split("\n")) if line]


def escaped(words):
    """A hyphen that stays one when it is copied, and no escape but ours."""
    return words.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
