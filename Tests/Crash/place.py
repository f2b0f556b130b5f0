"""A folder that a host is started on: tenants made for the tests, their secrets, room for data and logs.

The tenants differ in where their messages go: by turns Expo, a webhook and mail. Each has the feed beside it, and four event
types: one that is sent again when an answer was lost (`resend`), one that isn't (`skip`), a reminder that moves when it is
posted anew, and news for the subscribers of a topic. Every event carries a marker of its own, by which its messages are
distinguished at the provider and in the feed.
"""

import json
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tools"))

from outside import signed_token  # noqa: E402

SERVICE_KEY = "the-service-key-of-this-test"
USER_KEY = "the-users-secret-of-this-test-0123456789"
OPERATOR_KEY = "the-operator-key-of-this-test"
WEBHOOK_SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
TOPIC = "news"
MARKER = re.compile(r"\bm-[0-9]+-[0-9]+\b")
# By turns; `smtps` is mail with TLS from the first byte, where a test asks for it.
KINDS = ["expo", "webhook", "smtp"]

# How long before its instant a reminder goes out, in seconds.
REMINDER_LEAD = 1


class Tenant:
    def __init__(self, number, kind=None, users=6):
        self.kind = kind or KINDS[number % len(KINDS)]
        self.name = f"{self.kind}-{number}"
        self.users = [f"user-{index}" for index in range(users)]
        # Where the provider's messages to this tenant arrive.
        self.hook = f"/webhook/{self.name}"
        # token → user, for those that are registered all the time.
        self.tokens = {}
        if self.kind == "expo":
            for index, user in enumerate(self.users):
                for device in range(1 + index % 2):
                    self.tokens[f"ExponentPushToken[{self.name}-{user}-{device}]"] = user

    def email(self, user):
        return f"{user}@{self.name}.example"

    def recipient(self, user):
        return {"id": user, "email": self.email(user)} if self.kind.startswith("smtp") else user

    def egress(self, sandbox):
        """What has this tenant's messages sent to the sandbox."""
        if self.kind == "expo":
            return f"https://exp.host=http://127.0.0.1:{sandbox.port}"
        if self.kind == "webhook":
            return f"https://{self.name}.example=http://127.0.0.1:{sandbox.port}"
        if self.kind == "smtps":
            return f"smtps://mail.{self.name}.example:465=smtps://localhost:{sandbox.smtps_port}"
        return f"smtp://mail.{self.name}.example:25=smtp://127.0.0.1:{sandbox.smtp_port}"

    def channel(self):
        if self.kind == "expo":
            return {"use": "expo"}
        if self.kind == "webhook":
            settings = {"url": f"https://{self.name}.example{self.hook}", "secret": {"$secret": "hook-secret"}}
            return {"use": "webhook", "settings": settings}
        port, security = (465, "tls") if self.kind == "smtps" else (25, "none")
        settings = {"host": f"mail.{self.name}.example", "port": port, "security": security, "from": "a@sender.example"}
        return {"use": "smtp", "settings": settings}

    def profile(self):
        return {
            "tenant": self.name, "name": self.name, "locales": {"default": "en", "supported": ["en"]},
            "timeZone": "Europe/Oslo",
            "channels": {"out": self.channel(), "in-app": {"use": "in-app"}},
            "policies": {"retry": {"default": ["200ms", "500ms", "1s"]}},
            "auth": {
                "users": {"algorithm": "HS256", "key": {"$secret": "jwt-secret"}, "userClaim": "sub"},
                "services": [{"header": "X-Service-Key", "key": {"$secret": "service-key"}}],
            },
        }

    def events(self):
        order = {"type": "text", "maxLength": 40}
        common = {"payload": {"order": order}, "channels": ["in-app", "out"]}
        reminder = {
            "payload": {"order": order, "visit": {"type": "text", "maxLength": 40}, "starts_at": {"type": "instant"}},
            "channels": ["in-app", "out"], "supersedes": "visit-{visit}",
            # Longer than any of the host's absences, or it would be stale by then.
            "expireAfter": "10m",
            "schedule": [{"before": "starts_at", "by": f"{REMINDER_LEAD}s"}],
        }
        return {"events": {
            "order.shipped": common | {"summary": "Sent again when an answer was lost", "onUncertain": "resend"},
            "order.charged": common | {"summary": "Never sent twice", "onUncertain": "skip"},
            "visit.soon": reminder | {"summary": "Moves when it is posted anew"},
            "news": common | {"summary": "For the subscribers of a topic"},
        }}

    def texts(self):
        # The marker stands alone, so that it can be found again.
        slots = {"title": "Order", "body": "About {$order} ."}
        if self.kind.startswith("smtp"):
            slots["email"] = {"subject": "Order", "text": ["About {$order} ."]}
        return {"locale": "en", "messages": {event: slots for event in self.events()["events"]}}


class Place:
    """The folder; `remove` removes it again."""

    def __init__(self, tenants, data=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="carillon-crash-"))
        self.data = pathlib.Path(data) if data else self.folder / "data"
        self.tenants = tenants
        for tenant in tenants:
            home = f"tenants/{tenant.name}"
            self.write(f"{home}/profile.json", tenant.profile())
            self.write(f"{home}/events.json", tenant.events())
            self.write(f"{home}/templates/en.json", tenant.texts())
        secrets = {"jwt-secret": USER_KEY, "service-key": SERVICE_KEY, "hook-secret": WEBHOOK_SECRET}
        self.write("secrets.json", {tenant.name: secrets for tenant in tenants})

    def write(self, path, value):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(value))

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def user_token(user):
    return signed_token(USER_KEY, {"sub": user})
