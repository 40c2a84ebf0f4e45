"""The sub-commands that all two-player bots share: `perft`, `bench` and `analyse`."""

from __future__ import annotations

import argparse
import importlib
import itertools
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from bots import options
from bots.process import note, set_up_streams
from native.common.context import Limits, Report

P = TypeVar("P")

ANALYSE_TIME_S = 1.0
LONGEST_LINE = 1 << 16
"""More is no position: a device may have no end."""
MOST_PERFT = 60
"""Plies, which nobody will wait for."""
COLUMNS = {"value": 5, "move": 5, "depth": 5, "nodes": 14, "seconds": 9, "principal variation": 0}
"""What `analyse` prints of a position, and how wide on a terminal."""
OWN_LIMIT = re.compile(r"(exact|(?:depth|nodes|time) [0-9.]+)")

ANALYSE_HELP = """\
Reads one position a line; blank lines and what follows a # are skipped. A position is
{notation}.
Behind it, and a tab, may stand a limit of its own: depth N, nodes N, time S or exact.

For each it prints one line, at once: {columns}.
The value is for the side to move; the depth is "exact" where the value is proved; a move that does not exist is "-".
The moves of the variation are separated by commas, the columns by tabs; on a terminal they are aligned under a header.
"""


class Analyst(Protocol[P]):
    """What a game brings along: its notation, its positions, its engine. A position `P` knows the side to move."""

    @property
    def start(self) -> P:
        """The initial position."""
        ...

    @property
    def bench(self) -> Sequence[tuple[P, int | None]]:
        """Positions to measure the engine by, with the depth of the search; None is to solve exactly."""
        ...

    def parse(self, text: str) -> P:
        """Read a position; ValueError says what is wrong and what was expected."""
        ...

    def move_text(self, move: int) -> str:
        """Write a move as the game's protocol does."""
        ...

    def perft(self, position: P, depth: int) -> int:
        """Count the move sequences of exactly `depth` plies."""
        ...

    def search(self, position: P, limits: Limits) -> Report:
        """Find the best move within `limits`."""
        ...

    def solve(self, position: P) -> Report:
        """Find the best move and prove its value."""
        ...

    def clear(self) -> None:
        """Forget earlier searches."""
        ...


def run(
    name: str,
    description: str,
    default_time_s: float,
    add_own: Callable[[Callable[..., options.Parser]], None],
    serve: Callable[[argparse.Namespace], int],
    words: Sequence[str],
    add_options: Callable[[options.Parser], None] | None = None,
    *,
    files: bool = False,
) -> int:
    """Run a bot with the words of its command line, `serve` without a command; give its exit status.

    `add_options` adds options of its own to those without a command. With `files` it takes such as well, `scripts`.
    """
    set_up_streams(name)
    given = options.parse(name, description, default_time_s, add_own, words, add_options, files=files)
    try:
        if getattr(given, "display", False):
            importlib.import_module("bots.display").become_table(name, words, given)
        return int(getattr(given, "run", serve)(given))
    except (MemoryError, OSError) as error:
        note(f"{name}: {_plain(error)}")
        return 2


def _plain(error: MemoryError | OSError) -> str:
    """Say what the system had against a file without its number; what we raise ourselves stays as it is."""
    if isinstance(error, OSError) and error.strerror and error.filename:
        return f"{error.filename}: {error.strerror}"
    return str(error) or "no memory"


def add_commands(
    add_parser: Callable[..., options.Parser],
    make: Callable[..., Analyst[P]],
    notation: str,
    *,
    values: str = "",
    own: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    ways: Mapping[str, str] = MappingProxyType({}),
    from_file: Callable[[str], Iterator[str]] = lambda path: iter(()),
) -> None:
    """Add the sub-commands to a parser; `make` gives the game for a table of so many MiB, `notation` explains `P`.

    `values` explains the game's values to the readers of `analyse --help`. `own` are its own options of `analyse`, as
    `add_argument` takes them; `make` gets their values by name. `ways` are other ways to count, options of `perft` with
    their help, which its `perft` takes by name. `from_file` gives the positions of a file
    that `analyse` shall not read line by line, if it is such a file.
    """
    perft = add_parser(
        "perft",
        help="count move sequences",
        description="Count the move sequences of 1 to DEPTH plies, one line a depth, two columns separated by a tab.",
        usage=" ".join(["%(prog)s [-h]", *(f"[{way}]" for way in ways), "DEPTH [POSITION]"]),
    )
    for way, what in ways.items():
        perft.add_argument(way, action="store_true", help=what)
    perft_depth = perft.add_argument("depth", metavar="DEPTH", type=options.whole(0, MOST_PERFT))
    # REMAINDER, because a board may begin with "-".
    position = perft.add_argument(
        "position", metavar="POSITION", nargs=argparse.REMAINDER, help=f"{notation}; if left out, the start"
    )
    # argparse would ask for both, and not say for what; `nargs="?"` would let the position swallow --help.
    perft_depth.required = position.required = False
    perft.set_defaults(run=lambda given: _perft(perft, make(1), given, list(ways)))

    bench = add_parser("bench", help="measure the engine", description="Search fixed positions to fixed depths.")
    bench.set_defaults(run=lambda _: _bench(make(options.HASH_MIB)))

    analyse = add_analyse(add_parser, notation, values)
    limit = analyse.add_mutually_exclusive_group()
    limit.add_argument(
        "--time",
        dest="time_s",
        metavar="S",
        type=options.seconds,
        help=f"per position ({ANALYSE_TIME_S:g} if no limit is set)",
    )
    limit.add_argument("--depth", metavar="N", type=options.depth, help="plies to search")
    limit.add_argument("--nodes", metavar="N", type=options.nodes, help="per position; like --depth, always the same")
    limit.add_argument("--exact", action="store_true", help="prove the value, however long it takes")
    options.add_hash(analyse)
    names = [analyse.add_argument(option, **settings).dest for option, settings in own.items()]
    analyse.add_argument("file", metavar="FILE", nargs="?", default="-", help="positions (standard input)")

    def run_analyse(given: argparse.Namespace) -> int:
        game = make(given.hash_mib, **{name: getattr(given, name) for name in names})
        limits = Limits(given.time_s, given.nodes, given.depth)
        if limits == Limits():
            limits = Limits(time_s=ANALYSE_TIME_S)

        def answer(position: P, own: Limits | None, *, exact: bool) -> list[str]:
            game.clear()  # each answer depends on its line alone
            return _cells(game, game.solve(position) if exact else game.search(position, own or limits))

        return answer_lines(analyse, given.file, game.parse, answer, exact=given.exact, from_file=from_file)

    analyse.set_defaults(run=run_analyse)


def add_train(add_parser: Callable[..., options.Parser], module: str) -> None:
    """Add the sub-command by which an evaluation is learned; `module` has what sets its parser up."""
    train = add_parser("train", help="learn the evaluation", description="Learn the evaluation by self-play.")
    if sys.argv[1:2] == ["train"]:
        _learning(train, module).set_up(train)


def add_teach(add_parser: Callable[..., options.Parser], module: str) -> None:
    """Add the sub-command by which a large network labels positions; `module` has the SUBJECT, with a view."""
    about = "Learn a large network from rounds of `train`, and write what it says of positions, as one more round."
    parser = add_parser("teach", help="learn a large network that teaches the evaluation", description=about)
    if sys.argv[1:2] == ["teach"]:
        subject = _learning(parser, module).SUBJECT
        importlib.import_module("bots.training.teaching").set_up(parser, subject, subject.view)


def _learning(parser: options.Parser, module: str) -> Any:
    """Give a module that needs numpy; players do not."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        parser.error(f'needs {error.name}: pip install "arbitro[train]"')


def add_analyse(add_parser: Callable[..., options.Parser], notation: str, values: str = "") -> options.Parser:
    """Add the sub-command `analyse`, without options, which explains positions and values."""
    return add_parser(
        "analyse",
        help="evaluate positions",
        description=ANALYSE_HELP.format(notation=notation, columns=", ".join(COLUMNS)) + values,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _perft(parser: options.Parser, game: Analyst[P], given: argparse.Namespace, ways: list[str]) -> int:
    chosen, typed = {}, given.position or []
    given.position = [word for word in typed if word not in ways]
    for way in ways:
        name = way.removeprefix("--").replace("-", "_")
        chosen[name] = getattr(given, name) or way in typed  # REMAINDER has swallowed what follows DEPTH

    if given.depth is None:
        parser.error(f"DEPTH: expected a whole number from 0 to {MOST_PERFT}, found nothing")
    try:
        position = game.parse(" ".join(given.position)) if given.position else game.start
    except ValueError as error:
        parser.error(f"POSITION: {error}")
    count: Callable[..., int] = game.perft
    for depth in range(min(1, given.depth), given.depth + 1):
        print(depth, count(position, depth, **chosen), sep="\t", flush=True)
    return 0


def _bench(game: Analyst[P]) -> int:
    total, begin = 0, time.perf_counter()
    for position, depth in game.bench:
        game.clear()
        report = game.solve(position) if depth is None else game.search(position, Limits(depth=depth))
        total += report.nodes
    used_s = time.perf_counter() - begin
    print(f"positions  {len(game.bench)}")
    print(f"nodes      {total}")
    print(f"nodes/s    {total / used_s:.0f}")
    print(f"signature  {total}")
    return 0


def answer_lines(
    parser: options.Parser,
    file: str,
    parse: Callable[[str], P],
    answer: Callable[..., list[str]],
    *,
    exact: bool = False,
    from_file: Callable[[str], Iterator[str]] = lambda path: iter(()),
) -> int:
    """Print a row for each position of a file: the cells of `answer(position, own limit or None, exact=...)`."""
    aligned = sys.stdout.isatty()
    if aligned:
        print(_row(list(COLUMNS), aligned))
    try:
        whole = list(from_file(file))
    except ValueError as error:
        parser.error(str(error))
    for number, line in enumerate(whole, 1) if whole else _lines(parser, file):
        text, limit = _own_limit(line.partition("#")[0].strip())
        if not text:
            continue
        try:
            position = parse(text)
            own = _limits(limit)
        except (ValueError, argparse.ArgumentTypeError) as error:
            parser.error(f"line {number}: {error}")
        print(_row(answer(position, own, exact=limit == "exact" or (exact and own is None)), aligned), flush=True)
    return 0


def _own_limit(text: str) -> tuple[str, str]:
    """Give a position and the limit behind it, "" if there is none."""
    position, tab, limit = text.rpartition("\t")
    return (position.strip(), limit.strip()) if tab and OWN_LIMIT.fullmatch(limit.strip()) else (text, "")


def _limits(text: str) -> Limits | None:
    """Read a limit. Raises ArgumentTypeError."""
    match text.split():
        case ["depth", plies]:
            return Limits(depth=options.depth(plies))
        case ["nodes", nodes]:
            return Limits(nodes=options.nodes(nodes))
        case ["time", time_s]:
            return Limits(time_s=options.seconds(time_s))
    return None


def _lines(parser: options.Parser, file: str) -> Iterator[tuple[int, str]]:
    """Give the numbered lines of `file`, "-" for standard input, each as soon as it is there."""
    try:
        fd = 0 if file == "-" else os.open(file, os.O_RDONLY | os.O_CLOEXEC)
        with os.fdopen(fd, encoding="utf-8-sig", errors="replace") as stream:
            for number in itertools.count(1):
                if len(line := stream.readline(LONGEST_LINE + 1)) > LONGEST_LINE:
                    parser.error(f"line {number}: more than {LONGEST_LINE:,} characters; expected a position")
                if not line:
                    return
                yield number, line
    except OSError as error:
        parser.error(f"cannot read {'standard input' if file == '-' else file}: {error.strerror}")


def _cells(game: Analyst[P], report: Report) -> list[str]:
    decided = "exact" if report.exact else "won" if report.won else "lost" if report.lost else ""
    return [
        f"{report.score:+d}",
        "-" if report.move is None else game.move_text(report.move),
        decided or str(report.depth),
        str(report.nodes),
        f"{report.time_s:.3f}",
        ", ".join(map(game.move_text, report.pv)) or "-",
    ]


def _row(cells: Sequence[str], aligned: bool) -> str:
    if not aligned:
        return "\t".join(cells)
    return "  ".join(cell.rjust(width) for cell, width in zip(cells, COLUMNS.values(), strict=True))
