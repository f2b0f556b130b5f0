"""What the packed files are like, seen with stand-ins for the programs."""

import base64
import csv
import hashlib
import io
import json
import os
import shutil
import stat
import subprocess
import sys
import tarfile
import unittest
import zipfile

from case import Case, moment, program, root  # It says where our modules are.

import wheel


class Packing(Case):
    @classmethod
    def setUpClass(cls):
        cls.version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()

    def test_the_same_contents_give_the_same_bytes(self):
        tool = self.stand_in()
        first = self.distribution(carillon=tool)
        os.utime(tool, (1, 1))
        tool.chmod(0o711)
        second = self.distribution(carillon=tool, cwd=self.folder(), environment={"TZ": "Asia/Tokyo", "LC_ALL": "C"}, umask=0o077)
        names = sorted(file.name for file in first.iterdir())
        self.assertEqual(len(names), 5)
        self.assertEqual(names, sorted(file.name for file in second.iterdir()))
        for name in names:
            self.assertEqual((first / name).read_bytes(), (second / name).read_bytes(), name)
        later = self.distribution(carillon=tool, environment={"SOURCE_DATE_EPOCH": str(moment + 86_400)})
        self.assertNotEqual((first / "SHA256SUMS").read_bytes(), (later / "SHA256SUMS").read_bytes())

    def test_sums_are_right_and_a_changed_file_is_noticed(self):
        folder = self.distribution()
        self.run_program("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=folder)
        with (folder / f"carillon-{self.version}-linux-x86_64.tar.gz").open("ab") as file:
            file.write(b"\0")
        self.run_program("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=folder, status=1)

    def test_an_archive_tells_nothing_of_the_machine(self):
        folder = self.distribution()
        listings = []
        for kind in ("gz", "xz"):
            with tarfile.open(folder / f"carillon-{self.version}-linux-x86_64.tar.{kind}") as archive:
                members = archive.getmembers()
                contents = {member.name: archive.extractfile(member).read() for member in members if member.isfile()}
            listings.append(contents)
            names = [member.name for member in members]
            self.assertEqual(names, sorted(names))
            for member in members:
                self.assertEqual((member.uid, member.gid, member.uname, member.gname, member.mtime), (0, 0, "", "", moment))
                self.assertIn(member.mode, (0o755, 0o644), member.name)
                self.assertEqual(member.mode == 0o755, member.isdir() or member.name.endswith("bin/carillon"), member.name)
        self.assertEqual(listings[0], listings[1])
        place = f"carillon-{self.version}"
        for path in ["bin/carillon", "share/man/man1/carillon.1", "share/man/man1/carillon-validate.1",
                     "share/bash-completion/completions/carillon", "share/zsh/site-functions/_carillon",
                     "share/fish/vendor_completions.d/carillon.fish", "share/doc/carillon/LICENSE",
                     "share/doc/carillon/LICENSE-Unicode-3.0.txt", "share/doc/carillon/LICENSE-LGPL-2.1.txt"]:
            self.assertTrue(contents[f"{place}/{path}"], path)
        notice = contents[f"{place}/share/doc/carillon/NOTICE"].decode()
        self.assertIn("somebodys-package, under LICENSE-somebodys-package.txt with NOTICE-somebodys-package.txt", notice)
        self.assertEqual(contents[f"{place}/share/doc/carillon/LICENSE-somebodys-package.txt"], b"You may.\n")
        # Of what the notice names, the text is there.
        for word in notice.replace(",", " ").split():
            if word.startswith("LICENSE-"):
                self.assertIn(f"{place}/share/doc/carillon/{word.rstrip('.')}", contents)

    def test_a_package_without_a_licence_is_not_packed(self):
        packages = self.packages()
        (packages / "somebodys-package/LICENSE.txt").unlink()
        with self.assertRaisesRegex(AssertionError, "somebodys-package has no licence"):
            self.distribution(packages=packages)

    def test_the_host_is_packed_with_its_own(self):
        folder = self.distribution("--carillond", self.stand_in("carillond"), "--carillond-checkouts", self.packages())
        with tarfile.open(folder / f"carillond-{self.version}-linux-x86_64.tar.xz") as archive:
            names = archive.getnames()
            notice = archive.extractfile(f"carillond-{self.version}/share/doc/carillond/NOTICE").read().decode()
        self.assertIn(f"carillond-{self.version}/bin/carillond", names)
        self.assertIn(f"carillond-{self.version}/share/doc/carillond/examples/carillond.service", names)
        self.assertIn(f"carillond-{self.version}/share/man/man1/carillond.1", names)
        # It is linked with the system's C library.
        self.assertNotIn("LGPL", notice)
        self.assertFalse(notice.endswith("\n\n"))

    def test_the_wheel_is_installed_as_a_program(self):
        folder = self.distribution()
        path = folder / wheel.name(self.version)
        with zipfile.ZipFile(path) as archive:
            self.assertIsNone(archive.testzip())
            names = archive.namelist()
            record = next(name for name in names if name.endswith("/RECORD"))
            rows = list(csv.reader(io.StringIO(archive.read(record).decode())))
            self.assertEqual([row[0] for row in rows], names)
            for name, digest, size in rows:
                if name != record:
                    data = archive.read(name)
                    expected = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                    self.assertEqual((digest, size), (f"sha256={expected}", str(len(data))), name)
            script = archive.getinfo(next(name for name in names if name.endswith("scripts/carillon")))
            self.assertEqual(script.external_attr >> 16, stat.S_IFREG | 0o755)
        place = self.folder() / "venv"
        self.run_program(sys.executable, "-m", "venv", place)
        self.run_program(place / "bin/pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", path)
        self.assertEqual(self.run_program(place / "bin/carillon", "--version").strip(), self.version)
        self.run_program(place / "bin/pip", "uninstall", "--quiet", "--yes", "carillon-cli")
        self.assertFalse((place / "bin/carillon").exists())

    def test_versions_are_written_as_python_orders_them(self):
        for version, expected in [("1.2.3", "1.2.3"), ("1.2.3-rc.1", "1.2.3rc1"), ("1.2.3-beta.12", "1.2.3b12")]:
            self.assertEqual(wheel.python_version(version), expected)
        for version in ["1.2", "1.2.3-nightly", "1.2.3\n"]:
            self.assertRaises(ValueError, wheel.python_version, version)

    def test_the_image_is_what_its_digests_say(self):
        folder = self.distribution()
        path = folder / f"carillon-{self.version}-linux-x86_64.oci.tar"
        place = self.folder()
        with tarfile.open(path) as archive:
            archive.extractall(place, filter="data")

        def blob(described):
            kind, digest = described["digest"].split(":")
            data = (place / "blobs" / kind / digest).read_bytes()
            self.assertEqual((hashlib.sha256(data).hexdigest(), len(data)), (digest, described["size"]))
            return data

        index = json.loads((place / "index.json").read_bytes())
        manifest = json.loads(blob(index["manifests"][0]))
        configuration = json.loads(blob(manifest["config"]))
        layers = [blob(layer) for layer in manifest["layers"]]
        self.assertEqual(configuration["config"]["Entrypoint"], ["/carillon"])
        with tarfile.open(fileobj=io.BytesIO(layers[0])) as layer:
            self.assertEqual(layer.getmember("carillon").mode, 0o755)
            self.assertIn("share/doc/carillon/NOTICE", layer.getnames())
        if shutil.which("umoci"):
            bundle = self.folder() / "bundle"
            more = [] if os.geteuid() == 0 else ["--rootless"]
            self.run_program("umoci", "unpack", *more, "--image", f"{place}:{self.version}", bundle)
            self.assertTrue(os.access(bundle / "rootfs/carillon", os.X_OK))
            arguments = json.loads((bundle / "config.json").read_text())["process"]
            self.assertEqual((arguments["args"], arguments["cwd"]), (["/carillon"], "/work"))


if __name__ == "__main__":
    unittest.main()
