"""What `arbiter check` quotes stands in the document that it names, word by word."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbiter import check, games
from arbiter.games import catalogue
from arbiter.games.dialogues import Demand

HOUSE = Path(__file__).parent.parent.parent
MODULES = sorted(
    found.name
    for room in (check, games)
    for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")
    if not found.ispkg and found.name != "arbiter.check.terminal"
)


def demands(value: object) -> Iterator[Demand]:
    """Give the demands that a value is, or holds."""
    if isinstance(value, Demand):
        yield value
    elif isinstance(value, dict):
        yield from demands(list(value.values()))
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from demands(part)


def everywhere() -> list[Demand]:
    """Give the demands of every game and protocol, and those that all share."""
    return sorted(
        {demand for name in MODULES for demand in demands(list(vars(importlib.import_module(name)).values()))},
        key=lambda demand: (demand.document, demand.section, demand.text),
    )


def section(document: str, title: str) -> str:
    """Give the text below a heading, until the next one, with each white space as one blank."""
    text = (HOUSE / document).read_text("utf-8")
    parts = re.split(
        r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL), flags=re.MULTILINE
    )
    found = dict(zip(parts[1::2], parts[2::2], strict=True))
    return " ".join(found[title].split())


@pytest.mark.parametrize("demand", everywhere(), ids=lambda demand: f"{demand.section}: {demand.text[:40]}")
def test_every_sentence_that_is_quoted_stands_in_its_document(demand: Demand) -> None:
    assert " ".join(demand.text.split()) in section(demand.document, demand.section)


def calls(node: ast.AST) -> int:
    return sum(isinstance(part, ast.Call) and ast.unparse(part.func) == "Demand" for part in ast.walk(node))


def test_no_demand_is_made_where_it_would_not_be_found() -> None:
    """Each is written down at the top of a module, and in no function."""
    written = 0
    for name in MODULES:
        body = ast.parse((HOUSE / Path(*name.split(".")).with_suffix(".py")).read_text("utf-8")).body
        assert not sum(calls(node) for node in body if not isinstance(node, (ast.Assign, ast.AnnAssign))), name
        written += sum(map(calls, body))
    assert len(everywhere()) == written > 50


def test_every_game_and_protocol_makes_demands() -> None:
    documents = {demand.document for demand in everywhere()}
    assert {f"docs/protocol-{game.name}.md" for game in catalogue.ours()} < documents


def test_a_sentence_that_only_looks_right_is_noticed() -> None:
    assert "Player 2 writes nothing before player 1 has moved." in section("docs/protocol-dama.md", "A game by pipe")
    assert "Player 2 writes nothing before player 1 moves." not in section("docs/protocol-dama.md", "A game by pipe")
