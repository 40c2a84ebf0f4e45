"""Dama as the shared sub-commands see it: the law's positions and notation, with the engine behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from arbiter.games.dama import law
from bots.dama import boards
from bots.dama.tables import open_tables
from native.common.context import Limits, Report, until_proved
from native.dama import engine

NOTATION = (
    "BOARD PLAYER: 64 characters, x X player 1, o O player 2, . empty, row 7 first, and the player to move, 1 or 2; or "
    "FILE PLAYER, a board file"
)
BOARD_NAME = re.compile(r"board_([1-9][0-9]*)\.txt")
VALUES = """
A win or loss is 31000 less the plies to the end, which the tables know; of one that a search has found it is exact who
wins, and a quicker end may have been missed. Other values are hundredths of log odds. What is neither won nor lost, nor
known to the tables, --exact looks at 127 plies deep.
"""

BENCH = (
    (15, "o.o.o.o..o.o.o.oo.o.o.o..................x.x.x.xx.x.x.x..x.x.x.x 1"),
    (13, "o.o.o.X..o.o...oo.o.o......o...o....o.x..x.x...xx...x.x..x.x.x.x 1"),
    (13, ".........o...x..o.X........O.x....x.o....X...o..o...X....O...... 1"),
    (17, "....o....x...x..x.....o..................x......o...o......x.... 1"),
)
"""Plies to search, from the opening to the ending."""


def bitboards(position: law.Position) -> engine.Board:
    """Give the pieces of the side to move, of its opponent, and the kings, as the engine wants them."""
    board = position.board[::-1] if position.mover == 1 else position.board  # the first character is the lowest bit
    own, opp = ("xX", "oO") if position.mover == 1 else ("oO", "xX")
    return _bits(board, own), _bits(board, opp), _bits(board, "XO")


def _bits(board: str, pieces: str) -> int:
    return int("".join("1" if piece in pieces else "0" for piece in board), 2)


def to_law(move: int, mover: int) -> law.Move:
    """Give an engine's move in the law's terms: squares as player 1 sees them."""
    origin, target = divmod(move, 64)
    return law.Move(origin, target) if mover == 1 else law.Move(63 - origin, 63 - target)


def seen_by_player_1(report: Report, mover: int) -> Report:
    """Turn the moves of a report round where player 2 made them."""

    def seen(move: int, player: int) -> int:
        origin, target = to_law(move, player)
        return 64 * origin + target

    variation = tuple(seen(move, mover if n % 2 == 0 else law.OPPONENT[mover]) for n, move in enumerate(report.pv))
    return report._replace(move=None if report.move is None else seen(report.move, mover), pv=variation)


def move_of(report: Report) -> law.Move:
    """Give the move of a report whose squares are as player 1 sees them."""
    assert report.move is not None
    return law.Move(*divmod(report.move, 64))


def describe(report: Report) -> str:
    """Write what a search found in one line."""
    plies = engine.WIN - abs(report.score)
    if abs(report.score) >= engine.PROVED:
        found = f"{'wins' if report.score > 0 else 'loses'} in {plies}"
    else:
        found = "draws" if report.exact else f"depth {report.depth} value {report.score:+d}"
    variation = ", ".join(str(law.Move(*divmod(move, 64))) for move in report.pv)
    return f"{found} nodes {report.nodes} seconds {report.time_s:.3f} pv {variation}"


class DamaAnalyst:
    """Dama with an engine whose transposition table has `hash_mib` MiB; a `bots.commands.Analyst`."""

    start = law.Position()
    bench = tuple((law.parse_position(text), depth) for depth, text in BENCH)

    def __init__(self, hash_mib: int, *, tables: bool = True) -> None:
        """Search with the endgame tables that there are, or without `tables`."""
        self._engine = engine.Dama(hash_mib, open_tables() if tables else None)

    def parse(self, text: str) -> law.Position:
        """Read BOARD PLAYER or FILE PLAYER."""
        return parse(text)

    def move_text(self, move: int) -> str:
        """Write `b3-c4`."""
        return str(law.Move(*divmod(move, 64)))

    def perft(self, position: law.Position, depth: int) -> int:
        """Count the move sequences of exactly `depth` plies."""
        return engine.perft(*bitboards(position), depth)

    def search(self, position: law.Position, limits: Limits, left: int = engine.FOR_EVER) -> Report:
        """Find the best move within `limits` in a game that is drawn after `left` more plies."""
        return seen_by_player_1(self._engine.search(*bitboards(position), limits, left), position.mover)

    def solve(self, position: law.Position) -> Report:
        """Find the best move and prove its value, which may take for ever."""
        return until_proved(lambda limits: self.search(position, limits))

    def clear(self) -> None:
        """Forget earlier searches."""
        self._engine.clear()


def undecided(plies: int) -> str:
    """Say that the limit of plies has ended a game."""
    return f"{'1 move decides' if plies == 1 else f'{plies} moves decide'} nothing"


def parse(text: str) -> law.Position:
    """Read BOARD PLAYER or FILE PLAYER. Raises ValueError for what is neither."""
    if file := re.fullmatch(r"\s*(\S.*\.txt)\s+(1|2)\s*", text):
        return law.Position(read_board(Path(file[1])), int(file[2]))
    return law.parse_position(text)


def read_board(path: Path) -> str:
    """Read a board file. Raises ValueError if it is not one, or cannot be read."""
    try:
        return boards.read(path)
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror}") from error
    except law.BoardError as error:
        raise law.BoardError(f"{path}: {error}") from error


def board_file(path: str) -> Iterator[str]:
    """Give the one position that a file `board_N.txt` holds, if that is what it is: player 1 moves in odd ones."""
    if BOARD_NAME.fullmatch(Path(path).name):
        yield law.format_position(position_of(Path(path)))


def position_of(path: Path, mover: int | None = None) -> law.Position:
    """Read a board file; if nobody says who is to move, a name such as `board_3.txt` does, and else player 1 is.

    Raises ValueError as `read_board` does.
    """
    number = BOARD_NAME.fullmatch(path.name)
    return law.Position(read_board(path), mover or (2 if number and number[1][-1] in "02468" else 1))
