"""Bad days of the database's server: it ends in every way, is full, takes no more sessions, or may only be read."""

import subprocess
import time

from cluster import run
from outside import wait_until
from programs import Client
from stage import scenario


def until_it_answers(database):
    """Starts the server again; → when it answered."""
    deadline = time.monotonic() + 60
    while True:
        try:
            database.resume()
            return time.monotonic()
        except RuntimeError:
            # What a killed server had started may not have ended yet.
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def absence(stage, end, seconds, what):
    """The server ends, stays away, and comes back; callers get 503 in time, and then everything goes on."""
    database = stage.prepared_database()
    for _ in range(2):
        stage.new_host(database)
    stage.start_hosts()
    callers = stage.start_callers()
    ended = time.monotonic()
    end(database)
    stage.callers.stopping.wait(seconds)
    back = until_it_answers(database)
    stage.expect_writes(back, 3, what)
    if seconds > 12:
        for host in stage.hosts:
            stage.expect(callers.count(host, 503, ended) > 0, f"host {host.name} answered nobody 503 while there was no database")
            stage.wait_for_log(host, "can't be reached", seconds=1)
    waited = callers.longest_wait(ended)
    stage.expect(waited <= stage.bound(13), f"a caller waited {waited:.1f} s for an answer")
    stage.see(f"the longest that a caller waited: {waited:.1f} s")
    stage.reconcile()
    stage.end_hosts()


@scenario(short=True)
def server_stopped(stage):
    """the server is stopped in the middle of everything (immediate), and comes back"""
    absence(stage, lambda database: database.halt(), 1 if stage.is_short else 5, "stopped")


@scenario()
def server_killed(stage):
    """the server's first process is killed (SIGKILL), and started again"""
    absence(stage, lambda database: database.kill(), 5, "killed")


@scenario()
def server_away(stage):
    """there is no database for a minute"""
    absence(stage, lambda database: database.halt(), stage.absence, "away")


def end_sessions(database):
    database.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'carillon_host'")


def hindrance(stage, database, hinder, help, words, seconds=3, options=()):
    """Something keeps hosts from writing, and no longer does; callers get 503 meanwhile."""
    for _ in range(2):
        stage.new_host(database)
    stage.start_hosts()
    callers = stage.start_callers()
    began = time.monotonic()
    hinder()
    for host in stage.hosts:
        stage.see(f"host {host.name} says: {reason_in(stage.wait_for_log(host, *words))}")
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and not all(callers.count(host, 503, began) for host in stage.hosts):
        callers.stopping.wait(0.1)
    for host in stage.hosts:
        stage.expect(callers.count(host, 503, began) > 0, f"host {host.name} answered nobody 503")
        stage.expect(Client(host.port).request("GET", "/health/live")[0] == 200, f"host {host.name} isn't alive")
    help()
    stage.expect_writes(time.monotonic(), seconds, "over")
    stage.reconcile()
    stage.end_hosts()


def reason_in(line):
    """What a log line gives as its reason."""
    return line.partition("reason=")[2].partition(" [")[0] or line


@scenario(short=True)
def read_only(stage):
    """the database is set so that it can only be read, as a standby is"""
    database = stage.prepared_database()

    def setting(value):
        database.ask(f"ALTER DATABASE carillon SET default_transaction_read_only = {value}", "postgres")
        end_sessions(database)

    hindrance(stage, database, lambda: setting("on"), lambda: setting("off"), ["it can only be read"])


@scenario()
def too_many_connections(stage):
    """others have all of the server's connections (53300)"""
    database = stage.prepared_database("max_connections=40")
    database.ask("CREATE ROLE crowd LOGIN")
    crowd = []

    def sessions(role):
        return int(database.ask(f"SELECT count(*) FROM pg_stat_activity WHERE usename = '{role}'"))

    def come():
        command = ["psql", f"host={database.folder} user=crowd dbname=carillon", "-qXc", "SELECT pg_sleep(600)"]
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def is_full():
        # A host that tried may have had the place of one that was refused.
        for place, session in enumerate(crowd):
            if session.poll() is not None:
                crowd[place] = come()
        return sessions("crowd") == 37

    def fill():
        # What is free is taken before hosts come back.
        database.ask("ALTER ROLE carillon_host CONNECTION LIMIT 0")
        end_sessions(database)
        wait_until(lambda: sessions("carillon_host") == 0, 30, "the end of the hosts' sessions")
        crowd.extend(come() for _ in range(37))
        wait_until(is_full, 60, "a full server")
        database.ask("ALTER ROLE carillon_host CONNECTION LIMIT -1")

    def leave():
        database.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'crowd'")
        for process in crowd:
            process.wait()

    hindrance(stage, database, fill, leave, ["takes no more connections", "max_connections"])


def fill(folder):
    """→ the file that takes all the room."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in 1 << 16, 1 << 12, 1:
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                pass
    return filler


@scenario("disks")
def full_disk(stage):
    """the disk with the tables is full (53100): refused with 503, and on again by itself with room"""
    database = stage.new_database()
    room = database.folder / "room"
    database.start()
    room.mkdir()
    run("mount", "-t", "tmpfs", "-o", "size=24m", "carillon", room)
    (room / "tables").mkdir()
    run("chown", f"--reference={database.folder / 'data'}", room / "tables")
    database.ask(f"CREATE TABLESPACE small LOCATION '{room}/tables'")
    database.ask("DROP DATABASE carillon", "postgres")
    database.ask("CREATE DATABASE carillon TABLESPACE small", "postgres")
    database.prepare(stage.program)
    fillers = []
    try:
        hindrance(
            stage, database, lambda: fillers.append(fill(room)), lambda: fillers[0].unlink(), ["no room to write", "free some space"],
            seconds=5,
        )
    finally:
        database.halt()
        run("umount", "-l", room)


@scenario("disks")
def full_log_disk(stage):
    """the disk with the server's log of changes is full: it stops itself, and goes on with room"""
    database = stage.new_database("wal_recycle=off", "min_wal_size=32MB", "max_wal_size=32MB", "checkpoint_timeout=30s")
    database.start()
    database.prepare(stage.program)
    database.halt()
    log = database.folder / "data/pg_wal"
    kept = database.folder / "wal"
    log.rename(kept)
    log.mkdir()
    run("mount", "-t", "tmpfs", "-o", "size=80m", "carillon", log)
    run("cp", "-a", f"{kept}/.", log)
    run("chown", f"--reference={database.folder / 'data'}", log)
    until_it_answers(database)
    for _ in range(2):
        stage.new_host(database)
    stage.start_hosts()
    callers = stage.start_callers()
    began = time.monotonic()
    filler = fill(log)
    # It writes on in the file that it has, and needs another then.
    try:
        database.ask("CREATE TABLE public.much AS SELECT repeat('x', 1000) FROM generate_series(1, 60000)")
        stage.expect(False, "the disk isn't full")
    except RuntimeError:
        pass
    for host in stage.hosts:
        stage.see(f"host {host.name} says: {reason_in(stage.wait_for_log(host, 'reason='))}")
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and not all(callers.count(host, 503, began) for host in stage.hosts):
        callers.stopping.wait(0.1)
    for host in stage.hosts:
        stage.expect(callers.count(host, 503, began) > 0, f"host {host.name} answered nobody 503")
    filler.unlink()
    try:
        back = until_it_answers(database)
    except RuntimeError:
        back = time.monotonic()
    stage.expect_writes(back, 5, "with room again")
    stage.reconcile()
    stage.end_hosts()
    database.halt()
    run("umount", "-l", log)
