"""The command line: `arbiter openings --game G --engine COMMAND > FILE`."""

from __future__ import annotations

import argparse
import contextlib
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.progress import Progress

from arbiter.games import catalogue
from arbiter.games.board import BoardGame
from arbiter.games.contract import Notation
from arbiter.host.guards import Guards
from arbiter.host.launch import LaunchError
from arbiter.host.words import command_parser, positive_integer, whole_number
from arbiter.openings.make import BalancedOpening, make
from arbiter.play.analysis import Engine, EngineError, check_command
from arbiter.play.table import GRACE_S

DESCRIPTION = """\
Make a set of balanced openings for `--openings FILE`: random moves by the rules, kept if an engine finds that neither
side is ahead; no position twice, not even up to symmetry. The set goes to standard output, one opening a line."""


def main(argv: Sequence[str]) -> int:
    """Run `arbiter openings`; exit status 0 as many as asked for, 1 fewer, 2 wrong command, 130 Ctrl-C."""
    parser = _parser()
    options = parser.parse_args(argv[1:])
    board, notation = _boards()[options.game]
    plies = options.plies or notation.plies
    within = notation.within if options.within is None else options.within
    if plies % 2:
        parser.error(f"--plies {plies}: expected an even number, so that {board.sides[0]} is to move")
    try:
        engine = Engine(check_command(options.engine), Guards(sandbox=False))
    except ValueError as error:
        parser.error(f"--engine: {error}")
    asked = ["arbiter openings", f"--game {options.game}", f"--count {options.count}", f"--plies {plies}"]
    asked += [f"--seed {options.seed}", f"--engine {shlex.quote(options.engine)}", f"--within {within}"]
    print("#", *asked)
    print(f"# Behind the moves: the value for {board.sides[0]}, who is to move, in {notation.unit}.", flush=True)
    try:
        return _write(make(board, notation, engine, plies, within, options.seed), options.count)
    except (EngineError, LaunchError) as error:
        print(f"arbiter: {error}", file=sys.stderr)
        return 1
    finally:
        engine.player.dismiss(time.monotonic() + GRACE_S)


def _write(candidates: Iterator[BalancedOpening | None], wanted: int) -> int:
    """Write what was found as it is found; give the exit status."""
    count = tries = 0
    with _progress(wanted) as show:
        for found in candidates:
            tries += 1
            if found is not None:
                count += 1
                show()
                print(_line(found), flush=True)
                if count == wanted:
                    return 0
    print(
        f"arbiter: only {count} of {wanted} openings were found in {tries} tries; "
        "allow more --plies or a larger --within",
        file=sys.stderr,
    )
    return 1


def _line(opening: BalancedOpening) -> str:
    return f"{opening.text}  # {opening.value:+d}"


@contextlib.contextmanager
def _progress(count: int) -> Iterator[Callable[[], None]]:
    """Show a bar on a terminal, nothing otherwise."""
    console, both = Console(stderr=True), sys.stdout.isatty()
    # Where only the bar is on a terminal, it must leave alone what goes to a file.
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty(), redirect_stdout=both) as bar:
        task = bar.add_task("openings", total=count)
        yield lambda: bar.advance(task)


def _boards() -> dict[str, tuple[BoardGame[Any, Any], Notation]]:
    """Give the board games that engines can write."""
    games = catalogue.all_games().values()
    return {game.name: (game, game.notation) for game in games if isinstance(game, BoardGame) and game.notation}


def _defaults(*names: str) -> str:
    """Tell what holds for each game if nothing is said."""
    boards = _boards().items()
    return ", ".join(" ".join([name, *(str(getattr(n, what)) for what in names)]) for name, (_, n) in boards)


def _parser() -> argparse.ArgumentParser:
    parser = command_parser("arbiter openings", DESCRIPTION)
    parser.add_argument("--game", choices=sorted(_boards()), required=True, help="whose openings")
    parser.add_argument(
        "--engine",
        required=True,
        metavar="COMMAND",
        help='evaluates positions, such as "ENGINE analyse --depth 16"; a depth gives the same set each time',
    )
    parser.add_argument("--count", type=positive_integer, default=100, metavar="N", help="how many (%(default)s)")
    parser.add_argument(
        "--plies", type=positive_integer, metavar="N", help=f"random moves of each ({_defaults('plies')})"
    )
    parser.add_argument(
        "--within", type=whole_number, metavar="X", help=f"of zero, for an even value ({_defaults('within', 'unit')})"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the random moves (%(default)s)")
    return parser
