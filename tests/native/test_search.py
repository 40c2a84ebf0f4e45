"""What a search promises whatever the position: the same answer again, its limits, and errors instead of nonsense."""

from __future__ import annotations

import random
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path

import pytest

import native
from native.common.context import Limits, Report
from native.othello.engine import START, Othello, legal_moves
from tests.native.boards import discs, random_positions

HANG_S = 60.0
"""A guard, not a measure."""

SOLVER_SLACK = 10_000
"""Nodes by which a solve may pass its limit: below a dozen empty squares it does not look at it."""

POSITIONS = [START] + [discs(position) for position in random_positions(12, 12, 56, seed=20)]

LIMITS = [Limits(depth=8), Limits(depth=11), Limits(nodes=1), Limits(nodes=20_000), Limits(depth=12, nodes=5_000)]


def again(report: Report) -> Report:
    """Give what must be the same next time."""
    return report._replace(time_s=0.0)


def answers(limits: Limits) -> list[Report]:
    """Search every position with an engine that has just been cleared."""
    engine = Othello(2)
    found = []
    for own, opp in POSITIONS:
        engine.clear()
        found.append(again(engine.search(own, opp, limits)))
        engine.clear()
        found.append(again(engine.solve(own, opp, limits=Limits(nodes=limits.nodes or 20_000))))
    return found


def main() -> None:
    """Print the answers: what another process finds."""
    for limits in LIMITS:
        print(answers(limits))


def test_the_same_limit_gives_the_same_answer() -> None:
    for limits in LIMITS:
        assert answers(limits) == answers(limits)


def test_another_process_gives_the_same_answer() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.native.test_search"], capture_output=True, text=True, timeout=HANG_S, check=True
    )
    assert done.stdout.splitlines() == [str(answers(limits)) for limits in LIMITS]


@pytest.mark.parametrize("nodes", [1, 2, 10, 100, 4_095, 4_096, 4_097, 30_000])
def test_a_search_stops_at_its_limit_of_nodes_with_a_legal_move(nodes: int) -> None:
    engine = Othello(2)
    for own, opp in POSITIONS:
        report = engine.search(own, opp, Limits(nodes=nodes))
        assert report.nodes <= nodes + SOLVER_SLACK
        assert report.move is not None
        assert legal_moves(own, opp) >> report.move & 1


@pytest.mark.parametrize("nodes", [1, 1_000, 30_000])
def test_a_solve_that_its_limit_stopped_claims_no_proof(nodes: int) -> None:
    report = Othello(2).solve(*START, limits=Limits(nodes=nodes))
    assert not report.exact
    assert report.nodes <= nodes + SOLVER_SLACK


@pytest.mark.parametrize("depth", [1, 2, 5, 9])
def test_a_search_goes_no_deeper_than_its_limit(depth: int) -> None:
    report = Othello(2).search(*START, Limits(depth=depth))
    assert report.depth == depth
    assert 1 <= len(report.pv) <= depth


def test_limits_of_time_end_a_search_that_would_take_years() -> None:
    for run in (lambda e: e.search(*START, Limits(time_s=0.01)), lambda e: e.solve(*START, limits=Limits(time_s=0.01))):
        report = within(HANG_S, run, Othello(2), stop=False)
        assert report.time_s >= 0.01
        assert not report.exact


@pytest.mark.parametrize(
    "run",
    [lambda e: e.search(*START, Limits()), lambda e: e.solve(*START), lambda e: e.solve(*START, 20, 21)],
    ids=["search", "solve", "question"],
)
def test_another_thread_can_stop_it(run: Callable[[Othello], Report]) -> None:
    engine = Othello(2)
    assert not within(HANG_S, run, engine, stop=True).exact
    assert engine.search(*START, Limits(depth=4)).depth == 4  # and the next search is not harmed


def within(seconds: float, run: Callable[[Othello], Report], engine: Othello, stop: bool) -> Report:
    """Run in another thread, perhaps stopped from this one."""
    reports: list[Report] = []
    thread = threading.Thread(target=lambda: reports.append(run(engine)), daemon=True)
    thread.start()
    thread.join(0.05 if stop else seconds)
    assert thread.is_alive() == stop
    give_up = time.monotonic() + seconds
    while thread.is_alive() and time.monotonic() < give_up:
        engine.stop()  # again, should the search not have begun
        thread.join(0.05)
    assert not thread.is_alive()
    return reports[0]


def test_a_search_without_limits_ends_with_a_proof() -> None:
    own, opp = discs(random_positions(1, 12, 12, seed=21)[0])
    assert Othello(1).search(own, opp, Limits()).exact


def test_whichever_limit_strikes_first_ends_a_search() -> None:
    engine = Othello(1)
    most = 1 << 60
    for limits in (Limits(nodes=most, time_s=0.01), Limits(nodes=2000, time_s=3600.0), Limits(depth=3, nodes=most)):
        report = engine.search(*START, limits)
        assert 0 < report.nodes < most
    assert engine.search(*START, Limits(nodes=2000, time_s=3600.0)).nodes <= 2000 + SOLVER_SLACK


def test_learned_weights_of_the_wrong_size_are_refused() -> None:
    size = 15 * (16 * 16 + 4 * 3**8 + 3 * 3**9) * 2
    compressed = (Path(native.__file__).parent / "othello" / "othello.weights").read_bytes()
    for wrong in (b"", bytes(size - 1), bytes(size + 1), compressed):
        with pytest.raises(ValueError, match=rf"^Othello weights are {size} bytes, got {len(wrong)}$"):
            Othello(1, wrong)
    blind = Othello(1, bytes(size))
    assert blind.evaluate(*START) == 0
    assert blind.search(*START, Limits(depth=6)).depth == 6


def test_each_position_is_valued_by_the_weights_of_its_stage() -> None:
    stage = (16 * 16 + 4 * 3**8 + 3 * 3**9) * 2
    sevens = b"\x07\x00" * (stage // 2)
    lines, blocks = 7 * 17, 7 * 16  # a weight of mobility and one of each of the 16 lines; one of each of the 16 blocks
    for last, value in ((True, lines + blocks), (False, 0)):
        engine = Othello(1, bytes(14 * stage) + sevens if last else sevens + bytes(14 * stage))
        assert engine.evaluate(*START) == engine.evaluate(1, 2) == value  # even with fewer discs than any game has
    for position in random_positions(30, 1, 59, seed=31):
        own, opp = discs(position)
        stages, empties = [bytes(stage)] * 15, 64 - (own | opp).bit_count()
        stages[(empties - 1) // 4] = sevens
        assert Othello(1, b"".join(stages)).evaluate(own, opp) == (lines + blocks if empties > 20 else lines)


def test_the_evaluation_is_that_of_the_contents_of_lines_and_blocks() -> None:
    """By plain loops over the squares, for weights that tell every content from every other one."""
    rng = random.Random(41)
    lines = [[rng.randrange(-2000, 2000) for _ in range(3**8)] for _ in range(4)]
    blocks = [[rng.randrange(-2000, 2000) for _ in range(3**9)] for _ in range(3)]
    stage = struct.pack(f"<{256 + 4 * 3**8 + 3 * 3**9}h", *[0] * 256, *chain(*lines, *blocks))
    engine = Othello(1, stage * 15)
    for position in random_positions(60, 21, 59, seed=42):
        own, opp = discs(position)
        board = [[(own >> 8 * row + k & 1) + 2 * (opp >> 8 * row + k & 1) for k in range(8)] for row in range(8)]
        expected = 0
        for turned in (board, [list(column) for column in zip(*board, strict=True)]):
            for row in range(8):
                expected += lines[min(row, 7 - row)][content(turned[row])]
            for half in (turned, turned[::-1]):
                for seen in (half, [row[::-1] for row in half]):
                    expected += blocks[1][content(seen[row][k] for row in range(3) for k in range(2, 5))]
                    if turned is board:
                        expected += blocks[0][content(seen[row][k] for row in range(3) for k in range(3))]
                        expected += blocks[2][content(seen[row][k] for row in range(2, 5) for k in range(2, 5))]
        assert engine.evaluate(own, opp) == expected


def content(squares: Iterable[int]) -> int:
    """Give the number of what stands on squares, the first of them the lowest digit of base 3."""
    return sum(3**k * square for k, square in enumerate(squares))


def test_a_table_larger_than_memory_is_refused() -> None:
    with pytest.raises(MemoryError, match=r"^no memory for a transposition table of 2147483648 MiB$"):
        Othello(2**31)


if __name__ == "__main__":
    main()
