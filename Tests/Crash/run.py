#!/usr/bin/env python3
"""Kills the host a hundred times while it works, and holds what it promised against what became of it.

    Tests/Crash/run.py [--kills 100] [--seed N] [--program .build/debug/carillond] [--sabotage lose|forget|overlook|unmark]

The host runs as a process of its own, and so does the sandbox, which delays, fails and drops a part of the requests. Tenants,
events, callers and the moments of the kills are made up from the seed, which is printed: the same seed asks the same
questions again, though the machine's timing differs. Ends with 1 and a list of faults where anything doesn't agree; the
folder with data and logs is kept then.
"""

import argparse
import pathlib
import random
import sys
import time

import sabotage
from place import Place, Tenant
from programs import Host, Sandbox
from reconcile import Reconciliation, conclude
from traffic import Traffic

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Of the requests at the provider; what a rule passes over is answered at once.
UNRELIABLE = [
    {"drop": "after", "rate": 0.02}, {"drop": "before", "rate": 0.02}, {"status": 503, "rate": 0.02, "provider": "expo"},
    {"status": 503, "rate": 0.02, "provider": "webhook"}, {"delay": 80, "rate": 0.4},
    {"provider": "expo", "error": "MessageRateExceeded", "rate": 0.01},
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--tenants", type=int, default=4)
    parser.add_argument("--life", type=float, default=1.2, help="the longest life of the host, in seconds")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/debug/carillond")
    parser.add_argument("--sabotage", choices=sabotage.ACTS, help="break the data after each kill, and expect that it shows")
    options = parser.parse_args()
    if not options.program.exists():
        sys.exit(f"{options.program} isn't there: swift build --product carillond")
    print(f"seed {options.seed}: ask the same again with --seed {options.seed} --kills {options.kills}", flush=True)
    place = Place([Tenant(number) for number in range(options.tenants)])
    sandbox = Sandbox(options.program, place)
    host = Host(options.program, place, [tenant.egress(sandbox) for tenant in place.tenants])
    try:
        faults = torment(host, sandbox, place, options)
    finally:
        if host.process and host.process.poll() is None:
            host.kill()
        sandbox.end()
    if options.sabotage:
        faults = sabotage.verdict(options.sabotage, faults)
    if not faults:
        place.remove()
    conclude(faults, f"data and logs are in {place.folder}", options.sabotage)


def torment(host, sandbox, place, options):
    chance = random.Random(options.seed)
    began = time.monotonic()
    host.start()
    host.wait_until_ready()
    traffic = Traffic(host.port, place.tenants, options.seed)
    traffic.prepare()
    sandbox.script(UNRELIABLE)
    traffic.start()
    starting, longest = 0, 0.0
    for _ in range(options.kills):
        # Some never get to serve: recovery itself is interrupted.
        if chance.random() < 0.15:
            time.sleep(chance.uniform(0, 0.3))
            starting += 1
        else:
            start = time.monotonic()
            host.wait_until_ready()
            longest = max(longest, time.monotonic() - start)
            time.sleep(chance.uniform(0, options.life))
        if not host.kill():
            return [f"the host had ended by itself before it was killed; see {host.log}"]
        sandbox.collect()
        if options.sabotage:
            sabotage.commit(options.sabotage, place.data)
        host.start()
    host.wait_until_ready()
    traffic.stop()
    # What nobody had an answer to may still be on its way.
    reconciliation = Reconciliation(host, sandbox, traffic)
    faults = reconciliation.run(timeout=20 if options.sabotage else 120)
    if host.end() != 0:
        faults.append("the host didn't end cleanly on SIGTERM")
    faults += [f"{file.name} is left after a clean end" for file in place.data.glob("*.sqlite-*")]
    print(f"{options.kills} kills, {starting} of them at the start; longest start {longest:.2f} s; {time.monotonic() - began:.0f} s in all")
    for name, count in reconciliation.figures.items():
        print(f"  {count:>7,} {name}")
    return faults


if __name__ == "__main__":
    main()
