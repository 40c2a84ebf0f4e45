"""The referee of Domino, to the byte of `docs/protocol-domino.md`: both programs play the same hand, each alone.

A program is started with `--challenge` for each hand, in two dimensions with `--challenge --2d`, is given it, and
answers with one line. What it scores there is its own; a program that fails or breaks the rules has 0 points for that
hand, and the other one what it has earned.
"""

from __future__ import annotations

import dataclasses
import random
from typing import ClassVar

from arbiter.games.contract import Adjudicate, Pair, Points, never
from arbiter.games.domino.law import STANDARD, Move, Options, Tile, Verdict, judge, read_hand
from arbiter.games.domino.plane import PlaneMove
from arbiter.games.domino.plane import judge as judge_plane
from arbiter.games.domino.puzzle import random_hand
from arbiter.games.players import End, Player, PlayerError, Turn

CHALLENGE = ("--challenge",)
PLANE = "--2d"
HAND_SIZE = 12
ZERO_STAYS, EARLY_STOP = "--zero-stays", "--allow-early-stop"


@dataclasses.dataclass(slots=True)
class DominoReferee:
    """See `arbiter.games.contract.Referee`.

    `hands` are played again and again; without any, each game has a random one of `size` tiles, drawn by `seed`. Both
    are judged by `rules`; that these are not the usual ones the user has to tell the programs. That the game has two
    dimensions they are told.
    """

    hands: tuple[str, ...] = ()
    size: int = HAND_SIZE
    special: bool = False
    seed: int = 0
    rules: Options = STANDARD
    plane: bool = False
    name: ClassVar[str] = "domino"
    forfeit: ClassVar[tuple[int, int]] = (0, 0)

    def options(self) -> list[tuple[str, str]]:
        """Give the settings as a reader should know them."""
        rules = self._words()
        shown = [("rules", rules)] if rules else []
        if self.hands:
            return [("hands", f"{len(self.hands)} in turn"), *shown]
        return [("random hands", f"{self.size} tiles{', special ones too' if self.special else ''}"), *shown]

    def start(self, number: int) -> str:
        """Give the hand as programs read it, and after it the rules if they are not the usual ones."""
        rules = self._words()
        return self._hand(number) + (f"{rules}\n" if rules else "")

    def _words(self) -> str:
        """Name what is not as usual, as the command line does."""
        words = {PLANE: self.plane, ZERO_STAYS: self.rules.zero_stays, EARLY_STOP: self.rules.early_stop}
        return " ".join(word for word, given in words.items() if given)

    def _hand(self, number: int) -> str:
        if self.hands:
            return self.hands[(number - 1) % len(self.hands)]
        return hand_text(random_hand(self.size, self.special, random.Random(f"{self.seed} {number}")))

    def begin(self, player: Player, seat: int, *, first: bool) -> None:
        """Start the program for one hand."""
        player.begin((*CHALLENGE, PLANE) if self.plane else CHALLENGE)

    def play(self, players: Pair, first: int, turns: list[Turn], start: str, adjudicate: Adjudicate = never) -> Points:
        """Let both play the hand, one after the other; a failure of both is told of the first. Nothing is cut short."""
        scores, failures = [0, 0], []
        hand = read_start(start)[0]
        for seat in (first, 1 - first):
            player = players[seat]
            turns.append(Turn("", 0.0))
            try:
                output, seconds = player.exchange(hand_text(hand).encode("ascii"), _is_line)
                turns[-1] = player.turn(output.decode("latin-1").strip(), seconds)
                scores[seat] = _score(start, output, player)
            except PlayerError as error:
                failures.append(error)
            finally:
                player.kill()  # it has played its hand; the next one begins with a new process
        a, b = scores
        if failures:
            failures[0].scores = a, b
            failures[0].also = failures[1] if len(failures) > 1 else None
            raise failures[0]
        return a, b


def read_start(start: str) -> tuple[list[Tile], Options]:
    """Read what `DominoReferee.start` gave: the hand and the rules. Raises ValueError."""
    return read_hand(start), Options(ZERO_STAYS in start, EARLY_STOP in start)


def is_plane(start: str) -> bool:
    """Tell whether the game that `DominoReferee.start` describes has two dimensions."""
    return PLANE in start


def judge_start(start: str, line: str) -> Verdict[Move] | Verdict[PlaneMove]:
    """Judge a line that answers what `DominoReferee.start` gave. Raises ValueError."""
    hand, rules = read_start(start)
    return judge_plane(hand, line, rules) if is_plane(start) else judge(hand, line, rules)


def _is_line(output: bytes) -> bool:
    """Tell whether a line has been written to its end: it is the row that is judged, not how a program leaves."""
    return output.endswith(b"\n")


def _score(start: str, output: bytes, player: Player) -> int:
    verdict = judge_start(start, output.decode("latin-1"))
    if verdict.reason:
        raise PlayerError(player, End.ILLEGAL, f"move {verdict.at}: {verdict.reason}", output)
    return verdict.score


def hand_of(text: str) -> str:
    """Read a hand that stands in one line: N, then N pairs. Raises ValueError."""
    return hand_text(read_hand(text))


def hand_text(hand: list[Tile]) -> str:
    """Write a hand as programs read it."""
    return "".join([f"{len(hand)}\n", *(f"{a} {b}\n" for a, b in hand)])
