"""What a PostgreSQL server uses, and hosts that get a part of a core."""

import contextlib
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "Tests/Benchmarks"), str(ROOT / "Tests/Cluster"), str(ROOT / "Tests/Crash")]

from cluster import Database  # noqa: E402


class MeasuredDatabase(Database):
    """A server of which is known what it used between `begin` and `end`: processor in seconds, log (WAL) in bytes."""

    processor = 0.0
    log = 0

    def begin(self):
        self.processor, self.log = -self.processor_seconds(), -self.log_position()

    def end(self):
        self.processor += self.processor_seconds()
        self.log += self.log_position()

    def ask(self, statement):
        return self.run("sql", self.folder, statement, "carillon")

    def log_position(self):
        return int(self.ask("SELECT (pg_current_wal_lsn() - '0/0')::bigint"))

    def processor_seconds(self):
        """Of the server and all of its processes, those that have ended too."""
        main = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        seconds = 0
        for file in pathlib.Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                number, fields = int(file.parent.name), file.read_text().rsplit(")", 1)[1].split()
                if number == main:
                    seconds += sum(map(int, fields[11:15]))
                elif int(fields[1]) == main:
                    seconds += sum(map(int, fields[11:13]))
        return seconds / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def database(program, folder):
    """A server of its own in `folder`, prepared for hosts."""
    server = MeasuredDatabase(folder)
    try:
        server.start()
        server.prepare(program)
        yield server
    finally:
        server.remove()


class Share:
    """A control group whose processes together get so much of a core; it needs the right to make one."""

    PERIOD = 100_000

    def __init__(self, name, cores):
        first = pathlib.Path("/sys/fs/cgroup/cpu")
        second = pathlib.Path("/sys/fs/cgroup")
        self.folder = (first if first.is_dir() else second) / f"carillon-bench-{os.getpid()}-{name}"
        quota = int(cores * self.PERIOD)
        try:
            self.folder.mkdir()
            if first.is_dir():
                (self.folder / "cpu.cfs_period_us").write_text(str(self.PERIOD))
                (self.folder / "cpu.cfs_quota_us").write_text(str(quota))
            else:
                (self.folder / "cpu.max").write_text(f"{quota} {self.PERIOD}")
        except OSError:
            self.remove()
            raise

    def take(self, process):
        (self.folder / "cgroup.procs").write_text(str(process.pid))

    def remove(self):
        """After its processes have ended."""
        with contextlib.suppress(OSError):
            self.folder.rmdir()
