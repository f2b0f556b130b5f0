#!/usr/bin/env python3
"""Measures `carillon validate` as a whole process: the five tenants, made-up tenants that double in size, and one that uses
every provider that comes with the program as a file, beside the same with none.

It makes messages, too: of every sample, and of payloads made from the types, in every language and for every channel.

usage: Tests/Benchmarks/Validation/run.py      (from anywhere; CARILLON names another build of the tool)

Best of several runs, because a benchmark shares its machine. Prints wall and processor time in milliseconds, the peak
of resident memory, and the time for one event type, which must not grow with their number.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(HERE.parent))
from release_build import release_build  # noqa: E402

SIZES = [250, 500, 1000, 2000]
# What the project aims at: milliseconds of wall time and MB of resident memory.
LIMITS = {"tenants": (60, 300), 1000: (1000, 300)}
# Milliseconds of wall time that using every provider may add.
PROVIDERS_LIMIT = 10


def measure(command, runs):
    """Best wall and processor time in milliseconds, highest peak in MB."""
    wall, processor, peak = float("inf"), float("inf"), 0
    for _ in range(runs):
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        wall = min(wall, 1000 * (time.perf_counter() - start))
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"{' '.join(command)} ended with {process.returncode}")
        processor = min(processor, 1000 * (usage.ru_utime + usage.ru_stime))
        peak = max(peak, usage.ru_maxrss / 1024)
    return wall, processor, peak


def providers(folder, files):
    """A tenant with a channel for each of these files, and an event that goes to fourteen of them at most."""
    channels, words = {"in-app": {"use": "in-app"}}, {"title": "Paid", "body": "{$name} has paid", "action": "Open"}
    for file in files:
        declared = json.loads(file.read_text())
        settings = declared.get("settings", {})
        given = {name: field["example"] for name, field in settings.items() if field.get("required")}
        channels[declared["channel"]] = {"use": declared["channel"], "settings": given}
        for slot in declared["slots"]:
            owner, _, name = slot.rpartition(".")
            (words.setdefault(owner, {}) if owner else words)[name] = "nb_NO" if slot == "language" else "{$name} has paid"
    payload = {"name": {"type": "text", "maxLength": 40}}
    names = list(channels)
    events = {
        f"order.paid-{start}": {"summary": "Paid", "payload": payload, "channels": names[start : start + 14]}
        for start in range(0, len(names), 14)
    }
    if not files:
        words = {"title": "Paid", "body": "{$name} has paid"}
    key = {"header": "X-Service-Key", "key": {"$secret": "service-key"}}
    profile = {
        "tenant": folder.name,
        "name": "Shop",
        "locales": {"default": "en", "supported": ["en"]},
        "channels": channels,
        "auth": {"users": {"algorithm": "HS256", "key": {"$secret": "jwt-secret"}}, "services": [key]},
    }
    for name in ("templates", "samples"):
        (folder / name).mkdir(parents=True)
    (folder / "profile.json").write_text(json.dumps(profile))
    (folder / "events.json").write_text(json.dumps({"events": events}))
    texts = {"locale": "en", "messages": {event: words for event in events}}
    (folder / "templates/en.json").write_text(json.dumps(texts))
    for event in events:
        (folder / f"samples/{event}.json").write_text(json.dumps({"name": "Ada"}))


def row(name, figures, per=""):
    wall, processor, peak = figures
    print(f"{name:<32} {wall:>9.0f} {processor:>9.0f} {peak:>8.0f} {per:>12}", flush=True)


def main():
    carillon = release_build("carillon", "CARILLON")
    print(f"{'':<32} {'wall ms':>9} {'CPU ms':>9} {'peak MB':>8} {'CPU µs/event':>12}")
    measured = {"tenants": measure([carillon, "validate", str(ROOT / "tenants")], runs=10)}
    row("the five tenants", measured["tenants"])
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            tenant = Path(folder) / f"made-up-{size}"
            subprocess.run([sys.executable, str(HERE / "generate.py"), str(size), str(tenant)], check=True)
            measured[size] = measure([carillon, "validate", str(tenant)], runs=3)
            row(f"{size} event types × 10 locales", measured[size], f"{1000 * measured[size][1] / size:.0f}")
        files = sorted((ROOT / "Plugins/Providers").glob("*/channel.json"))
        for name, used in {"no-provider": [], "providers": files}.items():
            providers(Path(folder) / name, used)
            measured[name] = measure([carillon, "validate", str(Path(folder) / name)], runs=20)
            row(f"{len(used)} providers as files", measured[name])
    failed = [
        name for name, (wall, peak) in LIMITS.items() if measured[name][0] > wall or measured[name][2] > peak
    ]
    for name in failed:
        wall, peak = LIMITS[name]
        print(f"{name}: more than {wall} ms or {peak} MB", file=sys.stderr)
    added = measured["providers"][0] - measured["no-provider"][0]
    if added > PROVIDERS_LIMIT:
        print(f"every provider: {added:.0f} ms more than without, not {PROVIDERS_LIMIT}", file=sys.stderr)
    sys.exit(1 if failed or added > PROVIDERS_LIMIT else 0)


main()
