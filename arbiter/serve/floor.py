"""The process of one table: its games, one after the other, played as any game is (`arbiter.play.table`).

It obeys a server that runs elsewhere, and dies with it; the programs die with this process.
"""

from __future__ import annotations

import dataclasses
import signal
from collections.abc import Callable
from typing import Any

from arbiter.games import catalogue
from arbiter.games.board import BoardGame
from arbiter.games.players import Turn
from arbiter.host.guards import Guards
from arbiter.host.limits import Left, Limits
from arbiter.play.expense import Expense
from arbiter.play.player import Player
from arbiter.play.pool import Link
from arbiter.play.record import GameRecord
from arbiter.play.table import GRACE_S, Place, Seat, Table
from arbiter.serve.person import Armchair, Person
from arbiter.serve.plan import Plan
from arbiter.serve.wire import AgainError, LeaveError, Lookout, NewError, Order, Wire

REST_S = 3600.0
"""Longest wait for an order, after which another wait begins."""


class OtherwiseError(Exception):
    """A program that was started again has answered otherwise than before."""


class ReachedError(Exception):
    """Everything that was to be played again has been."""


class Sheet(list[Turn]):
    """The turns of a game, each of which somebody hears of."""

    def __init__(self, heard: Callable[[Turn], None]) -> None:
        """Begin without turns."""
        super().__init__()
        self._heard = heard

    def append(self, turn: Turn) -> None:
        """Write a turn down."""
        super().append(turn)
        self._heard(turn)


class Told(Expense):
    """The account of a program of which the page hears at once what it says."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Tell what it writes to standard error."""
        self._tell = tell
        super().__init__()

    def keep(self, part: bytes) -> None:
        """Keep it, and tell."""
        super().keep(part)
        if part:
            self._tell(part.decode("utf-8", "replace"))


class Floor:
    """A table and those who sit there."""

    def __init__(self, plan: Plan, core: int, link: Link) -> None:
        """Take a plan; programs are started by the first game."""
        self.plan, self._core = plan, core
        self._wire = Wire(link, self._obey)
        self._guards = Guards()
        self._persons: dict[int, Person] = {}
        self._kept: list[Turn] = []
        self._told = 0
        self._turns: list[Turn] = []
        # What A and B have left after so many turns.
        self._clocks: list[list[Left | None]] = [[plan.limits.begun] * 2]
        self._trial = self._paused = self._playing = False
        self._steps = 0
        self._first, self._number = 0, 0
        self._table = self._seated()

    # ---- games -----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the table is closed."""
        wish: Exception = NewError(0)
        over = False
        try:
            while True:
                if isinstance(wish, NewError):
                    self._first, self._number, self._kept, self._told = wish.first, self._number + 1, [], 0
                elif isinstance(wish, AgainError):
                    self._kept, self._told = self._turns[: wish.plies], wish.told
                    self._number += over  # a finished game stays what it is; what goes on from it is another one
                over = False
                try:
                    record = self._play()
                    over = True
                    self._wire.tell("over", record=record)
                    self._table.close(GRACE_S)  # a program that waits for another game would do so for as long as we do
                    self._guards.close()
                    while True:
                        self._wire.listen(REST_S)
                except (AgainError, NewError) as error:
                    wish = error
                self._clear()
        except LeaveError:
            self._table.close(GRACE_S)
        finally:
            self._table.close()
            self._guards.close()

    def _play(self) -> GameRecord:
        """Play a game, the first turns of which are `_kept`, and give its record."""
        start = self._start([turn.move for turn in self._kept[: self._told]])
        self._turns = []
        if not self._trial:
            self._tell_begin(self._kept)
        self._table.referee = self.plan.referee(start)
        self._playing = True
        try:
            record = self._table.play(self._number, self._first, start)
        finally:
            self._playing = self._trial
        if not self._trial and len(self._turns) < len(self._kept):  # it has ended amid what was played again
            self._tell_begin(self._turns)
        return dataclasses.replace(record, turns=tuple(self._turns), start=self.plan.start)

    def _tell_begin(self, kept: list[Turn]) -> None:
        left_s = seconds(self._clocks[len(kept)])
        self._wire.tell("begin", number=self._number, first=self._first, kept=list(kept), left_s=left_s)

    def _sheet(self) -> Sheet:
        """Give the sheet on which a game is begun, which is this one again if something outside has ended programs."""
        if self._turns:
            self._wire.tell("said", text="Something outside has ended a program; the game is played through again.")
        self._kept = max(self._kept, self._turns, key=len)
        self._turns = self._kept[: self._told]
        return Sheet(self._heard)

    def _start(self, moves: list[str]) -> str:
        """Give a start after which these moves are made already."""
        game = catalogue.game(self.plan.game)
        between = game.separator if isinstance(game, BoardGame) else " "
        return between.join(filter(None, [self.plan.start, *moves]))

    def _tellable(self, kept: list[str]) -> int:
        """Give how many moves programs can be told of, if not all: then who moves first is to move."""
        game, start = catalogue.game(self.plan.game), self.plan.start
        if not isinstance(game, BoardGame) or all(chair.is_person for chair in self.plan.chairs):
            return 0
        try:
            positions = [game.opening(start)]
            for move in kept:
                positions.append(positions[-1].play(game.read_move(positions[-1], move)))
            count = next(at for at in reversed(range(len(positions))) if positions[at].to_move == 0)
            text = self._start(kept[:count])
            self.plan.referee(text)
            return count if game.opening(text) == positions[count] else 0
        except (ValueError, StopIteration):
            return 0

    def _heard(self, turn: Turn) -> None:
        """Take a turn that was just played, or played again."""
        at, players = len(self._turns), self._table.players
        same = at < len(self._kept) and turn.move == self._kept[at].move
        if same:
            self._turns.append(self._kept[at])
            for seat, player in enumerate(players):  # whatever it took this time, which engines are told, too
                player.left = self._clocks[at + 1][seat]
            if self._trial and at + 1 == len(self._kept):
                raise ReachedError
            return
        if at < len(self._kept):
            told = f"{turn.move} instead of {self._kept[at].move} as move {at + 1}"
            if self._trial:
                raise OtherwiseError(told)
            self._kept = list(self._turns)
            self._tell_begin(self._kept)
            self._wire.tell("said", text=f"The program has answered {told} this time; the game goes on from there.")
        self._turns.append(turn)
        self._clocks[at + 1 :] = [[player.left for player in players]]
        memory = [self._memory_mib(player) if isinstance(player, Player) else None for player in players]
        self._wire.tell("turn", turn=turn, left_s=seconds(self._clocks[-1]), memory_mib=memory)
        self._steps = max(0, self._steps - 1)
        while self._paused and not self._steps:
            self._wire.listen(REST_S)

    @staticmethod
    def _memory_mib(player: Player) -> float:
        """Give the most that a program of this game has had so far."""
        program = player.program()
        return max(player.expense.peak_mib, program.peak_mib() if program else 0.0)

    def _clear(self) -> None:
        """Kill the programs of a game that has not been played to its end; the next one starts them again."""
        for player in self._table.players:
            player.kill()

    # ---- orders ----------------------------------------------------------------------------------------------------

    def _obey(self, order: Order) -> None:
        person = self._persons.get(order.seat)
        if order.do == "move" and person is not None:
            self._move(person, order.move)
        elif order.do == "resign" and person is not None and self._playing:
            raise person.resign()
        elif order.do in ("pause", "go", "step"):
            self._paused, self._steps = order.do != "go", int(order.do == "step")
            self._wire.tell("paused", on=self._paused)
        elif order.do == "new":
            raise NewError(order.at % 2)
        elif order.do == "back" and not self._trial and 0 <= order.at < len(self._turns):
            self._back(order.at)

    def _move(self, person: Person, text: str) -> None:
        if not person.wanted or text in person.wanted:
            person.answer = text if person.wanted else None
            return
        legal = ", ".join(person.wanted)
        self._wire.tell("said", text=f"{text!r} cannot be played here; expected one of {legal}")

    def _back(self, plies: int) -> None:
        """Begin again with the first `plies`, unless a program that has to answer some of them again does otherwise.

        It is told as many as its protocol can tell, or else none: with its seed it may then draw the same numbers.
        """
        kept = self._turns[:plies]
        why = ""
        for told in dict.fromkeys((self._tellable([turn.move for turn in kept]), 0)):
            seats = (self._first, 1 - self._first)
            if all(self.plan.chairs[seats[at % 2]].is_person for at in range(told, plies)):
                raise AgainError(plies, told)
            self._wire.tell("said", text="The program is started again and played through the moves that stay.")
            why = self._tried(kept, told)
            if not why:
                raise AgainError(plies, told)
        self._wire.tell("said", text=f"The game stays as it is: started again, {why}.")

    def _tried(self, kept: list[Turn], told: int) -> str:
        """Play moves again at another table; say what went otherwise, "" if nothing did."""
        before = self._kept, self._told, self._turns, self._table, self._persons
        self._kept, self._told, self._trial, self._persons = kept, told, True, {}
        self._table = self._seated()
        try:
            self._play()
        except ReachedError:
            return ""
        except OtherwiseError as error:
            return f"it answered {error}"
        finally:
            self._table.close()
            self._trial = False
            self._kept, self._told, self._turns, self._table, self._persons = before
        return "it did not get as far"

    # ---- who sits there --------------------------------------------------------------------------------------------

    def _seated(self) -> Table:
        a, b = (self._place(seat) for seat in (0, 1))
        table = Table(
            self.plan.referee(""),
            (a, b),
            self._core,
            self._guards,
            watch=lambda players: Lookout(players, self._wire),
            sheet=self._sheet,
        )
        for seat, player in enumerate(table.players):
            player.begins = self._left(seat)
            if isinstance(player, Person):
                self._persons[seat] = player
            elif isinstance(player, Player) and not self._trial:
                player.expense = Told(self._voice(seat))
        return table

    def _place(self, seat: int) -> Place:
        plan, chair, other = self.plan, self.plan.chairs[seat], self.plan.chairs[1 - seat]
        if chair.is_person:
            limits = dataclasses.replace(plan.limits, time_s=float("inf"))
            return Armchair(chair.name, lambda: self._person(seat, limits))
        rivals = () if other.is_person else ((other.command, ()),)
        return Seat(chair.name, chair.command, plan.limits, plan.seed + seat, rivals=rivals)

    def _person(self, seat: int, limits: Limits) -> Person:
        person = Recalling(seat, limits, self._wire, self._overhear)
        person.recall = lambda: self._kept[len(self._turns)].move if len(self._turns) < len(self._kept) else None
        return person

    def _left(self, seat: int) -> Callable[[], Left | None]:
        return lambda: self._clocks[len(self._turns)][seat]

    def _voice(self, seat: int) -> Callable[[str], None]:
        return lambda text: self._wire.voice(seat, text)

    def _overhear(self) -> None:
        for player in self._table.players:
            if isinstance(player, Player):
                player.cost()


def seconds(clocks: list[Left | None]) -> list[float | None]:
    """Give the seconds on clocks, as pages show them."""
    return [left and left.seconds for left in clocks]


class Recalling(Person):
    """A person whose moves that stay after taking back are known."""

    recall: Callable[[], str | None]

    def _wait(self, wanted: Any) -> tuple[bytes, float]:
        known = self.recall()
        return super()._wait(wanted) if known is None else (known.encode(), 0.0)


def work(plan: Plan, stream: int, core: int, link: Link) -> None:
    """Play at a table until its end comes over the link."""
    signal.set_wakeup_fd(-1)  # the server's, which is closed here
    Floor(plan, core, link).run()
