#!/usr/bin/env python3
"""Measures how long `carillond dev` takes from its start to the line of the first delivered notification.

usage: Tests/Benchmarks/FirstDelivery/run.py [--tenants DIR] [--program FILE] [--runs N]      (needs make release)
"""

import argparse
import pathlib
import signal
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import processes  # noqa: E402
from outside import end, launch, wait_for_line  # noqa: E402

# What the project aims at, in seconds.
LIMIT = 2.0


def measure(program, tenants):
    """→ seconds from the start to the first delivery that is reported."""
    command = [program, "dev", tenants, "--port", "0", "--admin-port", "0", "--sandbox-port", "0"]
    with tempfile.TemporaryDirectory(prefix="carillon-bench-") as folder:
        log = pathlib.Path(folder, "log")
        began = time.perf_counter()
        process = launch(command, log)
        try:
            wait_for_line(process, log, "  delivered  ")
            return time.perf_counter() - began
        finally:
            end(process, 20, by=signal.SIGINT)


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
