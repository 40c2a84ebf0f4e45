"""The games of strangers, installed as packages in a folder of their own, and an arbiter that finds them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

from tests.outside.strangers import GAMES, HERE
from tests.play.court import Court

# As `pip install .` in a folder does it, but into another place, and without the network.
PIP = [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--no-build-isolation"]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with the three games."""
    sources, target = tmp_path_factory.mktemp("sources"), tmp_path_factory.mktemp("site")
    copies = [copytree(HERE / game.module, sources / game.module) for game in GAMES]  # a build leaves files behind
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    subprocess.run([*PIP, "--target", target, *copies], check=True, env=environment, timeout=600)
    return target


@pytest.fixture
def outside(court: Court, site: Path) -> Court:
    """Give a place to run arbiters that find the three games."""
    court.environment["PYTHONPATH"] = str(site)
    return court
