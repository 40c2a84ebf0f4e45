"""The pipe protocol of docs/protocol-dama.md on a pair of file descriptors, with the law as the judge."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.games.dama import law
from bots.dama.chooser import Chooser
from bots.dama.game import describe, move_of
from bots.process import MARK, note, read, write
from native.dama.engine import FOR_EVER

END = "end"
LINE_BYTES = 1 << 16
"""Of a line at most: one that begins a game may name thousands of moves."""
PLIES_DIGITS = 100
"""Of a limit at most; Python reads no number of more than some thousand."""
SHOWN = 80
"""Characters at most of what was not understood, in the line that says so."""


def read_lines(fd: int) -> Iterator[str]:
    """Give line after line, without reading ahead of what is there, nor a byte order mark in front of the first one.

    Raises EOFError at the end of the input, ValueError at a line that is too long to be one of the protocol, or not
    whole.
    """
    rest, mark = b"", MARK
    while True:
        line, newline, after = rest.partition(b"\n")
        if len(line) > LINE_BYTES:
            raise ValueError(f"a line of more than {LINE_BYTES} bytes")
        if newline:
            rest = after
            yield line.removeprefix(mark).decode("latin-1")
            mark = b""
        else:
            chunk = read(fd, 4096)
            if not chunk and rest:
                raise ValueError(f"the input ends within a line, after {rest[:SHOWN].decode('latin-1')!r}")
            if not chunk:
                raise EOFError
            rest += chunk


def serve(chooser: Chooser, source: int, sink: int, *, verbose: bool) -> None:
    """Play game after game; only an exception ends it.

    Raises EOFError at the end of the input, ValueError at nonsense and at impossible moves, OSError where reading or
    writing fails.
    """
    lines = read_lines(source)
    for line in lines:
        number, plies, position = _game(line)
        played = 0
        if number == position.mover:
            position, played = _answer(chooser, position, plies, played, sink, verbose), 1
        for text in lines:
            if text == END:
                break
            position = _play("opponent", position, text)
            played += 1
            if position.winner() is None and played != plies:  # else the end is due
                position, played = _answer(chooser, position, plies, played, sink, verbose), played + 1
        chooser.new_game()


def _game(line: str) -> tuple[int, int, law.Position]:
    """Read the line that begins a game: the player's number, and the plies after which it is drawn, 0 for never.

    A position in which player 1 is to move, or moves, may follow, from which the game goes on.
    """
    match line.split(" "):
        case ["1" | "2" as number, plies, *moves] if plies.isascii() and plies.isdigit():
            position = law.Position()
            if moves and len(moves[0]) == 64:
                position = law.parse_position(f"{moves.pop(0)} 1")
            for text in moves:
                position = _play("opening", position, text)
            if position.is_over():
                raise ValueError(f"no game begins where player {position.mover} cannot move, got {line[:SHOWN]!r}")
            if not all(position.pieces()):
                raise ValueError(f"no game begins where player {position.mover} has won, got {line[:SHOWN]!r}")
            if len(plies) > PLIES_DIGITS or int(plies) > law.MOST_PLIES:
                raise ValueError(f"PLIES are at most {law.MOST_PLIES}, 0 for ever, got {plies[:PLIES_DIGITS]}")
            return int(number), int(plies), position
    raise ValueError(f"expected `1 PLIES` or `2 PLIES` to begin a game, got {line[:SHOWN]!r}")


def _play(whose: str, position: law.Position, text: str) -> law.Position:
    """Give the position after a move that was told. Raises ValueError."""
    try:
        return position.play(law.parse_move(text))
    except law.MalformedMoveError as error:  # which does not say what it was
        raise ValueError(f"impossible move of the {whose}: {text[:SHOWN]!r}: {error}") from error
    except law.MoveError as error:
        raise ValueError(f"impossible move of the {whose}: {error}") from error


def _answer(
    chooser: Chooser, position: law.Position, plies: int, played: int, sink: int, verbose: bool
) -> law.Position:
    report = chooser.choose(position, plies - played if plies else FOR_EVER)
    if verbose:
        note(describe(report))
    move = move_of(report)
    write(sink, f"{move}\n")
    return position.play(move)
