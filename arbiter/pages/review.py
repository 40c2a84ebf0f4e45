"""The command line `arbiter review`: engines judge what was played; a page or data says where it was lost."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from arbiter.host.launch import LaunchError
from arbiter.host.visible import one_line
from arbiter.host.words import command_parser, positive_integer, seconds
from arbiter.league.cli import add_cluster, connected
from arbiter.league.play import ClusterError, Workers, on_cores
from arbiter.league.programs import Kit
from arbiter.league.store import StoreError
from arbiter.pages import league, page, student, verdicts
from arbiter.play.interrupt import Interrupt
from arbiter.play.options import add_engine, check_jobs
from arbiter.play.pool import WorkerError
from arbiter.play.progress import progress
from arbiter.play.table import cores
from arbiter.review.course import ReviewError
from arbiter.review.judge import TIME_S, Effort
from arbiter.review.result import Archive, open_result
from arbiter.review.run import Request, engine_command, judge, missing, reviews

DESCRIPTION = """\
Let engines judge every position of games that were played, and say what each move gave away (docs/review.md). RESULT is
the journal of a league, or a file that --json of a match has written. What was judged is kept beside the games: what is
there already is not judged again. The page goes to standard output; on a terminal, a table instead."""
RESTARTS = 3
"""How often workers that somebody has killed are replaced while no game is judged."""


def main(argv: Sequence[str]) -> int:
    """Run `arbiter review`; exit status 0, 1 something could not be judged or read, 2 wrong command, 130 Ctrl-C,
    143 SIGTERM, 129 a terminal that has gone.
    """
    parser = _parser()
    options = parser.parse_args(argv[1:])
    if options.cluster and options.jobs:
        parser.error("--jobs is for this machine; a cluster judges a game on each of its workers")
    check_jobs(parser, options.jobs)
    given = options.time, options.depth, options.exact
    effort = Effort(*given) if any(given) else None
    try:
        with contextlib.closing(open_result(options.result)) as result:
            try:
                player = None if options.player is None else result.player(options.player)
                engine_command(result.game, options.analyse)
            except ValueError as error:
                _say(str(error))
                return 2
            request = Request(options.games, player, options.analyse, effort)
            status = _judge(result, request, options)
            return status or _show(result, request, options)
    except (StoreError, WorkerError, LaunchError, ClusterError, ReviewError) as error:
        _say(str(error))
        return 1


def _judge(result: Archive, request: Request, options: argparse.Namespace) -> int:
    """Judge what has no review yet; give the exit status."""
    failures = 0
    errors: dict[int, str] = {}
    interrupt = Interrupt()
    while todo := [entry for entry in missing(result, request) if entry.record.number not in errors]:
        before = len(todo)
        try:
            with (
                interrupt,
                _workers(options, interrupt) as workers,
                progress(before) as advance,
                contextlib.closing(judge(result, todo, request, workers)) as answers,
            ):
                for answer in answers:
                    before -= 1
                    advance()
                    if answer.error:
                        errors[answer.record.number] = answer.error
        except KeyboardInterrupt:
            _say(f"interrupted, {before} of {len(todo)} games are still to be judged; go on: same command")
            return interrupt.status
        except WorkerError:
            failures = failures + 1 if before == len(todo) else 0
            if failures > RESTARTS:
                raise
    if errors:
        number, why = min(errors.items())
        _say(f"{len(errors)} games could not be judged; game {number}: {why}")
    return int(bool(errors))


@contextlib.contextmanager
def _workers(options: argparse.Namespace, interrupt: Interrupt) -> Iterator[Workers]:
    if options.cluster is None:
        yield on_cores(cores()[: options.jobs or None], interrupt)
        return
    with connected(options, Kit(()), interrupt) as workers:
        yield workers


def _show(result: Archive, request: Request, options: argparse.Namespace) -> int:
    if options.format == "csv":
        verdicts.write_csv(sys.stdout, result, request)
    elif options.format == "json":
        verdicts.write_json(sys.stdout, result, request)
    elif sys.stdout.isatty():
        for line in verdicts.text(verdicts.view(result, request)):
            print(line)
        _say("the page is not shown on a terminal; add > review.html to keep it")
    else:
        page.write(_page(result, request, options))
    return 0


def _page(result: Archive, request: Request, options: argparse.Namespace) -> str:
    if request.player is not None:
        return student.render(result, request.player, list(reviews(result, request)))
    if result.store:
        return league.render(result.store, result.game, engine=options.engine)
    assert result.match
    found = verdicts.view(result, request)
    return page.render(result.match, result.game, True, engine=options.engine, review=found)


def _say(text: str) -> None:
    print(f"arbiter: {one_line(text)}", file=sys.stderr)


@dataclasses.dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers in ranges, which may be long."""

    ranges: tuple[range, ...]

    def __contains__(self, number: object) -> bool:
        """Tell whether a number is in one of them."""
        return any(number in numbers for numbers in self.ranges)


def _numbers(text: str) -> Numbers:
    """Read numbers and ranges of games, such as `1,4-9`."""
    found = []
    for part in text.split(","):
        first, dash, last = part.partition("-")
        try:
            low, high = positive_integer(first), positive_integer(last if dash else first)
        except argparse.ArgumentTypeError:
            low, high = 1, 0
        if high < low:
            raise argparse.ArgumentTypeError(f"expected numbers of games such as 3 or 1,4-9, got {text!r}")
        found.append(range(low, high + 1))
    return Numbers(tuple(found))


def _parser() -> argparse.ArgumentParser:
    parser = command_parser("arbiter review", DESCRIPTION)
    parser.add_argument("result", type=Path, metavar="RESULT", help="a journal, or a file of --json")
    parser.add_argument("--games", type=_numbers, metavar="N,N-N", help="only these (all)")
    parser.add_argument("--player", metavar="NAME", help="only the games of this player, and a page about it")
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument("--time", type=seconds, metavar="SECONDS", help=f"for a game ({TIME_S:g})")
    effort.add_argument("--depth", type=positive_integer, metavar="N", help="plies, always the same; no clock decides")
    effort.add_argument("--exact", action="store_true", help="prove every value, however long that takes")
    parser.add_argument(
        "--analyse", metavar="COMMAND", help='who judges, such as "ENGINE analyse" (the game\'s engine)'
    )
    parser.add_argument("--jobs", type=positive_integer, metavar="N", help="games judged at once (all cores)")
    add_cluster(parser, "judge")
    parser.add_argument(
        "--format",
        choices=("html", "csv", "json"),
        default="html",
        help="the page (%(default)s), or data: a line a move",
    )
    add_engine(parser)
    return parser
