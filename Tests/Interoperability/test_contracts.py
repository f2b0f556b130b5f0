"""Three invented backends, taken over by a contract each: clients that were generated from the old backends' own OpenAPI
documents work as they are."""

import importlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse

from carillon import SERVICE_KEY, TenantHost, user_token
from outside import wait_until

BACKENDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Backends")


class ContractTest(unittest.TestCase):
    """One host for all three, and one generated package for each."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        sys.path.insert(0, cls.folder.name)
        generator = os.path.join(os.path.dirname(sys.executable), "openapi-python-client")
        for name in ["courier", "clinic", "market"]:
            document = os.path.join(BACKENDS, name + ".openapi.json")
            package = os.path.join(cls.folder.name, name + "_client")
            subprocess.run(
                [generator, "generate", "--path", document, "--output-path", package, "--meta", "none"],
                check=True, capture_output=True, env={**os.environ, "PATH": os.path.dirname(generator) + ":/usr/bin:/bin"},
            )
        secrets = {name: {} for name in ["courier", "clinic", "market"]}
        cls.host = TenantHost(os.path.join(BACKENDS, "tenants"), secrets)
        cls.addClassCleanup(cls.host.stop)

    def backend(self, name, token=None):
        """The generated package's client, and its calls by module name."""
        package = importlib.import_module(name + "_client")
        client = package.AuthenticatedClient(base_url=f"{self.host.base}/{name}", token=token or user_token())

        def call(module, **arguments):
            return importlib.import_module(f"{name}_client.api.{module}").sync_detailed(client=client, **arguments)

        return importlib.import_module(name + "_client.models"), call

    def notify(self, tenant, type, payloads, user="ada"):
        """Posts events, and waits until all of them are in the feed."""
        events = []
        for number, data in enumerate(payloads):
            event = {"id": f"{tenant}-{type}-{number}", "source": "tests", "type": type, "recipients": [user], "data": data}
            answer = self.host.call("POST", f"/v1/{tenant}/events", SERVICE_KEY, event)
            events.append(answer["events"][0]["id"])

        def is_in_the_feed(event):
            notifications = self.host.call("GET", f"/v1/{tenant}/events/{event}", SERVICE_KEY)["notifications"]
            items = [one for each in notifications for one in each["deliveries"] if one["channel"] == "in-app"]
            return items and all("settledAt" in one for one in items)

        for event in events:
            wait_until(lambda: is_in_the_feed(event), 60, f"{event} in the feed")

    def test_numbers_for_everything(self):
        self.notify("courier", "parcel.out", [{"parcel": f"A-{number}"} for number in range(5)])
        models, call = self.backend("courier")
        ids, page, more = [], 1, 1
        while more:
            answer = call("notices.notice_list", page=page, page_size=2)
            self.assertEqual(answer.status_code, 200)
            notices = answer.parsed.list_
            ids += [notice.notice_id for notice in notices]
            self.assertEqual((answer.parsed.total, answer.parsed.pages, answer.parsed.page), ("5", 3, page))
            self.assertEqual({int(notice.is_read) for notice in notices}, {0})
            self.assertEqual({notice.code for notice in notices}, {"PARCEL_OUT"})
            self.assertTrue(all(abs(notice.created - time.time()) < 600 for notice in notices))
            self.assertTrue(all(notice.read_at is None for notice in notices))
            more, page = int(answer.parsed.has_more), page + 1
        self.assertEqual(len(set(ids)), 5)
        self.assertEqual(call("notices.notice_read", notice_id=ids[0]).status_code, 204)
        self.assertEqual(call("notices.notices_read", ids=ids[1:3]).parsed.count, "2")
        unread = call("notices.notice_list", only_new=models.NoticeListOnlyNew(1))
        self.assertEqual([notice.notice_id for notice in unread.parsed.list_], ids[3:])
        first = call("notices.notice_list").parsed.list_[0]
        self.assertEqual((int(first.is_read), int(first.urgent)), (1, 1))
        self.assertTrue(abs(first.read_at - time.time()) < 600)
        self.assertEqual(call("notices.notice_list", kind=models.NoticeListKind(2)).parsed.total, "0")

    def test_numbers_are_errors_too(self):
        models, call = self.backend("courier")
        answer = call("notices.notice_list", page=0)
        self.assertEqual((answer.status_code, json.loads(answer.content)["errno"]), (400, 1042))
        _, stranger = self.backend("courier", token="nobody")
        self.assertEqual(json.loads(stranger("notices.notice_list").content)["errno"], 2001)

    def test_switches_and_devices_of_numbers(self):
        models, call = self.backend("courier", token=user_token("bob"))
        self.assertEqual(int(call("settings.settings_get").parsed.push), 1)
        body = models.SettingsSaveBody(push=models.SettingsSaveBodyPush(0))
        self.assertEqual(int(call("settings.settings_save", body=body).parsed.push), 0)
        body = models.TokenSaveBody(token="ExponentPushToken[bob]", os=models.TokenSaveBodyOs(2), app_build="412")
        saved = call("devices.token_save", body=body)
        self.assertEqual(saved.status_code, 200)
        self.assertTrue(abs(saved.parsed.registered - time.time()) < 600)
        # A year from now, at a whole minute, as the old backend writes it.
        at = time.strftime("%d.%m.%Y %H:%M", time.gmtime(time.time() + 365 * 86400))
        _, service = self.backend("courier", token=SERVICE_KEY)
        sent = service("sending.notice_send", body=models.NoticeSendBody(to="bob", text="Half price", at=at, badge="2"))
        self.assertEqual((sent.status_code, int(sent.parsed.state), sent.parsed.at), (200, 2, at))

    def test_documents_with_attributes(self):
        self.notify("clinic", "visit.booked", [{"doctor": f"Dr {number}"} for number in range(3)])
        models, call = self.backend("clinic")
        found, answer = [], call("messages.list_messages", pagelimit=2, filtertopic=["visits"])
        while True:
            self.assertEqual(answer.status_code, 200)
            found += answer.parsed.data
            self.assertEqual(answer.parsed.meta.total, 3)
            self.assertEqual(answer.parsed.meta.more, answer.parsed.links.next_ is not None)
            if answer.parsed.links.next_ is None:
                break
            query = urllib.parse.parse_qs(urllib.parse.urlsplit(answer.parsed.links.next_).query)
            offset = int(query["page[offset]"][0])
            answer = call("messages.list_messages", pageoffset=offset, pagelimit=2, filtertopic=["visits"])
        self.assertEqual(len({message.id for message in found}), 3)
        for message in found:
            self.assertRegex(message.attributes.sent_at, r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$")
            self.assertEqual((message.attributes.topic, message.attributes.state.value), ("visits", "UNREAD"))
            self.assertFalse(message.attributes.read_at)
        both = call("messages.list_messages", filtertopic=["visits", "results"])
        self.assertEqual(both.parsed.meta.total, 3)
        body = models.SetMessageStateBody.from_dict({"data": {"ids": [found[0].id]}, "state": "READ"})
        self.assertEqual(call("messages.set_message_state", body=body).parsed.meta.changed, 1)
        unread = call("messages.list_messages", filterunread=models.ListMessagesFilterunread("yes"))
        self.assertEqual(len(unread.parsed.data), 2)
        refused = call("messages.list_messages", filtertopic=["weather"])
        self.assertEqual(refused.status_code, 422)
        self.assertEqual(json.loads(refused.content)["errors"][0]["status"], "422")

    def test_a_device_and_switches_of_words(self):
        models, call = self.backend("clinic")
        attributes = {"push_token": "ExponentPushToken[clinic]", "platform": "ANDROID", "language": None}
        added = call("devices.add_device", body=models.AddDeviceBody.from_dict({"data": {"attributes": attributes}}))
        self.assertEqual(added.status_code, 201)
        self.assertEqual(added.headers["location"], "/v1/devices/" + added.parsed.data.id)
        self.assertEqual(added.parsed.data.attributes.platform.value, "ANDROID")
        self.assertIsNone(added.parsed.data.attributes.language)
        self.assertEqual(call("preferences.get_preferences").parsed.data.attributes.push.value, "on")
        body = models.SetPreferencesBody.from_dict({"data": {"attributes": {"push": "off"}}})
        self.assertEqual(call("preferences.set_preferences", body=body).parsed.data.attributes.push.value, "off")

    def test_bare_lists_and_a_link_header(self):
        self.notify("market", "item.sold", [{"item": f"Lamp {number}"} for number in range(5)])
        models, call = self.backend("market")
        found, arguments = [], {"per_page": 2}
        while arguments:
            answer = call("alerts.list_alerts", **arguments)
            self.assertEqual((answer.status_code, answer.headers["x-total-count"]), (200, "5"))
            found += answer.parsed
            link = re.search(r'<([^>]*)>; rel="next"', answer.headers["link"])
            query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(link[1]).query)) if link else None
            arguments = query and {"per_page": int(query["per_page"]), "after": query["after"]}
        self.assertEqual([alert.words.body for alert in found], [f"Lamp {n} has a buyer" for n in reversed(range(5))])
        for alert in found:
            self.assertEqual((alert.event, alert.level.value, alert.seen), ("ITEM_SOLD", "HIGH", False))
            self.assertEqual(round(alert.created_at.timestamp() * 1000), alert.created_ms)
        ids = [alert.id for alert in found]
        self.assertEqual(call("alerts.set_seen", body=ids).status_code, 204)
        self.assertTrue(all(alert.seen for alert in call("alerts.list_alerts").parsed))
        self.assertEqual(call("alerts.unset_seen", ids=ids[:2]).parsed.updated, 2)
        body = models.PutDeviceBody(token="ExponentPushToken[market]", os=models.PutDeviceBodyOs("APPLE"))
        kept = call("devices.put_device", device_id="phone-1", body=body)
        self.assertEqual((kept.status_code, kept.parsed.device_id), (200, "phone-1"))
        self.assertEqual(call("devices.delete_device", device_id="phone-1").status_code, 204)
        gone = call("devices.delete_device", device_id="phone-1")
        self.assertEqual((gone.status_code, json.loads(gone.content)["code"]), (404, "E_NONE"))


if __name__ == "__main__":
    unittest.main()
