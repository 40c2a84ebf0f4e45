"""The Ataxx bot's command line."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable

from bots import commands, options
from bots.ataxx import letters
from bots.ataxx.game import NETWORKS, NOTATION, SMALL, AtaxxAnalyst
from bots.ataxx.lines import read_lines
from bots.ataxx.player import DEFAULT_TIME_S, Player
from bots.ataxx.session import CommandSession
from bots.ataxx.uai import Uai
from bots.process import OutputError, give_up, note, write

NAME = "ataxx-bot"

DESCRIPTION = """\
Ataxx. Without a command it obeys the command language of the CS 61B assignment on standard input and output; type help
there for a list. It plays Blue, and Red after "auto red".
"""


NETWORK = {
    "choices": sorted(NETWORKS, reverse=True),
    "default": SMALL,
    "help": "evaluate by the small network, which pages carry as well, or by none (%(default)s)",
}


def main() -> int:
    """Run the bot; give its exit status."""
    return commands.run(NAME, DESCRIPTION, DEFAULT_TIME_S, _add_commands, _serve, sys.argv[1:])


def _add_commands(add_parser: Callable[..., options.Parser]) -> None:
    uai = add_parser("uai", help="speak UAI", description="Play as a UAI engine on standard input and output.")
    options.add_hash(uai)
    _add_by_hand(uai)
    uai.set_defaults(run=_uai)
    train = add_parser("train", help="learn the evaluation", description="Learn the evaluation by self-play.")
    if sys.argv[1:2] == ["train"]:  # needs numpy, which players do not
        importlib.import_module("bots.ataxx.train").set_up(train)
    commands.add_commands(add_parser, AtaxxAnalyst, NOTATION, own={"--network": NETWORK})


def _add_by_hand(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--by-hand", action="store_true", help="use the evaluation made by hand, not the learned one")


def _serve(given: argparse.Namespace) -> int:
    player = Player(options.Options.given(given))

    def complain(text: str) -> None:
        note(f"error: {text}")

    search_note = note if given.verbose else None
    if not os.isatty(0):
        session = CommandSession(player, _say, complain, letters.board, note=search_note)
        for line, cut in read_lines(0):
            session.obey(line, cut=cut)
            if session.ended:
                break
        return 0
    terminal = importlib.import_module("bots.ataxx.terminal").Terminal()  # now, for rich takes longer than all the rest
    session = CommandSession(player, _say, complain, terminal.board, note=search_note)
    while not session.ended and (typed := terminal.ask(session.position)) is not None:
        session.obey(typed)
    return 0


def _say(text: str) -> None:
    try:
        write(1, f"{text}\n")
    except OutputError as error:  # here, for a search of UAI speaks in its own thread
        give_up(NAME, error)


def _uai(given: argparse.Namespace) -> int:
    uai = Uai(given.hash_mib, _say, lambda text: note(f"error: {text}"), b"" if given.by_hand else None)
    for line, _ in read_lines(0):
        uai.obey(line.decode("latin-1"))
        if uai.ended:
            return 0
    uai.wait(stop=True)
    return 0
