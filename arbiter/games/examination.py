"""The examination of any board game whose players move in turns, by lines: it takes a game and a protocol.

`examinations` lists it. A game that knows more derives from `Turns` and `Round`, and composes its own list.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from arbiter.games import layouts
from arbiter.games.contract import Position, Rules
from arbiter.games.demands import USUAL, Demands
from arbiter.games.dialogues import PLAIN, Desk, Dialogue, Examination, FaultError, Layout, NotReachedError, show
from arbiter.games.layouts import laid_out
from arbiter.games.lines import Lines
from arbiter.games.rounds import FirstMove, Round, Terms, in_process

P = TypeVar("P", bound=Position[Any])
M = TypeVar("M")
START_S = 0.1
"""How much longer than the first move of the game took we listen for one that the second player must not make."""
END_ROUNDS = ((0, 1), (1, 1), (0, 1))
"""Who moves first (0) or second (1), and questions before the end."""
FAILED_ROUNDS = ((1, 0), (1, 2), (1, 0), (0, 2), (0, 1))
SHORT_ROUNDS = ((1, 2), (0, 2), (1, 1))
OPENING_QUESTIONS = 3
"""After an opening."""
FEW_GAMES, MOST_GAMES = 4, 8
BOTH_ENDS = "games that end after its own move, and after the opponent's"


def examinations(rules: Rules[P, M], lines: Lines) -> list[Examination]:
    """List what a program is examined in that speaks a protocol for which the game has no examination of its own."""
    return Turns(rules, lines).examinations()


def random_opening(begins: Position[M], plies: int, chance: random.Random) -> list[M]:
    """Give random moves, an even number of them, after which the game is not over."""
    positions, moves = [begins], list[M]()
    while len(moves) < plies and (legal := positions[-1].legal_moves()):
        moves.append(chance.choice(legal))
        positions.append(positions[-1].play(moves[-1]))
    end = max(at for at in range(0, len(positions), 2) if not positions[at].is_over())
    return moves[:end]


class Turns(Generic[P, M]):
    """The examinations of one program, with what they learn of it: how it begins, and how games have ended."""

    round: type[Round[P, M]] = Round
    roles = "sides"
    """What the two players have different ones of."""
    openings: tuple[int, ...] = (2, 6, 4, 10)
    """Random plies before a game that begins after an opening."""

    def __init__(self, rules: Rules[P, M], lines: Lines, demands: Demands = USUAL) -> None:
        """Take a game, a protocol, and what its document demands."""
        self.rules, self.lines, self.demands = rules, lines, demands
        self.terms = Terms(rules, lines, demands)
        first, second = rules.sides
        self.as_first = f"a first move as {first}"
        self.as_second = f"as {second}: wait for {first}'s move, then answer"
        self.end_of_game = f"`{lines.over}` ends a game, is not answered, and the next one begins"
        self.whole_games = f"whole games in one process, with both {self.roles}"
        self._status = "" if lines.status is None else f" and exit status {lines.status}"
        self._first, self._ends = FirstMove(), set[str]()

    # ---- what there is ---------------------------------------------------------------------------------------------

    def examinations(self) -> list[Examination]:
        """List all."""
        return [*self.beginnings(), *self.games(), *self.pieces(), *self.ends()]

    def beginnings(self) -> list[Examination]:
        """List the first moves, and short games."""
        return [
            Examination(self.as_first, self._as_first),
            Examination(self.as_second, self._as_second, (self.as_first,)),
            Examination(self.end_of_game, lambda desk: self._short(desk, END_ROUNDS), (self.as_second,)),
            self.needing_end("games that the opponent's failure ends", lambda desk: self._short(desk, FAILED_ROUNDS)),
        ]

    def games(self) -> list[Examination]:
        """List games after openings, where the protocol can tell them, and whole ones."""
        return [
            *([self.after_openings()] if self.lines.opening else []),
            self.needing_end(self.whole_games, lambda desk: self._whole(desk, 0, FEW_GAMES)),
            Examination(BOTH_ENDS, self._both_ends, (self.whole_games,)),
        ]

    def after_openings(self) -> Examination:
        """Make the examination of games that begin after an opening."""
        return self.needing_end("games after an opening", self._openings)

    def pieces(self) -> list[Examination]:
        """List the same messages in other pieces."""
        demand = self.demands.pieces

        def lay(name: str, layout: Layout, hint: str) -> Examination:
            return laid_out(name, self.short_games, layout, hint, demand, self.end_of_game)

        return [
            lay("one byte at a time", layouts.BYTES, layouts.PIECES_HINT),
            lay("a slow arbiter, pausing in the middle of a message", layouts.SLOW, layouts.PIECES_HINT),
            lay("the end of a game and the next one at once", layouts.AT_ONCE, layouts.JOINED_HINT),
            self.needing_end("three games in one piece", self._one_piece),
        ]

    def ends(self) -> list[Examination]:
        """List the ways to end a program."""
        quit_line = self.lines.quit
        by_line = [self.needing_end(f"`{quit_line}`: silence{self._status}", self._quit)] if quit_line else []
        return [*by_line, self.needing_end(f"end of input: silence{self._status}", self._end_of_input)]

    def needing_end(self, name: str, run: Callable[[Desk], None]) -> Examination:
        """Make an examination of who can play one game after another."""
        return Examination(name, run, (self.end_of_game,))

    # ---- dialogues -------------------------------------------------------------------------------------------------

    def open(self, desk: Desk, layout: Layout = PLAIN) -> Dialogue:
        """Start a process."""
        return desk.open(self.terms.manners(), layout=layout)

    def begin(self, dialogue: Dialogue, number: int, moves: Sequence[M] = (), *, heard: bool = False) -> Round[P, M]:
        """Begin a round, in which the program moves first (0) or second (1)."""
        return self.round(self.terms, dialogue, number, moves, heard=heard)

    def short_games(self, desk: Desk, layout: Layout) -> None:
        """Play games that are broken off, in a layout."""
        dialogue, chance = self.open(desk, layout), desk.chance("layout")
        for number, questions in SHORT_ROUNDS:
            game = self.begin(dialogue, number)
            for _ in range(questions):
                game.ask(game.question(chance))
            dialogue.tell(self._over())
            dialogue.settle()
        dialogue.flush()
        self._quiet_at_last(dialogue)

    def _as_first(self, desk: Desk) -> None:
        dialogue = self.open(desk)
        game = self.begin(dialogue, 0)
        try:
            game.ask(game.question(desk.chance("as first")))
        except FaultError as fault:
            desk.note_dialogue(fault)
            if fault.silent and (move := self._told_second(desk)):
                first, second = (f"old `{self._greeting(number)}`, {self.rules.sides[number]}, it" for number in (0, 1))
                what = f"T{first} waited; t{second} wrote {show(move)} at once: it exchanges the {self.roles}."
                exchanged = FaultError(what, self.demands.sides)
                exchanged.events = fault.events
                raise exchanged from None
            raise
        self._first.took_s = dialogue.examinee.events[-1].at_s
        dialogue.quiet("Behind its answer")

    def _told_second(self, desk: Desk) -> bytes:
        """Give what the program writes when it is told that it moves second."""
        try:
            return self.open(desk).ask(self._greeting(1).encode() + b"\n") + b"\n"
        except FaultError:
            return b""

    def _as_second(self, desk: Desk) -> None:
        dialogue = self.open(desk)
        game = self.begin(dialogue, 1)
        dialogue.listen(self._first.took_s + START_S)
        if dialogue.unread:
            first, second = self.rules.sides
            what = f"Told `{self._greeting(1)}`, {second}, it wrote {show(dialogue.unread)} before {first} had moved."
            opening = game.is_legal(dialogue.unread.strip())
            raise FaultError(f"{what} It plays {first} whatever it is told." if opening else what, self.demands.sides)
        game.ask(game.question(desk.chance(f"as {self.rules.sides[1]}")))
        dialogue.quiet("Behind its answer")

    def _short(self, desk: Desk, rounds: Sequence[tuple[int, int]]) -> None:
        """Play games of one process, each with a number of questions after which it ends."""
        dialogue, chance = self.open(desk), desk.chance("short")
        for at, (number, questions) in enumerate(rounds, 1):
            with in_process(desk, self.begin(dialogue, number), at) as game:
                for _ in range(questions):
                    game.ask(game.question(chance))

    def _openings(self, desk: Desk) -> None:
        dialogue, chance = self.open(desk), desk.chance("openings")
        for at, plies in enumerate(self.openings, 1):
            moves = random_opening(self.rules.begins, plies, chance)
            with in_process(desk, self.begin(dialogue, at % 2, moves), at) as game:
                for _ in range(OPENING_QUESTIONS):
                    game.ask(game.question(chance))

    def _whole(self, desk: Desk, first: int, games: int) -> None:
        dialogue = self.open(desk)
        for at in range(first, first + games):
            chance = desk.chance("game", at)
            with in_process(desk, self.begin(dialogue, at % 2), at - first + 1) as game:
                game.play_on(chance, pressing=at % 4 > 1)
            self._ends.add("its own" if game.position.to_move != game.number else "the opponent's")

    def _both_ends(self, desk: Desk) -> None:
        for at in range(FEW_GAMES, MOST_GAMES):
            if len(self._ends) < 2:
                self._whole(desk, at, 1)
        if len(self._ends) < 2:
            raise NotReachedError(f"in {MOST_GAMES} games every last move was {self._ends.pop()}")

    def _one_piece(self, desk: Desk) -> None:
        """Send three games that end after one move, so that every answer is legal whatever it is."""
        dialogue, whole = self.open(desk), b""
        start = self.rules.begins.legal_moves()
        rounds: list[tuple[int, list[M]]] = [(1, start[:1]), (0, []), (1, start[-1:])]
        for number, moves in rounds:
            told = [self._greeting(number), *map(self.rules.write_move, moves), self.lines.over]
            whole += "".join(f"{line}\n" for line in told).encode()
        dialogue.tell(whole)
        for at, (number, moves) in enumerate(rounds, 1):
            try:
                self.begin(dialogue, number, moves, heard=True).answer()
            except FaultError as fault:
                desk.note_dialogue(fault)
                fault.sentence = f"Given three games in one piece, it failed at number {at}. {fault.sentence}"
                raise
        self._quiet_at_last(dialogue)

    def _quit(self, desk: Desk) -> None:
        for dialogue, where in self._stops(desk):
            dialogue.tell(self.lines.quit.encode() + b"\n")
            dialogue.expect_end(f"Told `{self.lines.quit}`{where}", self.demands.end, self.lines.status)

    def _end_of_input(self, desk: Desk) -> None:
        for dialogue, where in self._stops(desk):
            dialogue.finish(where)

    def _stops(self, desk: Desk) -> Iterator[tuple[Dialogue, str]]:
        """Give dialogues that are broken off, and where."""
        yield self.open(desk), " before any game"
        dialogue = self.open(desk)
        self.begin(dialogue, 1)
        yield dialogue, f" after `{self._greeting(1)}`"
        for over, where in ((b"", " in the middle of a game"), (self._over(), f" after `{self.lines.over}`")):
            dialogue = self.open(desk)
            game = self.begin(dialogue, 0)
            game.ask(game.question(desk.chance("ends")))
            dialogue.tell(over)
            yield dialogue, where

    def _quiet_at_last(self, dialogue: Dialogue) -> None:
        dialogue.quiet(f"After the last `{self.lines.over}`", self.demands.over)

    def _greeting(self, number: int) -> str:
        return self.lines.greeting(number, []).decode().rstrip("\n")

    def _over(self) -> bytes:
        return self.lines.over.encode() + b"\n"
