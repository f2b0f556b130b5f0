"""Time zones of the program against Python's reading of the same database, which `zic` compiles."""

import datetime
import json
import random
import re
import subprocess
import unittest
import zoneinfo

from case import Case, program, root


class Zones(Case):
    def test_the_table_is_fresh(self):
        self.run_program(root / "Tests/Tools/embed-time-zones.py", "--check")

    def test_every_zone_has_the_offsets_that_python_has(self):
        folder = self.folder()
        self.run_program("zic", "-b", "fat", "-d", folder, root / "Tests/Tools/tzdata.zi")
        zones = {str(file.relative_to(folder)): file for file in folder.rglob("*") if file.is_file()}
        zones.pop("Factory")
        chance = random.Random(22)
        asked, expected = [], []
        for name, file in sorted(zones.items()):
            with file.open("rb") as data:
                theirs = zoneinfo.ZoneInfo.from_file(data, key=name)
            for moment in self.moments(theirs, chance):
                asked.append({"id": f"{name} {moment.isoformat()}", "locale": "en", "bidi": "none", "timeZone": name,
                              "src": "{$t :datetime dateLength=medium timePrecision=second}",
                              "params": {"t": {"instant": moment.strftime("%Y-%m-%dT%H:%M:%SZ")}}})
                expected.append(moment.astimezone(theirs).replace(tzinfo=None))
        lines = "".join(json.dumps(line) + "\n" for line in asked)
        done = subprocess.run([program, "format"], input=lines, capture_output=True, text=True, check=True, timeout=300)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(len(answers), len(asked))
        wrong = [f"{answer['id']}: {answer['output']}, not {clock}"
                 for answer, clock in zip(answers, expected) if read(answer["output"]) != clock]
        self.assertEqual(wrong[:20], [])
        self.assertGreater(len(asked), 20_000)

    def moments(self, zone, chance):
        """Both sides of each change since 1990 and of some later ones, and moments anywhere."""
        utc = datetime.timezone.utc
        start = datetime.datetime(1990, 1, 1, tzinfo=utc)
        day = datetime.timedelta(days=1)
        found = [datetime.datetime(chance.randint(1850, 2500), chance.randint(1, 12), chance.randint(1, 28), 12, tzinfo=utc)
                 for _ in range(20)]
        for year in [*range(1990, 2030, 5), 2036, 2037, 2038, 2100, 2400]:
            before = start.replace(year=year)
            for _ in range(366):
                after = before + day
                if before.astimezone(zone).utcoffset() != after.astimezone(zone).utcoffset():
                    low, high = before, after
                    while high - low > datetime.timedelta(seconds=1):
                        middle = (low + (high - low) / 2).replace(microsecond=0)
                        if middle.astimezone(zone).utcoffset() == low.astimezone(zone).utcoffset():
                            low = middle
                        else:
                            high = middle
                    found += [low, high]
                before = after
        return found


def read(text):
    """Of `Feb 25, 2026, 3:13:20 PM`; None of anything else."""
    try:
        return datetime.datetime.strptime(re.sub(r"\s", " ", text), "%b %d, %Y, %I:%M:%S %p")
    except ValueError:
        return None


if __name__ == "__main__":
    unittest.main()
