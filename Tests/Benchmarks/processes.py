"""What the benchmarks of `carillond` have in common: programs to start and to look at, requests, users' tokens."""

import base64
import hashlib
import hmac
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build/release/carillond"
JWT_SECRET = "bench-secret-bench-secret-bench-secret"
SERVICE_KEY = "bench-service-key"
SECRETS = {"jwt-secret": JWT_SECRET, "service-key": SERVICE_KEY, "service-role-key": SERVICE_KEY,
           "expo-access-token": "bench-access-token"}
# Whose addresses lead to the sandbox.
PROVIDERS = ["https://exp.host", "https://fcm.googleapis.com", "https://oauth2.googleapis.com"]


def require(program):
    if not program.exists():
        sys.exit(f"{program} isn't there: make release")


def lay_out(folder, tenant, secrets=SECRETS):
    """One tenant of the repository and its secrets, for a host with `folder` as its place."""
    shutil.copytree(ROOT / "tenants" / tenant, folder / "tenants" / tenant)
    (folder / "secrets.json").write_text(json.dumps({tenant: secrets}))


def service_account(folder):
    """A key as Google gives it out, made here."""
    key = folder / "account.pem"
    subprocess.run(["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", key], check=True,
                   stderr=subprocess.DEVNULL)
    return json.dumps({"type": "service_account", "project_id": "bench", "private_key_id": "1", "private_key": key.read_text(),
                       "client_email": "bench@bench.iam.gserviceaccount.com",
                       "token_uri": "https://oauth2.googleapis.com/token"})


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def token(user):
    """What the tenant's login would give a user: HS256, for an hour."""
    part = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=")
    signed = part({"alg": "HS256", "typ": "JWT"}) + b"." + part({"sub": user, "exp": int(time.time()) + 3600})
    signature = hmac.new(JWT_SECRET.encode(), signed, hashlib.sha256).digest()
    return (signed + b"." + base64.urlsafe_b64encode(signature).rstrip(b"=")).decode()


def request(method, url, bearer=None, body=None):
    """→ the answer's JSON."""
    headers = {"content-type": "application/json"}
    if bearer:
        headers["authorization"] = f"Bearer {bearer}"
    data = json.dumps(body).encode() if body is not None else None
    with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=30) as answer:
        return json.load(answer)


def await_ready(url, process, pause=0.05):
    """→ what stands at `url`, as soon as the process answers there."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if process.poll() is not None:
            sys.exit(f"{process.args[0]} ended with {process.returncode}")
        try:
            return request("GET", url)
        except OSError:
            time.sleep(pause)
    sys.exit(f"{url} doesn't answer")


def processor_seconds(pid):
    """User and system time so far."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(pid, field="VmRSS"):
    """`VmRSS`: now; `VmHWM`: at most so far."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) / 1024
