#!/usr/bin/env python3
"""Writes the rules of all time zones into Swift: Sources/CarillonProfiles/Texts/TimeZoneTable.swift.

The source is `tzdata.zi` beside this script, the IANA time zone database in one file, as it is distributed. `zic`, which every
Debian has (`libc-bin`), compiles it, and this reads what it makes. For another version of the database, put its `tzdata.zi` in
place of ours and run this.

`--check` writes nothing, and fails where the file isn't fresh.
"""

import calendar
import datetime
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

from embedding import finish, root

source = root / "Tests/Tools/tzdata.zi"
target = root / "Sources/CarillonProfiles/Texts/TimeZoneTable.swift"

# 1 January 1800: before any change of a clock, so that all times are counted upwards.
origin = -5_364_662_400
digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def compiled(folder):
    """The contents of every zone's file, by name; `Factory` is no zone that anybody is in.

    Files with every change, because `zic` of glibc 2.36 leaves out some when it writes slim ones: Ramadan in Hebron in 2081.
    """
    subprocess.run(["zic", "-b", "fat", "-d", folder, source], check=True)
    files = [file for file in pathlib.Path(folder).rglob("*") if file.is_file()]
    zones = {str(file.relative_to(folder)): file.read_bytes() for file in files}
    zones.pop("Factory")
    return zones


def read(data):
    """Offsets at first, changes as (time, offset), and the rule for all later times. RFC 9636."""
    def counts(at):
        assert data[at:at + 4] == b"TZif"
        return struct.unpack(">6l", data[at + 20:at + 44])

    ut, standard, leaps, times, types, characters = counts(0)
    at = 44 + times * 5 + types * 6 + characters + leaps * 8 + standard + ut
    ut, standard, leaps, times, types, characters = counts(at)
    assert leaps == 0
    at += 44
    moments = struct.unpack(f">{times}q", data[at:at + 8 * times])
    at += 8 * times
    indices = data[at:at + times]
    at += times
    offsets = [struct.unpack(">l", data[at + 6 * index:at + 6 * index + 4])[0] for index in range(types)]
    at += 6 * types + characters + 12 * leaps + standard + ut
    rule = data[at:].strip(b"\n").decode("ascii")
    first = last = offsets[0]
    changes = []
    for moment, index in zip(moments, indices):
        if offsets[index] != last:
            last = offsets[index]
            changes.append((moment, last))
    rule = read_rule(rule)
    # What the rule says as well is left out, from the end.
    while len(changes) > 1 and follows(changes[-2], changes[-1], rule):
        changes.pop()
    assert not changes or offset_by(rule, changes[-1][0]) == changes[-1][1]
    return first, changes, rule


def follows(before, change, rule):
    """Whether from one change on the rule leads to the next, and to no other between them."""
    return (rule[1] is not None and change[0] - before[0] < 320 * 86_400
            and offset_by(rule, before[0]) == before[1] == offset_by(rule, change[0] - 1)
            and offset_by(rule, change[0]) == change[1])


def offset_by(rule, time):
    standard, other = rule
    if other is None:
        return standard
    year = (datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=time)).year
    begun, ended = (max(moment for moment in (moment_of(date, near) - offset for near in (year - 1, year, year + 1)) if moment <= time)
                    for date, offset in ((other[1], standard), (other[2], other[0])))
    return other[0] if begun > ended else standard


def moment_of(date, year):
    """By the clock, counted as if that were at Greenwich."""
    month, week, weekday, time = date
    days = [day for day in calendar.Calendar().itermonthdates(year, month)
            if day.month == month and day.isoweekday() % 7 == weekday]
    day = days[-1] if week == 5 else days[week - 1]
    return (day - datetime.date(1970, 1, 1)).days * 86_400 + time


def seconds(text):
    """Of `2`, `-1`, `03:30` or `5:30:20`."""
    sign = -1 if text.startswith("-") else 1
    hours, minutes, rest = (text.lstrip("+-").split(":") + ["0", "0"])[:3]
    return sign * (int(hours) * 3600 + int(minutes) * 60 + int(rest))


def read_rule(text):
    """Of `CET-1CEST,M3.5.0,M10.5.0/3`: standard offset, and where there is one, the other with its beginning and end."""
    name = r"(?:<[^>]+>|[A-Za-z]+)"
    time = r"[+-]?[0-9:]+"
    date = rf"M([0-9]+)\.([0-9]+)\.([0-9]+)(?:/({time}))?"
    found = re.fullmatch(rf"{name}({time})(?:{name}({time})?,{date},{date})?", text)
    if not found:
        sys.exit(f"a rule of a form that isn't known: {text}")
    standard = -seconds(found[1])
    if not found[3]:
        return standard, None
    other = -seconds(found[2]) if found[2] else standard + 3600
    dates = [(int(month), int(week), int(day), seconds(time or "2"))
             for month, week, day, time in (found.groups()[2:6], found.groups()[6:10])]
    return standard, (other, *dates)


def number(value):
    """Digits of five bits, the lowest first; 32 is added where more follow."""
    assert value >= 0
    text = ""
    while True:
        text += digits[value % 32 + (32 if value >= 32 else 0)]
        value //= 32
        if value == 0:
            return text


def length(value):
    """Seconds from 0: halved minutes where that does, since odd seconds are rare."""
    return number(value // 60 * 2 if value % 60 == 0 else value * 2 + 1)


def signed(value):
    return number(1 if value < 0 else 0) + length(abs(value))


def encoded(zone):
    first, changes, (standard, other) = zone
    offsets = sorted({first, standard, *(offset for _, offset in changes), *([other[0]] if other else [])})
    text = number(len(offsets)) + "".join(map(signed, offsets)) + number(offsets.index(first)) + number(len(changes))
    before = origin
    for moment, offset in changes:
        text += length(moment - before) + number(offsets.index(offset))
        before = moment
    text += number(offsets.index(standard))
    if not other:
        return text + number(0)
    text += number(1) + number(offsets.index(other[0]))
    for month, week, day, time in other[1:]:
        text += number(month) + number(week) + number(day) + signed(time)
    return text


def embedded():
    with tempfile.TemporaryDirectory() as folder:
        zones = compiled(folder)
    names = {}
    for name in sorted(zones):
        names.setdefault(encoded(read(zones[name])), []).append(name)
    version = re.search(r"^# version (\S+)$", source.read_text(encoding="ascii"), re.MULTILINE)[1]
    lines = [f"        {' '.join(zones)}={rules}\n" for rules, zones in sorted(names.items(), key=lambda item: item[1])]
    return (
        "// swift-format-ignore-file\n"
        "// Written by Tests/Tools/embed-time-zones.py from tzdata.zi beside it; not to be edited.\n"
        f"// Derived from the IANA time zone database {version}, which is in the public domain.\n"
        "\n"
        "/// Time zones and their rules; `TimeZoneRules` says how they are read.\n"
        "enum TimeZoneTable {\n"
        "    /// Of the IANA time zone database.\n"
        f'    static var version: String {{ "{version}" }}\n'
        "\n"
        "    /// A line for each set of rules: the names of its zones, `=` and the rules.\n"
        "    static var lines: StaticString {\n"
        '        """\n' + "".join(lines) + '        """\n'
        "    }\n"
        "}\n"
    )


if __name__ == "__main__":
    finish(target, embedded())
