"""Games as compact JSON, from which the script of a league's page draws those that are looked at.

The law says here which squares a move changes, so that the script knows no game.
"""

from __future__ import annotations

import itertools
import json
import string
from typing import Any

from markupsafe import Markup

from arbiter.host.visible import visible_text
from arbiter.pages.drawing import Drawing
from arbiter.play.record import GameRecord

SQUARES = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
"""Names of 64 squares in `changes`, those of base 64."""
CHUNK = 100
"""Games that are read at once."""
SHOWN = 300
"""Characters of a move that are shown; a stranger may have written a megabyte."""


def changes(boards: list[str]) -> list[str]:
    """Give, move by move, each square that changes followed by what is on it then."""
    return [
        "".join(SQUARES[at] + new for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)
        for before, after in itertools.pairwise(boards)
    ]


def game(record: GameRecord, drawing: Drawing) -> dict[str, Any]:
    """Give what the replay of a game needs: moves, milliseconds of each, and pictures; and what a forfeit shows."""
    data: dict[str, Any] = {
        "moves": [visible_text(turn.move[:SHOWN]) for turn in record.turns],
        "ms": [float(f"{1000 * turn.time_s:.3g}") for turn in record.turns],
        "start": visible_text(record.start),
        "costs": [
            [float(f"{x:.3g}") for x in (cost.wall_s, cost.cpu_s, cost.peak_mib, cost.lag_s)] for cost in record.costs
        ],
    }
    if drawing.squares:
        boards = drawing.squares.boards(record)
        data |= {"board": boards[0], "changes": changes(boards)}
    elif drawing.rows:
        data["rows"] = drawing.rows(record)
    if record.offender is None:
        data["ending"] = visible_text(drawing.last_words(record))
    else:
        data |= {"reason": visible_text(record.reason), "evidence": visible_text(record.evidence)}
        data["stderr"] = record.costs[record.offender].stderr
    return data


def script_json(data: object) -> Markup:
    """Write JSON that can stand inside a script element, whatever it holds."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))
