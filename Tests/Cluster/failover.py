"""A standby is promoted, while the old primary still runs where nobody reaches it, and then comes back."""

import time

from place import MARKER
from programs import Client
from reconcile import instant, text_of
from stage import scenario

PROMISES = {True: "a failover to its synchronous standby", False: "a failover may lose the last of it"}


class Pair:
    """A primary in a cell of its own, a standby that streams from it, and two hosts that know both."""

    def __init__(self, stage, is_synchronous):
        self.stage = stage
        self.cell = stage.new_cell()
        self.primary = stage.new_database("port=5433", f"listen_addresses={self.cell.there}", prefix=self.cell.prefix)
        self.primary.start()
        self.primary.let_in(*(f"host {what} all 10.213.0.0/16 trust" for what in ("all", "replication")))
        self.primary.prepare(stage.program)
        self.standby = stage.new_database("port=5434", f"listen_addresses={self.cell.here}", "cluster_name=standby")
        self.standby.follow(self.primary)
        if is_synchronous:
            self.primary.ask("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
            self.primary.ask("SELECT pg_reload_conf()")
        address = f"postgres://carillon_host@{self.cell.there}:5433,{self.cell.here}:5434/carillon"
        self.standby.address = address
        for _ in range(2):
            # Operators ask whichever is the primary by then.
            stage.new_host(self.standby, address)
        stage.start_hosts()
        for host in stage.hosts:
            stage.wait_for_log(host, "promise=", PROMISES[is_synchronous], seconds=1)
        stage.see(f"the start says: {PROMISES[is_synchronous]}")
        self.callers = stage.start_callers()

    def promote(self):
        """→ when it was done."""
        self.standby.ask("SELECT pg_promote()")
        return time.monotonic()


@scenario("namespaces", short=True)
def failover(stage):
    """a synchronous standby is promoted while the old primary runs behind a cut, which then ends"""
    pair = Pair(stage, is_synchronous=True)
    pair.cell.cut()
    # As long as it takes those who watch it.
    pair.callers.stopping.wait(10)
    stage.expect_writes(pair.promote(), 3, "promoted")
    pair.cell.mend()
    mended = time.monotonic()
    # Who takes it for the primary again makes new connections to it.
    pair.standby.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'carillon_host'")
    stage.expect_writes(mended, 3, "the old primary can be reached again, and all connections were ended")
    pair.callers.stopping.wait(2)
    since = f"clock_timestamp() - interval '{time.monotonic() - mended:.1f} s'"
    old = pair.primary.ask(f"SELECT count(*) FROM pg_stat_activity WHERE usename = 'carillon_host' AND backend_start > {since}")
    stage.expect(old == "0", f"{old} connections were made to the old primary, and stay")
    stage.see("no connection to the old primary stays")
    stage.reconcile()
    stage.end_hosts()


@scenario("namespaces")
def failover_at_once(stage):
    """the primary is killed (SIGKILL) and its synchronous standby promoted at once"""
    pair = Pair(stage, is_synchronous=True)
    pair.primary.kill()
    stage.expect_writes(pair.promote(), 3, "promoted")
    pair.callers.stopping.wait(2)
    stage.reconcile()
    stage.end_hosts()


@scenario("namespaces")
def lower_timeline(stage):
    """the new primary goes away, and the one that was left behind is there: nothing is written to it"""
    pair = Pair(stage, is_synchronous=True)
    pair.cell.cut()
    pair.callers.stopping.wait(9)
    stage.expect_writes(pair.promote(), 3, "promoted")
    # It waits for no standby any more: it would take whatever is written to it.
    pair.primary.ask("ALTER SYSTEM RESET synchronous_standby_names")
    pair.primary.ask("SELECT pg_reload_conf()")
    before = pair.primary.ask("SELECT count(*) FROM carillon.event")
    pair.standby.halt()
    pair.cell.mend()
    mended = time.monotonic()
    for host in stage.hosts:
        stage.wait_for_log(host, "left behind")
    pair.callers.stopping.wait(2)
    after = pair.primary.ask("SELECT count(*) FROM carillon.event")
    stage.expect(before == after, f"the old primary had {before} events and has {after}")
    written = sum(pair.callers.count(host, 202, mended + 1) for host in stage.hosts)
    stage.expect(written == 0, f"{written} events were accepted by the old primary")
    stage.see("nothing was written to the primary that was left behind")
    pair.standby.resume()
    stage.expect_writes(time.monotonic(), 3, "the new primary is back")
    stage.reconcile()
    stage.end_hosts()


@scenario("namespaces")
def failover_asynchronous(stage):
    """a standby that lags is promoted: only what it hadn't got is lost, and whoever asks again with the same key has it after all"""
    pair = Pair(stage, is_synchronous=False)
    # Some messages are under way whenever it is.
    stage.sandbox.script([{"delay": 300, "rate": 0.5}])
    pair.callers.stopping.wait(2)
    # Hosts reach the primary, and the standby doesn't.
    began = time.time() - 1
    pair.standby.ask("ALTER SYSTEM SET primary_conninfo = ''")
    pair.standby.ask("SELECT pg_reload_conf()")
    pair.callers.stopping.wait(2)
    pair.primary.kill()
    promoted = pair.promote()
    stage.expect_writes(promoted, 3, "promoted")
    ended = time.time()
    pair.callers.stopping.wait(2)
    stage.callers.stop()
    stage.sandbox.script([])
    gone = ask_again(stage, promoted - (ended - began), promoted)
    stage.expect(gone, "nothing is lost: the standby didn't lag")
    stage.see(f"{len(gone)} events were gone that the standby hadn't got; asked for again, they were accepted")
    # Marks of that time are gone, so that copies come which no trace explains.
    repeated = {f"e-{marker[2:]}" for marker in arrived_between(stage, began, ended)}
    repeated |= {f"m-{event[2:]}:" for event in repeated}

    def is_promised(fault):
        is_copy = "copies arrived" in fault or "that no trace knows" in fault
        return is_copy and fault.split()[0] in repeated

    # What a host had settled by then looks as if it were under way, until it is taken back after five minutes, or by the next host.
    for host in stage.hosts:
        stage.expect(host.end() == 0, f"host {host.name} didn't end cleanly")
        host.start()
        host.wait_until_ready(60)
    figures = stage.reconcile(passed_over=is_promised)
    stage.expect(figures["attempts in doubt"] > 0, "no attempt is in doubt: nothing was under way when the standby got its last")
    stage.see(f"{figures['attempts in doubt']} attempts are in doubt, by their traces; {len(repeated) // 2} events had some before the failover")
    stage.end_hosts()


def ask_again(stage, since, until):
    """Asks with the key of each event that was accepted; → those that were gone, which were accepted between these times."""
    client = Client(stage.hosts[0].port)
    gone = []
    for event in (one for one in stage.callers.posted if one.accepted):
        status, body, _ = client.as_service("POST", event.path, event.body)
        answer = body["events"][0] if status == 202 else {}
        if answer.get("status") != "duplicate":
            stage.expect(status == 202, f"{event.id} was asked for again and answered {status}: {body}")
            is_expected = since < stage.callers.times[event.id] < until
            stage.expect(is_expected, f"{event.id} is gone, which the standby had got, or which came later")
            event.accepted = answer
            gone.append(event)
        else:
            stage.expect(answer["id"] == event.accepted["id"], f"{event.id} was {event.accepted['id']} and is {answer['id']}")
    return gone


def arrived_between(stage, began, ended):
    """→ the markers of the messages that the provider took in that time."""
    messages = (one for one in stage.sandbox.collect() if began < instant(one["receivedAt"]) < ended)
    return {found.group() for one in messages if (found := MARKER.search(text_of(one["message"])))}


@scenario("namespaces")
def standby_away(stage):
    """no synchronous standby answers: commits wait, callers get 503 in time, and with the standby all goes on"""
    pair = Pair(stage, is_synchronous=True)
    pair.standby.halt()
    away = time.monotonic()
    pair.callers.stopping.wait(25)
    accepted = sum(pair.callers.count(host, 202, away + 1) for host in stage.hosts)
    stage.expect(accepted == 0, f"{accepted} events were accepted without a standby")
    for host in stage.hosts:
        stage.expect(pair.callers.count(host, 503, away) > 0, f"host {host.name} answered nobody 503")
    pair.standby.resume()
    stage.expect_writes(time.monotonic(), 3, "the standby is back")
    waited = pair.callers.longest_wait(away)
    stage.expect(waited <= 13, f"a caller waited {waited:.1f} s for an answer")
    stage.see(f"the longest that a caller waited: {waited:.1f} s")
    stage.reconcile()
    stage.end_hosts()
