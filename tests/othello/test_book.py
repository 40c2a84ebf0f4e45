"""White's part of the book holds legal moves only, is the same for symmetric boards, and is played at once."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

from arbiter.games.othello import law
from bots.options import Options
from bots.othello import beforehand, book
from bots.othello.game import OthelloAnalyst, bitboards, describe, proved, worth
from bots.othello.player import Player
from bots.othello.proof.certificate import SYMMETRIES, claim
from bots.othello.strength import FLOOR, TRAP_DISCS
from native.common.context import Limits
from native.othello.engine import START, Othello, after, canonical

FIRST = (19, 26, 37, 44)


def positions() -> list[law.Position]:
    """Walk from the first replies: white by the book, black by every move; give what white is to move in."""
    found: dict[tuple[int, int], law.Position] = {}
    both = (beforehand.WHITE_REPLIES, beforehand.OTHER_REPLIES)
    todo = [law.Position().play(first).play(reply[after(*START, first)]) for first in FIRST for reply in both]
    while todo:
        black = todo.pop()
        for move in black.legal_moves():
            white = black.play(move)
            board = bitboards(white)
            if canonical(*board) in found or (reply := book.reply(*board)) is None:
                continue
            found[canonical(*board)] = white
            todo.append(white.play(reply.move))  # the law refuses what is illegal
    return list(found.values())


def test_the_book_knows_nothing_else_than_what_white_reaches_by_it() -> None:
    assert {canonical(*bitboards(position)) for position in positions()} == set(book.replies())


def test_no_board_has_more_discs_than_the_bot_looks_up() -> None:
    assert max((own | opp).bit_count() for own, opp in book.replies()) == beforehand.WHITE_DISCS


def test_symmetric_boards_have_the_same_reply() -> None:
    for position in positions():
        copies = [law.Position("".join(position.board[s] for s in turned), law.WHITE) for turned in SYMMETRIES]
        boards = [bitboards(copy) for copy in copies]
        replies = [reply.move for board in boards if (reply := book.reply(*board))]
        assert all(reply in copy.legal_moves() for reply, copy in zip(replies, copies, strict=True))
        reached = {canonical(*after(*b, r)) for b, r in zip(boards, replies, strict=True)}
        assert len(reached) == 1


def test_both_first_replies_lose_as_many_discs_and_are_the_same_on_symmetric_boards() -> None:
    for replies in (beforehand.WHITE_REPLIES, beforehand.OTHER_REPLIES):
        assert sorted(replies) == sorted(after(*START, first) for first in FIRST)
        reached = {after(*board, reply) for board, reply in replies.items()}
        assert len({canonical(*board) for board in reached}) == 1
        told = [known for board in reached if (known := beforehand.opening(*board))]
        assert [(known.least, known.most) for known in told] == [(31, 31)] * 4
    assert set(beforehand.WHITE_REPLIES.items()).isdisjoint(beforehand.OTHER_REPLIES.items())


def test_every_reply_is_of_a_lost_game_and_none_is_shown_to_lose_more_than_the_floor() -> None:
    """By the table, by white's certificate, or by a short search of the solver: what took a long one is not shown."""
    engine, most, known, limits = Othello(16), TRAP_DISCS - FLOOR, 0, Limits(nodes=1_000_000)
    for (own, opp), reply in book.replies().items():
        engine.clear()
        best = engine.solve(own, opp, -1, 0, limits)
        assert not best.exact or best.score < 0
        told, entry = beforehand.worth(own, opp, reply.move), book.safe(own, opp)
        assert not told or told.most >= FLOOR
        if (told and told.least >= FLOOR) or (entry and entry.move == reply.move):
            known += 1
            continue
        engine.clear()
        worst = engine.solve(*after(own, opp, reply.move), most, most + 1, limits)
        assert not worst.exact or worst.score <= most
        known += worst.exact
    assert known >= 15, "of nearly no reply is anything known"


def test_white_plays_the_book_without_a_search() -> None:
    player, position = Player(Options(hash_mib=1)), positions()[-1]
    report = player.choose(*bitboards(position))
    reply = book.reply(*bitboards(position))
    assert reply
    assert (report.nodes, report.move) == (0, reply.move)


def test_white_tells_what_the_search_had_said_that_found_its_move() -> None:
    lines = gzip.decompress(Path(book.__file__).with_name(book.REPLIES).read_bytes()).decode().splitlines()[1:]
    searched = {line[:33]: line.split()[3:] for line in lines}
    player = Player(Options(hash_mib=1))
    for position in positions():
        own, opp = canonical(*bitboards(position))
        score, depth = searched[f"{own:016x} {opp:016x}"]
        report = player.choose(*bitboards(position))
        told = describe(report, known := worth(position, report))
        if known and known.exact:
            assert told.startswith(f"{known.least:+d}, proved, ")
        else:
            words = "a loss, proved, " if known and known.most < 0 else ""
            assert told.startswith(f"{words}depth {depth} value {score} ")


def test_black_tells_the_margin_that_the_book_proves() -> None:
    report = Player(Options(hash_mib=1)).choose(*START)
    assert (report.score, report.bound, report.nodes) == (book.proved_margin(), True, 0)
    assert describe(report).startswith(f"{book.proved_margin():+d}, proved, nodes 0 ")
    assert report.move is not None
    position = law.Position().play(report.move)
    while (known := proved(position)) and known.exact:  # black's moves by the book, white's whatever they are
        entry = book.look_up(*bitboards(position)) if position.mover == law.BLACK else None
        move = entry.move if entry else position.legal_moves()[0]
        assert move is not None
        position = position.play(move)
    if position.mover == law.WHITE:
        position = position.play(position.legal_moves()[0])
    later = Player(Options(hash_mib=1)).choose(*bitboards(position))
    assert describe(later).startswith(f"at least {book.proved_margin():+d}, proved, nodes 0 ")


def test_analysis_tells_what_the_book_proves_as_far_as_its_moves_go() -> None:
    analyst, luck, later = OthelloAnalyst(1), random.Random(4), 0
    for _ in range(20):
        position = law.Position()
        while (entry := book.look_up(*bitboards(position))) and entry.move is not None and not position.is_over():
            report = analyst.search(position, Limits(nodes=50))
            assert report.score >= entry.margin
            assert report.won or report.exact
            later += beforehand.opening(*bitboards(position)) is None and report.move == entry.move
            position = position.play(entry.move)
            if not position.is_over():
                position = position.play(luck.choice(position.legal_moves()))
    assert later > 20


def test_what_is_solved_on_the_way_of_the_book_is_told_with_the_move_that_gets_it() -> None:
    """The book's move, 7 6, gets 31 discs and no more than 32."""
    position = law.parse_position("----O----OOOOO----XOXOXX-OOOOOOXXXXXXOXXXXXXXOXX-XOOOOO--XXXXX-- black")
    assert book.look_up(*bitboards(position)) == (31, law.parse_move("7 6"))
    report = OthelloAnalyst(16).search(position, Limits(nodes=400_000))
    assert (report.exact, report.score, law.TEXT[report.move or 0]) == (True, 33, "0 5")
    assert len(report.pv) > 1


def test_where_the_book_ends_black_still_tells_what_is_proved() -> None:
    player, position = Player(Options(hash_mib=1, nodes=1000)), law.Position()
    while (board := bitboards(position)) and (entry := book.look_up(*board)) and entry.move is not None:
        position = position.play(entry.move)
        position = position.play(position.legal_moves()[0])
    report = player.choose(*board)
    assert report.nodes > 0
    assert report.score >= book.proved_margin()
    assert report.bound or report.exact


def test_the_value_of_the_start_is_what_both_certificates_prove() -> None:
    report = OthelloAnalyst(1).solve(law.Position())
    for name, side, sign in (("black.txt.gz", law.BLACK, 1), ("white.txt.gz", law.WHITE, -1)):
        with gzip.open(Path(book.__file__).with_name(name), "rt", encoding="ascii") as file:
            assert claim(next(file).rstrip()) == (side, sign * report.score, law.Position())
    assert report.exact
    assert book.look_up(*START) == (report.score, report.move)
