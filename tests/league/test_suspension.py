"""Who forfeits again and again is suspended, in the order of the schedule: any league ends alike however played."""

from __future__ import annotations

import contextlib
import random
import re
from pathlib import Path

import pytest

from arbiter.games.players import End
from arbiter.league.batch import Assignment
from arbiter.league.play import pardon
from arbiter.league.schedule import Outcome, ScheduledGame, next_stage
from arbiter.league.show import unplayed
from arbiter.league.standings import SprtWatch, comparison, first_movers, standings
from arbiter.league.store import Store, StoreError
from arbiter.league.suspension import Suspensions, mark
from tests.league.files import lasting, rows
from tests.league.make_believe import Ending, finish, league, workers
from tests.many import each

LATE, DEAD = End.TIMEOUT, End.CRASH


def outcome(number: int, offender: int | None = 0, end: End = LATE, players: tuple[int, int] = (0, 1)) -> Outcome:
    game = ScheduledGame(number, 1, players, (number + 1) % 2, (number + 1) // 2)
    return Outcome(game, (40, 24) if offender is None else (0, 64), offender, End.FINISHED if offender is None else end)


# ---- who is suspended, and when --------------------------------------------------------------------------------------


def test_as_many_forfeits_by_one_cause_as_allowed_suspend_and_fewer_do_not() -> None:
    games = [outcome(1), outcome(2, None), outcome(3), outcome(4, 0, DEAD), outcome(5, 1), outcome(6)]
    follows = Suspensions(3, {})
    assert [follows.add(game) for game in games] == [[], [], [], [], [], [0]]
    assert follows.since == {0: (6, "it took too long in 3 games, the last of them game 6")}
    assert Suspensions(0, {}).add(games[0]) == []


@pytest.mark.parametrize("seed", range(20))
def test_forfeits_count_in_the_order_of_the_schedule_whatever_comes_first(seed: int) -> None:
    chance = random.Random(seed)
    games = [
        outcome(
            number, chance.choice((None, 0, 1)), chance.choice((LATE, DEAD)), chance.choice(((0, 1), (1, 2), (0, 2)))
        )
        for number in range(1, 60)
    ]
    straight, crooked = Suspensions(3, {}), Suspensions(3, {})
    for game in games:
        straight.add(game)
    for game in chance.sample(games, len(games)):
        crooked.add(game)
    assert straight.since == crooked.since != {}


def test_what_comes_behind_the_last_forfeit_allowed_does_not_count_for_anybody() -> None:
    follows = Suspensions(2, {})
    games = [outcome(1), outcome(2), outcome(3, 1), outcome(4, 1), outcome(5, 1)]  # the last three are to be marked
    assert [follows.add(game) for game in games] == [[], [0], [], [], []]
    assert [list(follows.seats(game.game)) for game in games] == [[], [], [0], [0], [0]]


def test_void_games_and_marks_are_no_forfeits() -> None:
    follows = Suspensions(1, {})
    assert follows.add(outcome(1, 0, End.SUSPENDED)) == []
    assert follows.add(Outcome(outcome(2).game, (0, 0), None, End.VOID)) == []
    assert follows.add(outcome(3)) == [0]


def test_who_fails_beside_the_offender_is_counted_too() -> None:
    both = Outcome(outcome(1).game, (0, 0), 1, DEAD, LATE)
    assert Suspensions(1, {}).add(both) == [1, 0]
    assert both.forfeits() == [(1, DEAD), (0, LATE)]


def test_a_pardon_takes_away_the_forfeits_before_it_and_no_others() -> None:
    follows = Suspensions(2, {0: 2})
    assert [follows.add(outcome(number)) for number in range(1, 6)] == [[], [], [], [0], []]


def test_a_mark_says_who_and_why_and_two_who_are_suspended_get_the_points_of_losers() -> None:
    of, game = league(3), outcome(7, players=(0, 2)).game
    record = mark(of, game, {1: "it was bad"})
    assert (record.end, record.offender, record.reason, record.scores) == (End.SUSPENDED, 1, "it was bad", (64, 0))
    assert (record.players, record.number, record.turns) == (("player 0", "player 2"), 7, ())
    both = mark(of, game, {1: "late", 0: "dead"})
    assert (both.offender, both.reason, both.scores) == (0, "dead", (0, 0))
    assert both.also is not None
    assert both.also[:2] == (End.SUSPENDED, "late")


# ---- what marks count for --------------------------------------------------------------------------------------------


def test_marks_count_in_the_score_and_nowhere_else_and_void_games_nowhere() -> None:
    of = league(2)
    games = [outcome(1, None), outcome(2, None), outcome(3, 0), outcome(4, None)]
    more = [
        outcome(5, 0, End.SUSPENDED),
        outcome(6, 0, End.SUSPENDED),
        Outcome(outcome(7).game, (0, 0), None, End.VOID),
    ]
    (first, second), ratings = standings(of, [*games, *more])
    (alone, other), without = standings(of, games)
    assert ratings == without
    assert list(first_movers(more)) == []
    assert {r.player: (r.elo, r.margin, r.forfeits) for r in (first, second)} == {
        r.player: (r.elo, r.margin, r.forfeits) for r in (alone, other)
    }
    loser = next(row for row in (first, second) if row.player == 0)
    assert (loser.games, loser.score, loser.losses, loser.forfeits, loser.unplayed) == (6, 3, 3, 1, 2)
    assert comparison([*games, *more]) == comparison(games)


def test_two_who_are_suspended_have_both_lost_and_neither_has_points() -> None:
    both = Outcome(outcome(3).game, (0, 0), 0, End.SUSPENDED, End.SUSPENDED)
    assert [both.share(seat) for seat in (0, 1)] == [0, 0]
    table, _ = standings(league(2), [outcome(1, None), outcome(2, None), both])
    found = {row.player: (row.score, row.wins, row.draws, row.losses, row.unplayed) for row in table}
    assert found == {0: (2, 2, 0, 1, 1), 1: (0, 0, 0, 3, 1)}
    late_both = Outcome(both.game, (0, 0), 0, LATE, LATE)  # a game that was played is drawn by its points
    assert [late_both.share(seat) for seat in (0, 1)] == [0.5, 0.5]


def test_a_test_passes_over_marks_and_pairs_of_which_one_game_is_void() -> None:
    watch, plain = SprtWatch(0, 10), SprtWatch(0, 10)
    watch.add(outcome(2, None))
    watch.add(outcome(3))
    watch.add(outcome(3, 0, End.SUSPENDED))  # in place of what was played
    watch.add(outcome(4, 0, End.SUSPENDED))
    watch.add(Outcome(outcome(5).game, (0, 0), None, End.VOID))
    for number in (1, 6, 7, 8):
        watch.add(outcome(number, None))
    for number in (1, 2, 3, 4):
        plain.add(outcome(number, None))
    assert watch.counts == plain.counts
    assert sum(watch.counts) == 2


# ---- whole leagues ---------------------------------------------------------------------------------------------------


def trouble(game: Assignment) -> tuple[End, int | None]:
    """Let the last two players fail often, each in its way, and the arbiter's guards be killed now and then."""
    chance = random.Random(game.number)
    for seat, player in enumerate(game.seats):
        if player.name in ("player 3", "player 4") and chance.random() < 0.6:
            return (LATE if player.name == "player 3" else DEAD), seat
    return (End.VOID, None) if chance.random() < 0.25 else (End.FINISHED, None)


FORMATS = ["round-robin", "gauntlet", "swiss", "knockout"]


@pytest.mark.parametrize("format_", each(2, FORMATS))
def test_a_league_ends_alike_whatever_comes_first_and_whenever_it_is_killed(tmp_path: Path, format_: str) -> None:
    of = league(5, format_, 4)
    finish(tmp_path / "straight.db", of, workers(trouble))
    straight = lasting(tmp_path / "straight.db")
    ends = [end for (end,) in rows(tmp_path / "straight.db", "SELECT DISTINCT end FROM result")]
    assert {"SUSPENDED", "VOID", "FINISHED"} <= set(ends)
    for seed in range(12):
        chance, path = random.Random(seed), tmp_path / f"{seed}.db"
        for kill in range(200):
            by = workers(trouble, chance.randint(1, 7), chance.randrange)
            if not finish(path, of, by, chance.randint(1, 12) if kill < 100 else None):
                break
        assert lasting(path) == straight, (format_, seed)


def test_a_mark_may_be_all_that_was_missing_for_the_next_suspension(tmp_path: Path) -> None:
    of = league(4, pairs=3, suspend=1)

    def ending(game: Assignment) -> tuple[End, int | None]:
        return (LATE, 0) if game.number in (1, 3) else (End.FINISHED, None)

    finish(tmp_path / "straight.db", of, workers(ending))
    order = iter(
        [2, 0]
    )  # game 3, then game 1 while game 2 of the same players is on: it is marked, and so game 3 counts
    finish(tmp_path / "crooked.db", of, workers(ending, 4, lambda games: next(order, 0)))
    assert lasting(tmp_path / "crooked.db") == lasting(tmp_path / "straight.db")


def test_a_test_ends_alike_with_marks(tmp_path: Path) -> None:
    of = league(2, pairs=30, suspend=3, sprt=(0.0, 200.0))

    def ending(game: Assignment) -> tuple[End, int | None]:
        return (LATE, 0) if game.number % 7 == 0 else (End.FINISHED, None)

    ends = set()
    for seed in range(6):
        path = tmp_path / f"{seed}.db"
        finish(path, of, workers(ending, 1 + seed, random.Random(seed).randrange), 25 if seed % 2 else None)
        finish(path, of, workers(ending, 1 + seed, random.Random(seed).randrange))
        with contextlib.closing(Store.open(path)) as store:
            watch = SprtWatch(0.0, 200.0)
            for one in store.outcomes():
                watch.add(one)
            ends.add((watch.text(), tuple(watch.counts)))
    ((_, counts),) = ends
    assert sum(counts) == 10  # games 1 to 20; 21 is the third forfeit


def test_what_was_played_of_a_game_that_is_marked_is_gone(tmp_path: Path) -> None:
    of, path = league(2, pairs=5), tmp_path / "league.db"

    def ending(game: Assignment) -> tuple[End, int | None]:
        return (LATE, 0) if game.number < 3 else (End.FINISHED, None)

    found = finish(path, of, workers(ending, 10, lambda games: games - 1))
    assert [one.end for one in found if one.game.number == 9] == [End.FINISHED, End.SUSPENDED]
    assert rows(path, "SELECT COUNT(*) FROM cost WHERE number > 2") == [(0,)]
    assert rows(path, "SELECT DISTINCT end, offender, core, host FROM result WHERE number > 2") == [
        ("SUSPENDED", 0, -1, "")
    ]
    with contextlib.closing(Store.open(path)) as store:
        assert [record.costs[0].wall_s for _, record in store.records(9)] == [0.0]
        assert store.places() == [("here", 1, 2)]
        assert [session[-1] for session in store.sessions()] == [2]


def test_whoever_meets_a_suspended_player_in_a_knockout_goes_on_whatever_it_has_won() -> None:
    of = league(4, "knockout", 2)
    first = next_stage(of, [])
    for suspended in (0, 3):
        outcomes = []
        for game in first:  # 0 and 3, then 1 and 2
            ahead = game.players.index(suspended) if suspended in game.players else 0
            outcomes.append(Outcome(game, (44, 20) if ahead == 0 else (20, 44)))
        assert {game.players for game in next_stage(of, outcomes)} == {(min(1, suspended), max(1, suspended))}
        at = next(at for at, game in reversed([*enumerate(first)]) if game.players == (0, 3))
        seat = first[at].players.index(suspended)
        outcomes[at] = Outcome(first[at], (64, 0) if seat else (0, 64), seat, End.SUSPENDED)
        other = 3 - suspended
        assert {game.players for game in next_stage(of, outcomes)} == {(min(1, other), max(1, other))}
    both = [Outcome(game, (0, 0), 0, End.SUSPENDED, End.SUSPENDED) for game in first]
    assert {game.players for game in next_stage(of, both)} == {(0, 1)}  # the higher in the list, at once


def test_zero_suspends_nobody(tmp_path: Path) -> None:
    finish(tmp_path / "league.db", league(3, suspend=0), workers(lambda game: (LATE, 0)))
    assert rows(tmp_path / "league.db", "SELECT DISTINCT end FROM result") == [("TIMEOUT",)]


# ---- pardons ---------------------------------------------------------------------------------------------------------


def bad(*names: str, until: int = 10**9) -> Ending:
    def ending(game: Assignment) -> tuple[End, int | None]:
        for seat, player in enumerate(game.seats):
            if player.name in names and game.number < until:
                return LATE, seat
        return End.FINISHED, None

    return ending


def test_after_a_pardon_the_games_are_played_and_count(tmp_path: Path) -> None:
    of, path = league(4, pairs=3), tmp_path / "league.db"
    finish(path, of, workers(bad("player 1")))
    before = dict(rows(path, "SELECT number, end FROM result"))
    assert list(before.values()).count("SUSPENDED") == 16
    with contextlib.closing(Store.begin(path, of)) as store:
        assert unplayed(of, store.outcomes()) == [
            "player 1 is suspended, for it took too long again and again: "
            "16 games are lost unplayed (after a mend: --pardon)"
        ]
        pardon(store, 1)
        assert len(store.unfinished()) == 16
        with pytest.raises(StoreError, match=r"league\.db: 'player 1' is not suspended$"):
            pardon(store, 1)
    finish(path, of, workers(bad()))
    after = dict(rows(path, "SELECT number, end FROM result"))
    assert list(after.values()).count("FINISHED") == 34
    assert {n for n, end in after.items() if end == "TIMEOUT"} == {n for n, end in before.items() if end == "TIMEOUT"}


def test_who_fails_again_after_a_pardon_is_suspended_again(tmp_path: Path) -> None:
    of, path = league(3, pairs=4), tmp_path / "league.db"
    finish(path, of, workers(bad("player 1")))
    for played_again in (14, 12, 10, 8):
        with contextlib.closing(Store.begin(path, of)) as store:
            pardon(store, 1)
            assert len(store.unfinished()) == played_again
        finish(path, of, workers(bad("player 1"), 3))
        assert rows(path, "SELECT COUNT(*) FROM result WHERE end = 'SUSPENDED'") == [(played_again - 2,)]


def test_who_fails_otherwise_after_a_pardon_is_suspended_for_that(tmp_path: Path) -> None:
    of, path = league(2, pairs=5, suspend=3), tmp_path / "league.db"
    finish(path, of, workers(lambda game: (LATE, 0)))
    with contextlib.closing(Store.begin(path, of)) as store:
        pardon(store, 0)
    finish(path, of, workers(lambda game: (DEAD, 0)))
    with contextlib.closing(Store.open(path)) as store:
        outcomes = store.outcomes()
    (told,) = unplayed(of, outcomes)
    assert told == unplayed(of, outcomes[::-1])[0]  # as they come in while games are played
    assert told.startswith("player 0 is suspended, for it ended by itself again and again: 4 games")


def test_a_pardon_of_one_leaves_the_suspension_of_another(tmp_path: Path) -> None:
    of, path = league(4, pairs=4), tmp_path / "league.db"
    finish(path, of, workers(bad("player 1", "player 2")))
    both = [n for (n,) in rows(path, "SELECT number FROM also")]
    assert both
    with contextlib.closing(Store.begin(path, of)) as store:
        pardon(store, 1)
        open_ = [game.players for game in store.unfinished()]
        assert all(1 in players for players in open_)
        assert not set(both) & {game.number for game in store.unfinished()}
        found = {one.game.number: dict(one.forfeits()) for one in store.outcomes()}
    assert all(found[number] == {1: End.SUSPENDED} for number in both)  # they meet as players 1 and 2
    finish(path, of, workers(bad("player 2")))
    marks = "SELECT a, b, offender FROM game JOIN result USING (number) WHERE end = 'SUSPENDED'"
    assert {(a, b)[offender] for a, b, offender in rows(path, marks)} == {2}


def test_in_a_knockout_a_pardon_may_come_too_late(tmp_path: Path) -> None:
    of, path = league(4, "knockout", 3), tmp_path / "league.db"
    finish(path, of, workers(bad("player 3")))
    with contextlib.closing(Store.begin(path, of)) as store:
        with pytest.raises(StoreError, match="'player 3' is out of the knockout: whoever it met there has gone on"):
            pardon(store, 3)
        assert store.unfinished() == []


def test_a_league_goes_on_by_the_rule_by_which_it_began(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    Store.begin(path, league(2, suspend=5)).close()
    with contextlib.closing(Store.begin(path, league(2, suspend=None))) as store:
        assert store.league.suspend == 5
    with pytest.raises(StoreError, match=re.escape("suspend is 5 there and 3 here")):
        Store.begin(path, league(2, suspend=3))
