"""How many notifications a second a host takes, commits and delivers, in either store."""

import dataclasses
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

from processes import PROVIDERS, ROOT, SECRETS, SERVICE_KEY, lay_out, megabytes, processor_seconds, require, service_account, serving, token
# `processes` finds its folder.
from outside import await_ready, end, free_port, launch, request

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
# The tenant whose pushes go through the provider, and an event of it.
EVENTS = {"expo": ("escrow", "escrow.funded"), "fcm": ("exchange", "deposit.received")}


@dataclasses.dataclass
class Throughput:
    """Seconds, except for `p50` and `p99`, which are milliseconds from a post to its 202."""

    accepted: int
    others: int
    posting: float
    p50: float
    p99: float
    delivered: int
    delivering: float
    host: float
    sandbox: float
    load: float
    memory: float
    most_memory: float

    @property
    def rate(self):
        """Notifications a second, end to end."""
        return self.delivered / self.delivering

    def each(self, seconds):
        """→ µs a notification."""
        return seconds / max(self.delivered, 1) * 1e6


def children_seconds():
    """Processor time of the programs that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(program, provider="expo", batch=1, connections=128, seconds=10, users=1000, database=None):
    """Posts to one host for so many seconds, and waits until all is delivered; → its `Throughput`.

    With a `database` the store is PostgreSQL at its `address`, and it is told when what is measured begins and ends. Without one
    the host keeps everything in SQLite's files.
    """
    require(program)
    if not shutil.which("wrk"):
        sys.exit("wrk is missing: apt-get install wrk")
    tenant, event = EVENTS[provider]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="carillon-bench-"))
    host_port, admin_port, sandbox_port = free_port(), free_port(), free_port()
    base, sandbox_url = f"http://127.0.0.1:{host_port}", f"http://127.0.0.1:{sandbox_port}"
    lay_out(folder, tenant, SECRETS | {"fcm-service-account": service_account(folder)})
    (folder / "load.lua").write_text(WRK)
    sandbox = launch([program, "sandbox", "--port", sandbox_port])
    more = ["--pacing", "off", *[part for origin in PROVIDERS for part in ("--egress-map", f"{origin}={sandbox_url}")]]
    host = launch(serving(program, folder, host_port, admin_port, *more, database=database), folder / "errors.log")
    try:
        await_ready(base + "/health/ready", host)
        await_ready(sandbox_url + "/sandbox/messages?limit=0", sandbox)
        register(base, provider, tenant, users)
        payload = json.loads((ROOT / f"tenants/{tenant}/samples/{event}.json").read_text())
        body = {"id": "@ID@", "source": "bench", "type": event, "data": payload}
        if batch > 1:
            body |= {"specversion": "1.0", "recipients": "@USER@"}
        else:
            body |= {"recipients": ["@USER@"]}
        environment = dict(os.environ, BENCH_KEY=SERVICE_KEY, BENCH_BODY=json.dumps(body), BENCH_RUN=str(time.time_ns()),
                           BENCH_BATCH=str(batch))
        if database:
            database.begin()
        before, sandbox_before, began = processor_seconds(host.pid), processor_seconds(sandbox.pid), time.time()
        load_before = children_seconds()
        load = subprocess.run(
            ["wrk", "-t2", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", folder / "load.lua", f"{base}/v1/{tenant}/events"],
            env=environment, capture_output=True, text=True)
        load_used = children_seconds() - load_before
        result = [line for line in load.stdout.splitlines() if line.startswith("RESULT")]
        if not result:
            sys.exit(load.stdout + load.stderr)
        accepted, others, posting, p50, p99 = (float(part) for part in result[0].split()[1:])
        # Answers cut off when the load ended were accepted all the same: wait until nothing more arrives.
        delivered, quiet_since, ended = -1, time.time(), began
        while time.time() - quiet_since < (2 if delivered >= accepted else 30):
            now = request("GET", sandbox_url + "/sandbox/messages?limit=0")["total"]
            if now != delivered:
                delivered, quiet_since, ended = now, time.time(), time.time()
            time.sleep(0.05)
        if database:
            database.end()
        if delivered < accepted:
            sys.exit(f"{accepted - delivered:.0f} accepted events were not delivered: {(folder / 'errors.log').read_text()[-500:]}")
        return Throughput(
            int(accepted), int(others), posting, p50 / 1000, p99 / 1000, delivered, ended - began, processor_seconds(host.pid) - before,
            processor_seconds(sandbox.pid) - sandbox_before, load_used, megabytes(host.pid), megabytes(host.pid, "VmHWM"))
    finally:
        for process in (host, sandbox):
            end(process, 20)
        shutil.rmtree(folder, ignore_errors=True)


def register(base, provider, tenant, users):
    """A device for each user."""
    for number in range(users):
        user = f"user-{number}"
        if provider == "expo":
            request("POST", f"{base}/v1/{tenant}/devices", token(user), {"token": f"ExponentPushToken[bench-{number}]", "platform": "ios"})
        else:
            request("POST", f"{base}/v1/{tenant}/sessions", SERVICE_KEY,
                    {"userId": user, "sessionId": f"session-{number}", "pushAllowed": True, "token": f"bench{number:06}:APA91b{'x' * 134}"})
