"""Examines programs in this process: as `arbiter check` does, but only in what a test asks for."""

from __future__ import annotations

import contextlib
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from arbiter.check.desk import Desk
from arbiter.check.report import Result, Status
from arbiter.games.dialogues import Examination, Finding
from arbiter.host.guards import Guards
from arbiter.host.launch import Protection
from arbiter.host.limits import Limits
from tests.play.court import HANG_S, Court

PLAYERS = Path(__file__).parent.parent / "players"
TIME_S = 0.5
"""For an answer. Who is not silent gets again what a busy machine takes."""


def wrong(script: str, *words: str) -> str:
    """Give the command line of a wrong program in Python, which imports next to nothing."""
    return shlex.join([sys.executable, "-I", "-S", str(PLAYERS / script), *words])


def examine(
    examinations: Sequence[Examination], command: str, *names: str, seed: int = 0, time_s: float = TIME_S
) -> list[Result]:
    """Examine a program in the named ones and in what they need; without names in all."""
    by_name = {examination.name: examination for examination in examinations}
    wanted: set[str] = set()
    queue = list(names or by_name)
    while queue:
        name = queue.pop()
        wanted.add(name)
        queue += [need for need in by_name[name].needs if need not in wanted]
    desk = Desk(command, Limits(time_s), seed)
    with contextlib.closing(desk):
        return list(desk.examine([examination for examination in examinations if examination.name in wanted]))


def failure(examinations: Sequence[Examination], command: str, name: str, seed: int = 0) -> Finding:
    """Give what is wrong with a program, which must fail in this examination, and in none that it needs."""
    results = examine(examinations, command, name, seed=seed)
    failed = [result for result in results if result.status is Status.FAILED]
    assert [result.name for result in failed] == [name], failed
    assert failed[0].finding
    assert failed[0].finding.events or "could not be started" in failed[0].finding.sentence
    return failed[0].finding


def check(court: Court, *words: str) -> tuple[int, str, str]:
    """Run `arbiter check` to its end: status, output, errors; nothing may be left behind."""
    process = court.command("check", *words)
    output, errors = process.communicate(timeout=HANG_S)
    assert "Traceback" not in errors
    assert court.left() == []
    return process.returncode, output, errors


def protections(*, namespaces: bool = True) -> Protection:
    """Tell what this machine gives to keep programs from harming others."""
    with contextlib.closing(Guards(namespaces=namespaces)) as guards:
        guard = guards.take(64.0)
        guard.close()
    return guard.protections


def not_passed(results: Sequence[Result]) -> list[tuple[str, str]]:
    """List what is not passed, and why."""
    return [
        (result.name, result.finding.sentence if result.finding else result.why)
        for result in results
        if result.status is not Status.PASSED
    ]
