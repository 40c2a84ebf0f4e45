"""What the command `solve-openings` does, and the table that it writes (bots/othello/openings.py reads it)."""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn

from arbiter.games.othello import law
from bots import options
from bots.othello import openings
from bots.othello.book import NAME as BLACK
from bots.othello.proof import certificate
from bots.othello.proof.boards import Board, law_position, mover_of
from bots.othello.proof.openings import OPENINGS, Opening, Openings
from bots.othello.proof.shelf import digest
from bots.othello.proof.store import Store, telling_of_its_file
from native.othello.engine import flips

WHITE = "white.txt.gz"
HOUSE = Path(openings.__file__).parent


@telling_of_its_file
def solve_openings(parser: options.Parser, given: argparse.Namespace) -> int:
    """Prove what is left, and write table and certificates; give the exit status: 1 if not all is known."""
    folder = given.output or given.file.parent
    try:
        store = Store(given.file)
        folder.mkdir(parents=True, exist_ok=True)
        for path in sorted(folder.glob("openings.*gz")):
            if store.written(digest(path.read_bytes()), openings.NAME, path.name) is None:
                raise ValueError(f"--output: {path} is there, and not from {given.file}: expected another folder")
    except ValueError as error:
        parser.error(str(error))
    except OSError as error:
        parser.error(f"--output: {folder}: {error.strerror}")
    claimed = [certificate.read(HOUSE / name) for name in (BLACK, WHITE)]
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), TextColumn("{task.fields[last]}"), TimeElapsedColumn()
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("who wins", total=None, last="")
        work = Openings(store, given.jobs, given.hash_mib, claimed, lambda last: bar.update(task, last=last))
        work.decide_winners(given.nodes, given.nodes_per_move)
        bar.update(task, description="by how much")
        work.find_margins(given.nodes_per_margin)
        bar.update(task, description="certificates")
        work.defend(given.certify)
    for made in work.certificates():
        path = folder / certificate.OF_OPENINGS.format(side=certificate.NAMES[made.side], margin=made.margin)
        _write(store, path, certificate.packed(made))
        solved = sum(move is None for move in made.lines.values())
        print(f"{len(made.roots)} claims\t{len(made.lines)} lines, {solved} to be solved again\t{path}")
    table = work.table()
    limits = (
        f"--nodes {given.nodes} --nodes-per-move {given.nodes_per_move} --nodes-per-margin {given.nodes_per_margin}"
    )
    made_by = f"othello-bot solve-openings {limits} --hash {given.hash_mib} --jobs {given.jobs}"
    _write(store, folder / openings.NAME, packed(table, made_by))
    count, nodes, seconds = store.work()
    print(f"work\t{count} answers\t{nodes} nodes\t{seconds:.0f} s")
    return 0 if tell(table) else 1


def _write(store: Store, path: Path, data: bytes) -> None:
    """Write a file, all or nothing, that the same work may replace when it knows more."""
    store.keep_written(digest(data), openings.NAME, path.name, 0)
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(data)
    part.replace(path)


def tell(table: Mapping[Board, Opening]) -> bool:
    """Print what is known after so many plies; tell whether that is all that was asked."""
    complete = True
    for plies in range(OPENINGS.plies + 1):
        here = [bounds for board, (bounds, *_) in table.items() if (board[0] | board[1]).bit_count() == plies + 4]
        margins = sum(least == most for least, most in here)
        won, lost = sum(least > 0 for least, _ in here), sum(most < 0 for _, most in here)
        drawn = sum(least == most == 0 for least, most in here)
        print(f"{plies} plies\t{len(here)} positions\t{margins} margins\t{won} won, {drawn} drawn, {lost} lost")
        complete &= won + drawn + lost == len(here) and (plies > OPENINGS.margin_plies or margins == len(here))
    return complete


def packed(table: Mapping[Board, Opening], made: str) -> bytes:
    """Give the bytes of the table's file; equal ones make equal files."""
    lines = []
    for board, (bounds, move, nodes) in table.items():
        position, symmetry = certificate.smallest(law_position(board, mover_of(board)))
        text = "- -"
        if move is not None:
            square = certificate.SYMMETRIES[symmetry].index(move)
            assert flips(*board, move)
            text = law.TEXT[square]
        lines.append(f"{law.format_position(position)} {bounds.least:+d} {bounds.most:+d} {text} {nodes}")
    return gzip.compress("\n".join([made, *sorted(lines), ""]).encode(), 9, mtime=0)
