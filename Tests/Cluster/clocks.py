"""One host's clock is wrong."""

import contextlib
import os
import signal
import subprocess
import time

from stage import faketime, scenario

SKEWS = [90, -90, 3600, -3600]


@contextlib.contextmanager
def skewed(seconds):
    """What goes before the command of a host whose clock is to be fast by so much.

    `faketime` itself makes the memory that its library wants: made by the library, it would hide a Swift program's arguments."""
    command = ["faketime", "-f", f"{seconds:+d}", "sh", "-c", 'echo "$FAKETIME_SHARED"; exec sleep 600']
    holder = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        shared = holder.stdout.readline().strip()
        # The time since some moment is left alone, as it is on a machine whose clock is wrong.
        yield [
            "env", f"LD_PRELOAD={faketime()}", f"FAKETIME={seconds:+d}", f"FAKETIME_SHARED={shared}", "FAKETIME_DONT_FAKE_MONOTONIC=1",
        ]
    finally:
        os.killpg(holder.pid, signal.SIGTERM)
        holder.wait()


@scenario("faketime", short=True)
def clock_skewed(stage):
    """one host's clock is an hour or ninety seconds fast or slow: nothing goes out before its time, nor late"""
    database = stage.prepared_database()
    for skew in SKEWS[2:3] if stage.is_short else SKEWS:
        with skewed(skew) as prefix:
            work(stage, database, skew, prefix)


def work(stage, database, skew, prefix):
    stage.hosts = []
    first = stage.new_host(database, prefix=prefix)
    stage.new_host(database)
    stage.start_hosts()
    stage.wait_for_log(first, "clock isn't the database's", f"fast={skew} s" if skew > 0 else "fast=-", seconds=10)
    stage.start_callers(number=SKEWS.index(skew) + 1)
    stage.callers.stopping.wait(3)
    # What the second had accepted, the first does.
    stage.hosts[1].end()
    stage.callers.stopping.wait(1)
    stage.hosts[1].start()
    stage.hosts[1].wait_until_ready(60)
    began = time.monotonic()
    figures = stage.reconcile(timeout=30)
    stage.see(f"{skew:+d} s: {figures['scheduled']} were scheduled, none early; all had ended {time.monotonic() - began:.1f} s later")
    stage.end_hosts()
