#!/usr/bin/env python3
"""Measures the thread: events posted over HTTP, committed, delivered to the feed and through the sandbox's Expo or FCM.

Host, sandbox and load share the machine. Release builds; run by `make bench`, or alone:
    Tests/Benchmarks/Thread/run.py [--seconds 10] [--connections 128] [--provider expo|fcm] [--batch 1]

Expo takes up to 100 messages a request, FCM one each.
"""

import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from processes import PROGRAM  # noqa: E402
from throughput import measure  # noqa: E402


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=int, default=10)
    options.add_argument("--connections", type=int, default=128)
    options.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    options.add_argument("--provider", choices=["expo", "fcm"], default="expo")
    options.add_argument("--batch", type=int, default=1, help="events a request, as a batch of CloudEvents")
    options.add_argument("--users", type=int, default=1000)
    options = options.parse_args()
    found = measure(options.program, options.provider, options.batch, options.connections, options.seconds, options.users)
    print(f"posted            {found.accepted} events in {found.posting:.1f} s: {found.accepted / found.posting:,.0f}/s accepted "
          f"(202 after its commit), {found.others} other answers")
    print(f"latency of a post p50 {found.p50:.1f} ms, p99 {found.p99:.1f} ms, {options.connections} connections")
    print(f"delivered         {found.delivered} pushes in {found.delivering:.1f} s: {found.rate:,.0f} notifications/s end to end (feed and push each)")
    print(f"host              {found.each(found.host):.0f} µs of processor a notification; memory {found.memory:.0f} MB, at most {found.most_memory:.0f} MB")
    print(f"beside it         sandbox {found.each(found.sandbox):.0f} µs, load {found.each(found.load):.0f} µs a notification")


main()
