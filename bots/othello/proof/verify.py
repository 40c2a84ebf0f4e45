"""The check of a certificate, which shares no search, table or move code with the solver that made it.

The top of the tree is walked by the law (`arbiter.games.othello.law`), and the positions that the certificate calls
solved are solved again by the plain native/othello/check.c.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import NamedTuple

from arbiter.games.othello import law
from bots.othello.proof.certificate import NAMES, SYMMETRIES, Certificate, smallest
from native.othello.check import Checker


class WrongProofError(Exception):
    """The certificate does not prove what it claims."""


class Solved(NamedTuple):
    """What became of a position that the certificate calls solved: the nodes used, and whether they sufficed."""

    position: law.Position
    nodes: int
    confirmed: bool


class Top(NamedTuple):
    """The part of the tree that the law has walked: positions by discs on the board, and those left to be solved."""

    width: dict[int, int]
    solved: list[law.Position]


def walk(certificate: Certificate, reached: Callable[[int], None] = lambda lines: None) -> Top:
    """Walk the tree from the roots by the law; raise `WrongProofError` where it does not hold.

    `reached` hears, now and then, how many lines of the certificate have been found.
    """
    unused = set(certificate.lines)
    width: dict[int, int] = {}
    solved: list[law.Position] = []
    roots: dict[int, set[law.Position]] = {}
    for root in certificate.roots:
        roots.setdefault(_discs(root), set()).add(smallest(root)[0])
    layer: set[law.Position] = set()
    while layer or roots:
        discs = _discs(min(layer)) if layer else min(roots)
        layer |= roots.pop(discs, set())
        width[discs] = len(layer)
        reached(len(certificate.lines) - len(unused))
        below: set[law.Position] = set()
        for position in sorted(layer):
            if position.is_over():
                _check_end(certificate, position)
                continue
            unused.discard(position)
            if position in certificate.lines:
                move = certificate.lines[position]
                if move is None:
                    solved.append(position)
                    continue
                if position.mover != certificate.side or not position.turned(move):
                    raise WrongProofError(
                        f"{law.format_position(position)}: {law.TEXT[move]} is no move of the side that claims"
                    )
                moves = [move]
            elif position.mover == certificate.side:
                raise WrongProofError(
                    f"{law.format_position(position)}: reached, but the certificate says nothing of it"
                )
            else:
                moves = position.legal_moves()
            below |= {smallest(position.play(move))[0] for move in moves}
        layer = below
    if unused:
        raise WrongProofError(f"{law.format_position(min(unused))}: in the certificate, but never reached")
    return Top(width, solved)


def _discs(position: law.Position) -> int:
    return 64 - position.board.count(law.EMPTY)


def _check_end(certificate: Certificate, position: law.Position) -> None:
    black, white = position.score()
    margin = black - white if certificate.side == law.BLACK else white - black
    if margin < certificate.margin:
        raise WrongProofError(f"{law.format_position(position)}: ends with {margin:+d}, below {certificate.margin:+d}")


def solve(certificate: Certificate, positions: Iterable[law.Position], jobs: int, most: int) -> Iterator[Solved]:
    """Solve positions again, giving each up after `most` nodes; they come as they are done.

    `WrongProofError` says where the certificate fails.
    """
    own = threading.local()

    def again(position: law.Position) -> Solved:
        if not hasattr(own, "checker"):
            own.checker = Checker()
        ours = position.mover == certificate.side
        least = certificate.margin if ours else 1 - certificate.margin
        board = position.board
        copies = [law.Position("".join(board[s] for s in squares), position.mover) for squares in SYMMETRIES]
        # Equal moves are tried in the order of the squares: this is the copy that whoever made the certificate tried.
        discs, others, _ = min(copies)
        answer = own.checker.gets(discs, others, least, most)
        if answer.yes is (not ours):
            side = NAMES[certificate.side]
            raise WrongProofError(f"{law.format_position(position)}: {side} does not get {certificate.margin:+d}")
        return Solved(position, answer.nodes, answer.yes is ours)

    with ThreadPoolExecutor(jobs) as pool:
        try:
            for done in as_completed([pool.submit(again, position) for position in positions]):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def sample(positions: list[law.Position], size: int, seed: int | None) -> list[law.Position]:
    """Choose `size` positions at random."""
    return random.Random(seed).sample(positions, min(size, len(positions)))
