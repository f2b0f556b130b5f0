"""Calls the routes of every tenant's OpenAPI document with made-up requests, and holds the answers against it.

Starts `carillond sandbox` and `carillond serve` on ports of their own, with limits off, and runs schemathesis twice for each
tenant: as a user, and as a service; and once for the studio of the first, as staff of the platform. The native routes that are the
same for every tenant are called in one tenant, the first;
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
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Tools"))

from outside import await_ready, end, free_port, launch, request, signed_token  # noqa: E402

# Of schemathesis' checks all are on but these, each for its reason: (check, path, methods, why it can't hold).
EXCEPTIONS = [
    # Who calls decides: a service must name a user, and a user must not.
    ("positive_data_acceptance", "/v1/[^/]+/subscriptions(/\\{topic\\})?$", ["GET", "PUT", "DELETE"]),
    ("positive_data_acceptance", "/v1/[^/]+/inbox/links$", ["POST"]),
    # Which codes there are, and from which positions a feed is still known, only the host knows.
    ("positive_data_acceptance", "/v1/[^/]+/inbox/session$", ["POST"]),
    ("positive_data_acceptance", "/v1/[^/]+/notifications$", ["PATCH"]),
    # Whether a session has a token already, or an id was used for something else, only the host knows.
    ("positive_data_acceptance", "/sessions/\\{[a-zA-Z]+\\}$", ["PATCH"]),
    # Of how many digits and bytes a text is, and what is left of one without its markup, no schema says.
    ("positive_data_acceptance", "/(events|send|campaigns|push-notification)$", ["POST"]),
    # Which texts, proposals, versions and tickets there are, and in which state, only the host knows.
    ("positive_data_acceptance", "/studio", ["GET", "POST", "PUT", "DELETE"]),
    # What was made of texts is kept when they are gone: any name may have had some.
    ("negative_data_rejection", "/studio/texts/.*/history$", ["GET"]),
    # This contract answers 403 to whoever isn't let in, known or not.
    ("missing_required_header", "/push-notification$", ["POST"]),
]
# Native routes that a profile shapes, for services alone.
SHAPED = "/v1/[^/]+/(events|send|campaigns)$"
USER_KEY = "a-key-that-signs-the-tokens-of-this-check"
SERVICE_KEY = "a-service-key-of-this-check"
OPERATOR_KEY = "an-operator-key-of-this-check"
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
            # In one expression: of several, each would do.
            lines += ["[[operations]]", f"include-name-regex = '^{method} .*{path}'"]
            lines += [f"checks.{check}.enabled = false", ""]
    return "\n".join(lines)


def staff_session(admin, tenant):
    """Somebody who may do everything in a tenant's studio: what their cookie has."""
    link = request("POST", f"{admin}/v1/tenants/{tenant}/studio/links", OPERATOR_KEY, {"name": "Ada", "role": "platform"})
    code = {"code": link["path"].partition("#code=")[2]}
    entry = urllib.request.Request(f"{admin}/v1/{tenant}/studio/session", json.dumps(code).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(entry, timeout=10) as answer:
        return answer.headers["set-cookie"].partition(";")[0].partition("=")[2]


def studio_configuration(session):
    """schemathesis' configuration for the studio: with the session, and without the route that would end it."""
    lines = ["[auth.openapi.staff]", f"api_key = '{session}'", "", exceptions()]
    lines += ["[[operations]]", "include-name-regex = '^DELETE .*/studio/session$'", "enabled = false", ""]
    return "\n".join(lines)


def studio_document(admin, tenant, session):
    """The studio's document, in which texts and a proposal are called by names that there are: made-up ones lead nowhere."""
    studio = f"{admin}/v1/{tenant}/studio"
    cookie = [("cookie", f"carillon-studio-{tenant}={session}")]
    document = request("GET", f"{studio}/openapi.json")
    texts = request("GET", f"{studio}/texts", headers=cookie)
    session = request("GET", f"{studio}/session", headers=cookie)
    proposal = request("POST", f"{studio}/proposals", body={"title": "Made up"}, headers=cookie)
    names = {
        "message": sorted({text["message"] for text in texts["texts"]}),
        "slot": sorted({text["slot"] for text in texts["texts"]}),
        "locale": [locale["tag"] for locale in session["locales"]],
        "channel": sorted(session["channels"]),
        "proposal": [proposal["id"]],
        "id": [proposal["id"]],
    }

    def name(parts):
        for key, part in parts:
            if key in names:
                part["enum"] = names[key]

    for methods in document["paths"].values():
        for operation in methods.values():
            name((one["name"], one["schema"]) for one in operation.get("parameters", []))
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            name(body.get("properties", {}).items())
    name(document["components"]["schemas"]["Place"]["properties"].items())
    return document


class Check:
    """One run of schemathesis."""

    def __init__(self, schemathesis, folder, base, options, configuration=exceptions(), name="schemathesis"):
        self.schemathesis, self.folder, self.base, self.options = schemathesis, folder, base, options
        self.config = folder / f"{name}.toml"
        self.config.write_text(configuration)

    def run(self, tenant, caller, authorization, every_route):
        """Whether all answers were right, and what there is to say."""
        document = self.folder / f"{tenant}{'-studio' if caller == 'member' else ''}.json"
        command = [self.schemathesis, "--config-file", str(self.config), "run", str(document)]
        command += ["--url", self.base, "--no-color"]
        if authorization:
            command += ["-H", f"Authorization: Bearer {authorization}"]
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
    serve += ["--admin-port", admin, "--admin-key", OPERATOR_KEY, "--studio", "on"]
    serve += ["--secrets", folder / "secrets.json", "--rate-limits", "off"]
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
        office = f"http://127.0.0.1:{admin}"
        session = staff_session(office, names[0])
        (folder / f"{names[0]}-studio.json").write_text(json.dumps(studio_document(office, names[0], session)))
        check = Check(options.schemathesis, folder, base, options)
        studio = Check(options.schemathesis, folder, office, options, studio_configuration(session), "studio")
        # Services first: they take longest.
        callers = {"service": SERVICE_KEY, "user": signed_token(USER_KEY, {"sub": "ada"})}
        runs = [(name, caller) for caller in callers for name in names]
        # Two at a time: schemathesis computes as much as the host.
        with ThreadPoolExecutor(2) as pool:
            waiting = [
                (name, caller, pool.submit(check.run, name, caller, callers[caller], options.everything or name == names[0]))
                for name, caller in runs
            ]
            waiting.append((names[0], "member", pool.submit(studio.run, names[0], "member", None, True)))
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
