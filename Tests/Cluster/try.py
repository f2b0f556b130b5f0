#!/usr/bin/env python3
"""Three hosts share one PostgreSQL database; one is killed while they work, and nothing is lost.

    Tests/Cluster/try.py [--once] [--rate 20] [--program .build/debug/carillond]

Everything runs on this machine, on free ports, in a temporary folder that is removed at the end. Without --once the traffic goes
on until Ctrl-C, and a host that you kill is started again. Ends with 1 where something that was accepted didn't arrive.
"""

import argparse
import pathlib
import shutil
import signal
import sys
import tempfile
import threading
import time

from cluster import ROOT, ClusterHost, Database, hosts_as_seen_by, run
from products import EVENTS, Product, egress, make_secrets
from programs import Client, Lost, Sandbox, Unreachable, quoted

# A part of the requests takes long enough to be under way when a host dies.
SLOW_PROVIDER = [{"delay": 150, "rate": 0.5}]


class Event:
    def __init__(self, product, number):
        self.product = product
        self.number = number
        self.token = product.token(number)
        # The host's id of it.
        self.id = None


class Traffic:
    """Posts events through whichever host answers, and holds each 202 against what arrives at the provider."""

    def __init__(self, hosts, products, sandbox, rate):
        self.hosts = hosts
        self.products = products
        self.sandbox = sandbox
        self.stopping = threading.Event()
        self.is_over = threading.Event()
        self.lock = threading.Lock()
        self.numbers = iter(range(1, 1_000_000_000))
        self.accepted = 0
        self.arrived = 0
        self.asked_again = 0
        self.in_doubt = 0
        self.duplicates = 0
        # Accepted, and not yet seen to have arrived everywhere.
        self.open = {}
        # token → how many messages arrived
        self.copies = {}
        # What must not happen, as messages.
        self.faults = []
        posters = 4
        self.pause = posters / rate
        self.posters = [threading.Thread(target=self.guarded, args=(self.post_events, index), daemon=True) for index in range(posters)]
        self.checker = threading.Thread(target=self.guarded, args=(self.check_arrivals, 0), daemon=True)

    def start(self):
        for thread in [*self.posters, self.checker]:
            thread.start()

    def stop_posting(self):
        self.stopping.set()
        for thread in self.posters:
            thread.join()

    def finish(self, seconds):
        """Waits until all that was accepted arrived, for so many seconds at most."""
        deadline = time.monotonic() + seconds
        while self.open and self.checker.is_alive() and time.monotonic() < deadline:
            time.sleep(0.1)
        self.is_over.set()
        self.checker.join()

    def guarded(self, work, index):
        try:
            work(index)
        except Exception as error:
            self.faults.append(f"the traffic ended with {error!r}")

    def post_events(self, index):
        caller = Caller(self.hosts, index, self)
        while not self.stopping.is_set():
            began = time.monotonic()
            with self.lock:
                number = next(self.numbers)
            event = Event(self.products[number % len(self.products)], number)
            caller.insist("POST", *event.product.registration(number))
            answer = caller.insist("POST", *event.product.posting(number))
            event.id = answer["events"][0]["id"]
            with self.lock:
                self.accepted += 1
                self.open[event.token] = event
            self.stopping.wait(max(0, began + self.pause - time.monotonic()))

    def check_arrivals(self, index):
        caller = Caller(self.hosts, index, self)
        counted = 0
        while not self.is_over.is_set():
            messages = self.sandbox.collect()
            for message in messages[counted:]:
                self.copies[message["token"]] = self.copies.get(message["token"], 0) + (message["outcome"] == "ok")
            counted = len(messages)
            with self.lock:
                candidates = [event for token, event in self.open.items() if token in self.copies]
            for event in candidates:
                if self.is_over.is_set():
                    return
                self.check(event, caller)
            self.is_over.wait(0.3)

    def check(self, event, caller):
        """Asks what became of an event that arrived at the provider: its feed and its trace have to agree."""
        trace = caller.insist("GET", f"/v1/{event.product.name}/events/{quoted(event.id)}", None, event.product.service_key)
        deliveries = [one for notification in trace["notifications"] for one in notification["deliveries"]]
        ended = [one for one in deliveries if one["status"] in ("delivered", "failed", "cancelled")]
        if not deliveries or len(ended) < len(deliveries):
            return
        where = f"{event.product.name}: event {event.id}"
        channels = sorted(delivery["channel"] for delivery in deliveries)
        if channels != sorted(event.product.channels):
            self.faults.append(f"{where}: it has deliveries on {channels}, and should have one on each of {event.product.channels}")
        for delivery in deliveries:
            if delivery["status"] != "delivered":
                self.faults.append(f"{where}: its delivery on {delivery['channel']} is {delivery['status']}: {delivery['attempts']}")
        doubts = sum(attempt["outcome"] == "uncertain" for one in deliveries for attempt in one["attempts"])
        copies = self.copies[event.token]
        if copies > 1 + doubts:
            self.faults.append(f"{where}: {copies} copies arrived, and only {doubts} of its attempts were in doubt")
        with self.lock:
            self.in_doubt += doubts
            self.duplicates += copies - 1
            self.arrived += 1
            del self.open[event.token]


class Caller:
    """A careful client: asks the hosts by turns, and asks again where no answer came, with the same key. For one thread."""

    def __init__(self, hosts, turn, traffic):
        self.clients = [Client(host.port, timeout=10) for host in hosts]
        self.turn = turn
        self.traffic = traffic

    def insist(self, method, path, body, bearer):
        """→ the JSON of the first answer that isn't 503."""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            self.turn += 1
            client = self.clients[self.turn % len(self.clients)]
            try:
                status, answer, _ = client.request(method, path, body, bearer)
                if status < 300:
                    return answer
                if status != 503:
                    raise RuntimeError(f"{method} {path} was answered {status}: {answer}")
            except Unreachable:
                continue
            except Lost:
                pass
            self.traffic.asked_again += 1
            time.sleep(0.05)
        raise RuntimeError(f"{method} {path}: no host answers")


class Show:
    def __init__(self, options):
        self.options = options
        self.began = time.monotonic()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="carillon-cluster-"))
        self.database = Database(self.folder / "postgres")
        self.sandbox = None
        self.hosts = []
        self.traffic = None

    def say(self, text):
        print(f"{time.monotonic() - self.began:5.1f} s  {text}", flush=True)

    def start(self):
        program = self.options.program
        # PostgreSQL's server runs as another user when we are root.
        self.folder.chmod(0o755)
        self.database.start()
        self.say(f"PostgreSQL {self.database.version} runs in {self.database.folder}.")
        self.database.prepare(program)
        self.say("`carillond database prepare` made its roles and tables.")
        self.sandbox = Sandbox(program, self)
        self.sandbox.script(SLOW_PROVIDER)
        self.say(f"The sandbox plays the push providers: http://127.0.0.1:{self.sandbox.port}/sandbox/messages")
        file = self.folder / "secrets.json"
        secrets = make_secrets(program, file)
        for name in ["one", "two", "three"]:
            host = ClusterHost(name, program, self.database, self.folder, ROOT / "tenants", file, egress(self.sandbox))
            self.hosts.append(host)
            host.start()
        for host in self.hosts:
            host.wait_until_ready(120)
            self.say(f"Host {host.name} serves five tenants on http://127.0.0.1:{host.port} (process {host.process.pid}).")
        products = [Product(name, secrets[name]) for name in EVENTS]
        self.wait_until_settled(seconds=1)
        self.show_hosts()
        self.traffic = Traffic(self.hosts, products, self.sandbox, self.options.rate)
        self.traffic.start()
        self.say(f"Traffic: some {self.options.rate} events a second, each to another host than the one before.")

    # Who works

    def works(self):
        """→ name → tenants, as a running host says; None where no host says."""
        for host in self.hosts:
            if host.is_running and (seen := hosts_as_seen_by(host)):
                return seen
        return None

    def is_settled(self):
        """Whether the hosts that run, and no others, share all tenants."""
        seen = self.works()
        if seen is None:
            return False
        works, free = seen
        everybody = set().union(*works.values())
        return set(works) == {host.name for host in self.hosts if host.is_running} and not free and everybody == set(EVENTS)

    def wait_until_settled(self, seconds=0):
        """Until all tenants have had a host, for so many seconds: a host that came back is given some of them."""
        began = time.monotonic()
        since = said = began
        while not self.is_settled() or time.monotonic() - since < seconds:
            now = time.monotonic()
            if not self.is_settled():
                since = now
            if self.traffic and now - said >= 2:
                self.say_progress()
                said = now
            if now - began > 120:
                raise TimeoutError("not every tenant has a host: not within 120 s")
            time.sleep(0.1)

    def show_hosts(self):
        command = ["hosts", "--database", self.database.address]
        # It ends with 1 where a tenant is just handed over, and says so.
        shown = run(self.options.program, *command, may_fail=True)
        print(f"\n$ carillond {' '.join(command)}\n{shown}\n", flush=True)

    # What happens

    def watch(self, seconds, is_over=lambda: False):
        """Says how the traffic goes, every two seconds."""
        said = time.monotonic()
        end = said + seconds
        while time.monotonic() < end and not is_over():
            time.sleep(0.1)
            if time.monotonic() - said >= 2:
                self.say_progress()
                said = time.monotonic()
            if not self.traffic.checker.is_alive() or self.traffic.faults:
                raise RuntimeError("; ".join(self.traffic.faults[:5]) or "the traffic ended")

    def say_progress(self):
        traffic = self.traffic
        self.say(f"{traffic.accepted:>6,} events accepted, {traffic.arrived:,} arrived, {len(traffic.open):,} on their way")

    def kill_one(self):
        works, _ = self.works()
        victim = max(self.hosts, key=lambda host: len(works.get(host.name, ())))
        tenants = listed(sorted(works[victim.name]))
        self.say(f"KILLING host {victim.name}, process {victim.process.pid}, which works for {tenants} (SIGKILL).")
        victim.kill()
        self.take_over(victim, time.monotonic())

    def take_over(self, victim, died):
        """Watches until others have taken over, and starts it again."""
        self.wait_until_settled()
        self.say(f"Others work for its tenants, {time.monotonic() - died:.1f} s after it died.")
        self.show_hosts()
        self.watch(4)
        victim.start()
        victim.wait_until_ready(120)
        self.say(f"Host {victim.name} is back (process {victim.process.pid}). Tenants are shared anew …")
        self.wait_until_settled(seconds=2)
        self.show_hosts()

    def go_on(self):
        """Until Ctrl-C."""
        victim = self.hosts[0]
        print(f"The traffic goes on. Kill a host yourself: kill -9 {victim.process.pid}. Ctrl-C ends all.\n", flush=True)
        while True:
            self.watch(3600, is_over=lambda: not all(host.is_running for host in self.hosts))
            for host in self.hosts:
                if not host.is_running:
                    self.say(f"Host {host.name} ended with status {host.process.returncode}.")
                    self.take_over(host, time.monotonic())

    def finish(self):
        """→ the exit status."""
        traffic = self.traffic
        traffic.stop_posting()
        self.say("No more events are posted. Those on their way arrive …")
        traffic.finish(120)
        self.say_progress()
        print()
        print(f"  {traffic.accepted:>6,} events were answered with 202")
        print(f"  {traffic.arrived:>6,} of them arrived, at the provider and in the feed")
        print(f"  {len(traffic.open):>6,} missing")
        print(f"  {traffic.in_doubt:>6,} attempts were under way when a host died, and were made again")
        print(f"  {traffic.duplicates:>6,} of them had arrived, so that their message came twice")
        print(f"  {traffic.asked_again:>6,} requests of callers were made again, because a host died or wasn't ready")
        faults = list(traffic.faults)
        for event in list(traffic.open.values()):
            faults.append(f"{event.product.name}: event {event.id} was accepted and didn't arrive")
        if faults:
            print(f"\nNOT AS PROMISED, {len(faults)} fault{'s' if len(faults) > 1 else ''}:", flush=True)
            for fault in faults[:20]:
                print(f"  {fault}")
            return 1
        print("\nNothing is lost.")
        return 0

    def end(self, keeps_logs):
        """Ends what runs, and removes the folder, but for the logs of what went wrong."""
        for host in self.hosts:
            if host.is_running:
                host.process.terminate()
        for host in self.hosts:
            if host.is_running:
                try:
                    host.process.wait(30)
                except Exception:
                    host.kill()
        log = self.database.folder / "server.log"
        if keeps_logs and log.exists():
            shutil.copy(log, self.folder / "postgres.log")
        self.database.remove()
        if self.sandbox:
            self.sandbox.end()
        if keeps_logs:
            print(f"The logs are in {self.folder}.", file=sys.stderr)
        else:
            shutil.rmtree(self.folder, ignore_errors=True)


def listed(names):
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names) or "nobody"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--once", action="store_true", help="end after one host was killed and came back")
    parser.add_argument("--rate", type=float, default=20, help="events a second (20)")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/debug/carillond")
    options = parser.parse_args()
    if not options.program.exists():
        sys.exit(f"{options.program} isn't there: swift build --product carillond")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.default_int_handler)
    status = 1
    show = Show(options)
    try:
        try:
            show.start()
            show.watch(6)
            show.kill_one()
            show.watch(6)
            if not options.once:
                show.go_on()
        except KeyboardInterrupt:
            print(flush=True)
            if not show.traffic or options.once:
                status = 130
                show.say("Interrupted.")
                return status
        status = show.finish()
    except KeyboardInterrupt:
        status = 130
        show.say("Interrupted: what was still on its way is not known.")
    except (RuntimeError, TimeoutError, OSError, AssertionError) as error:
        print(f"\nIT FAILED: {error}", file=sys.stderr)
        for host in show.hosts:
            print(f"host {host.name}: {host.last_line()}", file=sys.stderr)
    finally:
        # The first Ctrl-C is enough.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        show.end(keeps_logs=status == 1)
    return status


if __name__ == "__main__":
    sys.exit(main())
