#!/usr/bin/env python3
"""Measures what one tenant feels of another's troubles: a flood, a provider that is down, a certificate that has expired.

    Tests/Benchmarks/Isolation/run.py [--seconds 20] [--times 10] [--down 20] [--program .build/release/carillond] [--only NAME]

The quiet tenant posts twenty events a second; measured is the time from before each post to its message's arrival at the
provider, accept, commit, routing, rendering and sending included. First alone, then beside a tenant

  flood        that posts at ten times what the host can deliver (measured first, then offered at that rate in batches)
  down         whose provider takes connections and never answers, with a backlog that grows
  expired      whose provider's certificate has expired, with a backlog that grows

The host has one core for itself (`taskset`), load and sandboxes have the others. Ends with 1 where the quiet tenant's p99
grows by more than 20 % or 50 ms, whichever is more. `--down` is how long, in seconds, the troubles last: ten minutes show
nothing that these don't, because what there is to feel is there as soon as all of a channel's senders wait.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "Tests/Benchmarks"), str(ROOT / "Tests/Crash")]

from place import Place, Tenant  # noqa: E402
from posting import Loud, Quiet, percentile, register  # noqa: E402
from programs import Host, Sandbox  # noqa: E402

ALLOWED_SHARE, ALLOWED_SECONDS = 0.2, 0.05


def report(name, latencies, accepts):
    p50, p99 = percentile(latencies, 0.5), percentile(latencies, 0.99)
    print(f"{name:<10} post to provider p50 {p50 * 1000:6.1f} ms, p99 {p99 * 1000:6.1f} ms, worst {latencies[-1] * 1000:6.1f} ms; "
          f"post to 202 p50 {percentile(accepts, 0.5) * 1000:5.1f} ms, p99 {percentile(accepts, 0.99) * 1000:5.1f} ms; {len(latencies)} events", flush=True)
    return p99


def capacity(host, tenant, sandbox, seconds=6):
    """Events a second that the host delivers end to end, with nothing else to do."""
    loud = Loud(host, tenant, rate=100_000, connections=4)
    time.sleep(seconds)
    loud.stop()
    before = time.monotonic() - loud.began
    while sandbox.client.request("GET", "/sandbox/messages?limit=0")[1]["total"] < loud.accepted:
        time.sleep(0.05)
    return loud.accepted / (time.monotonic() - loud.began), loud.accepted / before


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/release/carillond")
    parser.add_argument("--seconds", type=int, default=20, help="how long the quiet tenant is watched alone and in the flood")
    parser.add_argument("--times", type=float, default=10, help="the flood, in capacities")
    parser.add_argument("--down", type=int, default=20, help="how long a provider is down, in seconds")
    parser.add_argument("--only", choices=["flood", "down", "expired"])
    options = parser.parse_args()
    if not options.program.exists():
        sys.exit(f"{options.program} isn't there: make release")
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        os.sched_setaffinity(0, set(cores[1:]))
    else:
        print("one core only: host and load share it, and the figures mean little")
    faults = [fault for name in SCENES if options.only in (None, name) for fault in scene(name, options, cores[0])]
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


def expired_certificate(folder):
    """→ a certificate that ran out years ago, made by `openssl`, and its key."""
    (folder / "ca.cnf").write_text(
        "[ca]\ndefault_ca=c\n[c]\ndatabase=index\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\n"
        "x509_extensions=e\n[p]\ncommonName=supplied\n[e]\nsubjectAltName=DNS:localhost\nbasicConstraints=CA:true\n")
    (folder / "index").touch()
    (folder / "serial").write_text("01")
    ask = "req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out request.pem -subj /CN=localhost"
    sign = "ca -batch -notext -selfsign -config ca.cnf -keyfile key.pem -in request.pem -out expired.pem"
    for command in ask, sign + " -startdate 20200101000000Z -enddate 20200201000000Z":
        subprocess.run(["openssl", *command.split()], cwd=folder, check=True, capture_output=True)
    return folder / "expired.pem", folder / "key.pem"


def scene(name, options, core):
    """A host of its own, so that no backlog of the scene before is felt; → what was felt too much."""
    quiet, loud = Tenant(0, "webhook"), Tenant(1, "smtps" if name == "expired" else "expo")
    place = Place([quiet, loud])
    serve, sandbox = ["--pacing", "off", "--rate-limits", "off"], []
    if name == "expired":
        certificate, key = expired_certificate(place.folder)
        sandbox = ["--tls-cert", certificate, "--tls-key", key]
        serve += ["--egress-ca", str(certificate)]
    # The loud tenant's messages go to a sandbox of its own, which may be as slow as it likes.
    sandboxes = [Sandbox(options.program, place), Sandbox(options.program, place, sandbox)]
    rules = [quiet.egress(sandboxes[0]), loud.egress(sandboxes[1])]
    host = Host(options.program, place, rules, serve, prefix=["taskset", "-c", str(core)])
    try:
        host.start()
        host.wait_until_ready()
        register(host, quiet)
        watcher = Quiet(host, quiet, sandboxes[0])
        watcher.measure(2)
        alone = report("alone", *watcher.measure(options.seconds))
        if name == "flood":
            register(host, loud)
            end_to_end, accepted = capacity(host, loud, sandboxes[1])
            print(f"capacity   {end_to_end:,.0f} events a second end to end, {accepted:,.0f} accepted")
            rate, seconds = options.times * end_to_end, options.seconds
        else:
            register(host, loud)
            if name == "down":
                sandboxes[1].script([{"delay": 600_000}])
            rate, seconds = 200, options.down
        noise = Loud(host, loud, rate, batch=100 if name == "flood" else 10)
        time.sleep(2)
        beside = report(name, *watcher.measure(seconds))
        waiting, seconds = noise.waiting * noise.batch, time.monotonic() - noise.began
        print(f"           the other tenant: {rate:,.0f} events a second wanted, {noise.accepted / seconds:,.0f} accepted, {noise.refused} refused, "
              f"{waiting:,} waiting for an answer at the end")
        noise.stopping.set()
    finally:
        if host.process.poll() is None:
            host.kill()
        for sandbox in sandboxes:
            sandbox.end()
        place.remove()
    allowed = alone + max(ALLOWED_SHARE * alone, ALLOWED_SECONDS)
    if beside > allowed:
        return [f"{name}: p99 grew from {alone * 1000:.1f} to {beside * 1000:.1f} ms, allowed are {allowed * 1000:.1f}"]
    return []


SCENES = ["flood", "down", "expired"]


if __name__ == "__main__":
    main()
