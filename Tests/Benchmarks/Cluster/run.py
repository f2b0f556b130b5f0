#!/usr/bin/env python3
"""Measures hosts on PostgreSQL, beside one on SQLite, and holds what is seen against what is aimed at.

    Tests/Benchmarks/Cluster/run.py [--short] [--only SCENE] [--program .build/release/carillond]

Database, hosts, sandbox and load share the machine; the server runs in a temporary folder, with its usual settings (`fsync` on).

  rates        a host's notifications a second, from the post to the provider, in either store; what the database uses for each
  accepting    how long a post waits for its 202 where little goes on, and what one tenant feels of another's flood
  sharing      how much three hosts deliver that one host can't, with many tenants, each host held to 0.15 of a core
  waiting      the same where the provider takes 200 ms for each answer
  takeover     how long a tenant waits whose host was killed, or ended
  restart      how long until hosts take posts again after the database crashed and came back
  streams      how late a stream at one host hears of what was posted at another
  snapshot     what a transaction costs that is held open for a minute
  retention    what it takes to remove what was kept for long enough

--short takes a minute or two, and says whether all works; its figures mean little. Ends with 1 where an aim is missed.
"""

import argparse
import contextlib
import dataclasses
import http.client
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

from measuring import ROOT, Share, database

from cluster import ClusterHost, hosts_as_seen_by  # noqa: E402
from place import MARKER, Place, Tenant, user_token  # noqa: E402
from outside import wait_until  # noqa: E402
from posting import Loud, Quiet, percentile, register  # noqa: E402
from programs import Client, Lost, Sandbox, Unreachable  # noqa: E402
from reconcile import instant, text_of  # noqa: E402
from throughput import measure  # noqa: E402

# A host's part of a core where several are compared with one. So small that database, sandbox and load, which share the machine
# and have more to do for three, have room: with twice as much, two cores are busy with less than twice the work of one host.
SHARE = 0.15
# How long a slow provider takes for an answer, in milliseconds.
SLOW = 200


@dataclasses.dataclass
class Row:
    what: str
    aim: str
    seen: str
    # None where it is only told.
    is_met: bool | None


def at_most(what, aim, seen, unit):
    return Row(what, f"≤ {aim:,g} {unit}", f"{seen:,.3g} {unit}" if seen < 100 else f"{seen:,.0f} {unit}", seen <= aim)


def at_least(what, aim, seen, unit, beside=""):
    return Row(what, f"≥ {aim:,g}{unit}", (f"{seen:,.3g}{unit}" if seen < 100 else f"{seen:,.0f}{unit}") + beside, seen >= aim)


class World:
    """A PostgreSQL server, a sandbox and hosts on it, with tenants made for this; all of it ends with the `with`.

    `apart`: the first tenant has the sandbox for itself, the others share another one.
    """

    def __init__(self, program, tenants, hosts=1, share=None, apart=False):
        self.program = program
        self.place = Place(tenants)
        self.place.folder.chmod(0o755)
        self.tenants = tenants
        self.count = hosts
        self.share = share
        self.apart = apart
        self.hosts = []
        self.ends = contextlib.ExitStack()

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.ends.close()
            raise
        return self

    def start(self):
        self.ends.callback(self.place.remove)
        self.database = self.ends.enter_context(database(self.program, self.place.folder / "postgres"))
        self.sandbox = Sandbox(self.program, self.place)
        self.ends.callback(self.sandbox.end)
        others = self.sandbox
        if self.apart:
            others = Sandbox(self.program, self.place)
            self.ends.callback(others.end)
        egress = [tenant.egress(others if index else self.sandbox) for index, tenant in enumerate(self.tenants)]
        options = ["--pacing", "off", "--rate-limits", "off"]
        for number in range(self.count):
            host = ClusterHost(
                f"host-{number}", self.program, self.database, self.place.folder, self.place.folder / "tenants",
                self.place.folder / "secrets.json", egress, options)
            group = Share(host.name, self.share) if self.share else None
            if group:
                self.ends.callback(group.remove)
            host.start()
            self.ends.callback(lambda host=host: host.is_running and host.kill())
            if group:
                group.take(host.process)
            self.hosts.append(host)
        for host in self.hosts:
            host.wait_until_ready(120)
        wait_until(lambda: len(self.holders()) == len(self.tenants), 60, "each tenant's host")
        for tenant in self.tenants:
            register(self.hosts[0], tenant)

    def __exit__(self, *failure):
        self.ends.close()

    def holders(self, ask=None):
        """→ tenant's name → the host that works for it, once each host has its share."""
        seen = hosts_as_seen_by(ask or self.hosts[0])
        works = seen[0] if seen else {}
        if len(works) < self.count and ask is None or any(not tenants for tenants in works.values()):
            return {}
        hosts = {host.name: host for host in self.hosts}
        return {tenant: hosts[name] for name, tenants in works.items() for tenant in tenants}

    def arrived(self):
        return self.sandbox.client.request("GET", "/sandbox/messages?limit=0")[1]["total"]


# MARK: scenes, each of which returns rows


def rates(options):
    seconds = 3 if options.short else 10
    loads = [("Expo, single events", "expo", 1, 128, 3_500), ("Expo, batches of 20", "expo", 20, 16, 4_500),
             ("FCM, single events", "fcm", 1, 128, 2_000)]
    rows, costs = [], []
    for name, provider, batch, connections, aim in loads:
        beside = measure(options.program, provider, batch, connections, seconds)
        with folder() as place, database(options.program, place / "postgres") as server:
            found = measure(options.program, provider, batch, connections, seconds, database=server)
        rows.append(at_least(f"{name}, PostgreSQL", aim, found.rate, "/s", f" (SQLite {beside.rate:,.0f}/s)"))
        rows.append(Row("  host's processor for each", "", f"{found.each(found.host):.0f} µs (SQLite {beside.each(beside.host):.0f})", None))
        costs.append(at_most(f"database's processor for each, {name}", 250 if batch == 1 else 150, found.each(server.processor), "µs"))
        costs.append(at_most("  its log (WAL) for each", 6_000, server.log / max(found.delivered, 1), "bytes"))
    return rows + costs


def accepting(options):
    seconds = 4 if options.short else 20
    quiet, loud = Tenant(0, "webhook"), Tenant(1, "expo")
    # The sandbox keeps the latest messages: a flood would push the watched ones out.
    with World(options.program, [quiet, loud], apart=True) as world:
        watcher = Quiet(world.hosts[0], quiet, world.sandbox)
        watcher.measure(2)
        alone, accepts = watcher.measure(seconds)
        rows = [at_most("accepting where little goes on, p99", 15, percentile(accepts, 0.99) * 1000, "ms")]
        noise = Loud(world.hosts[0], loud, rate=1e9, connections=8)
        time.sleep(2)
        beside, _ = watcher.measure(seconds)
        noise.stop()
    before, after = percentile(alone, 0.99) * 1000, percentile(beside, 0.99) * 1000
    told = f" (alone {before:.0f} ms)"
    row = at_most("post to provider beside another's flood, p99", round(before + max(0.2 * before, 50)), after, "ms")
    row.seen += told
    return [*rows, row]


def sharing(options):
    return shared(options, "")


def waiting(options):
    return shared(options, f", a provider that takes {SLOW} ms", [{"delay": SLOW}])


def shared(options, told, rules=()):
    """Compares three hosts with one, while the sandbox goes by these rules."""
    what = f"three hosts for one, {SHARE} of a core each, 12 tenants{told}"
    seconds = 4 if options.short else 15
    rate = {}
    for count in 1, 3:
        try:
            with World(options.program, [Tenant(number, "expo") for number in range(12)], count, SHARE) as world:
                world.sandbox.script(list(rules))
                rate[count] = capacity(world, seconds)
        except PermissionError as error:
            return [Row(what, "≥ 2.7 times", f"not measured: {error}", None)]
    return [at_least(what, 2.7, rate[3] / rate[1], " times", f" ({rate[1]:,.0f} and {rate[3]:,.0f}/s)")]


def capacity(world, seconds):
    """→ events a second that the hosts accept and deliver; each tenant posts at a host by turns."""
    began, before = time.monotonic(), world.arrived()
    posters = [
        Loud(world.hosts[number % len(world.hosts)], tenant, rate=1e9, connections=2, batch=20)
        for number, tenant in enumerate(world.tenants)
    ]
    time.sleep(seconds)
    for poster in posters:
        poster.stopping.set()
    for poster in posters:
        poster.stop()
    accepted = sum(poster.accepted for poster in posters)
    # Half of a tenant's users have two devices.
    expected = sum(pushes(poster) for poster in posters)
    wait_until(lambda: world.arrived() - before >= expected, 300, f"{expected} messages at the provider")
    return accepted / (time.monotonic() - began)


def pushes(poster):
    """The messages of what was accepted: one for each of the recipient's devices."""
    devices = list(poster.tenant.tokens.values())
    a_batch = sum(devices.count(poster.tenant.users[index % len(poster.tenant.users)]) for index in range(poster.batch))
    return poster.accepted // poster.batch * a_batch


def takeover(options):
    turns = 1 if options.short else 5
    killed, ended = [], []
    with World(options.program, [Tenant(number, "webhook") for number in range(9)], hosts=3) as world:
        number = 0
        for _ in range(turns):
            for times, end in (killed, ClusterHost.kill), (ended, ClusterHost.end):
                host = world.hosts[number % 3]
                number += 1
                others = [one for one in world.hosts if one is not host]
                mine = [one for one in world.tenants if world.holders(others[0]).get(one.name) is host]
                # A host that ends gives back first: the time counts from when it is asked.
                began = time.time()
                ending = threading.Thread(target=end, args=(host,))
                ending.start()
                times.append(last_arrival(world, others[0], mine, number) - began)
                ending.join()
                host.start()
                host.wait_until_ready(60)
                wait_until(lambda: len(world.holders()) == len(world.tenants), 60, "each host's share")
                # For five seconds it can't tell hosts that are gone from those that a restart of the server cut off.
                time.sleep(6)
    return [at_most("takeover of a killed host's tenants, the slowest", 5, max(killed), "s"),
            at_most("takeover of an ended host's tenants, the slowest", 2, max(ended), "s")]


def last_arrival(world, host, tenants, number):
    """Posts an event of each tenant; → when the last one's message arrived."""
    client = Client(host.port)
    waiting = set()
    for index, tenant in enumerate(tenants):
        marker = f"m-{number}-{index + 1}"
        body = {"id": marker, "source": "takeover", "type": "order.shipped", "data": {"order": marker}, "recipients": ["user-0"]}
        status, answer, _ = client.as_service("POST", f"/v1/{tenant.name}/events", body)
        assert status == 202, answer
        waiting.add(marker)
    arrivals = {}

    def all_there():
        for message in world.sandbox.collect():
            arrivals.setdefault(MARKER.search(text_of(message["message"])).group(), instant(message["receivedAt"]))
        return waiting <= arrivals.keys()

    wait_until(all_there, 60, "the tenants' messages")
    return max(arrivals[marker] for marker in waiting)


def restart(options):
    turns = 1 if options.short else 5
    times = []
    tenant = Tenant(0, "webhook")
    with World(options.program, [tenant, Tenant(1, "webhook"), Tenant(2, "webhook")], hosts=3) as world:
        for turn in range(turns):
            world.database.halt()
            # Once for so long that hosts give up their work.
            time.sleep(2 if turn else 15)
            world.database.resume()
            began = time.monotonic()
            for host in world.hosts:
                wait_until(lambda: accepts(host, tenant, f"{turn}-{host.name}"), 60, "a host's writing")
            times.append(time.monotonic() - began)
    return [at_most("writes at all hosts after the database is back, the slowest", 3, max(times), "s")]


def accepts(host, tenant, name):
    client = Client(host.port, timeout=10)
    body = {"id": name, "source": "restart", "type": "order.shipped", "data": {"order": "m-0-1"}, "recipients": ["user-0"]}
    try:
        return client.as_service("POST", f"/v1/{tenant.name}/events", body)[0] == 202
    except (Unreachable, Lost):
        return False
    finally:
        client.close()


def streams(options):
    count = 40 if options.short else 400
    with World(options.program, [Tenant(0, "webhook"), Tenant(1, "webhook")], hosts=2) as world:
        tenant = world.tenants[0]
        holder = world.holders()[tenant.name]
        other = next(host for host in world.hosts if host is not holder)
        listener = Listener(other, tenant, "user-0")
        client = Client(holder.port)
        posted = {}
        for number in range(count):
            marker = f"m-0-{number + 1}"
            body = {"id": marker, "source": "streams", "type": "order.shipped", "data": {"order": marker}, "recipients": ["user-0"]}
            posted[marker] = time.monotonic()
            status, answer, _ = client.as_service("POST", f"/v1/{tenant.name}/events", body)
            assert status == 202, answer
            time.sleep(0.05)
        wait_until(lambda: posted.keys() <= listener.heard.keys(), 30, "all of it in the stream")
        listener.close()
    late = sorted(listener.heard[marker] - posted[marker] for marker in posted)
    return [at_most("a post at one host in a stream at another, p99", 100, percentile(late, 0.99) * 1000, "ms")]


class Listener:
    """A user's stream, read by a thread of its own."""

    def __init__(self, host, tenant, user):
        self.heard = {}
        self.connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=60)
        self.connection.request("GET", f"/v1/{tenant.name}/stream", headers={"authorization": f"Bearer {user_token(user)}"})
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200, self.answer.read()
        self.is_open = threading.Event()
        threading.Thread(target=self.read, daemon=True).start()
        assert self.is_open.wait(30), "the stream says nothing"

    def read(self):
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException, AttributeError):
            for line in self.answer:
                self.is_open.set()
                for marker in MARKER.findall(line.decode()):
                    self.heard.setdefault(marker, time.monotonic())

    def close(self):
        self.connection.sock.shutdown(2)


def snapshot(options):
    held, window = (12, 4) if options.short else (60, 10)
    # As many users as the rates have: each counts what is unread in a row of its own, and a snapshot keeps each version of it.
    with World(options.program, [Tenant(0, "expo", users=50 if options.short else 1_000)]) as world:
        # Fewer at once than would fill the queue: what is measured is the whole way.
        posters = [Loud(world.hosts[0], tenant, rate=1e9, connections=4, batch=20) for tenant in world.tenants]
        time.sleep(window)
        before = rate(world, window)
        holding = subprocess.Popen(
            ["bash", ROOT / "Tests/Tools/cluster.sh", "sql", world.database.folder,
             "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM carillon.tenant; SELECT pg_sleep(600)", "carillon"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(held - window)
        during = rate(world, window)
        for poster in posters:
            poster.stopping.set()
        world.database.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ~ 'pg_sleep.600' AND pid <> pg_backend_pid()")
        holding.wait(30)
        for poster in posters:
            poster.stop()
    told = f" ({before:,.0f} and {during:,.0f}/s)"
    return [at_least(f"a snapshot held for {held} s under load leaves", 50, during / before * 100, " %", told)]


class ForgetfulTenant(Tenant):
    """One that keeps nothing for longer than a day."""

    def profile(self):
        profile = super().profile()
        profile["policies"]["retention"] = "1d"
        return profile


# Events that were accepted long ago, each with a notification, a push, a delivery to the feed and the item there.
OLD_EVENTS = """
SET search_path = carillon; SET session_replication_role = replica;
SELECT set_config('carillon.tenant', (SELECT number FROM tenant WHERE name = '{tenant}')::text, false);
INSERT INTO usr (id, feed_count, unread) SELECT 'old-' || n, {count} / 1000, {count} / 1000 FROM generate_series(1, 1000) n;
INSERT INTO event (id, source, external_id, type, payload, fingerprint, revision, accepted_at)
    SELECT 'old-' || n, 'old', n, 'order.shipped', '{{"order":"A-1"}}', key_of('x'), 'r', n FROM generate_series(1, {count}) n;
INSERT INTO event_key (key, source, event) SELECT key_of(external_id), source, row FROM event WHERE source = 'old';
INSERT INTO notification (id, event, usr, priority, due_at, status)
    SELECT e.id, e.row, u.row, 1, e.accepted_at, 1 FROM event e JOIN usr u ON u.id = 'old-' || 1 + e.accepted_at % 1000 WHERE source = 'old';
INSERT INTO delivery (notification, usr, channel, address, status)
    SELECT n.row, n.usr, c, 'ExponentPushToken[old]', 2 FROM notification n CROSS JOIN unnest(ARRAY['out', 'in-app']) c;
INSERT INTO feed (usr, rank, notification, id) SELECT usr, row, row, id FROM notification;
INSERT INTO feed_content (notification, usr, rank, type, priority, due_at, locale, content)
    SELECT row, usr, row, 'order.shipped', 1, due_at, 'en', '{{"title":"Order","body":"About A-1"}}' FROM notification;
"""


def retention(options):
    count = 20_000 if options.short else 1_000_000
    tenant = ForgetfulTenant(0, "expo")
    with World(options.program, [tenant]) as world:
        host = world.hosts[0]
        host.kill()
        world.database.ask(OLD_EVENTS.format(tenant=tenant.name, count=count))
        world.database.begin()
        began = time.monotonic()
        host.start()
        wait_until(lambda: world.database.ask("SELECT count(*) FROM carillon.event") == "0", 3600, "the end of what was kept", pause=1)
        seconds = time.monotonic() - began
        world.database.end()
    told = f"{world.database.processor / count * 1e6:.0f} µs of the database's processor, {world.database.log / count:,.0f} bytes of its log"
    return [Row(f"removing {count:,} old events, with all that came of them", "", f"{seconds:.0f} s; each {told}", None)]


def rate(world, seconds):
    """→ messages a second that arrive."""
    began, before = time.monotonic(), world.arrived()
    time.sleep(seconds)
    return (world.arrived() - before) / (time.monotonic() - began)


@contextlib.contextmanager
def folder():
    with tempfile.TemporaryDirectory(prefix="carillon-bench-") as path:
        place = pathlib.Path(path)
        # The server runs as another user when we are root.
        place.chmod(0o755)
        yield place


SCENES = {scene.__name__: scene for scene in (rates, accepting, sharing, waiting, takeover, restart, streams, snapshot, retention)}


def show(rows):
    widths = [max(len(cell) for cell in column) for column in zip(*((row.what, row.aim, row.seen) for row in rows))]
    for row in rows:
        verdict = {True: "met", False: "MISSED", None: ""}[row.is_met]
        print(f"{row.what:<{widths[0]}}  {row.aim:>{widths[1]}}  {row.seen:<{widths[2]}}  {verdict}".rstrip())


def main():
    parser = argparse.ArgumentParser(description=re.split("\n\n", __doc__)[0])
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/release/carillond")
    parser.add_argument("--short", action="store_true", help="says whether all works, in a minute or two")
    parser.add_argument("--only", choices=SCENES, action="append")
    options = parser.parse_args()
    if not options.program.exists():
        sys.exit(f"{options.program} isn't there: make release")
    # Whatever was started ends with it.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    rows = []
    for name in options.only or SCENES:
        print(f"{name} …", file=sys.stderr, flush=True)
        try:
            rows += SCENES[name](options)
        except (RuntimeError, TimeoutError, OSError, AssertionError, Lost, Unreachable) as error:
            rows.append(Row(name, "", f"failed: {str(error).strip().splitlines()[-1]}", False))
    show(rows)
    sys.exit(any(row.is_met is False for row in rows))


if __name__ == "__main__":
    main()
