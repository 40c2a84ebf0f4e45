"""A board in the making is given time to be finished, as much as the program could use."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from arbiter.games.dama import law
from arbiter.games.dama.files import Folder, board_name
from arbiter.games.players import End, PlayerError

AFTER = law.format_board(law.Position().play(law.parse_move("b3-c4")).board).encode()


class Writer:
    """A player that writes its board in pieces: between two of them the arbiter looks so many times."""

    def __init__(self, pieces: Sequence[tuple[bytes, int]], usable: Callable[[], bool]) -> None:
        self._pieces, self._usable = pieces, usable
        self._folder = Path()
        self.asked = 0

    def begin(self, arguments: Sequence[str], folder: Path) -> None:
        self._folder = folder

    def kill(self) -> None:
        pass

    def patience(self) -> Writer:
        return self

    def is_up(self, seconds: float) -> bool:
        """Tell whether the machine has let it run for so long; the clock is the test's own."""
        self.asked += 1
        return self._usable()

    def wait(self, look: Callable[[], Any], age_s: Callable[[], float]) -> tuple[Any, float]:
        for seen in self._looks(look):
            if seen is not None:
                return seen, 0.0
        raise AssertionError("nothing was found")

    def _looks(self, look: Callable[[], Any]) -> Iterator[Any]:
        written = b""
        for piece, times in self._pieces:
            written += piece
            (self._folder / board_name(2)).write_bytes(written)
            yield from (look() for _ in itertools.repeat(None, times))


@contextmanager
def folder(pieces: Sequence[tuple[bytes, int]], usable: Callable[[], bool]) -> Iterator[tuple[Folder, Writer]]:
    writer: Any = Writer(pieces, usable)
    place = Folder(writer, 1)
    try:
        yield place, writer
    finally:
        place.abandon()


def test_who_had_no_core_may_take_as_long_as_it_needs() -> None:
    with folder([(AFTER[:50], 1000), (AFTER[50:], 1)], lambda: False) as (place, writer):
        move, _ = place.ask([law.Position().board])
    assert str(move) == "b3-c4"
    assert writer.asked > 900


def test_who_could_have_gone_on_wrote_a_malformed_board() -> None:
    with folder([(AFTER[:50], 10)], lambda: True) as (place, _), pytest.raises(PlayerError) as error:
        place.ask([law.Position().board])
    assert error.value.end is End.MALFORMED


def test_each_piece_is_waited_for_anew() -> None:
    ups = itertools.chain([False, False], itertools.repeat(True))
    with folder([(AFTER[:50], 2), (AFTER[50:60], 2), (AFTER[60:], 1)], lambda: next(ups)) as (place, _):
        move, _ = place.ask([law.Position().board])
    assert str(move) == "b3-c4"
