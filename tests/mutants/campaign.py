"""Plants faults, one after the other, and collects what became of them."""

from __future__ import annotations

import queue
import shutil
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from tests.mutants import cage
from tests.mutants.journal import Journal, read_reasons
from tests.mutants.plan import Fixed, fixed, proofs, rooms
from tests.mutants.report import Planted
from tests.mutants.sample import Room, Share, shares
from tests.mutants.trial import DIED, NONE, Bench, Verdict, matches
from tests.mutants.workshop import HOUSE

FOLDER = HOUSE / "build" / "mutants"
Say = Callable[[str], None]
Task = TypeVar("Task")


class NotTheCopyError(Exception):
    """A fault that nothing can survive was not noticed: what is tried is not the copy."""


def ready(root: Path) -> Bench:
    """Make a bench, and prove that the copy is what runs. Raises NotTheCopyError, BadTestsError."""
    bench = Bench(root)
    try:
        for proof in proofs():
            verdict = try_fixed(bench, proof)
            if verdict.what != DIED:
                raise NotTheCopyError(f"{proof.mutant}: survived: what the tests run is not the copy in {root}")
    except BaseException:
        bench.close()
        raise
    return bench


def try_fixed(bench: Bench, one: Fixed) -> Verdict:
    """Let those who must notice a chosen fault try it."""
    return bench.try_out(one.mutant, one, {})


def try_all_fixed(folder: Path, jobs: int, say: Say) -> list[tuple[Fixed, Verdict]]:
    """Plant the chosen faults, `jobs` at a time."""
    found: list[tuple[Fixed, Verdict]] = []

    def plant(one: Fixed, bench: Callable[[], Bench]) -> None:
        if one.caged and not cage.is_there():
            say(f"left out: {one.about}: it could harm the machine, and there are no namespaces to plant it in")
            return
        verdict = try_fixed(bench(), one)
        say(f"{verdict.what:8} {verdict.seconds:6.1f} s  {one.about}: {verdict.by}")
        found.append((one, verdict))

    _share_out(folder, jobs, fixed(), plant, say)
    return found


def try_sample(
    folder: Path, jobs: int, patterns: Sequence[str], say: Say, *, again: bool = False, known: bool = False
) -> list[Planted]:
    """Plant the sample, as far as no verdict on it is known, `jobs` at a time.

    With `again` those are planted once more who survived and whom nobody explains; with `known` none is planted at all.
    """
    journal, reasons = Journal(folder / "journal.jsonl", again), read_reasons()
    wanted: list[tuple[Room, Share]] = []
    for room in rooms():
        if room.caged and not cage.is_there():
            say(f"left out: {room.name}, whose faults could harm the machine: there are no namespaces to plant them in")
            continue
        wanted += [(room, share) for share in shares(room) if matches(share.file, patterns)]
    found: list[Planted] = []

    def plant(one: tuple[Room, Share], bench: Callable[[], Bench]) -> None:
        found.extend(_plant(None if known else bench, *one, journal, reasons, say))

    _share_out(folder, jobs, wanted, plant, say)
    return found


def _share_out(
    folder: Path, jobs: int, tasks: Iterable[Task], do: Callable[[Task, Callable[[], Bench]], None], say: Say
) -> None:
    """Let as many threads take task after task, each with a bench of its own, made when it is first asked for."""
    work: queue.SimpleQueue[Task] = queue.SimpleQueue()
    for task in tasks:
        work.put(task)
    errors: list[BaseException] = []
    benches: list[Bench] = []

    def worker(number: int) -> None:
        own: list[Bench] = []

        def bench() -> Bench:
            if not own:
                own.append(ready(folder / str(number)))
                benches.append(own[0])
            return own[0]

        try:
            while not errors:
                do(work.get_nowait(), bench)
        except queue.Empty:
            pass
        except BaseException as error:
            errors.append(error)
        finally:
            for one in own:
                for test in one.failing:
                    say(f"tried no more: {test}, which fails without any fault")
                one.close()

    threads = [threading.Thread(target=worker, args=(number,), daemon=True) for number in range(1, jobs + 1)]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            thread.join()
    finally:
        for bench in benches:
            bench.kill()
    if errors:
        raise errors[0]


def _plant(
    bench: Callable[[], Bench] | None, room: Room, share: Share, journal: Journal, reasons: dict[str, str], say: Say
) -> list[Planted]:
    found: list[Planted] = []
    for mutant in share.faults:
        if sum(one.is_fault for one in found) == share.wanted:
            break
        verdict = journal.verdict(mutant, mutant.key() in reasons)
        if verdict is None:
            if bench is None:  # only what is known
                continue
            verdict = bench().try_out(mutant, room, journal.kills(share.file))
            journal.write(mutant, verdict)
            say(f"{verdict.what:8} {verdict.seconds:6.1f} s  {mutant}: {verdict.by}")
        if verdict.what != NONE:
            found.append(Planted(room.name, room.language, mutant, verdict, reasons.get(mutant.key(), "")))
    return found


def clear(folder: Path) -> None:
    """Forget everything."""
    shutil.rmtree(folder, ignore_errors=True)
