"""The five tenants of `tenants/`, driven as their apps and backends do: each event is for a person of its own, whose device is
registered first. So the device's token tells at the provider which event a message is of."""

import json
import subprocess

from cluster import ROOT, run
from outside import signed_token

# Immediate, and neither collapsed nor collected with others: each makes one push.
EVENTS = {
    "dossier": "notification.sent", "escrow": "escrow.funded", "exchange": "deposit.received",
    "remittance": "transaction_complete", "wallet": "incoming-token",
}
TENANTS = ROOT / "tenants"


class Product:
    def __init__(self, name, secrets):
        self.name = name
        self.secrets = secrets
        self.profile = json.loads((TENANTS / name / "profile.json").read_text())
        self.event = EVENTS[name]
        self.channels = json.loads((TENANTS / name / "events.json").read_text())["events"][self.event]["channels"]
        self.data = json.loads((TENANTS / name / "samples" / f"{self.event}.json").read_text())
        self.owner = self.profile.get("devices", {}).get("owner", "user")
        self.service_key = secrets[self.profile["auth"]["services"][0]["key"]["$secret"]]
        self.user_key = secrets[self.profile["auth"]["users"]["key"]["$secret"]]

    def token(self, number):
        """What the provider knows the device of event `number` by."""
        name = f"cluster-{self.name}-{number}"
        uses_expo = self.profile["channels"]["push"]["use"] == "expo"
        return f"ExponentPushToken[{name}]" if uses_expo else f"{name}:" + "APA91b" * 22

    def registration(self, number):
        """→ path, body and bearer of the request that registers the device."""
        user = f"person-{number}"
        body = {"token": self.token(number), "platform": "android"}
        if self.owner == "session":
            body = {"token": body["token"], "userId": user, "sessionId": f"session-{number}", "pushAllowed": True}
            return f"/v1/{self.name}/sessions", body, self.service_key
        if self.owner == "subscription":
            body |= {"deviceId": f"device-{number}", "subscriptions": [{"topic": f"cluster-{number}"}]}
        return f"/v1/{self.name}/devices", body, self.user_token(user)

    def posting(self, number):
        """→ path, body and bearer of the request that posts the event."""
        body = {"id": f"cluster-{number}", "source": "cluster", "type": self.event, "data": self.data}
        if self.owner == "subscription":
            body["topic"] = f"cluster-{number}"
        else:
            body["recipients"] = [f"person-{number}"]
        return f"/v1/{self.name}/events", body, self.service_key

    def user_token(self, user):
        return signed_token(self.user_key, {self.profile["auth"]["users"].get("userClaim", "sub"): user})


def make_secrets(program, file):
    """Has `carillond secrets init` make what may be random, and fills in what a provider would issue; → the secrets."""
    run(program, "secrets", "init", "--tenants", TENANTS, "--secrets", file)
    secrets = json.loads(file.read_text())
    for names in secrets.values():
        for name, value in names.items():
            if value.startswith("FILL IN"):
                names[name] = service_account() if "service-account" in name else f"stand-in-{name}"
    file.write_text(json.dumps(secrets))
    return secrets


def service_account():
    """A Google service account, in the shape of the file that Google's console hands out."""
    command = ["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
    key = subprocess.run(command, capture_output=True, text=True, check=True, start_new_session=True).stdout
    return json.dumps({
        "type": "service_account", "project_id": "carillon-trial", "private_key_id": "trial", "private_key": key,
        "client_email": "push@carillon-trial.iam.gserviceaccount.com", "client_id": "1",
        "token_uri": "https://oauth2.googleapis.com/token",
    })


def egress(sandbox):
    """What has the tenants' messages sent to the sandbox."""
    web = ["https://exp.host", "https://oauth2.googleapis.com", "https://fcm.googleapis.com"]
    return [f"{origin}=http://127.0.0.1:{sandbox.port}" for origin in web] + [
        f"smtp://smtp.getdrop.no:587=smtp://localhost:{sandbox.smtp_port}"
    ]
