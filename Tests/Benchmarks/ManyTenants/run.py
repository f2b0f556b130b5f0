#!/usr/bin/env python3
"""Measures how a host starts and what it takes: with many tenants, and with many scheduled notifications.

    Tests/Benchmarks/ManyTenants/run.py [--program .build/release/carillond] [--tenants 200] [--rows 1000000]

Tenants are copies of those in `tenants/`, each under a name of its own. Rows are put into the store's file by SQL: what is
measured is the start on them, not how they came there.
"""

import argparse, json, pathlib, shutil, sqlite3, sys, tempfile, time, urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from processes import PROGRAM, ROOT, megabytes, processor_seconds, require  # noqa: E402
from outside import await_ready, end, free_port, launch  # noqa: E402


class Host:
    """A `carillond serve` of our own, and how long it took to be ready."""

    def __init__(self, program, folder, tenants, data):
        self.port = free_port()
        self.admin = free_port()
        command = [program, "serve", "--tenants", tenants, "--data", data, "--port", self.port,
                   "--admin-port", self.admin, "--log-level", "critical"]
        began = time.monotonic()
        self.process = launch(command, folder / "log")
        self.ready = await_ready(f"http://127.0.0.1:{self.port}/health/ready", self.process, pause=0.01)
        self.seconds = time.monotonic() - began

    def megabytes(self):
        return megabytes(self.process.pid)

    def processor_seconds(self, during):
        before = processor_seconds(self.process.pid)
        time.sleep(during)
        return processor_seconds(self.process.pid) - before

    def scrape(self):
        began = time.monotonic()
        with urllib.request.urlopen(f"http://127.0.0.1:{self.admin}/metrics", timeout=30) as answer:
            page = answer.read()
        return time.monotonic() - began, len(page)

    def end(self):
        began = time.monotonic()
        end(self.process, 20)
        return time.monotonic() - began


def copies(folder, count):
    """So many tenants, made from those of the repository by turns."""
    originals = sorted(path.parent for path in (ROOT / "tenants").glob("*/events.json"))
    originals = [folder for folder in originals if folder.name != "schema"]
    target = folder / "tenants"
    for number in range(count):
        original = originals[number % len(originals)]
        copy = target / f"{original.name}-{number:03}"
        shutil.copytree(original, copy, ignore=shutil.ignore_patterns("golden"))
        profile = json.loads((copy / "profile.json").read_text())
        profile["tenant"] = copy.name
        if "hosts" in profile:
            profile["hosts"] = [f"{copy.name}.example"]
        (copy / "profile.json").write_text(json.dumps(profile, ensure_ascii=False))
    return target


def many_tenants(program, folder, count):
    tenants, data = copies(folder, count), folder / "data"
    for name in ["first start (files are made)", "next start"]:
        host = Host(program, folder, tenants, data)
        served = host.ready["tenants"]
        idle = host.processor_seconds(5) / 5 * 100
        scrape, size = host.scrape()
        memory = host.megabytes()
        end = host.end()
        print(f"{name}: {served} tenants ready after {host.seconds:.2f} s, {memory:.0f} MB, idle {idle:.1f} % of a core, "
              f"/metrics {scrape * 1000:.0f} ms and {size // 1024} KiB, ended in {end:.2f} s")
        if served != count:
            sys.exit(f"only {served} of {count} tenants are served: {host.ready}")


def required(database, table):
    """Columns that must be given, beside those that are filled below."""
    return [row[1] for row in database.execute(f"PRAGMA table_info({table})") if row[3] and row[4] is None and not row[5]]


def many_rows(program, folder, rows):
    tenants, data = copies(folder, 1), folder / "data"
    host = Host(program, folder, tenants, data)
    host.end()
    database = sqlite3.connect(next(data.glob("*.sqlite")))
    due = int(time.time() * 1000) + 86_400_000
    values = {
        "user": {"id": "'user-' || n"},
        "event": {"id": "'event-' || n", "key": "n", "source": "'bench'", "external_id": "'e-' || n", "type": "'none'",
                  "payload": "'{}'", "fingerprint": "n", "revision": "'r'", "accepted_at": f"{due} - 172800000 + n"},
        "notification": {"id": "'n-' || n", "event": "n", "user": "1 + n % 10000", "priority": "1",
                         "due_at": f"{due} + n"},
    }
    for table, count in [("user", 10000), ("event", rows), ("notification", rows)]:
        columns = values[table]
        missing = [name for name in required(database, table) if name not in columns]
        columns |= {name: "0" for name in missing}
        database.execute(
            f"WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count}) "
            f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(columns.values())} FROM numbers")
    database.commit()
    database.close()
    host = Host(program, folder, tenants, data)
    scrape, _ = host.scrape()
    memory = host.megabytes()
    host.end()
    print(f"{rows} scheduled notifications: ready after {host.seconds:.2f} s, {memory:.0f} MB, "
          f"/metrics {scrape * 1000:.0f} ms")
    return host.seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=PROGRAM, type=pathlib.Path)
    parser.add_argument("--tenants", default=200, type=int)
    parser.add_argument("--rows", default=1_000_000, type=int)
    options = parser.parse_args()
    require(options.program)
    for measure, count in [(many_tenants, options.tenants), (many_rows, options.rows)]:
        with tempfile.TemporaryDirectory(prefix="carillon-many-") as folder:
            measure(options.program, pathlib.Path(folder), count)


if __name__ == "__main__":
    main()
