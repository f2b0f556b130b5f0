"""Calls the routes of every tenant's OpenAPI document with made-up requests, and holds the answers against it.

Starts `carillond sandbox` and `carillond serve` on ports of their own, with limits off, and runs schemathesis twice for each
tenant: as a user, and as a service. The native routes that are the same for every tenant are called in one tenant, the first;
in the others, all routes of their contracts and, as a service, those whose bodies are made of the profile. Ends with 1 where an answer is a
server error, or isn't what the document promises. The same seed makes the same requests; another one, more examples and
--everything look further.
"""

import argparse
import json
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Tools"))

from outside import await_ready, end, free_port, launch, request, signed_token  # noqa: E402

# Of schemathesis' checks all are on but these, each for its reason: (check, path, methods, why it can't hold).
EXCEPTIONS = [
    # Who calls decides: a service must name a user, and a user must not.
    ("positive_data_acceptance", "/v1/[^/]+/subscriptions(/\\{topic\\})?$", ["GET", "PUT", "DELETE"]),
    # Whether a session has a token already, or an id was used for something else, only the host knows.
    ("positive_data_acceptance", "/sessions/\\{[a-zA-Z]+\\}$", ["PATCH"]),
    # Of how many digits and bytes a text is, and what is left of one without its markup, no schema says.
    ("positive_data_acceptance", "/(events|send|campaigns|push-notification)$", ["POST"]),
    # This contract answers 403 to whoever isn't let in, known or not.
    ("missing_required_header", "/push-notification$", ["POST"]),
]
# Native routes that a profile shapes, for services alone.
SHAPED = "/v1/[^/]+/(events|send|campaigns)$"
USER_KEY = "a-key-that-signs-the-tokens-of-this-check"
SERVICE_KEY = "a-service-key-of-this-check"
PROVIDERS = ["https://exp.host", "https://fcm.googleapis.com", "https://oauth2.googleapis.com"]


def log_ins(contract):
    """Where a contract passes log-ins on to."""
    for route in json.loads(contract.read_text()).get("routes", []):
        if "upstream" in route:
            yield "/".join(route["upstream"].split("/")[:3])


def exceptions():
    """schemathesis' configuration, in which the exceptions are off."""
    lines = []
    for check, path, methods in EXCEPTIONS:
        for method in methods:
            lines += ["[[operations]]", f"include-path-regex = '{path}'", f"include-method = '{method}'"]
            lines += [f"checks.{check}.enabled = false", ""]
    return "\n".join(lines)


class Check:
    """One run of schemathesis."""

    def __init__(self, schemathesis, folder, base, options):
        self.schemathesis, self.folder, self.base, self.options = schemathesis, folder, base, options
        self.config = folder / "schemathesis.toml"
        self.config.write_text(exceptions())

    def run(self, tenant, caller, authorization, every_route):
        """Whether all answers were right, and what there is to say."""
        command = [self.schemathesis, "--config-file", str(self.config), "run", str(self.folder / f"{tenant}.json")]
        command += ["--url", self.base, "-H", f"Authorization: Bearer {authorization}", "--no-color"]
        # Chains of requests multiply the time, and find nothing that single ones don't.
        command += ["--phases", "examples,coverage,fuzzing"]
        command += ["--max-examples", str(self.options.examples), "--seed", str(self.options.seed)]
        # A stream's answer has no end, and schemathesis generates no lines of JSON.
        command += ["--exclude-path-regex", "/(stream|import)$"]
        if not every_route:
            command += ["--include-path-regex", f"^/{tenant}/" + (f"|{SHAPED}" if caller == "service" else "")]
        result = subprocess.run(command, capture_output=True, text=True)
        counted = next((line.strip() for line in result.stdout.splitlines() if "generated, " in line), "")
        summary = f"{tenant:<12} as a {caller:<8} {counted}"
        if result.returncode == 0:
            return True, summary
        return False, f"{summary}\n{result.stdout[-6000:]} {result.stderr[-2000:]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("carillond")
    parser.add_argument("tenants")
    parser.add_argument("schemathesis")
    parser.add_argument("--examples", type=int, default=10, help="for each route, beside those that cover its schema")
    parser.add_argument("--seed", type=int, default=20260225)
    parser.add_argument("--everything", action="store_true", help="all native routes in each tenant")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="carillon-openapi-"))
    names = sorted(path.parent.name for path in Path(options.tenants).glob("*/templates"))
    origins = PROVIDERS + [origin for path in Path(options.tenants).glob("*/contract.json") for origin in log_ins(path)]
    secrets = {name: {"jwt-secret": USER_KEY, "service-key": SERVICE_KEY, "service-role-key": SERVICE_KEY} for name in names}
    (folder / "secrets.json").write_text(json.dumps(secrets))
    port, admin, sandbox = free_port(), free_port(), free_port()
    started = [launch([options.carillond, "sandbox", "--port", sandbox])]
    serve = [options.carillond, "serve", "--tenants", options.tenants, "--data", folder / "data", "--port", port]
    serve += ["--admin-port", admin, "--secrets", folder / "secrets.json", "--rate-limits", "off"]
    for origin in origins:
        serve += ["--egress-map", f"{origin}=http://127.0.0.1:{sandbox}"]
    started.append(launch(serve, folder / "host.log"))
    failed = None
    # Whatever was started ends with it.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        base = f"http://127.0.0.1:{port}"
        await_ready(f"{base}/health/ready", started[-1])
        for name in names:
            (folder / f"{name}.json").write_text(json.dumps(request("GET", f"{base}/v1/{name}/openapi.json")))
        check = Check(options.schemathesis, folder, base, options)
        # Services first: they take longest.
        callers = {"service": SERVICE_KEY, "user": signed_token(USER_KEY, {"sub": "ada"})}
        runs = [(name, caller) for caller in callers for name in names]
        # Two at a time: schemathesis computes as much as the host.
        with ThreadPoolExecutor(2) as pool:
            waiting = [
                (name, caller, pool.submit(check.run, name, caller, callers[caller], options.everything or name == names[0]))
                for name, caller in runs
            ]
            wrong = []
            try:
                for name, caller, run in waiting:
                    is_right, summary = run.result()
                    print(summary, flush=True)
                    if not is_right:
                        wrong.append(f"{name} as a {caller}")
            except BaseException:
                # Those that run end, and no others begin.
                pool.shutdown(cancel_futures=True)
                raise
        failed = wrong
    finally:
        for process in started:
            end(process)
        if failed == []:
            shutil.rmtree(folder)
    if failed:
        sys.exit(f"the answers don't match the documents: {', '.join(failed)}; the host's log is {folder}/host.log")
    print(f"{len(names)} tenants: every answer is what its document promises")


main()
