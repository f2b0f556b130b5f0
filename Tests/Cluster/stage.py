"""What a bad day needs: a database, hosts on it, a sandbox, callers who note every answer, and what was seen and found wrong."""

import collections
import random
import shutil
import signal
import sys
import threading
import time

from cluster import ClusterHost, Database, run
from links import Cell, has_namespace
from machine_clock import compiler
from place import Place, Tenant
from outside import wait_until
from programs import Client, Lost, Sandbox, Unreachable
from reconcile import Reconciliation
from traffic import Traffic

# When a call was begun and ended, by the monotonic clock; its status, None where no answer came; the answer.
Answer = collections.namedtuple("Answer", "began ended status body headers")


class Callers(Traffic):
    """Some callers for each host, who ask again with the same key until they are answered 202."""

    def __init__(self, hosts, tenants, pause=0.1, each=2, number=0):
        """`number` tells those of one scenario apart, who come one after the other."""
        super().__init__(hosts[0].port, tenants, seed=1)
        self.chance = random.Random(1)
        self.pause = pause
        self.answers = {host.name: [] for host in hosts}
        self.refused = collections.Counter()
        # event's id → when it was accepted
        self.times = {}
        pairs = [(host, 1000 * number + 10 * index + caller) for index, host in enumerate(hosts) for caller in range(each)]
        self.threads = [
            threading.Thread(target=self.guarded, args=(self.caller(host), random.Random(number), number), daemon=True)
            for host, number in pairs
        ]

    def caller(self, host):
        def call(chance, number, _):
            client = Client(host.port, timeout=40)
            count = 0
            while not self.stopping.is_set():
                event = self.made_up(chance, f"{number}-{count}")
                count += 1
                with self.lock:
                    self.posted.append(event)
                while not event.accepted and not self.stopping.is_set():
                    self.post_once(event, host, client)
                event.is_abandoned = not event.accepted

        return call

    def post_once(self, event, host, client):
        began = time.monotonic()
        try:
            status, body, headers = client.as_service("POST", event.path, event.body)
        except Unreachable:
            status, body, headers = None, None, {}
            self.refused[host.name] += 1
        except Lost:
            status, body, headers = None, None, {}
            event.lost += 1
        self.answers[host.name].append(Answer(began, time.monotonic(), status, body, headers))
        if status == 202:
            event.accepted = body["events"][0]
            self.times[event.id] = time.monotonic()
        elif status == 503:
            if not retry_after(headers) or body.get("code") != "unavailable":
                self.faults.append(f"{event.id} was refused without a time to ask again: {body} {headers}")
        elif status is not None:
            self.faults.append(f"{event.id} was answered {status}: {body}")
        self.stopping.wait(self.pause)

    def first_accepted(self, host, since):
        """→ when the first was answered 202 at this host after `since`; None while none was."""
        return next((one.ended for one in self.answers[host.name] if one.ended > since and one.status == 202), None)

    def count(self, host, status, since=0):
        return sum(one.status == status and one.ended > since for one in self.answers[host.name])

    def longest_wait(self, since=0):
        """→ the longest that a caller waited for an answer, in seconds."""
        return max((one.ended - one.began for all in self.answers.values() for one in all if one.ended > since), default=0)


def retry_after(headers):
    found = {name.lower(): value for name, value in headers.items()}
    return int(found.get("retry-after", 0))


class Stage:
    """All that runs for one scenario; it ends with the `with`. Faults are collected, and keep the folder with the logs."""

    def __init__(self, program, is_short):
        self.program = program
        # Where some of it is left out, for its time.
        self.is_short = is_short
        self.place = Place([Tenant(0, "expo"), Tenant(1, "webhook"), Tenant(2, "expo")])
        self.place.folder.chmod(0o755)
        # Where servers are, in memory if it may be: what comes back after a crash reads no disk then, which others may use.
        self.servers = self.place.folder / "servers"
        self.servers.mkdir()
        if has_namespace():
            run("mount", "-t", "tmpfs", "carillon", self.servers)
        self.faults = []
        self.sandbox = None
        self.hosts = []
        self.cells = []
        self.databases = []
        self.callers = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for host in self.hosts:
            if host.is_running:
                host.process.send_signal(signal.SIGCONT)
                host.kill()
        for number, database in enumerate(self.databases):
            log = database.folder / "server.log"
            if self.faults and log.exists():
                shutil.copy(log, self.place.folder / f"postgres-{number}.log")
            database.remove()
        for cell in self.cells:
            cell.remove()
        if has_namespace():
            run("umount", "-l", self.servers)
        if self.sandbox:
            self.sandbox.end()
        if not self.faults:
            self.place.remove()

    # What is seen

    def see(self, text):
        print(f"    {text}", flush=True)

    def bound(self, seconds):
        """How long something may take that takes so long at most: three times that where it is tried beside other tests."""
        return seconds * 3 if self.is_short else seconds

    def expect(self, condition, fault):
        if not condition:
            self.faults.append(fault)
            print(f"    WRONG: {fault}", flush=True)

    # What there is

    def new_database(self, *settings, prefix=(), name=None):
        database = Database(self.servers / (name or f"postgres-{len(self.databases)}"), settings, prefix)
        self.databases.append(database)
        return database

    def prepared_database(self, *settings, prefix=(), name=None):
        database = self.new_database(*settings, prefix=prefix, name=name)
        database.start()
        database.prepare(self.program)
        return database

    def new_cell(self):
        cell = Cell(len(self.cells) + 1)
        self.cells.append(cell)
        return cell

    def new_host(self, database, address=None, prefix=(), cell=None, options=()):
        """One that isn't started. With a cell it runs there, and its callers and the provider reach it beside the link."""
        if self.sandbox is None:
            self.sandbox = Sandbox(self.program, self.place)
        name = ["one", "two", "three"][len(self.hosts)]
        egress = [tenant.egress(self.sandbox) for tenant in self.place.tenants]
        folder = self.place.folder
        host = ClusterHost(
            name, self.program, database, folder, folder / "tenants", folder / "secrets.json", egress, options,
            prefix=[*(cell.prefix if cell else ()), *prefix], address=address,
        )
        if cell:
            cell.let_in(host.port)
            cell.let_in(host.admin_port)
            cell.let_out(self.sandbox.port)
        self.hosts.append(host)
        return host

    def start_hosts(self):
        for host in self.hosts:
            host.start()
        for host in self.hosts:
            host.wait_until_ready(60)

    def start_callers(self, hosts=None, **options):
        """Callers of these hosts, or of all; returns once each has accepted something. What earlier ones were promised counts on."""
        hosts = hosts or self.hosts
        callers = Callers(hosts, self.place.tenants, **options)
        if self.callers:
            callers.posted = self.callers.posted
            callers.times = self.callers.times
        self.callers = callers
        self.callers.prepare()
        self.callers.start()
        began = time.monotonic()
        for host in hosts:
            self.wait_for_writes(host, began, 30)
        return self.callers

    # What becomes of it

    def wait_for_writes(self, host, since, seconds):
        """→ how long after `since` the host accepted something; None where it doesn't within that time."""
        try:
            found = wait_until(lambda: self.callers.first_accepted(host, since), seconds, "a write")
        except TimeoutError:
            self.expect(False, f"host {host.name} accepts nothing for {seconds} s: {host.last_line()}")
            return None
        return found - since

    def expect_writes(self, since, seconds, what, hosts=None):
        """Every host accepts again within so many seconds after `since`."""
        times = [self.wait_for_writes(host, since, self.bound(seconds) + 30) for host in hosts or self.hosts]
        slowest = max((time for time in times if time is not None), default=0)
        self.expect(slowest <= self.bound(seconds), f"{what}: written again after {slowest:.1f} s, not {seconds}")
        self.see(f"{what}: {'the host accepts' if hosts else 'all hosts accept'} again after {slowest:.1f} s")

    def wait_for_log(self, host, *texts, seconds=30):
        """→ the first line of the host's log since its start with all these texts."""
        def line():
            return next((line for line in host.last_life().splitlines() if all(text in line for text in texts)), None)

        try:
            return wait_until(line, seconds, "a line")
        except TimeoutError:
            self.expect(False, f"host {host.name} doesn't log {texts} within {seconds} s; its last line: {host.last_line()}")
            return ""

    def reconcile(self, timeout=90, passed_over=lambda fault: False):
        """Ends the callers, and holds what they were promised against what became of it; → its figures

        Faults of which `passed_over` says so are none."""
        host = next(host for host in self.hosts if host.is_running)
        # What came back goes on for a moment.
        self.callers.stopping.wait(1)
        self.callers.stop()
        reconciliation = Reconciliation(host, self.sandbox, self.callers)
        self.faults += [fault for fault in reconciliation.run(timeout) if not passed_over(fault)]
        figures = reconciliation.figures
        statuses = collections.Counter(one.status for all in self.callers.answers.values() for one in all)
        self.see(
            f"{figures['accepted']} events accepted, {statuses[503]} calls answered 503, {figures['messages at the provider']} messages "
            f"arrived, {figures['duplicates']} of them twice; nothing lost" if not self.faults else f"{len(self.faults)} faults"
        )
        return figures

    def end_hosts(self):
        for host in self.hosts:
            if host.is_running:
                self.expect(host.end() == 0, f"host {host.name} didn't end cleanly on SIGTERM")


# Names of scenarios → (what runs it, whether it has a short form, what it needs)
SCENARIOS = {}


def scenario(*needs, short=False):
    """Marks a function as one; its name is the scenario's, and the first line of its comment what it shows."""
    def note(function):
        SCENARIOS[function.__name__.replace("_", "-")] = (function, short, needs)
        return function

    return note


def has(need):
    """Whether this machine has it."""
    if need in ("namespaces", "disks"):
        return has_namespace()
    if need == "compiler":
        return sys.platform == "linux" and compiler() is not None
    return shutil.which(need) is not None
