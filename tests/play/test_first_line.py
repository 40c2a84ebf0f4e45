"""A script whose first line keeps it from starting is told why: "no such file" of what is there says little."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

import pytest

from arbiter.games.players import PlayerError
from arbiter.host.guards import Guards
from arbiter.host.limits import Limits
from arbiter.play.player import Player


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"#!{sys.executable}\r\n", "ends with CR LF, as on Windows"),
        ("#! /usr/bin/no-python -u\n", "names /usr/bin/no-python, which is not there"),
    ],
    ids=["Windows", "elsewhere"],
)
def test_a_script_that_does_not_start_for_its_first_line_is_told_so(tmp_path: Path, line: str, why: str) -> None:
    script = tmp_path / "bot.py"
    script.write_text(f"{line}print(1)\n", newline="")
    script.chmod(0o755)
    with contextlib.closing(Guards()) as guards, pytest.raises(PlayerError) as caught:
        Player(str(script), Limits(), environment={"PATH": os.environ["PATH"]}, guards=guards).begin()
    assert caught.value.reason == f"{script}: No such file or directory; its first line {why}"
