"""The Othello bot's command line."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable

from bots import commands, options
from bots.othello.game import NOTATION, VALUES, OthelloAnalyst
from bots.othello.player import DEFAULT_TIME_S, Player
from bots.othello.proof import commands as proofs
from bots.othello.protocol import serve
from bots.process import note

NAME = "othello-bot"
FAILED = 255  # the skeleton's `return -1`

DESCRIPTION = """\
Orthogonal Othello. Without a command it plays on standard input and output: it reads its colour (1 black, else white),
then the opponent's moves, "row column", and answers each with its own, until "-1 -1" ends the game; then the next game.
"""
NO_OPENINGS = {
    "dest": "openings",
    "action": "store_false",
    "help": "search without what is proved of the openings",
}
OPENING = """\
Play on standard input and output as without a command, but for what begins a game: behind the colour stand the number
of moves that are played already, and these moves, as docs/protocol-othello.md has it."""


def main() -> int:
    """Run the bot; give its exit status."""
    return commands.run(
        NAME, DESCRIPTION, DEFAULT_TIME_S, _add_commands, _serve, proofs.with_boards(sys.argv[1:]), _add_traps
    )


def _add_traps(parser: options.Parser) -> None:
    help_ = "give no disc of a lost game for the chance of an error: from 0.1 s a move on white loses 31 at most"
    parser.add_argument("--no-traps", dest="traps", action="store_false", help=help_)


def _add_commands(add_parser: Callable[..., options.Parser]) -> None:
    parser = add_parser("play", help="play against it on a terminal", description="Play against the bot on a terminal.")
    options.add_options(parser, DEFAULT_TIME_S)
    options.add_display(parser)
    _add_traps(parser)
    parser.add_argument("--colour", choices=("black", "white"), default="black", help="your discs (%(default)s)")
    options.add_load(parser)
    parser.set_defaults(run=_play)
    parser = add_parser("opening", help="play games that begin after given moves", description=OPENING)
    options.add_options(parser, DEFAULT_TIME_S)
    _add_traps(parser)
    parser.set_defaults(run=lambda given: _serve(given, openings=True))
    commands.add_commands(add_parser, OthelloAnalyst, NOTATION, values=VALUES, own={"--no-openings": NO_OPENINGS})
    commands.add_train(add_parser, "bots.othello.train")
    proofs.add_commands(add_parser)


def _serve(given: argparse.Namespace, *, openings: bool = False) -> int:
    player = Player(options.Options.given(given), traps=given.traps)
    try:
        serve(player, 0, 1, verbose=given.verbose, openings=openings)
    except EOFError:
        pass
    except (ValueError, OSError) as error:
        note(f"{NAME}: {error}")
    return FAILED


def _play(given: argparse.Namespace) -> int:
    terminal = importlib.import_module("bots.othello.play")  # now, as rich takes longer to import than all the rest
    try:
        return int(terminal.play(options.Options.given(given), given.colour, given.load, traps=given.traps))
    except ValueError as error:
        note(f"{NAME} play: --load: {error}")
        return 2
