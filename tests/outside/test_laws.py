"""The games of strangers: small, of nothing but what the document names, and as lawful as plain loops say."""

from __future__ import annotations

import random
import re
import tomllib
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from arbiter.games.board import BoardGame
from tests.outside.strangers import GAMES, HERE, Stranger
from tests.test_house import offences

LINES = 200
PERFT = {
    "standard-othello": [4, 12, 56, 244, 1396, 8200],
    "connect-four": [7, 49, 343, 2401, 16807, 117649, 823536],
    "breakthrough": [22, 484, 11132],
}
PLAYED = 30
EACH = pytest.mark.parametrize("stranger", GAMES, ids=[game.name for game in GAMES])


def game_of(stranger: Stranger) -> BoardGame[Any, Any]:
    """Load a game from its sources."""
    game = import_module(f"tests.outside.{stranger.module}.{stranger.module}").GAME
    assert isinstance(game, BoardGame)
    return game


@EACH
def test_a_game_is_a_small_package_of_one_entry_point(stranger: Stranger) -> None:
    files = {path.name: path for path in (HERE / stranger.module).iterdir() if path.name != "__pycache__"}
    assert sorted(files) == sorted(["pyproject.toml", f"{stranger.module}.py"])
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files.values()) <= LINES
    points = tomllib.loads(files["pyproject.toml"].read_text("utf-8"))["project"]["entry-points"]
    assert points == {"arbitro.games": {stranger.name: f"{stranger.module}:GAME"}}
    assert not re.search(r"<[a-z/!]", files[f"{stranger.module}.py"].read_text("utf-8"))  # nor HTML
    assert offences([files[f"{stranger.module}.py"]], {"arbiter.games.board", "arbiter.games.squares"}) == []


@EACH
def test_perft(stranger: Stranger) -> None:
    @cache
    def perft(position: Any, depth: int) -> int:
        moves = position.legal_moves()
        return len(moves) if depth == 1 else sum(perft(position.play(move), depth - 1) for move in moves)

    expected = PERFT[stranger.name]
    assert [perft(game_of(stranger).begins, depth) for depth in range(1, len(expected) + 1)] == expected


def test_plain_loops_count_the_same_in_breakthrough() -> None:
    rules = next(stranger.rules for stranger in GAMES if stranger.name == "breakthrough")

    def count(played: list[str], depth: int) -> int:
        game = rules.Game()
        for move in played:
            game.play(move)
        moves = game.moves()
        return len(moves) if depth == 1 else sum(count([*played, move], depth - 1) for move in moves)

    assert [count([], depth) for depth in (1, 2, 3)] == PERFT["breakthrough"]


@EACH
def test_a_law_agrees_with_plain_loops_in_random_games(stranger: Stranger) -> None:
    game, ends, passes = game_of(stranger), set(), 0
    for seed in range(PLAYED):
        chance, plain, position = random.Random(seed), stranger.rules.Game(), game.begins
        while legal := plain.moves():
            assert not position.is_over()
            assert position.to_move == plain.side
            assert sorted(map(game.write_move, position.legal_moves())) == sorted(legal)
            text = chance.choice(sorted(legal))
            passes += text == "pass"
            for other in chance.sample(plain.texts, 3):
                if other not in legal:
                    with pytest.raises(ValueError, match="not a legal move"):
                        game.read_move(position, other)
            position = position.play(game.read_move(position, text))
            plain.play(text)
        assert position.is_over()
        assert position.legal_moves() == []
        assert position.score() == plain.points()
        first, second = plain.points()
        ends.add((first > second) - (first < second))
    assert {1, -1} <= ends
    assert (passes > 0) == (stranger.name == "standard-othello")


@EACH
def test_a_move_that_the_law_forbids_is_refused_by_it(stranger: Stranger) -> None:
    position = game_of(stranger).begins
    for _ in range(8):
        position = position.play(position.legal_moves()[0])
    legal = set(position.legal_moves())
    every: dict[str, list[Any]] = {
        "standard-othello": ["a1", "d4", "pass"],
        "connect-four": [7, -1],
        "breakthrough": [(0, 0), (0, 8), (8, 25)],
    }
    assert not legal & set(every[stranger.name])
    for move in every[stranger.name]:
        with pytest.raises(ValueError, match=r"turns no|must not pass|is full|goes one square"):
            position.play(move)
