"""A game while it is played: what pages are told of it, first what there is and then what comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbiter.games.contract import Game
from arbiter.games.players import Turn
from arbiter.host.visible import visible_text
from arbiter.pages.causes import offence_text
from arbiter.pages.pictures import Pictures
from arbiter.play.record import GameRecord

SAID = 1200
"""Characters of the end of what a program has said since its last move."""
SHOWN = 300
"""Characters of a move in a caption; a stranger may have written a megabyte."""


class Story:
    """One game. Events are plain data for JSON; all that programs wrote is made visible."""

    def __init__(self, game: Game, players: tuple[str, str], start: str) -> None:
        """Begin before the first game of a table."""
        self._game, self._players, self._start = game, players, start
        self.number, self.first = 0, 0
        self._turns: list[Turn] = []
        self._said = ["", ""]
        self._left: list[float | None] = [None, None]
        self._memory: list[float | None] = [None, None]
        self._asked: dict[str, Any] | None = None
        self._result = ""
        self._paused = False
        self._sights: dict[int, dict[str, Any]] | None = None

    def begin(
        self, number: int, first: int, kept: Sequence[Turn], left_s: Sequence[float | None] = (None, None)
    ) -> None:
        """Begin a game, of which some turns are played already, after which players have so much time left."""
        self.number, self.first, self._turns = number, first, list(kept)
        self._said, self._left, self._asked, self._result = ["", ""], list(left_s), None, ""
        self._memory = [None, None]
        self._sights = None

    @property
    def result(self) -> str:
        """Give how it ended, "" if it has not."""
        return self._result

    @property
    def plies(self) -> int:
        """Give how many turns there are."""
        return len(self._turns)

    def add(self, turns: Sequence[Turn]) -> None:
        """Take turns."""
        self._turns += turns
        self._sights = None

    def turn(
        self, turn: Turn, left_s: Sequence[float | None] = (), memory_mib: Sequence[float | None] = ()
    ) -> dict[str, Any]:
        """Take a turn, after which players have so much time left and have had so much memory; give what is new."""
        self.add([turn])
        self._asked, self._left, self._memory = None, list(left_s) or self._left, list(memory_mib) or self._memory
        at = len(self._turns) - 1
        self._said[self._by(at)] = ""
        return self.told(at)

    def told(self, at: int) -> dict[str, Any]:
        """Give a turn that was taken."""
        return {
            "kind": "turn",
            "at": at,
            "left": self._left,
            "memory": self._memory,
            **self._moved(at),
            **self.seen(at + 1),
        }

    def asked(self, seat: int, moves: list[str], left_s: float | None) -> dict[str, Any]:
        """Note that a person is asked for one of these moves."""
        self._asked = {"seat": seat, "moves": moves, "left": left_s}
        return {"kind": "asked", "asked": self._asked}

    def stderr(self, seat: int, text: str) -> dict[str, Any]:
        """Take what a program says."""
        self._said[seat] = (self._said[seat] + text)[-SAID:]
        return {"kind": "stderr", "seat": seat, "text": visible_lines(self._said[seat])}

    def paused(self, on: bool) -> dict[str, Any]:
        """Note whether the game waits after each move."""
        self._paused = on
        return {"kind": "paused", "paused": on}

    def over(self, record: GameRecord) -> dict[str, Any]:
        """End the game."""
        self._asked, self._result = None, self._told(record)
        self._memory = [cost.peak_mib or None for cost in record.costs]
        return {"kind": "over", "result": self._result, "scores": record.scores, "memory": self._memory}

    def whole(self) -> dict[str, Any]:
        """Give all that there is to see now."""
        return {
            "kind": "state",
            "number": self.number,
            "first": self.first,
            "players": [visible_text(name) for name in self._players],
            "begins": self.seen(0),
            "position": self._position(),
            "turns": [{**self._moved(at), **self.seen(at + 1)} for at in range(len(self._turns))],
            "asked": self._asked,
            "said": list(map(visible_lines, self._said)),
            "left": self._left,
            "memory": self._memory,
            "paused": self._paused,
            "result": self._result,
        }

    # ---- what is seen ----------------------------------------------------------------------------------------------

    def _by(self, at: int) -> int:
        """Give who made a move: A (0) or B (1)."""
        return (self.first + at) % 2

    def _moved(self, at: int) -> dict[str, Any]:
        turn = self._turns[at]
        said = visible_lines(turn.stderr) if turn.stderr else ""
        return {"text": visible_text(turn.move), "by": at % 2, "ms": 1000 * turn.time_s, "stderr": said}

    def seen(self, at: int) -> dict[str, Any]:
        """Give a position: its board or its picture, its caption, and the points where a page cannot count them."""
        if self._sights is None:
            self._sights = self._look()  # when somebody looks: it plays the whole game again
        found = self._sights.get(at, {})
        sides = getattr(self._game.drawing, "called", None) or self._game.sides
        usual = "start" if not self._start else "after the opening"
        if at:
            usual = f"{sides[(at - 1) % 2]} {visible_text(self._turns[at - 1].move[:SHOWN])}"
        return {"caption": usual, **found}

    def _position(self) -> str:
        try:
            return self._game.position(self._start) if self._start and self._game.engine else ""
        except ValueError:
            return ""

    def _look(self) -> dict[int, dict[str, Any]]:
        """Draw all positions of the game so far."""
        number, turns = max(1, self.number), tuple(self._turns)
        record = GameRecord(self._game.name, number, self._players, self.first, turns, (0, 0), start=self._start)
        pictures = Pictures(self._game, record)
        scenes = pictures.scenes()
        if scenes is not None:
            found: dict[int, dict[str, Any]] = {at: {"board": board} for at, board in enumerate(scenes.boards)}
            for at, caption in scenes.captions.items():
                found[at]["caption"] = visible_text(caption)
            for at, (under, over) in scenes.marks.items():
                found[at]["marks"] = [str(under), str(over)]
            for at, points in enumerate(scenes.points):
                found[at]["points"] = points
            return found
        frames = pictures.frames(every=True) if self._game.drawing and not self._is_alone() else []
        return {
            at: {"svg": str(frame.svg), "caption": visible_text(frame.caption), "points": frame.points}
            for at, frame in enumerate(frames)
        }

    def _is_alone(self) -> bool:
        return self._game.drawing is not None and self._game.drawing.squares is None

    def _told(self, record: GameRecord) -> str:
        """Say how a game ended, in a sentence or two."""
        names = "AB"
        a, b = record.scores
        winner = record.winner()
        score = f"{a}\N{EN DASH}{b}"
        result = f"Drawn, {score}." if winner is None else f"{names[winner]} wins {score}."
        if record.end.name == "VOID":
            result = "The game is void."
        for player, offence in record.offences().items():
            evidence = f" It wrote: {visible_text(offence.evidence)}" if offence.evidence else ""
            result += f" {names[player]} {visible_text(offence_text(offence))}.{evidence}"
        if record.offender is None and record.reason:
            result += f" {visible_text(record.reason)}."
        return result


def visible_lines(text: str) -> str:
    """Make lines of a program safe to look at."""
    return "\n".join(visible_text(line) for line in text.split("\n"))
