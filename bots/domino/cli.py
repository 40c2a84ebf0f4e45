"""The Domino bot's command line."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

from bots.domino import DEFAULT_SIZE, DEFAULT_TIME_S, LEVELS, NAME, OPTIMAL
from bots.domino.errors import FAILED, guarded
from bots.options import SEED_VARIABLE, Parser, ShowVersion, add_display, any_whole, seconds, whole
from bots.process import set_up_streams

STRATEGIES = ("first-match", "greedy", OPTIMAL)
NOT_JUDGED = 2
"""What `check` gives where it cannot judge, for 1 tells of a wrong move there."""
HAND_OPTIONS = {"--hand": "hand", "--size": "size", "--special": "special", "--seed": "seed"}

DESCRIPTION = """\
Domino Lineare. Without --challenge or --ai a person plays at the terminal.
"""


def main() -> int:
    """Run the bot; give its exit status."""
    set_up_streams(NAME)
    parser = _parser()
    given = parser.parse_args(sys.argv[1:])
    given.parser = parser
    _refuse_contradictions(parser, given)
    if given.display:
        importlib.import_module("bots.display").become_table(NAME, sys.argv[1:], given)
    return guarded(lambda: _serve(given), NOT_JUDGED if given.command in ("check", "check-proof") else FAILED)


def _serve(given: argparse.Namespace) -> int:
    if given.command == "analyse":
        return int(given.run(given))
    if given.command == "check":
        return int(importlib.import_module("bots.domino.check").check(given))
    if given.command == "check-proof":
        return int(importlib.import_module("bots.domino.certificate").check(given))
    mode = "challenge" if given.challenge else "ai" if given.ai else "play"
    return int(importlib.import_module(f"bots.domino.{mode}").run(given))


def _refuse_contradictions(parser: Parser, given: argparse.Namespace) -> None:
    """Refuse what would have no effect: a player is not to believe that another hand was played."""
    hand_from = [option for option, name in HAND_OPTIONS.items() if getattr(given, name) is not None]
    if given.challenge and hand_from:
        parser.error(f"{hand_from[0]}: --challenge reads its hand from standard input")
    if given.challenge and given.strategy:
        parser.error("--strategy: --challenge prints the best row that it finds; strategies are for --ai")
    playing = not (given.challenge or given.ai or given.command)
    if given.display and (given.race or given.time_s != DEFAULT_TIME_S or given.language or given.verbose):
        parser.error("--display: hands are dealt there by --hand, --size, --special, --seed, --2d and --puzzle alone")
    for option, value in (("--puzzle", given.puzzle), ("--race", given.race), ("--display", given.display)):
        if value and not playing:
            parser.error(f"{option}: it is for a person who plays")
    if given.puzzle and (given.hand or given.plane or given.race):
        parser.error("--puzzle: it deals hands of its own, for a row that is not raced")
    if given.certificate and (given.plane or not given.challenge):
        parser.error("--certificate: it says why no row that --challenge prints scores more, in one dimension")
    if given.hand and len(hand_from) > 1:
        parser.error(f"{hand_from[1]}: it is for a random hand, and --hand gives one from a file")


def _parser() -> Parser:
    parser = Parser(prog=NAME, description=DESCRIPTION)
    add = parser.add_argument
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--challenge", action="store_true", help="read a hand, print the best row as one line")
    mode.add_argument("--ai", action="store_true", help="show how the program plays a hand, step by step")
    add("--strategy", choices=STRATEGIES, help=f"how --ai plays ({OPTIMAL})")
    add("--2d", dest="plane", action="store_true", help="the two-dimensional game")
    add("--hand", metavar="FILE", type=Path, help="play this hand: N, then N pairs")
    add("--size", metavar="N", type=whole(0, 1000), help=f"tiles of a random hand ({DEFAULT_SIZE})")
    add("--special", action=argparse.BooleanOptionalAction, help="special tiles in a random hand (there are)")
    seed_help = f"draw the same random hand each time ({SEED_VARIABLE} of the environment)"
    add("--seed", metavar="N", type=any_whole, help=seed_help)
    add("--puzzle", action="store_true", help="hands of which a row with exactly so many points is to be made")
    add("--race", metavar="LEVEL", type=whole(1, LEVELS), help=f"race the program: 1 random moves to {LEVELS} the best")
    add("--lang", dest="language", choices=("en", "it"), help="language of --ai and of play (that of the environment)")
    add_display(parser)
    _add_rules(parser)
    certificate_help = "with --challenge: write why no row scores more"
    add("--certificate", metavar="FILE", type=Path, help=certificate_help)
    add("--verbose", action="store_true", help="score, upper bound, proved or not, and time on standard error")
    add("--version", action=ShowVersion, nargs=0, help="print the version")
    parser.set_defaults(command=None, time_s=DEFAULT_TIME_S)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    check = commands.add_parser(
        "check",
        help="judge a line of moves",
        description="Judge a line of moves.",
        argument_default=argparse.SUPPRESS,  # what is not said here may have been said before
    )
    check.add_argument("hand_file", metavar="HAND", type=Path, help="a file with the hand: N, then N pairs")
    check.add_argument("line", metavar="LINE", help="the moves, or @FILE to read them from a file")
    check.add_argument("--2d", dest="plane", action="store_true", help="the two-dimensional game")
    _add_rules(check)
    proof = commands.add_parser(
        "check-proof",
        help="check a certificate",
        description="Check that a certificate proves a hand's optimum, without the optimiser.",
        argument_default=argparse.SUPPRESS,
    )
    proof.add_argument("hand_file", metavar="HAND", type=Path, help="a file with the hand: N, then N pairs")
    proof.add_argument("proof_file", metavar="FILE", type=Path, help="what --certificate wrote")
    if "--challenge" not in sys.argv:  # which is to start quickly
        importlib.import_module("bots.domino.analyse").add_command(commands.add_parser, DEFAULT_TIME_S)
    return parser


def _add_rules(parser: Parser) -> None:
    add = parser.add_argument
    add("--time", dest="time_s", metavar="SECONDS", type=seconds, help=f"limit ({DEFAULT_TIME_S:g})")
    add("--zero-stays", action="store_true", help="[11|11] leaves a 0 as it is")
    add("--allow-early-stop", dest="early_stop", action="store_true", help="one may stop while a tile still fits")
