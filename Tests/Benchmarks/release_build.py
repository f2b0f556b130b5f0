"""Release builds of our programs, for benchmarks in Python."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def release_build(product, variable):
    """The path of a program: what the environment names with `variable`, else a release build of `product`."""
    if variable in os.environ:
        return os.environ[variable]
    flags = ["--static-swift-stdlib", "-Xswiftc", "-cross-module-optimization"]
    build = ["swift", "build", "-c", "release", *flags, "--product", product]
    # As in the Makefile: without it everything is compiled anew by chance.
    environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
    subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, env=environment)
    folder = subprocess.run(build + ["--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True, env=environment)
    return str(Path(folder.stdout.strip()) / product)
