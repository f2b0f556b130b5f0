"""The real host: SQLite, the sandbox, and what the demo posts.

`CARILLOND` is the program; without it, that of the debug build.
"""

import os
import re
import shutil
import sys
import tempfile
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

    def stop(self):
        if self.process.poll() is None:
            end(self.process)
        shutil.rmtree(self.folder, ignore_errors=True)
