#!/usr/bin/env python3
"""Counts what the client kit's readers execute for hostile inputs that grow: instructions, which nothing else on the machine disturbs.

usage: Tests/LinearTime/run.py [DIVISOR]      (from anywhere; PROGRAM names another build of ReaderSteps)

A debug build is slow under valgrind: DIVISOR makes all inputs smaller. Four times the input may take five times the instructions.
Prints instructions a byte for each input, and ends with 1 where a reader takes more; the input that is planted must. Needs valgrind.
"""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 5.0


def program():
    if "PROGRAM" in os.environ:
        return os.environ["PROGRAM"]
    subprocess.run(["swift", "build", "--product", "ReaderSteps"], cwd=ROOT, check=True, stdout=sys.stderr)
    ask = ["swift", "build", "--show-bin-path"]
    folder = subprocess.run(ask, cwd=ROOT, check=True, capture_output=True, text=True)
    return str(Path(folder.stdout.strip()) / "ReaderSteps")


def instructions(path, name, size):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", path, name, str(size)]
    # Swift's hashes have a seed of their own in each process.
    ran = subprocess.run(command, check=True, capture_output=True, text=True,
                         env=os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"})
    return int(re.search(r"Collected : (\d+)", ran.stderr).group(1))


def main():
    if subprocess.run([ROOT / "Tests/Tools/libraries.sh", "instructions"]).returncode != 0:
        if os.environ.get("CI"):
            sys.exit(1)
        print("skipped: whether the client's readers take linear time needs valgrind", file=sys.stderr)
        return
    path = program()
    listed = subprocess.run([path], check=True, capture_output=True, text=True).stdout.split()
    inputs = list(zip(listed[::2], map(int, listed[1::2])))
    # From sizes at which starting and growing buffers is no longer most of it.
    divisor = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    small = {name: largest // divisor if largest > 2048 else largest for name, largest in inputs}
    sizes = {name: (0, largest // 4, largest) for name, largest in small.items()}
    with ThreadPoolExecutor(2) as pool:
        counted = list(pool.map(lambda one: instructions(path, *one), [(name, size) for name in sizes for size in sizes[name]]))
    slow = []
    print(f"{'':<34} {'bytes':>8} {'a byte':>8} {'growth for four times as much, at most ' + str(LIMIT):>48}")
    for place, (name, (_, _, largest)) in enumerate(sizes.items()):
        start, quarter, whole = counted[3 * place:3 * place + 3]
        growth = (whole - start) / max(1, quarter - start)
        print(f"{name:<34} {largest:>8} {(whole - start) / largest:>8.0f} {growth:>48.2f}")
        if growth > LIMIT:
            slow.append(name)
    if slow != ["planted"]:
        found = [name for name in slow if name != "planted"]
        sys.exit(f"not in linear time: {', '.join(found)}" if found else "what is planted went unnoticed")
    print(f"{len(inputs) - 1} inputs are read in linear time")


main()
