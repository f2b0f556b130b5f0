"""Release builds of our programs, for benchmarks in Python."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def release_build(product, variable):
    """The path of a program: what the environment names with `variable`, else a release build of `product`."""
    if variable in os.environ:
        return os.environ[variable]
    subprocess.run(["make", "--silent", f"release-{product}"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    ask = ["swift", "build", "-c", "release", "--show-bin-path"]
    folder = subprocess.run(ask, cwd=ROOT, check=True, capture_output=True, text=True)
    return str(Path(folder.stdout.strip()) / product)
