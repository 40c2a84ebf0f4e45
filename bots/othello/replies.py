"""White's opening book: best-known replies, found by search (black's moves, by proof: bots/othello/book.py).

`python -m bots.othello.replies [--plies N] [--nodes N] [--floor-nodes N]` looks at every position in which white is to
move within the first plies, having played the book's moves, whatever black did. It writes white.replies.gz: the first
line says how it was made; each other line is a position (white's discs and black's as hexadecimal bitboards, the
smallest of eight symmetric copies), the move, the margin that the search expects for white, and its depth in plies.
Where it is not shown within so many nodes that white loses, or of no move that was looked at that it keeps white's
floor, there is no line, and nothing below: there the bot searches in the game.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from pathlib import Path

from bots.othello.beforehand import OTHER_REPLIES, WHITE_REPLIES, opening, safe_entry, worth
from bots.othello.book import Entry
from bots.othello.known import DRAW
from bots.othello.proof.boards import Board, moves
from bots.othello.strength import FLOOR, TRAP_DISCS, Strength
from native.common.context import Limits
from native.othello.engine import Othello, after, canonical

PATH = Path(__file__).with_name("white.replies.gz")
HASH_MIB, FLOOR_HASH_MIB = 64, 512


def keeps_floor(own: int, opp: int, move: int, entry: Entry | None, limits: Limits) -> bool:
    """Tell whether it is shown that white loses by a move no more than it must from the start, or than its floor.

    The first where it is proved what the move is worth: discs are given where the solver can follow. A move that alone
    is not refuted keeps the floor as well, since the moves before have kept it. White's certificate says `entry`.
    """
    told = worth(own, opp, move)
    if (told and told.least >= FLOOR) or (entry and entry.move == move):
        return True
    if told and told.exact:
        return False
    others = [other for other in moves(own, opp) if other != move]
    return _below(own, opp, move, limits) is False or all(_below(own, opp, other, limits) for other in others)


def _below(own: int, opp: int, move: int, limits: Limits) -> bool | None:
    """Tell whether a move leaves less than the floor, None if that stays open."""
    most = TRAP_DISCS - FLOOR
    answer = Othello(FLOOR_HASH_MIB).solve(*after(own, opp, move), most, most + 1, limits)
    return answer.score > most if answer.exact else None


def main() -> int:
    """Make the book; give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bots.othello.replies", description=__doc__)
    parser.add_argument("--plies", type=int, default=9, help="the last ply to know a reply to (%(default)s)")
    parser.add_argument("--nodes", type=int, default=3_000_000, help="for each position (%(default)s)")
    parser.add_argument("--floor-nodes", type=int, default=400_000_000, help="to show a move's worth (%(default)s)")
    given = parser.parse_args()
    engine, lines, limits = Othello(HASH_MIB), list[str](), Limits(nodes=given.nodes)
    keeping = Limits(nodes=given.floor_nodes)
    layer = {
        canonical(*after(*after(*board, reply), square))
        for board, reply in (*WHITE_REPLIES.items(), *OTHER_REPLIES.items())
        for square in moves(*after(*board, reply))
    }
    for _ in range(3, given.plies + 1, 2):
        below: set[Board] = set()
        for board in sorted(layer):
            engine.clear()  # the same command makes the same book
            best = engine.solve(*board, DRAW - 1, DRAW, limits)
            if best.move is None or not best.exact or best.score >= DRAW:
                continue
            engine.clear()
            report = engine.search(*board, limits)
            chance, _ = Strength(engine).best_chance(*board, report, Limits())  # as in a game
            told, entry = opening(*board), safe_entry(*board)
            tried = (chance.move, report.move, told and told.move, entry and entry.move)
            candidates = dict.fromkeys(move for move in tried if move is not None)
            move = next((move for move in candidates if keeps_floor(*board, move, entry, keeping)), None)
            if move is None:
                continue
            lines.append(f"{board[0]:016x} {board[1]:016x} {move} {report.score:+d} {report.depth}")
            print(lines[-1], file=sys.stderr)
            reached = after(*board, move)
            below |= {canonical(*after(*reached, square)) for square in moves(*reached)}
        layer = below
    made = "python -m bots.othello.replies"
    made += f" --plies {given.plies} --nodes {given.nodes} --floor-nodes {given.floor_nodes}"
    PATH.write_bytes(gzip.compress("\n".join([made, *sorted(lines), ""]).encode(), 9, mtime=0))
    return 0


if __name__ == "__main__":
    sys.exit(main())
