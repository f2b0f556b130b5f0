"""Apps that subscribe with Supabase's client see escrow's notifications, unchanged: every version that is listed."""

import json
import os
import pathlib
import queue
import subprocess
import sys
import threading
import time
import unittest
import urllib.request
import uuid

from carillon import SERVICE_KEY, TenantHost, user_token

CLIENT = pathlib.Path(__file__).with_name("realtime_client.py")
VERSIONS = pathlib.Path(__file__).with_name("realtime-clients.txt").read_text().split()
# They don't join a second time as they joined first: 2.0.6 joins once more without its bindings, the others stop listening when
# they hear that a channel is left.
JOIN_ONCE = {"2.0.6", "2.7.0", "2.22.0", "2.27.0", "2.27.1"}
# They never get another row once the connection was closed: see docs/reference/supabase.md.
STAY_AWAY = {"2.0.6", "2.7.0", "2.22.0", "2.27.0", "2.27.1"}
TENANT = pathlib.Path(__file__).resolve().parents[2] / "tenants"


class App:
    """A client in a process of its own, and what it tells."""

    def __init__(self, version, base, user):
        folder = os.path.join(os.environ["REALTIME_CLIENTS"], version)
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", str(CLIENT), folder, base, user, user_token(user)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.told = []
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            if line.startswith("{"):
                self.lines.put(json.loads(line))
        self.lines.put(None)

    def wait(self, what, count=1, **facts):
        """Waits until so many things of a kind were told, and answers them."""

        def matching():
            return [
                one for one in self.told
                if one["kind"] == what and all(one.get(name) == value for name, value in facts.items())
            ]

        while len(matching()) < count:
            line = self.lines.get(timeout=30)
            if line is None:
                raise AssertionError(f"{what} {facts}: the client ended; {self.told}; {self.process.stderr.read()}")
            self.told.append(line)
        return matching()

    def heard(self, what, within):
        """What of a kind was told until now; where there is none, waits for the next line, so many seconds at most."""
        matching = [one for one in self.told if one["kind"] == what]
        try:
            while line := self.lines.get(timeout=within if not matching else 0.001):
                self.told.append(line)
                matching = [one for one in self.told if one["kind"] == what]
        except queue.Empty:
            pass
        return matching

    def say(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def stop(self):
        self.process.kill()
        self.process.communicate()


def post(host, *users):
    event = {
        "id": str(uuid.uuid4()), "source": "tests", "type": "escrow.funded", "recipients": list(users),
        "data": {"escrow_id": str(uuid.uuid4()), "escrow": "iPhone 15"},
    }
    host.call("POST", "/v1/escrow/events", SERVICE_KEY, event)
    return event["data"]["escrow_id"]


def escrow_host():
    return TenantHost(str(TENANT / "escrow"), {"escrow": {"expo-access-token": "an-access-token-of-expo"}})


def realtime(host):
    return host.base.replace("http", "ws") + "/escrow/realtime/v1"


class RestartTest(unittest.TestCase):
    """A host that is started anew closes with 1012: apps are told rows again without doing anything."""

    def test_who_comes_back_by_itself_after_a_restart(self):
        host = escrow_host()
        apps = {version: App(version, realtime(host), "user-of-" + version) for version in VERSIONS}
        try:
            for version, app in apps.items():
                self.assertEqual(app.wait("state")[0]["state"], "SUBSCRIBED", version)
            host.restart()
            # What comes before a client is back isn't told again, so each gets another until it has one.
            deadline = time.monotonic() + 60
            waiting = set(VERSIONS) - STAY_AWAY
            while waiting:
                self.assertLess(time.monotonic(), deadline, f"{waiting} didn't come back")
                post(host, *("user-of-" + version for version in VERSIONS))
                waiting -= {version for version in waiting if apps[version].heard("change", within=1)}
            for version in set(VERSIONS) - STAY_AWAY:
                row = apps[version].heard("change", within=0.001)[0]["data"]["record"]
                self.assertEqual(row["user_id"], "user-of-" + version)
            # The others had as long, and as many rows.
            came = {version for version in STAY_AWAY if apps[version].heard("change", within=1)}
            self.assertEqual(came, set())
        finally:
            for app in apps.values():
                app.stop()
            host.stop()


class SupabaseTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.host = escrow_host()

    @classmethod
    def tearDownClass(cls):
        cls.host.stop()

    def post(self, *users):
        return post(self.host, *users)

    def rows(self, method, query, user, body=None, **headers):
        request = urllib.request.Request(
            self.host.base + "/escrow/rest/v1/notifications?" + query,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "apikey": "the-apps-public-key", "authorization": "Bearer " + user_token(user),
                "content-type": "application/json", **headers,
            },
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read()
            return answer.status, json.loads(text) if text else None, answer.headers

    def test_every_version_gets_its_own_rows_sees_them_marked_and_joins_again(self):
        for version in VERSIONS:
            with self.subTest(version=version):
                user = "user-of-" + version
                app = App(version, realtime(self.host), user)
                try:
                    self.walk(app, version, user)
                except queue.Empty:
                    self.fail(f"nothing more came after {app.told}")
                finally:
                    app.stop()

    def walk(self, app, version, user):
        self.assertEqual(app.wait("state")[0]["state"], "SUBSCRIBED")
        if version not in {"2.0.6"}:
            system = app.wait("system")[0]["payload"]
            self.assertEqual([system["status"], system["extension"]], ["ok", "postgres_changes"])
        # Another's, and theirs: one row.
        self.post("somebody-else")
        escrow = self.post(user, "somebody-else")
        first = app.wait("change", 2)
        self.assertEqual({one["binding"] for one in first}, {"first INSERT", "first *"})
        data = first[0]["data"]
        self.assertEqual([data["schema"], data["table"], data["type"]], ["public", "notifications", "INSERT"])
        row = data["record"]
        self.assertEqual([row["user_id"], row["escrow_id"], row["is_read"]], [user, escrow, False])
        self.assertEqual(row["content"], "Your escrow ‘iPhone 15’ has been funded. Tap to accept.")
        self.assertIn("errors", data)
        self.assertIsNone(data["errors"])
        self.assertNotIn("old_record", data)
        # Marked over HTTP, as the app would, and seen as an update of the whole row.
        status, _, headers = self.rows("PATCH", "id=eq." + row["id"], user, {"is_read": True})
        self.assertEqual([status, headers["content-range"]], [204, "0-0/*"])
        update = [one["data"] for one in app.wait("change", 4)[2:]]
        self.assertEqual({one["type"] for one in update}, {"UPDATE"})
        self.assertEqual(update[0]["old_record"], {"id": row["id"]})
        self.assertEqual(update[0]["record"]["is_read"], True)
        self.assertEqual(update[0]["record"]["content"], row["content"])
        if version in JOIN_ONCE:
            return
        # Left and joined again at once: subscribed once, rows once.
        app.say("again")
        self.assertEqual(app.wait("state", of="second")[0]["state"], "SUBSCRIBED")
        self.post(user)
        seen = app.wait("change", 6)[4:]
        self.assertEqual({one["binding"] for one in seen}, {"second INSERT", "second *"})
        app.say("end")
        app.wait("end")
        self.assertEqual(len(app.wait("change", 6)), 6)

    def test_rows_are_listed_paged_counted_and_marked_as_postgrest_does(self):
        for _ in range(5):
            self.post("reader")
        # A feed is filled by a worker.
        while self.rows("HEAD", "select=id", "reader", prefer="count=exact")[2]["content-range"].split("/")[1] != "5":
            pass
        status, rows, headers = self.rows("GET", "select=id,is_read&order=created_at.desc&limit=2", "reader")
        self.assertEqual([status, len(rows), set(rows[0]), headers["content-range"]], [200, 2, {"id", "is_read"}, "0-1/*"])
        status, page, headers = self.rows(
            "GET", "select=id&order=created_at.desc&offset=2&limit=2", "reader", prefer="count=exact"
        )
        self.assertEqual([status, len(page), headers["content-range"]], [206, 2, "2-3/5"])
        self.assertFalse({row["id"] for row in rows} & {row["id"] for row in page})
        ids = ",".join(row["id"] for row in rows)
        status, marked, headers = self.rows(
            "PATCH", f"id=in.({ids})&select=id,is_read", "reader", {"is_read": True}, prefer="return=representation"
        )
        self.assertEqual([status, headers["content-range"]], [200, "0-1/*"])
        self.assertEqual({(row["id"], row["is_read"]) for row in marked}, {(row["id"], True) for row in rows})
        _, _, headers = self.rows("HEAD", "select=id&is_read=eq.false", "reader", prefer="count=exact")
        self.assertEqual(headers["content-range"], "0-2/3")
        # Nobody else's, whatever is asked for.
        _, others, _ = self.rows("GET", "select=id&user_id=eq.reader", "somebody-else")
        self.assertEqual(others, [])
        _, _, headers = self.rows("PATCH", "is_read=eq.false", "reader", {"is_read": True})
        self.assertEqual(headers["content-range"], "0-2/*")
        native = self.host.call("GET", "/v1/escrow/notifications", user_token("reader"))
        self.assertEqual(native["unreadCount"], 0)


if __name__ == "__main__":
    unittest.main()
