"""The licences of what is in a program, beside our own."""

import pathlib
import shutil

from archive import Entry

root = pathlib.Path(__file__).resolve().parents[3]

notice = """\
{program} {version} is under the MIT licence, which is LICENSE beside this file. In the program are also:

- language data of the Unicode Common Locale Data Repository, under LICENSE-Unicode-3.0.txt
- rules of the IANA time zone database, which is in the public domain
{parts}
What is under the GNU Lesser General Public License may be replaced: the sources of {program} are published with how it is
linked (`make dist`), so that you can link it with another version of that library.
"""


def entries(program, version, checkouts, is_static):
    """LICENSE, NOTICE and every other text, for a folder of an archive.

    `checkouts` is where SwiftPM has the packages that the program was built with; `is_static` says that the C library is in it.
    """
    found = [
        ("LICENSE", root / "LICENSE"),
        ("LICENSE-Unicode-3.0.txt", root / "Plugins/Commands/LanguageTables/Data/LICENSE-Unicode-3.0.txt"),
        ("LICENSE-Swift.txt", toolchain() / "share/swift/LICENSE.txt"),
    ]
    parts = ["the Swift standard library and runtime, under LICENSE-Swift.txt"]
    for package in sorted(folder for folder in pathlib.Path(checkouts).iterdir() if folder.is_dir()):
        texts = sorted(path for kind in ("LICENSE", "NOTICE") for path in package.glob(f"{kind}*") if path.is_file())
        if not any(path.name.startswith("LICENSE") for path in texts):
            raise SystemExit(f"{package.name} has no licence")
        names = [f"{path.stem}-{package.name}.txt" for path in texts]
        found += zip(names, texts)
        parts.append(f"{package.name}, under {' with '.join(names)}")
    if is_static:
        found += [
            ("LICENSE-glibc.txt", pathlib.Path("/usr/share/doc/libc6/copyright")),
            ("LICENSE-LGPL-2.1.txt", pathlib.Path("/usr/share/common-licenses/LGPL-2.1")),
            ("LICENSE-libstdc++.txt", pathlib.Path("/usr/share/doc/libstdc++6/copyright")),
        ]
        parts += [
            "the GNU C library, under LICENSE-glibc.txt and LICENSE-LGPL-2.1.txt",
            "the GNU C++ library, under LICENSE-libstdc++.txt, with the GCC Runtime Library Exception",
        ]
    lines = "".join(f"- {part}\n" for part in parts)
    text = notice.format(program=program, version=version, parts=lines)
    if not is_static:
        text = text[:text.index("\nWhat is under the GNU")]
    return [Entry("NOTICE", text.encode())] + [Entry(name, path.read_bytes()) for name, path in sorted(found)]


def toolchain():
    """The folder with `bin` and `share` of the Swift that builds."""
    return pathlib.Path(shutil.which("swift")).resolve().parents[1]
