"""A hundred players, 35 of them hostile in every way that we know, in one league of Othello to the end without anybody:
everybody meets everybody, a pair of games each (in small a round of a Swiss league), as many games at once as there are
cores. Started again after an interruption, it goes on where it was.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from tests.evidence.findings import Findings, Run, Table, Target
from tests.league import hundred
from tests.league.files import rows
from tests.play.court import Court, compile_player

KEPT = Path("build/hundred")
"""Where the journal stays until the league is over."""


def measure(run: Run) -> Findings:
    """Play the league, or its rest, and look at every game."""
    folder = run.either(KEPT, run.folder / "hundred")
    folder.mkdir(parents=True, exist_ok=True)
    players = hundred.members(folder, compile_player("instant", folder), compile_player("fork_bomb", folder))
    settings, games = run.either(
        ("", hundred.SIZE * (hundred.SIZE - 1)), ("format = 'swiss'\nrounds = 1", hundred.SIZE)
    )
    file, court = hundred.league(folder / "league.toml", players, settings), Court(folder)
    status, errors, peak_mib = hundred.play(court, "league", str(file), "--jobs", str(len(os.sched_getaffinity(0))))
    if status == 130:
        raise KeyboardInterrupt
    left, journal = court.left(), folder / "league.db"
    wrongs = hundred.wrongs(journal, players)
    ((finished, first, last),) = rows(journal, "SELECT COUNT(*), MIN(started), MAX(started) FROM result")
    ((sessions,),) = rows(journal, "SELECT COUNT(*) FROM session WHERE id IN (SELECT session FROM result)")
    ends = rows(journal, "SELECT end, COUNT(*) FROM result GROUP BY end ORDER BY 2 DESC")
    if status == 0:
        shutil.rmtree(folder)
    return Findings(
        [
            Table(("how games ended", "games"), [(end.lower().replace("_", " "), f"{n:,}") for end, n in ends]),
            Table(("played from (UTC)", "to", "runs"), [(first[:16], last[:16], sessions)]),
        ],
        [
            Target("the league ends with exit status 0", f"{status} {errors}".strip(), status == 0, portable=True),
            Target(f"{games:,} games are played", f"{finished:,}", finished == games, portable=True),
            Target(
                "each is judged rightly: no honest player forfeits, no hostile one gets away",
                "; ".join(wrongs[:3]) or "all",
                not wrongs,
                portable=True,
            ),
            Target("no process is left", str(len(left)), not left, portable=True),
            Target(
                f"each process of the arbiter below {hundred.MOST_MIB} MiB",
                f"{peak_mib:.0f} MiB",
                peak_mib < hundred.MOST_MIB,
                portable=True,
            ),
        ],
    )
