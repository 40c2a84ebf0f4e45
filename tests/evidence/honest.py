"""Honest programs on a machine that has no time for them: leagues of each game with a limit of 50 ms a move, in which
bots that think 20 ms of it and bots that answer at once meet plain programs that are not ours, beside 16 processes that
compute all the time. Nobody may forfeit. Started again after an interruption, it goes on where it was.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.evidence.findings import Findings, Run, Table, Target
from tests.league.files import rows
from tests.play.court import Court, compile_player, python

KEPT = Path("build/honest")
"""Where the journals stay until all are played."""
LIMIT_S, THINKS_S = 0.05, 0.02
ATTEMPTS = 3
"""Of a league in small, where the machine gave programs nothing to compute with."""
BURNERS = """
import os
for _ in range(15):
    if not os.fork():
        break
while True: pass
"""
"""Sixteen processes in one session, as `stress-ng --cpu 16` has them."""
GAMES = {"othello": "course", "ataxx": "course", "dama": "pipe"}
"""And the protocol of each."""
PAIRS = 112
"""Of games, for each two of three players: 672 games of each game."""


def measure(run: Run) -> Findings:
    """Play the leagues, or their rest, while the machine is busy."""
    folder = run.either(KEPT, run.folder / "honest")
    folder.mkdir(parents=True, exist_ok=True)
    found: list[tuple[str, int, int, float]] = []
    reasons: list[str] = []
    with burning():
        for game in GAMES:
            journal = play_unless_kept(folder, game) if run.small else play(folder, game, PAIRS)
            ((games, forfeits),) = rows(journal, "SELECT COUNT(*), COUNT(offender) FROM result")
            ((waited_s,),) = rows(journal, "SELECT MAX(lag_s) FROM cost")
            found.append((game, games, forfeits, waited_s))
            reasons += reasons_of(journal)
    games, forfeits = (sum(column) for column in list(zip(*found, strict=True))[1:3])
    wanted = len(GAMES) * 6 * run.either(PAIRS, 1)
    if games == wanted:
        shutil.rmtree(folder)
    table = [(game, f"{games:,}", n, f"{waited_s:.1f} s") for game, games, n, waited_s in found]
    return Findings(
        [Table(("game", "games", "forfeits", "waited for a core in one game, at most"), table)],
        [
            Target(f"{wanted:,} games are played", f"{games:,}", games == wanted, portable=True),
            Target("nobody forfeits", "; ".join(reasons[:3]) or "nobody", not forfeits, portable=True),
        ],
    )


def reasons_of(journal: Path) -> list[str]:
    """Tell why somebody forfeited."""
    return [text for (text,) in rows(journal, "SELECT reason FROM result WHERE offender IS NOT NULL")]


def is_kept(reasons: list[str]) -> bool:
    """Tell whether somebody forfeited, and nobody of these had computed for longer than it thinks.

    The referee knows how long a program waited for a core and what was stolen from the machine, but not for how long
    it waited for pages of its memory that the system had taken away, or for a disk.
    """
    used = [re.search(r"no move within \S+ s \(CPU time it used for it: (\d+\.\d+) s", reason) for reason in reasons]
    return bool(used) and all(cpu and float(cpu[1]) <= THINKS_S for cpu in used)


def play_unless_kept(folder: Path, game: str) -> Path:
    """Play a league of a pair each, again if the machine may be why somebody forfeited; give its journal."""
    for attempt in range(ATTEMPTS):
        journal = play(folder / str(attempt), game, 1)
        if not is_kept(reasons_of(journal)):
            break
    return journal


def play(folder: Path, game: str, pairs: int) -> Path:
    """Play a league of three; give its journal."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = f'game = "{game}"\npairs = {pairs}\ntime = {LIMIT_S}\nseed = 50\nsuspend = 0'
    tables = [
        f'[[player]]\nname = "{name}"\ncommand = {json.dumps(command)}\nprotocol = "{GAMES[game]}"\n'
        for name, command in players(folder, game).items()
    ]
    file, journal = folder / f"{game}.toml", folder / f"{game}.db"
    file.write_text("\n".join([settings, *tables]))
    arbiter = Court(folder).command("league", str(file), "--db", str(journal), "--jobs", "2")
    _, errors = arbiter.communicate()
    if arbiter.returncode == 130:
        raise KeyboardInterrupt
    assert arbiter.returncode == 0, errors
    return journal


def players(folder: Path, game: str) -> dict[str, str]:
    """Give the command lines of three honest players: one that thinks, one that does not, one that is not ours."""
    bot = f"{Path(sys.executable).parent}/{game}-bot"
    others = {
        "othello": lambda: compile_player("instant", folder),
        "ataxx": lambda: python("course.py", "plain"),
        "dama": lambda: f"{compile_player('plain_dama', folder)} 1",
    }
    return {"thinks": f"{bot} --time {THINKS_S}", "quick": f"{bot} --level 1", "plain": others[game]()}


@contextlib.contextmanager
def burning() -> Iterator[None]:
    """Have the processes compute that keep the machine busy."""
    with subprocess.Popen([sys.executable, "-I", "-S", "-c", BURNERS], start_new_session=True) as first:
        try:
            yield
        finally:
            os.killpg(first.pid, signal.SIGKILL)
