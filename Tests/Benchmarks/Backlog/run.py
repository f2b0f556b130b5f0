#!/usr/bin/env python3
"""Measures how a host catches up: a million notifications that all came due while it was down, feed and push each.

Release build; run by `make bench`, or alone:
    Tests/Benchmarks/Backlog/run.py [--rows 1000000] [--users 10000]

Rows are put into the store's file by SQL. Host and sandbox share the machine. Fails where something is not delivered, and
where memory grows with what was delivered: the last fifth may take a quarter more than the first.
"""

import argparse, json, pathlib, shutil, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from copies import Copies  # noqa: E402
from processes import PROGRAM, ROOT, SERVICE_KEY, lay_out, megabytes, processor_seconds, require, serving, token  # noqa: E402
from outside import await_ready, end, free_port, launch, request  # noqa: E402

TENANT, EVENT = "escrow", "escrow.funded"


def multiply(file, rows, users):
    """Makes `rows` notifications, due now, of the scheduled one that is there, by turns for `users` users with a device each."""
    with Copies(file) as copies:
        user, device, event, notification = (copies.last(table) for table in ["user", "device", "event", "notification"])
        copies.make("user", users, f"row = {user}", row=f"{user} + n", id="'user-' || n")
        copies.make("device", users, f"row = {device}", row=f"{device} + n", id="'device-' || n", user=f"{user} + n",
                    token="'ExponentPushToken[bench-' || n || ']'")
        now = int(time.time() * 1000)
        copies.make("event", rows, f"row = {event}", row=f"{event} + n", id="'event-' || n", key="n",
                    external_id="'e-' || n", accepted_at=now)
        copies.make("notification", rows, f"row = {notification}", row=f"{notification} + n", id="'n-' || n",
                    event=f"{event} + n", user=f"{user} + 1 + n % {users}", due_at=now)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    options.add_argument("--rows", type=int, default=1_000_000)
    options.add_argument("--users", type=int, default=10_000)
    options = options.parse_args()
    require(options.program)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="carillon-backlog-"))
    lay_out(folder, TENANT)
    port, admin, sandbox_port = free_port(), free_port(), free_port()
    base, sandbox_url = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{sandbox_port}"

    def serve():
        more = ["--pacing", "off", "--egress-map", f"https://exp.host={sandbox_url}"]
        host = launch(serving(options.program, folder, port, admin, *more), folder / "errors.log")
        await_ready(base + "/health/ready", host)
        return host

    def delivered():
        return request("GET", sandbox_url + "/sandbox/messages?limit=0")["total"]

    sandbox = launch([options.program, "sandbox", "--port", sandbox_port])
    host = serve()
    try:
        await_ready(sandbox_url + "/sandbox/messages?limit=0", sandbox)
        request("POST", f"{base}/v1/{TENANT}/devices", token("seed"), {"token": "ExponentPushToken[seed]", "platform": "ios"})
        payload = json.loads((ROOT / f"tenants/{TENANT}/samples/{EVENT}.json").read_text())
        tomorrow = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86_400))
        request("POST", f"{base}/v1/{TENANT}/events", SERVICE_KEY,
                {"id": "1", "source": "bench", "type": EVENT, "recipients": ["seed"], "data": payload, "scheduledAt": tomorrow})
        end(host)
        multiply(next((folder / "data").glob("*.sqlite")), options.rows, options.users)
        began = time.time()
        host = serve()
        print(f"{options.rows:,} notifications due, {options.users:,} users; ready again after {time.time() - began:.2f} s")
        step, before, since, at_most = max(1, options.rows // 5), 0, time.time(), []
        memory, quiet_since, last = 0, time.time(), 0
        while before < options.rows and time.time() - quiet_since < 30:
            time.sleep(0.5)
            now, memory = delivered(), max(memory, megabytes(host.pid))
            if now > last:
                last, quiet_since = now, time.time()
            if now - before >= step or now >= options.rows:
                print(f"{now:>9,} delivered, the latest at {(now - before) / (time.time() - since):,.0f}/s; "
                      f"memory at most {memory:.0f} MB", flush=True)
                at_most.append(memory)
                before, since, memory = now, time.time(), 0
        used = processor_seconds(host.pid)
        print(f"all in {time.time() - began:.0f} s: {last / (time.time() - began):,.0f} notifications/s (feed and push each); "
              f"{used / max(last, 1) * 1e6:.0f} µs of the host's processor each")
        if last < options.rows:
            sys.exit(f"{options.rows - last:,} were not delivered")
        if at_most[-1] > at_most[0] * 1.25:
            sys.exit("memory grows with what was delivered")
    finally:
        end(host)
        end(sandbox)
        shutil.rmtree(folder, ignore_errors=True)


main()
