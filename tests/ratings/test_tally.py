"""Games are counted by their results."""

from __future__ import annotations

from arbiter.ratings.tally import Tally


def test_every_result_counts_once() -> None:
    one = Tally()
    seen = []
    for share in (1, 0.5, 0, 1, 1, 0.5, 0, 0, 0):
        one.count(share)
        seen.append((one.wins, one.draws, one.losses, one.games, one.score))
    assert seen[:3] == [(1, 0, 0, 1, 1.0), (1, 1, 0, 2, 1.5), (1, 1, 1, 3, 1.5)]
    assert seen[-1] == (3, 2, 4, 9, 4.0)
