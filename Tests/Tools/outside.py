"""What tests and benchmarks in Python have in common that look at our programs from outside: processes, requests, tokens, waiting."""

import base64
import hashlib
import hmac
import json
import pathlib
import re
import signal
import socket
import subprocess
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_until(condition, seconds, what, pause=0.02):
    """→ what `condition` says, as soon as that is true."""
    deadline = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what}: not within {seconds} s")
        time.sleep(pause)


def launch(command, log=None):
    """Starts a program, whose words may be paths and numbers; what it prints is added to the file `log`, or else dropped.

    Ctrl-C is for us: whoever started it ends it.
    """
    command = [str(word) for word in command]
    if log is None:
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    with open(log, "ab") as file:
        return subprocess.Popen(command, stdout=file, stderr=file, start_new_session=True)


def end(process, seconds=30, by=signal.SIGTERM):
    """Asks a program to end, as an operator does; → its status. One that doesn't end is killed, and the test with it."""
    process.send_signal(by)
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise


def wait_for_line(process, log, pattern, seconds=60):
    """→ the match of a regular expression in what a program has printed, as soon as it has."""
    def found():
        # Before the log is read: its last lines count, too.
        status = process.poll()
        match = re.search(pattern, log.read_text(errors="replace"), re.MULTILINE)
        if not match and status is not None:
            raise RuntimeError(f"{process.args[0]} ended with status {status}:\n{log.read_text(errors='replace')[-4000:]}")
        return match

    return wait_until(found, seconds, f"{pattern} in {log}")


def request(method, url, bearer=None, body=None, headers=(), seconds=30):
    """→ the answer's JSON; None where it has no content."""
    sent = {"content-type": "application/json", **dict(headers)}
    if bearer:
        sent["authorization"] = f"Bearer {bearer}"
    data = json.dumps(body).encode() if body is not None else None
    with urllib.request.urlopen(urllib.request.Request(url, data, sent, method=method), timeout=seconds) as answer:
        return json.loads(answer.read() or b"null")


def await_ready(url, process, pause=0.05, seconds=60):
    """→ what stands at `url`, as soon as the process answers there."""
    def answer():
        if process.poll() is not None:
            raise RuntimeError(f"{' '.join(process.args[:2])} ended with status {process.returncode}")
        try:
            # Nothing that is true is missing then, whatever the answer is.
            return [request("GET", url)]
        except OSError:
            return None

    return wait_until(answer, seconds, f"an answer at {url}", pause)[0]


def url_base64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def signed_token(key, claims, seconds=86_400):
    """What a tenant's login gives a user, signed with HS256 and good for so long."""
    claims = claims | {"exp": int(time.time()) + seconds}
    head = ".".join(url_base64(json.dumps(part).encode()) for part in ({"alg": "HS256", "typ": "JWT"}, claims))
    return head + "." + url_base64(hmac.new(key.encode(), head.encode(), hashlib.sha256).digest())
