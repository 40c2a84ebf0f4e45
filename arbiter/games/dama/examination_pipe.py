"""The examination of a Dama player that speaks the pipe protocol of `docs/protocol-dama.md`."""

from __future__ import annotations

import random

from arbiter.check import games, layouts
from arbiter.check.desk import Desk
from arbiter.check.dialogue import PLAIN, Dialogue, Layout, Manners, explain
from arbiter.check.games import FirstMove, in_process
from arbiter.check.layouts import laid_out
from arbiter.games.dama import law
from arbiter.games.dama.referee import END
from arbiter.games.dialogues import Demand, Examination, FaultError, NotReachedError, show

DOCUMENT = "docs/protocol-dama.md"
SECTION = "A game by pipe"
ANSWER = Demand(
    "A move is written origin, minus, target, and one newline. The output must reach the pipe at once, so it must be "
    "unbuffered or flushed.",
    DOCUMENT,
    SECTION,
)
ONLY = Demand(
    "The player answers `1 N` and each move of the opponent with its own move; it answers nothing else.",
    DOCUMENT,
    SECTION,
)
NUMBER = Demand(
    "`1 100`: you are player 1, answer with your first move. `2 100`: you are player 2, answer nothing.",
    DOCUMENT,
    SECTION,
)
OVER = Demand("`end`: the game is over; answer nothing, the next line begins a game.", DOCUMENT, SECTION)
STAY = Demand("A program plays one game after another and never ends by itself.", DOCUMENT, SECTION)
LIMIT = Demand("`1 100`: a draw after 100 moves of both players; `end` comes after the last one.", DOCUMENT, SECTION)
LEGAL = Demand(
    "Men step and capture forwards, kings in all four directions; men capture men only; a capture takes one piece and "
    "ends the turn.",
    DOCUMENT,
    "Rules",
)
BYTES = Demand("Messages are lines that end with one newline, in whatever pieces they come.", DOCUMENT, SECTION)
INPUT_END = Demand("At the end of its input a player ends, and writes nothing more.", DOCUMENT, SECTION)
MANNERS = Manners(ANSWER, ONLY, STAY, INPUT_END, None)

AS_FIRST = "a first move as player 1"
AS_SECOND = "as player 2: wait for the first move, then answer"
END_OF_GAME = "`end` ends a game, is not answered, and the next one begins"
WHOLE_GAMES = "games to their end in one process, with both numbers, from openings"
ENDS = {
    "it wins": "games that its own move wins",
    "it loses": "games that the opponent's move wins",
    "a draw": "games that the limit of moves draws",
}
START_S = 0.1
"""How much longer than the first move of player 1 took we listen for one that player 2 must not make."""
END_GAMES = [(1, 1), (2, 1), (1, 1)]
FAILED_GAMES = [(2, 0), (2, 2), (2, 0), (1, 2), (1, 1)]
"""Numbers, and questions before the end."""
OPENINGS = (0, 40, 60, 80)
"""Random plies before a game, so that there are kings."""
LIMIT_PLIES = 24
FEW_GAMES = 8
LAST_PLIES = 3
"""How long before its end a random game is taken over."""
TRIES = 12
MOST_PLIES = 400


class Game(games.Game):
    """One game, in which the program has `number`; it is drawn after `plies`."""

    manners, fresh = MANNERS, STAY

    def __init__(
        self, dialogue: Dialogue, number: int, plies: int = law.PLIES, opening: tuple[law.Move, ...] = ()
    ) -> None:
        """Begin a game after the moves of an opening."""
        super().__init__(dialogue)
        self.number, self.position, self.left = number, law.Position(), plies
        for move in opening:
            self.position = self.position.play(move)
        self._first = " ".join([str(number), str(plies), *map(str, opening)]).encode() + b"\n"
        if number == 2:
            self.tell(self._first)

    def question(self, opponent: random.Random) -> bytes | None:
        """Play the opponent's move, if it is its turn; give what the program is to be asked, None if it is over.

        The move is one that wins, if there is one, or else a random one.
        """
        if self.result():
            return None
        question = self._first
        if self.position.mover != self.number:
            moves = self.position.legal_moves()
            wins = [move for move in moves if self.position.play(move).winner() is not None]
            move = opponent.choice(wins or moves)
            self._play(move)
            question = f"{move}\n".encode()
        return None if self.result() else question

    def result(self) -> str:
        """Tell how the game has ended for the program, "" if it has not."""
        winner = self.position.winner()
        if winner is not None:
            return "it wins" if winner == self.number else "it loses"
        return "" if self.left else "a draw"

    def judge(self, line: bytes) -> None:
        """Play the move of a line. Raises FaultError."""
        text = line.decode("latin-1")
        try:
            self._play(law.parse_move(text))
        except law.MalformedMoveError as error:
            why = explain(line, self.dialogue.unread, "[a-hA-H][1-8] *[-x ]? *[a-hA-H][1-8]", self._is_move)
            if self._is_move(text.strip().lower().replace(" ", "-").replace("x", "-")):
                why = "the move itself is legal, but not written so"
            raise FaultError(f"It answered {show(line + chr(10).encode())}: {why}; {error}.", ANSWER) from None
        except law.IllegalMoveError as error:
            told = f"as player {self.number}, it answered {show(line)}, which is illegal: {error}{self._meant(text)}"
            raise FaultError(f"Told {show(self.told)}, {told}.", LEGAL, board=picture(self.position)) from None

    def _meant(self, text: str) -> str:
        move = law.parse_move(text)
        if law.Position(self.position.board, law.OPPONENT[self.number]).moves_of(move.origin):
            return f". That is a piece of player {law.OPPONENT[self.number]}"
        captured = move.captured
        if captured is not None and self.position.board[captured] == law.KING[law.OPPONENT[self.number]]:
            return ": men capture men only, not kings"
        return ""

    def is_legal(self, line: bytes) -> bool:
        """Tell whether a line is a legal move."""
        return self._is_move(line.decode("latin-1"))

    def end(self) -> None:
        """Tell that the game is over, and make sure that this is not answered. Raises FaultError."""
        self.dialogue.tell(END)
        self.dialogue.quiet("After `end`, when the game was over", OVER)

    def _is_move(self, text: str) -> bool:
        return text in map(str, self.position.legal_moves())

    def _play(self, move: law.Move) -> None:
        self.position = self.position.play(move)
        self.left -= 1


def picture(position: law.Position) -> str:
    """Draw the board as the document does."""
    rows = [f"{row + 1}  {' '.join(position.board[8 * row : 8 * row + 8])}" for row in range(7, -1, -1)]
    return "\n".join([*rows, "   a b c d e f g h", f"player {position.mover} to move"])


def opening(plies: int, chance: random.Random) -> tuple[law.Move, ...]:
    """Give the random moves of an opening, an even number of them, after which the game is not over."""
    position = law.Position()
    moves: list[law.Move] = []
    while len(moves) < plies and (legal := position.legal_moves()):
        moves.append(chance.choice(legal))
        position = position.play(moves[-1])
    while moves and (len(moves) % 2 or _after(moves).winner() is not None):
        moves.pop()
    return tuple(moves)


def _after(moves: list[law.Move]) -> law.Position:
    position = law.Position()
    for move in moves:
        position = position.play(move)
    return position


# ---- examinations --------------------------------------------------------------------------------------------------


def examinations() -> list[Examination]:
    """List what a player of Dama is examined in, by pipe."""
    seen: set[str] = set()
    first = FirstMove()

    def lay(name: str, layout: Layout, hint: str) -> Examination:
        return laid_out(name, _short_games, layout, hint, BYTES, END_OF_GAME)

    return [
        Examination(AS_FIRST, lambda desk: _as_first(desk, first)),
        Examination(AS_SECOND, lambda desk: _as_second(desk, first), (AS_FIRST,)),
        Examination(END_OF_GAME, lambda desk: _short(desk, END_GAMES), (AS_SECOND,)),
        Examination("games that the opponent's failure ends", lambda desk: _short(desk, FAILED_GAMES), (END_OF_GAME,)),
        Examination("games after an opening", _openings, (END_OF_GAME,)),
        Examination("a limit of one and of two moves", _limits, (END_OF_GAME,)),
        Examination(WHOLE_GAMES, lambda desk: _whole_games(desk, seen, 0, FEW_GAMES), (END_OF_GAME,)),
        *(_ending(result, name, seen) for result, name in ENDS.items()),
        lay("one byte at a time", layouts.BYTES, layouts.PIECES_HINT),
        lay("a slow arbiter, pausing in the middle of a message", layouts.SLOW, layouts.PIECES_HINT),
        lay("the end of a game and the next one at once", layouts.AT_ONCE, layouts.JOINED_HINT),
        Examination("end of input: silence", _end_of_input, (END_OF_GAME,)),
    ]


def _as_first(desk: Desk, first: FirstMove) -> None:
    dialogue = desk.open(MANNERS)
    game = Game(dialogue, 1)
    game.ask(game.question(desk.chance()) or b"")
    first.took_s = dialogue.examinee.events[-1].at_s
    dialogue.quiet("Behind its answer")


def _as_second(desk: Desk, first: FirstMove) -> None:
    dialogue = desk.open(MANNERS)
    game = Game(dialogue, 2)
    dialogue.listen(first.took_s + START_S)
    if dialogue.unread:
        what = f"Told `2 100`, player 2, it wrote {show(dialogue.unread)} before player 1 had moved."
        raise FaultError(what, NUMBER)
    game.ask(game.question(desk.chance("second")) or b"")
    dialogue.quiet("Behind its answer")


def _short(desk: Desk, numbers: list[tuple[int, int]]) -> None:
    dialogue, chance = desk.open(MANNERS), desk.chance("short")
    for at, (number, questions) in enumerate(numbers, 1):
        with in_process(desk, Game(dialogue, number), at) as game:
            for _ in range(questions):
                game.ask(game.question(chance) or b"")


def _openings(desk: Desk) -> None:
    dialogue, chance = desk.open(MANNERS), desk.chance("openings")
    for at, plies in enumerate((2, 6, 20, 50), 1):
        with in_process(desk, Game(dialogue, 1 + at % 2, law.PLIES, opening(plies, chance)), at) as game:
            if (question := game.question(chance)) is not None:
                game.ask(question)


def _limits(desk: Desk) -> None:
    dialogue, chance = desk.open(MANNERS), desk.chance("limits")
    for at, (number, plies) in enumerate([(1, 1), (1, 2), (2, 2), (2, 1)], 1):
        with in_process(desk, Game(dialogue, number, plies), at) as game:
            while (question := game.question(chance)) is not None:
                game.ask(question)
            dialogue.quiet(f"When the limit of {plies} had drawn the game", LIMIT)


def _whole_games(desk: Desk, seen: set[str], first: int, games_played: int) -> None:
    dialogue = desk.open(MANNERS)
    for at in range(first, first + games_played):
        chance = desk.chance("game", at)
        moves = opening(OPENINGS[at // 2 % len(OPENINGS)], chance)
        with in_process(desk, Game(dialogue, 1 + at % 2, LIMIT_PLIES, moves), at - first + 1) as game:
            while (question := game.question(chance)) is not None:
                game.ask(question)
        seen.add(game.result())


def _ending(result: str, name: str, seen: set[str]) -> Examination:
    """Make the examination of games that end so; if there were none, try from shortly before the end of random games.

    Player 1 has won these: to lose the program must be player 2.
    """

    def run(desk: Desk) -> None:
        if result in seen:
            return
        dialogue = desk.open(MANNERS)
        for at in range(1, TRIES + 1):
            chance = desk.chance(result, at)
            with in_process(desk, Game(dialogue, 1 + (result == "it loses"), LAST_PLIES + 1, _won(chance)), at) as game:
                while (question := game.question(chance)) is not None:
                    game.ask(question)
            if game.result() == result:
                return
        raise NotReachedError(f"{TRIES + FEW_GAMES} games had other ends")

    return Examination(name, run, (WHOLE_GAMES,))


def _won(chance: random.Random) -> tuple[law.Move, ...]:
    """Give the moves of a random game that player 1 wins, but for the last few."""
    while True:
        position = law.Position()
        moves: list[law.Move] = []
        while len(moves) < MOST_PLIES and (legal := position.legal_moves()):
            moves.append(chance.choice(legal))
            position = position.play(moves[-1])
        if position.winner() == 1:
            return tuple(moves[:-LAST_PLIES])


def _short_games(desk: Desk, layout: Layout = PLAIN) -> None:
    dialogue, chance = desk.open(MANNERS, layout=layout), desk.chance("layout")
    for number, questions in ((2, 2), (1, 2), (2, 1)):
        game = Game(dialogue, number)
        for _ in range(questions):
            game.ask(game.question(chance) or b"")
        dialogue.tell(END)
        dialogue.settle()
    dialogue.flush()
    dialogue.quiet("After the last `end`", OVER)


def _end_of_input(desk: Desk) -> None:
    desk.open(MANNERS).finish(" before any game")
    dialogue = desk.open(MANNERS)
    Game(dialogue, 2)
    dialogue.finish(" after the line that begins a game")
    dialogue = desk.open(MANNERS)
    game = Game(dialogue, 1)
    game.ask(game.question(desk.chance()) or b"")
    dialogue.finish(" in the middle of a game")
    dialogue = desk.open(MANNERS)
    game = Game(dialogue, 1)
    game.ask(game.question(desk.chance()) or b"")
    game.end()
    dialogue.finish(" after `end`")
