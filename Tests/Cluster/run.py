#!/usr/bin/env python3
"""Kills and freezes hosts that share one PostgreSQL database, and the database too, and holds what was promised against what became of it.

    Tests/Cluster/run.py [--kills 10] [--seed N] [--program .build/debug/carillond] [--sabotage lose|forget|unmark|reclaim]

Traffic and reconciliation are those of `Tests/Crash`; it comes to three hosts through a load balancer. By the seed a host is
killed (SIGKILL), frozen (SIGSTOP) for up to twenty seconds, or asked to end (SIGTERM), and once in a run at least the database
crashes and comes back. Ends with 1 and a list of faults where anything doesn't agree; the folder with the logs is kept then.
"""

import argparse
import collections
import pathlib
import random
import signal
import sys
import threading
import time

from cluster import ROOT, Balancer, ClusterHost, Database
from place import Place, Tenant
from outside import wait_until
from programs import Client, Sandbox

import reconcile
import sabotage
from reconcile import Reconciliation, conclude
from traffic import Traffic

# Of the requests at the provider; what a rule passes over is answered at once.
UNRELIABLE = [
    {"drop": "after", "rate": 0.02}, {"drop": "before", "rate": 0.02}, {"status": 503, "rate": 0.02, "provider": "expo"},
    {"status": 503, "rate": 0.02, "provider": "webhook"}, {"delay": 80, "rate": 0.4},
]
# The longest that a host is frozen, in seconds: longer than the fifteen after which it counts as dead.
LONGEST_FREEZE = 20


class Torment:
    """What is done to the hosts, one after the other; two are left alone while the third is away."""

    def __init__(self, hosts, database, chance, act=None):
        self.hosts = hosts
        self.database = database
        # What is done to the data behind each kill, of `sabotage.ACTS`.
        self.act = act
        self.chance = chance
        self.counts = collections.Counter()
        self.faults = []
        self.slowest = 0.0

    def run(self, count):
        acts = [self.kill] * 4 + [self.freeze] * 3 + [self.terminate] * 2
        if count >= 5:
            acts.append(self.crash_database)
        crash = self.chance.randrange(count)
        if self.act:
            acts, crash = [self.kill], None
        for number in range(count):
            act = self.crash_database if number == crash else self.chance.choice(acts)
            self.counts[act.__doc__] += 1
            began = time.monotonic()
            act(self.chance.choice(self.hosts))
            print(f"  {number + 1:>4}. {act.__doc__}: {time.monotonic() - began:.1f} s until all were ready", flush=True)
            time.sleep(self.chance.uniform(0.5, 4))

    def kill(self, host):
        """host killed"""
        self.expect_running(host)
        host.kill()
        if self.act:
            self.database.execute_for_tenants(sabotage.ACTS[self.act][0])
        # From a restart at once, which its own lanes outlive, to one behind the takeover.
        time.sleep(self.chance.choice([0, self.chance.uniform(0, 12)]))
        host.start()
        self.wait_for(host)

    def freeze(self, host):
        """host frozen"""
        self.expect_running(host)
        host.process.send_signal(signal.SIGSTOP)
        time.sleep(self.chance.uniform(1, LONGEST_FREEZE))
        host.process.send_signal(signal.SIGCONT)
        self.wait_for(host)

    def terminate(self, host):
        """host ended"""
        self.expect_running(host)
        status = host.end()
        if status != 0:
            self.faults.append(f"host {host.name} ended with status {status} on SIGTERM")
        time.sleep(self.chance.uniform(0, 5))
        host.start()
        self.wait_for(host)

    def crash_database(self, _):
        """database crashed"""
        self.database.halt()
        time.sleep(self.chance.uniform(0, 6))
        self.database.resume()
        for host in self.hosts:
            self.wait_for(host)

    def expect_running(self, host):
        if not host.is_running:
            raise RuntimeError(f"host {host.name} ended by itself with status {host.process.returncode}; see {host.log}")

    def wait_for(self, host):
        began = time.monotonic()
        host.wait_until_ready(120)
        self.slowest = max(self.slowest, time.monotonic() - began)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--tenants", type=int, default=6)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/debug/carillond")
    parser.add_argument("--sabotage", choices=["lose", "forget", "unmark", "reclaim"], help="only kill, break the data after it, and expect that it shows")
    options = parser.parse_args()
    if not options.program.exists():
        sys.exit(f"{options.program} isn't there: swift build --product carillond")
    if options.kills < 1:
        sys.exit("--kills takes a number from 1")
    print(f"seed {options.seed}: ask the same again with --seed {options.seed} --kills {options.kills}", flush=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    place = Place([Tenant(number) for number in range(options.tenants)])
    place.folder.chmod(0o755)
    database = Database(place.folder / "postgres")
    running = []
    faults = None
    try:
        database.start()
        database.prepare(options.program)
        faults = torment(options, place, database, running)
        if options.sabotage:
            faults = sabotage.verdict(options.sabotage, faults)
    except KeyboardInterrupt:
        print("\ninterrupted")
        sys.exit(130)
    except (RuntimeError, TimeoutError, OSError, AssertionError) as error:
        faults = [f"{type(error).__name__}: {error}"]
    finally:
        # The first Ctrl-C is enough.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for one in running:
            one.end()
        if faults and (database.folder / "server.log").exists():
            (place.folder / "postgres.log").write_bytes((database.folder / "server.log").read_bytes())
        database.remove()
        if not faults:
            place.remove()
    conclude(faults, f"logs are in {place.folder}", options.sabotage)


def torment(options, place, database, running):
    """→ the faults found. Whatever has to be ended is in `running`."""
    chance = random.Random(options.seed)
    began = time.monotonic()
    sandbox = Sandbox(options.program, place)
    running.append(sandbox)
    egress = [tenant.egress(sandbox) for tenant in place.tenants]
    tenants, secrets = place.folder / "tenants", place.folder / "secrets.json"
    hosts = [
        ClusterHost(name, options.program, database, place.folder, tenants, secrets, egress) for name in ["one", "two", "three"]
    ]
    try:
        for host in hosts:
            host.start()
        for host in hosts:
            host.wait_until_ready(120)
        balancer = Balancer(hosts)
        wait_until(lambda: len(balancer.ready) == len(hosts), 60, "the load balancer's hosts")
        traffic = Traffic(balancer.port, place.tenants, options.seed, is_shared=True)
        traffic.prepare()
        sandbox.script(UNRELIABLE)
        traffic.start()
        acts = Torment(hosts, database, chance, options.sabotage)
        collecting = threading.Event()
        collector = threading.Thread(target=collect, args=(sandbox, collecting), daemon=True)
        collector.start()
        acts.run(options.kills)
        traffic.stop()
        resume_campaigns(traffic, balancer.port)
        collecting.set()
        collector.join()
        # A request that a frozen host had begun goes out when it thaws.
        reconcile.UNDER_WAY = LONGEST_FREEZE + 10
        front = Front(balancer.port, hosts[0])
        reconciliation = Reconciliation(front, sandbox, traffic)
        faults = acts.faults + reconciliation.run(timeout=20 if options.sabotage else 180)
        faults += [f"host {host.name} didn't end cleanly on SIGTERM" for host in hosts if host.end() != 0]
    finally:
        for host in hosts:
            if host.is_running:
                host.process.send_signal(signal.SIGCONT)
                host.kill()
    print(f"{options.kills} bad things, the slowest return {acts.slowest:.1f} s; {time.monotonic() - began:.0f} s in all")
    for name, count in [*acts.counts.items(), *reconciliation.figures.items()]:
        print(f"  {count:>7,} {name}")
    return faults


def resume_campaigns(traffic, port):
    """Of the campaigns that were resumed, some are paused again by a request that a frozen host carried out late."""
    client = Client(port)
    for event in traffic.posted:
        if event.is_campaign and event.may_be_paused and not event.cancelled:
            traffic.ask(event, client, "POST", "/resume")


class Front:
    """What the reconciliation takes for one host: the load balancer's port, and one host's commands."""

    def __init__(self, port, host):
        self.port = port
        self.command_line = host.command_line
        self.clock_error = host.clock_error


def collect(sandbox, stopping):
    """The sandbox keeps no more than ten thousand messages."""
    while not stopping.wait(5):
        sandbox.collect()


if __name__ == "__main__":
    main()
