"""The learned weights of the Dama evaluation against those from which training begins, through the arbiter, by pipe,
with 20,000 nodes a move, each random opening of 6 plies with both colours. The interval is two standard errors of the
pairs of games, in logistic Elo. (`python -m tests.evidence.dama_gain` is the player with the first weights.)
"""

from __future__ import annotations

import contextlib
import importlib
import statistics
import sys

from arbiter.games.dama.game import GAME
from arbiter.play.match import Match, play
from bots.dama.chooser import Chooser
from bots.dama.protocol import serve
from bots.options import Options
from tests.evidence.findings import Findings, Run, Table, Target
from tests.evidence.matches import elo, refereed

NODES = 20_000
OPENING = 6


def measure(run: Run) -> Findings:
    """Play learned weights against first ones."""
    games = run.either(60, 4)
    ours, other = f"{sys.executable} -m bots.dama --nodes {NODES}", f"{sys.executable} -m tests.evidence.dama_gain"
    referee = GAME.referee(GAME.settings(("pipe", "pipe"), plies=OPENING, seed=1))
    records = play(Match((ours, other), games, "dama", GAME.limits, referee=referee, read_all=True)).records
    # The two games of an opening are one sample, as they are not independent.
    pairs = [(a.scores[0] + b.scores[0]) / 4 for a, b in zip(records[::2], records[1::2], strict=True)]
    mean, error = statistics.mean(pairs), statistics.stdev(pairs) / len(pairs) ** 0.5
    low, middle, high = (f"{elo(score):+.0f}" for score in (mean - 2 * error, mean, mean + 2 * error))
    ends = [record.winner() for record in records]
    return Findings(
        [
            Table(
                ("games", "won", "drawn", "lost", "Elo"),
                [(len(records), ends.count(0), ends.count(None), ends.count(1), f"{middle} ({low} to {high})")],
            )
        ],
        [
            Target("learning gained strength, beyond doubt", f"{low} Elo or more", mean - 2 * error > 0.5),
            refereed(records),
        ],
    )


def main() -> None:
    """Serve the pipe protocol with the weights from which training begins."""
    # Imported here, because programs cannot be started from a process in which numpy's threads run.
    weights = importlib.import_module("bots.dama.train").first_guess()
    with contextlib.suppress(EOFError):
        serve(Chooser(Options(nodes=NODES), weights=weights), 0, 1, verbose=False)


if __name__ == "__main__":
    main()
