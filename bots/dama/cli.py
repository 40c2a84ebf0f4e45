"""The Dama bot's command line."""

from __future__ import annotations

import argparse
import contextlib
import functools
import importlib
import os
import signal
import stat
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from arbiter.games.dama import law
from bots import commands, options
from bots.dama import files
from bots.dama.chooser import DEFAULT_TIME_S, Chooser
from bots.dama.game import NOTATION, VALUES, DamaAnalyst, board_file, position_of
from bots.dama.player import PlayerError
from bots.dama.protocol import serve
from bots.dama.tables import built_path
from bots.process import note
from native.dama.tables import MOST_PIECES

NAME = "dama-bot"
FAILED = 1

DESCRIPTION = """\
Simplified draughts. Without a command it plays on standard input and output: a person on a terminal, otherwise one line
a move as docs/protocol-dama.md has it. NR alone, 1 or 2, is short for `play NR`; options of `play`, such as --idle,
need the word: `play 1 --idle 60`.
"""
PLAY = """\
Play as player NR through board files in the current folder: wait for board_NR.txt, store the next one, and so on."""
VERIFY = """\
Judge a game in the current folder: write board_1.txt, check every board that the players make of it, print each
decision, and the result as the last line: `player 1 wins`, `player 2 wins` or `draw`."""
BUILD = """\
Build the endgame tablebase: every position with at most N pieces, and in how many plies it is won or lost; with six
pieces only whether it is. A build that was stopped goes on where it was. Bots use what is in the default file."""
CHECK = """\
Check a tablebase: checksums, and each value against the values of all successors. Prints, for each number of pieces,
how many positions there are (counting either player to move), how many of them are won, drawn and lost for the player
to move, and the plies of the longest win ("-" if they are not known), separated by tabs."""
PROBE = """\
Look a position up: won, drawn or lost for the player to move, and in how many plies if that is known. Then the same for
each move, a line a move, as the player who makes it sees it."""


MOVES = options.whole(0, law.MOST_PLIES)
BARE = {"player": 1, "board": None, "to_move": None, "letters": False, "plies": law.PLIES, "load": None}
"""What `terminal` is given where it has no options of its own, without a command."""
NO_TABLES = {
    "dest": "tables",
    "action": "store_false",
    "help": "search without the endgame tables, as an engine in a page does",
}


def main() -> int:
    """Run the bot; give its exit status."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    return commands.run(NAME, DESCRIPTION, DEFAULT_TIME_S, _add_commands, _serve, _with_play(sys.argv[1:]))


def _with_play(words: Sequence[str]) -> list[str]:
    """Put `play` before words that are options and then the number of a player, as the course calls programs."""
    rest = list(words)
    while rest and rest[0].startswith("-"):
        has_value_behind = "=" not in rest[0] and rest[0] != "--verbose"
        del rest[: 1 + has_value_behind]
    return ["play", *words] if rest in (["1"], ["2"]) else list(words)


def _add_commands(add_parser: Callable[..., options.Parser]) -> None:
    play = add_parser("play", help="play through board files; so does NR alone", description=PLAY)
    play.add_argument("number", metavar="NR", type=int, choices=(1, 2), help="1 (x, moves first) or 2 (o)")
    options.add_options(play, DEFAULT_TIME_S)
    play.add_argument(
        "--idle",
        metavar="SECONDS",
        type=options.seconds,
        default=files.IDLE_S,
        help="wait at most so long (%(default)g)",
    )
    play.add_argument(
        "--plies",
        metavar="N",
        type=MOVES,
        help=f"end after N moves of both players, as the judge does, 0 for never; if left out, {law.PLIES} are "
        "reckoned with, but boards beyond are answered",
    )
    play.set_defaults(run=_play)

    verify = add_parser("verify", help="judge a game through board files", description=VERIFY)
    verify.add_argument(
        "--time", metavar="SECONDS", type=options.seconds, default=files.TIME_S, help="limit per move (%(default)g)"
    )
    verify.set_defaults(run=_verify)
    person = add_parser("terminal", help="play against it on a terminal", description="Play against the bot.")
    options.add_options(person, DEFAULT_TIME_S)
    person.add_argument("--player", type=int, choices=(1, 2), default=1, help="your pieces: 1 x, 2 o (%(default)s)")
    options.add_load(person)
    person.add_argument("--board", metavar="FILE", help="begin with a board file; its moves count from there")
    person.add_argument(
        "--to-move",
        metavar="NR",
        type=int,
        choices=(1, 2),
        help="who moves first (1, or as the number in board_N.txt says)",
    )
    person.add_argument("--letters", action="store_true", help="name squares b3, not row 2, column 1")
    person.set_defaults(run=_person)
    for command in (verify, person):
        command.add_argument(
            "--plies",
            metavar="N",
            type=MOVES,
            default=law.PLIES,
            help="moves of both players after which the game is drawn, 0 for never (%(default)s)",
        )
    commands.add_commands(
        add_parser, DamaAnalyst, NOTATION, values=VALUES, own={"--no-tables": NO_TABLES}, from_file=board_file
    )
    commands.add_train(add_parser, "bots.dama.train")
    _add_tablebase(add_parser)


def _serve(given: argparse.Namespace) -> int:
    if os.isatty(0):
        return _person(argparse.Namespace(**vars(given), **BARE))
    try:
        serve(Chooser(options.Options.given(given)), 0, 1, verbose=given.verbose)
    except EOFError:
        return 0
    except (ValueError, OSError) as error:
        note(f"{NAME}: {error}")
    return FAILED


def _play(given: argparse.Namespace) -> int:
    try:
        chooser = Chooser(options.Options.given(given))
        note(f"{NAME}: {files.play(chooser, given.number, Path(), given.plies, given.idle).value}")
    except (files.GoneError, files.RemovedError, PlayerError, ValueError, OSError) as error:
        note(f"{NAME}: {error}")
        return FAILED
    return 0


def _verify(given: argparse.Namespace) -> int:
    try:
        winner = files.verify(Path(), given.plies, given.time, lambda line: print(line, flush=True))
    except OSError as error:
        note(f"{NAME} verify: {error.filename}: {error.strerror}")
        return FAILED
    except (files.RemovedError, PlayerError, ValueError) as error:
        note(f"{NAME}: {error}")
        return FAILED
    print("draw" if winner is None else f"player {winner} wins", flush=True)
    return 0


def _person(given: argparse.Namespace) -> int:
    terminal = importlib.import_module("bots.dama.terminal")  # now, as rich takes longer to import than all the rest
    start = law.Position(law.START, given.to_move or 1)
    if given.board is not None:
        try:
            start = position_of(Path(given.board), given.to_move)
        except ValueError as error:
            given.parser.error(f"--board: {error}")
    settled = options.Options.given(given), given.player, start, given.plies, given.load
    try:
        return int(terminal.play(*settled, letters=given.letters))
    except ValueError as error:
        note(f"{NAME} terminal: --load: {error}")
        return 2


def _add_tablebase(add_parser: Callable[..., options.Parser]) -> None:
    parser = add_parser("tablebase", help="build, check or ask the endgame tablebase", description="Endgame tablebase.")
    two = parser.add_subparsers(metavar="COMMAND", title="commands", required=True)
    build = two.add_parser("build", help="build it, or go on", description=BUILD)
    build.add_argument("--pieces", metavar="N", type=options.whole(2, MOST_PIECES), default=5, help="2 to 6 (5)")
    build.add_argument(
        "--distances",
        metavar="N",
        type=options.whole(1, MOST_PIECES),
        default=5,
        help="pieces up to which it says in how many plies; beyond, only who wins (%(default)s)",
    )
    built = built_path()
    default = str(built) if built else None  # a text, for argparse to have it looked at as what is typed
    check = two.add_parser("check", help="check every value", description=CHECK)
    for name, command in (("build", build), ("check", check)):
        command.set_defaults(run=functools.partial(_tablebase, name, command))
        where = "%(default)s" if built else "needed, as there is no home folder"
        command.add_argument("--file", type=_file, default=default, required=not built, help=f"where it lies ({where})")
        command.add_argument(
            "--jobs",
            metavar="N",
            type=options.whole(1, 1024),
            default=options.cores(),
            help="slices at once (%(default)s)",
        )
    probe = two.add_parser("probe", help="look a position up", description=PROBE)
    probe.set_defaults(run=functools.partial(_tablebase, "probe", probe))
    probe.add_argument("--file", type=_file, help="where the tablebase lies (what bots use)")
    probe.add_argument("position", metavar="POSITION", nargs="+", help=NOTATION)


def _file(text: str) -> Path:
    """Take what may be a tablebase: a pipe would be waited for. What cannot be looked at is said when it is opened."""
    path = Path(text)
    with contextlib.suppress(OSError, ValueError):
        if stat.S_ISFIFO(path.stat().st_mode):
            raise argparse.ArgumentTypeError(f"{text} is a pipe; expected a file")
    return path


def _tablebase(name: str, parser: options.Parser, given: argparse.Namespace) -> int:
    tablebase = importlib.import_module("bots.dama.tablebase")  # now, as threads take 6 ms to import
    try:
        return int(getattr(tablebase, name)(given))
    except OSError as error:
        parser.error(f"{error.filename or given.file}: {error.strerror}")
    except ValueError as error:
        parser.error(str(error))
