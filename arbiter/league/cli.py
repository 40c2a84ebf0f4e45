"""The command line: `arbiter league PLAYERS.toml`."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console

from arbiter.host import protection
from arbiter.host.launch import LaunchError
from arbiter.host.view import view
from arbiter.host.visible import one_line
from arbiter.host.words import command_parser, positive_integer, whole_number
from arbiter.league import config, show
from arbiter.league.config import SUSPEND
from arbiter.league.play import ClusterError, Workers, on_cores, pardon, play
from arbiter.league.programs import Kit, kit, programs
from arbiter.league.store import Store, StoreError
from arbiter.play import showing
from arbiter.play.interrupt import Interrupt
from arbiter.play.live import Broadcast
from arbiter.play.options import add_guard_options, check_jobs
from arbiter.play.pool import WorkerError
from arbiter.play.table import cores

MOST_ELO = 1000
DESCRIPTION = """\
Play a league between the programs that a file names, and keep every game in a journal (SQLite). Started again with the
same words after whatever has stopped it, it goes on where it was. `arbiter report` makes a page of the journal,
`arbiter export` tables, `arbiter replay` shows a game."""


def main(argv: Sequence[str]) -> int:
    """Run `arbiter league`; exit status 0 played to the end, 1 the arbiter failed, 2 wrong command, 130 Ctrl-C,
    143 SIGTERM, 129 a terminal that has gone.
    """
    parser = _parser()
    options = parser.parse_args(argv[1:])
    check_jobs(parser, options.jobs)
    sprt = None if options.sprt is None else (options.sprt[0], options.sprt[1])
    if sprt and not all(abs(elo) <= MOST_ELO for elo in sprt):  # nan is not either
        parser.error(f"--sprt {sprt[0]:g} {sprt[1]:g}: expected two Elo differences from -{MOST_ELO} to {MOST_ELO}")
    if sprt and not sprt[0] < sprt[1]:
        parser.error(f"--sprt {sprt[0]:g} {sprt[1]:g}: the first Elo difference must be below the second")
    if options.cluster is None:
        if option := next((name for name in ("ship", "tls_ca", "tls_cert", "tls_key") if getattr(options, name)), None):
            parser.error(f"--{option.replace('_', '-')} goes with --cluster")
    elif options.jobs is not None:
        parser.error("--jobs is for this machine; a cluster plays a game on each of its workers")
    elif options.live or options.stream:
        parser.error(
            f"--{'live' if options.live else 'stream'} is for games of this machine, not for those of a cluster"
        )
    try:
        league = config.read(
            options.file,
            options.seed,
            sprt,
            namespaces=not options.no_namespace,
            sandbox=options.sandbox,
            suspend=options.suspend,
        )
    except OSError as error:
        parser.error(f"{options.file}: {error.strerror}")
    except (ValueError, tomllib.TOMLDecodeError) as error:
        parser.error(f"{options.file}: {error}")
    names = [entrant.name for entrant in league.entrants]
    if unknown := [name for name in options.pardon if name not in names]:
        parser.error(f"--pardon {unknown[0]}: no player has that name")
    try:
        with contextlib.closing(Store.begin(options.db or options.file.with_suffix(".db"), league)) as store:
            for name in options.pardon:
                pardon(store, names.index(name))
            return _play(store, options)
    except (StoreError, WorkerError, LaunchError, ClusterError) as error:
        print(f"arbiter: {error}", file=sys.stderr)
        return 1


@contextlib.contextmanager
def _workers(options: argparse.Namespace, league: config.League, interrupt: Interrupt) -> Iterator[Workers]:
    """Give who plays: processes on cores of this machine, or a cluster, whose library is imported only then."""
    if options.cluster is None:
        yield on_cores(cores()[: options.jobs or 1], interrupt)
        return
    try:
        needed = kit(league, ship=options.ship)
    except (OSError, ValueError) as error:
        raise ClusterError(f"--ship: {error}") from None
    with connected(options, needed, interrupt) as cluster:
        yield cluster


@contextlib.contextmanager
def connected(options: argparse.Namespace, needed: Kit, interrupt: Interrupt) -> Iterator[Workers]:
    """Connect to the cluster that `add_cluster` has read. Raises ClusterError."""
    try:
        cluster = importlib.import_module("arbiter.league.cluster")
    except ModuleNotFoundError as error:
        if error.name not in ("dask", "distributed"):
            raise
        raise ClusterError('--cluster needs dask.distributed; get it by: pip install ".[cluster]"') from None
    with cluster.connect(options.cluster, _tls(options), needed, interrupt, _say) as found:
        yield found.play


def _say(text: str) -> None:
    print(f"arbiter: {one_line(text)}", file=sys.stderr)


def _tls(options: argparse.Namespace) -> dict[str, str]:
    """Give the files of TLS by their names in `distributed.Security`."""
    files = {"tls_ca_file": options.tls_ca, "tls_client_cert": options.tls_cert, "tls_client_key": options.tls_key}
    return {name: str(file) for name, file in files.items() if file is not None}


def _play(store: Store, options: argparse.Namespace) -> int:
    league, status = store.league, 0
    outcomes = {outcome.game.number: outcome for outcome in store.outcomes()}
    for player, path in store.note_programs(programs(league)):
        _say(f"{path} of {player!r} has changed since it played before")
    notes = []
    for number, entrant in enumerate(league.entrants if league.sandbox else ()):
        rivals = league.rivals(number)
        if rivals is not None and (note := view(entrant.command, entrant.files, rivals).note):
            notes.append(note)
    if notes:
        others = f" (and so for {len(notes) - 1} other players)" if len(notes) > 1 else ""
        _say(f"{notes[0]}{others}; `files` gives more")
    interrupt = Interrupt()
    try:
        with (
            interrupt,
            _workers(options, league, interrupt) as workers,
            showing.shown(options, lambda: Broadcast.of_journal(store.path), store.path, _say) as live,
            show.live(league, outcomes, lambda: store.counts()[1]) as update,
            contextlib.closing(play(store, workers, live)) as games,
        ):
            for outcome in games:
                outcomes[outcome.game.number] = outcome
                update()
    except KeyboardInterrupt:
        status = interrupt.status
        finished, scheduled = store.counts()
        _say(f"interrupted after {finished} of {scheduled} games; go on: same command")
    found = store.outcomes()
    Console(width=None if sys.stdout.isatty() else 10_000, highlight=False).print(show.table(league, found))
    for line in (*show.lines(league, found), *show.unplayed(league, found)):
        print(line)
    if repeated := sum(games for _, _, games in store.repeats()):
        print(
            f"{repeated} of {len(found)} games repeat another one move by move: they count, but tell nothing new, "
            "and true errors are larger"
        )
    seen = store.protections()
    if league.sandbox and league.namespaces and (gaps := protection.gaps(seen, read_all=league.read_all)):
        _say(gaps)
    return status


def _address(text: str) -> str:
    """Read the address of a cluster."""
    if match := re.fullmatch(r"local:([1-9]\d*)", text):
        if int(match[1]) > len(cores()):
            raise argparse.ArgumentTypeError(f"each worker needs a core to itself, and there are {len(cores())}")
        return text
    if not re.fullmatch(r"(tcp|tls)://[^/]+:\d+", text):
        raise argparse.ArgumentTypeError(f"expected tcp://HOST:PORT, tls://HOST:PORT or local:N, got {text!r}")
    return text


def add_cluster(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the options that tell where games are played, or whatever is done with them."""
    parser.add_argument(
        "--cluster",
        type=_address,
        metavar="ADDRESS",
        help=f"{what} on the workers of the dask scheduler at tcp://HOST:PORT or tls://HOST:PORT, or of a cluster of N "
        "workers started here: local:N (docs/cluster.md)",
    )
    for name, file in (("ca", "the authority's certificate"), ("cert", "our certificate"), ("key", "our key")):
        parser.add_argument(f"--tls-{name}", type=Path, metavar="FILE", help=f"with --cluster tls://...: {file}")


def _parser() -> argparse.ArgumentParser:
    parser = command_parser("arbiter league", DESCRIPTION)
    parser.add_argument("file", type=Path, metavar="PLAYERS.toml", help="players, game and format: docs/league.md")
    parser.add_argument("--db", type=Path, metavar="FILE", help="the journal (the name of the TOML file, with .db)")
    parser.add_argument(
        "--jobs", type=positive_integer, metavar="N", help="games played at once, each on its own core (1)"
    )
    add_cluster(parser, "play")
    parser.add_argument(
        "--ship", action="store_true", help="with --cluster: send workers the players' files that have relative names"
    )
    parser.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="two players: stop when one of two Elo differences of the first player is rejected, with 5 %% of error",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="decides what chance decides (the file's, or 0)")
    parser.add_argument(
        "--suspend",
        type=whole_number,
        metavar="K",
        help=f"play no more games of who has forfeited K by the same cause; 0: of everybody (the file's, or {SUSPEND})",
    )
    parser.add_argument(
        "--pardon",
        action="append",
        default=[],
        metavar="NAME",
        help="play the games of a suspended player after a mend",
    )
    showing.add_options(parser)
    add_guard_options(parser)
    return parser
