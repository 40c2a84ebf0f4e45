"""The engine plays by the law, counts what is known, and finds what the tablebase knows."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from arbiter.games.dama import law
from bots.dama.game import bitboards, to_law
from native.common.context import Limits
from native.dama.engine import PROVED, START, WIN, Dama, after, legal_moves, perft
from native.dama.tables import SHIPPED, Tables, is_lost, plies, read_index

PERFT: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "data" / "perft_dama.json").read_text(encoding="utf-8")
)["positions"]
GAMES = 150


def engine() -> Dama:
    """Give an engine with the shipped tables, whatever else is built."""
    tables = Tables()
    tables.add(SHIPPED)
    return Dama(8, tables)


def law_position(entry: dict[str, Any]) -> law.Position:
    return law.parse_position(f"{''.join(entry['rows'])} {entry['to_move']}")


@pytest.mark.parametrize("entry", PERFT, ids=lambda entry: entry["name"])
def test_perft_counts_the_known_numbers(entry: dict[str, Any]) -> None:
    board = bitboards(law_position(entry))
    expected = [row["nodes"] for row in entry["table"]]
    assert [perft(*board, row["depth"]) for row in entry["table"]] == expected


def test_the_start() -> None:
    assert bitboards(law.Position()) == START
    assert perft(*START, 0) == 1


def test_law_and_engine_agree_on_random_games() -> None:
    rng = random.Random(1)
    for _ in range(GAMES):
        position = law.Position()
        for _ in range(rng.randrange(200)):
            board = bitboards(position)
            moves = {to_law(move, position.mover): move for move in legal_moves(*board)}
            assert sorted(moves) == sorted(position.legal_moves())
            assert perft(*board, 1) == len(moves)
            if not moves:
                assert position.winner() == law.OPPONENT[position.mover]
                break
            move = rng.choice(sorted(moves))
            position = position.play(move)
            assert bitboards(position) == after(*board, moves[move])


def test_the_same_search_gives_the_same_answer() -> None:
    first, second = engine(), engine()
    for board in (START, bitboards(law_position(PERFT[1])), bitboards(law_position(PERFT[2]))):
        for limits in (Limits(depth=9), Limits(nodes=20000)):
            a, b = first.search(*board, limits), second.search(*board, limits)
            assert (a.move, a.score, a.depth, a.pv, a.nodes) == (b.move, b.score, b.depth, b.pv, b.nodes)
            first.clear()
            second.clear()
            assert first.search(*board, limits).nodes == second.search(*board, limits).nodes


def random_boards(rng: random.Random, pieces: int) -> tuple[int, int, int]:
    """Give a random position with so many pieces, both sides among them."""
    dark = [square for square in range(64) if (square // 8 + square % 8) % 2]
    while True:
        own = opp = kings = 0
        for square in rng.sample(dark, pieces):
            king, ours = rng.random() < 0.5, rng.random() < 0.5
            if ours:
                own |= 1 << square
            else:
                opp |= 1 << square
            if king or square // 8 == (7 if ours else 0):
                kings |= 1 << square
        if own and opp:
            return own, opp, kings


def test_a_search_without_tables_proves_what_the_tables_say() -> None:
    """Wins and losses within seven plies are found by search alone, of which late moves are a part from some plies
    above: 297 of 300 in nine plies, all in 13.
    """
    rng, blind, tables = random.Random(2), Dama(8), Tables()
    tables.add(SHIPPED)
    proved = 0
    while proved < 150:
        board = random_boards(rng, rng.choice((2, 3, 4)))
        value = tables.probe(*board)
        report = blind.search(*board, Limits(depth=13))
        if value and 0 < plies(value) <= 7:
            assert abs(report.score) >= PROVED, board
            assert WIN - abs(report.score) <= 9
            assert (report.score < 0) == is_lost(value), board
            proved += 1
        elif not value:
            assert abs(report.score) < PROVED


def test_the_limit_of_plies_decides() -> None:
    """A win that takes n plies is proved with n plies left, and a draw with fewer."""
    rng, seeing = random.Random(3), engine()
    assert seeing.tables
    found = 0
    while found < 60:
        board = random_boards(rng, 5)  # one piece too many for the tables: the root is searched
        report = seeing.search(*board, Limits(depth=14))
        needed = WIN - report.score
        if report.score < PROVED or not 3 <= needed <= 8:
            continue
        with_enough = seeing.search(*board, Limits(depth=14), needed)
        with_less = seeing.search(*board, Limits(depth=14), needed - 2)
        assert with_enough.score >= PROVED, board
        assert with_less.score < PROVED, board
        found += 1


def test_no_plies_left_is_a_draw_and_no_move_a_loss() -> None:
    seeing = engine()
    assert seeing.search(*START, Limits(depth=5), 0).score == 0
    lost = seeing.search(0, 1 << 1, 0, Limits(depth=5), 0)
    assert (lost.move, lost.score, lost.exact) == (None, -WIN, True)


def test_won_endings_are_won_as_fast_as_the_tables_say() -> None:
    """Against the defence that holds out longest: each move of ours shortens the distance by one, so do its."""
    rng, seeing, tables = random.Random(4), engine(), Tables()
    tables.add(SHIPPED)
    for _ in range(60):
        board = random_boards(rng, 4)
        value = tables.probe(*board)
        if not value or is_lost(value):
            continue
        for left in range(plies(value), 0, -1):
            report = seeing.search(*board, Limits(nodes=1000))
            assert report.move is not None
            assert (report.score > 0) == (left % 2 == 1)
            assert WIN - abs(report.score) == left
            board = after(*board, report.move)
        assert legal_moves(*board) == []


def test_no_win_is_called_proved_that_comes_after_the_limit() -> None:
    """Won in 47 plies, which a search finds that sees a win of three pieces behind it; the table remembers that."""
    tables = Tables()
    tables.add(SHIPPED, min(place.begin for material, place in read_index(SHIPPED).items() if sum(material) == 4))
    engine, board = Dama(4, tables), (4104, 17592186044448, 4128)
    for nodes in range(100, 400):
        engine.clear()
        assert engine.search(*board, Limits(nodes=4000), 64).score == WIN - 47
        report = engine.search(*board, Limits(nodes=nodes), 46)
        assert abs(report.score) < PROVED or WIN - abs(report.score) <= 46
        assert not report.exact
