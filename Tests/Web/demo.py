"""The real host: SQLite, the sandbox, and what the demo posts.

`CARILLOND` is the program; without it, that of the debug build.
"""

import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("CARILLOND", str(ROOT / ".build/debug/carillond"))


class Demo:
    """`carillond demo`, up to the links that it prints last: of the inbox by tenant, and into the studio for Ada and for Grace."""

    def __init__(self, tenants=ROOT / "tenants"):
        ports = [word for name in ("port", "admin-port", "sandbox-port") for word in (f"--{name}", "0")]
        command = [PROGRAM, "demo", "--tenants", str(tenants), *ports]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.links, self.studio, self.output = {}, [], []
        for line in self.process.stdout:
            self.output.append(line)
            if found := re.match(r"  (\w+) +(http://\S+&view=bell#code=\S+)$", line):
                self.links[found[1]] = found[2]
            if found := re.match(r"  (http://\S+/studio#code=\S+)$", line):
                self.studio.append(found[1])
            if line.startswith("Ctrl-C"):
                break

    def stop(self):
        self.process.terminate()
        self.process.stdout.close()
        self.process.wait(20)
