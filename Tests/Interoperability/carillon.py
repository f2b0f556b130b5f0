"""Hosts with tenants, and what a caller of them needs."""

import json
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tools"))

from outside import end, launch, request, signed_token, wait_for_line, wait_until  # noqa: E402

SERVICE_KEY = "the-service-key-of-this-shop"
USER_SECRET = "the-users-secret-of-this-shop-0123456789"


def user_token(user="ada"):
    """A log-in of the user, as the tenant's own login would sign it."""
    return signed_token(USER_SECRET, {"sub": user})


class TenantHost:
    """`carillond serve` as a process of its own, on a port that the system chose, with a folder of tenants."""

    def __init__(self, tenants, secrets, arguments=()):
        self.data = tempfile.TemporaryDirectory(prefix="carillon-")
        secrets_path = os.path.join(self.data.name, "secrets.json")
        own = {"jwt-secret": USER_SECRET, "service-key": SERVICE_KEY}
        with open(secrets_path, "w") as file:
            json.dump({tenant: {**own, **more} for tenant, more in secrets.items()}, file)
        self.command = [
            os.environ["CARILLOND"], "serve", "--admin-port", "0", "--tenants", tenants,
            "--data", os.path.join(self.data.name, "data"), "--secrets", secrets_path, *arguments,
        ]
        self.lives = 0
        self.start("0")

    def start(self, port):
        # One for each life: what an earlier one said doesn't count.
        self.lives += 1
        log = pathlib.Path(self.data.name, f"life-{self.lives}.log")
        self.process = launch([*self.command, "--port", port], log)
        try:
            self.base = wait_for_line(self.process, log, r"address=(\S+) .*serving")[1]
        except BaseException:
            self.process.kill()
            raise

    def end(self):
        end(self.process)

    def restart(self):
        """Ends the host, as an operator would, and starts it again: at the same address, with the same data."""
        self.end()
        self.start(self.base.rsplit(":", 1)[1].strip("/"))

    def stop(self):
        self.end()
        self.data.cleanup()

    def call(self, method, path, bearer, body=None):
        return request(method, self.base + path, bearer, body)


class Host(TenantHost):
    """A host with one small tenant, whose channels a test chooses."""

    def __init__(self, channels, secrets, arguments, slots):
        self.folder = tempfile.TemporaryDirectory(prefix="carillon-")
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

        def settled():
            trace = self.call("GET", "/v1/shop/events/" + id, SERVICE_KEY)
            deliveries = [delivery for one in trace["notifications"] for delivery in one["deliveries"]]
            return deliveries if all("settledAt" in delivery for delivery in deliveries) else None

        return wait_until(settled, 60, f"the deliveries of {id}", pause=0.05)
