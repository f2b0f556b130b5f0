"""The real host: SQLite, the sandbox, and what the demo posts.

`CARILLOND` is the program; without it, that of the debug build.
"""

import json
import os
import re
import shutil
import sys
import tempfile
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Tools"))

from outside import ROOT, end, launch, wait_for_line  # noqa: E402

PROGRAM = os.environ.get("CARILLOND", str(ROOT / ".build/debug/carillond"))


class Demo:
    """`carillond demo`, up to the links that it prints last: of the inbox by tenant, and into the studio for Ada and for Grace."""

    def __init__(self, tenants=ROOT / "tenants", options=()):
        self.folder = Path(tempfile.mkdtemp(prefix="carillon-demo-"))
        log = self.folder / "log"
        ports = [word for name in ("port", "admin-port", "sandbox-port") for word in (f"--{name}", "0")]
        self.process = launch([PROGRAM, "demo", "--tenants", tenants, *ports, *options], log)
        try:
            wait_for_line(self.process, log, "^Ctrl-C", 120)
        except BaseException:
            self.stop()
            raise
        self.output = log.read_text()
        self.links = dict(re.findall(r"^  (\w+) +(http://\S+&view=bell#code=\S+)$", self.output, re.MULTILINE))
        self.studio = re.findall(r"^  (http://\S+/studio#code=\S+)$", self.output, re.MULTILINE)

    def link(self, name, role):
        """A link into the studio for somebody else."""
        key = re.search(r"Bearer ([\w.-]+)[^\n]*/v1/tenants\b", self.output).group(1)
        origin, tenant = re.match(r"(http://[^/]+)/v1/([^/]+)/studio", self.studio[0]).groups()
        request = urllib.request.Request(
            f"{origin}/v1/tenants/{tenant}/studio/links", json.dumps({"name": name, "role": role}).encode(),
            {"Authorization": f"Bearer {key}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return origin + json.load(answer)["path"]

    def stop(self):
        if self.process.poll() is None:
            end(self.process)
        shutil.rmtree(self.folder, ignore_errors=True)
