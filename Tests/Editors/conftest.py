"""A copy of the tenants for each test, the program, and a client that speaks to it."""
import os
import pathlib
import shutil
import subprocess

import pytest
from raw import Client

ROOT = pathlib.Path(__file__).resolve().parents[2]


def program():
    given = os.environ.get("CARILLON")
    if given:
        return given
    folder = subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()
    return f"{folder}/carillon"


PROGRAM = program()


@pytest.fixture
def tenants(tmp_path):
    folder = tmp_path / "tenants"
    shutil.copytree(ROOT / "tenants", folder)
    return folder


@pytest.fixture
def client():
    client = Client(PROGRAM)
    yield client
    client.process.kill()
    client.process.wait()
