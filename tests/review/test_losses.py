"""What a move lost follows from what was judged, and claims no more: bounds from proofs, estimates of equal depth."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from arbiter.games import catalogue
from arbiter.games.extras import Course, Reviewing
from arbiter.games.players import End, Turn
from arbiter.host.guards import Guards
from arbiter.play.analysis import Analysis, Engine, EngineError, read
from arbiter.play.record import GameRecord
from arbiter.review.judge import Effort, Judge
from arbiter.review.judgement import UNKNOWN, Judgement, bounds
from arbiter.review.losses import GameReview, ReviewedMove, review

TERMS = Reviewing("engine analyse", blunder=4, most=64)
OTHELLO, ATAXX, DAMA = (catalogue.game(name) for name in ("othello", "ataxx", "dama"))


def exactly(value: float) -> Judgement:
    return Judgement((value, value), move="best", line=("best",))


def guessed(**values: float) -> Judgement:
    """Give a position with a value at each depth, such as `d8=3`."""
    return Judgement(values={int(depth[1:]): value for depth, value in values.items()}, move="best", line=("best",))


def course(moves: int, free: bool = True) -> Course:
    return Course(
        positions=tuple(f"position {at}" for at in range(moves + 1)),
        moves=tuple(f"move {at}" for at in range(1, moves + 1)),
        movers=tuple(at % 2 for at in range(moves + 1)),
        plies=tuple(range(1, moves + 1)),
        free=(free,) * moves,
    )


def of(
    *judged: Judgement, scores: tuple[int, int] = (0, 1), free: bool = True, offender: int | None = None
) -> GameReview:
    """Review a game of two whose positions were judged so; A moves first."""
    way = course(len(judged) - 1, free)
    turns = tuple(Turn(move, 0.0) for move in way.moves)
    end = End.FINISHED if offender is None else End.ILLEGAL
    record = GameRecord("othello", 1, ("a", "b"), 0, turns, scores, end, offender)
    return review(record, [way], [judged], TERMS, "engine, 1 s a game", "discs")


def first(*judged: Judgement, free: bool = True) -> ReviewedMove:
    return of(*judged, free=free).moves[0]


def test_a_loss_is_proved_where_both_values_are() -> None:
    move = first(exactly(3), exactly(5))
    assert (move.least, move.most, move.proved, move.estimate, move.blunder, move.certain) == (
        8,
        8,
        True,
        None,
        True,
        True,
    )


def test_a_loss_that_is_not_proved_is_at_least_or_at_most_what_proofs_say() -> None:
    at_least = first(Judgement((3, math.inf)), exactly(5))
    assert (at_least.least, at_least.most, at_least.proved, at_least.certain) == (8, 69, False, True)
    at_most = first(Judgement((-math.inf, 3)), Judgement((-10, 1)))
    assert (at_most.least, at_most.most, at_most.proved, at_most.certain) == (0, 4, False, False)
    nothing = first(Judgement(), Judgement())
    assert (nothing.least, nothing.most, nothing.proved) == (0, math.inf, False)


def test_an_estimate_is_the_difference_of_two_values_with_the_same_horizon_and_no_proof() -> None:
    move = first(guessed(d8=3, d7=50, d6=40), guessed(d8=-60, d7=5, d6=30))
    assert (move.estimate, move.depth, move.proved, move.least, move.most) == (8, 8, False, 0, math.inf)
    assert (move.blunder, move.certain) == (True, False)


def test_where_nothing_is_estimated_the_loss_is_the_least_that_is_proved() -> None:
    assert first(Judgement((-math.inf, 3)), Judgement((-10, 1))).loss == 0
    assert first(Judgement((3, math.inf)), exactly(5)).loss == 8
    assert first(guessed(d8=3), guessed(d7=5)).loss == 8


def test_bounds_on_both_sides_of_a_draw_tell_nobody_who_wins() -> None:
    move = first(Judgement((-5, 5)), Judgement((-5, 5)))
    assert (move.before, move.after) == (None, None)
    assert Judgement((0, 5)).at(8) is None
    assert Judgement((-5, 0)).at(8) is None
    assert (Judgement((1, 5)).at(8), Judgement((-5, -1)).at(8), Judgement((0, 0)).at(8)) == (1, -1, 0)


def test_values_that_have_no_partner_of_the_same_horizon_are_not_compared() -> None:
    assert first(guessed(d8=3), guessed(d8=5)).estimate is None
    assert first(guessed(d8=3), guessed(d6=5)).estimate is None
    assert first(guessed(d6=3), guessed(d7=5)).estimate is None


def test_a_move_that_gains_by_an_estimate_has_lost_nothing() -> None:
    assert first(guessed(d8=3), guessed(d7=-9)).estimate == 0


def test_a_move_without_a_choice_has_lost_nothing_for_sure() -> None:
    move = first(guessed(d8=3), guessed(d7=9), free=False)
    assert (move.proved, move.least) == (True, 0)


def test_what_is_proved_of_a_position_bounds_the_one_before() -> None:
    """Who can reach 5 has at least 5, and after a best move of 3 nobody has more than that."""
    before = of(Judgement(), exactly(-5), exactly(5)).moves[0]
    assert before.before is not None
    assert (before.before.result, before.before.proved) == (1, True)
    after = of(exactly(3), Judgement(), Judgement()).moves[0]
    assert (after.least, after.proved) == (0, False)


def decided(*judged: Judgement, scores: tuple[int, int], seat: int = 0) -> tuple[str, bool] | None:
    decision = of(*judged, scores=scores).decisions.get(seat)
    return None if decision is None else (decision.move.move if decision.move else "start", decision.proved)


LOST = (0, 1)


@pytest.mark.parametrize(
    ("values", "scores", "expected"),
    [
        ((2, -2, 2, 4, -4), LOST, ("move 3", True)),  # won until the third move
        ((2, -2, 2, 0, 0, 3, -3), LOST, ("move 5", True)),  # won, then drawn, then lost: the last one decides
        ((2, 2, 2, 2, -2), LOST, ("move 3", True)),  # given away, given back, given away
        ((-2, 2, -2, 8, -8), LOST, ("start", True)),  # discs were lost, no result
        ((2, -2, 2, 0, 0), (1, 1), ("move 3", True)),  # a win that was drawn
        ((0, 0, 0, 0, 0), (1, 1), ("start", True)),
        ((0, 0, 0, 5, 0, 0, 0), (1, 1), ("move 3", True)),  # a draw given away, and given back
        ((2, -2, 2, -2, 2), (1, 0), None),  # nobody is told where it won
    ],
)
def test_the_decisive_move_is_the_last_own_one_after_which_the_result_is_worse(
    values: Sequence[int], scores: tuple[int, int], expected: tuple[str, bool] | None
) -> None:
    assert decided(*map(exactly, values), scores=scores) == expected


def test_a_decision_by_estimate_is_no_proof() -> None:
    judged = [guessed(d8=2), guessed(d8=-2, d7=-2), guessed(d8=2, d7=2), guessed(d8=4, d7=4), exactly(-4)]
    assert decided(*judged, scores=LOST) == ("move 3", False)


def test_a_result_that_falls_between_two_turns_is_told_as_seen_only_later() -> None:
    judged = [guessed(d8=2), guessed(d7=-2), exactly(-4), exactly(4), exactly(-4)]
    decision = of(*judged, scores=LOST).decisions[0]
    assert decision.move is not None
    assert (decision.move.move, decision.proved, decision.seen) == ("move 1", False, False)


def test_who_forfeits_has_not_lost_over_the_board() -> None:
    assert of(exactly(2), exactly(-2), scores=LOST, offender=0).decisions == {}


def test_phases_are_thirds_of_the_moves() -> None:
    assert [move.phase for move in of(*map(exactly, [0] * 7)).moves] == [0, 0, 1, 1, 2, 2]


class Recorder(Engine):
    """An engine without a process: it proves nothing but the last positions, and notes what it is asked."""

    def __init__(self, proofs: int, last: int) -> None:
        super().__init__("recorder", Guards())
        self.asked: list[tuple[int, str]] = []
        self._from = last - proofs

    def ask(self, position: str) -> Analysis:
        text, _, how = position.partition("\t")
        at = int(text.split()[1])
        self.asked.append((at, how))
        depth = int(how.split()[1]) if how.startswith("depth") else 0
        return Analysis(7 * at + 100 * depth, "m", at > self._from and not depth, ("m",), 1)


# ---- what an answer proves ------------------------------------------------------------------------------------------


def test_an_exact_value_proves_what_the_game_says_that_it_means() -> None:
    assert bounds(OTHELLO, Analysis(-6, "2 3", True), None) == (-6, -6)
    assert bounds(ATAXX, Analysis(29990, "f2", True), None) == (1, math.inf)
    assert bounds(ATAXX, Analysis(-29990, "f2", True), None) == (-math.inf, -1)
    assert bounds(DAMA, Analysis(30990, "b3-c4", True), None) == (1, 1)
    assert bounds(DAMA, Analysis(30990, "b3-c4", True), 10) == (1, 1)
    assert bounds(DAMA, Analysis(30990, "b3-c4", True), 9) == UNKNOWN  # the game is drawn before that
    assert bounds(OTHELLO, Analysis(-6, "2 3", False), None) == UNKNOWN
    assert bounds(catalogue.game("domino"), Analysis(20, "S 1 2", False, most=24), None) == (20, 24)


def test_a_proof_of_who_wins_is_one_where_margins_count() -> None:
    won, lost = (read(f"{value}\t2 3\t{word}\t10\t0.001\t2 3") for value, word in ((3, "won"), (-3, "lost")))
    assert (bounds(OTHELLO, won, None), bounds(OTHELLO, lost, None)) == ((1, math.inf), (-math.inf, -1))
    assert bounds(DAMA, won, 40) == bounds(ATAXX, lost, None) == UNKNOWN
    with pytest.raises(EngineError, match="a value that goes with 'won'"):
        read("-5\t2 3\twon\t10\t0.001\t2 3")


def test_a_win_after_which_the_game_was_drawn_by_its_limit_is_none() -> None:
    class Winning(Recorder):
        def ask(self, position: str) -> Analysis:
            return Analysis(31000 - 10, "a1-b2", True, ("a1-b2",))

    terms = Reviewing("engine analyse", blunder=1, most=1)
    found = Judge(Winning(0, 4), DAMA, terms, Effort(exact=True)).judge(course(4), 12)
    assert [judgement.bounds for judgement in found] == [(1, 1)] * 3 + [UNKNOWN] * 2


# ---- how positions are judged ---------------------------------------------------------------------------------------


def judged(
    proofs: int, effort: Effort, moves: int = 8, clock: Sequence[float] = ()
) -> tuple[Recorder, list[Judgement]]:
    engine, times = Recorder(proofs, moves), iter(clock)
    judge = Judge(engine, OTHELLO, TERMS, effort, lambda: next(times, 1e9))
    return engine, judge.judge(course(moves), None)


def test_each_move_that_is_not_proved_is_judged_at_one_depth_and_a_ply_less_behind_it() -> None:
    engine, found = judged(3, Effort(None, 6))
    depths = [(at, how) for at, how in engine.asked if how.startswith("depth")]
    open_ = [at for at in range(8) if not (found[at].proved and found[at + 1].proved)]
    assert open_ == [0, 1, 2, 3, 4, 5]
    assert sorted(depths) == sorted({(at, "depth 6") for at in open_} | {(at + 1, "depth 5") for at in open_})
    for at in open_:
        assert found[at].values[6] == 7 * at + 600
        assert found[at + 1].values[5] == 7 * (at + 1) + 500


def test_proofs_go_back_from_the_end_until_two_in_a_row_fail() -> None:
    engine, found = judged(3, Effort(None, 4))
    assert [at for at, how in engine.asked if how.startswith("nodes")] == [8, 7, 6, 5, 4]
    assert [judgement.proved for judgement in found] == [False] * 6 + [True] * 3


def test_exactly_means_that_every_position_is_to_be_proved() -> None:
    engine, _ = judged(3, Effort(exact=True))
    assert engine.asked == [(at, "exact") for at in reversed(range(9))]


def test_a_depth_that_there_is_no_time_for_is_not_begun() -> None:
    engine, found = judged(0, Effort(10.0), clock=[0, 0, 0, 0, 0.5, 3.0, 3.0])
    assert {how for _, how in engine.asked if how.startswith("depth")} == {"depth 4", "depth 3"}
    assert found[0].values.keys() == {4}


def test_better_efforts_make_worse_ones_needless() -> None:
    assert Effort(2.0).covers(Effort(1.0))
    assert not Effort(1.0).covers(Effort(2.0))
    assert Effort(exact=True).covers(Effort(9.0))
    assert not Effort(9.0).covers(Effort(exact=True))
    assert Effort(None, 8).covers(Effort(None, 6))
    assert not Effort(None, 6).covers(Effort(None, 8))
    assert not Effort(9.0).covers(Effort(None, 2))
    assert not Effort(None, 9).covers(Effort(0.1))


def test_a_judgement_survives_being_kept() -> None:
    for one in (Judgement(), exactly(3), guessed(d8=3, d7=-2.5), Judgement((1, math.inf), move="b", line=("b", "c"))):
        assert Judgement.from_json(one.to_json()) == one
