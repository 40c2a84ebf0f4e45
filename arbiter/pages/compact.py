"""Games as compact JSON, from which the script of a league's page draws those that are looked at.

The law says here which squares a move changes, so that the script knows no game. A page has thousands of games and few
different moves: each move, with what it changes, stands in one table, and a game is a text of numbers in it, as texts
that many games have are. So a game of 60 moves takes 120 bytes, 1,200 written out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from arbiter.games.contract import Game
from arbiter.games.extras import Scenes
from arbiter.host.visible import visible_text
from arbiter.pages.numbers import packed, packed_times
from arbiter.pages.pictures import Pictures, changes
from arbiter.pages.scenes import packed as packed_tiles
from arbiter.play.record import GameRecord

CHUNK = 100
"""Games that are read at once."""
SHOWN = 300
"""Characters of a move that are shown; a stranger may have written a megabyte."""
TIMED = 1000
"""So many games, the last ones, have times and costs, as forfeits do; of the others `arbiter replay` tells them."""


class Register:
    """What games have in common: each thing once, in the order in which it was met."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.things: list[Any] = []
        self._places: dict[Any, int] = {}

    def place(self, thing: Any) -> int:
        """Give where it stands, at the end if it is new."""
        found = self._places.get(thing)
        if found is None:
            found = self._places[thing] = len(self.things)
            self.things.append(thing)
        return found


class Compactor:
    """Makes games compact; `tables` is what the script needs for all of them."""

    def __init__(self, game: Game) -> None:
        """Take the game."""
        self.game = game
        self.marks = Register()
        self._moves, self._texts = Register(), Register()
        self._codes: dict[tuple[Any, ...], str] = {}

    def tables(self) -> dict[str, Any]:
        """Give the moves, each with what it changes and, if these are not the usual ones, the number of its marks and
        its caption; and the texts.
        """
        return {"moves": self._moves.things, "texts": self._texts.things}

    def compact(self, record: GameRecord, *, timed: bool) -> list[Any]:
        """Give what the replay of a game needs: its moves, and as places of texts the start, the board there, the
        ending, the caption of the start and its position for the engine; and last what only some games have:
        times of the moves and costs, if `timed`, what a forfeit shows, points that are no pieces, and pictures
        that are no boards.
        """
        pictures = Pictures(self.game, record)
        scenes, more = pictures.scenes(), dict[str, Any]()
        board, begins = "", "after the opening" if record.start else ""
        if scenes:
            board, begins = scenes.boards[0], scenes.captions.pop(0, begins)
            if scenes.points:
                more["points"] = scenes.points
        moves = "".join(self._codes_of(record, scenes))
        if layings := pictures.layings():
            more["layings"], begins = packed_tiles(layings), "the hand"
        elif rows := pictures.rows():
            more["rows"] = rows
        if timed or record.offender is not None:
            more["times"] = packed_times(record.times())
            costs = ((c.wall_s, c.cpu_s, c.peak_mib, c.lag_s, c.idle_cpu_s) for c in record.costs)
            more["costs"] = [[float(f"{x:.3g}") for x in cost] for cost in costs]
        ending = ""
        if record.offender is None:
            ending = pictures.ending()
        else:
            more |= {"reason": visible_text(record.reason), "evidence": visible_text(record.evidence)}
            more["stderr"] = record.costs[record.offender].stderr
        if record.also:
            more["also"] = visible_text(record.also.reason)
        if pictures.note:
            more["note"] = pictures.note
        place = self._texts.place
        texts = [visible_text(record.start), board, ending, visible_text(begins), pictures.position()]
        return [moves, *map(place, texts), *([more] if more else [])]

    def _codes_of(self, record: GameRecord, scenes: Scenes | None) -> Iterator[str]:
        changed = changes(scenes.boards) if scenes else [""] * len(record.turns)
        codes = self._codes
        usual = not scenes or not (scenes.captions or scenes.marks)
        for at, (move, change) in enumerate(zip(record.moves(), changed, strict=True), 1):
            said = (move, change) if usual else (move, change, *self._unusual(scenes, at))
            yield codes.get(said) or self._code(said)

    def _unusual(self, scenes: Scenes | None, at: int) -> tuple[int | None, str | None]:
        """Give the number of a position's marks and its caption, None for the usual ones."""
        marks, captions = (scenes.marks, scenes.captions) if scenes else ({}, {})
        return self.marks.place(marks[at]) if at in marks else None, captions.get(at)

    def _code(self, said: tuple[Any, ...]) -> str:
        move, change, *unusual = said
        if unusual:
            mark, caption = unusual
            unusual = (
                [mark, visible_text(caption[:SHOWN])] if caption is not None else [mark] if mark is not None else []
            )
        code = self._codes[said] = packed(self._moves.place((visible_text(move[:SHOWN]), change, *unusual)))
        return code


def script_json(data: object) -> Markup:
    """Write JSON that can stand inside a script element, whatever it holds."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))
