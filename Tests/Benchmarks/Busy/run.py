#!/usr/bin/env python3
"""Measures what a busy recipient costs: events for one user beside events for as many users, and a feed of 100,000 beside one of 10.

Release build; run by `make bench`, or alone:
    Tests/Benchmarks/Busy/run.py [--events 3000] [--kept 100000] [--rounds 5]

Events are posted in batches of 500, all at once, and go to the feed alone; what is kept before is put into the store's file by SQL. Counted is
the host's own processor, by turns. Fails where the median with much is over 1.5 times the one with little.
"""

import argparse, concurrent.futures, json, pathlib, shutil, statistics, sys, tempfile, time, urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from copies import Copies  # noqa: E402
from processes import PROGRAM, ROOT, SERVICE_KEY, lay_out, processor_seconds, require, serving, token  # noqa: E402
from outside import await_ready, end, free_port, launch, request, wait_until  # noqa: E402

TENANT, EVENT, BATCH, LIMIT = "dossier", "app.update-available", 500, 1.5


def fill(file, user_id, count):
    """Gives a new user `count` notifications like the one that is there, all in the feed and unread."""
    with Copies(file) as copies:
        user, event, notification, delivery = (copies.last(table) for table in ["user", "event", "notification", "delivery"])
        first = copies.database.execute("SELECT min(rank) FROM feed").fetchone()[0]
        notification_row = f"{notification} + n"
        copies.make("user", 1, f"row = {user}", row=f"{user} + n", id=f"'{user_id}'", unread=count, feed_count=count)
        copies.make("event", count, f"row = {event}", row=f"{event} + n", id=f"'{user_id}-' || n", key="n",
                    external_id=f"'{user_id}-' || n")
        copies.make("notification", count, f"row = {notification}", row=notification_row, id=f"'{user_id}-' || n", event=f"{event} + n",
                    user=user + 1)
        copies.make("delivery", count, f"row = {delivery}", row=f"{delivery} + n", notification=notification_row)
        copies.make("feed_content", count, f"notification = {notification}", notification=notification_row, user=user + 1, rank=f"{first} - n")
        copies.make("feed", count, f"notification = {notification}", notification=notification_row, user=user + 1, rank=f"{first} - n",
                    id=f"'{user_id}-' || n")


class Host:
    def __init__(self, program, folder):
        self.folder, self.port, self.admin, self.posted = folder, free_port(), free_port(), 0
        self.base = f"http://127.0.0.1:{self.port}/v1/{TENANT}"
        self.payload = json.loads((ROOT / f"tenants/{TENANT}/samples/{EVENT}.json").read_text())
        more = ["--rate-limits", "off", "--egress-map", "https://exp.host=http://127.0.0.1:1"]
        self.command = serving(program, folder, self.port, self.admin, *more)

    def __enter__(self):
        self.process = launch(self.command, self.folder / "host.log")
        await_ready(f"http://127.0.0.1:{self.port}/health/ready", self.process)
        return self

    def __exit__(self, *failure):
        end(self.process, 60)

    def used(self, body):
        """→ seconds on the clock, and of the host's processor."""
        began, before = time.perf_counter(), processor_seconds(self.process.pid)
        body()
        return time.perf_counter() - began, processor_seconds(self.process.pid) - before

    def feed(self, user, limit=1):
        return request("GET", f"{self.base}/notifications?limit={limit}", token(user))

    def post(self, users):
        """An event for each, and waits until they are in the feeds."""
        before = self.feed(users[-1])["totalCount"]
        batches = []
        for start in range(0, len(users), BATCH):
            events = [{"specversion": "1.0", "id": str(self.posted + start + n), "source": "bench", "type": EVENT, "recipients": user,
                       "data": self.payload} for n, user in enumerate(users[start:start + BATCH])]
            batches.append(json.dumps(events))
        with concurrent.futures.ThreadPoolExecutor(len(batches)) as threads:
            list(threads.map(self.post_batch, batches))
        self.posted += len(users)
        there = before + users.count(users[-1])
        wait_until(lambda: self.feed(users[-1])["totalCount"] >= there, 300, f"{there} notifications in the feed", pause=0.01)

    def post_batch(self, events):
        headers = {"content-type": "application/cloudevents-batch+json", "authorization": f"Bearer {SERVICE_KEY}"}
        with urllib.request.urlopen(urllib.request.Request(f"{self.base}/events", events.encode(), headers), timeout=60) as answer:
            if answer.status != 202:
                sys.exit(f"a batch was answered {answer.status}")

    def mark(self, user, ids):
        """As read and as unread by turns, a hundred at a time."""
        for read in [True, False]:
            for start in range(0, len(ids), 100):
                answer = request("PATCH", f"{self.base}/notifications", token(user), {"ids": ids[start:start + 100], "read": read})
                if answer["updatedCount"] != len(ids[start:start + 100]):
                    sys.exit(f"marked {answer['updatedCount']}")


def compare(host, name, little, much, count, rounds):
    """Runs both by turns. → whether much costs no more than it may."""
    used = {little[0]: [], much[0]: []}
    for number in range(rounds):
        for label, body in [little, much] if number % 2 else [much, little]:
            used[label].append(host.used(body))
    medians = []
    for label, times in used.items():
        clock, processor = (statistics.median(column) for column in zip(*times))
        medians.append(processor)
        print(f"{name:<8} {label:<28} {clock:7.3f} s   host's processor {processor / count * 1e6:8.0f} µs each", flush=True)
    return medians[1] <= LIMIT * medians[0]


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    options.add_argument("--events", type=int, default=3000)
    options.add_argument("--kept", type=int, default=100_000)
    options.add_argument("--rounds", type=int, default=5)
    options = options.parse_args()
    require(options.program)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="carillon-busy-"))
    lay_out(folder, TENANT)
    host, count, rounds, failed = Host(options.program, folder), options.events, options.rounds, []
    try:
        with host:
            host.post(["seed"])
        file = next((folder / "data").glob("*.sqlite"))
        fill(file, "little", 10)
        fill(file, "much", options.kept)
        with host:
            crowd = [f"user-{n}" for n in range(count)]
            if not compare(host, "feeding", (f"{count:,} users", lambda: host.post(crowd)),
                           ("one user", lambda: host.post(["one"] * count)), count, rounds):
                failed.append("many events for one user")
            if not compare(host, "feeding", ("who has 10", lambda: host.post(["little"] * 500)),
                           (f"who has {options.kept:,}", lambda: host.post(["much"] * 500)), 500, rounds):
                failed.append("feeding")
            oldest = [str(n) for n in range(1, 11)]
            last = options.kept - 10
            if not compare(host, "marking", ("the oldest of a few", lambda: [
                    host.mark("little", [f"little-{n}" for n in oldest]) for _ in range(50)]),
                    (f"the oldest of {options.kept:,}", lambda: [
                        host.mark("much", [f"much-{last + int(n)}" for n in oldest]) for _ in range(50)]), 1000, rounds):
                failed.append("marking")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if failed:
        sys.exit(f"over {LIMIT} times with more: {', '.join(failed)}")


main()
