"""Who posts to a host: at a steady pace and watched, or as fast as may be."""

import json
import pathlib
import random
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Crash"))

from place import MARKER, SERVICE_KEY  # noqa: E402
from programs import Client, Lost, Unreachable  # noqa: E402
from reconcile import instant, text_of  # noqa: E402

BATCH_TYPE = "application/cloudevents-batch+json"
EVENTS_A_SECOND = 20


class Quiet:
    """Posts at a steady pace for some seconds, and knows when each event was posted."""

    def __init__(self, host, tenant, sandbox):
        self.host, self.tenant, self.sandbox = host, tenant, sandbox
        self.count = 0

    def measure(self, seconds):
        """→ the seconds from post to provider, one for each event, sorted; and those until the 202."""
        chance = random.Random(7)
        client = Client(self.host.port, timeout=60)
        posted, accepts = {}, []
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            self.count += 1
            marker = f"m-0-{self.count}"
            body = {"id": marker, "source": "quiet", "type": "order.shipped", "data": {"order": marker}}
            body["recipients"] = [chance.choice(self.tenant.users[::2])]
            posted[marker] = time.time()
            status, answer, _ = client.as_service("POST", f"/v1/{self.tenant.name}/events", body)
            accepts.append(time.time() - posted[marker])
            if status != 202:
                sys.exit(f"the quiet tenant was answered {status}: {answer}")
            time.sleep(chance.expovariate(EVENTS_A_SECOND))
        client.close()
        deadline = time.monotonic() + 60
        arrived = {}
        while posted.keys() - arrived.keys():
            if time.monotonic() > deadline:
                sys.exit(f"{len(posted.keys() - arrived.keys())} of the quiet tenant's messages didn't arrive")
            time.sleep(0.2)
            for message in self.sandbox.collect():
                arrived.setdefault(MARKER.search(text_of(message["message"])).group(), instant(message["receivedAt"]))
        return sorted(arrived[marker] - posted[marker] for marker in posted), sorted(accepts)


class Loud:
    """Posts batches at a rate, on as many connections as it takes, until it is stopped."""

    def __init__(self, host, tenant, rate, connections=200, batch=100):
        self.host, self.tenant, self.rate, self.batch = host, tenant, rate, batch
        self.stopping = threading.Event()
        self.lock = threading.Lock()
        self.began = time.monotonic()
        self.offered = self.accepted = self.refused = self.next = 0
        self.name = f"{time.time():.0f}"
        self.recipients = [json.dumps(tenant.recipient(user)) for user in tenant.users]
        # Batches that have no answer yet.
        self.waiting = 0
        self.threads = [threading.Thread(target=self.post, daemon=True) for _ in range(connections)]
        for thread in self.threads:
            thread.start()

    def post(self):
        client = Client(self.host.port, timeout=60)
        while not self.stopping.is_set():
            with self.lock:
                number = self.next
                self.next += 1
            # Open: a batch is due at its time, however long those before it take.
            wait = self.began + number * self.batch / self.rate - time.monotonic()
            if wait > 0 and self.stopping.wait(wait):
                break
            events = "[" + ",".join(self.event(number, index) for index in range(self.batch)) + "]"
            with self.lock:
                self.waiting += 1
            try:
                status, answer, _ = client.request("POST", f"/v1/{self.tenant.name}/events", events, SERVICE_KEY, BATCH_TYPE)
            except (Lost, Unreachable):
                continue
            finally:
                with self.lock:
                    self.waiting -= 1
            with self.lock:
                self.offered += self.batch
                if status == 202:
                    self.accepted += self.batch
                elif status in (429, 503):
                    self.refused += self.batch
                else:
                    sys.exit(f"the loud tenant was answered {status}: {answer}")
        client.close()

    def event(self, number, index):
        """JSON, made by hand: the load may not be slower than the host."""
        marker = f"m-{number}-{index}"
        return (f'{{"id":"{self.name}-{marker}","source":"loud","type":"order.shipped","data":{{"order":"{marker}"}},'
                f'"recipients":[{self.recipients[(number * self.batch + index) % len(self.recipients)]}]}}')

    def stop(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join(90)


def percentile(values, share):
    return values[min(len(values) - 1, int(len(values) * share))]


def register(host, tenant):
    client = Client(host.port)
    for token, user in tenant.tokens.items():
        status, answer, _ = client.as_user(user, "POST", f"/v1/{tenant.name}/devices", {"token": token})
        assert status in (200, 201), answer
    client.close()
