"""White's opening book: best-known replies, found by search and not proved (black's moves are: bots/othello/book.py).

`python -m bots.othello.replies [--plies N] [--nodes N]` looks at every position in which white, having played the
book's moves so far, is to move within the first plies, whatever black did. It writes white.replies.gz: the first line
says how it was made; each other line is a position (white's discs and black's as hexadecimal bitboards, the smallest of
eight symmetric copies), the move, the margin that the search expects for white, and its depth in plies. Where it
expects white to win there is no line, and nothing below: there the bot proves its win by itself.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from pathlib import Path

from bots.othello.beforehand import WHITE_REPLIES
from bots.othello.proof.boards import Board, moves
from bots.othello.strength import Strength
from native.common.context import Limits
from native.othello.engine import Othello, after, canonical

PATH = Path(__file__).with_name("white.replies.gz")
HASH_MIB = 64


def main() -> int:
    """Make the book; give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bots.othello.replies", description=__doc__)
    parser.add_argument("--plies", type=int, default=9, help="the last ply to know a reply to (%(default)s)")
    parser.add_argument("--nodes", type=int, default=3_000_000, help="for each position (%(default)s)")
    given = parser.parse_args()
    engine, lines = Othello(HASH_MIB), []
    layer = {
        canonical(*after(*after(*board, reply), square))
        for board, reply in WHITE_REPLIES.items()
        for square in moves(*after(*board, reply))
    }
    for _ in range(3, given.plies + 1, 2):
        below: set[Board] = set()
        for board in sorted(layer):
            engine.clear()  # the same command makes the same book
            report = engine.search(*board, Limits(nodes=given.nodes))
            if report.move is None or report.score > 0:
                continue
            if report.score < 0:
                report, _ = Strength(engine).best_chance(*board, report, Limits())  # as in a game
            assert report.move is not None
            lines.append(f"{board[0]:016x} {board[1]:016x} {report.move} {report.score:+d} {report.depth}")
            print(lines[-1], file=sys.stderr)
            reached = after(*board, report.move)
            below |= {canonical(*after(*reached, square)) for square in moves(*reached)}
        layer = below
    made = f"python -m bots.othello.replies --plies {given.plies} --nodes {given.nodes}"
    PATH.write_bytes(gzip.compress("\n".join([made, *sorted(lines), ""]).encode(), 9, mtime=0))
    return 0


if __name__ == "__main__":
    sys.exit(main())
