"""Has a program in one language use the calls that were generated for the five tenants, against a host of its own.

    endpoints.py CARILLOND LANGUAGE COMMAND...

The command gets in `CARILLON_ENDPOINTS` the host's address, a name and five users' tokens, and prints what came of its calls, which must be
`endpoints.txt`. Before, each of the users was sent one event.
"""

import difflib
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

HERE = Path(__file__).resolve().parent
for folder in ("Cluster", "Crash"):
    sys.path.insert(0, str(HERE.parents[1] / folder))

from products import EVENTS, TENANTS, Product, egress, make_secrets  # noqa: E402
from programs import Client, Sandbox, free_port, wait_until  # noqa: E402


class Login(http.server.BaseHTTPRequestHandler):
    """The service that exchange's log-ins are passed on to: it takes what the app wrote, as a whole, or says no in its own words."""

    MEMBERS = {"allow_notifications", "fcm_token", "email", "password"}

    def do_POST(self):
        given = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path != "/api/v1/auth/login" or set(given) != self.MEMBERS or self.headers["Authorization"]:
            status, answer = 400, {"error": {"code": "unexpected", "message": f"{self.path} {sorted(given)}"}}
        elif given["password"] != "sesame":
            status, answer = 401, {"error": {"code": "invalid_credentials", "message": "wrong password"}}
        else:
            status, answer = 200, {"session_id": f"login-{given['email']}", "user": {"id": given["email"]}}
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Place:
    def __init__(self, folder):
        self.folder = folder


def is_ready(admin):
    try:
        return Client(admin).request("GET", "/health/ready")[0] == 200
    except Exception:
        return False


def give(client, product, user):
    """Sends the user one event, and waits until it is in their feed."""
    path = f"/v1/{product.name}"
    token = product.user_token(user)
    if product.owner == "subscription":
        # Who hears of nothing on any device has no feed.
        topic = {"topic": f"safe:{product.data['chainId']}:{product.data['address']}"}
        device = {"token": f"other-{user}", "platform": "ios", "deviceId": f"other-{user}", "subscriptions": [topic]}
        status, answer, _ = client.request("POST", f"{path}/devices", device, token)
        assert status == 200, answer
    body = {"id": f"for-{user}", "source": "endpoints", "type": product.event, "data": product.data, "recipients": [user]}
    status, answer, _ = client.request("POST", f"{path}/events", body, product.service_key)
    assert status == 202, answer
    if product.owner == "session":
        session = {"userId": user, "sessionId": f"session-{user}", "pushAllowed": False}
        status, answer, _ = client.request("POST", f"{path}/sessions", session, product.service_key)
        assert status == 200, answer
    wait_until(lambda: client.request("GET", f"{path}/notifications", None, token)[1]["items"], 20, f"{product.name}'s feed")
    return token


def main():
    program, language, command = sys.argv[1], sys.argv[2], sys.argv[3:]
    folder = Path(tempfile.mkdtemp(prefix="carillon-endpoints-"))
    secrets = make_secrets(program, folder / "secrets.json")
    sandbox = Sandbox(program, Place(folder))
    port, admin = free_port(), free_port()
    serve = [program, "serve", "--tenants", str(TENANTS), "--data", str(folder / "data"), "--port", str(port)]
    serve += ["--admin-port", str(admin), "--secrets", str(folder / "secrets.json")]
    logins = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Login)
    threading.Thread(target=logins.serve_forever, daemon=True).start()
    own = f"https://auth.exchange.example=http://127.0.0.1:{logins.server_address[1]}"
    for rule in [*egress(sandbox), own]:
        serve += ["--egress-map", rule]
    with (folder / "host.log").open("wb") as log:
        host = subprocess.Popen(serve, stdout=log, stderr=log)
    try:
        wait_until(lambda: is_ready(port), 60, "the host's start")
        products = [Product(name, secrets[name]) for name in sorted(EVENTS)]
        tokens = [give(Client(port), product, language) for product in products]
        given = " ".join([f"http://127.0.0.1:{port}", language, *tokens])
        done = subprocess.run(command, env={**os.environ, "CARILLON_ENDPOINTS": given}, capture_output=True, text=True)
    finally:
        host.terminate()
        host.wait(20)
        sandbox.end()
        logins.shutdown()
    lines = [line for line in done.stdout.splitlines() if line.split(" ")[0] in EVENTS]
    expected = (HERE / "endpoints.txt").read_text().splitlines()
    if lines != expected or done.returncode != 0:
        print("\n".join(difflib.unified_diff(expected, lines, "expected", "printed", lineterm="")))
        print(done.stdout[-3000:], done.stderr[-3000:], sep="\n")
        sys.exit(f"{language}: calls of {json.dumps(command)} came to something else; the host's log is {folder}/host.log")
    print(f"{language}: {len(lines)} lines of calls of {len(products)} tenants, as expected")


main()
