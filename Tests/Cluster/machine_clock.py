"""A clock of its own for a process, which the test sets while it runs."""

import mmap
import pathlib
import shutil
import struct

from cluster import run

SOURCE = pathlib.Path(__file__).with_name("clock.c")


def compiler():
    """→ the one that Swift's toolchain brings, or the system's; None where there is none."""
    return shutil.which("clang") or shutil.which("cc")


class MachineClock:
    """What a process takes for its machine's clocks, where its command begins with `prefix`.

    libfaketime can't be used: it moves timers by the time since some moment as if they went by the wall clock, so that a host whose
    clock is slow sleeps for so long."""

    def __init__(self, folder, name):
        library = folder / "clock.so"
        if not library.exists():
            run(compiler(), "-shared", "-fPIC", "-O2", "-o", library, SOURCE)
        path = folder / f"clock-{name}"
        path.write_bytes(bytes(16))
        with path.open("r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 16)
        self.prefix = ["env", f"LD_PRELOAD={library}", f"CARILLON_CLOCK={path}"]

    def set(self, wall=0.0, uptime=0.0):
        """By how many seconds the wall clock is fast, and how many more have passed since some moment."""
        self.memory[:] = struct.pack("qq", int(wall * 1e9), int(uptime * 1e9))
