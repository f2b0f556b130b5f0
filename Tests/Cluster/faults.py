#!/usr/bin/env python3
"""What becomes of hosts and callers when the database's server, the network, a clock or an address is bad.

    Tests/Cluster/faults.py [--only NAME]… [--short] [--jobs N] [--list] [--absence 60] [--program .build/debug/carillond]

Each scenario has servers, hosts and a sandbox of its own, and holds every 202 against what became of it, as `run.py` does. Under
root all of it runs in a network namespace that is gone at the end; what this machine can't do is skipped by name. Ends with 1
where anything isn't as promised; the folder with the logs is kept then.
"""

import argparse
import concurrent.futures
import pathlib
import signal
import subprocess
import sys
import time

from cluster import ROOT
from links import enter_namespace, prepare_namespace
from programs import Lost, Unreachable
from stage import SCENARIOS, Stage, has

# They note their scenarios.
import clocks  # noqa: F401
import encryption  # noqa: F401
import failover  # noqa: F401
import hints  # noqa: F401
import mistakes  # noqa: F401
import network  # noqa: F401
import newsroom  # noqa: F401
import servers  # noqa: F401


def play(name, options):
    """→ passed, FAILED or skipped."""
    act, _, needs = SCENARIOS[name]
    missing = [need for need in needs if not has(need)]
    print(f"{name}: {act.__doc__.strip().splitlines()[0]}", flush=True)
    if missing:
        print(f"    skipped: this machine has no {', no '.join(missing)}", flush=True)
        return "skipped"
    began = time.monotonic()
    with Stage(options.program, options.short) as stage:
        stage.absence = options.absence
        try:
            act(stage)
        except (RuntimeError, TimeoutError, OSError, AssertionError, Lost, Unreachable) as error:
            stage.faults.append(f"{type(error).__name__}: {error}")
        outcome = "FAILED" if stage.faults else "passed"
        print(f"    {outcome} after {time.monotonic() - began:.0f} s", flush=True)
        for fault in stage.faults[:20]:
            print(f"    {fault}", flush=True)
        if stage.faults:
            print(f"    logs are in {stage.place.folder}", flush=True)
    return outcome


def play_beside(names, options):
    """Each in a process of its own, some at a time: most of them wait most of the time. → name → its outcome"""
    def play_alone(name):
        command = [sys.executable, __file__, "--only", name, "--absence", str(options.absence), "--program", str(options.program)]
        command += ["--short"] * options.short
        pipe = subprocess.PIPE
        process = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=subprocess.STDOUT, text=True)
        print(process.stdout, end="", flush=True)
        if process.returncode != 0:
            return "FAILED"
        return "skipped" if "    skipped: " in process.stdout else "passed"

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        return dict(zip(names, pool.map(play_alone, names)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", choices=sorted(SCENARIOS), metavar="NAME", help="repeatable")
    parser.add_argument("--short", action="store_true", help="those that take seconds, some of them shortened")
    parser.add_argument("--jobs", type=int, help="how many at a time (4 with --short, otherwise 1)")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--absence", type=float, default=60, help="for how many seconds there is no database in server-away (60)")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/debug/carillond")
    options = parser.parse_args()
    if options.list:
        for name, (act, short, _) in SCENARIOS.items():
            print(f"{name:<24} {act.__doc__.strip().splitlines()[0]}{' (short, too)' if short else ''}")
        return 0
    if not options.program.exists():
        sys.exit(f"{options.program} isn't there: swift build --product carillond")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    names = options.only or [name for name, (_, short, _) in SCENARIOS.items() if short or not options.short]
    options.jobs = options.jobs or (4 if options.short else 1)
    began = time.monotonic()
    try:
        if len(names) > 1 and options.jobs > 1:
            outcomes = play_beside(names, options)
        else:
            enter_namespace()
            prepare_namespace()
            outcomes = {name: play(name, options) for name in names}
    except KeyboardInterrupt:
        print("\ninterrupted")
        return 130
    if len(names) > 1:
        print(f"{len(names)} bad days in {time.monotonic() - began:.0f} s")
        for outcome in "skipped", "FAILED":
            if found := [name for name in names if outcomes[name] == outcome]:
                print(f"{outcome}: {', '.join(found)}")
    return 1 if "FAILED" in outcomes.values() else 0


if __name__ == "__main__":
    sys.exit(main())
