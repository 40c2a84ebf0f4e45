"""A match that is begun from the hall: a league of two, whose file and journal lie beside the games of tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from arbiter.host.words import digits
from arbiter.serve.plan import Plan, PlanError
from arbiter.serve.sources import OfLeague

FOLDER = "matches"
MOST = 10_000
"""Games of one match."""


def begin(plan: Plan, games: object, folder: Path | None) -> OfLeague:
    """Write the file of a match between the programs of a plan. Raises PlanError."""
    if folder is None:
        raise PlanError("a match is kept, and this server keeps no games (--no-save)")
    if any(chair.is_person for chair in plan.chairs):
        raise PlanError("a match is played by two programs")
    if plan.start:
        raise PlanError("a match begins where its game does; opening moves are for tables")
    if isinstance(games, bool) or not isinstance(games, int) or games % 2 or not 2 <= games <= MOST:
        raise PlanError(f"games: expected an even number from 2 to {MOST}, as openings are played with both colours")
    path = folder / FOLDER / f"{plan.game}-{plan.seed:08x}.toml"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text_of(plan, games), encoding="utf-8")
    except OSError as error:
        raise PlanError(f"{path}: {error.strerror}") from None
    return OfLeague(path.with_suffix(".db"), path)


def text_of(plan: Plan, games: int) -> str:
    """Write the match as a league is written."""
    limits = plan.limits
    values: dict[str, Any] = {"game": plan.game, "pairs": games // 2, "seed": plan.seed, "memory": limits.memory_mib}
    if limits.clock is None:
        values["time"] = limits.time_s
    else:
        values["clock"] = limits.clock.written(digits)
    lines = [f"{name} = {json.dumps(value)}" for name, value in values.items()]
    same = plan.chairs[0].name == plan.chairs[1].name
    for letter, chair in zip("AB", plan.chairs, strict=True):
        player = {"name": f"{letter}: {chair.name}" if same else chair.name, "command": chair.command}
        lines += ["", "[[player]]"]
        lines += [
            f"{name} = {json.dumps(text, ensure_ascii=False)}"
            for name, text in {**player, "protocol": chair.protocol}.items()
        ]
    return "\n".join(lines) + "\n"
