#!/usr/bin/env python3
"""Measures `carillon lsp` with a client's clock: from the write of a message to the whole answer.

usage: Tests/Benchmarks/Language/run.py [--keys N] [--events N]      (from anywhere; CARILLON names another build)

For each of the five tenants and a made-up one, in milliseconds (half of the keys within, 95 of 100 within): a key in a
template file until its diagnostics are there, completion and hover at a key, and the start of the program until the first
diagnostics. The last column is the aim for the second figure.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / "Tests/Editors"))
from raw import Client  # noqa: E402

# Milliseconds that 95 of 100 may take: in a real tenant, and in a made-up one.
AIMS = {"key to diagnostics": (20, 50), "completion": (10, 20), "hover": (10, 20), "start to diagnostics": (150, 1500)}


def tool():
    if "CARILLON" in os.environ:
        return os.environ["CARILLON"]
    flags = ["--static-swift-stdlib", "-Xswiftc", "-cross-module-optimization"]
    build = ["swift", "build", "-c", "release", *flags, "--product", "carillon"]
    subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    folder = subprocess.run(build + ["--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    return str(Path(folder.stdout.strip()) / "carillon")


def timed(work):
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def start(program, path):
    """A client whose file has its first diagnostics, and how long that took."""
    began = time.perf_counter()
    client = Client(program)
    client.start(path.parents[1])
    uri = client.open(path)
    client.diagnostics(uri)
    return client, uri, 1000 * (time.perf_counter() - began)


def measure(program, tenant, keys):
    path = sorted((tenant / "templates").glob("*.json"))[0]
    figures = {name: [] for name in AIMS}
    for _ in range(5):
        client, uri, took = start(program, path)
        figures["start to diagnostics"].append(took)
        client.end()
    client, uri, _ = start(program, path)
    lines = path.read_text().split("\n")
    # Within a message's words, in the middle of the file.
    line = next(n for n in range(len(lines) // 2, len(lines)) if ': "' in lines[n] and "locale" not in lines[n])
    place = {"line": line, "character": lines[line].index(': "') + 3}
    at = {"textDocument": {"uri": uri}, "position": place}
    # The second key of each pair takes the first one back.
    for number in range(keys):
        typed = number % 2 == 0
        end = place if typed else {**place, "character": place["character"] + 1}
        change = {"range": {"start": place, "end": end}, "text": "x" if typed else ""}

        def key():
            client.notify(
                "textDocument/didChange",
                {"textDocument": {"uri": uri, "version": number + 2}, "contentChanges": [change]},
            )
            while client.diagnostics(uri).get("version") != number + 2:
                pass

        figures["key to diagnostics"].append(timed(key))
        figures["completion"].append(timed(lambda: client.ask("textDocument/completion", at)))
        figures["hover"].append(timed(lambda: client.ask("textDocument/hover", at)))
    client.end()
    return figures


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--keys", type=int, default=100)
    options.add_argument("--events", type=int, default=250, help="of the made-up tenant")
    options = options.parse_args()
    program = tool()
    missed = 0
    print(f"{'':<28} {'':<22} {'p50 ms':>8} {'p95 ms':>8} {'aim':>6}")
    with tempfile.TemporaryDirectory() as folder:
        made_up = Path(folder) / "made-up"
        generate = ROOT / "Tests/Benchmarks/Validation/generate.py"
        subprocess.run([sys.executable, str(generate), str(options.events), str(made_up)], check=True)
        real = sorted(path.parent for path in (ROOT / "tenants").glob("*/templates"))
        for tenant in real:
            shutil.copytree(tenant, Path(folder) / tenant.name)
        for tenant in [Path(folder) / tenant.name for tenant in real] + [made_up]:
            # A folder of its own, so that the editor has one tenant.
            own = Path(folder) / f"{tenant.name}-alone"
            own.mkdir()
            tenant = tenant.rename(own / tenant.name)
            for name, times in measure(program, tenant, options.keys).items():
                aim = AIMS[name][tenant.name == "made-up"]
                high = statistics.quantiles(times, n=20, method="inclusive")[-1]
                missed += high > aim
                title = tenant.name if tenant.name != "made-up" else f"{options.events} event types × 10"
                print(f"{title:<28} {name:<22} {statistics.median(times):>8.1f} {high:>8.1f} {aim:>6}", flush=True)
    if missed:
        print(f"{missed} above the aim", file=sys.stderr)
    sys.exit(1 if missed else 0)


main()
