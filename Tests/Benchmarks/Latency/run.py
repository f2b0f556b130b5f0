#!/usr/bin/env python3
"""Measures what an app waits for: registering, listing, marking and the badge, with a million notifications in the store.

Release build; run by `make bench`, or alone:
    Tests/Benchmarks/Latency/run.py [--rows 1000000] [--users 10000] [--rate 500] [--seconds 10]

Requests begin at fixed times, whatever became of the earlier ones, and are timed from when they should have begun: a host
that can't keep up shows in the figures. Rows are put into the store's file by SQL. Fails above the limits (p99).
"""

import argparse, asyncio, gc, json, os, pathlib, random, shutil, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from copies import Copies  # noqa: E402
from processes import PROGRAM, ROOT, SERVICE_KEY, lay_out, processor_seconds, require, serving, token  # noqa: E402
from outside import await_ready, end, free_port, launch, request, wait_until  # noqa: E402

TENANT = "dossier"
SHOWN = int(time.time() * 1000)
# How many of the notifications' ids are in each answer.
ANSWERED = {"register": 0, "list of 50": 50, "badge": 1, "mark 100": 100}
LIMITS = {"register": 20, "list of 50": 10, "badge": 5, "mark 100": 10}


def serve(program, folder, port, admin):
    more = ["--rate-limits", "off", "--egress-map", "https://exp.host=http://127.0.0.1:1"]
    process = launch(serving(program, folder, port, admin, *more), folder / "host.log")
    await_ready(f"http://127.0.0.1:{port}/health/ready", process)
    return process


def multiply(file, rows, users):
    """Makes `rows` notifications of the one that is there, by turns for `users` users, 30 of 100 of them unread."""
    with Copies(file) as copies:
        user, event, notification, delivery = (copies.last(table) for table in ["user", "event", "notification", "delivery"])
        reader, notification_row = f"{user} + 1 + n % {users}", f"{notification} + n"
        first = copies.database.execute("SELECT rank FROM feed").fetchone()[0]
        copies.make("user", users, f"row = {user}", row=f"{user} + n", id="'user-' || n")
        copies.make("event", rows, f"row = {event}", row=f"{event} + n", id="'event-' || n", key="n", external_id="'e-' || n")
        copies.make("notification", rows, f"row = {notification}", row=notification_row, id="printf('n-%x', n)", event=f"{event} + n",
                    user=reader)
        copies.make("delivery", rows, f"row = {delivery}", row=f"{delivery} + n", notification=notification_row)
        copies.make("feed_content", rows, f"notification = {notification}", notification=notification_row, user=reader, rank=f"{first} + n")
        copies.make("feed", rows, f"notification = {notification}", notification=notification_row, user=reader, rank=f"{first} + n",
                    id="printf('n-%x', n)",
                    read_at=f"CASE WHEN n / {users} % 100 < 70 THEN {SHOWN} END")
        # The counts of `user` are set once at the end, instead of by a trigger for each row.
        copies.database.execute("UPDATE user SET feed_count = (SELECT count(*) FROM feed WHERE feed.user = user.row), unread = "
                                "(SELECT count(*) FROM feed WHERE feed.user = user.row AND read_at IS NULL)")


class Connection:
    def __init__(self, port):
        self.port = port

    async def open(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def exchange(self, request):
        self.writer.write(request)
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        return int(head[9:12]), await self.reader.readexactly(length)


async def load(port, requests, rate, answered, connections=32):
    """Milliseconds of each request, from when it should have begun."""
    idle = asyncio.Queue()
    for _ in range(connections):
        connection = Connection(port)
        await connection.open()
        idle.put_nowait(connection)
    took, wrong = [], []

    async def one(request, due):
        connection = await idle.get()
        status, body = await connection.exchange(request)
        took.append((time.perf_counter() - due) * 1000)
        idle.put_nowait(connection)
        if status >= 300 or body.count(b'"n-') != answered:
            wrong.append(f"{status}: {body[:300]}")

    began, tasks = time.perf_counter() + 0.05, []
    for number, content in enumerate(requests):
        due = began + number / rate
        await asyncio.sleep(max(0, due - time.perf_counter()))
        tasks.append(asyncio.ensure_future(one(content, due)))
    await asyncio.gather(*tasks)
    if wrong:
        sys.exit(f"{len(wrong)} wrong answers, such as {wrong[0]}")
    return sorted(took), len(took) / (time.perf_counter() - began)


def encoded(method, path, bearer, body=None):
    content = json.dumps(body).encode() if body is not None else b""
    head = (f"{method} {path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {bearer}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(content)}\r\n\r\n")
    return head.encode() + content


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    options.add_argument("--rows", type=int, default=1_000_000)
    options.add_argument("--users", type=int, default=10_000)
    options.add_argument("--rate", type=int, default=500)
    options.add_argument("--seconds", type=int, default=10)
    options = options.parse_args()
    require(options.program)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="carillon-latency-"))
    lay_out(folder, TENANT)
    port, admin = free_port(), free_port()
    native = f"/v1/{TENANT}"
    base = f"http://127.0.0.1:{port}{native}"
    host = serve(options.program, folder, port, admin)
    failed = []
    try:
        event = "assignment.created"
        payload = json.loads((ROOT / f"tenants/{TENANT}/samples/{event}.json").read_text())
        request("POST", f"{base}/events", SERVICE_KEY,
                {"id": "1", "source": "bench", "type": event, "recipients": ["seed"], "data": payload})
        wait_until(lambda: request("GET", f"{base}/notifications", token("seed"))["totalCount"], 60, "the first notification")
        end(host)
        file = next((folder / "data").glob("*.sqlite"))
        multiply(file, options.rows, options.users)
        # Or the system writes it back in the middle of the measuring.
        os.sync()
        print(f"{options.rows:,} notifications of {options.users:,} users, {file.stat().st_size >> 20} MiB; "
              f"{options.rate} requests a second each")
        host = serve(options.program, folder, port, admin)
        count = options.rate * options.seconds
        chance = random.Random(20260225)
        users = [f"user-{chance.randrange(options.users) + 1}" for _ in range(count)]
        tokens = {user: token(user) for user in users}

        def unread(user):
            """100 ids of a user's, as `multiply` numbers them."""
            number = (int(user[5:]) - 1) % options.users
            chosen = range(number, options.rows + 1, options.users)
            return [f"n-{n:x}" for n in chosen if n > 0][:100]

        kinds = {
            "register": [encoded("POST", f"{native}/devices", tokens[user], {"token": f"ExponentPushToken[bench{n:017}]"})
                         for n, user in enumerate(users)],
            "list of 50": [encoded("GET", f"{native}/notifications?limit=50", tokens[user]) for user in users],
            # Before marking, after which there is nothing unread.
            "badge": [encoded("GET", f"{native}/notifications?limit=1&unread=true", tokens[user]) for user in users],
            "mark 100": [encoded("PATCH", f"{native}/notifications", tokens[user], {"ids": unread(user), "read": True})
                         for user in users],
        }
        # Collecting garbage among so many requests stops the load for tens of milliseconds.
        gc.disable()
        for name, requests in kinds.items():
            before = processor_seconds(host.pid)
            took, rate = asyncio.run(load(port, requests, options.rate, ANSWERED[name]))
            used = (processor_seconds(host.pid) - before) / len(took) * 1000
            p = lambda percent: took[min(len(took) - 1, len(took) * percent // 100)]
            print(f"{name:<12} {rate:6.0f}/s   p50 {p(50):7.2f} ms   p99 {p(99):7.2f} ms   max {took[-1]:7.2f} ms   "
                  f"limit {LIMITS[name]} ms   host's processor {used:.2f} ms each", flush=True)
            if p(99) > LIMITS[name]:
                failed.append(name)
    finally:
        end(host)
        shutil.rmtree(folder, ignore_errors=True)
    if failed:
        sys.exit(f"above the limit: {', '.join(failed)}")


main()
