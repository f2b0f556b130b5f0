#!/usr/bin/env python3
"""Counts what the host executes for a request, in instructions: nothing else on the machine can disturb that.

Release build; needs valgrind. Not part of `make bench`, which measures times; alone:
    Tests/Benchmarks/Instructions/run.py [--turns 3] [--program P] [--before OLD [--before-tenants FOLDER]]

With `--before`, the same is counted of an older program, by turns, and compared: a change of speed that a busy machine hides shows
here. `--limit 3` fails where something takes more percent than before.
"""

import argparse, json, pathlib, shutil, socket, statistics, subprocess, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from processes import PROGRAM, PROVIDERS, ROOT, SECRETS, SERVICE_KEY, require, service_account, serving, token  # noqa: E402
from outside import await_ready, end, free_port, launch, request, wait_until  # noqa: E402

BATCH, USERS = 20, 50
EXPO_AS_DATA = ROOT / "Tests/Benchmarks/DataChannel/expo-data.json"
# Percent that a channel file may cost more than the plugin for the same provider.
DATA_LIMIT = 15


class Host:
    """One under valgrind, which counts while it is told to."""

    def __init__(self, program, tenants, tenant, channel=None):
        """With a channel's file in place of the plugin that its name begins with."""
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="carillon-instructions-"))
        shutil.copytree(tenants / tenant, self.folder / "tenants" / tenant)
        files = []
        if channel:
            (self.folder / "channels").mkdir()
            shutil.copy(channel, self.folder / "channels")
            profile = self.folder / "tenants" / tenant / "profile.json"
            plugin = channel.stem.split("-")[0]
            profile.write_text(profile.read_text().replace(f'"use": "{plugin}"', f'"use": "{channel.stem}"'))
            files = ["--channels", str(self.folder / "channels")]
        secrets = SECRETS | {"fcm-service-account": service_account(self.folder)}
        (self.folder / "secrets.json").write_text(json.dumps({tenant: secrets}))
        self.tenant, self.port, admin, self.provider = tenant, free_port(), free_port(), free_port()
        self.counts = self.folder / "counts"
        self.log = self.folder / "log"
        self.sandbox = launch([program, "sandbox", "--port", self.provider, *files], self.log)
        counting = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={self.counts}"]
        more = ["--rate-limits", "off", "--pacing", "off", *files]
        more += [part for origin in PROVIDERS for part in ("--egress-map", f"{origin}=http://127.0.0.1:{self.provider}")]
        self.process = launch([*counting, *serving(program, self.folder, self.port, admin, *more)], self.log)

    def __enter__(self):
        await_ready(f"http://127.0.0.1:{self.port}/health/ready", self.process, 0.2)
        self.connection = socket.create_connection(("127.0.0.1", self.port))
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.answers = self.connection.makefile("rb")
        return self

    def __exit__(self, *failure):
        self.connection.close()
        for process in [self.process, self.sandbox]:
            end(process, 120)
        if not failure[0]:
            lines = self.log.read_text(errors="replace").splitlines()
            self.instructions = next(int(line.rsplit(":", 1)[1]) for line in lines if "Collected" in line)
        shutil.rmtree(self.folder, ignore_errors=True)

    def count(self, isOn):
        subprocess.run(["callgrind_control", "-i", "on" if isOn else "off", str(self.process.pid)], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def exchange(self, method, path, bearer, body=None, type="application/json"):
        content = b"" if body is None else json.dumps(body).encode()
        self.connection.sendall((f"{method} /v1/{self.tenant}{path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {bearer}\r\n"
                                 f"content-type: {type}\r\ncontent-length: {len(content)}\r\n\r\n").encode() + content)
        status, length = int(self.answers.readline()[9:12]), 0
        while (line := self.answers.readline()) != b"\r\n":
            if line.lower().startswith(b"content-length:"):
                length = int(line[15:])
        answer = self.answers.read(length)
        if status >= 300:
            sys.exit(f"{method} {path}: {status} {answer[:300].decode()}")
        return json.loads(answer) if answer else None

    def post(self, event, numbers, user):
        payload = json.loads((ROOT / f"tenants/{self.tenant}/samples/{event}.json").read_text())
        events = [{"specversion": "1.0", "id": str(number), "source": "bench", "type": event, "recipients": [user(number)],
                   "data": payload} for number in numbers]
        self.exchange("POST", "/events", SERVICE_KEY, events, "application/cloudevents-batch+json")

    def await_feed(self, user, count):
        there = lambda: self.exchange("GET", "/notifications?limit=1", token(user))["totalCount"] >= count
        wait_until(there, 300, f"{count} notifications in the feed", pause=0.05)


def registrations(program, tenants, count):
    with Host(program, tenants, "dossier") as host:
        tokens = [token(f"user-{number}") for number in range(USERS)]

        def register(numbers):
            for number in numbers:
                host.exchange("POST", "/devices", tokens[number % USERS], {"token": f"ExponentPushToken[bench{number:017}]"})

        register(range(200))
        host.count(True)
        register(range(200, 200 + count))
        host.count(False)
    return host.instructions / count


def pages(program, tenants, count):
    with Host(program, tenants, "dossier") as host:
        for start in range(0, 100, BATCH):
            host.post("assignment.created", range(start, start + BATCH), lambda _: "reader")
        host.await_feed("reader", 100)
        bearer = token("reader")

        def read(number):
            for _ in range(number):
                if len(host.exchange("GET", "/notifications?limit=50", bearer)["items"]) != 50:
                    sys.exit("a page has another length")

        read(50)
        host.count(True)
        read(count)
        host.count(False)
    return host.instructions / count


def register_at_expo(host, number):
    host.exchange("POST", "/devices", token(f"user-{number}"), {"token": f"ExponentPushToken[bench-{number}]"})


def register_at_fcm(host, number):
    host.exchange("POST", "/sessions", SERVICE_KEY, {"userId": f"user-{number}", "sessionId": f"session-{number}",
                                                     "pushAllowed": True, "token": f"bench{number:06}:APA91b{'x' * 134}"})


def through_expo(program, tenants, count):
    return notifications(program, tenants, count, "escrow", "escrow.funded", register_at_expo)


def through_a_file(program, tenants, count):
    return notifications(program, tenants, count, "escrow", "escrow.funded", register_at_expo, EXPO_AS_DATA)


def through_fcm(program, tenants, count):
    return notifications(program, tenants, count, "exchange", "deposit.received", register_at_fcm)


def notifications(program, tenants, count, tenant, event, register, channel=None):
    """Posted in batches, put into the feed, and pushed through the sandbox's provider."""
    with Host(program, tenants, tenant, channel) as host:
        for number in range(USERS):
            register(host, number)
        pushed = lambda: request("GET", f"http://127.0.0.1:{host.provider}/sandbox/messages?limit=0")["total"]

        def post(first, number):
            for start in range(first, first + number, BATCH):
                host.post(event, range(start, start + BATCH), lambda number: f"user-{number % USERS}")
            while pushed() < first + number:
                time.sleep(0.05)

        post(0, 200)
        host.count(True)
        post(200, count)
        host.count(False)
    return host.instructions / count


KINDS = [("registration of a device", registrations, 3000), ("page of 50 of the feed", pages, 1000),
         ("notification through Expo (feed and push)", through_expo, 2000),
         ("the same through Expo as a channel file", through_a_file, 2000),
         ("notification through FCM (feed and push)", through_fcm, 2000)]


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    options.add_argument("--before", type=pathlib.Path, help="an older program")
    options.add_argument("--before-tenants", type=pathlib.Path, default=ROOT / "tenants", help="the folder that the older one reads")
    options.add_argument("--turns", type=int, default=3)
    options.add_argument("--limit", type=float, help="percent more than before")
    options.add_argument("--only", nargs="+", choices=[measure.__name__ for _, measure, _ in KINDS], help="of all that is counted")
    options = options.parse_args()
    programs = {"now": (options.program, ROOT / "tenants")}
    if options.before:
        programs = {"before": (options.before, options.before_tenants)} | programs
    for program, _ in programs.values():
        require(program)
    if not shutil.which("valgrind"):
        sys.exit("valgrind is missing: apt-get install valgrind")
    worse, now = [], {}
    for name, measure, count in KINDS:
        if options.only and measure.__name__ not in options.only:
            continue
        found = {which: [] for which in programs}
        for _ in range(options.turns):
            for which, (program, tenants) in programs.items():
                found[which].append(measure(program, tenants, count))
        middle = {which: statistics.median(values) for which, values in found.items()}
        said = "   ".join(f"{which} {middle[which] / 1000:,.0f} thousand ({min(values) / 1000:,.0f} to {max(values) / 1000:,.0f})"
                          for which, values in found.items())
        change = (middle["now"] / middle["before"] - 1) * 100 if options.before else 0
        print(f"{name:<42} {said}" + (f"   {change:+.1f} %" if options.before else ""), flush=True)
        if options.limit is not None and change > options.limit:
            worse.append(f"{name}: {change:+.1f} %")
        now[measure] = middle["now"]
    if {through_expo, through_a_file} <= now.keys():
        more = (now[through_a_file] / now[through_expo] - 1) * 100
        print(f"a channel file takes {more:+.1f} % of what the plugin does; at most {DATA_LIMIT} % more")
        if more > DATA_LIMIT:
            sys.exit(f"the channel file takes more than {DATA_LIMIT} % more")
    if worse:
        sys.exit(f"more than {options.limit} % above: " + "; ".join(worse))


main()
