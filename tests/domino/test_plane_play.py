"""Two dimensions for whom plays them: hints in their time, boards that go on from what lies, wide boards."""

from __future__ import annotations

import itertools
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from arbiter.games.domino.law import PLAIN, SPECIAL, Hand, Options, Tile, tile
from arbiter.games.domino.plane import Plane, PlaneMove, judge
from bots.domino import strategies
from bots.domino.hands import counts
from bots.domino.picture import picture
from native.domino.engine import solve_2d
from tests.bots.driver import HANG_S, environment
from tests.bots.terminal import COLOUR, answer
from tests.domino.driver import hand_text, run
from tests.domino.test_play import terminal

NO_TIME_S = 1e-9
FAR = 2**31 - 1


def hand_of(size: int, draw: random.Random) -> list[Tile]:
    return [draw.choice(SPECIAL if draw.random() < 0.3 else PLAIN) for _ in range(size)]


def begun_with(hand: list[Tile], length: int, options: Options, draw: random.Random) -> list[PlaneMove]:
    """Play some moves at random."""
    board, left, moves = Plane(options), Counter(hand), list[PlaneMove]()
    while len(moves) < length and (choices := list(board.moves(kind for kind, n in left.items() if n))):
        moves.append(draw.choice(choices))
        board.place(moves[-1])
        left[tile(moves[-1].a, moves[-1].b)] -= 1
    return moves


def best(board: Plane, left: Hand) -> int:
    """Give the best score with which a board can end, by playing all games."""
    moves = list(board.moves(kind for kind, n in left.items() if n))
    scores = [board.score] if not moves or board.options.early_stop else []
    for move in moves:
        after = board.fork()
        after.place(move)
        scores.append(best(after, left - Counter([tile(move.a, move.b)])))
    return max(scores)


def test_a_board_goes_on_from_what_lies_as_well_as_can_be() -> None:
    draw = random.Random(4)
    for _ in range(40):
        hand, options = hand_of(draw.randint(1, 4), draw), Options(draw.random() < 0.5, draw.random() < 0.3)
        begun = begun_with(hand, draw.randint(1, 2), options, draw)
        rules = {"zero_stays": options.zero_stays, "early_stop": options.early_stop}
        found = solve_2d(counts(hand), 60.0, begun, **rules)
        line = [PlaneMove(*move) for move in found.moves]
        assert line[: len(begun)] == begun
        verdict = judge(hand, " ".join(map(str, line)), options)
        assert (verdict.reason, verdict.score) == ("", found.score)
        if begun:
            table, left = Plane(options), Counter(hand)
            for move in begun:
                table.place(move)
                left[tile(move.a, move.b)] -= 1
            assert found.score == best(table, left), (hand, begun)
            assert found.proved


@pytest.mark.parametrize("begun", [[("H", 0, 0, 1, 2, "")], [("S", 0, 0, 1, 1, "")], [("S", 0, 0, 1, 2, "")] * 2])
def test_a_board_does_not_go_on_from_what_is_not_legal(begun: list[tuple[str, int, int, int, int, str]]) -> None:
    with pytest.raises(ValueError, match="not legal"):
        solve_2d(counts([(1, 2), (2, 3)]), 1.0, begun)


@pytest.mark.parametrize("size", [40, 120, 400])
@pytest.mark.parametrize("length", [0, 7])
def test_there_is_a_board_of_any_hand_when_there_is_no_time(size: int, length: int) -> None:
    draw = random.Random(size)
    hand = hand_of(size, draw)
    begun = begun_with(hand, length, Options(), draw)
    found = solve_2d(counts(hand), NO_TIME_S, begun)
    verdict = judge(hand, " ".join(str(PlaneMove(*move)) for move in found.moves))
    assert (verdict.reason, verdict.score) == ("", found.score)
    assert found.nodes == 0  # it has begun no board at random


class Clock:
    """A clock that is late whenever somebody looks, but for the first time."""

    def __init__(self) -> None:
        self.looks = itertools.count()

    def monotonic(self) -> float:
        return 10.0 * next(self.looks)


@pytest.mark.parametrize("plane", [False, True])
def test_a_hint_plays_no_more_games_than_it_has_time_for(plane: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    played, real = Counter[str](), strategies._play_at_random

    def count(table: strategies.Arrangement, left: Hand, draw: random.Random) -> tuple[strategies.Move, ...]:
        played["games"] += 1
        return real(table, left, draw)

    monkeypatch.setattr(strategies, "time", Clock())
    monkeypatch.setattr(strategies, "_play_at_random", count)
    game, hand = strategies.Variant(Options(), plane, NO_TIME_S), hand_of(30, random.Random(1))
    first = next(iter(strategies.legal(game.table(), Counter(kind for kind in hand if kind in PLAIN))))
    advice = strategies.hint(game, hand, [first])
    assert advice is not None
    game.replay([first, advice])
    assert played["games"] <= 1


@pytest.mark.parametrize("tiles", [64, 80, 400])
def test_a_board_goes_on_however_deep_it_is(tiles: int, tmp_path: Path) -> None:
    """A board that hangs lower than the 64 rows of a large one's grid was refused, which ended the session."""
    hand, begun = [(2, 2)] * (tiles + 3) + [(2, 5)], [PlaneMove("S", 0, 0, 2, 2)]
    begun += [PlaneMove("V", row, row + 2, 2, 2) for row in range(tiles - 1)]
    found = solve_2d(counts(hand), NO_TIME_S, begun)
    line = [PlaneMove(*move) for move in found.moves]
    verdict = judge(hand, " ".join(map(str, line)))
    assert (verdict.reason, verdict.score, line[: len(begun)]) == ("", found.score, begun)
    saved = tmp_path / "saved"
    saved.write_text(hand_text(hand) + " ".join(map(str, begun)) + "\n", encoding="ascii")
    done = run("--2d", "--time", "0.01", "--hand", str(saved), text=b"hint\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Perhaps" in done.stdout


DEEP = """
import resource
from native.domino.engine import solve_2d
resource.setrlimit(resource.RLIMIT_AS, (200 << 20, 200 << 20))
begun = [("S", 0, 0, 2, 2, ""), *(("V", row, row + 2, 2, 2, "") for row in range(4000))]
found = solve_2d([0, 0, 0, 0, 0, 0, 8001, *[0] * 17], 1e-9, begun)
print(len(found.moves), found.score, found.proved)
"""


def test_a_deep_board_takes_no_more_memory_than_its_tiles_do() -> None:
    """It was a rectangle with room beside each row for all tiles that are left, 2.5 GB of them at most."""
    done = subprocess.run(
        [sys.executable, "-c", DEEP], env=environment(), capture_output=True, text=True, timeout=HANG_S, check=False
    )
    assert (done.stdout, done.stderr) == (f"8001 {8001 * 4} True\n", "")


@pytest.mark.parametrize(
    "wrong",
    [("S", 0, 7, 2, 2, ""), ("S", FAR, 0, 2, 2, ""), ("V", FAR, 2, 2, 2, ""), ("H", 0, FAR, 2, 2, "")],
)
def test_a_move_far_from_the_board_is_refused(wrong: tuple[str, int, int, int, int, str]) -> None:
    """A first tile was laid wherever it was said to lie, in nobody's memory."""
    begun = [wrong] if wrong[0] == "S" else [("S", 0, 0, 2, 2, ""), wrong]
    with pytest.raises(ValueError, match="not legal"):
        solve_2d([*[0] * 6, 2, *[0] * 17], NO_TIME_S, begun)


def test_more_moves_than_tiles_are_refused() -> None:
    with pytest.raises(ValueError, match="not legal"):
        solve_2d([0] * 24, NO_TIME_S, [("S", 0, 0, 2, 2, "")] * 9)


def test_a_hint_of_a_large_board_can_be_played() -> None:
    words = ["--2d", "--size", "120", "--seed", "1"]
    typed = list[str]()
    for _ in range(2):
        shown = run(*words, text="\n".join([*typed, "hint"]).encode()).stdout.decode()
        typed += re.findall(r"Perhaps (.*)\.", shown)
    assert len(typed) == 2
    shown = run(*words, text="\n".join(typed).encode()).stdout.decode()
    assert not re.search("do not understand|does not fit|no tile", shown)


def long_board(tiles: int) -> Plane:
    board = Plane()
    board.place(PlaneMove("S", 0, 0, 2, 2))
    for number in range(1, tiles):
        board.place(next(move for move in board.moves([(2, 2)]) if move.letter == "HV"[number % 5 == 0]))
    return board


@pytest.mark.parametrize("width", [2, 7, 10, 33, 80])
def test_a_wide_board_is_drawn_in_pieces_that_are_never_wrapped(width: int) -> None:
    board = long_board(60)
    lines = picture(board, width).plain.splitlines()
    heads = [line for line in lines if re.fullmatch(r"-?\d+\.\.-?\d+", line)]
    drawn = [line for line in lines if line not in heads]
    assert max(map(len, drawn)) <= width
    assert len(re.findall(r"\d", "".join(drawn))) == len(board.digits)
    columns = [column for _, column in board.digits]
    spans = [tuple(map(int, head.split(".."))) for head in heads]
    if max(columns) - min(columns) < width // 2:
        assert not heads
        return
    assert [spans[0][0], spans[-1][1]] == [min(columns), max(columns)]
    assert all(begin == end + 1 for (_, end), (begin, _) in itertools.pairwise(spans))
    at, piece = -1, dict[tuple[int, int], int]()
    rows = iter(drawn)
    for line in lines:
        if line in heads:
            at += 1
            row = iter(sorted({r for r, c in board.digits if spans[at][0] <= c <= spans[at][1]}))
            continue
        cells, r = next(rows), next(row)
        for place in range(0, len(cells), 2):
            if digit := re.sub(r"\D", "", cells[place : place + 2]):
                piece[r, spans[at][0] + place // 2] = int(digit)
    assert piece == board.digits


def test_a_wide_board_fits_the_terminal() -> None:
    with terminal("--2d", "--size", "40", "--no-special", "--seed", "2", size=(50, 30)) as child:
        for _ in range(14):
            advice = re.findall(r"Perhaps ([^.]*)\.", COLOUR.sub("", answer(child, "hint")))
            shown = COLOUR.sub("", answer(child, advice[0]))
    board = shown.split("1:[", 1)[0].splitlines()[1:]
    assert re.search(r"^-?\d+\.\.-?\d+$", shown.replace("\r", ""), re.MULTILINE)
    assert max(map(len, board)) <= 30
