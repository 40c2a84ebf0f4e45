"""Who stops after each move, and goes on from what was saved, gives nothing away that was proved before."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from rich.console import Console

from arbiter.games.othello.law import BLACK, OPPONENT, TEXT, WHITE, Position, format_position
from bots.options import Options
from bots.othello.book import look_up, proved_margin
from bots.othello.play import OthelloOpponent
from bots.othello.strength import Strength
from bots.session import Session
from native.common.context import Limits
from native.othello.engine import Othello
from tests.native.boards import discs, margin


class Stopping:
    """Our bot with little to search, ended and begun again between its moves."""

    def __init__(self, mine: str, file: Path, nodes: int, *, traps: bool = True) -> None:
        self._mine, self._file, self._nodes, self._traps = mine, file, nodes, traps

    def choose(self, played: list[int], position: Position) -> int:
        start = format_position(Position())
        self._file.write_text("\n".join([start, *(TEXT[move] for move in played)]), encoding="utf-8")
        bot = OthelloOpponent(Options(nodes=self._nodes, hash_mib=16), OPPONENT[self._mine], traps=self._traps)
        Session(Console(file=io.StringIO()), bot).load(self._file)
        return bot.choose(position)


@pytest.mark.parametrize("seed", [0, 2])
def test_black_wins_by_as_much_as_is_proved_of_the_start_after_every_load(tmp_path: Path, seed: int) -> None:
    rng, black, position, played = random.Random(seed), Stopping(BLACK, tmp_path / "game", 300), Position(), list[int]()
    while not position.is_over():
        mine = position.mover == BLACK
        played.append(black.choose(played, position) if mine else rng.choice(position.legal_moves()))
        position = position.play(played[-1])
    assert margin(position) * (1 if position.mover == BLACK else -1) >= proved_margin()


def test_white_loses_by_no_more_than_is_proved_of_the_start_after_every_load(tmp_path: Path) -> None:
    white, black = Stopping(WHITE, tmp_path / "game", 3000, traps=False), Strength(Othello(16))
    position, played = Position(), list[int]()
    while not position.is_over():
        move = (
            black.choose(*discs(position), Limits(nodes=3000)).move
            if position.mover == BLACK
            else white.choose(played, position)
        )
        assert move is not None
        played.append(move)
        position = position.play(move)
    assert margin(position) * (1 if position.mover == BLACK else -1) == proved_margin()


def test_a_win_by_another_move_than_that_of_the_book_is_remembered_of_a_game_that_is_loaded() -> None:
    rng, engine, found = random.Random(2), Othello(1), 0
    while found < 5:
        game = [Position()]
        while (entry := look_up(*discs(game[-1]))) and entry.move is not None and game[-1].board.count("-") > 44:
            game.append(game[-1].play(entry.move))
            game.append(game[-1].play(rng.choice(game[-1].legal_moves())))
            if game[-1].is_over():
                break
        if not (game[-1].legal_moves() and (entry := look_up(*discs(game[-1]))) and entry.move is not None):
            continue
        for move in set(game[-1].legal_moves()) - {entry.move}:
            child = game[-1].play(move)
            engine.clear()
            answer = engine.solve(*discs(child), -1, 0, Limits(nodes=100_000))
            if child.is_over() or not answer.exact or answer.score > -1:
                continue
            engine.clear()
            bot = Strength(engine)
            last = child.play(child.legal_moves()[0])
            bot.resume(map(discs, [*game, child, last]))
            report = bot.choose(*discs(last), Limits(nodes=1))
            assert report.bound or report.exact
            assert report.score > 0
            found += 1
