"""The commands `solve` and `verify-proof`, as the command line knows them."""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

from bots import options

LEAF_NODES = 100_000_000
"""What the check of a certificate may use for a position: a minute, 30 times as much as any of ours needs."""
CERTIFIED_NODES = 1_000_000_000
"""What an answer of the openings may have taken that has a certificate: to defend it takes six to ten times as many."""
BOARD = re.compile("-[-XO]{7}.*", re.IGNORECASE | re.DOTALL)


def with_boards(words: Sequence[str]) -> list[str]:
    """Mark words that are boards and begin with an empty square by a blank, so that none is taken for an option."""
    return [f"{word} " if BOARD.fullmatch(word) else word for word in words]


def add_commands(add_parser: Callable[..., options.Parser]) -> None:
    """Add both to the bot's commands."""
    parser = add_parser(
        "solve",
        help="prove the value of a position",
        description="Prove bounds of the margin of the side to move, certificates beside FILE: black.txt.gz and "
        "white.txt.gz, or black.2.txt.gz and so on where others lie, which stay. Stopped in whatever way, the same "
        "command goes on where it was.",
    )
    parser.add_argument("--file", type=Path, default=Path("othello-proof.sqlite"), help="what is known (%(default)s)")
    parser.add_argument("--output", metavar="FOLDER", type=Path, help="write certificates there, not beside FILE")
    parser.add_argument(
        "--size", type=int, choices=(6, 8), default=8, help="squares of a side; 6: in a second, no FILE"
    )
    parser.add_argument("--alpha", metavar="A", type=options.whole(-64, 63), help="only ask: is it more than A?")
    parser.add_argument(
        "--nodes",
        metavar="N",
        type=options.whole(1, 10**15),
        help="give up this question after N nodes, between leaves",
    )
    _add_jobs(parser)
    parser.add_argument(
        "--nodes-per-leaf",
        dest="leaf",
        metavar="N",
        type=options.whole(1000, 10**12),
        default=5_000_000,
        help="what the solver may use before a position is split (%(default)s)",
    )
    options.add_hash(parser)
    parser.add_argument("position", metavar="POSITION", nargs="*", help="BOARD SIDE; the start if left out")
    parser.set_defaults(run=lambda given: _run().solve(parser, given))

    openings = add_parser(
        "solve-openings",
        help="prove who wins, and by how much, after the first plies",
        description="Prove who wins after eight plies and by how much after four, whatever was played, and write a "
        "table of that, with certificates, beside FILE. Stopped in whatever way, the same command goes on where it "
        "was.",
    )
    openings.add_argument(
        "--file", type=Path, default=Path("othello-openings.sqlite"), help="what is known (%(default)s)"
    )
    openings.add_argument("--output", metavar="FOLDER", type=Path, help="write table and certificates there")
    for option, least, default, told in (
        ("--nodes", 1, 400_000_000, "give up the question who wins after N nodes (%(default)s)"),
        ("--nodes-per-move", 0, 50_000_000, "then ask of each move, and give that up after N nodes (%(default)s)"),
        (
            "--nodes-per-margin",
            0,
            50_000_000,
            "give up a question of how much after N nodes (%(default)s), in rounds of eight times as many",
        ),
        ("--certify", 0, CERTIFIED_NODES, "write certificates of what took at most N nodes (%(default)s)"),
    ):
        openings.add_argument(option, metavar="N", type=options.whole(least, 10**15), default=default, help=told)
    _add_jobs(openings)
    options.add_hash(openings)
    openings.set_defaults(
        run=lambda given: importlib.import_module("bots.othello.proof.table").solve_openings(openings, given)
    )

    check = add_parser(
        "verify-proof",
        help="check the certificate of a bound",
        description="Check a certificate without any code of the solver that made it.",
    )
    check.add_argument("certificate", metavar="FILE", type=Path)
    check.add_argument(
        "--sample", metavar="N", type=options.whole(1, 10**9), help="solve N positions only: a spot check"
    )
    check.add_argument(
        "--nodes-per-leaf",
        dest="leaf",
        metavar="N",
        type=options.whole(1, 10**15),
        default=LEAF_NODES,
        help="call a position not confirmed after N nodes (%(default)s)",
    )
    check.add_argument("--seed", type=int, help="for the same sample again")
    _add_jobs(check)
    check.add_argument("--picture", metavar="SVG", type=Path, help="draw the tree's width by ply")
    check.set_defaults(run=lambda given: _run().verify_proof(check, given))


def _add_jobs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=options.whole(1, 256),
        default=min(options.cores(), 256),
        help="threads (as many as cores: %(default)s)",
    )


def _run() -> ModuleType:
    return importlib.import_module("bots.othello.proof.run")  # now, as rich takes longer to import than all the rest
