#!/usr/bin/env python3
"""Measures the thread: events posted over HTTP, committed, delivered to the feed and through the sandbox's Expo or FCM.

Host, sandbox and load share the machine. Release builds; run by `make bench`, or alone:
    Tests/Benchmarks/Thread/run.py [--seconds 10] [--connections 128] [--provider expo|fcm] [--batch 1]

Expo takes up to 100 messages a request, FCM one each.
"""

import argparse, json, os, pathlib, resource, shutil, signal, subprocess, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from processes import PROGRAM, PROVIDERS, ROOT, SECRETS, SERVICE_KEY, await_ready, free_port, lay_out  # noqa: E402
from processes import megabytes, processor_seconds, request, require, service_account, token  # noqa: E402

WRK = """
local token, body = os.getenv("BENCH_KEY"), os.getenv("BENCH_BODY")
local thread = 0
function setup(t) t:set("number", thread); thread = thread + 1 end
function init() count = 0 end
local batch = tonumber(os.getenv("BENCH_BATCH"))
local type = batch > 1 and "application/cloudevents-batch+json" or "application/json"
local function event()
  count = count + 1
  local id = os.getenv("BENCH_RUN") .. "-" .. number .. "-" .. count
  return (body:gsub("@ID@", id):gsub("@USER@", "user-" .. (count % 1000)))
end
function request()
  local content
  if batch > 1 then
    local events = {}
    for place = 1, batch do events[place] = event() end
    content = "[" .. table.concat(events, ",") .. "]"
  else
    content = event()
  end
  return wrk.format("POST", nil, {["content-type"] = type, authorization = "Bearer " .. token}, content)
end
accepted, others = 0, 0
function response(status) if status == 202 then accepted = accepted + tonumber(os.getenv("BENCH_BATCH")) else others = others + 1 end end
threads = {}
local outer = setup
function setup(t) outer(t); table.insert(threads, t) end
function done(summary, latency)
  local a, o = 0, 0
  for _, t in ipairs(threads) do a = a + t:get("accepted"); o = o + t:get("others") end
  io.write(string.format("RESULT %d %d %.3f %d %d\\n", a, o, summary.duration / 1e6, latency:percentile(50), latency:percentile(99)))
end
"""


def children_seconds():
    """Processor time of the programs that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=int, default=10)
    options.add_argument("--connections", type=int, default=128)
    options.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    options.add_argument("--provider", choices=["expo", "fcm"], default="expo")
    options.add_argument("--batch", type=int, default=1, help="events a request, as a batch of CloudEvents")
    options.add_argument("--users", type=int, default=1000)
    options = options.parse_args()
    program = options.program
    options.tenant, options.event = {"expo": ("escrow", "escrow.funded"), "fcm": ("exchange", "deposit.received")}[options.provider]
    require(program)
    if not shutil.which("wrk"):
        sys.exit("wrk is missing: apt-get install wrk")

    folder = pathlib.Path(tempfile.mkdtemp(prefix="carillon-bench-"))
    host_port, admin_port, sandbox_port = free_port(), free_port(), free_port()
    base, sandbox_url = f"http://127.0.0.1:{host_port}", f"http://127.0.0.1:{sandbox_port}"
    lay_out(folder, options.tenant, SECRETS | {"fcm-service-account": service_account(folder)})
    (folder / "load.lua").write_text(WRK)
    quiet = dict(stdout=subprocess.DEVNULL, stderr=open(folder / "errors.log", "w"))
    sandbox = subprocess.Popen([program, "sandbox", "--port", str(sandbox_port)], **quiet)
    host = subprocess.Popen(
        [program, "serve", "--tenants", folder / "tenants", "--data", folder / "data", "--port", str(host_port),
         "--admin-port", str(admin_port), "--secrets", folder / "secrets.json", "--log-level", "error", "--pacing", "off",
         *[part for origin in PROVIDERS for part in ("--egress-map", f"{origin}={sandbox_url}")]], **quiet)
    try:
        await_ready(base + "/health/ready", host)
        await_ready(sandbox_url + "/sandbox/messages?limit=0", sandbox)
        for number in range(options.users):
            user = f"user-{number}"
            if options.provider == "expo":
                request("POST", f"{base}/v1/{options.tenant}/devices", token(user),
                        {"token": f"ExponentPushToken[bench-{number}]", "platform": "ios"})
            else:
                request("POST", f"{base}/v1/{options.tenant}/sessions", SERVICE_KEY,
                        {"userId": user, "sessionId": f"session-{number}", "pushAllowed": True,
                         "token": f"bench{number:06}:APA91b{'x' * 134}"})
        payload = json.loads((ROOT / f"tenants/{options.tenant}/samples/{options.event}.json").read_text())
        body = {"id": "@ID@", "source": "bench", "type": options.event, "data": payload}
        if options.batch > 1:
            body |= {"specversion": "1.0", "recipients": "@USER@"}
        else:
            body |= {"recipients": ["@USER@"]}
        environment = dict(os.environ, BENCH_KEY=SERVICE_KEY, BENCH_BODY=json.dumps(body),
                           BENCH_RUN=str(time.time_ns()), BENCH_BATCH=str(options.batch))
        before, sandbox_before, began = processor_seconds(host.pid), processor_seconds(sandbox.pid), time.time()
        load_before = children_seconds()
        load = subprocess.run(
            ["wrk", "-t2", f"-c{options.connections}", f"-d{options.seconds}s", "--latency", "-s", folder / "load.lua",
             f"{base}/v1/{options.tenant}/events"], env=environment, capture_output=True, text=True)
        load_used = children_seconds() - load_before
        result = [line for line in load.stdout.splitlines() if line.startswith("RESULT")]
        if not result:
            sys.exit(load.stdout + load.stderr)
        accepted, others, seconds, p50, p99 = (float(part) for part in result[0].split()[1:])
        # Answers cut off when the load ended were accepted all the same: wait until nothing more arrives.
        delivered, quiet_since = -1, time.time()
        while time.time() - quiet_since < 2:
            now = request("GET", sandbox_url + "/sandbox/messages?limit=0")["total"]
            if now != delivered:
                delivered, quiet_since, ended = now, time.time(), time.time()
            time.sleep(0.05)
        used, sandbox_used = processor_seconds(host.pid) - before, processor_seconds(sandbox.pid) - sandbox_before
        print(f"posted            {accepted:.0f} events in {seconds:.1f} s: {accepted / seconds:,.0f}/s accepted (202 after its commit), {others:.0f} other answers")
        print(f"latency of a post p50 {p50 / 1000:.1f} ms, p99 {p99 / 1000:.1f} ms, {options.connections} connections")
        print(f"delivered         {delivered} pushes in {ended - began:.1f} s: {delivered / (ended - began):,.0f} notifications/s end to end (feed and push each)")
        print(f"host              {used / max(delivered, 1) * 1e6:.0f} µs of processor a notification; memory {megabytes(host.pid):.0f} MB, at most {megabytes(host.pid, 'VmHWM'):.0f} MB")
        each = 1e6 / max(delivered, 1)
        print(f"beside it         sandbox {sandbox_used * each:.0f} µs, load {load_used * each:.0f} µs a notification")
        if delivered < accepted:
            sys.exit(f"{accepted - delivered:.0f} accepted events were not delivered")
    finally:
        for process in (host, sandbox):
            process.send_signal(signal.SIGTERM)
        for process in (host, sandbox):
            process.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


main()
