"""Hosts that are cut off from the database, frozen, or asked to end."""

import signal
import threading
import time

from cluster import SCRIPT, hosts_as_seen_by, run
from machine_clock import MachineClock
from outside import wait_until
from programs import Client
from reconcile import Reconciliation
from stage import scenario

# After which every host's absence has been noticed, and its tenants are others', in seconds.
LATEST_TAKEOVER = 20


def two_hosts(stage):
    """Host one in a cell, host two beside the server; → cell, database."""
    cell = stage.new_cell()
    database = stage.prepared_database(f"listen_addresses={cell.here}", "port=5433")
    database.let_in("host all all 10.213.0.0/16 trust")
    stage.new_host(database, f"postgres://carillon_host@{cell.here}:5433/carillon", cell=cell)
    stage.new_host(database)
    stage.start_hosts()
    stage.start_callers()
    return cell, database


def expect_takeover(stage, since):
    """Host two has all tenants, by what it says itself."""
    names = {tenant.name for tenant in stage.place.tenants}

    def has_all():
        seen = hosts_as_seen_by(stage.hosts[1])
        return seen and seen[0].get("two", set()) == names

    try:
        wait_until(has_all, LATEST_TAKEOVER + 10, "the takeover")
    except TimeoutError:
        stage.expect(False, "host two didn't take over")
        return
    took = time.monotonic() - since
    stage.expect(took <= LATEST_TAKEOVER, f"host two took over after {took:.1f} s")
    stage.see(f"host two has all tenants after {took:.1f} s")


def expect_undisturbed(stage, since, until):
    """Host two accepted what was asked between."""
    second = stage.hosts[1]
    answers = [one for one in stage.callers.answers[second.name] if one.ended > since and one.began < until]
    refused = sum(one.status != 202 for one in answers)
    waited = max((one.ended - one.began for one in answers), default=0)
    stage.expect(refused == 0, f"host two refused {refused} calls while host one was away")
    stage.expect(waited <= 8, f"a caller of host two waited {waited:.1f} s while host one was away")
    stage.see(f"host two accepted {len(answers)} events meanwhile; the longest wait {waited:.1f} s")


CUTS = {"both ways": {}, "to the database": {"inwards": False}, "from the database": {"outwards": False}}


def cut(stage, seconds, ways):
    cell, _ = two_hosts(stage)
    for way in ways:
        began = time.monotonic()
        cell.cut(**CUTS[way])
        if seconds > LATEST_TAKEOVER:
            expect_takeover(stage, began)
        stage.callers.stopping.wait(max(0, began + seconds - time.monotonic()))
        cell.mend()
        mended = time.monotonic()
        stage.expect_writes(mended, 5, f"{seconds} s cut off {way}")
        expect_undisturbed(stage, began, mended)
        wait_until(lambda: (hosts_as_seen_by(stage.hosts[1]) or [{}])[0].get("one"), 30, "host one's share of the tenants")
    stage.reconcile()
    stage.end_hosts()


@scenario("namespaces")
def cut_short(stage):
    """one host is cut off from the database for five seconds, silently: both ways, or one"""
    cut(stage, 5, CUTS)


@scenario("namespaces")
def cut_long(stage):
    """one host is cut off from the database for thirty seconds, both ways or one; the other takes over"""
    cut(stage, 30, CUTS)


@scenario("namespaces", short=True)
def cut_in_transaction(stage):
    """one host is cut off while a transaction of it is open: others write on to the same tenant"""
    cell, database = two_hosts(stage)
    tenant = stage.place.tenants[0]
    # Whoever accepts waits here, with the tenant's lock.
    held = "BEGIN; LOCK TABLE carillon.notification IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(20)"
    let_go = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(20)' AND pid <> pg_backend_pid()"
    stage.callers.stop()
    holder = threading.Thread(target=lambda: run("bash", SCRIPT, "sql", database.folder, held, "carillon", may_fail=True))
    holder.start()
    sleeping = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
    wait_until(lambda: int(database.ask(sleeping)) > 0, 10, "a lock on a table")
    waiting = (
        "SELECT count(*) FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid AND l.locktype = 'advisory' AND l.granted "
        f"JOIN carillon.tenant t ON t.number = l.objid::int AND t.name = '{tenant.name}' "
        "WHERE a.client_addr IS NOT NULL AND a.wait_event = 'relation'"
    )

    def post(host, number):
        client = Client(host.port, timeout=40)
        while True:
            event = stage.callers.made_up(stage.callers.chance, number)
            if event.tenant is tenant:
                break
        stage.callers.posted.append(event)
        began = time.monotonic()
        while not event.accepted:
            try:
                stage.callers.post_once(event, host, client)
            except Exception as error:
                stage.faults.append(repr(error))
                return
        took.append(time.monotonic() - began)

    took = []
    first = threading.Thread(target=post, args=(stage.hosts[0], "900-1"))
    first.start()
    wait_until(lambda: int(database.ask(waiting)) > 0, 2, "a transaction that waits", pause=0.005)
    cell.cut()
    began = time.monotonic()
    database.ask(let_go)
    holder.join()
    post(stage.hosts[1], "901-1")
    waited = time.monotonic() - began
    stage.expect(waited <= stage.bound(8), f"host two wrote {waited:.1f} s after host one was cut off in a transaction")
    stage.see(f"host two writes on {waited:.1f} s after the cut")
    cell.mend()
    first.join()
    stage.reconcile()
    stage.end_hosts()


@scenario()
def frozen(stage):
    """a host is frozen for thirty seconds and woken: others take over, it sends nothing twice that isn't in doubt"""
    database = stage.prepared_database()
    for _ in range(2):
        stage.new_host(database)
    stage.start_hosts()
    # Some requests are under way when it freezes.
    stage.sandbox.script([{"delay": 800, "rate": 0.5}])
    stage.start_callers(each=3)
    stage.callers.stopping.wait(2)
    first = stage.hosts[0]
    began = time.monotonic()
    first.process.send_signal(signal.SIGSTOP)
    expect_takeover(stage, began)
    stage.callers.stopping.wait(max(0, began + 30 - time.monotonic()))
    first.process.send_signal(signal.SIGCONT)
    woken = time.monotonic()
    stage.expect_writes(woken, 5, "woken")
    expect_undisturbed(stage, began, woken)
    stage.sandbox.script([])
    stage.reconcile()
    stage.end_hosts()


# For how long a host is away by its own clocks, in seconds.
LONG = 600


@scenario("compiler")
def frozen_long(stage):
    """a host is frozen for ten minutes by its own clocks and woken: it sends nothing more of what it had, and begins anew"""
    clock = MachineClock(stage.place.folder, "one")
    database = stage.prepared_database()
    first, second = stage.new_host(database, prefix=clock.prefix), stage.new_host(database)
    stage.start_hosts()
    wait_until(lambda: lanes_of("one", second), 30, "host one's share of the tenants")
    # Some requests are under way when it freezes, and what waits behind them is leased.
    stage.sandbox.script([{"delay": 800, "rate": 0.5}])
    stage.start_callers(hosts=[second], each=6, pause=0.02)
    stage.callers.stopping.wait(2)
    before = lanes_of("one", second)
    number = number_of("one", second)
    began = time.monotonic()
    first.process.send_signal(signal.SIGSTOP)
    expect_takeover(stage, began)
    stage.sandbox.script([])
    stage.callers.stop()
    unended = Reconciliation(second, stage.sandbox, stage.callers)
    unended.wait_for_ends(60)
    stage.faults += unended.faults
    stage.see("host two has ended all that was accepted")
    count = len(stage.sandbox.collect())
    # Only it is away for so long: the others' clocks, and the database's, go on as they did.
    clock.set(wall=LONG, uptime=LONG)
    first.process.send_signal(signal.SIGCONT)
    woken = time.monotonic()
    stage.wait_for_log(first, "counts as dead")
    after = wait_until(lambda: lanes_of("one", second), 30, "host one's share of the tenants")
    stage.see(f"host one has a share of the tenants again {time.monotonic() - woken:.1f} s after it woke")
    stage.expect(number_of("one", second) != number, "host one goes on under the number that it had")
    # Host two had each of them between, and some are host one's again.
    now = lanes_of("two", second) | after
    over = all(now[lane] >= epoch + (2 if lane in after else 1) for lane, epoch in before.items())
    stage.expect(over, f"host one had {before} when it froze, and now there are {now}")
    # What was marked when it froze may go out, and is in doubt: the reconciliation looks for that.
    late = len(stage.sandbox.collect()) - count
    stage.see(f"{late} messages that were marked before came from it then")
    stage.start_callers(number=1)
    stage.callers.stopping.wait(3)
    figures = stage.reconcile()
    stage.expect(figures["duplicates"] >= late, f"{late} messages came after it woke, {figures['duplicates']} twice")
    stage.end_hosts()


def hosts_and_lanes(host):
    """→ what this host says of those that live."""
    return host.operator("GET", "/v1/hosts")[1]["hosts"]


def lanes_of(name, host):
    """→ (tenant, lane) → epoch, of what the host of this name has, as `host` says."""
    return {
        (lane["tenant"], lane["lane"]): lane["epoch"]
        for one in hosts_and_lanes(host) if one["name"] == name for work in one["worksFor"] for lane in work["lanes"]
    }


def number_of(name, host):
    return next(one["number"] for one in hosts_and_lanes(host) if one["name"] == name)


@scenario(short=True)
def ended_in_turn(stage):
    """hosts are asked to end (SIGTERM) and started again by turns: callers see refused connections and no errors"""
    database = stage.prepared_database()
    for _ in range(2):
        stage.new_host(database)
    stage.start_hosts()
    stage.sandbox.script([{"delay": 300, "rate": 0.5}])
    stage.start_callers()
    for _ in range(1 if stage.is_short else 3):
        for host in stage.hosts:
            stage.callers.stopping.wait(1)
            began = time.monotonic()
            stage.expect(host.end() == 0, f"host {host.name} didn't end cleanly")
            ended = time.monotonic()
            host.start()
            host.wait_until_ready(60)
            stage.see(f"host {host.name} ended in {ended - began:.1f} s, ready again {time.monotonic() - ended:.1f} s later")
    statuses = [one.status for all in stage.callers.answers.values() for one in all]
    errors = sum(status is not None and status >= 500 for status in statuses)
    stage.expect(errors == 0, f"{errors} calls were answered with 5xx")
    stage.see(f"{sum(stage.callers.refused.values())} connections refused, {sum(event.lost for event in stage.callers.posted)} answers lost")
    figures = stage.reconcile()
    stage.expect(figures["duplicates"] == 0, f"{figures['duplicates']} messages came twice")
    stage.end_hosts()
