#!/usr/bin/env python3
"""Measures how long `carillon generate` takes for all tenants, each time in a new process.

usage: Tests/Benchmarks/Generate/run.py      (from anywhere; CARILLON names another program)

Into an empty folder, and again, when nothing changes. Best time of several runs, because a benchmark shares its machine.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests/Benchmarks"))
from release_build import release_build  # noqa: E402

# Milliseconds that the project aims at, for the five tenants.
LIMIT = 200
RUNS = 15


def generated(program, language, folder):
    start = time.perf_counter()
    subprocess.run([program, "generate", language, "--tenants", str(ROOT / "tenants"), "--output", folder], check=True,
                   stdout=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1000


def main():
    program = release_build("carillon", "CARILLON")
    missed = []
    tenants = sum(1 for file in (ROOT / "tenants").glob("*/profile.json"))
    print(f"carillon generate for {tenants} tenants, in milliseconds; aim: {LIMIT}")
    print(f"{'':<12} {'new':>8} {'again':>8} {'files':>6}")
    for language in ["swift", "typescript", "kotlin"]:
        new, again = [], []
        for _ in range(RUNS):
            with tempfile.TemporaryDirectory() as folder:
                new.append(generated(program, language, folder))
                again.append(generated(program, language, folder))
                files = sum(1 for file in Path(folder).rglob("*") if file.is_file())
        if files < tenants:
            sys.exit(f"{language}: only {files} files were written")
        slowest = max(min(new), min(again))
        print(f"{language:<12} {min(new):>8.1f} {min(again):>8.1f} {files:>6}   {'met' if slowest <= LIMIT else 'MISSED'}")
        if slowest > LIMIT:
            missed.append(language)
    if missed:
        sys.exit(f"above the limit: {', '.join(missed)}")


main()
