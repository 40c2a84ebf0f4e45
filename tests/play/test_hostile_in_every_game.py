"""The same troublemakers in every game, in one league each: the right verdict, nobody else troubled, nothing left."""

from __future__ import annotations

import contextlib
import json
import re
import time
from pathlib import Path

import pytest

from arbiter.play.table import cores
from tests.league.files import rows
from tests.many import each
from tests.play.court import HANG_S, Court, compile_player, python

ARBITER_MIB = 150
"""What the arbiter may use while programs flood it."""
VERDICTS = {
    "silent": "TIMEOUT",
    "never_reads": "TIMEOUT",
    "drip": "TIMEOUT",
    "ignores_signals": "TIMEOUT",
    "grandchild": "TIMEOUT",
    "floods_stderr": "TIMEOUT",
    "endless_line": "MALFORMED",
    "endless_lines": "MALFORMED",
    "bytes": "MALFORMED",
    "exits": "CRASH",
    "exits_before_reading": "CRASH",
    "leaves_grandchild": "CRASH",
    "closes_output": "CRASH",
    "wants_a_terminal": "CRASH",
    "eats_memory": "MEMORY",
    "child_eats_memory": "MEMORY",
    "forks": "PROCESSES",
    "is_not_there": "NOT_STARTED",
    "is_no_program": "NOT_STARTED",
}
HONEST = {"othello": "instant", "ataxx": "course.py", "dama": "plain_dama", "domino": "first_tile.py"}
FIRST_TILE = "import sys\nwords = sys.stdin.read().split()\nprint('S', words[1], words[2], end='')\n"
KINDS: dict[str, tuple[str, str, str, dict[str, str]]] = {
    # game, its honest player's protocol, the others', and what is judged in another way there, with the reason:
    "othello": ("othello", "course", "course", {"endless_lines": "EXTRA_OUTPUT"}),  # one line may come, not more
    # Programs may talk, as long as it is not for ever: 1 MiB (endless_lines, in its 20 s), or until their time is up.
    "ataxx, course": ("ataxx", "course", "course", {"bytes": "TIMEOUT"}),
    "ataxx, uai": ("ataxx", "course", "uai", {}),
    "dama, pipe": ("dama", "pipe", "pipe", {"endless_lines": "EXTRA_OUTPUT"}),
    # Moves are files; nobody reads what is written to standard output.
    "dama, files": (
        "dama",
        "pipe",
        "course",
        dict.fromkeys(("bytes", "endless_line", "endless_lines", "closes_output"), "TIMEOUT"),
    ),
    "domino": ("domino", "course", "course", {"bytes": "ILLEGAL"}),  # its first line, though it goes on until the end
}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with compiled players."""
    folder = tmp_path_factory.mktemp("programs")
    for name in ("instant", "plain_dama", "nuisance"):
        compile_player(name, folder)
    (folder / "first_tile.py").write_text(FIRST_TILE)
    (folder / "is_no_program").write_text("#!/bin/sh\n")
    return folder


def honest(programs: Path, game: str) -> str:
    """Give the command line of a player that keeps to the rules."""
    name = HONEST[game]
    if name == "course.py":
        return python(name, "plain")
    return python(str(programs / name)) if name.endswith(".py") else str(programs / name)


def trouble(programs: Path, way: str, protocol: str, game: str) -> str:
    """Give the command line of a troublemaker."""
    if way.startswith("is_"):
        return str(programs / way)
    moment = {("dama", "course"): "now", ("ataxx", "course"): "greeting"}.get((game, protocol), "asked")
    return f"{programs}/nuisance {moment} {way}"


def largest_mib(arbiter: int) -> float:
    """Give the largest peak of the arbiter and its workers."""
    found = [0]
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            status = (folder / "status").read_text()
            own = arbiter in (int(folder.name), field(status, "PPid"))
            found += [field(status, "VmHWM")] if own else []
    return max(found) / 1024


def field(status: str, name: str) -> int:
    """Give a number of /proc/PID/status, 0 if it is not there."""
    found = re.search(rf"^{name}:\s*(\d+)", status, re.MULTILINE)
    return int(found[1]) if found else 0


@pytest.mark.parametrize("kind", each(6, KINDS))
def test_every_troublemaker_gets_its_verdict(court: Court, tmp_path: Path, programs: Path, kind: str) -> None:
    game, ours, theirs, special = KINDS[kind]
    expected = VERDICTS | special
    if theirs == "uai":  # these have 10 s to greet, so that none is late before
        expected = {way: verdict for way, verdict in expected.items() if verdict != "TIMEOUT" and "bytes" not in way}
        expected.pop("endless_lines")
    options = "[options]\nallow-early-stop = true\n" if game == "domino" else ""
    tables = [f'game = "{game}"\nformat = "gauntlet"\nmemory = 60\nstart-time = 0.5\n{options}']
    entrants = {"honest": (honest(programs, game), ours, 60.0)}
    times = {way: 0.3 if verdict == "TIMEOUT" else 20.0 for way, verdict in expected.items()}
    entrants |= {way: (trouble(programs, way, theirs, game), theirs, time_s) for way, time_s in times.items()}
    for name, (command, protocol, time_s) in entrants.items():
        protocols = f'protocol = "{protocol}"\n' if game in ("ataxx", "dama") else ""
        tables.append(f'[[player]]\nname = "{name}"\ncommand = {json.dumps(command)}\n{protocols}time = {time_s}\n')
    file = tmp_path / "players.toml"
    file.write_text("\n".join(tables))
    arbiter = court.command("league", str(file), "--jobs", str(min(2, len(cores()))))
    peak_mib, end = 0.0, time.monotonic() + HANG_S
    while arbiter.poll() is None and time.monotonic() < end:
        peak_mib = max(peak_mib, largest_mib(arbiter.pid))
        time.sleep(0.05)
    _, errors = arbiter.communicate(timeout=HANG_S)
    assert arbiter.returncode == 0, errors
    assert court.left() == []
    query = "SELECT a, b, first, offender, end, reason FROM game JOIN result USING (number)"
    names = list(entrants)
    verdicts: dict[str, list[str]] = {way: ["", ""] for way in expected}  # as first, as second
    for a, b, first, offender, verdict, reason in rows(tmp_path / "players.db", query):
        assert names[a if offender == 0 else b] != "honest", (names[a], names[b], verdict, reason)
        way = names[max(a, b)]
        verdicts[way][first != offender] = verdict
    # The second player is told its colour at once: if it writes then, it was not asked, unless the answer to the first
    # player's move comes faster than the first byte.
    hasty = {"endless_line", "endless_lines", "bytes"} if kind in ("othello", "dama, pipe") else set()
    hasty = {way for way in (*hasty, "drip") if way in verdicts and verdicts[way][1] == "EXTRA_OUTPUT"}
    second = {way: "EXTRA_OUTPUT" if way in hasty else verdict for way, verdict in expected.items()}
    assert verdicts == {way: [verdict, second[way]] for way, verdict in expected.items()}
    assert 0 < peak_mib < ARBITER_MIB


@pytest.mark.parametrize("kind", each(3, KINDS))
def test_killing_the_arbiter_leaves_nobody_in_any_game(
    court: Court, programs: Path, guard: list[str], kind: str
) -> None:
    game, ours, theirs, _ = KINDS[kind]
    protocols = ["--protocol", f"{theirs},{ours}"] if game in ("ataxx", "dama") else []
    players = trouble(programs, "grandchild", theirs, game), honest(programs, game)
    arbiter = court.start(*players, "2", "--game", game, "--time", "60", *protocols, *guard)
    end = time.monotonic() + HANG_S
    while sum("nuisance" in stat for stat in court.left()) < 2:  # the program and its grandchild
        assert time.monotonic() < end
        time.sleep(0.01)
    arbiter.kill()
    arbiter.communicate()
    court.wait_until_nothing_is_left()
