#!/usr/bin/env python3
"""Packs built programs for those who have no Swift: archives, a Python wheel, a container image, and the sums of all.

The same programs and the same commit give the same bytes: `SOURCE_DATE_EPOCH`, or else the commit's date, is on everything.
"""

import argparse
import dataclasses
import hashlib
import json
import os
import pathlib
import platform
import subprocess

import archive
import image
import licences
import manual
import wheel

root = pathlib.Path(__file__).resolve().parents[3]
completions = {
    "bash": "share/bash-completion/completions/{}",
    "fish": "share/fish/vendor_completions.d/{}.fish",
    "zsh": "share/zsh/site-functions/_{}",
}


@dataclasses.dataclass
class Program:
    """A built program, and what it says about itself."""

    path: pathlib.Path
    checkouts: pathlib.Path
    is_static: bool

    @property
    def name(self):
        return self.path.name

    def output(self, *arguments):
        return subprocess.run([self.path.resolve(), *arguments], check=True, capture_output=True, text=True).stdout

    def version(self):
        return self.output("--version").strip()

    def licences(self):
        return licences.entries(self.name, self.version(), self.checkouts, self.is_static)

    def documents(self, moment):
        """What lies below `/usr/local` beside the program."""
        entries = [under(f"share/doc/{self.name}", entry) for entry in self.licences()]
        for shell, path in completions.items():
            script = self.output("--generate-completion-script", shell)
            entries.append(archive.Entry(path.format(self.name), script.encode()))
        tool = json.loads(self.output("--experimental-dump-help"))
        more = json.loads(self.output("dump-manual")) if manual.says_more(tool) else None
        for name, text in manual.pages(tool, self.version(), moment, more).items():
            entries.append(archive.Entry(f"share/man/man1/{name}", text.encode()))
        return entries


def under(folder, entry):
    return dataclasses.replace(entry, path=f"{folder}/{entry.path}")


def archives(program, version, moment, more=()):
    """Both archives by name; in them is one folder, whose contents belong below `/usr/local`."""
    entries = [archive.Entry(f"bin/{program.name}", program.path.read_bytes(), is_program=True)]
    entries += program.documents(moment) + list(more)
    data = archive.tar([under(f"{program.name}-{version}", entry) for entry in entries], moment)
    name = f"{program.name}-{version}-linux-{platform.machine()}.tar"
    return {f"{name}.gz": archive.gzipped(data), f"{name}.xz": archive.xzipped(data)}


def service_files():
    """What a host is run with, from our own guide."""
    folder = root / "docs/guides/deploy"
    files = sorted(file for file in folder.iterdir() if file.suffix in {".service", ".timer", ".conf"})
    return [archive.Entry(f"share/doc/carillond/examples/{file.name}", file.read_bytes()) for file in files]


def moment():
    given = os.environ.get("SOURCE_DATE_EPOCH")
    return int(given or subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=root, check=True, capture_output=True, text=True).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--carillon", type=pathlib.Path, required=True, help="the program, linked statically")
    parser.add_argument("--carillon-checkouts", type=pathlib.Path, required=True, help="the packages it was built with")
    parser.add_argument("--carillond", type=pathlib.Path, help="the host's program")
    parser.add_argument("--carillond-checkouts", type=pathlib.Path, help="the packages it was built with")
    parser.add_argument("--output", type=pathlib.Path, required=True, help="a folder; files of the same names are replaced")
    chosen = parser.parse_args()
    if platform.machine() != "x86_64":
        parser.error("wheel and image are named for x86-64, so they are made there")

    when = moment()
    tool = Program(chosen.carillon, chosen.carillon_checkouts, is_static=True)
    version = tool.version()
    files = archives(tool, version, when)
    data = tool.path.read_bytes()
    files[wheel.name(version)] = wheel.wheel(data, tool.licences(), version, when)
    documents = [under("share/doc/carillon", entry) for entry in tool.licences()]
    files[f"carillon-{version}-linux-{platform.machine()}.oci.tar"] = image.image(data, documents, version, when)
    if chosen.carillond:
        host = Program(chosen.carillond, chosen.carillond_checkouts, is_static=False)
        if host.version() != version:
            parser.error(f"carillon is {version}, carillond {host.version()}")
        files |= archives(host, version, when, service_files())

    sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(files.items()))
    files["SHA256SUMS"] = sums.encode()
    chosen.output.mkdir(parents=True, exist_ok=True)
    for name, content in sorted(files.items()):
        (chosen.output / name).write_bytes(content)
        print(f"{len(content):>11,}  {name}")


if __name__ == "__main__":
    main()
