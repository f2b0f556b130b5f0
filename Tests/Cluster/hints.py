"""Hosts tell each other nothing: what they would have said, each finds in the database."""

import http.client
import threading
import time

from cluster import hosts_as_seen_by
from place import user_token
from outside import wait_until
from programs import Client
from reconcile import instant
from stage import scenario


class Stream:
    """Somebody's open stream at a host, and when each line of it came."""

    def __init__(self, host, tenant, user):
        self.lines = []
        self.connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=120)
        self.connection.request("GET", f"/v1/{tenant.name}/stream", headers={"authorization": f"Bearer {user_token(user)}"})
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200, self.answer.status
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        try:
            while line := self.answer.readline():
                self.lines.append((time.monotonic(), line.decode()))
        except (OSError, ValueError, AttributeError):
            pass

    def time_of(self, text):
        return next((at for at, line in self.lines if text in line), None)


def measure(stage, count):
    """Posts events for one person at one host, whose stream is at the other; → the longest until it shows there, and until it is at the
    provider."""
    tenant, user = stage.place.tenants[0], "user-1"
    client, slowest, provider = Client(stage.hosts[0].port), 0, 0
    for number in range(count):
        stage.marks += 1
        marker = f"m-990-{stage.marks}"
        body = {"id": f"h-{stage.marks}", "source": "crash", "type": "order.shipped", "data": {"order": marker}, "recipients": [user]}
        status, answer, _ = client.as_service("POST", f"/v1/{tenant.name}/events", body)
        stage.expect(status == 202, f"{status}: {answer}")
        posted, posted_at = time.monotonic(), time.time()
        shown = wait_until(lambda: stage.stream.time_of(marker), 30, "an item in the stream")
        slowest = max(slowest, shown - posted)
        arrived = wait_until(lambda: arrivals(stage, marker), 30, "a message")
        provider = max(provider, max(arrived) - posted_at)
    return slowest, provider


def arrivals(stage, marker):
    """→ when its messages were at the provider."""
    return [instant(one["receivedAt"]) for one in stage.sandbox.collect() if marker in str(one["message"])]


@scenario()
def no_hints(stage):
    """no host hears of another (NOTIFY isn't allowed): work is found within seconds, and a stream shows it within eleven"""
    database = stage.prepared_database()
    for _ in range(2):
        stage.new_host(database)
    stage.start_hosts()
    stage.start_callers()
    stage.callers.stopping.wait(1)
    stage.callers.stop()
    names = {tenant.name for tenant in stage.place.tenants}
    wait_until(lambda: set().union(*(hosts_as_seen_by(stage.hosts[0]) or [{}])[0].values()) == names, 30, "hosts for all tenants")
    works = hosts_as_seen_by(stage.hosts[0])[0]
    # The host that is asked, which isn't the one that works for the tenant.
    stage.hosts.sort(key=lambda host: stage.place.tenants[0].name in works.get(host.name, set()))
    stage.marks = 0
    # At the host that is asked: what the other puts into the feed has to come back.
    stage.stream = Stream(stage.hosts[0], stage.place.tenants[0], "user-1")
    wait_until(lambda: stage.stream.lines, 10, "the stream's beginning")
    shown, sent = measure(stage, 5)
    stage.see(f"with hints: in a stream at another host after {shown * 1000:.0f} ms, at the provider after {sent * 1000:.0f} ms")
    database.ask("REVOKE EXECUTE ON FUNCTION pg_notify(text, text) FROM PUBLIC")
    shown, sent = measure(stage, 5)
    stage.see(f"without: in the stream after {shown:.1f} s, at the provider after {sent:.1f} s")
    stage.expect(shown <= 13, f"an item showed after {shown:.1f} s")
    stage.expect(sent <= 4, f"a message was at the provider after {sent:.1f} s")
    stage.stream.connection.close()
    before = stage.callers
    stage.start_callers(number=7)
    stage.callers.stopping.wait(5)
    stage.callers.stop()
    client = Client(stage.hosts[0].port)
    unfinished = lambda: [event.id for event in before.posted if event.accepted and not has_ended(client, event)]
    try:
        wait_until(lambda: not unfinished(), 60, "ends", pause=0.5)
    except TimeoutError:
        stage.expect(False, f"without hints these didn't end: {unfinished()}")
    stage.see(f"{sum(event.accepted is not None for event in before.posted)} events more ended without hints")
    stage.end_hosts()


def has_ended(client, event):
    status, trace, _ = client.as_service("GET", f"/v1/{event.tenant.name}/events/{event.accepted['id']}")
    deliveries = [one for notification in trace.get("notifications", []) for one in notification["deliveries"]]
    waits = any(notification["status"] == "scheduled" for notification in trace.get("notifications", []))
    return status == 200 and not waits and all(one["status"] in ("delivered", "failed", "cancelled") for one in deliveries)
