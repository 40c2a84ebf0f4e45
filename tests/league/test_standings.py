"""Standings count what happened, pair by pair, and a sequential test hears of pairs in the order of the schedule."""

from __future__ import annotations

import random

import pytest

from arbiter.host.limits import USUAL
from arbiter.league.config import Entrant, League
from arbiter.league.schedule import Outcome, ScheduledGame
from arbiter.league.standings import (
    SprtWatch,
    comparison,
    first_movers,
    mean_and_error,
    pair_of,
    standings,
    whole_pairs,
)
from arbiter.ratings.bradley_terry import rate
from arbiter.ratings.pentanomial import compare
from arbiter.ratings.sprt import Sprt

ENTRANTS = tuple(Entrant(name, "./bot", USUAL) for name in ("ada", "bob", "cyd"))


def outcome(number: int, players: tuple[int, int], scores: tuple[int, int], offender: int | None = None) -> Outcome:
    return Outcome(ScheduledGame(number, 1, players, (number + 1) % 2, (number + 1) // 2), scores, offender)


OUTCOMES = [
    outcome(1, (0, 1), (40, 24)),
    outcome(2, (0, 1), (34, 30)),
    outcome(3, (0, 1), (32, 32)),
    outcome(4, (0, 1), (64, 0), offender=1),
    outcome(5, (1, 2), (30, 34)),
    outcome(6, (1, 2), (35, 29)),
]


def league(game: str = "othello") -> League:
    return League(game, "round-robin", ENTRANTS)


def test_wins_draws_losses_forfeits_and_points_are_counted() -> None:
    table, ratings = standings(league(), OUTCOMES)
    rows = {row.name: (row.games, row.wins, row.draws, row.losses, row.forfeits, row.score) for row in table}
    assert rows == {"ada": (4, 3, 1, 0, 0, 3.5), "bob": (6, 1, 1, 4, 1, 1.5), "cyd": (2, 1, 0, 1, 0, 1.0)}
    assert [row.name for row in table] == ["ada", "cyd", "bob"]
    alone = rate(3, first_movers(OUTCOMES))
    assert ratings.elo == alone.elo
    assert [row.elo for row in table] == [alone.elo[player] for player in (0, 2, 1)]
    assert [row.elo_error for row in table] == [1.96 * alone.error[player] for player in (0, 2, 1)]


def test_margins_are_means_of_pairs_without_forfeited_games() -> None:
    rows: dict[str, object] = {row.name: (row.margin, row.margin_error) for row in standings(league(), OUTCOMES)[0]}
    # Pairs of ada: 16 and 4, 0 and a forfeit; of bob -10, 0, and 1.
    assert rows["ada"] == (5, pytest.approx(12.706205 * 5, rel=1e-6))
    assert rows["bob"] == (-3, pytest.approx(4.302653 * 37**0.5 / 3**0.5, rel=1e-6))
    assert rows["cyd"] == (-1, None)
    assert {(row.margin, row.margin_error) for row in standings(league("dama"), OUTCOMES)[0]} == {(None, None)}


def test_equal_players_are_listed_as_in_the_file() -> None:
    assert [row.name for row in standings(league(), [])[0]] == ["ada", "bob", "cyd"]


def test_who_moved_first_comes_first() -> None:
    assert list(first_movers(OUTCOMES[:2] + OUTCOMES[4:])) == [(0, 1, 1.0), (1, 0, 0.0), (1, 2, 0.0), (2, 1, 0.0)]


def test_a_mean_of_few_has_no_error() -> None:
    assert mean_and_error([]) == (None, None)
    assert mean_and_error([3.0]) == (3.0, None)
    found: object = mean_and_error([1.0, 2.0, 6.0])
    assert found == (3.0, pytest.approx(4.302653 * 7**0.5 / 3**0.5, rel=1e-6))


def test_pairs_are_whole_if_both_games_are_finished() -> None:
    some = [OUTCOMES[at] for at in (5, 0, 2, 1, 4)]
    assert whole_pairs(some) == {1: (OUTCOMES[0], OUTCOMES[1]), 3: (OUTCOMES[4], OUTCOMES[5])}
    assert [pair_of(one) for one in OUTCOMES] == [1, 1, 2, 2, 3, 3]
    assert comparison(OUTCOMES[:5]) == compare([0, 0, 0, 1, 1])
    assert comparison(OUTCOMES[:1]) is None


def test_a_test_follows_pairs_in_the_order_of_the_schedule() -> None:
    games = [outcome(number, (0, 1), (40, 24) if number % 16 else (24, 40)) for number in range(1, 201)]
    test, counts, verdict = Sprt(0, 40), [0] * 5, None
    for first, second in zip(games[::2], games[1::2], strict=True):
        if (verdict := test.verdict(counts)) is None:
            counts[round(2 * (first.share(0) + second.share(0)))] += 1
    assert verdict == 1
    for order in (games, games[::-1], random.Random(1).sample(games, len(games))):
        watch = SprtWatch(0, 40)
        for game in order:
            assert watch.verdict is None or order is not games or "accepted" in watch.text()
            watch.add(game)
        assert (watch.verdict, watch.counts) == (1, counts)
    lines = f"LLR {test.ratio(counts):.2f} in [-2.94, 2.94], {sum(counts)} pairs"
    assert watch.text() == f"SPRT elo0 0, elo1 40: elo1 (40) accepted, {lines}"


def test_a_pair_counts_as_soon_as_both_its_games_are_there() -> None:
    watch = SprtWatch(-5, 5)
    watch.add(OUTCOMES[0])
    assert watch.counts == [0] * 5
    watch.add(OUTCOMES[1])
    assert watch.counts == [0, 0, 0, 0, 1]
    watch.add(OUTCOMES[2])
    watch.add(OUTCOMES[3])
    assert watch.counts == [0, 0, 0, 1, 1]


def test_an_open_test_says_so() -> None:
    watch = SprtWatch(-5, 5)
    for game in (OUTCOMES[1], OUTCOMES[2], OUTCOMES[0]):
        watch.add(game)
    assert (watch.counts, watch.verdict) == ([0, 0, 0, 0, 1], None)
    ratio = Sprt(-5, 5).ratio([0, 0, 0, 0, 1])
    assert watch.text() == f"SPRT elo0 -5, elo1 5: not decided, LLR {ratio:.2f} in [-2.94, 2.94], 1 pairs"
    lost = SprtWatch(0, 400)
    for number in range(1, 40):
        lost.add(outcome(number, (0, 1), (24, 40)))
    assert lost.verdict == 0
    assert "elo0 (0) accepted" in lost.text()
