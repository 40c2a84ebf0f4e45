"""The settings of all games, as a command line has them."""

from __future__ import annotations

import argparse
import functools
import math
from collections.abc import Callable
from pathlib import Path

from arbiter.games.ataxx import referee as ataxx
from arbiter.games.boards import BOARDS
from arbiter.games.contract import Referee
from arbiter.games.dama import referee as dama
from arbiter.games.domino import referee as domino
from arbiter.games.othello import referee as othello
from arbiter.openings.files import BUILT_IN, built_in, read_file, reader
from arbiter.play.adjudication import PLIES, Adjudication
from arbiter.play.analysis import check_command

FROM_OPTIONS: dict[str, Callable[[argparse.Namespace], Referee]] = {
    "ataxx": ataxx.from_options,
    "dama": dama.from_options,
    "domino": domino.from_options,
    "othello": othello.from_options,
}
OWN: dict[str, Callable[[argparse.ArgumentParser], None]] = {
    "ataxx": lambda parser: ataxx.add_options(parser, seconds),
    "dama": dama.add_options,
    "domino": lambda parser: domino.add_options(parser, positive_integer),
}
"""What adds the options of one game alone."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what `referee` reads."""
    parser.add_argument(
        "--protocol",
        default="course",
        metavar="P[,P]",
        help="of both or of each player: course (%(default)s), uai (Ataxx), pipe (Dama), opening (Othello)",
    )
    parser.add_argument(
        "--openings",
        type=_openings,
        default=0,
        metavar="PLIES|FILE",
        help=f"begin with so many random moves, with the openings of a file, or with the built-in set ({BUILT_IN}), "
        "each twice; Othello: with --protocol opening",
    )
    _add_adjudication(parser)
    for add in OWN.values():
        add(parser)


def referee(game: str, options: argparse.Namespace) -> Referee:
    """Make the referee that the options (and `seed` among them) ask for. Raises ValueError."""
    for other in OWN:
        for name, default in _defaults(other).items():
            if other != game and getattr(options, name) != default:
                raise ValueError(f"--{name.replace('_', '-')}: belongs to {other}, and the game is {game}")
    given = options.openings
    plies, starts = (given, ()) if isinstance(given, int) else (0, _set(given, game, options.seed))
    return FROM_OPTIONS[game](argparse.Namespace(**{**vars(options), "openings": plies, "starts": starts}))


@functools.cache
def _defaults(game: str) -> dict[str, object]:
    """Give what the options of one game are if nobody sets them."""
    parser = argparse.ArgumentParser(add_help=False)
    OWN[game](parser)
    return vars(parser.parse_args([]))


def adjudication(game: str, options: argparse.Namespace) -> Adjudication | None:
    """Give who may end games early, None for nobody. Raises ValueError."""
    if options.adjudicate is None:
        for name in ("adjudicate_after", "adjudicate_score", "adjudicate_plies"):
            if getattr(options, name) is not None:
                raise ValueError(f"--{name.replace('_', '-')}: there is no --adjudicate that it belongs to")
        return None
    if game not in BOARDS:
        raise ValueError("--adjudicate: in Domino both play their hands to the end")
    if options.adjudicate_plies is not None and options.adjudicate_score is None:
        raise ValueError("--adjudicate-plies: there is no --adjudicate-score that it belongs to")
    try:
        command = check_command(options.adjudicate)
    except ValueError as error:
        raise ValueError(f"--adjudicate: {error}") from None
    after, plies = options.adjudicate_after or 1, options.adjudicate_plies or PLIES
    return Adjudication(command, after, options.adjudicate_score, plies)


def _add_adjudication(parser: argparse.ArgumentParser) -> None:
    """Add what `adjudication` reads."""
    add = parser.add_argument_group("Adjudication").add_argument
    add(
        "--adjudicate",
        metavar="COMMAND",
        help='end a game when this engine has proved the result, such as "othello-bot analyse --time 0.1"',
    )
    add("--adjudicate-after", type=positive_integer, metavar="N", help="ask only when so many moves are made")
    add(
        "--adjudicate-score",
        type=positive_integer,
        metavar="X",
        help="end it also when the engine gives a side so much, without proof",
    )
    add("--adjudicate-plies", type=positive_integer, metavar="N", help=f"in so many positions in a row ({PLIES})")


def _openings(text: str) -> int | str:
    """Read a number of plies, or the name of a set."""
    try:
        return positive_integer(text)
    except argparse.ArgumentTypeError as error:
        if text == BUILT_IN or Path(text).exists():
            return text
        raise argparse.ArgumentTypeError(f"{error}, nor {BUILT_IN}, nor a file") from None


def _set(name: str, game: str, seed: int | None) -> tuple[str, ...]:
    """Read a set of openings. Raises ValueError."""
    try:
        if name != BUILT_IN:
            return read_file(Path(name), reader(game) if game in BOARDS else domino.read_line)
        if game in BOARDS:
            return built_in(game, seed)
    except ValueError as error:
        raise ValueError(f"--openings: {error}") from None
    raise ValueError(f"--openings: there is no built-in set of {game}")


def positive_integer(text: str) -> int:
    """Read a whole number above zero."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive integer")
    return int(text)


def seconds(text: str) -> float:
    """Read a time above zero."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number of seconds")
    return value


def add_guard_options(parser: argparse.ArgumentParser) -> None:
    """Add what turns off the protections that `arbiter.host.guards.Guards` gives."""
    parser.add_argument(
        "--no-sandbox", action="store_true", help="let the players write files and use the network, as their user may"
    )
    parser.add_argument(
        "--no-namespace",
        action="store_true",
        help="run the players without namespaces of their own (PID, network, mounts, IPC)",
    )
