"""docs/review.md says what is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbiter.games import catalogue
from arbiter.games.contract import Game
from arbiter.pages.verdicts import COLUMNS
from arbiter.review.judge import NODES, PROOFS, TIME_S
from arbiter.review.run import engine_command
from arbiter.review.shelf import SUFFIX
from tests.play.court import HANG_S, Court

DOCUMENT = (Path(__file__).parents[2] / "docs/review.md").read_text("utf-8")


@pytest.mark.parametrize("game", catalogue.ours(), ids=lambda game: game.name)
def test_engines_and_blunders_of_each_game_are_those_of_the_document(game: Game) -> None:
    assert game.reviewing is not None
    row = next(line for line in DOCUMENT.splitlines() if line.startswith(f"| {game.title} |"))
    _, _, command, unit, blunder, *_ = [cell.strip() for cell in row.split("|")]
    assert command == f"`{engine_command(game, None)}`"
    assert unit.startswith(game.reviewing.unit or game.unit)
    assert float(blunder) == game.reviewing.blunder


def test_every_column_of_the_data_is_described_in_order() -> None:
    table = DOCUMENT[DOCUMENT.index("| column | meaning |") : DOCUMENT.index("## One player")]
    found = [name for line in filter(None, table.splitlines()) for name in re.findall(r"`(\w+)`", line.split("|")[1])]
    assert tuple(found) == COLUMNS


def test_options_and_numbers_are_those_of_the_program(court: Court) -> None:
    arbiter = court.command("review", "--help")
    text = arbiter.communicate(timeout=HANG_S)[0]
    for option in set(re.findall(r"`?(--[a-z][a-z-]+)", DOCUMENT)) - {"--hash", "--json", "--help"}:
        assert option in text, option
    assert f"{NODES:,} nodes" in DOCUMENT
    assert (TIME_S, PROOFS, SUFFIX) == (1, 0.5, ".reviews")
