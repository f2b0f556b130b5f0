"""What the benchmarks of `carillond` have in common: a tenant to serve, its secrets, what a process uses."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tools"))

from outside import ROOT, signed_token  # noqa: E402

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


def token(user):
    """What the tenant's login would give a user."""
    return signed_token(JWT_SECRET, {"sub": user})


def serving(program, folder, port, admin, *more, database=None):
    """The command of a host on what was laid out in `folder`, which says of itself only what goes wrong.

    Everything is kept in the folder, too, unless there is a `database` with an `address`.
    """
    store = ["--database", database.address] if database else ["--data", folder / "data"]
    return [program, "serve", "--tenants", folder / "tenants", *store, "--secrets", folder / "secrets.json",
            "--port", port, "--admin-port", admin, "--log-level", "error", *more]


def processor_seconds(pid):
    """User and system time so far."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(pid, field="VmRSS"):
    """`VmRSS`: now; `VmHWM`: at most so far."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) / 1024
