"""What is proved of the first eight plies is right, has certificates, and every tool tells it and keeps to it."""

from __future__ import annotations

import functools
import gzip
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from arbiter.games.othello import law
from bots.options import Options
from bots.othello import beforehand, book, openings, strength
from bots.othello.game import OthelloAnalyst, describe, worth
from bots.othello.known import WIN
from bots.othello.play import OthelloOpponent
from bots.othello.player import Player
from bots.othello.proof import certificate
from bots.othello.proof.certificate import SYMMETRIES, smallest
from bots.othello.proof.openings import LEAF_NODES
from native.common.context import Limits
from native.othello.engine import Othello
from tests.many import each
from tests.native.boards import discs, margin
from tests.othello.test_proof import run

FOLDER = Path(openings.__file__).parent
LIVE = [1, 1, 2, 5, 11, 24, 60, 154, 433]
"""Positions after 0 to 8 plies in which the game goes on, symmetric ones as one."""
LIMITS = (Limits(depth=3), Limits(nodes=1000), Limits(time_s=0.02))


class Line(NamedTuple):
    least: int
    most: int
    move: int | None
    nodes: int


@functools.cache
def table() -> dict[law.Position, Line]:
    found = {}
    for line in gzip.decompress((FOLDER / "openings.txt.gz").read_bytes()).decode().splitlines()[1:]:
        board, side, least, most, row, column, nodes = line.split()
        move = None if row == "-" else law.parse_move(f"{row} {column}")
        found[law.parse_position(f"{board} {side}")] = Line(int(least), int(most), move, int(nodes))
    return found


@functools.cache
def layers() -> list[set[law.Position]]:
    found = [{smallest(law.Position())[0]}]
    for _ in LIVE[1:]:
        reached = {smallest(here.play(move))[0] for here in found[-1] for move in here.legal_moves()}
        found.append({position for position in reached if position.legal_moves()})
    return found


def after_moves(here: law.Position) -> dict[int, tuple[int, int]]:
    """Give what each move is worth to the side that makes it, by the lines of the table and the ends of games."""
    found = {}
    for move in here.legal_moves():
        child = here.play(move)
        if child.legal_moves():
            line = table()[smallest(child)[0]]
            found[move] = (-line.most, -line.least)
        else:
            found[move] = (-margin(child), -margin(child))
    return found


def certificates() -> list[Path]:
    return sorted(FOLDER.glob("openings.*+*.txt.gz"))


@functools.cache
def claims() -> dict[law.Position, set[tuple[str, int]]]:
    """Give what the certificates claim of each position, by side and margin."""
    found: dict[law.Position, set[tuple[str, int]]] = {}
    for path in certificates():
        for line in gzip.decompress(path.read_bytes()).decode().splitlines():
            if " gets at least " not in line:
                break
            side, least, position = certificate.claim(line)
            found.setdefault(position, set()).add((side, least))
    return found


def test_the_table_has_every_position_of_the_first_eight_plies_and_no_other() -> None:
    assert [len(layer) for layer in layers()] == LIVE
    assert set(table()) == set().union(*layers())


def test_every_line_agrees_with_those_that_its_moves_lead_to() -> None:
    for plies, layer in enumerate(layers()[:-1]):
        for here in layer:
            line, worths = table()[here], after_moves(here).values()
            least, most = max(low for low, _ in worths), max(high for _, high in worths)
            assert least <= line.least <= line.most <= most
            if plies != 4:  # of the positions after four plies more is known than follows
                assert (line.least, line.most) == (least, most)


def test_the_move_of_a_line_keeps_what_is_proved() -> None:
    for here in set().union(*layers()[:-1]):
        line = table()[here]
        if line.move is None:
            assert line.least == -64
        elif here.board.count("-") != 56:
            assert after_moves(here)[line.move][0] >= line.least


def test_every_margin_and_every_win_has_a_move() -> None:
    assert all(line.move is not None for line in table().values() if line.least > -64)


def test_certificates_claim_all_that_the_table_says_of_who_wins() -> None:
    claimed = claims()
    for here in layers()[8]:
        line, opponent, told = table()[here], law.OPPONENT[here.mover], claimed.get(here, set())
        assert all(margin <= (line.least if side == here.mover else -line.most) for side, margin in told)
        # Black's certificate of the start shows more of what it passes through.
        if line.least >= 31:
            continue
        due = {(here.mover if line.least > 0 else opponent, 1)}
        if line.least <= 0 <= line.most:
            due = {(here.mover, 0), (opponent, 0)}
        assert told == due
    for here in set(claimed) - layers()[8]:
        line, opponent = table()[here], law.OPPONENT[here.mover]
        assert line.least == line.most
        assert claimed[here] <= {(here.mover, line.least), (opponent, -line.most)}


def test_a_move_of_a_certificate_is_that_of_the_table() -> None:
    for path in certificates():
        proof = certificate.read(path)
        for root in proof.roots:
            if root.mover == proof.side and proof.lines.get(root) is not None:
                assert proof.lines[root] == table()[root].move


@pytest.mark.parametrize(
    "path", each(9, sorted(certificates(), key=lambda path: path.stat().st_size)), ids=lambda path: path.name
)
def test_a_sample_does_not_refute_a_certificate_of_the_openings(path: Path) -> None:
    done = run("verify-proof", path, "--sample", "25", "--seed", "2", "--nodes-per-leaf", str(LEAF_NODES))
    assert done.returncode == 0, done.stderr
    assert re.match(r"(not refuted|proved): (black|white) gets at least [+-]\d+ (from|\()", done.stdout)


def test_the_start_is_worth_what_its_certificates_claim() -> None:
    for name, side, sign in (("black.txt.gz", law.BLACK, 1), ("white.txt.gz", law.WHITE, -1)):
        with gzip.open(FOLDER / name, "rt", encoding="ascii") as file:
            claimed = certificate.claim(next(file).rstrip())
        start = table()[smallest(law.Position())[0]]
        assert start.least == start.most
        assert claimed == (side, sign * start.least, law.Position())


def test_symmetric_positions_are_told_the_same() -> None:
    for here in layers()[4]:
        copies = [law.Position("".join(here.board[s] for s in squares), here.mover) for squares in SYMMETRIES]
        told = [openings.look_up(*discs(copy)) for copy in copies]
        assert {known[:2] for known in told if known} == {table()[here][:2]}
        moves = [known.move for known in told if known]
        reached = {smallest(c.play(m))[0] for c, m in zip(copies, moves, strict=True) if m is not None}
        assert len(reached) == (table()[here].move is not None)


def margins() -> list[law.Position]:
    return sorted(here for here, line in table().items() if line.least == line.most)


@pytest.mark.parametrize("limits", [None, *LIMITS], ids=str)
def test_analysis_tells_every_proved_margin_whatever_its_limit(limits: Limits | None) -> None:
    analyst = OthelloAnalyst(1)
    for here in margins():
        found = analyst.search(here, limits) if limits else analyst.solve(here)
        assert (found.score, found.exact, found.nodes) == (table()[here].least, True, 0)
        assert found.move is not None
        if here.board.count("-") > 56:
            assert after_moves(here)[found.move][0] >= table()[here].least


def test_analysis_never_contradicts_who_is_proved_to_win() -> None:
    analyst = OthelloAnalyst(1)
    for layer in layers()[5:]:
        for here in sorted(layer)[::7]:
            analyst.clear()
            found, line = analyst.search(here, Limits(depth=1)), table()[here]
            assert line.least <= found.score <= line.most
            assert found.move is not None
            if here.board.count("-") > 52:
                assert after_moves(here)[found.move][1] >= line.least


def test_the_bot_never_gives_a_proved_result_away() -> None:
    engine = Othello(1)
    for layer in layers()[:-1]:
        for here in layer:
            line = table()[here]
            if line.least < 0:
                continue
            engine.clear()
            report = strength.Strength(engine).choose(*discs(here), Limits(nodes=100))
            assert report.move is not None
            # After four plies and more the moves are known to win, not by how much.
            least = line.least if here.board.count("-") > 56 else min(line.least, 1)
            assert after_moves(here)[report.move][0] >= least
            assert report.score >= line.least
            assert report.bound or report.score > line.least or line.least == 0 < line.most


def test_where_the_margin_is_known_no_disc_is_given_away_but_by_white_for_its_traps() -> None:
    engine, trapped = Othello(1), 0
    for here in margins():
        for traps in (True, False):
            engine.clear()
            report = strength.Strength(engine, traps=traps).choose(*discs(here), Limits(nodes=1000))
            assert report.move is not None
            if here.board.count("-") > 56:
                worth = after_moves(here)[report.move][1]
                assert worth >= table()[here].least or (traps and here.mover == law.WHITE)
                assert worth >= min(table()[here].least, strength.FLOOR - strength.TRAP_DISCS)
                trapped += worth < table()[here].least
    assert trapped


def test_what_took_long_to_prove_is_not_looked_for_again_in_a_game() -> None:
    engine, later = Othello(1), 0
    for here in set().union(*layers()):
        known = openings.look_up(*discs(here))
        if not known or known.least <= WIN or 0 < known.nodes <= strength.KEEP_NODES:
            continue
        if here.mover == law.BLACK and book.look_up(*discs(here)):  # of which the margin of the start is kept
            continue
        engine.clear()
        bot = strength.Strength(engine)
        move = bot.choose(*discs(here), Limits(nodes=1000)).move
        assert move is not None
        left = here.play(move)
        for reply in left.legal_moves():
            assert bot.choose(*discs(left.play(reply)), Limits(nodes=1000)).nodes < 10_000
            later += 1
    assert later > 5


def test_of_moves_that_all_keep_what_is_proved_the_bot_plays_the_one_that_search_likes() -> None:
    engine, others = Othello(1), 0
    for here in set().union(*layers()[5:-1]):
        line, worths = table()[here], after_moves(here)
        if not line.least > 0 or line.least == line.most or here.mover == law.BLACK:  # black has its book
            continue
        engine.clear()
        report = strength.Strength(engine).choose(*discs(here), Limits(nodes=40))
        others += report.move != line.move
        assert report.move is not None
        assert worths[report.move][0] > 0
    assert others > 20


def test_white_has_no_reply_in_its_book_where_it_does_not_lose() -> None:
    known = [openings.look_up(*board) for board in book.replies()]
    assert any(known)
    assert all(told.most < 0 for told in known if told)


def test_where_it_is_lost_the_bot_says_no_more_than_is_proved() -> None:
    engine = Othello(1)
    for here in sorted(layers()[7])[::5]:
        line = table()[here]
        if line.most < 0:
            engine.clear()
            report = strength.Strength(engine).choose(*discs(here), Limits(nodes=100))
            assert report.score <= max(line.most, 0)
            told = describe(report, worth(here, report))
            assert told.startswith("a loss, proved,") or re.match("-[1-9][0-9]*, proved,", told)


def test_a_hint_says_proved_where_it_is() -> None:
    opponent = OthelloOpponent(Options(hash_mib=1, nodes=100), law.BLACK)
    for here in margins():
        move, _, told = opponent.hint(here).partition(" (")
        worth = table()[here].least
        if book.reply(*discs(here)):  # which may give discs for a trap
            worth = after_moves(here)[law.parse_move(move)][0]
        assert told.startswith(f"{worth:+d}, proved, nodes ")
    for here in sorted(layers()[6])[::10]:
        line, hint = table()[here], opponent.hint(here)
        if line.least > 0:
            assert "(a win, proved, " in hint or "(at least +" in hint
        if line.most < 0:
            assert "(a loss, proved, " in hint
        assert "depth 0" not in hint


def test_no_value_is_told_that_contradicts_what_is_proved_of_the_move() -> None:
    """A plain search to a depth may see a loss where it is proved to win, or one of 71 discs."""
    engine, told = Othello(1), 0
    for here in sorted(layers()[6]) + sorted(layers()[7]):
        report = strength.Strength(engine).choose(*discs(here), Limits(depth=2))
        proved = worth(here, report)
        if (
            proved
            and not proved.exact
            and (found := re.match("a (win|loss), proved, .* value (.\\d+) ", describe(report, proved)))
        ):
            assert (int(found[2]) > 0) == (found[1] == "win"), here
            assert abs(int(found[2])) <= 64
            told += 1
    assert told > 20


def test_a_level_that_errs_is_not_said_to_keep_what_was_proved() -> None:
    here = next(
        here for here in sorted(layers()[6]) if table()[here].least > 0 and min(after_moves(here).values())[1] < 0
    )
    board, told = discs(here), set()
    for seed in range(40):
        report = Player(Options(hash_mib=1, level=0, seed=seed)).choose(*board)
        assert report.move is not None
        least, most = after_moves(here)[report.move]
        words = "a win" if least > 0 else "a loss" if most < 0 else ""
        told.add(words)
        assert describe(report, worth(here, report)).startswith(f"{words}, proved," if words else "depth")
    assert {"a win", "a loss"} <= told


def test_after_the_table_nothing_is_told() -> None:
    here = next(here for here in sorted(layers()[8]) if any(here.play(m).legal_moves() for m in here.legal_moves()))
    child = next(here.play(move) for move in here.legal_moves() if here.play(move).legal_moves())
    assert openings.look_up(*discs(child)) is None
    assert beforehand.OPENING_DISCS == 12
