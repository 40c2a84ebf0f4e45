"""The settings of all games, as a command line has them."""

from __future__ import annotations

import argparse
import dataclasses
import functools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from arbiter.games import catalogue
from arbiter.games.board import BoardGame
from arbiter.games.catalogue import GameError
from arbiter.games.contract import Game, Referee, Settings
from arbiter.games.openings import BUILT_IN, built_in, read_file
from arbiter.host.limits import USUAL, Limits
from arbiter.host.words import clock, positive_integer, seconds
from arbiter.play.adjudication import PLIES, Adjudication
from arbiter.play.analysis import check_command
from arbiter.play.table import cores


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Add whether a page carries an engine."""
    how = "let the page carry the game's engine, which a browser can ask for moves; --no-engine: a smaller page"
    parser.add_argument("--engine", action=argparse.BooleanOptionalAction, default=True, help=how)


def add_game(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Add the choice of a game, which `chosen` reads in these words of a command line."""
    shown = not {"-h", "--help"}.isdisjoint(words)
    names = catalogue.names() if shown else catalogue.names_with(_named(words))
    parser.add_argument("--game", choices=names, default=catalogue.USUAL, help="what is played (%(default)s)")


def chosen(words: Sequence[str]) -> Game:
    """Give the game that a command line names, which decides what options it may have; a wrong name is said later.

    Raises GameError for a game that is not as it must be.
    """
    name = _named(words)
    return catalogue.game(name if name in catalogue.names_with(name) else catalogue.USUAL)


def _named(words: Sequence[str]) -> str:
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--game", nargs="?", const="", default=catalogue.USUAL)
    return str(parser.parse_known_args(words)[0].game)


Make = Callable[[list[argparse.ArgumentParser]], argparse.ArgumentParser]
"""Makes a parser with others as its parents."""


def with_games(game: Game, make: Make) -> argparse.ArgumentParser:
    """Make a parser that has the options that games alone have, ours and those of `game`.

    Raises GameError for an option of a stranger's game that somebody else has.
    """
    ours = [known.options() for known in catalogue.ours()]
    if game in catalogue.ours():
        return make(ours)
    own, where = game.options(), f"the game {game.name!r}: its option"
    for name in vars(own.parse_args([])).keys() & vars(make(ours).parse_args([])).keys():
        raise GameError(f"{where} --{name.replace('_', '-')} is taken")
    try:
        return make([*ours, own])
    except argparse.ArgumentError as error:
        raise GameError(f"{where} {error.argument_name} is taken") from None


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what `referee` and `adjudication` read, beside the options of games."""
    parser.add_argument("--protocol", metavar="P[,P]", help=f"of both or of each player: {protocols()}")
    parser.add_argument(
        "--openings",
        type=_openings,
        default=0,
        metavar="PLIES|FILE",
        help=f"begin with so many random moves, with the openings of a file, or with the built-in set ({BUILT_IN}), "
        "each twice; by a protocol that can tell them",
    )
    _add_adjudication(parser)


FEW_PLIES = 20
"""Random games of every game of ours last longer, and so nobody waits for a look whether they do."""


def referee(game: Game, options: argparse.Namespace) -> Referee:
    """Make the referee that the options (and `seed` among them) ask for. Raises ValueError."""
    for other in catalogue.ours():
        for name, default in _defaults(other.name).items():
            if name not in _defaults(game.name) and getattr(options, name) != default:
                raise ValueError(f"--{name.replace('_', '-')}: belongs to {other.name}, and the game is {game.name}")
    given = options.openings
    plies, starts = (given, ()) if isinstance(given, int) else (0, _set(given, game, options.seed))
    protocols = read_protocols(game, options.protocol)
    made = game.referee(Settings(protocols, options.seed, plies, starts, options))
    if plies > FEW_PLIES and made.start(1) == game.referee(Settings(protocols, options.seed, 0, (), options)).start(1):
        raise ValueError(f"--openings: random games of {game.title} are over before {plies} moves; expected fewer")
    return made


def read_protocols(game: Game, text: str | None) -> tuple[str, str]:
    """Read the protocols of A and B, `p` or `p,q`; None is the usual one. Raises ValueError."""
    first, comma, second = (game.protocols[0] if text is None else text).partition(",")
    for protocol in (first, second if comma else first):
        if protocol not in game.protocols:
            known = game.protocols
            expected = f"neither {' nor '.join(known)}" if len(known) > 1 else f"not {known[0]}, which {game.title} has"
            raise ValueError(f"--protocol: {protocol!r} is {expected}")
    return first, second if comma else first


@functools.cache
def _defaults(game: str) -> Mapping[str, object]:
    """Give what the options of one game are if nobody sets them."""
    return vars(catalogue.game(game).options().parse_args([]))


def protocols() -> str:
    """Tell the protocols of our games: the usual ones, and which others a game has."""
    usual = list(dict.fromkeys(game.protocols[0] for game in catalogue.ours()))
    others = [f"{p} ({game.title})" for game in catalogue.ours() for p in game.protocols[1:]]
    return ", ".join([f"{', '.join(usual)} (unless said)", *others])


def adjudication(game: Game, options: argparse.Namespace) -> Adjudication | None:
    """Give who may end games early, None for nobody. Raises ValueError."""
    if options.adjudicate is None:
        for name in ("adjudicate_after", "adjudicate_score", "adjudicate_plies"):
            if getattr(options, name) is not None:
                raise ValueError(f"--{name.replace('_', '-')}: there is no --adjudicate that it belongs to")
        return None
    if not isinstance(game, BoardGame):
        raise ValueError(f"--adjudicate: in {game.title} both play their hands to the end")
    if game.notation is None:
        raise ValueError(f"--adjudicate: {game.title} says nothing of how engines write it")
    if options.adjudicate_plies is not None and options.adjudicate_score is None:
        raise ValueError("--adjudicate-plies: there is no --adjudicate-score that it belongs to")
    try:
        command = check_command(options.adjudicate)
    except ValueError as error:
        raise ValueError(f"--adjudicate: {error}") from None
    after, plies = options.adjudicate_after or 1, options.adjudicate_plies or PLIES
    return Adjudication(command, after, options.adjudicate_score, plies)


def _add_adjudication(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("Adjudication").add_argument
    add(
        "--adjudicate",
        metavar="COMMAND",
        help='end a game when this engine has proved the result, such as "ENGINE analyse --time 0.1"',
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


def _set(name: str, game: Game, seed: int | None) -> tuple[str, ...]:
    """Read a set of openings. Raises ValueError."""
    try:
        return built_in(game, seed) if name == BUILT_IN else read_file(Path(name), game.read_start)
    except ValueError as error:
        raise ValueError(f"--openings: {error}") from None


# ---- limits and protections ----------------------------------------------------------------------------------------


class _Limit(NamedTuple):
    """How a field of `Limits` is said: its name on command lines and in files, what reads it, and what it is."""

    name: str
    read: Callable[[str], Any]
    word: str
    what: str
    unit: str = ""


LIMITS = {
    "time_s": _Limit("time", seconds, "SECONDS", "limit per move", "s"),
    "memory_mib": _Limit(
        "memory", positive_integer, "MIB", "limit of resident memory of each player with all its processes", "MiB"
    ),
    "processes": _Limit("processes", positive_integer, "N", "limit of the processes of each player at once"),
}
TIMES = {
    "start_s": _Limit("start-time", seconds, "SECONDS", "time to start, until it reads what it is told first", "s"),
    "clock": _Limit(
        "clock",
        clock,
        "[MOVES/]SECONDS[+SECONDS]",
        "in place of --time: a clock for the whole game, or for each so many moves, and more for each move",
    ),
}
"""Each field of `Limits` that has a value, in one place: what any program has, and what only one has that plays."""


MOST = {"time_s": 1e6, "memory_mib": 2.0**30, "start_s": 1e6, "clock": 1e6}
"""Of what kernels can be asked for: eleven days, a pebibyte."""


def add_limits(parser: argparse.ArgumentParser, *, playing: bool = True) -> None:
    """Add what `limits` reads: an option for each field of `Limits`, without those of `TIMES` if nobody plays."""
    for field, limit in (LIMITS | TIMES if playing else LIMITS).items():
        told = f"{limit.what} ({_usual(field, limit.unit)})"
        parser.add_argument(f"--{limit.name}", dest=field, type=limit.read, metavar=limit.word, help=told)


def limits(game: Game, options: argparse.Namespace) -> Limits:
    """Give the limits of players: those of the game, but for what the options say. Raises ValueError."""
    given = {field: value for field in LIMITS | TIMES if (value := getattr(options, field, None)) is not None}
    try:
        return limits_with(game, game.limits, {**given, "ponder": getattr(options, "ponder", False)})
    except ValueError as error:
        raise ValueError(f"--{error}") from None


def limits_with(game: Game, usual: Limits, given: Mapping[str, Any]) -> Limits:
    """Give limits in which some fields are not the usual ones. Raises ValueError."""
    for field, most in MOST.items():
        value = given.get(field) or 0
        if (largest := max(value) if isinstance(value, tuple) else value) > most:
            raise ValueError(f"{(LIMITS | TIMES)[field].name}: expected at most {most:.0f}, got {largest}")
    if "clock" in given and "time_s" in given:
        raise ValueError("time: a move has what is left on the clock; expected one of time and clock")
    if "clock" in given and not isinstance(game, BoardGame):
        raise ValueError(f"clock: in {game.title} both play their hands alone, each within the time of a move")
    return dataclasses.replace(usual, **{"clock": None if "time_s" in given else usual.clock, **given})


def _usual(field: str, unit: str) -> str:
    """Tell the defaults of a limit, for each of our games where they differ."""
    usual = getattr(USUAL, field)
    if usual is None:
        return "none"
    others = [f"{game.name} {value:g}" for game in catalogue.ours() if (value := getattr(game.limits, field)) != usual]
    return f"{', '.join([f'{usual:g}', *others])} {unit}".strip()


SANDBOXES = ("full", "read-all", "none")


def check_jobs(parser: argparse.ArgumentParser, jobs: int | None) -> None:
    """Let the parser refuse more games at once than there are cores; without a number there are enough."""
    if (jobs or 1) > len(cores()):
        parser.error(f"--jobs {jobs}: each game needs a core to itself, and there are {len(cores())}")


def add_guard_options(parser: argparse.ArgumentParser) -> None:
    """Add what turns off the protections that `arbiter.host.guards.Guards` gives."""
    parser.add_argument(
        "--sandbox",
        choices=SANDBOXES,
        help="full: players see what belongs to them and nothing else; read-all: they may read what their user "
        "may; none: they may also write files and use the network (full)",
    )
    parser.add_argument("--no-sandbox", dest="sandbox", action="store_const", const="none", help="--sandbox none")
    parser.add_argument(
        "--no-namespace",
        action="store_true",
        help="run the players without namespaces of their own (PID, network, mounts, IPC)",
    )
