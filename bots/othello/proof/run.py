"""What the commands `solve` and `verify-proof` do."""

from __future__ import annotations

import argparse
import contextlib
import os
import time
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from arbiter.games.othello import law
from bots import options
from bots.othello.proof import certificate, verify
from bots.othello.proof.picture import picture
from bots.othello.proof.shelf import Shelf
from bots.othello.proof.solve import Progress as Step
from bots.othello.proof.solve import Prover, questions
from bots.othello.proof.store import Store, telling_of_its_file
from bots.process import STDOUT, note
from native.othello.check import Checker
from native.othello.engine import START

SIX_BY_SIX = sum(0b0111_1110 << 8 * row for row in range(1, 7))
"""The squares of a board of 6x6 around the same four in the middle."""


@telling_of_its_file
def solve(parser: options.Parser, given: argparse.Namespace) -> int:
    """Prove bounds of a position's margin; give the exit status: 1 if the one question was not answered."""
    if given.size == 6:
        others = (
            given.alpha,
            given.output,
            given.nodes,
            given.file if given.file != parser.get_default("file") else None,
        )
        if given.position or any(other is not None for other in others):
            parser.error("--size 6 solves the start, and takes no position, --alpha, --nodes, --file or --output")
        return _solve_six()
    if given.nodes is not None and given.alpha is None:
        parser.error("--nodes limits the one question of --alpha; expected both")
    try:
        position = law.parse_position(" ".join(given.position)) if given.position else law.Position()
        store = Store(given.file)
        beside = given.output or given.file.parent
        folder = Shelf(beside, store, position)
    except ValueError as error:
        parser.error(str(error))
    except OSError as error:
        parser.error(f"--output: {beside}: {error.strerror}")
    leaf = given.leaf if given.nodes is None else min(given.leaf, given.nodes)
    prover = Prover(position, store, given.jobs, given.hash_mib, leaf)
    asked: Iterable[tuple[int, int | None]] = questions(prover.bounds)
    lower, upper = prover.bounds()
    if given.alpha is not None:
        asked = [(given.alpha, given.nodes)]
    elif lower == upper:  # all that is left to do is to write the certificates, from what FILE knows
        asked = [(alpha, None) for alpha in (lower - 1, lower) if -64 <= alpha < 64]
    answered = True
    with _progress() as bar:
        task = bar.add_task("", total=None, share="")
        begin = time.monotonic()

        def show(step: Step) -> None:
            pace_s = (time.monotonic() - begin) / step.searched if step.searched else 0.0
            left_s = pace_s * step.nodes * (1 / step.settled - 1) if pace_s and step.settled else None
            share = f"{step.settled:.1%} settled, {step.nodes / 1e6:,.0f} M nodes, {step.positions} positions; "
            share += "no estimate yet" if left_s is None else f"about {left_s / 60:,.0f} min left"
            bar.update(task, description=f"more than {step.alpha:+d}?", share=share)

        for alpha, budget in asked:
            begin = time.monotonic()
            made = prover.prove(alpha, budget, show)
            answered = made is not None
            if made is None:
                continue
            path = folder.write(made)
            prover.keep(made)
            print(f"{certificate.NAMES[made.side]} gets at least {made.margin:+d}\t{path}", flush=True)
    prover.close()
    count, nodes, seconds = store.work()
    lower, upper = prover.bounds()
    print(f"margin of the side to move\t{lower:+d} to {upper:+d}")
    print(f"work\t{count} answers\t{nodes} nodes\t{seconds:.0f} s")
    return 0 if answered else 1


def _solve_six() -> int:
    """Solve the board of 6x6, in the middle of the other one, from the start; by the checker, as this is so little."""
    checker, begin = Checker(squares=SIX_BY_SIX), time.monotonic()
    value = checker.margin(*START)
    print(f"margin of the side to move\t{value:+d} to {value:+d}")
    print(f"work\t{time.monotonic() - begin:.2f} s")
    return 0


def _progress() -> contextlib.AbstractContextManager[Progress]:
    return _shown(TextColumn("{task.description}"), TextColumn("{task.fields[share]}"), TimeElapsedColumn())


@contextlib.contextmanager
def _shown(*columns: ProgressColumn) -> Iterator[Progress]:
    console = Console(stderr=True)
    bar = Progress(
        *columns,
        console=console,
        disable=not console.is_terminal,
        transient=True,
        redirect_stdout=os.isatty(STDOUT),  # else what is printed meanwhile would go to the terminal, not into the file
    )
    with bar:
        console.show_cursor()  # Ctrl-C leaves at once, and would leave the terminal without one
        yield bar


def verify_proof(parser: options.Parser, given: argparse.Namespace) -> int:
    """Check a certificate; give the exit status: 1 if it does not hold, or not all of it was confirmed."""
    nodes, open_ = list[int](), 0
    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed:.0f} of {task.total:.0f}")
    try:
        with _shown(*columns, TimeElapsedColumn(), TextColumn("left:"), TimeRemainingColumn()) as bar:
            task = bar.add_task("reading", total=1)
            proof = certificate.read(given.certificate)
            if given.picture and given.picture.exists() and given.picture.samefile(given.certificate):
                parser.error(f"--picture: {given.picture} is the certificate; expected another file")
            begin = time.monotonic()
            bar.reset(task, description="walking by the law", total=len(proof.lines))
            top = verify.walk(proof, lambda lines: bar.update(task, completed=lines))
            if given.picture:  # before what takes longer, or a wrong name would be told when all is done
                try:
                    given.picture.write_text(picture(top.width), encoding="utf-8")
                except OSError as error:  # which names no file where the disk is full
                    parser.error(f"{given.picture}: {error.strerror}")
            chosen = top.solved if given.sample is None else verify.sample(top.solved, given.sample, given.seed)
            bar.reset(task, description="solving again", total=len(chosen))
            for position, visited, confirmed in verify.solve(proof, chosen, given.jobs, given.leaf):
                nodes.append(visited)
                if not confirmed:
                    open_ += 1
                    note(f"{parser.prog}: not confirmed: {law.format_position(position)} (open after {visited} nodes)")
                bar.advance(task)
    except OSError as error:
        parser.error(f"{error.filename or given.certificate}: {error.strerror}")
    except ValueError as error:
        parser.error(str(error))
    except verify.WrongProofError as error:
        note(f"{parser.prog}: WRONG: {error}")
        return 1
    claim = f"{certificate.NAMES[proof.side]} gets at least {proof.margin:+d}"
    if len(proof.roots) > 1:
        claim += f" from each of {len(proof.roots)} positions"
    counts = f"{sum(top.width.values())} positions by the law, {len(chosen)} of {len(top.solved)} solved again"
    work_done = f"{sum(nodes)} nodes, the most {max(nodes, default=0)}; {time.monotonic() - begin:.0f} s"
    if open_:
        print(f"not confirmed: {claim}, for {open_} positions took too many nodes ({counts}; {work_done})")
        return 1
    if len(chosen) < len(top.solved):
        print(f"not refuted: {claim} ({counts}; {work_done}). This is a spot check, not a proof.")
    else:
        print(f"proved: {claim} ({counts}; {work_done})")
    return 0
