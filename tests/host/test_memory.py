"""Memory that no resident set shows is counted or refused: with a control group and without, in namespaces or not."""

from __future__ import annotations

import fnmatch
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import pytest

from arbiter.host.launch import Protection
from tests.host.ordinary import ordinary_user
from tests.league.files import rows, write
from tests.many import each
from tests.play.court import HANG_S, Court, compile_player
from tests.play.test_hostile_in_every_game import FIRST_TILE, KINDS, honest

pytestmark = pytest.mark.machine

LIMIT_MIB = 100
SLACK_MIB = 10
REFUSED_MIB = 16
OURS = f"arbiter-{Path('/proc/self/ns/pid').stat().st_ino}-*-*"
COUNTED = {
    "memfd": "MEMORY",
    "segments": "MEMORY or refused",  # the latter without an IPC namespace
    "unmapped": "MEMORY",
    "sockets": "MEMORY",
    "page_tables": "MEMORY",
    "hidden": "MEMORY",
    "false_name": "MEMORY",
    "threads": "MEMORY or refused",  # by the number of threads that there may be
}
"""What comes of each way to take memory where a control group counts."""
LOOKED_AT = {
    "memfd": "refused",
    "segments": "refused",
    "sockets": "refused",
    "unmapped": "not prevented",
    "page_tables": "MEMORY",
    "hidden": "MEMORY",
    "false_name": "MEMORY",
    "threads": "MEMORY or refused",
}
"""And where there is none."""


@pytest.fixture
def folder() -> Iterator[Path]:
    """Give a folder that every user may write."""
    with tempfile.TemporaryDirectory(prefix="arbiter-test-") as name:
        path = Path(name)
        path.chmod(0o777)
        yield path


def groups_left(before: Collection[Path] = ()) -> list[Path]:
    """List control groups of arbiters that are gone; those of others, whose tests run just now, are theirs."""
    walked = os.walk("/sys/fs/cgroup")  # which does not mind what goes away meanwhile
    found = [Path(place, name) for place, names, _ in walked for name in names if fnmatch.fnmatch(name, OURS)]
    gone = [path for path in found if path.exists() and not Path("/proc", path.name.split("-")[2]).exists()]
    return [path for path in gone if path not in before]


BEFORE = groups_left()
"""What was left before any test began, by one whose whole group was killed with its guards: nobody is there who may
remove it, except an arbiter that runs in the same place."""


def wait_until_no_group_is_left() -> None:
    """Wait for the guards of arbiters that other tests kill, which remove their groups when they end."""
    end = time.monotonic() + HANG_S
    while left := groups_left(BEFORE):
        assert time.monotonic() < end, left
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("user", "options"),
    each(4, itertools.product(["this user", "an ordinary user"], [[], ["--no-namespace"]])),
    ids=lambda value: value if isinstance(value, str) else "no-namespaces" if value else "namespaces",
)
def test_memory_of_every_kind_is_counted_or_refused(folder: Path, user: str, options: list[str]) -> None:
    python = (sys.executable,) if user == "this user" else ordinary_user()
    glutton, instant = compile_player("glutton", folder), compile_player("instant", folder)
    players = {"honest": instant} | {way: f"{glutton} {way}" for way in COUNTED}
    write(folder / "players.toml", players, f'format = "gauntlet"\nmemory = {LIMIT_MIB}\ntime = 20')
    judge(folder, python, options)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_memory_of_every_kind_is_counted_or_refused_in_every_game(folder: Path, kind: str) -> None:
    game, ours, theirs, _ = KINDS[kind]
    for name in ("instant", "plain_dama"):
        compile_player(name, folder)
    glutton = compile_player("glutton", folder)
    (folder / "first_tile.py").write_text(FIRST_TILE)
    now = " now" if kind == "dama, files" else ""  # where nothing is read
    commands = {"honest": honest(folder, game)} | {way: f"{glutton} {way}{now}" for way in COUNTED}
    settings = f'game = "{game}"\nformat = "gauntlet"\nmemory = {LIMIT_MIB}\ntime = 20\n'
    tables = [settings + ("[options]\nallow-early-stop = true\n" if game == "domino" else "")]
    for name, command in commands.items():
        protocol = ours if name == "honest" else theirs
        tables.append(f'[[player]]\nname = "{name}"\ncommand = {json.dumps(command)}\n')
        tables.append(f'protocol = "{protocol}"\n' if game in ("ataxx", "dama") else "")
    (folder / "players.toml").write_text("".join(tables))
    judge(folder, (sys.executable,), [])


def judge(folder: Path, python: Sequence[str], options: Sequence[str]) -> None:
    """Play the league in a folder, and look at what has come of each way."""
    run = subprocess.run(
        [*python, "-P", "-m", "arbiter", "league", "players.toml", *options],
        check=False,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=HANG_S,
    )
    assert run.returncode == 0, run.stderr
    wait_until_no_group_is_left()
    query = (
        "SELECT max(a, b), end, offender = (b > a), reason, stderr, peak_mib, protections FROM game"
        " JOIN result USING (number) JOIN cost USING (number) WHERE seat = (b > a)"
    )
    found = rows(folder / "players.db", query)
    assert len(found) == 2 * len(COUNTED)
    names = ["honest", *COUNTED]
    for player, end, guilty, reason, said, peak_mib, bits in found:
        way, counted = names[player], Protection.OWN_GROUP in Protection(bits)
        wanted = (COUNTED if counted else LOOKED_AT)[way]
        told = [line.split()[1] for line in said.splitlines()]
        held_mib = max((int(text) for text in told if text.isdigit()), default=0)
        assert guilty, (way, end, reason)
        if end == "MEMORY":
            assert "MEMORY" in wanted, (way, reason)
            assert peak_mib > LIMIT_MIB
            if counted:
                assert max(held_mib, peak_mib) <= LIMIT_MIB + SLACK_MIB, (way, reason, held_mib)
        elif told[-1:] == ["refused"]:
            assert "refused" in wanted, (way, end, reason)
            assert held_mib <= (REFUSED_MIB if way != "threads" else LIMIT_MIB), (way, held_mib)
        else:
            assert wanted == "not prevented", (way, end, reason, said)  # as docs/arbiter.md says


def test_a_fork_bomb_that_uses_up_its_memory_first_is_told_by_its_number(
    court: Court, tmp_path: Path, instant: str, guard: list[str]
) -> None:
    bomb = compile_player("nuisance", tmp_path) + " asked forks"
    outcome = court.judge(*guard, "--memory", "16", "--processes", "40", instant, bomb, "2")
    if any(Protection.OWN_GROUP not in Protection(game["costs"][1]["protections"]) for game in outcome.games):
        pytest.skip("no control group, which would have ended the bomb before the arbiter looks")
    assert [(game["end"], game["offender"]) for game in outcome.games] == [("PROCESSES", 1)] * 2
