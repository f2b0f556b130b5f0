"""Several hosts on one PostgreSQL database, as processes on this machine: the server, the hosts, and a load balancer."""

import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/Crash"), str(ROOT / "Tests/Tools")]

from place import OPERATOR_KEY  # noqa: E402
from programs import Client, Host, Lost, Unreachable  # noqa: E402
from outside import free_port  # noqa: E402

SCRIPT = ROOT / "Tests/Tools/cluster.sh"


class Database:
    """A PostgreSQL server in a temporary folder, with the database `carillon` ready for hosts."""

    def __init__(self, folder, settings=(), prefix=()):
        """`prefix` goes before the command that starts it, as `ip netns exec NAME` does."""
        self.folder = folder
        self.settings = settings
        self.prefix = prefix
        self.address = f"postgres://carillon_host@/carillon?host={folder}"
        self.administrator = f"postgres://postgres@/carillon?host={folder}"
        if port := dict(one.split("=", 1) for one in settings).get("port"):
            self.address += f"&port={port}"
            self.administrator += f"&port={port}"

    def start(self):
        run(*self.prefix, "bash", SCRIPT, "start", self.folder, *self.settings)
        self.watch()
        self.run("sql", self.folder, "CREATE DATABASE carillon")

    def follow(self, primary):
        """Starts it as a standby of another."""
        run(*self.prefix, "bash", SCRIPT, "standby", self.folder, primary.folder, *self.settings)
        self.watch()

    def watch(self):
        """It ends with us, also where we are killed."""
        self.run("watch", self.folder, os.getpid())

    def prepare(self, program):
        """Runs `carillond database prepare`."""
        run(program, "database", "prepare", "--database", self.administrator)

    @property
    def version(self):
        return self.ask("SHOW server_version", "postgres").split()[0]

    def execute(self, statement):
        """As its superuser, whom no policy binds."""
        self.ask(f"SET search_path = carillon; {statement}")

    def execute_for_tenants(self, statement):
        """For one tenant after the other; `statement` ends with a condition."""
        steps = f"PERFORM set_config('carillon.tenant', number::text, true); {statement} AND tenant = number;"
        self.execute(f"DO $$ DECLARE number int; BEGIN FOR number IN SELECT t.number FROM tenant t LOOP {steps} END LOOP; END $$")

    def ask(self, statement, database="carillon"):
        """→ what its superuser is answered."""
        return self.run("sql", self.folder, statement, database)

    def halt(self):
        """Ends it in the middle of everything."""
        self.run("halt", self.folder)

    def resume(self):
        run(*self.prefix, "bash", SCRIPT, "resume", self.folder)

    def remove(self):
        self.run("stop", self.folder)

    def kill(self):
        """Kills its first process; what that had started ends by itself."""
        os.kill(int((self.folder / "data/postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def let_in(self, *lines):
        """Puts lines before those by which it knows who may connect, and how."""
        file = self.folder / "data/pg_hba.conf"
        file.write_text("\n".join([*lines, file.read_text()]))
        self.ask("SELECT pg_reload_conf()")

    @staticmethod
    def run(*arguments):
        return run("bash", SCRIPT, *arguments)


class ClusterHost(Host):
    """One of the hosts, through any number of lives, always on the same port and under the same name."""

    # It knows the database's time to half of the time that asking takes, which is long where others use the processors.
    clock_error = 0.05

    def __init__(self, name, program, database, folder, tenants, secrets, egress, options=(), prefix=(), address=None):
        """`prefix` goes before its command; `address` is of the database, where it isn't the one by which others come."""
        self.name = name
        self.program = program
        self.database = database
        self.port = free_port()
        self.admin_port = free_port()
        self.log = folder / f"host-{name}.log"
        self.log.touch()
        self.lives = 0
        self.process = None
        self.command = [*prefix, str(program), "serve", "--database", address or database.address, "--host-name", name]
        self.command += ["--tenants", str(tenants), "--secrets", str(secrets), "--port", str(self.port)]
        self.command += ["--admin-port", str(self.admin_port), "--admin-key", OPERATOR_KEY, "--log-level", "notice", *options]
        for rule in dict.fromkeys(egress):
            self.command += ["--egress-map", rule]

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def last_line(self):
        """What its log says last."""
        return (self.last_life().strip().splitlines() or ["it logged nothing"])[-1]

    def command_line(self, *arguments):
        command = [self.program, *arguments, "--database", self.database.address, "--format", "json"]
        return json.loads(run(*command))


def hosts_as_seen_by(host):
    """Who works for whom, as this host's operator route says; → host's name → its tenants, and the tenants of nobody.

    None where it doesn't say."""
    try:
        status, answer, _ = host.operator("GET", "/v1/hosts")
    except (Unreachable, Lost):
        return None
    if status != 200:
        return None
    works = {one["name"]: {work["tenant"] for work in one["worksFor"]} for one in answer["hosts"]}
    return works, {lane["tenant"] for lane in answer.get("free", [])}


class Balancer:
    """A load balancer of the simplest kind: each connection goes to the next host that is ready, byte for byte.

    A host that answers nothing any more loses its connections, as one that is frozen would keep its callers waiting. While none is
    ready, callers are answered 503.
    """

    def __init__(self, hosts):
        self.hosts = hosts
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.listener.getsockname()[1]
        self.ready = []
        self.turn = 0
        self.lock = threading.Lock()
        # host's port → pairs of sockets
        self.pairs = {host.port: set() for host in hosts}
        self.is_closed = False
        for work in self.accept, *(self.watcher(host) for host in hosts):
            threading.Thread(target=work, daemon=True).start()

    def close(self):
        self.is_closed = True
        self.listener.close()

    def watcher(self, host):
        def watch():
            while not self.is_closed:
                self.note(host.port, health(host.port))
                time.sleep(0.3)

        return watch

    def note(self, port, status):
        with self.lock:
            if status == 200 and port not in self.ready:
                self.ready.append(port)
            elif status != 200 and port in self.ready:
                self.ready.remove(port)
            lost = list(self.pairs[port]) if status is None else []
        for pair in lost:
            end(*pair)

    def accept(self):
        while not self.is_closed:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        for port in self.next_ports():
            try:
                host = socket.create_connection(("127.0.0.1", port), timeout=2)
            except OSError:
                continue
            host.settimeout(None)
            pair = (client, host)
            with self.lock:
                self.pairs[port].add(pair)
            back = threading.Thread(target=pump, args=(host, client), daemon=True)
            back.start()
            pump(client, host)
            back.join()
            with self.lock:
                self.pairs[port].discard(pair)
            host.close()
            break
        else:
            refuse(client)
        client.close()

    def next_ports(self):
        with self.lock:
            self.turn += 1
            count = len(self.ready)
            return [self.ready[(self.turn + index) % count] for index in range(count)]


def health(port):
    """→ the status; None where no answer comes."""
    client = Client(port, timeout=4)
    try:
        return client.request("GET", "/health/ready")[0]
    except (Unreachable, Lost):
        return None
    finally:
        client.close()


def refuse(client):
    """Answers one request with 503."""
    try:
        client.settimeout(2)
        client.recv(1 << 16)
        client.sendall(b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    except OSError:
        pass
    end(client)


def pump(source, target):
    """Passes on what comes until it ends; then ends both."""
    try:
        while data := source.recv(1 << 16):
            target.sendall(data)
    except OSError:
        pass
    end(source, target)


def end(*sockets):
    for one in sockets:
        try:
            one.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def run(*command, may_fail=False):
    """→ what the program prints; where it fails, and may not, what it said is the error.

    Ctrl-C waits for its end: a server that is half started couldn't be ended."""
    command = list(map(str, command))
    pipe, none = subprocess.PIPE, subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=none, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    try:
        output, errors = process.communicate()
    except KeyboardInterrupt:
        process.communicate()
        raise
    if process.returncode != 0 and not may_fail:
        said = (errors + output).strip()
        raise RuntimeError(f"{' '.join(command)} ended with status {process.returncode}:\n{said}")
    return output.strip()
