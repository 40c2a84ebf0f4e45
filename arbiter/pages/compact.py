"""Games as compact JSON, from which the script of a league's page draws those that are looked at.

The law says here which squares a move changes, so that the script knows no game.
"""

from __future__ import annotations

import json
from typing import Any

from markupsafe import Markup

from arbiter.games.contract import Game
from arbiter.host.visible import visible_text
from arbiter.pages.pictures import Pictures
from arbiter.play.record import GameRecord

CHUNK = 100
"""Games that are read at once."""
SHOWN = 300
"""Characters of a move that are shown; a stranger may have written a megabyte."""


def compact(record: GameRecord, game: Game) -> dict[str, Any]:
    """Give what the replay of a game needs: moves, milliseconds of each, and pictures; and what a forfeit shows."""
    pictures = Pictures(game, record)
    data: dict[str, Any] = {
        "moves": [visible_text(turn.move[:SHOWN]) for turn in record.turns],
        "ms": [float(f"{1000 * turn.time_s:.3g}") for turn in record.turns],
        "start": visible_text(record.start),
        "costs": [
            [float(f"{x:.3g}") for x in (cost.wall_s, cost.cpu_s, cost.peak_mib, cost.lag_s, cost.idle_cpu_s)]
            for cost in record.costs
        ],
        **pictures.data(),
    }
    if record.offender is None:
        data["ending"] = pictures.ending()
    else:
        data |= {"reason": visible_text(record.reason), "evidence": visible_text(record.evidence)}
        data["stderr"] = record.costs[record.offender].stderr
    if record.also:
        data["also"] = visible_text(record.also.reason)
    return data | ({"note": pictures.note} if pictures.note else {})


def script_json(data: object) -> Markup:
    """Write JSON that can stand inside a script element, whatever it holds."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))
