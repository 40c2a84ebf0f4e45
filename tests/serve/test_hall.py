"""Which table makes room for one more."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serve.server import Server, Table, Viewer

PERSON = {"kind": "person"}
TABLES = 16
"""That are open at once."""


@pytest.fixture
def full(tmp_path: Path) -> Iterator[list[Table]]:
    """All tables that there may be, which nobody looks at."""
    with Server(tmp_path) as server:
        yield [server.open("ataxx", PERSON, PERSON) for _ in range(TABLES)]


def looked_at(table: Table) -> Viewer:
    viewer = table.follow()
    viewer.asked(0)
    return viewer


def is_open(table: Table) -> bool:
    return table.order("pause")[0] == 204


def one_more(tables: list[Table]) -> list[int]:
    """Open another table; give the places of those that made room for it."""
    tables[0].server.open("ataxx", PERSON, PERSON)
    return [at for at, table in enumerate(tables) if not is_open(table)]


def test_the_table_makes_room_that_nobody_has_looked_at_for_longest(full: list[Table]) -> None:
    for table in (full[2], full[0], full[1]):
        viewer = looked_at(table)
        viewer.close()  # as a tab does that is behind another
    with contextlib.ExitStack() as stack:
        for table in full[3:]:
            stack.enter_context(contextlib.closing(looked_at(table)))
        assert one_more(full) == [2]
        late = stack.enter_context(contextlib.closing(full[2].follow()))
        closed = "This table was closed to make room for another one, as nobody looked at it; begin a new one."
        assert late.until(lambda state: state)["closed"] == closed


def test_a_table_whose_game_is_over_makes_room_before_one_at_which_somebody_plays(full: list[Table]) -> None:
    with contextlib.ExitStack() as stack:
        for table in full[6:]:
            stack.enter_context(contextlib.closing(looked_at(table)))
        with contextlib.closing(looked_at(full[5])) as viewer:
            full[5].order("resign", seat=0)
            viewer.until(lambda state: state["result"])
        assert one_more(full) == [5]


def test_no_table_at_which_somebody_plays_makes_room(full: list[Table]) -> None:
    server = full[0].server
    with contextlib.ExitStack() as stack:
        viewers = [stack.enter_context(contextlib.closing(looked_at(table))) for table in full]
        status, text = server.post("tables", {"game": "ataxx", "seats": [PERSON, PERSON]})
        assert (status, text.count("\n")) == (400, 1)
        assert f"all {TABLES} tables are in use" in text
        assert "expected one whose game is over, or at which nobody looks" in text
        full[7].order("resign", seat=0)
        viewers[7].until(lambda state: state["result"])
        assert one_more(full) == [7]
        (closed,) = [event["text"] for event in viewers[7].events() if event["kind"] == "closed"]
        assert closed == "This table was closed to make room for another one, as its game was over; begin a new one."
