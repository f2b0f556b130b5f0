"""Network namespaces, each with one link to ours that can be cut: silently, in either direction, for what is under way and what comes."""

import ctypes
import os
import socket
import subprocess
import sys
import threading

from cluster import pump, run

CLONE_NEWNET = 0x40000000
# Nobody has it: what is sent there arrives and is for another machine.
NOBODY = "02:00:00:00:00:99"
IS_ALONE = "CARILLON_CLUSTER_ALONE"


def enter_namespace():
    """Starts this program again in namespaces of its own for network and mounts, where it may have them.

    There every port is free, and what is made in them is gone with the last process. PostgreSQL doesn't run as a root that only
    a namespace knows: so this takes the real one."""
    if os.environ.get(IS_ALONE) or os.getuid() != 0:
        return
    if subprocess.run(["unshare", "-mn", "ip", "netns", "list"], capture_output=True).returncode != 0:
        return
    os.environ[IS_ALONE] = "1"
    os.execvp("unshare", ["unshare", "-mn", sys.executable, *sys.argv])


def prepare_namespace():
    if not has_namespace():
        return
    run("ip", "link", "set", "lo", "up")
    os.makedirs("/run/netns", exist_ok=True)
    run("mount", "-t", "tmpfs", "carillon", "/run/netns")


def has_namespace():
    return os.environ.get(IS_ALONE) == "1"


class Cell:
    """A namespace. `here` is our address on the link to it, `there` its own."""

    def __init__(self, number):
        self.name = f"cell-{number}"
        self.here, self.there = f"10.213.{number}.1", f"10.213.{number}.2"
        self.device = f"link-{number}"
        # What has a process run in it.
        self.prefix = ["ip", "netns", "exec", self.name]
        run("ip", "netns", "add", self.name)
        run("ip", "link", "add", self.device, "type", "veth", "peer", "name", "out", "netns", self.name)
        run("ip", "addr", "add", f"{self.here}/30", "dev", self.device)
        run("ip", "link", "set", self.device, "up")
        self.inside("addr", "add", f"{self.there}/30", "dev", "out")
        self.inside("link", "set", "out", "up")
        self.inside("link", "set", "lo", "up")
        self.listeners = []

    def inside(self, *arguments):
        run("ip", "-n", self.name, *arguments)

    def cut(self, inwards=True, outwards=True):
        if inwards:
            run("ip", "neigh", "replace", self.there, "lladdr", NOBODY, "dev", self.device, "nud", "permanent")
        if outwards:
            self.inside("neigh", "replace", self.here, "lladdr", NOBODY, "dev", "out", "nud", "permanent")

    def mend(self):
        run("ip", "neigh", "flush", "dev", self.device, "nud", "permanent")
        self.inside("neigh", "flush", "dev", "out", "nud", "permanent")

    def remove(self):
        for listener in self.listeners:
            listener.close()
        run("ip", "netns", "del", self.name, may_fail=True)
        run("ip", "link", "del", self.device, may_fail=True)

    # Beside the link, for what isn't cut

    def let_in(self, port):
        """Whoever connects to the port here comes to the same port there."""
        self.pass_on(socket.create_server(("127.0.0.1", port), backlog=128), lambda: self.enter(lambda: connect(port)))

    def let_out(self, port):
        """Whoever connects to the port there comes to the same port here."""
        listener = self.enter(lambda: socket.create_server(("127.0.0.1", port), backlog=128))
        self.pass_on(listener, lambda: connect(port))

    def enter(self, make):
        """Runs `make` in the namespace, on a thread of its own; → what it makes, None where it can't."""
        made = []

        def work():
            with open(f"/run/netns/{self.name}") as namespace:
                if ctypes.CDLL(None, use_errno=True).setns(namespace.fileno(), CLONE_NEWNET) != 0:
                    raise OSError(ctypes.get_errno(), "no network namespace can be entered")
            made.append(make())

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        thread.join()
        return made[0] if made else None

    def pass_on(self, listener, open_other):
        self.listeners.append(listener)

        def accept():
            while True:
                try:
                    client = listener.accept()[0]
                except OSError:
                    return
                threading.Thread(target=serve, args=(client,), daemon=True).start()

        def serve(client):
            other = open_other()
            if other is not None:
                threading.Thread(target=pump, args=(other, client), daemon=True).start()
                pump(client, other)
            client.close()

        threading.Thread(target=accept, daemon=True).start()


def connect(port):
    """→ None where nobody listens."""
    try:
        connection = socket.create_connection(("127.0.0.1", port), timeout=5)
    except OSError:
        return None
    connection.settimeout(None)
    return connection
