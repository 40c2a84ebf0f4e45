"""White gives four discs at most for chances against black's proof, and none without traps."""

from __future__ import annotations

import gzip
from pathlib import Path
from unittest import mock

import pytest

from arbiter.games.othello import law
from bots.options import Options
from bots.othello import book, strength
from bots.othello.beforehand import WHITE_DISCS
from bots.othello.game import bitboards
from bots.othello.player import Player
from bots.othello.strength import FLOOR, TRAP_DISCS, Strength
from native.common.context import Limits, Report
from native.othello.engine import Othello
from tests.evidence import duels
from tests.many import each


def lost(nodes: int, *, traps: bool, seed: int | None = None) -> int:
    """Let black play by its certificate and the solver; give the discs that white loses by."""
    players = Player(Options(nodes=nodes)), Player(Options(nodes=nodes, seed=seed), traps=traps)
    return duels.finish(law.Position(), *map(duels.chooser, players))


@pytest.mark.parametrize("nodes", each(2, (50_000, 2_000, 20_000, 100_000, 300_000)))
def test_against_black_by_its_proof_four_discs_are_given_at_most(nodes: int) -> None:
    assert -FLOOR <= lost(nodes, traps=True) <= TRAP_DISCS - FLOOR


@pytest.mark.parametrize("nodes", each(2, (50_000, 300, 2_000, 20_000, 100_000, 300_000, 1_000_000)))
def test_with_the_other_first_reply_no_more_is_given(nodes: int) -> None:
    with mock.patch.object(strength, "OTHER_GAMES", 1):
        assert -FLOOR <= lost(nodes, traps=True, seed=1) <= TRAP_DISCS - FLOOR


@pytest.mark.parametrize("nodes", each(2, (20_000, 300, 50_000, 100_000)))
def test_without_traps_white_loses_what_is_proved_and_no_disc_more(nodes: int) -> None:
    assert lost(nodes, traps=False) == -FLOOR


def test_white_finds_in_its_certificate_what_it_may_play() -> None:
    position = law.Position()
    for text in ("2 3", "4 2", "5 3", "2 4", "3 5", "2 2", "5 4", "4 5", "5 5", "4 6", "1 3"):
        if position.mover == law.WHITE:
            entry = book.safe(*bitboards(position))
            assert entry
            assert entry.margin == FLOOR
            assert entry.move == law.parse_move(text)
        position = position.play(law.parse_move(text))
    elsewhere = law.Position().play(law.parse_move("2 3")).play(law.parse_move("2 4")).play(law.parse_move("2 5"))
    assert book.safe(*bitboards(elsewhere)) is None


def test_what_lies_across_two_pieces_of_the_certificate_is_found() -> None:
    with gzip.open(Path(book.__file__).with_name(book.SAFE), "rt", encoding="ascii") as file:
        text, asked = file.read(), 0
    for border in (len(text) - 2, *range(book.CHUNK, len(text), book.CHUNK)):
        line = text[text.rindex("\n", 0, border) + 1 : text.index("\n", border)]
        position = law.parse_position(" ".join(line.split()[:2]))
        if position.mover == law.BLACK:  # solved already
            continue
        entry, asked = book.safe(*bitboards(position)), asked + 1
        assert entry
        assert (entry.move is None) == line.endswith("solved")
    assert asked > 10


def test_without_traps_white_plays_its_certificate_as_long_as_it_is_lost() -> None:
    position, white, played = law.Position(), Player(Options(nodes=2000), traps=False), 0
    black = duels.chooser(Player(Options(nodes=2000)))
    while 64 - position.board.count(law.EMPTY) < 32:
        if position.mover == law.BLACK:
            position = position.play(black(position))
            continue
        entry, move = book.safe(*bitboards(position)), white.choose(*bitboards(position)).move
        assert move is not None
        assert entry
        assert entry.move == move
        position, played = position.play(move), played + 1
    assert played > 10


class Doubtful(Othello):
    """A solver that has an answer to everything and proves nothing."""

    def solve(self, own: int, opp: int, alpha: int = -64, beta: int = 64, limits: Limits | None = None) -> Report:
        return self.search(own, opp, Limits(depth=1))._replace(score=-64, exact=False)


def test_what_is_not_proved_to_hold_is_not_played_where_the_certificate_has_a_move() -> None:
    white, black = Strength(Doubtful(1)), duels.chooser(Player(Options(nodes=2000)))
    position, own = law.Position(), 0
    while 64 - position.board.count(law.EMPTY) < 32:
        if position.mover == law.BLACK:
            position = position.play(black(position))
            continue
        board = bitboards(position)
        move, entry = white.choose(*board, Limits(nodes=2000)).move, book.safe(*board)
        assert move is not None
        if 64 - position.board.count(law.EMPTY) > WHITE_DISCS and entry and entry.move is not None:
            assert entry.move == move
            own += Othello(1).search(*board, Limits(nodes=1400)).move != move
        position = position.play(move)
    assert own, "a search would have found the same moves: nothing is shown"
