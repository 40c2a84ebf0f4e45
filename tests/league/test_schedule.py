"""Schedules: who must meet meets, both colours from the same opening, and the same again from the same seed."""

from __future__ import annotations

import itertools
import random
from collections import Counter, defaultdict

import pytest

from arbiter.host.limits import USUAL
from arbiter.league.config import Entrant, League
from arbiter.league.schedule import TIE_BREAKS, Outcome, ScheduledGame, champion, next_stage, places


def league(format_: str, players: int, pairs: int = 1, rounds: int = 0, seed: int = 0) -> League:
    entrants = tuple(Entrant(f"player {number}", "./bot", USUAL) for number in range(players))
    return League("othello", format_, entrants, pairs, rounds, seed)


def play(of: League, strength: float = 0.0, seed: int = 1, points: tuple[int, int] | None = None) -> list[Outcome]:
    """Play to the end; with `strength` 1 the lower number always wins, with `points` every game ends so."""
    chance = random.Random(seed)
    outcomes: list[Outcome] = []
    while stage := next_stage(of, outcomes):
        assert [game.number for game in stage] == list(range(len(outcomes) + 1, len(outcomes) + len(stage) + 1))
        for game in stage:
            a, b = game.players
            better = 0 if a < b else 1
            winner = better if chance.random() < 0.5 + strength / 2 else 1 - better
            outcomes.append(Outcome(game, points or ((40, 24) if winner == 0 else (24, 40))))
        assert len(outcomes) < 10_000
    return outcomes


def pairs(outcomes: list[Outcome]) -> list[tuple[ScheduledGame, ScheduledGame]]:
    games = [outcome.game for outcome in outcomes]
    return list(zip(games[::2], games[1::2], strict=True))


@pytest.mark.parametrize("format_", ["round-robin", "gauntlet", "swiss", "knockout"])
@pytest.mark.parametrize("players", [2, 3, 7, 8])
def test_every_pair_of_games_has_both_colours_from_one_opening(format_: str, players: int) -> None:
    rounds = 1 if players < 3 else 2
    outcomes = play(league(format_, players, pairs=3, rounds=rounds))
    assert outcomes
    for first, second in pairs(outcomes):
        assert first.number % 2 == 1
        assert (first.players, first.opening, first.round) == (second.players, second.opening, second.round)
        assert (first.first, second.first) == (0, 1)


@pytest.mark.parametrize("players", [2, 3, 6, 9])
def test_in_a_round_robin_everybody_meets_everybody_and_nobody_twice_in_a_round(players: int) -> None:
    outcomes = play(league("round-robin", players, pairs=2))
    met = Counter(frozenset(first.players) for first, _ in pairs(outcomes))
    assert met == {frozenset(two): 2 for two in itertools.combinations(range(players), 2)}
    busy = Counter((first.round, player) for first, _ in pairs(outcomes) for player in first.players)
    assert set(busy.values()) == {1}


def test_all_pairings_of_a_round_robin_have_the_same_openings() -> None:
    openings: dict[tuple[int, int], list[int]] = {}
    for first, _ in pairs(play(league("round-robin", 5, pairs=4))):
        openings.setdefault(first.players, []).append(first.opening)
    assert set(map(tuple, openings.values())) == {(1, 2, 3, 4)}


def test_in_a_gauntlet_the_first_meets_all_others() -> None:
    met = Counter(first.players for first, _ in pairs(play(league("gauntlet", 4, pairs=3))))
    assert met == {(0, 1): 3, (0, 2): 3, (0, 3): 3}


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (5, 4), (8, 7), (9, 5), (31, 6), (100, 8)])
def test_in_a_swiss_league_nobody_meets_twice_and_nobody_sits_out_twice(players: int, rounds: int) -> None:
    outcomes = play(league("swiss", players, rounds=rounds), strength=0.5)
    met = Counter(frozenset(first.players) for first, _ in pairs(outcomes))
    assert set(met.values()) == {1}
    for number in range(1, rounds + 1):
        busy = [player for first, _ in pairs(outcomes) if first.round == number for player in first.players]
        assert len(busy) == len(set(busy)) == players - players % 2
    played = Counter(player for first, _ in pairs(outcomes) for player in first.players)
    assert all(played[player] >= rounds - 1 for player in range(players))


def test_in_a_swiss_league_leaders_meet_leaders() -> None:
    outcomes = play(league("swiss", 64, rounds=6), strength=1.0)
    points = Counter(outcome.game.players[0 if outcome.share(0) else 1] for outcome in outcomes)
    assert points.most_common(1)[0][0] == 0
    last = [first for first, _ in pairs(outcomes) if first.round == 6]
    before = Counter(o.game.players[0 if o.share(0) else 1] for o in outcomes if o.game.round < 6)
    assert sum(abs(before[a] - before[b]) <= 2 for a, b in (game.players for game in last)) > 0.9 * len(last)


@pytest.mark.parametrize("players", [2, 3, 5, 8, 13])
def test_a_knockout_leaves_one_and_the_best_two_meet_in_the_final(players: int) -> None:
    outcomes = play(league("knockout", players), strength=1.0)
    encounters = {(first.round, first.players) for first, _ in pairs(outcomes)}
    assert len(encounters) == players - 1
    last = max(round_ for round_, _ in encounters)
    assert [two for round_, two in encounters if round_ == last] == [(0, 1)]
    assert champion(league("knockout", players), outcomes) == 0
    assert champion(league("knockout", players), outcomes[:-1]) is None


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_a_knockout_is_sorted_by_how_far_each_has_come(players: int) -> None:
    of = league("knockout", players)
    outcomes = play(of, strength=1.0)
    found = places(of, outcomes)
    assert sorted(found)[:2] == [found[0], found[1]]  # who won it, and whom it beat in the final
    assert found[0] < found[1]
    assert places(league("swiss", players, rounds=1), outcomes) == [0] * players


def test_whoever_loses_in_a_knockout_is_out() -> None:
    outcomes = play(league("knockout", 16, pairs=2), seed=5)
    out: set[int] = set()
    for number in range(1, 5):
        encounters: dict[tuple[int, int], float] = defaultdict(float)
        for outcome in outcomes:
            if outcome.game.round == number:
                encounters[outcome.game.players] += outcome.share(0) - outcome.share(1)
        for two, ahead in encounters.items():
            assert not out & set(two)
            out.add(two[1] if ahead >= 0 else two[0])
    assert len(out) == 15


def test_a_drawn_encounter_gets_further_pairs_and_then_the_higher_seed_goes_on() -> None:
    outcomes = play(league("knockout", 4), points=(32, 32))
    assert len(outcomes) == 3 * 2 * (1 + TIE_BREAKS)
    assert {outcome.game.players for outcome in outcomes if outcome.game.round == 2} == {(0, 1)}
    openings = [first.opening for first, _ in pairs(outcomes) if first.players == (0, 1)]
    assert len(set(openings)) == len(openings)


@pytest.mark.parametrize("format_", ["round-robin", "gauntlet", "swiss", "knockout"])
def test_the_same_seed_makes_the_same_schedule(format_: str) -> None:
    first, second, other = (play(league(format_, 10, rounds=4, seed=seed)) for seed in (1, 1, 2))
    assert first == second
    if format_ in ("round-robin", "swiss"):
        assert first != other


def test_a_schedule_follows_from_what_is_finished_and_nothing_else() -> None:
    of = league("swiss", 9, rounds=5)
    outcomes = play(of)
    for number in range(1, 6):
        before = [outcome for outcome in outcomes if outcome.game.round < number]
        stage = [outcome.game for outcome in outcomes if outcome.game.round == number]
        assert next_stage(of, before) == stage


def test_a_drawn_encounter_goes_to_whoever_has_more_points_to_the_last_one() -> None:
    of = league("knockout", 2)
    first, second = next_stage(of, [])
    for points, winner in (((33, 31), 0), ((32, 32), None), ((31, 33), 1)):
        ahead, behind = points
        outcomes = [Outcome(first, (40, 24)), Outcome(second, (24 + ahead - 32, 40 + behind - 32))]
        assert champion(of, outcomes) == winner
        assert bool(next_stage(of, outcomes)) == (winner is None)
