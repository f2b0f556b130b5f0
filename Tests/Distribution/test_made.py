"""What `make dist` has made: run as people would, in a root where nothing else is."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import time
import unittest

from case import Case, root  # It says where our modules are.

import wheel

made = os.environ.get("DISTRIBUTION")
# Runs what follows with mounts and processes of its own; without root, as root of a user namespace.
APART = ["unshare", "--mount", "--pid", "--fork", *([] if os.geteuid() == 0 else ["--map-root-user"])]
# Some containers let nobody do so.
can_be_apart = subprocess.run([*APART, "chroot", "/", "true"], capture_output=True).returncode == 0


@unittest.skipUnless(made, "nothing was made: `make dist-test`")
class Made(Case):
    def setUp(self):
        self.files = pathlib.Path(made)
        found = [re.fullmatch(r"carillon-(.+)-linux-x86_64\.tar\.gz", file.name) for file in self.files.iterdir()]
        self.version = next(name[1] for name in found if name)

    def unpacked(self, program="carillon"):
        folder = self.folder()
        with tarfile.open(self.files / f"{program}-{self.version}-linux-x86_64.tar.xz") as archive:
            archive.extractall(folder, filter="data")
        return folder / f"{program}-{self.version}"

    def empty_root(self, program):
        """A root that holds the program and one of our tenants, and nothing else."""
        if not can_be_apart:
            self.skipTest("this machine lets nobody change the root: unshare")
        folder = self.folder()
        shutil.copy2(program, folder / "carillon")
        (folder / "proc").mkdir()
        (folder / "home").mkdir()
        self.tenants(folder / "home")
        return folder

    def command(self, folder, words, proc=True):
        """A command line in that root; without `proc` there is no /proc in it."""
        script = 'cd "$1"; shift; chroot . /carillon "$@"'
        if proc:
            script = 'mount -t proc proc "$1/proc"; ' + script
        return [*APART, "sh", "-c", script, "sh", folder, *words]

    def inside(self, folder, words, status=0, text=None):
        return self.run_program(*self.command(folder, words), status=status, input=text, env={"PATH": os.environ["PATH"]})

    def try_all(self, folder):
        tenants = "/home/tenants"
        self.assertIn("1 tenant is valid", self.inside(folder, ["validate", "--strict", tenants]))
        self.inside(folder, ["test", tenants])
        shown = self.inside(folder, ["render", f"{tenants}/dossier", "assignment.created"])
        self.assertIn("New Assignment", shown)
        line = {"src": "{$t :time timeZone=|Asia/Tokyo|}", "params": {"t": {"instant": "2026-02-25T06:13:00Z"}}}
        self.assertIn("3:13", self.inside(folder, ["format"], text=json.dumps(line) + "\n"))
        self.inside(folder, ["new", "bakery", "--directory", tenants, "--time-zone", "Africa/Lagos"])
        self.inside(folder, ["validate", "--strict", tenants])
        path = folder / "home/tenants/dossier/templates/en.json"
        self.change(path, "New Assignment", "New {$nobody}")
        self.assertIn("T0205", self.inside(folder, ["validate", tenants], status=1))
        self.assertIn("T0205", self.inside(folder, ["explain", "T0205"]))
        self.inside(folder, ["validate", "/nowhere"], status=66)

    def test_sums_are_right(self):
        self.run_program("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=self.files)
        listed = {line.split()[1] for line in (self.files / "SHA256SUMS").read_text().splitlines()}
        self.assertEqual(listed | {"SHA256SUMS"}, {file.name for file in self.files.iterdir()})

    def test_the_program_needs_nothing(self):
        program = self.unpacked() / "bin/carillon"
        self.assertNotIn("INTERP", self.run_program("readelf", "--program-headers", program))
        self.assertIn("no dynamic section", self.run_program("readelf", "--dynamic", program))
        self.try_all(self.empty_root(program))

    def test_without_proc_it_says_what_is_missing(self):
        # Swift's runtime learns its arguments there; every container has it.
        folder = self.empty_root(self.unpacked() / "bin/carillon")
        done = subprocess.run(self.command(folder, ["validate", "/home/tenants"], proc=False), capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 134)
        self.assertIn("Swift runtime path", done.stderr)

    def test_it_tells_nothing_of_the_machine_that_built_it(self):
        data = (self.unpacked() / "bin/carillon").read_bytes()
        self.assertNotIn(str(root).encode(), data)
        self.assertNotIn(os.path.expanduser("~").encode() + b"/", data)

    def test_it_starts_at_once(self):
        program = self.unpacked() / "bin/carillon"
        best = min(self.timed(program, "--version") for _ in range(5))
        self.assertLess(best, 0.1)
        best = min(self.timed(program, "validate", root / "tenants") for _ in range(5))
        self.assertLess(best, 1)

    def timed(self, *command):
        start = time.monotonic()
        self.run_program(*command)
        return time.monotonic() - start

    def test_pages_and_scripts_are_those_of_the_program(self):
        folder = self.unpacked()
        self.assertEqual(self.run_program(folder / "bin/carillon", "--version").strip(), self.version)
        script = self.run_program(folder / "bin/carillon", "--generate-completion-script", "bash")
        self.assertEqual((folder / "share/bash-completion/completions/carillon").read_text(), script)
        self.assertIn(self.version.replace("-", "\\-"), (folder / "share/man/man1/carillon.1").read_text())

    def test_the_wheel_runs(self):
        place = self.folder() / "venv"
        self.run_program(sys.executable, "-m", "venv", place)
        self.run_program(place / "bin/pip", "install", "--quiet", "--no-index", "--disable-pip-version-check",
                         self.files / wheel.name(self.version))
        self.assertIn("valid", self.run_program(place / "bin/carillon", "validate", root / "tenants"))
        self.try_all(self.empty_root(place / "bin/carillon"))

    def test_the_image_runs(self):
        layout = self.folder()
        with tarfile.open(self.files / f"carillon-{self.version}-linux-x86_64.oci.tar") as archive:
            archive.extractall(layout, filter="data")
        bundle = self.folder() / "bundle"
        more = [] if os.geteuid() == 0 else ["--rootless"]
        self.run_program("umoci", "unpack", *more, "--image", f"{layout}:{self.version}", bundle)
        self.try_all(self.empty_root(bundle / "rootfs/carillon"))

    def test_the_host_s_archive_has_the_host(self):
        folder = self.unpacked("carillond")
        self.assertEqual(self.run_program(folder / "bin/carillond", "--version").strip(), self.version)
        self.assertIn("swift-nio", (folder / "share/doc/carillond/NOTICE").read_text())
        self.run_program(folder / "bin/carillond", "secrets", "init", "--tenants", root / "tenants", cwd=self.folder())

    def test_the_action_with_it_takes_less_than_five_seconds(self):
        work = self.folder()
        shutil.copytree(root / "tenants", work / "tenants")
        output = work / "output"
        environment = {"PATH": os.environ["PATH"], "GITHUB_ACTION_PATH": str(root / ".github/actions/carillon"),
                       "GITHUB_OUTPUT": str(output), "RUNNER_TEMP": str(work), "CARILLON_ARCHIVES": str(self.files)}
        start = time.monotonic()
        self.run_program("bash", root / ".github/actions/carillon/program.sh", cwd=work, env=environment)
        environment["CARILLON"] = output.read_text().splitlines()[0].split("=", 1)[1]
        self.run_program("bash", root / ".github/actions/carillon/check.sh", cwd=work, env=environment)
        self.assertLess(time.monotonic() - start, 5)


if __name__ == "__main__":
    unittest.main()
