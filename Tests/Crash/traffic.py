"""Those who call the host while it is killed: services that post events and run campaigns, users that read, devices that
come and go.

Each caller is a thread with a random generator of its own, made from the seed, and remembers what it was promised. What was
answered counts; what wasn't is asked again with the same key, as a careful sender does, or now and then left alone.
"""

import dataclasses
import random
import threading
import time

from place import REMINDER_LEAD, TOPIC
from programs import Client, Lost, Unreachable, quoted

EVENTS = ["order.shipped", "order.charged", "visit.soon", "news"]


@dataclasses.dataclass
class Posted:
    """One event, and what its sender knows of it."""

    tenant: object
    id: str
    marker: str
    body: dict
    recipients: list
    # When it is meant to go out, in seconds since 1970; None is at once.
    due: float | None = None
    # The answer of the 202.
    accepted: dict | None = None
    # How often no answer came although the request was sent.
    lost: int = 0
    # How often it was answered 503.
    refused: int = 0
    # The sender doesn't ask again.
    is_abandoned: bool = False
    # The host said that it keeps nothing of it.
    is_refused: bool = False
    # It goes to everyone, or to a topic, as a campaign.
    is_campaign: bool = False
    # When the host said that the campaign ends, in seconds since 1970.
    cancelled: float | None = None
    # No answer came to a request to pause it: that may be carried out later, by a host that was frozen.
    may_be_paused: bool = False

    @property
    def type(self):
        return self.body["type"]

    @property
    def path(self):
        """Where it is posted, and a campaign found again."""
        return f"/v1/{self.tenant.name}/{'campaigns' if self.is_campaign else 'events'}"


class Traffic:
    def __init__(self, port, tenants, seed, pause=0.1, posters=5, is_shared=False):
        """`is_shared` where hosts share a database: a 503 may be of a commit whose outcome nobody knew."""
        self.port = port
        self.tenants = tenants
        self.pause = pause
        self.is_shared = is_shared
        self.stopping = threading.Event()
        self.lock = threading.Lock()
        self.posted = []
        # What no caller should ever meet, as messages.
        self.faults = []
        self.reads = {}
        # Those that come and go: token → {tenant, user, until, stays}.
        self.devices = {}
        # The host's id of a device → its token.
        self.tokens = {}
        callers = [(self.post_events, number) for number in range(posters)]
        callers += [(self.read_feeds, 100), (self.change_devices, 200), (self.run_campaigns, 300), (self.run_campaigns, 301)]
        self.threads = [
            threading.Thread(target=self.guarded, args=(work, random.Random(f"{seed}/{number}"), number), daemon=True)
            for work, number in callers
        ]

    def prepare(self):
        """Makes everyone known, registers the devices that stay, and subscribes every other user to the topic."""
        client = Client(self.port)
        for tenant in self.tenants:
            for user in tenant.users:
                facts = {"email": tenant.email(user)}
                self.expect(client.as_service("PUT", f"/v1/{tenant.name}/users/{user}", facts), 200, 201)
            for token, user in tenant.tokens.items():
                answer = client.as_user(user, "POST", f"/v1/{tenant.name}/devices", {"token": token})
                self.expect(answer, 200, 201)
                self.tokens[answer[1]["id"]] = token
            for user in tenant.users[::2]:
                body = {"userId": user}
                self.expect(client.as_service("PUT", f"/v1/{tenant.name}/subscriptions/{TOPIC}", body), 200, 201)

    @staticmethod
    def expect(answer, *statuses):
        assert answer[0] in statuses, answer

    def start(self):
        for thread in self.threads:
            thread.start()

    def stop(self):
        """Ends the callers; the host must be up, so that what is unanswered can be asked once more."""
        self.stopping.set()
        for thread in self.threads:
            thread.join(60)
            assert not thread.is_alive(), "a caller doesn't end"

    def guarded(self, work, chance, number):
        client = Client(self.port)
        try:
            work(chance, number, client)
        except Exception as error:
            self.faults.append(f"caller {number} ended with {error!r}")
        finally:
            client.close()

    def insist(self, call, lost=lambda: None, give_up=lambda: False, refused=lambda: None):
        """Asks until there is an answer other than 503; → it, or None where the caller gave up."""
        while True:
            try:
                answer = call()
                if answer[0] != 503:
                    return answer
                refused()
            except Unreachable:
                pass
            except Lost:
                lost()
                if give_up():
                    return None
            time.sleep(0.03)

    # Events

    def post_events(self, chance, number, client):
        count = 0
        while not self.stopping.is_set():
            event = self.made_up(chance, f"{number}-{count}")
            count += 1
            with self.lock:
                self.posted.append(event)
            self.post(event, client, gives_up=chance.random() < 0.1)
            if event.accepted and chance.random() < 0.1:
                self.post_again(event, client)
            time.sleep(chance.uniform(0, 2 * self.pause))

    def made_up(self, chance, name):
        tenant = chance.choice(self.tenants)
        kind = chance.choices(EVENTS, [5, 5, 3, 1])[0]
        marker = f"m-{name}"
        body = {"id": f"e-{name}", "source": "crash", "type": kind, "data": {"order": marker}}
        event = Posted(tenant, body["id"], marker, body, [])
        if kind == "news":
            event.recipients = tenant.users[::2]
            body["topic"] = TOPIC
        else:
            event.recipients = chance.sample(tenant.users, chance.randint(1, 3))
            body["recipients"] = [tenant.recipient(user) for user in event.recipients]
        if kind == "visit.soon":
            starts = time.time() + chance.uniform(REMINDER_LEAD + 1, REMINDER_LEAD + 6)
            event.due = starts - REMINDER_LEAD
            # Few visits, so that many reminders are moved by later ones.
            body["data"] |= {"visit": f"v-{chance.randrange(40)}", "starts_at": rfc3339(starts)}
        elif chance.random() < 0.3:
            event.due = time.time() + chance.uniform(0.5, 6)
            body["scheduledAt"] = rfc3339(event.due)
        return event

    def post(self, event, client, gives_up):
        def lost():
            event.lost += 1

        def refused():
            event.refused += 1

        answer = self.insist(lambda: client.as_service("POST", event.path, event.body), lost, lambda: gives_up, refused)
        if answer is None:
            event.is_abandoned = True
        elif answer[0] == 202 and event.is_campaign:
            event.accepted = {"id": answer[1]["event"]}
        elif answer[0] == 202:
            event.accepted = answer[1]["events"][0]
            if event.accepted["status"] == "duplicate" and not event.lost and not (self.is_shared and event.refused):
                self.faults.append(f"{event.id} was posted once and is called a duplicate")
        else:
            self.faults.append(f"{event.id} was refused: {answer[:2]}")

    def post_again(self, event, client):
        """The same key again makes nothing new."""
        path = f"/v1/{event.tenant.name}/events"
        answer = self.insist(lambda: client.as_service("POST", path, event.body))
        second = answer[1]["events"][0] if answer[0] == 202 else {}
        if second.get("status") != "duplicate" or second.get("id") != event.accepted["id"]:
            self.faults.append(f"{event.id} posted again was answered {answer[:2]} after {event.accepted}")

    # Campaigns

    def run_campaigns(self, chance, number, client):
        """Slow enough that most live through a kill; some are paused in between, some are ended."""
        count = 0
        while not self.stopping.is_set():
            campaign = self.made_up_campaign(chance, f"{number}-{count}")
            count += 1
            with self.lock:
                self.posted.append(campaign)
            self.post(campaign, client, gives_up=chance.random() < 0.1)
            time.sleep(chance.uniform(0, 1))
            turn = chance.random()
            if campaign.accepted and turn < 0.3:
                self.pause_and_resume(campaign, client, chance.uniform(0, 1))
            elif campaign.accepted and turn < 0.5:
                self.cancel(campaign, client)
            time.sleep(chance.uniform(0, 1))

    def made_up_campaign(self, chance, name):
        tenant = chance.choice(self.tenants)
        marker = f"m-{name}"
        body = {"id": f"c-{name}", "name": "A campaign", "data": {"order": marker}}
        rate = chance.choice(["4/1s", "8/1s", None])
        if rate:
            body["rate"] = rate
        if chance.random() < 0.3:
            body |= {"type": "news", "topic": TOPIC}
        else:
            body |= {"type": chance.choice(["order.shipped", "order.charged"]), "everyone": True}
        recipients = tenant.users[::2] if "topic" in body else list(tenant.users)
        campaign = Posted(tenant, body["id"], marker, body, recipients, is_campaign=True)
        if chance.random() < 0.3:
            campaign.due = time.time() + chance.uniform(0.5, 3)
            body["scheduledAt"] = rfc3339(campaign.due)
        return campaign

    def pause_and_resume(self, campaign, client, seconds):
        """Pauses it, sees that no recipients are added, and resumes it."""
        def lost():
            campaign.may_be_paused = True

        paused = self.ask(campaign, client, "POST", "/pause", lost)
        if paused is None:
            return
        time.sleep(seconds)
        later = self.ask(campaign, client, "GET")
        if later["progress"]["expanded"] != paused["progress"]["expanded"] or later["state"] != "paused":
            self.faults.append(f"{campaign.id} was paused at {paused['progress']} and came to {later['progress']}")
        if self.ask(campaign, client, "POST", "/resume") is None:
            self.faults.append(f"{campaign.id} was paused and can't be resumed")

    def cancel(self, campaign, client):
        if self.ask(campaign, client, "POST", "/cancel"):
            campaign.cancelled = time.time()

    def ask(self, campaign, client, method, path="", lost=lambda: None):
        """→ the campaign; None where it has come too far for that."""
        answer = self.insist(lambda: client.as_service(method, f"{campaign.path}/{campaign.id}{path}"), lost)
        if answer[0] not in (200, 409):
            self.faults.append(f"{method} {campaign.id}{path} was answered {answer[:2]}")
        return answer[1] if answer[0] == 200 else None

    # Feeds

    def read_feeds(self, chance, number, client):
        while not self.stopping.is_set():
            time.sleep(chance.uniform(0, 0.4))
            tenant = chance.choice(self.tenants)
            user = chance.choice(tenant.users)
            path = f"/v1/{tenant.name}/notifications"
            answer = self.insist(lambda: client.as_user(user, "GET", f"{path}?limit=20&unread=true"))
            ids = [item["id"] for item in answer[1]["items"]][: chance.randint(0, 3)]
            if not ids:
                continue
            answer = self.insist(lambda: client.as_user(user, "PATCH", path, {"ids": ids, "read": True}))
            if answer[0] == 200:
                self.reads.setdefault((tenant.name, user), set()).update(ids)
            else:
                self.faults.append(f"marking was answered {answer[:2]}")

    # Devices

    def change_devices(self, chance, number, client):
        tenants = [tenant for tenant in self.tenants if tenant.kind == "expo"]
        count = 0
        while tenants and not self.stopping.is_set():
            time.sleep(chance.uniform(0, 0.6))
            here = [token for token, device in self.devices.items() if device["until"] is None and not device["stays"]]
            if len(here) > 6 or here and chance.random() < 0.4:
                token = chance.choice(here)
                device = self.devices[token]
                path = f"/v1/{device['tenant'].name}/devices/{quoted(token)}"
                answer = self.insist(lambda: client.as_user(device["user"], "DELETE", path))
                # 404 where the answer to an earlier request was lost.
                if answer[0] not in (200, 204, 404):
                    self.faults.append(f"unregistering was answered {answer[:2]}")
                device["until"] = time.time()
            else:
                tenant = chance.choice(tenants)
                user = chance.choice(tenant.users)
                token = f"ExponentPushToken[{tenant.name}-comes-{count}]"
                count += 1
                path = f"/v1/{tenant.name}/devices"
                device = {"tenant": tenant, "user": user, "until": None, "stays": False}

                def lost():
                    # A host that was frozen may register it later, also behind its end.
                    device["stays"] = True

                answer = self.insist(lambda: client.as_user(user, "POST", path, {"token": token}), lost)
                if answer[0] not in (200, 201):
                    self.faults.append(f"registering was answered {answer[:2]}")
                self.tokens[answer[1]["id"]] = token
                self.devices[token] = device


def rfc3339(seconds):
    whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
    return f"{whole}.{int(seconds * 1000) % 1000:03}Z"
