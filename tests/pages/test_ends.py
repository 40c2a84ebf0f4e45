"""The last position of a game is the same picture whether it is asked for alone or as one of all, and again."""

from __future__ import annotations

import random
from typing import Any

import pytest

from arbiter.games import catalogue
from arbiter.games.contract import Transcript
from arbiter.games.squares import KEPT


def played(rules: Any, number: int, seed: str) -> Transcript:
    """Play a game by chance, from an opening of some plies."""
    draw = random.Random(seed)
    moves, position = rules.random_opening(draw.randrange(4), draw)
    start, written = rules.opening_text(moves) if moves else "", list[str]()
    for _ in range(40):
        legal = position.legal_moves()
        if not legal or position.is_over():
            break
        move = draw.choice(legal)
        written.append(rules.write_move(move))
        position = position.play(move)
    return Transcript(number, start, tuple(written))


@pytest.mark.parametrize("name", ["ataxx", "dama", "othello"])
def test_a_last_position_is_drawn_as_the_last_of_all(name: str) -> None:
    rules: Any = catalogue.game(name)
    drawing = rules.drawing
    games = [played(rules, 1, f"{name} {seed}") for seed in range(KEPT + 10)]
    order = [0, 1, 0, *range(len(games)), *range(len(games)), 3, 3]
    for number, at in enumerate(order, 1):
        game = Transcript(number, games[at].start, games[at].moves)
        (last,) = drawing.frames(game, every=False)
        assert last == drawing.frames(game, every=True)[-1]
        assert f"<title>Game {number}, position {len(game.moves)}, " in last.svg
        assert drawing.last(game) == drawing.replay(game)[1][-1].after


def test_games_of_the_same_moves_from_other_starts_end_otherwise() -> None:
    rules: Any = catalogue.game("ataxx")
    texts = [rules.opening_text(rules.random_opening(plies, random.Random(1))[0]) for plies in (2, 4)]
    ends = [rules.drawing.frames(Transcript(1, text, ()), every=False)[0].svg for text in ("", *texts)]
    assert len(set(ends)) == 3
