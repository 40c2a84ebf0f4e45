"""The page shows every position of a game of Dama as it was."""

from __future__ import annotations

import random
import re

import pytest

from arbiter.games import catalogue
from arbiter.games.contract import Frame, Transcript
from arbiter.games.dama import law
from arbiter.games.players import End, Turn
from arbiter.pages.page import render
from arbiter.play.record import GameRecord, MatchRecord

KINDS = {"m1": "x", "k1": "X", "m2": "o", "k2": "O"}
DAMA = catalogue.game("dama")
POLYLINE = re.compile(r'<polyline class="(\w+)" points="([^"]*)"/>')


def game(number: int, opening: int = 0) -> tuple[GameRecord, list[law.Position]]:
    """Give a random game and its positions; in those with odd numbers both capture whenever they can."""
    rng, positions = random.Random(number), [law.Position()]
    moves: list[law.Move] = []
    while positions[-1].winner() is None and len(moves) < law.PLIES + opening:
        legal = positions[-1].legal_moves()
        captures = [move for move in legal if move.captured is not None]
        moves.append(rng.choice((captures if number % 2 else []) or legal))
        positions.append(positions[-1].play(moves[-1]))
    start = " ".join(map(str, moves[:opening]))
    turns = tuple(Turn(str(move), 0.1) for move in moves[opening:])
    winner = positions[-1].winner()
    scores = (1, 1) if winner is None else (2, 0) if winner == 1 else (0, 2)
    return GameRecord("dama", number, ("a", "b"), 0, turns, scores, start=start), positions[opening:]


def played(record: GameRecord) -> Transcript:
    return Transcript(record.number, record.start, tuple(turn.move for turn in record.turns))


def frames(record: GameRecord, every: bool) -> list[Frame]:
    assert DAMA.drawing
    return DAMA.drawing.frames(played(record), every=every)


def drawn(svg: str) -> str:
    """Read the pieces of a picture back into a board, the bottom row first."""
    board = ["."] * 64
    for kind, points in POLYLINE.findall(svg):
        numbers = [int(number) for number in points.split()]
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            if kind in KINDS:
                board[8 * (7 - y) + x] = KINDS[kind]
    return "".join(board)


@pytest.mark.parametrize(("number", "opening"), [(1, 0), (2, 0), (3, 6)])
def test_every_position_is_drawn_as_it_was(number: int, opening: int) -> None:
    record, positions = game(number, opening)
    shown = frames(record, True)
    assert [drawn(frame.svg) for frame in shown] == [position.board for position in positions]
    assert [frame.points for frame in shown] == [position.pieces() for position in positions]
    assert [drawn(frame.svg) for frame in frames(record, False)] == [positions[-1].board]


def test_the_end_is_told() -> None:
    told = set()
    for number in range(1, 30):
        record, positions = game(number)
        assert DAMA.drawing
        text = DAMA.drawing.ending(played(record))
        told.add(re.sub("^[xo] ", "", text))
        if positions[-1].winner():
            assert text[0] == "ox"[(positions[-1].winner() or 0) % 2 == 0]
    assert told <= {"has no piece left", "has no legal move", "the limit of moves is reached, which is a draw"}
    assert len(told) == 3


def test_a_page_of_games_and_forfeits_is_made() -> None:
    records = [game(number)[0] for number in (1, 2)]
    first = records[0]
    lost = GameRecord("dama", 3, ("a", "b"), 0, first.turns[:4], (0, 2), End.TAMPERED, 0, "changed board_1.txt", b"x")
    match = MatchRecord("dama", ("a", "b"), 3, (), (*records, lost), False)
    for verbose in (False, True):
        page = render(match, DAMA, verbose)
        assert page.count("<article") == 3
        assert "touched files that are not its own: changed board_1.txt" in page


def test_a_record_against_the_law_is_refused() -> None:
    with pytest.raises(ValueError, match="b3-b4"):
        frames(GameRecord("dama", 1, ("a", "b"), 0, (Turn("b3-b4", 0.1),), (0, 2)), True)
