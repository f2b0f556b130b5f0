"""What these tests share: the built program, folders that go away, and programs that are run."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "Plugins/Commands/Distribution"))

program = pathlib.Path(os.environ["CARILLON"]).resolve()
# Noon on 1 January 2026.
moment = 1_767_268_800


class Case(unittest.TestCase):
    maxDiff = None

    def folder(self):
        path = tempfile.mkdtemp(prefix="carillon-")
        self.addCleanup(shutil.rmtree, path, ignore_errors=True)
        return pathlib.Path(path)

    def run_program(self, *command, status=0, **options):
        """What it printed; the test fails where its status is another."""
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300, **options)
        self.assertEqual(done.returncode, status, f"{command}\n{done.stdout}\n{done.stderr}")
        return done.stdout + done.stderr

    def stand_in(self, name="carillon"):
        """A program that is quickly packed; under another name it says that this is its own."""
        path = self.folder() / name
        renamed = f'"{program}" "$@" | sed "s/\\"carillon\\"/\\"{name}\\"/"'
        path.write_text("#!/bin/sh\n" + (f'exec "{program}" "$@"' if name == program.name else renamed) + "\n")
        path.chmod(0o755)
        return path

    def packages(self):
        """As SwiftPM has them, with one that has a licence and a notice."""
        folder = self.folder()
        (folder / "somebodys-package").mkdir()
        (folder / "somebodys-package/LICENSE.txt").write_text("You may.\n")
        (folder / "somebodys-package/NOTICE.txt").write_text("By somebody.\n")
        return folder

    def distribution(self, *more, **options):
        """A folder made of stand-ins."""
        output = self.folder()
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(moment), **options.pop("environment", {})}
        self.run_program(
            root / "Plugins/Commands/Distribution/distribute.py", "--carillon", options.pop("carillon", None) or self.stand_in(),
            "--carillon-checkouts", options.pop("packages", None) or self.packages(), "--output", output, *more,
            env=environment, **options)
        return output

    def tenants(self, folder, tenant="dossier"):
        """A copy of one of ours, in a folder `tenants`."""
        shutil.copytree(root / "tenants" / tenant, folder / "tenants" / tenant)
        return folder / "tenants" / tenant

    def change(self, path, old, new):
        text = path.read_text(encoding="utf-8")
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def repository(self, folder):
        """Puts what is in the folder into a commit."""
        for arguments in (["init", "--quiet", "-b", "main"], ["add", "."],
                          ["-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "Begin"]):
            self.run_program("git", "-C", folder, *arguments)
