"""Win, draw and loss without plies, which six pieces have, on four: they agree with the distances that are known for
these, their files are sound, and the bot makes wins of them.
"""

from __future__ import annotations

import itertools
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from native.common.context import Limits
from native.dama.engine import FOR_EVER, Board, Dama, after, legal_moves
from native.dama.tables import (
    DRAW,
    LOST,
    SHIPPED,
    UNKNOWN,
    WON,
    Material,
    Tables,
    is_lost,
    materials,
    mirror,
    pack,
    read_index,
)
from tests.bots.driver import HANG_S, environment
from tests.dama.test_tables import tablebase
from tests.many import each, many

DARK = [square for square in range(64) if (square // 8 + square) % 2]
PLIES = 100


def opened(path: Path) -> Tables:
    tables = Tables()
    tables.add(path)
    return tables


def build(path: Path, pieces: int) -> None:
    """Build a tablebase in which only as many pieces have no distances."""
    words = ["--pieces", f"{pieces}", "--distances", f"{pieces - 1}", "--jobs", "1", "--file", str(path)]
    done = tablebase("build", *words)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("outcomes") / "tables"
    build(path, 4)
    return path


def boards(material: Material) -> Iterator[Board]:
    """Give all positions with a material."""
    men, kings, opp_men, opp_kings = material
    for own in itertools.combinations([square for square in DARK if square < 56], men):
        for opp in itertools.combinations([square for square in DARK if square >= 8 and square not in own], opp_men):
            free = [square for square in DARK if square not in own and square not in opp]
            for own_kings in itertools.combinations(free, kings):
                rest = [square for square in free if square not in own_kings]
                for others in itertools.combinations(rest, opp_kings):
                    crowned = sum(1 << square for square in own_kings + others)
                    yield sum(1 << s for s in own + own_kings), sum(1 << s for s in opp + others), crowned


def outcome(value: int) -> int:
    return value if value in (DRAW, UNKNOWN) else LOST if is_lost(value) else WON


def compared(tables: Tables, pieces: int, nth: int = 1) -> int:
    """Hold each nth outcome against the distance that is shipped; give how many there are."""
    shipped, positions = opened(SHIPPED), 0
    for material in materials(pieces):
        for side in {material, mirror(material)}:
            for board in boards(side):
                if positions % nth == 0:
                    assert tables.probe(*board) == outcome(shipped.probe(*board)), board
                positions += 1
    return positions


def test_outcomes_of_three_pieces_are_those_of_the_distances(tmp_path: Path) -> None:
    build(tmp_path / "tables", 3)
    tables = opened(tmp_path / "tables")
    assert (tables.pieces, tables.outcomes) == (2, 3)
    assert 2 * compared(tables, 3) == 392_064


@pytest.mark.long
def test_outcomes_of_four_pieces_are_those_of_the_distances(four: Path) -> None:
    assert 2 * compared(opened(four), 4, many(1, 84)) == 12_418_632


def test_as_many_are_won_drawn_and_lost_as_by_the_distances(four: Path) -> None:
    done = tablebase("check", "--file", str(four), "--jobs", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "4\t12418632\t5143384\t3140700\t4134548\t-"


def test_outcomes_take_less_room(four: Path) -> None:
    assert len(four.read_bytes()) < len(SHIPPED.read_bytes()) / 4


def test_slices_that_need_what_is_missing_are_refused(tmp_path: Path) -> None:
    tables = Tables()
    with (tmp_path / "values").open("w+b") as file, pytest.raises(ValueError, match="are missing"):
        tables.solve_outcomes((0, 2, 0, 1), file, file)


def test_a_disk_that_is_full_is_an_error_of_the_system() -> None:
    with Path("/dev/full").open("r+b", buffering=0) as full, pytest.raises(OSError, match="No space"):
        opened(SHIPPED).solve_outcomes((0, 1, 0, 1), full, full)


@pytest.mark.parametrize("keep", each(2, [0.5, 0.9, 0.99]))
def test_a_build_that_was_stopped_goes_on(four: Path, tmp_path: Path, keep: float) -> None:
    whole, path = four.read_bytes(), tmp_path / "tables"
    path.write_bytes(whole[: int(len(whole) * keep)])
    build(path, 4)
    assert path.read_bytes() == whole


def test_a_build_that_was_killed_goes_on(four: Path, tmp_path: Path) -> None:
    whole, path = four.read_bytes(), tmp_path / "tables"
    first = min(place.end for place in read_index(four).values() if place.outcomes)
    words = ["tablebase", "build", "--pieces", "4", "--distances", "3", "--jobs", "2", "--file", str(path)]
    command = [sys.executable, "-m", "bots.dama", *words]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, start_new_session=True) as process:
        until = time.monotonic() + HANG_S
        while process.poll() is None and (not path.exists() or path.stat().st_size < first):
            assert time.monotonic() < until
            time.sleep(0.001)
        os.killpg(process.pid, signal.SIGKILL)
    build(path, 4)
    assert path.read_bytes() == whole
    assert [other.name for other in tmp_path.iterdir()] == [path.name]


def test_a_damaged_byte_is_noticed_and_built_again(four: Path, tmp_path: Path) -> None:
    whole, path = four.read_bytes(), tmp_path / "tables"
    place = next(place for place in read_index(four).values() if place.outcomes)
    for at in (place.begin + 3, place.begin + 13, place.end - 1):
        damaged = bytearray(whole)
        damaged[at] ^= 2
        path.write_bytes(damaged)
        refused = tablebase("check", "--file", str(path), "--jobs", "1")
        assert refused.returncode == 2
        assert "is damaged" in refused.stderr
    build(path, 4)
    assert path.read_bytes() == whole


def test_distances_are_not_built_upon_outcomes(four: Path) -> None:
    refused = tablebase("build", "--pieces", "5", "--jobs", "1", "--file", str(four))
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "build that into another file" in refused.stderr


@pytest.mark.parametrize("at", [0, 100, 3_000])
def test_a_wrong_outcome_is_found(four: Path, tmp_path: Path, at: int) -> None:
    """Wherever it is: the checksum is right here, so only the values can tell."""
    path, slice_ = tmp_path / "tables", (0, 2, 0, 2)
    with (tmp_path / "values").open("w+b") as values, path.open("w+b") as file:
        file.write(four.read_bytes()[: read_index(four)[slice_].begin])
        opened(four).solve_outcomes(slice_, values, values)
        values.seek(at)
        byte = values.read(1)[0]
        values.seek(at)
        values.write(bytes([byte ^ 1]))
        pack(slice_, values, file, outcomes=True)
        file.write(four.read_bytes()[read_index(four)[slice_].end :])
    wrong = tablebase("check", "--file", str(path), "--jobs", "1")
    assert wrong.returncode == 2
    assert "do not follow" in wrong.stderr


def test_a_wrong_outcome_contradicts_its_successors(four: Path, tmp_path: Path) -> None:
    path, slice_ = tmp_path / "slice", (0, 2, 0, 2)
    tables = opened(four)
    assert tables.check(slice_)[0] == 0
    with (tmp_path / "values").open("w+b") as values, path.open("w+b") as file:
        tables.solve_outcomes(slice_, values, values)
        values.seek(1_000)
        values.write(b"\xaa" * 50)
        pack(slice_, values, file, outcomes=True)
    tables.add(path)
    assert tables.check(slice_)[0] > 0


def test_probe_says_what_each_move_is_worth(four: Path) -> None:
    board = ".........O..........................o......x.............X......"
    done = tablebase("probe", "--file", str(four), board, "1")
    assert done.stdout.splitlines() == ["won", "b1-a2\tlost", "b1-c2\tdrawn", "d3-c4\tdrawn", "d3-f5\twon in 19"]
    done = tablebase("probe", "--file", str(four), board, "2")
    assert done.stdout.splitlines()[:3] == ["drawn", "e4-c2\tlost in 10", "e4-f3\tdrawn"]


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ("x.x.x.x" + "." * 57, "a player has no piece"),
        ("x.x.x.o" + "." * 55 + "O.", "not playable"),
        ("X.O.O.O.........O" + "." * 47, "has 5 pieces, the tables know 4"),
        ("x" + "." * 31 + "O" + "." * 31, "a man stands on its last row"),
        ("X" + "." * 31 + "O" + "." * 30 + "o", "a man stands on its last row"),
    ],
)
def test_probe_refuses_what_the_tables_cannot_know(four: Path, board: str, why: str) -> None:
    refused = tablebase("probe", "--file", str(four), board, "1")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert why in refused.stderr


def decided(tables: Tables, rng: random.Random, pieces: int, longest: int) -> Board:
    """Give a position that is won for the side to move, within so many plies, and not by the next move."""
    while True:
        squares = rng.sample([square for square in DARK if 8 <= square < 56], pieces)
        bits = [1 << square for square in squares]
        board = sum(bits[:2]), sum(bits[2:]), sum(bit for bit in bits if rng.random() < 0.6)
        value = tables.probe(*board)
        if value not in (DRAW, UNKNOWN) and not is_lost(value) and 10 < value <= longest:
            return board


@pytest.mark.parametrize("limit", [PLIES, FOR_EVER])
@pytest.mark.parametrize("seed", each(3, range(12)))
def test_a_win_that_does_not_say_when_is_won(four: Path, seed: int, limit: int) -> None:
    """Against the longest defence, in time where there is a limit, and without giving the win away on the way."""
    shipped, engine = opened(SHIPPED), Dama(8, opened(four))
    board = decided(shipped, random.Random(seed), 4, 50)
    for ply in range(0, PLIES, 2):
        left = limit if limit == FOR_EVER else limit - ply
        board = after(*board, engine.search(*board, Limits(nodes=50_000), left).move or 0)
        value = shipped.probe(*board) if board[0] else LOST
        assert value != DRAW
        assert is_lost(value)
        if not board[0] or not (moves := legal_moves(*board)):
            return
        board = max((after(*board, move) for move in moves), key=lambda child: shipped.probe(*child))
    pytest.fail("it makes no progress")


@pytest.mark.parametrize("limit", [PLIES, FOR_EVER])
def test_the_shallowest_search_does_not_give_a_win_away(four: Path, limit: int) -> None:
    tables, engine, rng = opened(four), Dama(8, opened(four)), random.Random(9)
    for _ in range(100):
        board = decided(opened(SHIPPED), rng, 4, 50)
        report = engine.search(*board, Limits(depth=2), limit)
        assert report.score > 0
        assert is_lost(tables.probe(*after(*board, report.move or 0)))


def test_the_search_believes_outcomes_of_captures(four: Path) -> None:
    """With five pieces, where a capture leads to what only outcomes know: a win is more than any estimate."""
    engine, tables, rng = Dama(8, opened(four)), opened(four), random.Random(5)
    seen: set[int] = set()
    while seen != {WON, DRAW}:
        squares = rng.sample([square for square in DARK if 8 <= square < 56], 5)
        bits = [1 << square for square in squares]
        board = sum(bits[:2]), sum(bits[2:]), sum(bits)
        moves = {move: after(*board, move) for move in legal_moves(*board)}
        values = {move: outcome(tables.probe(*child)) for move, child in moves.items()}
        if LOST in values.values():
            report = engine.search(*board, Limits(depth=1))
            assert report.score > 15_000
            assert values[report.move or 0] == LOST
            seen.add(WON)
        elif DRAW in values.values():
            assert engine.search(*board, Limits(depth=1)).score > -15_000
            seen.add(DRAW)
