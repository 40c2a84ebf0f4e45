"""The Ataxx bot's command line."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bots import commands, options
from bots.ataxx import letters
from bots.ataxx.game import LARGE, NETWORKS, NOTATION, AtaxxAnalyst
from bots.ataxx.lines import read_lines
from bots.ataxx.player import DEFAULT_TIME_S, Player
from bots.ataxx.session import CommandSession, Hearing
from bots.ataxx.uai import Uai
from bots.process import OutputError, give_up, note, write

NAME = "ataxx-bot"

DESCRIPTION = """\
Ataxx. Without a command it obeys the command language of the CS 61B assignment on standard input and output; type help
there for a list. It plays Blue, and Red after "auto red". Given files, it reads its commands there.
"""


LONGEST_GAME_BYTES = 1 << 20
"""Of a line of UAI, which tells a position by all the moves that led there."""

NETWORK = {
    "choices": list(NETWORKS),
    "default": LARGE,
    "help": "evaluate by the network of the bot, by the small one that pages carry, or by none (%(default)s)",
}


THREADS: dict[str, Any] = {
    "type": options.whole(1, options.MOST_THREADS),
    "default": 1,
    "metavar": "N",
    "help": "that share each search; with 1 a limit of nodes or plies always finds the same (%(default)s)",
}

WAYS = {"--by-destination": "count extends to the same square once, as engines elsewhere do"}


def main() -> int:
    """Run the bot; give its exit status."""
    return commands.run(NAME, DESCRIPTION, DEFAULT_TIME_S, _add_commands, _serve, sys.argv[1:], _add_own, files=True)


def _add_commands(add_parser: Callable[..., options.Parser]) -> None:
    uai = add_parser("uai", help="speak UAI", description="Play as a UAI engine on standard input and output.")
    options.add_hash(uai)
    uai.add_argument("--threads", **THREADS)
    _add_by_hand(uai)
    uai.set_defaults(run=_uai)
    commands.add_train(add_parser, "bots.ataxx.train")
    commands.add_teach(add_parser, "bots.ataxx.train")
    commands.add_commands(
        add_parser, AtaxxAnalyst, NOTATION, own={"--network": NETWORK, "--threads": THREADS}, ways=WAYS
    )


def _add_by_hand(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--by-hand", action="store_true", help="use the evaluation made by hand, not the learned one")


def _add_own(parser: options.Parser) -> None:
    """Add the ways to be called that the course's program has."""
    add = parser.add_argument
    add("--strict", action="store_true", help="leave with status 1 at the first error")
    add("--log", action="store_true", help="each command on standard error, as it is read")
    add("--timing", action="store_true", help="the seconds of each turn of the program on standard error")


def _serve(given: argparse.Namespace) -> int:
    player = Player(options.Options.given(given))
    errors: list[str] = []

    def complain(text: str) -> None:
        note(f"error: {text}")
        errors.append(text)

    hear = Hearing(_say, complain, note if given.verbose else None, note if given.timing else None)
    if os.isatty(0) and not given.scripts:
        # Now, for rich takes longer than all the rest.
        terminal = importlib.import_module("bots.ataxx.terminal").Terminal(player, hear)
        session, lines = terminal.session, terminal.lines()
    else:
        session, lines = CommandSession(player, hear, lambda position, before: letters.board(position)), _read(given)
    for line, cut in lines:
        if given.log and line.strip():
            note(line)
        session.obey(line, cut=cut)
        if given.strict and errors:
            return 1
        errors.clear()
        if session.ended:
            break
    return 0


def _read(given: argparse.Namespace) -> Iterator[tuple[bytes, bool]]:
    """Give the lines of the files of a command line, those of standard input if there are none."""
    for name in given.scripts or ["-"]:
        try:
            if name == "-":
                yield from read_lines(0)
                continue
            with Path(name).open("rb", buffering=0) as file:
                yield from read_lines(file.fileno())
        except OSError as error:
            if name == "-":
                raise
            given.parser.error(f"cannot read {name}: {error.strerror}")


def _say(text: str) -> None:
    try:
        write(1, f"{text}\n")
    except OutputError as error:  # here, for a search of UAI speaks in its own thread
        give_up(NAME, error)


def _uai(given: argparse.Namespace) -> int:
    weights = b"" if given.by_hand else None
    uai = Uai(given.hash_mib, _say, lambda text: note(f"error: {text}"), weights, given.threads)
    for line, cut in read_lines(0, LONGEST_GAME_BYTES):
        if cut:
            note(f"error: a line of more than {LONGEST_GAME_BYTES:,} bytes is passed over")
            continue
        uai.obey(line.decode("utf-8", "replace"))
        if uai.ended:
            return 0
    uai.wait(stop=True)
    return 0
