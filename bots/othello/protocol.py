"""The Othello protocol on a pair of file descriptors: the assignment's skeleton, with the law as the judge."""

from __future__ import annotations

from arbiter.games.othello import law
from bots.othello.game import bitboards, describe, worth
from bots.othello.player import Player
from bots.process import note, write
from bots.scanf import IntReader

BLACK = 1
END_OF_GAME = (-1, -1)


def serve(player: Player, source: int, sink: int, *, verbose: bool, openings: bool = False) -> None:
    """Play game after game; only an exception ends it. With `openings` each begins with moves that are told.

    Raises EOFError at the end of the input, ValueError at nonsense and at impossible moves, OSError where reading or
    writing fails.
    """
    reader = IntReader(source)
    while True:
        colour = law.BLACK if reader.read() == BLACK else law.WHITE
        position = _opening(player, reader) if openings else law.Position()
        if colour == position.mover and not position.is_over():
            position = _answer(player, position, sink, verbose)
        while (move := (reader.read(), reader.read())) != END_OF_GAME:
            position = _play("opponent", position, *move)
            if not position.is_over():  # else the opponent will be told, and -1 -1 comes
                position = _answer(player, position, sink, verbose)
        player.new_game()


def _opening(player: Player, reader: IntReader) -> law.Position:
    """Read how many moves are played already, and these moves, which may have kept what is proved."""
    positions = [law.Position()]
    for _ in range(reader.read()):
        positions.append(_play("opening", positions[-1], reader.read(), reader.read()))
    player.resume(map(bitboards, positions))
    return positions[-1]


def _play(whose: str, position: law.Position, row: int, column: int) -> law.Position:
    if position.is_over():
        raise ValueError(f"the game is over, expected -1 -1, got the move {row} {column}")
    try:
        return position.play(law.parse_move(f"{row} {column}"))
    except law.MoveError as error:
        raise ValueError(f"impossible move of the {whose}: {error}") from error


def _answer(player: Player, position: law.Position, sink: int, verbose: bool) -> law.Position:
    report = player.choose(*bitboards(position))
    assert report.move is not None
    if verbose:
        note(describe(report, worth(position, report)))
    write(sink, f"{law.TEXT[report.move]}\n")
    return position.play(report.move)
