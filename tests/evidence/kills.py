"""The kill test: leagues of every game and format (in small one of each), and on a cluster, whose arbiter (there also a
worker) is killed by SIGKILL again and again, amid games, while two of five players are suspended; then played to the
end. Compared with the same leagues undisturbed: schedule, results, marks, moves, seeds. Goes on with the next league
where it was interrupted.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.evidence.findings import Findings, Run, Table, Target
from tests.league import kills
from tests.league.dask_cluster import running, sidecars
from tests.league.files import count, lasting
from tests.league.files import run as arbitrate
from tests.play.court import Court

KEPT = Path("build/kills")
"""Where what has been found stays until all is."""
ON_A_CLUSTER = "othello, on a cluster"


def measure(run: Run) -> Findings:
    """Play every league, or those that are left."""
    pairs, times = run.either((10, 20), (1, 1))
    kept = run.either(KEPT, run.folder / "kills")
    kept.mkdir(parents=True, exist_ok=True)
    found: dict[tuple[str, str], tuple[int, int, list[str]]] = {}
    rows = (*kills.GAMES, ON_A_CLUSTER)
    few = [(game, kills.FORMATS[at % len(kills.FORMATS)]) for at, game in enumerate(rows)]
    every = run.either([(game, format_) for game in rows for format_ in kills.FORMATS], few)
    for game, format_ in run.track(every, "leagues"):
        note, folder = kept / f"{game}, {format_}.json", run.folder / game / format_
        if not note.exists():
            folder.mkdir(parents=True, exist_ok=True)
            play = on_a_cluster if game == ON_A_CLUSTER else kills.differences
            note.write_text(json.dumps(play(Court(folder), folder, game, format_, pairs, times)))
        found[game, format_] = tuple(json.loads(note.read_text()))
    shutil.rmtree(kept)
    wrong = [f"{game}, {format_}: {', '.join(tables)}" for (game, format_), (_, _, tables) in found.items() if tables]
    most = sum(done for _, done, _ in found.values())
    return Findings(
        [
            Table(
                ("league", *kills.FORMATS),
                [
                    (game, *("{} games, {} kills".format(*found.get((game, f), (0, 0))) for f in kills.FORMATS))
                    for game in rows
                ],
            )
        ],
        [
            Target(
                f"after {most} kills the journals are those of leagues that nobody disturbed",
                "; ".join(wrong) or "all",
                not wrong,
                portable=True,
            )
        ],
    )


def on_a_cluster(
    court: Court, folder: Path, _: str, format_: str, pairs: int, times: int
) -> tuple[int, int, list[str]]:
    """Do as `kills.differences`, of Othello; each second time a worker is killed with the arbiter."""
    file = kills.league(folder, "othello", format_, pairs)
    straight, journal = folder / "straight.db", folder / "killed.db"
    assert arbitrate(court, "league", file, "--db", str(straight))[0] == 0
    (folder / "cluster").mkdir()
    with running(folder / "cluster") as cluster:

        def kill(_: int) -> None:
            if sidecars(cluster.court):
                cluster.kill_a_worker()

        games = count(straight)
        words = ["league", file, *cluster.words()]
        done = kills.killed(court, words, journal, games, times, kill)
    one, other = lasting(straight), lasting(journal)
    return games, done, [table for table in one if one[table] != other[table]]
