r"""The referee of Dama, by board files or by pipe, as `docs/protocol-dama.md` has it.

A program of the course (`course`) is started for each game with 1 or 2 as its last argument, in a fresh folder of its
own, and killed at the end. A program that speaks by pipe (`pipe`) is told `NUMBER PLIES` and the other's moves, answers
with its own, and is told `end`.
"""

from __future__ import annotations

from arbiter.games.contract import Settings
from arbiter.games.dama import law
from arbiter.games.dama.files import Folder
from arbiter.games.lines import Lines
from arbiter.games.players import Player, Turn
from arbiter.games.turns import Side, TurnReferee, TurnRules

END = b"end\n"


class DamaReferee(TurnReferee[law.Position, law.Move]):
    """After `plies` moves of both players the game is drawn."""

    def __init__(self, rules: TurnRules[law.Position, law.Move], settings: Settings, pipe: Lines, plies: int) -> None:
        """Take the settings, the protocol of the pipe, and the limit of moves."""
        super().__init__(rules, settings, {"pipe": pipe})
        self.limit = plies
        self._folders: dict[int, Folder] = {}

    def own_options(self) -> list[tuple[str, str]]:
        """Give the limit of moves, and the protocols if one is not the usual."""
        protocols = self.settings.protocols
        shown = [("draw after", f"{self.limit} moves")]
        return shown + ([("protocols", ", ".join(protocols))] if "pipe" in protocols else [])

    def begin(self, player: Player, seat: int, *, first: bool) -> None:
        """Start the program, for this game only if it is one of the course."""
        if self.settings.protocols[seat] == "course":
            self._folders[seat] = Folder(player, 1 if first else 2)
        else:
            player.begin()

    def side(self, player: Player, seat: int, number: int, start: str) -> Side[law.Position, law.Move]:
        """Give who reads and writes boards, or who is told moves."""
        if seat in self._folders:
            return FileSide(self.rules, player, number, self._folders.pop(seat), self.rules.opening(start))
        return super().side(player, seat, number, start)


class FileSide(Side[law.Position, law.Move]):
    """A program of the course, which finds the boards of the game in its folder and adds its own."""

    def __init__(
        self, rules: TurnRules[law.Position, law.Move], player: Player, number: int, folder: Folder, start: law.Position
    ) -> None:
        """Seat player 1 (0) or player 2 (1)."""
        super().__init__(rules, player, number)
        self._folder, self._boards = folder, [start.board]

    def begin(self) -> None:
        """Do nothing: it began when its folder was made."""
        return

    def ask(self, position: law.Position) -> tuple[law.Move, law.Position, Turn]:
        """Give it the boards that it has not got; find the move that made the next one. Raises PlayerError."""
        move, seconds = self._folder.ask(self._boards)
        position = position.play(move)
        self._boards.append(position.board)
        return self.recorded(move, position, seconds)

    def hear(self, text: str, move: law.Move, position: law.Position) -> None:
        """Keep the other's board until it is asked."""
        self._boards.append(position.board)

    def finish(self) -> None:
        """Stop the program, which costs nothing; look at its folder and its memory a last time."""
        self._folder.end()

    def close(self) -> None:
        """Kill the program and remove its folder."""
        self._folder.abandon()
