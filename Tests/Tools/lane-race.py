#!/usr/bin/env python3
"""Races two sessions for a lane of one tenant, by the ways of fencing that were thought of.

    lane-race.py SOCKET_FOLDER     (a cluster of Tests/Tools/cluster.sh)

Each way but the last two is expected to fail: docs/explanation/decisions/0011-one-writer-a-tenant.md says what follows from that.
Only libpq is needed, through ctypes.
"""
import ctypes, ctypes.util, random, sys, threading, time

libpq = ctypes.CDLL(ctypes.util.find_library("pq") or "libpq.so.5")
for name, kind in {"PQconnectdb": ctypes.c_void_p, "PQexec": ctypes.c_void_p, "PQgetvalue": ctypes.c_char_p,
                   "PQerrorMessage": ctypes.c_char_p, "PQcmdTuples": ctypes.c_char_p, "PQresultErrorMessage": ctypes.c_char_p}.items():
    getattr(libpq, name).restype = kind


class Session:
    def __init__(self, folder):
        self.connection = ctypes.c_void_p(libpq.PQconnectdb(f"host={folder} user=postgres dbname=postgres".encode()))
        if libpq.PQstatus(self.connection) != 0:
            raise SystemExit(libpq.PQerrorMessage(self.connection).decode())

    def run(self, sql):
        result = ctypes.c_void_p(libpq.PQexec(self.connection, sql.encode()))
        try:
            if libpq.PQresultStatus(result) not in (1, 2):
                raise RuntimeError(libpq.PQresultErrorMessage(result).decode())
            if libpq.PQresultStatus(result) == 1:
                return int(libpq.PQcmdTuples(result) or 0)
            return [[libpq.PQgetvalue(result, row, column).decode() for column in range(libpq.PQnfields(result))]
                    for row in range(libpq.PQntuples(result))]
        finally:
            libpq.PQclear(result)

    def later(self, statements):
        """Runs them on a thread of its own, and comes back once one waits for the other session or all are done."""
        thread = threading.Thread(target=lambda: [self.run(statement) for statement in statements])
        thread.start()
        time.sleep(0.2)
        return thread.join

    def close(self):
        libpq.PQfinish(self.connection)


SCHEMA = """
DROP TABLE IF EXISTS lane, delivery, host;
CREATE TABLE lane (tenant int, name text, holder int, epoch bigint NOT NULL, PRIMARY KEY (tenant, name));
CREATE TABLE delivery (row bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, tenant int, status int NOT NULL, epoch bigint, attempted_by int);
CREATE TABLE host (number int PRIMARY KEY, until timestamptz NOT NULL);
INSERT INTO lane VALUES (1, 'push', 1, 1);
INSERT INTO delivery (tenant, status, epoch) VALUES (1, 1, 1);
"""
LOCK = "SELECT pg_advisory_xact_lock(1, 1)"
SHARED = "SELECT pg_advisory_xact_lock_shared(1, 1)"
# 0 waits, 1 is leased. Whoever takes the lane makes what was leased wait, and leases it itself.
TAKE = """
UPDATE lane SET holder = 2, epoch = epoch + 1 WHERE tenant = 1 AND name = 'push';
UPDATE delivery SET status = 0, epoch = NULL WHERE tenant = 1 AND status = 1 AND attempted_by IS NULL;
UPDATE delivery SET status = 1, epoch = 2 WHERE tenant = 1 AND status = 0;
"""
HELD = "EXISTS (SELECT 1 FROM lane l WHERE l.tenant = 1 AND l.name = 'push' AND l.holder = 1 AND l.epoch = 1)"


def race(folder, taking, working, look):
    """The lane is taken while the former holder works, who was held up in between."""
    taker, worker = Session(folder), Session(folder)
    taker.run("SET client_min_messages = warning")
    taker.run(SCHEMA)
    taker.run("BEGIN")
    taker.run(taking + TAKE)
    worker.run("BEGIN")
    finish = worker.later(working)
    taker.run("COMMIT")
    finish()
    worker.run("COMMIT")
    broken = taker.run(look)
    taker.close(), worker.close()
    return broken


MARKED_BY_FORMER = "SELECT row FROM delivery WHERE attempted_by = 1"
ORPHANED = "SELECT row FROM delivery WHERE status = 1 AND epoch = 1"
MARK = "UPDATE delivery SET attempted_by = 1 WHERE tenant = 1 AND status = 1 AND attempted_by IS NULL"
INSERT = f"INSERT INTO delivery (tenant, status, epoch) SELECT 1, 1, 1 WHERE {HELD}"
WAYS = [
    ("mark: the statement looks at the lane's row", "", [f"{MARK} AND {HELD}"], MARKED_BY_FORMER, True),
    ("mark: the delivery's own row bears the epoch", "", [f"{MARK} AND epoch = 1"], MARKED_BY_FORMER, False),
    ("insert: the statement looks at the lane's row", "", [INSERT], ORPHANED, True),
    ("insert: it locks the lane and looks, in one statement", LOCK + ";",
     [f"WITH locked AS MATERIALIZED ({SHARED}) INSERT INTO delivery (tenant, status, epoch) SELECT 1, 1, 1 FROM locked WHERE {HELD}"],
     ORPHANED, True),
    ("insert: locks, then looks in the next statement", LOCK + ";", [SHARED, INSERT], ORPHANED, False),
    ("mark: locks, then looks in the next statement", LOCK + ";", [SHARED, f"{MARK} AND {HELD}"], MARKED_BY_FORMER, False),
]


def hammer(folder, rounds):
    """Two hosts take the lane from each other, insert, lease and mark at random: each mark must be of the lane's holder."""
    setup = Session(folder)
    setup.run("SET client_min_messages = warning")
    setup.run(SCHEMA)
    setup.run("DROP TABLE IF EXISTS sent; CREATE TABLE sent (row bigint, host int, epoch bigint)")
    faults = []

    def host(number):
        session, epoch, dice = Session(folder), 0, random.Random(number)
        for _ in range(rounds):
            session.run("BEGIN")
            session.run(LOCK)
            held = f"EXISTS (SELECT 1 FROM lane WHERE tenant = 1 AND name = 'push' AND holder = {number} AND epoch = {epoch})"
            what = dice.random()
            if what < 0.1:
                [[taken]] = session.run(f"UPDATE lane SET holder = {number}, epoch = epoch + 1 WHERE tenant = 1 RETURNING epoch")
                epoch = int(taken)
                session.run("UPDATE delivery SET status = 0, epoch = NULL WHERE tenant = 1 AND status = 1 AND attempted_by IS NULL")
            elif what < 0.5:
                session.run(f"INSERT INTO delivery (tenant, status, epoch) SELECT 1, 1, {epoch} WHERE {held}")
            else:
                session.run(f"UPDATE delivery SET status = 1, epoch = {epoch} WHERE tenant = 1 AND status = 0 AND {held}")
                session.run("WITH marked AS (UPDATE delivery SET attempted_by = " + str(number) + f" WHERE tenant = 1 AND status = 1 AND "
                            f"attempted_by IS NULL AND {held} RETURNING row, epoch) INSERT INTO sent SELECT row, {number}, {epoch} FROM marked "
                            f"WHERE epoch = {epoch}")
            session.run("COMMIT")
        session.close()

    threads = [threading.Thread(target=host, args=(number,)) for number in (1, 2)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    twice = setup.run("SELECT row FROM sent GROUP BY row HAVING count(*) > 1")
    unsent = setup.run("SELECT row FROM delivery d WHERE attempted_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sent WHERE row = d.row)")
    [[count]] = setup.run("SELECT count(*) FROM sent")
    [[epochs]] = setup.run("SELECT epoch FROM lane")
    setup.close()
    print(f"  {count} sent in {epochs} epochs; twice: {len(twice)}, marked in a lost lane: {len(unsent)}")
    return not twice and not unsent and int(count) > 0


def liveness(folder):
    """How long another session sees the lock of a host whose socket is closed, and of one past its time."""
    watcher, host = Session(folder), Session(folder)
    host.run("SELECT pg_advisory_lock(2, 7)")
    watcher.run("INSERT INTO host VALUES (7, clock_timestamp() + interval '0.5 s')")
    alive = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 2 AND objid = 7 AND granted"
    assert watcher.run(alive)
    started = time.monotonic()
    host.close()
    while watcher.run(alive): time.sleep(0.001)
    print(f"  the lock of a process that ended is gone after {1000 * (time.monotonic() - started):.0f} ms")
    while not watcher.run("SELECT 1 FROM host WHERE until < clock_timestamp()"): time.sleep(0.01)
    print(f"  and its time is up after {1000 * (time.monotonic() - started):.0f} ms")
    watcher.close()


def main():
    folder = sys.argv[1]
    failed = False
    for name, taking, working, look, is_broken in WAYS:
        broken = bool(race(folder, taking, working, look))
        print(f"{'broken' if broken else 'holds ':6}  {name}")
        failed = failed or broken != is_broken
    print("one lock a tenant around everything, at random:")
    failed = not hammer(folder, 2000) or failed
    print("who is alive:")
    liveness(folder)
    sys.exit("not as expected" if failed else 0)


main()
