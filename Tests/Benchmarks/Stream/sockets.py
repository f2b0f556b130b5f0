#!/usr/bin/env python3
"""Measures streams and WebSockets of feeds: what idle ones cost, and how soon a change reaches all of a user's.

Release build; run by `make bench`, or alone:
    Tests/Benchmarks/Stream/sockets.py [--connections 5000] [--limit 35] [--users 1000] [--each 5] [--rate 1000]
        [--seconds 10] [--within 50]

First as many streams, then as many sockets, then as many of Supabase's with a channel each are opened, each kind on a host of its own,
and the memory of one is counted. Then the sockets of `--users` users are open, `--each` of one user's, while notifications are posted in
batches at fixed times, so many a second in all. A change is timed from when its batch was accepted (on disk, and answered 202) until the
last of its user's sockets has the event; the time from when the batch should have been sent is told beside it. Fails where one costs more
than the limit (KB), a change came later than `--within` (ms, p99), or one didn't reach a socket.
"""

import argparse, asyncio, base64, collections, gc, json, os, pathlib, re, resource, shutil, struct, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from processes import PROGRAM, ROOT, SERVICE_KEY, lay_out, megabytes, processor_seconds, require, serving, token  # noqa: E402
from outside import await_ready, end, free_port, launch  # noqa: E402

# Nobody has a device, so the feed is all that its notifications go to.
TENANT, EVENT, BATCH = "escrow", "escrow.funded", 20
NUMBER = re.compile(rb"change-(\d+)-")
# What a client follows a feed by.
STREAM, SOCKET, SUPABASE = "streams", "sockets", "Supabase's sockets"
# So many connections begin at the same time.
TOGETHER = 100


class Host:
    """One of its own for each part, so that memory starts from nothing."""

    def __init__(self, options, connections):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="carillon-sockets-"))
        lay_out(self.folder, TENANT)
        self.port, admin = free_port(), free_port()
        command = serving(
            options.program, self.folder, self.port, admin, "--rate-limits", "off", "--egress-map", "https://exp.host=http://127.0.0.1:1",
            # All of them come from one address and are one tenant's, which has three quarters of the streams.
            "--max-connections", connections * 2 + 200, "--max-connections-per-address", connections * 2 + 200,
            "--max-streams", connections * 4 // 3 + 10, "--max-streams-per-user", max(10, options.each))
        self.process = launch(command, self.folder / "errors.log")

    def __enter__(self):
        await_ready(f"http://127.0.0.1:{self.port}/health/ready", self.process)
        return self

    def __exit__(self, *failure):
        end(self.process, 60)
        shutil.rmtree(self.folder, ignore_errors=True)


class Client(asyncio.Protocol):
    """A stream or a socket, from its request to its first badge; then `heard` gets the text of each event."""

    def __init__(self, user, kind, heard=None):
        self.user, self.kind, self.heard = user, kind, heard
        self.buffer, self.has_head = bytearray(), False
        self.begun = asyncio.get_running_loop().create_future()

    def connection_made(self, transport):
        self.transport = transport
        path = f"/{TENANT}/realtime/v1/websocket?apikey=bench&vsn=2.0.0" if self.kind == SUPABASE else f"/v1/{TENANT}/stream"
        head = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {token(self.user)}"]
        if self.kind != STREAM:
            head += ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                     f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}"]
        else:
            head += ["Accept: text/event-stream"]
        transport.write(("\r\n".join(head) + "\r\n\r\n").encode())

    def data_received(self, data):
        now = time.perf_counter()
        self.buffer += data
        if not self.has_head:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            wanted = b"HTTP/1.1 200" if self.kind == STREAM else b"HTTP/1.1 101"
            if not self.buffer.startswith(wanted):
                return self.fail(bytes(self.buffer[:300]).decode(errors="replace"))
            self.has_head = True
            del self.buffer[:end + 4]
            if self.kind == SUPABASE:
                self.join()
        if self.kind != STREAM:
            self.read_frames(now)
        elif b"unreadCount" in self.buffer:
            self.begin()
            self.buffer.clear()

    def send(self, code, content):
        """A client's frames are masked; with zeros they stay as they are."""
        length = bytes([0x80 | len(content)]) if len(content) < 126 else struct.pack(">BH", 0x80 | 126, len(content))
        self.transport.write(bytes([0x80 | code]) + length + bytes(4) + content)

    def join(self):
        binding = {"event": "*", "schema": "public", "table": "notifications", "filter": f"user_id=eq.{self.user}"}
        payload = {"config": {"postgres_changes": [binding]}, "access_token": token(self.user)}
        self.send(1, json.dumps(["1", "1", "realtime:notifications", "phx_join", payload]).encode())

    def read_frames(self, now):
        """Of RFC 6455, section 5.2; the host's frames have no mask and are whole."""
        while len(self.buffer) >= 2:
            code, length, start = self.buffer[0] & 15, self.buffer[1] & 127, 2
            if length == 126:
                if len(self.buffer) < 4:
                    return
                length, start = struct.unpack_from(">H", self.buffer, 2)[0], 4
            elif length == 127:
                if len(self.buffer) < 10:
                    return
                length, start = struct.unpack_from(">Q", self.buffer, 2)[0], 10
            if len(self.buffer) < start + length:
                return
            content = bytes(self.buffer[start:start + length])
            del self.buffer[:start + length]
            if code == 8:
                return self.fail(f"the host closed a socket: {content[2:].decode()}")
            if code == 9:
                self.send(10, content)
            elif code == 1:
                if not self.begun.done():
                    # Supabase's has an answer to the join first, and then a word that rows will come.
                    if self.kind == SOCKET or b"Subscribed to PostgreSQL" in content:
                        self.begin()
                elif self.heard:
                    self.heard(content, now)

    def begin(self):
        if not self.begun.done():
            self.begun.set_result(None)

    def fail(self, why):
        if not self.begun.done():
            self.begun.set_exception(RuntimeError(why))
        else:
            print(why, file=sys.stderr)
        self.transport.close()

    def connection_lost(self, error):
        if not self.begun.done():
            self.begun.set_exception(RuntimeError(f"closed: {error}"))


async def open_all(port, users, kind, heard=None):
    loop, clients, turn = asyncio.get_running_loop(), [], asyncio.Semaphore(TOGETHER)

    async def one(user):
        async with turn:
            _, client = await loop.create_connection(lambda: Client(user, kind, heard and heard(user)), "127.0.0.1", port)
            clients.append(client)
            await asyncio.wait_for(client.begun, 60)

    await asyncio.gather(*(one(user) for user in users))
    return clients


def close_all(clients):
    for client in clients:
        client.transport.abort()


async def idle(options, kind):
    """→ KB of each; the host is there to be looked at until then."""
    with Host(options, options.connections) as host:
        empty, began = megabytes(host.process.pid), time.perf_counter()
        clients = await open_all(host.port, [f"user-{number}" for number in range(options.connections)], kind)
        opened = time.perf_counter() - began
        before, began = processor_seconds(host.process.pid), time.perf_counter()
        await asyncio.sleep(options.idle)
        used = (processor_seconds(host.process.pid) - before) / (time.perf_counter() - began)
        now = megabytes(host.process.pid)
        each = (now - empty) * 1024 / options.connections
        print(f"{options.connections:,} {kind}   opened in {opened:.1f} s   {now:.0f} MB with them, {empty:.0f} MB without: "
              f"{each:.1f} KB each   {used * 100:.1f} % of one core while idle", flush=True)
        lost = sum(client.transport.is_closing() for client in clients)
        close_all(clients)
        if lost:
            sys.exit(f"{lost} {kind} were closed")
        return each


class Poster:
    """Posts a batch over a connection that is kept; several share the work."""

    def __init__(self, port, key):
        self.port, self.key = port, key

    async def open(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def post(self, events):
        body = json.dumps(events).encode()
        self.writer.write((f"POST /v1/{TENANT}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {self.key}\r\n"
                           f"Content-Type: application/cloudevents-batch+json\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body)
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        answer = await self.reader.readexactly(length)
        if not head.startswith(b"HTTP/1.1 202"):
            sys.exit(f"a batch was refused: {answer[:300].decode()}")


async def changes(options):
    """→ p99 in milliseconds, and how many didn't come."""
    payload = json.loads((ROOT / f"tenants/{TENANT}/samples/{EVENT}.json").read_text())
    users = [f"user-{number}" for number in range(options.users)]
    with Host(options, options.users * options.each) as host:
        # Of each change, whose number is in its text: how many sockets heard of it, and when the last did.
        last = collections.defaultdict(lambda: [0, 0.0])
        dues, answered, whole = {}, {}, 0

        def heard(_):
            def hear(content, now):
                nonlocal whole
                if not content.startswith(b'{"event":"notification"'):
                    return
                entry = last[int(NUMBER.search(content)[1])]
                entry[0] += 1
                entry[1] = now
                whole += entry[0] == options.each
            return hear

        clients = await open_all(host.port, [user for user in users for _ in range(options.each)], SOCKET, heard)
        posters = asyncio.Queue()
        for _ in range(16):
            poster = Poster(host.port, SERVICE_KEY)
            await poster.open()
            posters.put_nowait(poster)
        tasks, accepted = [], []

        async def post(numbers, due):
            events = [{"specversion": "1.0", "id": str(number), "source": "bench", "type": EVENT, "recipients": users[number % len(users)],
                       "data": {**payload, "escrow": f"change-{number}-"}} for number in numbers]
            poster = await posters.get()
            await poster.post(events)
            now = time.perf_counter()
            accepted.append((now - due) * 1000)
            for number in numbers:
                dues[number], answered[number] = due, now
            posters.put_nowait(poster)

        # Collecting garbage stops the reading for tens of milliseconds.
        gc.collect()
        gc.disable()
        before, own, began = processor_seconds(host.process.pid), time.process_time(), time.perf_counter() + 0.1
        for batch in range(options.rate * options.seconds // BATCH):
            due = began + batch * BATCH / options.rate
            await asyncio.sleep(max(0, due - time.perf_counter()))
            tasks.append(asyncio.ensure_future(post(range(batch * BATCH, (batch + 1) * BATCH), due)))
        await asyncio.gather(*tasks)
        lasted, own = time.perf_counter() - began, time.process_time() - own
        count, end = len(dues), time.perf_counter() + 30
        while whole < count and time.perf_counter() < end:
            await asyncio.sleep(0.1)
        gc.enable()
        used = processor_seconds(host.process.pid) - before
        there = [number for number in dues if last[number][0] == options.each]
        # The sockets may have it before the answer is read.
        took = sorted(max(0, last[number][1] - answered[number]) * 1000 for number in there)
        since_due = sorted((last[number][1] - dues[number]) * 1000 for number in there)
        accepted.sort()
        close_all(clients)
        if not took:
            sys.exit("no change reached all sockets")
        p = lambda values, percent: values[min(len(values) - 1, len(values) * percent // 100)]
        line = lambda values: f"p50 {p(values, 50):7.1f} ms   p99 {p(values, 99):7.1f} ms   max {values[-1]:7.1f} ms"
        print(f"{count:,} changes   {count / lasted:,.0f} a second to {options.users} users with {options.each} sockets each, "
              f"{BATCH} a batch   host's processor {used / count * 1000:.2f} ms each, this reader's {own / lasted * 100:.0f} % of one core")
        print(f"accepted          {line(accepted)}   from when it should have been sent")
        print(f"on all sockets    {line(since_due)}   from the same")
        print(f"                  {line(took)}   from when it was accepted   limit {options.within:.0f} ms", flush=True)
        return p(took, 99), count - len(there)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    options.add_argument("--connections", type=int, default=5000)
    options.add_argument("--idle", type=int, default=20, help="seconds")
    options.add_argument("--limit", type=float, default=35, help="KB of each")
    options.add_argument("--users", type=int, default=1000)
    options.add_argument("--each", type=int, default=5, help="sockets of a user")
    options.add_argument("--rate", type=int, default=1000, help="changes a second")
    options.add_argument("--seconds", type=int, default=10)
    options.add_argument("--within", type=float, default=50, help="ms until a change is on all sockets, p99")
    options = options.parse_args()
    require(options.program)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    missed = []
    for kind in [STREAM, SOCKET, SUPABASE]:
        each = asyncio.run(idle(options, kind))
        if each > options.limit:
            missed.append(f"{each:.1f} KB for each of {kind} is more than {options.limit:.0f}")
    p99, lost = asyncio.run(changes(options))
    if lost:
        missed.append(f"{lost} changes didn't reach all sockets")
    if p99 > options.within:
        missed.append(f"p99 of {p99:.1f} ms is more than {options.within:.0f}")
    if missed:
        sys.exit("; ".join(missed))


main()
