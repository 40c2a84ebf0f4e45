"""The command line of what is made from a league's journal: `arbiter report`, `arbiter export`, `arbiter replay`."""

from __future__ import annotations

import argparse
import contextlib
import csv
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console

from arbiter.games import catalogue
from arbiter.host.words import positive_integer
from arbiter.league.store import Store, StoreError
from arbiter.pages import league, page, verdicts
from arbiter.pages.terminal import tell
from arbiter.play.options import add_engine
from arbiter.play.record import MatchRecord
from arbiter.review.result import of_store
from arbiter.review.run import Request, find

COLUMNS = (
    *("number", "round", "a", "b", "first", "opening", "start", "score_a", "score_b", "end", "offender", "reason"),
    *("moves", "wall_s_a", "wall_s_b", "cpu_s_a", "cpu_s_b", "peak_mib_a", "peak_mib_b"),
)


def main(argv: Sequence[str]) -> int:
    """Run `arbiter report`, `export` or `replay`; exit status 0, 1 for a journal that cannot be read, 2, 130."""
    options = _parser(argv[0]).parse_args(argv[1:])
    commands: dict[str, Callable[[Store, argparse.Namespace], int]] = {
        "report": _report,
        "export": _export,
        "replay": _replay,
    }
    try:
        with contextlib.closing(Store.open(options.db)) as store:
            return commands[argv[0]](store, options)
    except StoreError as error:
        print(f"arbiter: {error}", file=sys.stderr)
        return 1


def _report(store: Store, options: argparse.Namespace) -> int:
    if sys.stdout.isatty():
        print("arbiter: the page is not shown on a terminal; add > league.html to keep it", file=sys.stderr)
        return 2
    page.write(league.render(store, catalogue.game(store.league.game), engine=options.engine))
    return 0


def _export(store: Store, options: argparse.Namespace) -> int:
    if options.format == "jsonl":
        archive = of_store(store)
        marks = archive.shelf.marks()
        for game, record in store.records():
            values = {"round": game.round, "opening": game.opening} | record.to_json()
            entry = archive.entry(game, record)
            if review := find(archive, marks, entry):
                values["review"] = verdicts.to_json(archive, entry, review)
            print(json.dumps(values))
        return 0
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    for game, r in store.records():
        a, b = r.costs
        offender = "" if r.offender is None else r.players[r.offender]
        where = (r.number, game.round, *r.players, r.players[r.first], game.opening, r.start.replace("\n", " "))
        costs = (f"{x:.6g}" for x in (a.wall_s, b.wall_s, a.cpu_s, b.cpu_s, a.peak_mib, b.peak_mib))
        writer.writerow([*where, *r.scores, r.end.name, offender, r.reason, len(r.turns), *costs])
    return 0


def _replay(store: Store, options: argparse.Namespace) -> int:
    for game, record in list(store.records(options.game)):
        if sys.stdout.isatty() or options.text:
            tell(record, catalogue.game(record.game), Console(highlight=False))
        else:
            commands = [(f"command of {e.name}", e.command) for e in (store.league.entrants[p] for p in game.players)]
            shown = (("round", str(game.round)), ("opening", str(game.opening)), *commands)
            match = MatchRecord(record.game, record.players, 1, shown, (record,), False)
            review = verdicts.view(of_store(store), Request(frozenset([options.game])))
            page.write(page.render(match, catalogue.game(record.game), True, engine=options.engine, review=review))
        return 0
    print(f"arbiter: {options.db}: game {options.game} is not finished, or was never scheduled", file=sys.stderr)
    return 1


def _parser(command: str) -> argparse.ArgumentParser:
    what = {
        "report": "Write the page of a league (HTML) to standard output: standings, tables, plots, and every game.",
        "export": "Write every finished game of a league to standard output.",
        "replay": "Write the page of one game, with all its positions; on a terminal, show them as text.",
    }
    parser = argparse.ArgumentParser(prog=f"arbiter {command}", description=what[command], allow_abbrev=False)
    parser.add_argument("db", type=Path, metavar="LEAGUE.db", help="the journal that `arbiter league` has written")
    if command == "export":
        parser.add_argument(
            "--format",
            choices=("csv", "jsonl"),
            default="csv",
            help="csv, a line a game (%(default)s), or JSON Lines with all moves",
        )
    else:
        add_engine(parser)
    if command == "replay":
        parser.add_argument(
            "--text", action="store_true", help="text wherever it goes: plain, but on a terminal in colours"
        )
        parser.add_argument("game", type=positive_integer, metavar="GAME", help="number of the game")
    return parser
