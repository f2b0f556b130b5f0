"""`carillond` as processes: the host, which is killed, and the sandbox, which runs through."""

import http.client
import json
import re
import subprocess
import urllib.parse

# It finds the folder of `outside`, too.
from place import OPERATOR_KEY, SERVICE_KEY, user_token
from outside import end, free_port, launch, wait_for_line, wait_until


class Unreachable(Exception):
    """Nobody listens: the request was not sent."""


class Lost(Exception):
    """The connection broke before the answer was there: what became of the request isn't known."""


class Client:
    """HTTP with one connection kept open. For one thread."""

    def __init__(self, port, timeout=30):
        self.port = port
        self.timeout = timeout
        self.connection = None

    def request(self, method, path, body=None, bearer=None, content_type="application/json", cookie=None):
        """→ status, JSON, headers."""
        headers = {"content-type": content_type}
        if cookie:
            headers["cookie"] = cookie
        if bearer:
            headers["authorization"] = f"Bearer {bearer}"
        data = body if body is None or isinstance(body, str) else json.dumps(body)
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
            try:
                self.connection.connect()
            except OSError as error:
                self.connection = None
                raise Unreachable(str(error)) from error
        try:
            self.connection.request(method, path, data, headers)
            answer = self.connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text else None, dict(answer.getheaders())
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.close()
            raise Lost(repr(error)) from error

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def as_service(self, method, path, body=None):
        return self.request(method, path, body, SERVICE_KEY)

    def as_user(self, user, method, path, body=None):
        return self.request(method, path, body, user_token(user))


class Sandbox:
    def __init__(self, program, place, options=()):
        self.port = free_port()
        self.log = place.folder / f"sandbox-{self.port}.log"
        self.process = launch([program, "sandbox", "--port", self.port, *options], self.log)
        wait_for_line(self.process, self.log, "^A host uses it with", 30)
        self.smtp_port = self.port_after("smtp")
        self.smtps_port = self.port_after("smtps")
        self.client = Client(self.port)
        self.messages = []

    def port_after(self, scheme):
        return int(re.search(rf"\b{scheme}://[^ :]+:([0-9]+)", self.log.read_text()).group(1))

    def script(self, rules):
        status, answer, _ = self.client.request("POST", "/sandbox/script", {"rules": rules, "replace": True})
        assert status == 200, answer

    def collect(self):
        """Fetches what arrived since the last time: the sandbox keeps no more than ten thousand."""
        # It ends connections on which nothing is asked for a while.
        self.client.close()
        total = self.client.request("GET", "/sandbox/messages?limit=0")[1]["total"]
        missing = total - len(self.messages)
        if missing > 0:
            # More may have come meanwhile.
            answer = self.client.request("GET", f"/sandbox/messages?limit={missing + 1000}")[1]
            self.messages += [one for one in answer["messages"] if one["number"] > len(self.messages)]
        numbers = [one["number"] for one in self.messages]
        assert numbers == list(range(1, len(numbers) + 1)), "the sandbox kept fewer messages than arrived"
        return self.messages

    def end(self):
        """It takes its certificate with it, which it leaves where it is killed."""
        end(self.process, 20)


class Host:
    """The host on one folder, through any number of lives, always on the same port."""

    # Its clock is this machine's; instants are kept in whole milliseconds.
    clock_error = 0.002

    def __init__(self, program, place, egress, options=(), prefix=()):
        self.place = place
        self.port = free_port()
        self.admin_port = free_port()
        self.log = place.folder / "host.log"
        self.log.touch()
        self.lives = 0
        self.program = program
        self.process = None
        self.command = [*prefix, str(program), "serve", "--tenants", str(place.folder / "tenants"), "--data", str(place.data)]
        self.command += ["--secrets", str(place.folder / "secrets.json"), "--port", str(self.port)]
        self.command += ["--admin-port", str(self.admin_port), "--admin-key", OPERATOR_KEY, "--log-level", "notice", *options]
        for rule in dict.fromkeys(egress):
            self.command += ["--egress-map", rule]

    def start(self):
        # A test that failed half way may have left it running.
        if self.process and self.process.poll() is None:
            self.kill()
        self.lives += 1
        with self.log.open("a") as log:
            log.write(f"--- life {self.lives}\n")
        self.process = launch(self.command, self.log)

    def is_ready(self):
        """Whether requests are answered; ends the test where the program has ended."""
        if self.process.poll() is not None:
            raise RuntimeError(f"the host ended by itself with status {self.process.returncode}; see {self.log}")
        client = Client(self.port, timeout=10)
        try:
            return client.request("GET", "/health/ready")[0] == 200
        except (Unreachable, Lost):
            return False
        finally:
            client.close()

    def wait_until_ready(self, seconds=60):
        wait_until(self.is_ready, seconds, "the host's start", pause=0.01)

    def kill(self):
        """→ whether it was still running."""
        was_running = self.process.poll() is None
        self.process.kill()
        self.process.wait()
        return was_running

    def end(self):
        """→ the exit status after SIGTERM."""
        return end(self.process)

    def last_life(self):
        """What the log says since the last start."""
        return self.log.read_text().rpartition("--- life ")[2]

    def operator(self, method, path, body=None):
        client = Client(self.admin_port)
        try:
            return client.request(method, path, body, OPERATOR_KEY)
        finally:
            client.close()

    def command_line(self, *arguments):
        """Runs an operator's command, such as `devices`, on the same data; → its JSON."""
        command = [str(self.program), *arguments, "--data", str(self.place.data), "--format", "json"]
        result = subprocess.run(command, capture_output=True, text=True, check=True)
        return json.loads(result.stdout)


def quoted(text):
    return urllib.parse.quote(text, safe="")
