"""A Python wheel that holds only a program, so that pip, pipx, uvx and pre-commit install it like any other.

Source: the binary distribution format of the Python Packaging User Guide (PEP 427), versions of PEP 440.
"""

import base64
import hashlib
import io
import re
import time
import zipfile

# `carillon` is somebody else's name on the public index.
distribution = "carillon_cli"
# Linked statically, the program runs on any Linux of this processor.
tag = "py3-none-manylinux_2_17_x86_64"


def python_version(version):
    """Of `1.2.0-rc.1` it is `1.2.0rc1`; ValueError for a version that Python can't order."""
    found = re.fullmatch(r"(\d+\.\d+\.\d+)(?:-(alpha|beta|rc)\.?(\d+))?", version)
    if not found:
        raise ValueError(f"{version} has no form in Python")
    number, stage, count = found.groups()
    return number + ({"alpha": "a", "beta": "b", "rc": "rc"}[stage] + count if stage else "")


def name(version):
    return f"{distribution}-{python_version(version)}-{tag}.whl"


def metadata(version):
    return (
        "Metadata-Version: 2.1\n"
        f"Name: {distribution.replace('_', '-')}\n"
        f"Version: {python_version(version)}\n"
        "Summary: Write, prove and preview the tenants of a Carillon host.\n"
        "License: MIT, and those of the parts in it\n"
        "Requires-Python: >=3.8\n"
        "\n"
        "The program `carillon`, which needs nothing beside it. Nothing here is written in Python.\n"
    )


def wheel(program, licences, version, moment):
    """The wheel's bytes. `licences` are entries of archives; times are `moment`, in seconds since 1970."""
    info = f"{distribution}-{python_version(version)}.dist-info"
    data = f"{distribution}-{python_version(version)}.data"
    files = [(f"{data}/scripts/carillon", program, 0o755)]
    files += [(f"{info}/licenses/{entry.path}", entry.data, 0o644) for entry in licences]
    files += [
        (f"{info}/METADATA", metadata(version).encode(), 0o644),
        (f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: carillon\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
         0o644),
    ]
    # Each file's digest, and the record itself without one.
    record = "".join(f"{path},sha256={digest(content)},{len(content)}\n" for path, content, _ in files)
    files.append((f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode(), 0o644))

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content, mode in files:
            # Archives of this kind know no time before 1980.
            entry = zipfile.ZipInfo(path, time.gmtime(max(moment, 315_532_800))[:6])
            entry.create_system = 3
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return buffer.getvalue()


def digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
