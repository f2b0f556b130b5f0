"""Lets pip install a checkout of this repository: as its wheel comes that of the release, and nothing is compiled.

So pre-commit, which installs a repository of hooks with `pip install .`, needs no Swift. The wheel is one of the files that
`make dist` makes. It is fetched from the releases of where the checkout is from, or from `CARILLON_ARCHIVES`, a folder or an
HTTPS address, and its sum is checked.

Source: PEP 517.
"""

import hashlib
import os
import pathlib
import re
import subprocess
import urllib.parse
import urllib.request

import wheel

root = pathlib.Path(__file__).resolve().parents[3]
instead = "carillon can also be put on the path, and be used by hooks with `language: system` (docs/guides/validate-in-ci.md)"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = wheel.name(version())
    place = archives()
    data = fetched(place, name)
    expected = [line.split()[0] for line in fetched(place, "SHA256SUMS").decode().splitlines() if line.split()[1:] == [name]]
    if expected != [hashlib.sha256(data).hexdigest()]:
        raise SystemExit(f"{name} of {place} isn't what SHA256SUMS there says")
    (pathlib.Path(wheel_directory) / name).write_bytes(data)
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("the source is the repository itself")


def version():
    """That of the sources beside this file."""
    text = (root / "Sources/CarillonModel/Release.swift").read_text(encoding="utf-8")
    return re.search(r'version = "([^"]+)"', text)[1]


def archives():
    """Where the files of this version's release are: a folder, or an address of HTTPS."""
    given = os.environ.get("CARILLON_ARCHIVES")
    if given:
        return given.rstrip("/")
    found = subprocess.run(["git", "-C", str(root), "remote", "get-url", "origin"], capture_output=True, text=True)
    page = web_page(found.stdout.strip())
    if not page:
        raise SystemExit(f"where the releases are isn't known: set CARILLON_ARCHIVES; {instead}")
    return f"{page}/releases/download/v{version()}"


def web_page(remote):
    """Of `https://host/owner/name.git`, `git@host:owner/name` or `ssh://git@host/owner/name` the first without its end, else None."""
    found = re.fullmatch(r"(?:https://(?:[^/@]*@)?|ssh://(?:[^/@]*@)?|[^/@]+@)([^/:]+(?::\d+)?)[/:](.+?)(?:\.git)?/?", remote)
    return f"https://{found[1]}/{found[2]}" if found else None


def fetched(place, name):
    if "://" not in place:
        path = pathlib.Path(place, name)
        if not path.is_file():
            raise SystemExit(f"there is no {name} in {place}; {instead}")
        return path.read_bytes()
    address = f"{place}/{urllib.parse.quote(name)}"
    if not address.startswith("https://"):
        raise SystemExit(f"{place} is no address of HTTPS")
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return answer.read()
    except OSError as error:
        raise SystemExit(f"{address} can't be fetched ({error}); {instead}") from None
