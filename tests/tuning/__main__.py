"""Tune the numbers of a search by games against itself: `python -m tests.tuning ataxx`.

What has been found so far stands in a file, with which it goes on when it is asked again. At the end a match from other
openings tells whether the new numbers are better than those of the sources, where `--write` puts them.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from arbiter.ratings.pentanomial import compare
from bots.options import whole
from tests.tuning.common import FOLDER, run, shown, stood, write
from tests.tuning.contest import (
    GAMES,
    HERE,
    SOURCES,
    Contests,
    build,
    read_numbers,
    room_for,
    write_numbers,
)
from tests.tuning.spsa import Number, Spsa

PAIRS = 4
"""Of an iteration."""
COUNT = whole(1, 2**32)
"""Of iterations, nodes or pairs."""
KEPT_EVERY = 20
"""Iterations."""
OTHER_OPENINGS = 1 << 40
"""From where the seeds of the last match count."""


def main() -> int:
    """Tune; give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.tuning", description=__doc__)
    parser.add_argument("game", choices=GAMES, help="whose numbers, those of tests/tuning/GAME.toml")
    parser.add_argument("--iterations", type=COUNT, default=3000, metavar="N", help=f"of {2 * PAIRS} games (3000)")
    parser.add_argument("--nodes", type=COUNT, default=5000, metavar="N", help="of a move (5000)")
    parser.add_argument("--match", type=COUNT, default=1000, metavar="PAIRS", help="of the match at the end (1000)")
    return run(parser, _tune)


def _tune(given: argparse.Namespace) -> None:
    table = tomllib.loads((HERE / f"{given.game}.toml").read_text(encoding="utf-8"))
    numbers = {name: Number(**row) for name, row in table.items()}
    before = read_numbers(given.game, numbers)
    path = given.file or FOLDER / f"{given.game}.json"
    spsa = Spsa(numbers, dict(before), given.iterations, given.seed)
    question = {"game": given.game, "iterations": given.iterations, "nodes": given.nodes, "seed": given.seed,
                "numbers": table, "before": before}  # fmt: skip
    if stands := stood(path, question, {"done": int, "values": dict}):
        spsa.done, spsa.values = stands["done"], stands["values"]
    with tempfile.TemporaryDirectory() as folder:
        contests = Contests(
            given.game, build(Path(folder), given.game, list(numbers)), given.jobs, room_for(given.nodes)
        )
        try:
            _iterate(spsa, contests, given, path, question)
            found = spsa.found()
            old, won = list(before.values()), []
            for at in shown(range(0, given.match, given.jobs), "pairs of the match"):
                seeds = range(OTHER_OPENINGS + at, OTHER_OPENINGS + min(at + given.jobs, given.match))
                won += contests.pairs(found, old, seeds, given.nodes)
        finally:
            contests.close()
    for name, value in zip(numbers, found, strict=True):
        print(f"{name} = {value}\t({before[name]})")
    said = compare([won.count(points) for points in range(-2, 3)])
    assert said
    print(f"{2 * len(won)} games: {said.elo.value:+.0f} Elo ({said.elo.low:+.0f} to {said.elo.high:+.0f})")
    if given.write:
        write_numbers(SOURCES[given.game], dict(zip(numbers, found, strict=True)))


def _iterate(spsa: Spsa, contests: Contests, given: argparse.Namespace, path: Path, question: dict[str, Any]) -> None:
    """Do the iterations that are left; write how far it is now and then, at the end, and where it is interrupted."""
    stands = spsa.stands()
    try:
        for done in shown(range(spsa.done, given.iterations), "iterations"):
            first, second = spsa.next()
            seeds = range(PAIRS * done, PAIRS * (done + 1))
            spsa.learn(sum(contests.pairs(first, second, seeds, given.nodes)))
            stands = spsa.stands()
            if spsa.done % KEPT_EVERY == 0 or spsa.done == given.iterations:
                write(path, question, stands)
    except KeyboardInterrupt:  # perhaps in the midst of learning
        write(path, question, stands)
        raise


if __name__ == "__main__":
    sys.exit(main())
