"""One host's clock is wrong."""

import time

from machine_clock import MachineClock
from outside import wait_until
from reconcile import instant
from stage import scenario

SKEWS = [-90, 90, 3600, -3600]
# What a provider asks for, and by how much more a circuit may stay open, in seconds.
PAUSE, SPREAD = 4, 1.1


@scenario("compiler", short=True)
def clock_skewed(stage):
    """one host's clock is an hour or ninety seconds fast or slow: nothing early, late or twice, and providers have their pauses"""
    database = stage.prepared_database()
    for number, skew in enumerate(SKEWS[:1] if stage.is_short else SKEWS):
        work(stage, database, skew, number + 1)


def work(stage, database, skew, number):
    clock = MachineClock(stage.place.folder, number)
    clock.set(wall=skew)
    stage.hosts = []
    first = stage.new_host(database, prefix=clock.prefix)
    second = stage.new_host(database)
    stage.start_hosts()
    stage.wait_for_log(first, "clock isn't the database's", f"{'fast' if skew > 0 else 'slow'}={abs(skew)} s", seconds=10)
    stage.start_callers(number=number)
    stage.callers.stopping.wait(3)
    # What the second had accepted, the first does.
    second.end()
    pause(stage, first)
    second.start()
    second.wait_until_ready(60)
    began = time.monotonic()
    before = len(stage.faults)
    figures = stage.reconcile(timeout=30)
    late = time.monotonic() - began
    stage.expect(figures["duplicates"] == 0, f"{skew:+d} s: {figures['duplicates']} messages came twice")
    if len(stage.faults) == before:
        stage.see(f"{skew:+d} s: {figures['scheduled']} were scheduled, none early; all had ended {late:.1f} s later")
    # It would have been taken for dead where it slept too long.
    stage.expect("counts as dead" not in first.last_life(), f"{skew:+d} s: host one didn't renew in time")
    stage.end_hosts()


def pause(stage, host):
    """A provider asks for a pause, and is well again at once: it has its pause, and no more than that, by everybody's clock but the host's."""
    tenant = stage.place.tenants[0]

    def next_try():
        """→ when it is tried again, as operators see it."""
        channels = host.operator("GET", f"/v1/tenants/{tenant.name}/channels")[1]["channels"]
        found = next(one for one in channels if one["id"] == "out")
        return found["status"] == "resting" and instant(found["nextTryAt"])

    began = time.time()
    stage.sandbox.script([{"provider": "expo", "status": 503, "retryAfter": PAUSE}])
    planned = wait_until(next_try, 20, "an open circuit")
    opened = time.time()
    stage.sandbox.script([])
    stage.expect(
        began + PAUSE - 0.1 <= planned <= opened + PAUSE * SPREAD + 0.1,
        f"the circuit is open until {planned - opened:.1f} s from now, and {PAUSE} s were asked for",
    )

    def after():
        """→ when the first message after that came, in seconds since it opened."""
        times = [instant(one["receivedAt"]) for one in stage.sandbox.collect() if one["outcome"] == "ok" and one["token"] in tenant.tokens]
        return next((at - opened for at in times if at > opened), None)

    try:
        seen = wait_until(after, PAUSE * 3 + 10, "a message after the pause")
    except TimeoutError:
        stage.expect(False, "nothing goes out after the pause")
        return
    stage.expect(seen >= began + PAUSE - opened, f"the provider was asked {seen:.1f} s after it wanted {PAUSE} s of pause")
    stage.expect(seen <= stage.bound(PAUSE * SPREAD + 2), f"the provider was asked {seen:.1f} s after it wanted {PAUSE} s of pause")
    stage.see(f"a provider that wants {PAUSE} s of pause is asked again after {seen:.1f} s")
