"""A row that lies goes on as well as it can, whatever was played before."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from arbiter.games.domino.law import PLAIN, RAISE, SPECIAL, Move, Options, Row, Tile, judge, tile
from bots.domino.hands import counts
from native.domino.engine import Solution, resume
from tests.domino.plain_row import player

RULES = [Options(zero_stays, early_stop) for zero_stays in (False, True) for early_stop in (False, True)]


def begun(
    hand: list[Tile], options: Options, moves: int, chance: random.Random
) -> tuple[Row, Counter[Tile], list[Move]]:
    """Begin a row with random moves; give it, what is left of the hand, and the moves."""
    row, left = Row(options), Counter(hand)
    line: list[Move] = []
    while len(line) < moves and (choices := list(row.moves(kind for kind, copies in left.items() if copies))):
        line.append(chance.choice(choices))
        row.place(line[-1])
        left[tile(line[-1].a, line[-1].b)] -= 1
    return row, left, line


def digits_of(row: Row) -> list[int]:
    lying = Counter(digit for pair in row.tiles for digit in pair)
    return [lying[digit] for digit in range(7)]


def resumed(row: Row, left: Counter[Tile], options: Options) -> Solution:
    ends = (*row.tiles[0], *row.tiles[-1])
    rules = {"zero_stays": options.zero_stays, "early_stop": options.early_stop}
    return resume(digits_of(row), ends, counts(left.elements()), **rules)


def best(row: Row, left: Counter[Tile], options: Options) -> int:
    kinds = [kind for kind, copies in left.items() if copies]
    play_on = player(kinds, options.zero_stays, options.early_stop)
    return play_on(tuple(left[kind] for kind in kinds), row.tiles[0], row.tiles[-1], tuple(digits_of(row)))


def line_text(line: list[Move], solution: Solution) -> str:
    """Write a line that goes on: the first move of a text is otherwise the first of a row."""
    words = b"".join(solution.text()).decode().split()
    letters = ["L" if move & 0x80 else "R" for move in solution.moves]
    further = [f"{letter} {a} {b}" for letter, a, b in zip(letters, words[1::3], words[2::3], strict=True)]
    return " ".join([*map(str, line), *further])


@pytest.mark.parametrize("options", RULES, ids=str)
@pytest.mark.parametrize(("special", "size"), [(0.0, 9), (0.35, 8)])
def test_no_way_to_go_on_scores_more(options: Options, special: float, size: int) -> None:
    chance = random.Random(size)
    for _ in range(40):
        most = chance.randint(2, 6)
        plain = [kind for kind in PLAIN if kind[1] <= most]
        hand = [chance.choice(SPECIAL if chance.random() < special else plain) for _ in range(chance.randint(2, size))]
        row, left, line = begun(hand, options, chance.randint(1, 4), chance)
        if not line:
            continue
        solution = resumed(row, left, options)
        assert (solution.score, solution.proved) == (best(row, left, options), True), (hand, line)
        verdict = judge(hand, line_text(line, solution), options)
        assert (verdict.reason, verdict.score) == ("", solution.score), (hand, line)


def test_a_hand_with_too_many_ways_is_bounded_and_its_row_is_legal() -> None:
    hand = [kind for kind in PLAIN for _ in range(2)] + [SPECIAL[0]] * 3 + [RAISE] * 4 + [SPECIAL[2]] * 3
    row, left, line = begun(hand, Options(), 2, random.Random(1))
    solution = resumed(row, left, Options())
    verdict = judge(hand, line_text(line, solution))
    assert (verdict.reason, verdict.score) == ("", solution.score)
    assert solution.score < solution.bound
    assert not solution.proved


def test_more_copies_than_a_state_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 255 copies"):
        resume([0, 2, 0, 0, 0, 0, 0], (1, 1, 1, 1), counts([(1, 1)] * 256 + [RAISE]))


def test_a_thousand_plain_tiles_are_no_trouble() -> None:
    hand = [kind for kind in PLAIN for _ in range(48)]
    row, left, _ = begun(hand, Options(), 3, random.Random(2))
    assert resumed(row, left, Options()).score == sum(a + b for a, b in hand)
