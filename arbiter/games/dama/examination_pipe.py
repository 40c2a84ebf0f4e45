"""The examination of a Dama player that speaks the pipe protocol of `docs/protocol-dama.md`: what only Dama knows."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence

from arbiter.games.dama import law
from arbiter.games.dama.game import GAME, pipe
from arbiter.games.demands import Demands
from arbiter.games.dialogues import Demand, Desk, Dialogue, Examination, NotReachedError
from arbiter.games.examination import Turns, random_opening
from arbiter.games.rounds import Round, Terms, in_process

DOCUMENT = "docs/protocol-dama.md"
SECTION = "A game by pipe"
OVER = Demand(
    "`end` is not answered; the next line begins a game, and nothing is left of the game before.", DOCUMENT, SECTION
)
LEGAL = Demand(
    "Men step and capture forwards, kings in all four directions. Men capture men only, kings both. A capture takes "
    "one piece and ends the turn, even if it could go on. A man that reaches the last row becomes a king at once; a "
    "move that leaves it a man is not legal.",
    DOCUMENT,
    "Rules",
)
LIMIT = Demand(
    "The limit counts the moves of both players; after the last of them the game is over, and `end` comes.",
    DOCUMENT,
    SECTION,
)
DEMANDS = Demands(
    answer=Demand(
        "A move is written origin, minus, target, one newline; a capture names the square on which the capturing piece "
        "lands. It must reach the pipe at once, so the output must be unbuffered or flushed.",
        DOCUMENT,
        SECTION,
    ),
    only=Demand(
        "A player writes only its moves, and only when it is asked: after the line that makes it player 1, and after "
        "each move of the opponent.",
        DOCUMENT,
        SECTION,
    ),
    stay=Demand("A program plays one game after another and never ends by itself.", DOCUMENT, SECTION),
    sides=Demand("Player 2 writes nothing before player 1 has moved.", DOCUMENT, SECTION),
    over=OVER,
    fresh=OVER,
    legal=LEGAL,
    pieces=Demand("Messages come in whatever pieces the pipe delivers.", DOCUMENT, SECTION),
    end=Demand(
        "At the end of its input a player ends, with whatever exit status, and writes nothing more.", DOCUMENT, SECTION
    ),
)
ENDS = {
    "it wins": "games that its own move wins",
    "it loses": "games that the opponent's move wins",
    "a draw": "games that the limit of moves draws",
}
OPENINGS = (0, 40, 60, 80)
"""Random plies before a game, so that there are kings."""
LIMITS = ((0, 1), (0, 2), (1, 2), (1, 1))
"""Who moves first (0) or second (1), and plies until the draw."""
LIMIT_PLIES = 24
FEW_GAMES = 8
LAST_PLIES = 3
"""How long before its end a random game is taken over."""
TRIES = 12
MOST_PLIES = 400


class DamaRound(Round[law.Position, law.Move]):
    """One game, drawn after some plies."""

    candidates = "[a-hA-H][1-8] *[-x ]? *[a-hA-H][1-8]"

    def __init__(
        self,
        terms: Terms[law.Position, law.Move],
        dialogue: Dialogue,
        number: int,
        moves: Sequence[law.Move] = (),
        *,
        heard: bool = False,
        plies: int = law.PLIES,
    ) -> None:
        """Begin a game after the moves of an opening."""
        self._last = len(moves) + plies
        super().__init__(dataclasses.replace(terms, lines=pipe(plies)), dialogue, number, moves, heard=heard)

    def is_over(self) -> bool:
        """Tell whether somebody has won, or the game is drawn."""
        return bool(self.result())

    def result(self) -> str:
        """Tell how the game has ended for the program, "" if it has not."""
        winner = self.position.winner()
        if winner is not None:
            return "it wins" if winner - 1 == self.number else "it loses"
        return "a draw" if len(self.moves) >= self._last else ""

    def choose(self, moves: list[law.Move], opponent: random.Random, *, pressing: bool) -> law.Move:
        """Choose a move that wins, if there is one."""
        return opponent.choice([move for move in moves if self.position.play(move).is_over()] or moves)

    def why_malformed(self, line: bytes) -> str:
        """Say what is wrong with a line that is no move."""
        text = line.decode("latin-1").strip().lower()
        if self.is_move(text.replace(" ", "-").replace("x", "-")):
            return "the move itself is legal, but not written so"
        return super().why_malformed(line)

    def meant(self, text: str) -> str:
        """Guess what an illegal move was meant to be."""
        move, own = law.parse_move(text), self.position.mover
        if law.Position(self.position.board, law.OPPONENT[own]).moves_of(move.origin):
            return f". That is a piece of player {law.OPPONENT[own]}"
        return ""

    def picture(self) -> str:
        """Draw the board as the document does."""
        return picture(self.position)


def picture(position: law.Position) -> str:
    """Draw the board as the document does."""
    rows = [f"{row + 1}  {' '.join(position.board[8 * row : 8 * row + 8])}" for row in range(7, -1, -1)]
    return "\n".join([*rows, "   a b c d e f g h", f"player {position.mover} to move"])


class DamaTurns(Turns[law.Position, law.Move]):
    """The examinations of board games, and those of limits and of three ends."""

    round = DamaRound
    roles = "numbers"
    openings = (2, 6, 20, 50)

    def __init__(self) -> None:
        """Begin with nothing seen."""
        super().__init__(GAME, pipe(law.PLIES), DEMANDS)
        self.whole_games = "games to their end in one process, with both numbers, from openings"
        self._seen = set[str]()

    def games(self) -> list[Examination]:
        """List games after openings and with limits, and whole ones with each end."""
        return [
            self.after_openings(),
            self.needing_end("a limit of one and of two moves", self._limits),
            self.needing_end(self.whole_games, self._whole_games),
            *(self._ending(result, name) for result, name in ENDS.items()),
        ]

    def _limits(self, desk: Desk) -> None:
        dialogue, chance = self.open(desk), desk.chance("limits")
        for at, (number, plies) in enumerate(LIMITS, 1):
            with in_process(desk, DamaRound(self.terms, dialogue, number, plies=plies), at) as game:
                game.play_on(chance)
                dialogue.quiet(f"When the limit of {plies} had drawn the game", LIMIT)

    def _whole_games(self, desk: Desk) -> None:
        dialogue = self.open(desk)
        for at in range(FEW_GAMES):
            chance = desk.chance("game", at)
            moves = random_opening(law.Position(), OPENINGS[at // 2 % len(OPENINGS)], chance)
            game = DamaRound(self.terms, dialogue, at % 2, moves, plies=LIMIT_PLIES)
            with in_process(desk, game, at + 1):
                game.play_on(chance)
            self._seen.add(game.result())

    def _ending(self, result: str, name: str) -> Examination:
        """Make the examination of games that end so; if none has, try from shortly before the end of random games.

        Player 1 has won these: to lose the program must be player 2.
        """

        def run(desk: Desk) -> None:
            if result in self._seen:
                return
            dialogue, number = self.open(desk), int(result == "it loses")
            for at in range(1, TRIES + 1):
                chance = desk.chance(result, at)
                game = DamaRound(self.terms, dialogue, number, _won(chance), plies=LAST_PLIES + 1)
                with in_process(desk, game, at):
                    game.play_on(chance)
                if game.result() == result:
                    return
            raise NotReachedError(f"{TRIES + FEW_GAMES} games had other ends")

        return Examination(name, run, (self.whole_games,))


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


def examinations() -> list[Examination]:
    """List what a player of Dama is examined in, by pipe."""
    return DamaTurns().examinations()


AS_FIRST, AS_SECOND = DamaTurns().as_first, DamaTurns().as_second
END_OF_GAME, WHOLE_GAMES = DamaTurns().end_of_game, DamaTurns().whole_games
