"""Ending games early, when an engine has proved the result, or if the user says so, is sure of it.

The engine is no player: what it does wrong costs nobody anything. The game goes on, and its record says why.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from arbiter.games import catalogue
from arbiter.games.board import BoardGame
from arbiter.host.guards import Guards
from arbiter.play.analysis import Analysis, Engine, EngineError
from arbiter.play.watch import Watch, Watched

PLIES = 6
"""Moves in a row, of both players, after which a score decides, unless the user says otherwise."""
FAILED = "not adjudicated, as "
"""How a record says that the engine has failed."""
LONGEST = 400
"""Plies after which a game that the engine plays out is given up; some games can be longer."""


@dataclasses.dataclass(frozen=True, slots=True)
class Adjudication:
    """Whom to ask and when: the `command` of an engine, after each move once `after` moves are made.

    What it has proved ends the game. So does, if there is a `score`, a value of that much or more for the same side in
    `plies` positions in a row.
    """

    command: str
    after: int = 1
    score: int | None = None
    plies: int = PLIES

    def options(self) -> list[tuple[str, str]]:
        """Give the settings as a reader should know them."""
        shown = [("adjudicated by", self.command)]
        if self.after > 1:
            shown.append(("asked after", f"{self.after} moves"))
        if self.score is not None:
            shown.append(("decided by", f"{self.score} or more in {self.plies} positions in a row"))
        return shown


class _UnplayedError(Exception):
    """What is proved of a position is no longer proved when the engine plays on."""


class Adjudicator:
    """The engine beside a table, game after game. `verdict` and `warning` are sentences on the game so far, or ""."""

    def __init__(self, settings: Adjudication, game: str, guards: Guards, core: int = -1) -> None:
        self._settings = settings
        board = catalogue.game(game)
        if not isinstance(board, BoardGame) or board.notation is None:
            raise ValueError(f"no engine can adjudicate {board.title}")
        self._board: BoardGame[Any, Any] = board
        self._notation = board.notation
        self._engine = Engine(settings.command, guards, core)
        self.dismiss = self._engine.player.dismiss
        self.begin()

    def watch(self, *players: Watched) -> None:
        """Look at the players, too, while the engine thinks."""
        self._engine.player.watch = Watch((self._engine.player, *players))

    def begin(self) -> None:
        """Begin a game."""
        self.verdict = self.warning = ""
        self._side, self._streak = 0, 0

    def look(self, position: Any, made: int, left: int | None) -> tuple[int, int] | None:
        """Give the points of both sides if the game need not be played on from `position`, to which `made` moves led.

        After `left` more it is drawn (None: never).
        """
        if self.warning or made < max(1, self._settings.after):
            return None
        try:
            return self._judge(position, left)
        except EngineError as error:
            self.warning = f"{FAILED}{error}"
        return None

    def _judge(self, position: Any, left: int | None) -> tuple[int, int] | None:
        """Ask for a proof, then for a score that has held for long enough."""
        notation, settings = self._notation, self._settings
        found = self._engine.ask(notation.position_text(position))
        sign = self._sign(position)
        proved = notation.proved(found.value, left) if found.exact else None
        if proved is not None:
            try:
                points = self._points(position, found, sign * proved)
            except _UnplayedError:
                return None  # until the game has come to where it can be played on
            won = points and (points[0] > points[1]) - (points[0] < points[1])
            if points is None or won != sign * proved:
                raise EngineError(
                    f"`{settings.command}` did not keep to the value {found.value:+d} that it called exact"
                )
            self.verdict = f"{self._result(points)}, proved by `{settings.command}`"
            return points
        if settings.score is None:
            return None
        side = 0 if abs(found.value) < settings.score else sign if found.value > 0 else -sign
        self._streak = self._streak + 1 if side and side == self._side else abs(side)
        self._side = side
        if self._streak < settings.plies:
            return None
        points = self._points(position, found._replace(exact=False), side)
        if points is None or (points[0] - points[1]) * side <= 0:
            self._streak = 0  # it could not win what it took for won
            return None
        how = f"{settings.score} or more in {settings.plies} positions in a row"
        self.verdict = f"{self._result(points)}, by the judgement of `{settings.command}`: {how}"
        return points

    def _points(self, position: Any, found: Analysis, result: int) -> tuple[int, int] | None:
        """Give the points of a `result` for the first side; where they are more than that, let the engine play on.

        None if it does not come to an end, or to another than it has proved. `_UnplayedError` says that the engine
        knows a margin, of an opening from a table say, and not how to keep it to the end.
        """
        notation = self._notation
        if notation.by_result:
            return notation.by_result[result]
        exact = self._sign(position) * found.value if found.exact and notation.margin else None
        for _ in range(LONGEST):
            try:
                position = position.play(self._board.read_move(position, found.move))
            except ValueError as error:
                raise EngineError(f"`{self._settings.command}` named no legal move: {error}") from None
            if position.is_over():
                first, second = position.score()
                return None if exact is not None and first - second != exact else (first, second)
            found = self._engine.ask(notation.position_text(position))
            if exact is not None and not found.exact:
                raise _UnplayedError
        return None

    def _sign(self, position: Any) -> int:
        """Give 1 if the first side is to move, -1 if it is the second."""
        return -1 if position.to_move else 1

    def _result(self, points: tuple[int, int]) -> str:
        """Say who has won, and by how much where that is known."""
        first, second = points
        if first == second:
            return "drawn"
        winner = self._board.sides[int(second > first)]
        return f"{winner} wins" if self._notation.by_result else f"{winner} wins {max(points)} to {min(points)}"
