"""Hosts with tenants, and what a caller of them needs."""

import base64
import hashlib
import hmac
import json
import os
import subprocess
import tempfile
import time
import urllib.request

SERVICE_KEY = "the-service-key-of-this-shop"
USER_SECRET = "the-users-secret-of-this-shop-0123456789"


def url_base64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def user_token(user="ada"):
    """A log-in of the user, as the tenant's own login would sign it."""
    claims = json.dumps({"sub": user, "exp": 4000000000}).encode()
    head = url_base64(b'{"alg":"HS256"}') + "." + url_base64(claims)
    signature = url_base64(hmac.new(USER_SECRET.encode(), head.encode(), hashlib.sha256).digest())
    return head + "." + signature


class TenantHost:
    """`carillond serve` as a process of its own, on a port that the system chose, with a folder of tenants."""

    def __init__(self, tenants, secrets, arguments=()):
        self.data = tempfile.TemporaryDirectory()
        secrets_path = os.path.join(self.data.name, "secrets.json")
        own = {"jwt-secret": USER_SECRET, "service-key": SERVICE_KEY}
        with open(secrets_path, "w") as file:
            json.dump({tenant: {**own, **more} for tenant, more in secrets.items()}, file)
        self.command = [
            os.environ["CARILLOND"], "serve", "--admin-port", "0", "--tenants", tenants,
            "--data", os.path.join(self.data.name, "data"), "--secrets", secrets_path, *arguments,
        ]
        self.start("0")

    def start(self, port):
        self.process = subprocess.Popen(
            [*self.command, "--port", port], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        said = ""
        for line in self.process.stdout:
            said += line
            if " serving" in line:
                self.base = line.split("address=")[1].split()[0]
                return
        raise AssertionError("the host didn't start: " + said)

    def end(self):
        self.process.terminate()
        self.process.communicate(timeout=15)

    def restart(self):
        """Ends the host, as an operator would, and starts it again: at the same address, with the same data."""
        self.end()
        self.start(self.base.rsplit(":", 1)[1].strip("/"))

    def stop(self):
        self.end()
        self.data.cleanup()

    def call(self, method, path, bearer, body=None):
        request = urllib.request.Request(
            self.base + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"authorization": "Bearer " + bearer, "content-type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)


class Host(TenantHost):
    """A host with one small tenant, whose channels a test chooses."""

    def __init__(self, channels, secrets, arguments, slots):
        self.folder = tempfile.TemporaryDirectory()
        tenant = os.path.join(self.folder.name, "tenants", "shop")
        profile = {
            "tenant": "shop",
            "name": "Shop",
            "locales": {"default": "en", "supported": ["en"]},
            "channels": channels,
            "auth": {
                "users": {"algorithm": "HS256", "key": {"$secret": "jwt-secret"}, "userClaim": "sub"},
                "services": [{"header": "X-Service-Key", "key": {"$secret": "service-key"}}],
            },
        }
        event = {
            "summary": "An order has left",
            "payload": {"order": {"type": "text", "maxLength": 200}},
            "channels": list(channels),
        }
        files = {
            "profile.json": profile,
            "events.json": {"events": {"order.shipped": event}},
            "templates/en.json": {"locale": "en", "messages": {"order.shipped": slots}},
            "samples/order.shipped.json": {"order": "A-1"},
        }
        for name, content in files.items():
            path = os.path.join(tenant, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                json.dump(content, file)
        super().__init__(os.path.join(self.folder.name, "tenants"), {"shop": secrets}, arguments)

    def stop(self):
        super().stop()
        self.folder.cleanup()

    def register(self, token, plugin):
        self.call("POST", "/v1/shop/devices", user_token(), {"token": token, "plugin": plugin})

    def post(self, order, email="ada@customers.example"):
        """Posts an event, and answers its deliveries once they are settled."""
        event = {
            "id": order, "source": "tests", "type": "order.shipped", "data": {"order": order},
            "recipients": [{"id": "ada", "email": email}],
        }
        id = self.call("POST", "/v1/shop/events", SERVICE_KEY, event)["events"][0]["id"]
        deadline = time.monotonic() + 60
        while True:
            trace = self.call("GET", "/v1/shop/events/" + id, SERVICE_KEY)
            deliveries = [delivery for one in trace["notifications"] for delivery in one["deliveries"]]
            if deliveries and all("settledAt" in delivery for delivery in deliveries):
                return deliveries
            if time.monotonic() > deadline:
                raise AssertionError(json.dumps(trace))
            time.sleep(0.05)
