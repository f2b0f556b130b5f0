"""Compares what the host promised with what became of it: traces, feeds, devices, and the messages at the provider."""

import collections
import datetime
import sys
import time

from place import MARKER
from programs import Client, quoted

# How long after a device's end was promised a request that was already under way may still arrive, in seconds.
UNDER_WAY = 5
ENDS = {"delivered", "failed", "cancelled"}


class Reconciliation:
    def __init__(self, host, sandbox, traffic):
        self.host = host
        self.sandbox = sandbox
        self.traffic = traffic
        self.client = Client(host.port)
        self.faults = list(traffic.faults)
        self.figures = collections.Counter()
        # (tenant, marker, destination) → when its messages arrived
        self.arrived = collections.defaultdict(list)
        # (tenant, user) → ids of notifications that the trace calls delivered to the feed
        self.shown = collections.defaultdict(dict)
        # What arrived and is explained by a trace.
        self.explained = set()
        self.traces = {}
        # The campaigns as the host reports them, by their ids.
        self.campaigns = {}

    def run(self, timeout=120):
        """→ the faults found, as messages; none when all is right."""
        self.wait_for_ends(timeout)
        self.sort_messages()
        for event in self.traffic.posted:
            self.check_event(event)
        self.check_feeds()
        self.check_devices()
        for tenant, marker, place in self.arrived.keys() - self.explained:
            self.fault(f"{marker}: a message for {place} of {tenant} arrived that no trace knows")
        return self.faults

    def fault(self, message):
        self.faults.append(message)

    # Until everything has ended

    def wait_for_ends(self, timeout):
        waiting = [event for event in self.traffic.posted if event.accepted or event.is_abandoned]
        self.figures["events posted"] = len(self.traffic.posted)
        deadline = time.monotonic() + timeout
        while waiting and time.monotonic() < deadline:
            waiting = [event for event in waiting if not self.has_ended(event)]
            time.sleep(0.2 if waiting else 0)
        for event in waiting:
            self.fault(f"{event.id} ({event.type}) has not ended: {summary(self.traces[event.id])}")

    def has_ended(self, event):
        trace = self.trace(event)
        self.traces[event.id] = trace
        if trace is None:
            return event.is_abandoned
        if event.is_campaign:
            campaign = self.campaigns[event.id] = self.client.as_service("GET", f"{event.path}/{event.id}")[1]
            if campaign.get("state") not in ("done", "cancelled"):
                return False
        elif event.body.get("topic") and len(trace["notifications"]) < len(event.recipients):
            return False
        for notification in trace["notifications"]:
            if notification["status"] == "scheduled":
                return False
            if any(delivery["status"] not in ENDS for delivery in notification["deliveries"]):
                return False
        return True

    def trace(self, event):
        path = f"/v1/{event.tenant.name}/events/{quoted(event.id)}"
        status, answer, _ = self.client.as_service("GET", path)
        return answer if status == 200 else None

    # Event by event

    def sort_messages(self):
        tenants = {}
        for tenant in self.traffic.tenants:
            tenants |= {token: tenant for token in tenant.tokens} | {tenant.hook: tenant}
            tenants |= {tenant.email(user): tenant for user in tenant.users}
        tenants |= {token: device["tenant"] for token, device in self.traffic.devices.items()}
        for message in self.sandbox.collect():
            self.figures["messages the provider refused"] += message["outcome"] != "ok"
            if message["outcome"] != "ok":
                continue
            self.figures["messages at the provider"] += 1
            found = MARKER.search(text_of(message["message"]))
            tenant = tenants.get(message["token"])
            if not found or not tenant:
                self.fault(f"the provider got a message that nobody posted: {message['token']}")
                continue
            # Webhooks have one address for everybody, and name the notification.
            place = message["message"]["data"]["id"] if tenant.kind == "webhook" else message["token"]
            self.arrived[tenant.name, found.group(), place].append(instant(message["receivedAt"]))

    def check_event(self, event):
        trace = self.traces.get(event.id)
        self.figures["answers lost"] += event.lost
        if trace is None:
            if event.accepted:
                self.fault(f"{event.id} was accepted and is lost")
            else:
                self.figures["given up by their sender, and not there"] += 1
            return
        if event.is_refused:
            self.fault(f"{event.id} was refused, and is there")
        if not event.accepted:
            self.figures["given up by their sender, and there"] += 1
        else:
            self.figures["accepted"] += 1
            if trace["id"] != event.accepted["id"]:
                self.fault(f"{event.id} was accepted as {event.accepted['id']} and is {trace['id']}")
            promised = set(event.accepted.get("notifications", []))
            if not promised <= {notification["id"] for notification in trace["notifications"]}:
                self.fault(f"{event.id} has lost a notification that the 202 names")
        recipients = sorted(notification["recipient"] for notification in trace["notifications"])
        if is_too_late(event, trace):
            self.figures["reminders that came after their time"] += 1
        elif event.is_campaign:
            self.check_campaign(event, trace, recipients)
        elif recipients != sorted(event.recipients):
            self.fault(f"{event.id} is for {sorted(event.recipients)} and has notifications for {recipients}")
        self.figures["scheduled"] += event.due is not None
        for notification in trace["notifications"]:
            self.check_notification(event, notification)

    def check_campaign(self, event, trace, recipients):
        """Expanded to every recipient once, of a cancelled one to some; and its counts are those of its trace."""
        self.figures["campaigns"] += 1
        self.figures["campaigns cancelled"] += event.cancelled is not None
        campaign = self.campaigns[event.id]
        if (campaign["state"] == "cancelled") != (event.cancelled is not None):
            self.fault(f"{event.id} is {campaign['state']}, and was {'' if event.cancelled else 'not '}cancelled")
        is_whole = recipients == sorted(event.recipients)
        is_part = len(set(recipients)) == len(recipients) and set(recipients) <= set(event.recipients)
        if not (is_part if event.cancelled else is_whole):
            self.fault(f"{event.id} is for {sorted(event.recipients)} and has notifications for {recipients}")
        progress = campaign["progress"]
        if (progress["expanded"], progress.get("total")) != (len(recipients), len(event.recipients)) and not event.cancelled:
            self.fault(f"{event.id} expanded to {len(recipients)} of {len(event.recipients)} and says {progress}")
        counted = {name: progress[name] for name in progress if name not in ("expanded", "total")}
        if counted != counts(trace):
            self.fault(f"{event.id} counts {counted}, and its trace shows {counts(trace)}")

    def check_notification(self, event, notification):
        where = f"{event.id} for {notification['recipient']}"
        self.figures["notifications"] += 1
        if notification["status"] == "cancelled":
            self.figures["notifications cancelled before they were routed"] += 1
            if not notification["decisions"]:
                self.fault(f"{where} was cancelled without a reason")
        for channel in ["in-app", "out"] if notification["status"] == "routed" else []:
            verdicts = {one["verdict"] for one in notification["decisions"] if one.get("channel") == channel}
            has_deliveries = any(delivery["channel"] == channel for delivery in notification["deliveries"])
            if not verdicts or ("deliver" in verdicts) != has_deliveries:
                self.fault(f"{where} has no deliveries on {channel} to go with what was decided: {verdicts}")
        for delivery in notification["deliveries"]:
            self.check_delivery(where, delivery)
            if delivery["channel"] == "out":
                self.check_copies(event, notification, delivery)
            elif delivery["status"] == "delivered":
                self.shown[event.tenant.name, notification["recipient"]][notification["id"]] = event.marker

    def check_delivery(self, where, delivery):
        self.figures["deliveries"] += 1
        self.figures[f"deliveries {delivery['status']}"] += 1
        self.figures["attempts in doubt"] += doubts(delivery)
        attempts = delivery["attempts"]
        if delivery["status"] == "delivered":
            return
        if attempts and attempts[-1].get("code"):
            self.figures[f"  {delivery['status']}: {attempts[-1]['code']}"] += 1
        else:
            self.fault(f"{where}: a delivery on {delivery['channel']} {delivery['status']} without a reason")

    def check_copies(self, event, notification, delivery):
        """Holds a delivery against what arrived where it went."""
        where = f"{event.id} for {notification['recipient']}"
        place = self.destination(event.tenant, notification, delivery)
        self.explained.add((event.tenant.name, event.marker, place))
        times = self.arrived.get((event.tenant.name, event.marker, place), [])
        is_delivered = delivery["status"] == "delivered"
        if is_delivered and not times:
            self.fault(f"{where} is called delivered, and nothing arrived at {place}")
        self.figures["duplicates"] += max(0, len(times) - 1)
        if len(times) > is_delivered + doubts(delivery):
            self.fault(f"{where}: {len(times)} copies arrived at {place}, which {delivery['attempts']} don't explain")
        if event.type == "order.charged" and len(times) > 1:
            self.fault(f"{where}: {len(times)} copies arrived at {place} although onUncertain is skip")
        self.check_times(event, where, place, times)

    def destination(self, tenant, notification, delivery):
        """What tells this delivery's messages from others of the same event."""
        if tenant.kind == "expo":
            return self.traffic.tokens.get(delivery["device"], delivery["device"])
        return tenant.email(notification["recipient"]) if tenant.kind == "smtp" else notification["id"]

    def check_times(self, event, where, address, times):
        for at in times:
            if event.due and at < event.due - self.host.clock_error:
                self.fault(f"{where} arrived {event.due - at:.3f} s before its time")
            if event.cancelled and at > event.cancelled + UNDER_WAY:
                self.fault(f"{where} arrived {at - event.cancelled:.1f} s after the campaign was cancelled")
            device = self.traffic.devices.get(address)
            if device and device["until"] and at > device["until"] + UNDER_WAY:
                self.fault(f"{where} arrived {at - device['until']:.1f} s after {address} was unregistered")

    # Feeds and devices

    def check_feeds(self):
        for tenant in self.traffic.tenants:
            for user in tenant.users:
                self.check_feed(tenant, user)

    def check_feed(self, tenant, user):
        where = f"the feed of {user} at {tenant.name}"
        items, cursor, page = [], "", None
        while page is None or page.get("nextCursor"):
            path = f"/v1/{tenant.name}/notifications?limit=100{cursor}"
            page = self.client.as_user(user, "GET", path)[1]
            items += page["items"]
            cursor = f"&cursor={quoted(page.get('nextCursor', ''))}"
        self.figures["items in feeds"] += len(items)
        there = {item["id"]: MARKER.search(item["body"]).group() for item in items}
        expected = self.shown[tenant.name, user]
        if len(there) != len(items):
            self.fault(f"{where} shows an item twice")
        for id in sorted(expected.keys() - there.keys())[:3]:
            self.fault(f"{where} lacks {expected[id]}, which its trace calls delivered")
        for id in sorted(there.keys() - expected.keys())[:3]:
            self.fault(f"{where} has {there[id]}, which its trace doesn't call delivered")
        unread = {item["id"] for item in items if not item["isRead"]}
        if (page["totalCount"], page["unreadCount"]) != (len(items), len(unread)):
            self.fault(f"{where} counts {page['totalCount']} and {page['unreadCount']} unread, and has {len(items)} and {len(unread)}")
        for id in self.traffic.reads.get((tenant.name, user), set()) & unread:
            self.fault(f"{where} has {there[id]} unread, which was marked as read")

    def check_devices(self):
        for tenant in self.traffic.tenants:
            expected = set(tenant.tokens)
            expected |= {
                token for token, device in self.traffic.devices.items()
                if device["tenant"] is tenant and device["until"] is None
            }
            listed = self.host.command_line("devices", "--tenant", tenant.name, "--limit", "1000")
            there = len(listed["devices"] if isinstance(listed, dict) else listed)
            if there != len(expected):
                self.fault(f"{tenant.name} has {there} devices, and {len(expected)} were promised")


def counts(trace):
    """What a campaign's progress must say of its notifications, each counted once."""
    found = collections.Counter({name: 0 for name in ("pending", "delivered", "failed", "cancelled", "skipped")})
    deliveries = {}
    for notification in trace["notifications"]:
        states = [delivery["status"] for delivery in notification["deliveries"]]
        if notification["status"] == "cancelled":
            found["cancelled"] += 1
        elif notification["status"] == "scheduled" or set(states) - ENDS:
            found["pending"] += 1
        else:
            found[next((state for state in ("delivered", "failed", "cancelled") if state in states), "skipped")] += 1
        for delivery in notification["deliveries"]:
            channel = deliveries.setdefault(delivery["channel"], collections.Counter())
            channel[delivery["status"]] += 1
    return {"notifications": len(trace["notifications"])} | found | {"deliveries": deliveries}


def doubts(delivery):
    """How many of its attempts may have arrived although nobody knows."""
    return sum(attempt["outcome"] == "uncertain" for attempt in delivery["attempts"]) + any(
        # The attempt that `skip` ended at once.
        attempt["outcome"] == "failed" and attempt.get("code") == "uncertain" for attempt in delivery["attempts"]
    )


def is_too_late(event, trace):
    """A reminder that only got through when its time was over: then there is nothing to be reminded of."""
    reasons = {decision["reason"] for decision in trace.get("decisions", [])}
    return "schedule-passed" in reasons and not trace["notifications"] and instant(trace["acceptedAt"]) >= event.due - 0.002


def summary(trace):
    if trace is None:
        return "it is not there"
    states = [(one["status"], [delivery["status"] for delivery in one["deliveries"]]) for one in trace["notifications"]]
    return str(states)


def text_of(value):
    """All text in a message."""
    if isinstance(value, dict):
        return " ".join(text_of(one) for one in value.values())
    if isinstance(value, list):
        return " ".join(text_of(one) for one in value)
    return str(value)


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def conclude(faults, kept, sabotaged):
    """Prints how a run ended; with faults the program ends with 1. `kept` says where to look for their reasons."""
    if faults:
        print(f"{len(faults)} faults:")
        for fault in faults[:30]:
            print(f"  {fault}")
        print(kept)
        sys.exit(1)
    # A sabotage that was found has said so.
    if not sabotaged:
        print("everything agrees: nothing is lost, nothing forgotten, and only what was in doubt arrived twice")
