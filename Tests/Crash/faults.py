#!/usr/bin/env python3
"""What becomes of the host when the disk is full, the data can't be written or is damaged, and when a provider breaks off.

    Tests/Crash/faults.py [CARILLOND] [-k PART-OF-A-NAME]

Each test runs the host and the sandbox as processes and holds every 202 against what became of it, as `run.py` does. Disks of
a few megabytes are mounted in a namespace of our own, which needs no rights but to have one; where that isn't allowed, the
tests that need a disk say so and are skipped.
"""

import collections
import os
import pathlib
import random
import sqlite3
import subprocess
import sys
import time
import unittest

from place import MARKER, Place, Tenant
from outside import wait_until
from programs import Client, Host, Sandbox
from reconcile import Reconciliation, text_of
from traffic import Traffic

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build/debug/carillond"
HAS_NAMESPACE = os.environ.get("CARILLON_CRASH_NAMESPACE") == "1"


def enter_namespace():
    """Starts this program again where it may mount; or goes on without."""
    if HAS_NAMESPACE:
        return
    for options in ["-m"], ["-Urm"]:
        if subprocess.run(["unshare", *options, "true"], capture_output=True).returncode == 0:
            os.environ["CARILLON_CRASH_NAMESPACE"] = "1"
            os.execvp("unshare", ["unshare", *options, sys.executable, *sys.argv])
    print("NOT TESTED: full and read-only disks, because this user may have no mount namespace", file=sys.stderr)


def needs_a_disk(test):
    return unittest.skipUnless(HAS_NAMESPACE, "no mount namespace")(test)


def mount(*arguments):
    subprocess.run(["mount", *map(str, arguments)], check=True)


class Faults(unittest.TestCase):
    """One host with two tenants, and what was promised by it."""

    def setUp(self):
        self.place = Place([Tenant(0, "expo"), Tenant(1, "webhook")])
        self.addCleanup(self.place.remove)
        self.sandbox = Sandbox(PROGRAM, self.place)
        self.addCleanup(self.sandbox.end)
        self.host = Host(PROGRAM, self.place, [tenant.egress(self.sandbox) for tenant in self.place.tenants])
        self.addCleanup(self.end)
        self.client = Client(self.host.port)
        self.traffic = Traffic(self.host.port, self.place.tenants, seed=1)
        self.chance = random.Random(1)
        self.count = 0

    def end(self):
        if self.host.process and self.host.process.poll() is None:
            self.host.kill()
        if self.is_mounted:
            subprocess.run(["umount", "-l", self.place.data])

    is_mounted = False

    def mount_disk(self, size):
        self.place.data.mkdir()
        mount("-t", "tmpfs", "-o", f"size={size}", "crash", self.place.data)
        self.is_mounted = True

    def fill_disk(self):
        """→ the file that takes all the room."""
        filler = self.place.data / "filler"
        with filler.open("wb", buffering=0) as file:
            for size in 1 << 16, 1 << 12, 1:
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError:
                    pass
        return filler

    def start(self):
        self.client.close()
        self.host.start()
        self.host.wait_until_ready()

    def post(self, tenant=None, kind=None):
        """Posts one event; → the answer."""
        self.count += 1
        while True:
            event = self.traffic.made_up(self.chance, f"0-{self.count}")
            if event.tenant is (tenant or event.tenant) and event.type == (kind or event.type):
                break
        answer = self.client.as_service("POST", f"/v1/{event.tenant.name}/events", event.body)
        self.traffic.posted.append(event)
        if answer[0] == 202:
            event.accepted = answer[1]["events"][0]
        else:
            event.is_refused = event.is_abandoned = True
        return answer

    def assert_unavailable(self, answer):
        status, problem, headers = answer
        self.assertEqual(status, 503, problem)
        headers = {name.lower(): value for name, value in headers.items()}
        self.assertEqual(headers["content-type"], "application/problem+json")
        self.assertEqual(problem["code"], "unavailable")
        self.assertGreater(int(headers["retry-after"]), 0)
        self.assertNotIn(str(self.place.data), str(problem), "a caller sees no paths")

    def assert_reconciled(self):
        reconciliation = Reconciliation(self.host, self.sandbox, self.traffic)
        self.assertEqual(reconciliation.run(timeout=60), [])
        return reconciliation.figures

    def wait_for_log(self, *texts, seconds=20):
        def line():
            return next((line for line in self.host.last_life().splitlines() if all(text in line for text in texts)), None)

        return wait_until(line, seconds, f"a log line with {texts}")

    def status_line(self, tenant):
        return next(one for one in self.host.operator("GET", "/v1/tenants")[1]["tenants"] if one["id"] == tenant.name)

    @needs_a_disk
    def test_full_disk_while_running(self):
        """Refused with 503 while there is no room, nothing lost, and on again by itself."""
        self.mount_disk("12m")
        self.start()
        self.traffic.prepare()
        # What is under way when the disk fills up can't be settled.
        self.sandbox.script([{"delay": 1500}])
        for _ in range(30):
            self.assertEqual(self.post()[0], 202)
        filler = self.fill_disk()
        refused = next((answer for answer in (self.post() for _ in range(2000)) if answer[0] != 202), None)
        self.assertIsNotNone(refused, "a full disk refuses")
        self.assert_unavailable(refused)
        self.wait_for_log("no room to write", ".sqlite", "free some space")
        self.assertEqual(self.client.request("GET", "/health/live")[0], 200)
        self.assertEqual(self.client.as_user("user-1", "GET", f"/v1/{self.place.tenants[0].name}/notifications")[0], 200)
        # Long enough for what was under way to be answered and not to be kept.
        time.sleep(3)
        lines = self.host.last_life().count("no room to write")
        self.assertLess(lines, 40, "the log isn't flooded")
        process = self.host.process.pid
        self.sandbox.script([])
        filler.unlink()
        wait_until(lambda: self.post()[0] == 202, 15, "the end of the refusals")
        figures = self.assert_reconciled()
        self.assertEqual(self.host.process.pid, process)
        self.assertGreater(figures["deliveries delivered"], 30)
        self.assertEqual(self.host.end(), 0)

    @needs_a_disk
    def test_full_disk_at_the_start(self):
        """Says so and ends, or serves what it can; with room it goes on where it was."""
        self.mount_disk("12m")
        self.start()
        self.traffic.prepare()
        self.sandbox.script([{"delay": 60_000}])
        for _ in range(20):
            self.assertEqual(self.post()[0], 202)
        self.host.kill()
        filler = self.fill_disk()
        self.host.start()
        self.wait_for_log("free some space", str(self.place.data))
        status = self.host.process.poll()
        filler.unlink()
        self.sandbox.script([])
        if status is None:
            self.wait_for_log("free some space", ".sqlite")
            wait_until(self.host.is_ready, 30, "the tenants' return")
        else:
            self.assertEqual(status, 1)
            self.start()
        self.client.close()
        self.assert_reconciled()

    @needs_a_disk
    def test_read_only_folder(self):
        """A folder that can't be written to is named, with what to do."""
        self.mount_disk("12m")
        self.start()
        self.traffic.prepare()
        for _ in range(10):
            self.assertEqual(self.post()[0], 202)
        self.assertEqual(self.host.end(), 0)
        mount("-o", "remount,ro", self.place.data)
        self.host.start()
        self.assertEqual(self.host.process.wait(20), 1)
        self.assertIn(f"{self.place.data}/carillon.lock can't be written", self.host.last_life())
        self.assertIn("--data", self.host.last_life())
        mount("-o", "remount,rw", self.place.data)
        self.start()
        self.assert_reconciled()

    @needs_a_disk
    def test_read_only_file(self):
        """Stops its tenant only, which goes on by itself once the file can be written."""
        first, second = self.place.tenants
        self.start()
        self.traffic.prepare()
        for _ in range(10):
            self.assertEqual(self.post()[0], 202)
        self.assertEqual(self.host.end(), 0)
        file = self.place.data / f"{first.name}.sqlite"
        mount("--bind", file, file)
        self.addCleanup(subprocess.run, ["umount", "-l", file], capture_output=True)
        mount("-o", "remount,ro,bind", file)
        self.start()
        self.wait_for_log(str(file), "can't be written")
        self.assert_unavailable(self.post(first))
        self.assertEqual(self.post(second)[0], 202)
        self.assertEqual(self.status_line(first)["status"], "failed")
        mount("-o", "remount,rw,bind", file)
        wait_until(lambda: self.post(first)[0] == 202, 60, "the tenant's return")
        self.assert_reconciled()

    def damage(self, tenant, pages):
        """Overwrites pages of a tenant's file, by number from 1."""
        file = self.place.data / f"{tenant.name}.sqlite"
        with file.open("r+b") as data:
            for page in pages(file.stat().st_size // 4096):
                data.seek((page - 1) * 4096)
                data.write(b"\xff" * 4096)
        return file

    def test_damaged_file(self):
        """Detected, named, not served; the others are, and a backup restores it."""
        first, second = self.place.tenants
        self.start()
        self.traffic.prepare()
        for _ in range(20):
            self.assertEqual(self.post()[0], 202)
        self.assert_reconciled()
        backup = self.place.folder / "backup"
        self.host.command_line("backup", str(backup))
        self.assertEqual(self.host.end(), 0)
        for name, pages in [("every page but the first", lambda count: range(2, count + 1)), ("the first page", lambda _: [1])]:
            with self.subTest(name):
                file = self.damage(first, pages)
                self.start()
                self.assert_unavailable(self.post(first))
                self.assertEqual(self.post(second)[0], 202)
                self.wait_for_log(str(file), "is damaged", "restore")
                time.sleep(2)
                self.assertLess(self.host.last_life().count("is damaged"), 20, "the log isn't flooded")
                self.assertEqual(self.host.end(), 0)
                for part in self.place.data.glob(f"{first.name}.sqlite*"):
                    part.unlink()
                restore = [PROGRAM, "restore", backup, "--tenant", first.name, "--data", self.place.data]
                subprocess.run(restore, check=True, capture_output=True)
        self.start()
        self.assertEqual(self.post(first)[0], 202)
        self.assert_reconciled()

    def test_damaged_page_met_while_running(self):
        """A page that is only met later stops its tenant then."""
        first, second = self.place.tenants
        self.start()
        self.traffic.prepare()
        for _ in range(60):
            self.assertEqual(self.post()[0], 202)
        self.assert_reconciled()
        self.assertEqual(self.host.end(), 0)
        # Where feeds are kept: nothing looks there until somebody reads theirs.
        file = self.place.data / f"{first.name}.sqlite"
        pages = pages_of(file, "feed")
        self.damage(first, lambda _: pages)
        self.start()
        self.assertEqual(self.post(second)[0], 202)
        answer = self.client.as_user("user-1", "GET", f"/v1/{first.name}/notifications")
        self.assert_unavailable(answer)
        self.wait_for_log(str(file), "is damaged", "restore")

    def test_provider_accepts_and_breaks_off(self):
        """In doubt: sent again where the event type says so, and never where it doesn't."""
        self.start()
        self.traffic.prepare()
        for kind, copies in [("order.shipped", 2), ("order.charged", 1)]:
            for tenant in self.place.tenants:
                with self.subTest(kind=kind, tenant=tenant.name):
                    self.sandbox.script([{"drop": "after", "times": 1}])
                    self.assertEqual(self.post(tenant, kind)[0], 202)
                    event = self.traffic.posted[-1]
                    self.assert_reconciled()
                    arrived = [one for one in self.sandbox.collect() if MARKER.search(text_of(one["message"])).group() == event.marker]
                    counts = collections.Counter((one["token"], notification_of(one)) for one in arrived)
                    self.assertEqual(max(counts.values()), copies)


def notification_of(message):
    """Webhooks name it; what tells messages to other providers apart is their token."""
    data = message["message"].get("data")
    return data.get("id") if isinstance(data, dict) else None


def pages_of(file, *tables):
    database = sqlite3.connect(file)
    try:
        marks = ", ".join("?" * len(tables))
        rows = database.execute(f"SELECT pageno FROM dbstat WHERE name IN ({marks})", tables)
        return [row[0] for row in rows]
    finally:
        database.close()


if __name__ == "__main__":
    enter_namespace()
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        PROGRAM = pathlib.Path(sys.argv.pop(1))
    unittest.main(verbosity=2, warnings="ignore")
