"""Games as courses of positions: see `arbiter.games.extras.Course`."""

from __future__ import annotations

from typing import Any

from arbiter.games.board import BoardGame
from arbiter.games.contract import Game, Transcript
from arbiter.games.extras import Course, Reviewing
from arbiter.games.players import End
from arbiter.play.record import GameRecord


class ReviewError(ValueError):
    """What cannot be reviewed; the message is one line."""


def reviewing(game: Game, command: str | None) -> Reviewing:
    """Give how a game is reviewed. Raises ReviewError where nothing is known of that."""
    if isinstance(game, BoardGame) and game.notation is None:
        raise ReviewError(f"{game.title} cannot be reviewed: it says nothing of how engines write it")
    found = game.reviewing
    if found is None and isinstance(game, BoardGame) and command:
        assert game.notation
        return Reviewing(command, blunder=game.notation.within, unit=game.notation.unit)
    if found is None or not (isinstance(game, BoardGame) or found.courses):
        expected = "; expected --analyse COMMAND" if isinstance(game, BoardGame) else ""
        raise ReviewError(f"{game.title} cannot be reviewed: it names no engine{expected}")
    return found


def unit(game: Game, terms: Reviewing) -> str:
    """Say what losses count."""
    return terms.unit or game.unit


def courses(game: Game, terms: Reviewing, record: GameRecord, limit: int | None) -> list[Course]:
    """Give the courses of a game, as far as its moves can be replayed; each player's, or one of both.

    The game is drawn after `limit` plies (None: never). Raises ReviewError.
    """
    transcript = record.transcript()
    try:
        if terms.courses:
            return terms.courses(transcript)
        assert isinstance(game, BoardGame)
        return [_of_board(game, record, transcript)]
    except ValueError as error:
        raise ReviewError(f"game {record.number} cannot be replayed: {error}") from None


def _of_board(game: BoardGame[Any, Any], record: GameRecord, played: Transcript) -> Course:
    notation = game.notation
    assert notation is not None
    position = game.opening(played.start)
    positions, movers, free = [position], [position.to_move], []
    for text in played.moves:
        free.append(len(position.legal_moves()) > 1)
        position = position.play(game.read_move(position, text))
        positions.append(position)
        movers.append(position.to_move)
    final = None
    if position.is_over():
        first, second = position.score()
    elif record.end is End.FINISHED and record.offender is None:  # drawn by the limit of moves
        first, second = record.scores[record.first], record.scores[1 - record.first]
    else:
        first = second = None
    if first is not None and second is not None:
        points = notation.by_result
        final = points[(first > second) - (first < second)][0] - points[0][0] if points else first - second
        final = -final if movers[-1] else final
    return Course(
        positions=tuple(map(notation.position_text, positions)),
        moves=played.moves,
        movers=tuple(movers),
        plies=tuple(range(1, len(played.moves) + 1)),
        free=tuple(free),
        final=final,
    )
