"""Staff make words live at one host: the others show and deliver them, whoever works for the tenant, and whatever becomes of the first."""

import threading
import time

from cluster import hosts_as_seen_by
from programs import Client, wait_until
from staff import FILES, Staff, live_version, publish_live
from stage import scenario


class Newsroom:
    """Two hosts with a studio on one database, the tenant's staff, and somebody who gets notifications."""

    def __init__(self, stage):
        self.stage = stage
        publish_live(stage.place)
        self.tenant = stage.place.tenants[0]
        database = stage.prepared_database()
        for _ in range(2):
            stage.new_host(database, options=["--studio", "on"])
        stage.start_hosts()
        names = {tenant.name for tenant in stage.place.tenants}
        wait_until(lambda: set().union(*(hosts_as_seen_by(stage.hosts[0]) or [{}])[0].values()) == names, 30, "hosts for all tenants")
        works = hosts_as_seen_by(stage.hosts[0])[0]
        # Where staff publish, and the host that sends, which is the other one.
        self.here, self.there = sorted(stage.hosts, key=lambda host: self.tenant.name in works.get(host.name, set()))
        self.ada = Staff(self.here, self.tenant, "Ada", "publisher")
        self.grace = Staff(self.there, self.tenant, "Grace", "publisher")
        self.token, self.user = next(iter(self.tenant.tokens.items()))
        client = Client(self.here.port)
        answer = client.as_user(self.user, "POST", f"/v1/{self.tenant.name}/devices", {"token": self.token})
        assert answer[0] in (200, 201), answer
        self.marks = 0

    def approved(self, words):
        """→ a proposal of Ada's, approved by Grace at the other host, as id and version."""
        id, version = self.ada.hand_in(self.here, words)
        return id, self.grace.approve(self.there, id, version)

    def until_shown_there(self, number, since, what):
        """→ after how many seconds the other host shows a version."""
        return wait_until(lambda: live_version(self.there, self.tenant) == number and time.monotonic(), 30, what, pause=0.005) - since

    def shown_there(self, number, since, what):
        """The other host shows a version within two seconds."""
        after = self.until_shown_there(number, since, what)
        bound = self.stage.bound(2)
        self.stage.expect(after <= bound, f"{what}: at the other host after {after:.2f} s, not {bound}")
        self.stage.see(f"{what}: at the other host after {after * 1000:.0f} ms")

    def delivered(self):
        """→ the title of what is sent now."""
        self.marks += 1
        marker = f"m-991-{self.marks}"
        body = {"id": f"n-{self.marks}", "source": "crash", "type": "order.shipped", "data": {"order": marker}, "recipients": [self.user]}
        client = Client(self.there.port)
        status, answer, _ = client.as_service("POST", f"/v1/{self.tenant.name}/events", body)
        client.close()
        assert status == 202, answer
        found = wait_until(
            lambda: [one for one in self.stage.sandbox.collect() if f"{marker} " in one["message"].get("body", "")], 30, "a delivery"
        )
        return found[0]["message"]["title"]

    def expect_delivered(self, words):
        title = self.delivered()
        self.stage.expect(title == words, f"“{title}” was delivered, not “{words}”")


@scenario(short=True)
def publishing(stage):
    """words are published at one host and sent by another; four eyes at two hosts; two publish at once; the way back; a session ends"""
    room = Newsroom(stage)
    ada, grace, here, there = room.ada, room.grace, room.here, room.there
    room.expect_delivered(FILES)

    id, version = ada.hand_in(here, "On its way")
    for host in stage.hosts:
        status, answer = ada.ask(host, "POST", f"/proposals/{id}/approve", {"version": version})
        stage.expect(status == 403, f"Ada approves her own at host {host.name}: {status} {answer}")
    approved = grace.approve(there, id, version)
    began = time.monotonic()
    published = ada.expect(here, 201, "POST", f"/proposals/{id}/publish", {"version": approved})
    answered = time.monotonic()
    stage.expect(published["number"] == 1 and published["isLive"], f"not live where it was published: {published}")
    stage.expect(answered - began <= stage.bound(1), f"published here after {answered - began:.2f} s")
    stage.see(f"published: live at this host after {(answered - began) * 1000:.0f} ms")
    room.shown_there(1, answered, "published")
    room.expect_delivered("On its way")

    # Two at once, at two hosts: one of them is the next version.
    both = [room.approved("From here"), room.approved("From there")]
    outcomes = {}

    def publish(person, host, proposal):
        outcomes[host.name] = person.ask(host, "POST", f"/proposals/{proposal[0]}/publish", {"version": proposal[1]})

    callers = [threading.Thread(target=publish, args=one) for one in [(ada, here, both[0]), (grace, there, both[1])]]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(30)
    statuses = sorted(status for status, _ in outcomes.values())
    stage.expect(statuses in ([201, 201], [201, 409]), f"two who publish at once are answered {outcomes}")
    numbers = sorted(answer["number"] for status, answer in outcomes.values() if status == 201)
    stage.expect(numbers == list(range(2, 2 + len(numbers))), f"two who publish at once make the versions {numbers}")
    stage.see(f"two publish at once: answered {statuses}, versions {numbers}")
    newest = max(numbers)
    room.shown_there(newest, time.monotonic(), "the newer of both")
    last = next(name for name, (status, answer) in outcomes.items() if status == 201 and answer["number"] == newest)
    room.expect_delivered("From here" if last == here.name else "From there")

    began = time.monotonic()
    ada.expect(here, 201, "POST", "/versions/0/restore", {"live": newest, "reason": "Enough"})
    room.shown_there(newest + 1, time.monotonic(), "gone back")
    room.expect_delivered(FILES)

    # Ended at one host, a session is over at the other.
    sessions = there.operator("GET", f"/v1/tenants/{room.tenant.name}/studio/sessions")[1]["sessions"]
    session = next(one["id"] for one in sessions if one["name"] == "Ada")
    stage.expect(ada.ask(here, "GET", "/session")[0] == 200, "Ada isn't signed in")
    status, answer, _ = there.operator("DELETE", f"/v1/tenants/{room.tenant.name}/studio/sessions/{session}")
    stage.expect(status == 200, f"a session can't be ended: {answer}")
    ended = time.monotonic()
    wait_until(lambda: ada.ask(here, "GET", "/session")[0] == 401, 30, "the end of a session")
    after = time.monotonic() - ended
    stage.expect(after <= stage.bound(2), f"a session that was ended at the other host goes on for {after:.2f} s")
    stage.see(f"a session ended at the other host is over after {after * 1000:.0f} ms")
    stage.end_hosts()


@scenario()
def publisher_killed(stage):
    """a host is killed right after it answered that words are live: the other one has them, and so has it when it comes back"""
    room = Newsroom(stage)
    for number in range(1, 6):
        words = f"Number {number}"
        id, version = room.approved(words)
        room.ada.expect(room.here, 201, "POST", f"/proposals/{id}/publish", {"version": version})
        answered = time.monotonic()
        room.here.kill()
        room.shown_there(number, answered, f"killed after version {number}")
        room.expect_delivered(words)
        listed = room.grace.expect(room.there, 200, "GET", "/versions")
        stage.expect(listed["live"] == number, f"version {number} is lost: {listed['live']} is live")
        room.here.start()
        room.here.wait_until_ready()
        stage.expect(live_version(room.here, room.tenant) == number, f"version {number} doesn't show where it was published")
    stage.end_hosts()
