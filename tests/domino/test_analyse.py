"""`domino-bot analyse` says what a hand and the row so far can have: the optimum, or two bounds."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from arbiter.games.domino.law import PLAIN, SPECIAL, Row, judge
from tests.domino.driver import run
from tests.domino.hard import draw_hard
from tests.domino.plain_row import best_score
from tests.review.truth import domino_hands, domino_truth

Rows = list[list[str]]


def analyse(*lines: str) -> Rows:
    done = run("analyse", text="".join(f"{line}\n" for line in lines).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    return [line.split("\t") for line in done.stdout.decode().splitlines()]


def text(hand: list[tuple[int, int]], row: str = "", rules: str = "") -> str:
    return " ".join([rules, str(len(hand)), *(f"{a} {b}" for a, b in hand), row]).strip()


def test_exact_is_asked_for_as_a_limit_of_time_is() -> None:
    hand = text(draw_hard(1595).hand)  # bounded at once, solved after half a second: 8 million nodes
    hurried, exact = analyse(f"{hand}\ttime 0.01", f"{hand}\texact")
    assert hurried[2].startswith("<=")
    assert exact[2] == "exact"


def test_an_empty_row_and_each_row_after_it_has_the_optimum_that_every_way_to_play_shows() -> None:
    lines, expected = [], []
    for game, hand, options in domino_hands(20, seed=5, most=7):
        rules = "zero-stays " * options.zero_stays + "early-stop " * options.early_stop
        words = game.moves[0].split()
        for length in range(0, len(words) + 1, 3):
            lines.append(text(hand, " ".join(words[:length]), rules))
        expected += domino_truth(hand, options, game.moves[0])
    answers = analyse(*lines)
    assert [int(answer[0]) for answer in answers] == expected
    assert {answer[2] for answer in answers} == {"exact"}


def test_the_variation_is_legal_and_has_the_value() -> None:
    rng = random.Random(6)
    for _ in range(10):
        hand = [rng.choice(PLAIN + SPECIAL) for _ in range(8)]
        begun = Row()
        starts = list(begun.moves(Counter(hand)))
        row = str(rng.choice(starts)) if starts else ""
        ((value, move, depth, _, _, line),) = analyse(text(hand, row))
        assert depth == "exact"
        assert line.split(", ")[0] == move
        verdict = judge(hand, " ".join([row, *([] if line == "-" else line.split(", "))]))
        assert (verdict.reason, verdict.score) == ("", int(value))


def test_a_value_that_is_not_proved_is_a_bound_on_either_side() -> None:
    hand = [kind for kind in PLAIN for _ in range(2)] + [SPECIAL[0]] * 3 + [SPECIAL[1]] * 4 + [SPECIAL[2]] * 3
    ((value, move, depth, *_),) = analyse(text(hand, "S 1 2 R 2 3"))
    assert depth.startswith("<=")
    assert int(value) < int(depth[2:])
    assert move != "-"


def test_what_cannot_go_on_has_what_lies_and_no_move() -> None:
    assert [row[:3] for row in analyse("2  1 2  3 4 S 1 2", "0")] == [["+3", "-", "exact"], ["+0", "-", "exact"]]


def test_lines_have_limits_of_their_own_and_comments() -> None:
    hand = text([(1, 2), (2, 3)])
    assert [row[0] for row in analyse(f"{hand}\ttime 0.1", "", "# nothing", f"{hand}\texact  # all of it")] == [
        "+8",
        "+8",
    ]
    assert best_score([(1, 2), (2, 3)]) == 8


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("2 1 2", "line 1: tile 2 of 2: the input ends here; expected an integer"),
        ("1 1 2 S 1 3", "line 1: move 1: 'S 1 3': that tile is not in the hand, or not so often"),
        ("1 1 2 L 1 2", "line 1: move 1: 'L 1 2': the first move, and no other, is S"),
        ("1 1 2 S 1", "line 1: 'S 1' is cut off; expected a letter and two numbers"),
        ("1 1 2\tdepth 3", "the limit of a position is a time here: time S, or exact"),
        ("1 1 2\ttime 0", "line 1: expected seconds above 0 and at most 1000000, got '0'"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(line: str, told: str) -> None:
    done = run("analyse", text=f"{line}\n".encode())
    assert done.returncode in (1, 2)
    assert done.stdout == b""
    assert done.stderr.decode().endswith(f"{told}\n")
    assert done.stderr.count(b"\n") == 1
