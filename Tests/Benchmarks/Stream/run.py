#!/usr/bin/env python3
"""Measures what idle streams cost: opens many, and reads the host's memory and processor time.

Release build; run by `make bench`, or alone:
    Tests/Benchmarks/Stream/run.py [--connections 5000] [--seconds 35] [--limit 200]
Fails where the streams cost more than the limit (MB beside what the host has without them), or one got no comment.
"""

import argparse, pathlib, resource, selectors, shutil, socket, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from processes import PROGRAM, lay_out, megabytes, processor_seconds, require, serving, token  # noqa: E402
from outside import await_ready, end, free_port, launch  # noqa: E402

TENANT = "escrow"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--connections", type=int, default=5000)
    options.add_argument("--seconds", type=int, default=35)
    options.add_argument("--limit", type=int, default=200)
    options.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    options = options.parse_args()
    require(options.program)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))

    folder = pathlib.Path(tempfile.mkdtemp(prefix="carillon-bench-"))
    port, admin_port = free_port(), free_port()
    lay_out(folder, TENANT)
    # All of them come from one address.
    limits = ["--rate-limits", "off", "--max-streams", options.connections]
    host = launch(serving(options.program, folder, port, admin_port, *limits), folder / "errors.log")
    sockets, got, comments = [], {}, {}
    selector = selectors.DefaultSelector()

    def read(timeout):
        for key, _ in selector.select(timeout):
            bytes = key.fileobj.recv(65536)
            if not bytes:
                sys.exit("a stream was closed: " + (folder / "errors.log").read_text())
            got[key.data] += bytes
            if b"\n:\n\n" in got[key.data][-64:] or got[key.data].endswith(b":\n\n\r\n"):
                comments[key.data] = comments.get(key.data, 0) + 1

    try:
        await_ready(f"http://127.0.0.1:{port}/health/ready", host)
        empty = megabytes(host.pid)
        began = time.time()
        for number in range(options.connections):
            connection = socket.create_connection(("127.0.0.1", port))
            connection.sendall((f"GET /v1/{TENANT}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n"
                                f"Authorization: Bearer {token(f'user-{number}')}\r\n\r\n").encode())
            sockets.append(connection)
            got[number] = b""
            selector.register(connection, selectors.EVENT_READ, number)
            read(0)
        while not all(b"unreadCount" in bytes for bytes in got.values()):
            if time.time() - began > 120:
                sys.exit("not every stream began: " + next(iter(got.values())).decode())
            read(1)
        opened = time.time() - began
        before, began = processor_seconds(host.pid), time.time()
        while time.time() - began < options.seconds:
            read(0.5)
        used = (processor_seconds(host.pid) - before) / (time.time() - began)
        now, most = megabytes(host.pid), megabytes(host.pid, "VmHWM")
        print(f"opened            {options.connections} streams in {opened:.1f} s")
        print(f"memory            {now:.0f} MB with them, {empty:.0f} MB without: {(now - empty) * 1024 / options.connections:.1f} KB each; at most {most:.0f} MB")
        print(f"processor         {used * 100:.1f} % of one core while idle")
        silent = options.connections - len(comments)
        if options.seconds > 16 and silent:
            sys.exit(f"{silent} streams got no comment")
        if most - empty > options.limit:
            sys.exit(f"{most - empty:.0f} MB for the streams is more than {options.limit} MB")
    finally:
        began = time.time()
        end(host, 20)
        print(f"stopped           in {time.time() - began:.1f} s, with the streams open")
        shutil.rmtree(folder, ignore_errors=True)


main()
