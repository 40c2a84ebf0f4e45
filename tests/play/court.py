"""Helpers: run the arbiter as a user does, in a process of its own, and look for what it leaves behind."""

from __future__ import annotations

import base64
import dataclasses
import functools
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

PLAYERS = Path(__file__).parent.parent / "players"
HANG_S = 120
"""No test waits longer than this for anything; reached only when something hangs."""
CORES = len(os.sched_getaffinity(0))
TWO_CORES = pytest.mark.skipif(CORES < 2, reason="two games at once need two cores")


def python(script: str, *words: str) -> str:
    """Give the command line of a player written in Python."""
    return shlex.join([sys.executable, str(PLAYERS / script), *words])


def compile_player(name: str, folder: Path) -> str:
    """Compile a player written in C; give its path."""
    program = folder / name
    program.write_bytes(_compiled(name))
    program.chmod(0o755)
    return str(program)


@functools.cache
def _compiled(name: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / name
        source = str(PLAYERS / f"{name}.c")
        command = ["cc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-o", str(program), source]
        subprocess.run(command, check=True)
        return program.read_bytes()


def told(errors: str) -> str:
    """Give standard error without what it says, in lines of their own, of a machine where namespaces are refused, and
    of players that lie in one folder.
    """
    aside = r"^arbiter: (this machine cannot shut programs in completely; |.* may read of .* lies there\b.*; ).*\n"
    return re.sub(aside, "", errors, flags=re.MULTILINE)


def sheets(page: str) -> list[list[list[str]]]:
    """Give the boards that a page shows as text, of each game, in rows, the top one first: counts as its style says."""
    rules = {
        (name, letter): (variable, (counter, int(number)))
        for name, letter, variable, counter, number in re.findall(
            r"\.sheet \[(\w+)\*=\"(.)\"\]\{--(\d+):(s\d+) (\d+)\}", page
        )
    }
    (changes,) = re.findall(r"counter-set: (.*?);", page)
    variables = re.findall(r"var\(--(\d+),\)", changes)
    (symbols,) = re.findall(r"system: cyclic; symbols: (.*?);", page)
    pieces = [chr(int(code, 16)) for code in re.findall(r"\\([0-9a-f]+) ", symbols)]
    (content,) = re.findall(r"^\.sheet p::after \{ content: (.*?); \}", page, re.MULTILINE)
    rows = [re.findall(r"counter\((s\d+),piece\)", row) for row in content.split(r'"\a"')]
    found = []
    for sheet in re.findall(r"<div class=sheet tabindex=0>(.*?)</div>", page, re.DOTALL):
        counts, boards = dict[str, int](), []
        for attributes in re.findall(r"<p([^>]*)>", sheet):
            written = re.findall(r" (\w+)=(\S+)", attributes)
            changed = dict(rules[name, letter] for name, letters in written for letter in letters)
            counts |= dict(changed[variable] for variable in variables if variable in changed)
            board = {counter: pieces[(number - 1) % len(pieces)] for counter, number in counts.items()}
            boards.append(["".join(board.get(counter, pieces[-1]) for counter in row) for row in rows])
        found.append(boards)
    return found


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What a run of the arbiter gave."""

    status: int
    page: str
    errors: str
    games: list[dict[str, Any]]
    interrupted: bool

    def evidence(self, game: int) -> bytes:
        """Give the bytes that prove the offence in a game, counted from 0."""
        return base64.b64decode(self.games[game]["evidence"])


class Court:
    """Runs arbiters whose processes, with all that descend from them, carry a mark in their environment: in the PATH,
    which is passed on.
    """

    def __init__(self, folder: Path) -> None:
        self.mark = f"/court-{uuid.uuid4()}"
        self._json = folder / "result.json"
        self.environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
        self.environment["PATH"] += f":{self.mark}"

    def start(self, *words: str, **options: Any) -> subprocess.Popen[str]:
        """Start a match; players that lie in the folder of them all may read it. Its page has no engine."""
        small = [] if "--engine" in words else ["--no-engine"]
        shared = [f"--files-{seat}={PLAYERS}" for seat in "ab" if any(str(PLAYERS) in word for word in words)]
        return self.command("--json", str(self._json), *small, *shared, *words, **options)

    def command(self, *words: str, **options: Any) -> subprocess.Popen[str]:
        """Start an arbiter."""
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "arbiter", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=self.environment,
            **options,
        )

    def finish(self, arbiter: subprocess.Popen[str]) -> Outcome:
        """Wait for an arbiter."""
        page, errors = arbiter.communicate(timeout=HANG_S)
        result = json.loads(self._json.read_text("utf-8")) if self._json.exists() else {}
        return Outcome(arbiter.returncode, page, errors, result.get("records", []), result.get("interrupted", False))

    def judge(self, *words: str) -> Outcome:
        """Run an arbiter to its end, which must be a good one and leave nothing behind."""
        outcome = self.finish(self.start(*words))
        assert outcome.status == 0, outcome.errors
        assert "Traceback" not in outcome.errors
        assert self.left() == []
        return outcome

    def judge_in(self, folder: Path, *words: str, before: Sequence[str] = ()) -> tuple[list[dict[str, Any]], str]:
        """Do as `judge`, in another folder, by the words `before`; give the records, and what was said."""
        result = folder / "result.json"
        run = subprocess.run(
            [*before, sys.executable, "-P", "-m", "arbiter", "--json", str(result), *words],
            check=False,
            cwd=folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=HANG_S,
        )
        assert run.returncode == 0, run.stderr
        assert self.left() == []
        return list(json.loads(result.read_text())["records"]), run.stderr

    def left(self) -> list[str]:
        """List the processes of ours that exist, zombies included."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if self.mark.encode() in (folder / "environ").read_bytes():
                    found.append((folder / "stat").read_text())
            except OSError:
                continue
        return found

    def wait_until_nothing_is_left(self) -> None:
        """Wait for the end of all processes of ours, as after the arbiter's own violent death."""
        end = time.monotonic() + HANG_S
        while left := self.left():
            assert time.monotonic() < end, left
            time.sleep(0.01)
