"""The command line that all bots share: the same options with the same meanings, and errors of one line."""

from __future__ import annotations

import argparse
import importlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from native.common.context import Limits
from native.common.installed import reading

FULL_STRENGTH = 10
HASH_MIB = 32
MOST_THREADS = 256
MOST_PLIES, MOST_S = 100, 3600.0
"""Of a search of a level."""
SEED_VARIABLE = "ARBITER_SEED"
"""The environment variable by which an arbiter gives each program a seed of its own."""


class Options(NamedTuple):
    """How a bot plays. Limits are for one move, None where the user gave none; levels go from 0 to FULL_STRENGTH.

    `arbiter_seed` is for random choices alone, and for them only where there is no `seed`; that may change more.
    """

    time_s: float | None = None
    depth: int | None = None
    nodes: int | None = None
    level: int = FULL_STRENGTH
    seed: int | None = None
    hash_mib: int = HASH_MIB
    verbose: bool = False
    arbiter_seed: int | None = None

    @classmethod
    def given(cls, arguments: argparse.Namespace) -> Options:
        """Pick the options out of what `parse` understood; without a seed ask for that of the environment."""
        values = {name: getattr(arguments, name) for name in cls._fields if name != "arbiter_seed"}
        return cls(**values, arbiter_seed=arbiter_seed(arguments.parser) if arguments.seed is None else None)

    @property
    def random_seed(self) -> int | None:
        """The seed of random choices, None where they differ each time."""
        return self.arbiter_seed if self.seed is None else self.seed

    def limits(self, default_time_s: float | None) -> Limits:
        """Give the limits of a search; `default_time_s` holds only where the user set no limit at all."""
        limits = Limits(self.time_s, self.nodes, self.depth)
        return Limits(time_s=default_time_s) if limits == Limits() else limits


class Level(NamedTuple):
    """How a level plays: it searches `depth` plies, or `time` seconds; by a chance of `slip` it makes a random move.

    A `plain` search knows pieces alone. The levels of a bot stand in its `levels.txt`, which pages read as well.
    """

    depth: int = 0
    time: float = 0.0
    slip: float = 0.0
    plain: bool = False


def read_levels(path: Path) -> dict[int, Level]:
    """Read the levels from 2 to full strength: lines such as `2 depth=1 slip=0.3`, and comments.

    Raises InstallationError.
    """
    with reading(path):
        levels = _levels(path.read_text("utf-8"))
        if missing := set(range(2, FULL_STRENGTH + 1)) - set(levels):
            raise ValueError(f"level {min(missing)} is missing")
    return levels


def _levels(text: str) -> dict[int, Level]:
    lines = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return {int(number): _level(words) for number, *words in lines}


def _level(words: Sequence[str]) -> Level:
    given = dict(word.split("=") for word in words)
    time_s, slip = (float(given.get(name, 0)) for name in ("time", "slip"))
    level = Level(int(given.get("depth", 0)), time_s, slip, given.get("plain") == "1")
    is_limited = (level.depth > 0) != (level.time > 0) and 0 <= level.depth < MOST_PLIES and 0 <= level.time < MOST_S
    if set(given) - set(Level._fields) or not is_limited or not 0 <= level.slip <= 1:
        raise ValueError(f"no level plays so: {' '.join(words)}")
    return level


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line on standard error and exits with status 2."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        self.exit(2, f"{self.prog}: {' '.join(message.split())}\n")


class ShowVersion(argparse.Action):
    """Print the version and exit; only then is it looked up, for that takes longer than starting a game."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """See `argparse.Action`."""
        metadata = importlib.import_module("importlib.metadata")
        print(f"{parser.prog.split()[0]} {metadata.version('arbitro')}")
        parser.exit()


def _digits(text: str) -> int:
    """Read a whole number as other programs do, which take no underscores and no digits of other scripts.

    Raises ValueError.
    """
    return int(text if text.isascii() and "_" not in text else "")


def whole(least: int, most: int) -> Callable[[str], int]:
    """Make a reader of whole numbers from `least` to `most`."""

    def read(text: str) -> int:
        try:
            value = _digits(text)
        except ValueError:
            value = least - 1
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"expected a whole number from {least} to {most}, got {text!r}")
        return value

    return read


def _number(text: str) -> float:
    """Read a number, nan if it is none: whatever is expected, nan is not."""
    try:
        return float(text)
    except ValueError:
        return float("nan")


def above_zero(what: str, most: float) -> Callable[[str], float]:
    """Give what reads a number above 0; `what` says in an error what was expected."""

    def read(text: str) -> float:
        value = _number(text)
        if not 0.0 < value <= most:
            raise argparse.ArgumentTypeError(f"expected {what} above 0 and at most {most:.0f}, got {text!r}")
        return value

    return read


def share(text: str) -> float:
    """Read a share of something: 0 to 1."""
    value = _number(text)
    if not 0.0 <= value <= 1.0:
        raise argparse.ArgumentTypeError(f"expected a share from 0 to 1, got {text!r}")
    return value


seconds = above_zero("seconds", 1e6)
passes = above_zero("a number of passes", 1000)
depth = whole(1, 1000)
nodes = whole(1, 2**62)
hash_mib = whole(1, 2**16)


def any_whole(text: str) -> int:
    """Read a whole number of any size."""
    try:
        return _digits(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a whole number, got {text!r}") from None


def arbiter_seed(parser: argparse.ArgumentParser) -> int | None:
    """Give the seed of the environment, None where there is none; refuse what is no number, as `--seed` does."""
    text = os.environ.get(SEED_VARIABLE)
    try:
        return any_whole(text) if text else None
    except argparse.ArgumentTypeError as error:
        parser.error(f"{SEED_VARIABLE} in the environment: {error}")


def cores() -> int:
    """Give the number of cores that this process may use."""
    return len(os.sched_getaffinity(0))


def add_hash(parser: argparse.ArgumentParser) -> None:
    """Add the one option that every search has."""
    parser.add_argument(
        "--hash",
        dest="hash_mib",
        metavar="MIB",
        type=hash_mib,
        default=HASH_MIB,
        help="transposition table (%(default)s)",
    )


def add_options(parser: argparse.ArgumentParser, default_time_s: float) -> None:
    """Add the options of a bot whose moves take `default_time_s` at full strength if the user sets no limit."""
    add = parser.add_argument
    add(
        "--time",
        dest="time_s",
        metavar="SECONDS",
        type=seconds,
        help=f"limit per move ({default_time_s:g} if none is set)",
    )
    add("--depth", metavar="PLIES", type=depth, help="limit per move")
    add("--nodes", metavar="N", type=nodes, help="limit per move; like --depth, the same on every machine")
    add(
        "--level",
        type=whole(0, FULL_STRENGTH),
        default=FULL_STRENGTH,
        help="0 random moves, 1 greedy, 2 to 9 look further and further, 10 full strength (%(default)s)",
    )
    add(
        "--seed",
        metavar="N",
        type=any_whole,
        help=f"make what is left to chance the same each time ({SEED_VARIABLE} of the environment)",
    )
    add_hash(parser)
    add("--verbose", action="store_true", help="search information on standard error")
    add("--version", action=ShowVersion, nargs=0, help="print the version")


def add_display(parser: argparse.ArgumentParser) -> None:
    """Add what `commands.run` obeys."""
    told = "play against it in the browser (arbiter serve)"
    parser.add_argument("--display", action="store_true", help=told)


def add_load(parser: argparse.ArgumentParser) -> None:
    """Add where a game on a terminal goes on."""
    told = "go on from there: what `save` has written, or a position, or moves"
    parser.add_argument("--load", metavar="FILE", type=_path, help=told)


def _path(text: str) -> object:
    return importlib.import_module("pathlib").Path(text)


def parse(
    prog: str,
    description: str,
    default_time_s: float,
    add_commands: Callable[[Callable[..., Parser]], None],
    arguments: Sequence[str],
    add_own: Callable[[Parser], None] | None = None,
    *,
    files: bool = False,
) -> argparse.Namespace:
    """Understand a bot's command line: its options alone, or a command and what belongs to that.

    `add_commands` gets `add_parser`; each command sets `run`, a function of the namespace that gives the exit status.
    `add_own` adds options of its own to those without a command, beside which it takes `files`: `scripts`, a list of
    their names.
    """
    plain = Parser(prog=prog, add_help=False)
    add_options(plain, default_time_s)
    if files:
        plain.set_defaults(scripts=[])
    if add_own:
        add_own(plain)
    add_display(plain)
    asks_for_help = not {"-h", "--help"}.isdisjoint(arguments)
    if not asks_for_help and (not arguments or arguments[0].startswith("-")):
        given, unknown = plain.parse_known_args(arguments)
        if not unknown:
            given.parser = plain
            return given  # nearly always, and the commands need not be known
    usage = f"%(prog)s [options]{' [FILE ...]' if files else ''}\n       %(prog)s COMMAND [options]"
    full = Parser(prog=prog, usage=usage, description=description, parents=[plain])
    commands = full.add_subparsers(prog=prog, metavar="COMMAND", title="commands, each with its own --help")
    add_commands(commands.add_parser)
    if not asks_for_help and arguments[0] not in commands.choices:
        # argparse would take the value of a misspelt option for a command and blame that.
        given, unknown = plain.parse_known_args(arguments)
        if files and all(word not in commands.choices and _is_script(word) for word in unknown):
            given.parser, given.scripts = plain, unknown
            return given
        plain.error(_why_unknown(prog, unknown, sorted(commands.choices), files=files))
    return full.parse_args(arguments, argparse.Namespace(parser=plain))


def _why_unknown(prog: str, words: Sequence[str], commands: Sequence[str], *, files: bool) -> str:
    """Say what is wrong with words that are no options of a bot without a command."""
    left = [word for word in words if word in commands or not (files and _is_script(word))]
    if not left[0].startswith("-") and left[0] not in commands:
        if left[0] != words[0]:  # behind a script
            return f"there is no file {left[0]!r}"
        return f"there is no command {left[0]!r}{', nor a file' * files}; expected one of {', '.join(commands)}"
    for word in left:
        if word in commands:
            return f"{word} comes before its options: {prog} {word} ..."
    return f"unrecognized arguments: {' '.join(left)}"


def _is_script(word: str) -> bool:
    return word == "-" or os.access(word, os.F_OK)
