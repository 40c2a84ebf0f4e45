"""The engines answer for their strength: fixed searches find the moves, values and nodes that are written down."""

from __future__ import annotations

import pytest

from tests.many import each
from tests.native.bench import KINDS, asked_again, read

PINNED = read()


def test_every_kind_has_lines_and_no_other_is_there() -> None:
    assert set(PINNED) == set(KINDS)
    assert all(PINNED.values())


@pytest.mark.parametrize("kind", each(4, KINDS))
def test_searches_and_evaluations_are_those_of_the_file(kind: str) -> None:
    """If a change of the engine is meant, `python -m tests.native.bench` writes the file anew."""
    for pinned, now in zip(PINNED[kind], asked_again(kind, PINNED[kind]), strict=True):
        assert now == pinned
