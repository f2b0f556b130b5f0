#!/usr/bin/env python3
"""Measures how long `carillond dev` takes from its start to the line of the first delivered notification.

usage: Tests/Benchmarks/FirstDelivery/run.py [--tenants DIR] [--program FILE] [--runs N]      (needs make release)
"""

import argparse
import pathlib
import signal
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import processes

# What the project aims at, in seconds.
LIMIT = 2.0


def measure(program, tenants):
    """→ seconds from the start to the first delivery that is reported."""
    command = [str(program), "dev", str(tenants), "--port", "0", "--admin-port", "0", "--sandbox-port", "0"]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        for line in process.stdout:
            if "  delivered  " in line:
                return time.perf_counter() - start
        sys.exit("it ended before anything was delivered")
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--tenants", default=processes.ROOT / "tenants")
    arguments.add_argument("--program", type=pathlib.Path, default=processes.PROGRAM)
    arguments.add_argument("--runs", type=int, default=5)
    given = arguments.parse_args()
    processes.require(given.program)
    times = [measure(given.program, given.tenants) for _ in range(given.runs)]
    median = statistics.median(times)
    print(f"first delivery after {median:.2f} s (median of {given.runs}; worst {max(times):.2f} s)")
    if median > LIMIT:
        sys.exit(f"the aim is {LIMIT:.0f} s")


main()
