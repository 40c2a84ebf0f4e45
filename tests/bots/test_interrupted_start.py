"""From the first line of ours on, no program answers Ctrl-C by a traceback, at whatever moment it comes.

The moments are counted, not timed: SIGINT comes at a certain call of the system (interrupt_at.c), of which a start
makes about a thousand, so that neither the speed of the machine nor what else it does matters.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.bots.driver import HANG_S, environment
from tests.many import each

MOMENTS = 32
SCRIPTS = Path(sys.executable).parent
PROGRAMS = (
    f"{SCRIPTS / 'arbiter'} --version",
    f"{SCRIPTS / 'ataxx-bot'} --level 0",
    f"{SCRIPTS / 'dama-bot'} --level 0",
    f"{SCRIPTS / 'domino-bot'} --ai --seed 1 --strategy greedy",
    f"{SCRIPTS / 'othello-bot'} perft 3",
    f"{sys.executable} -P -m bots.othello --level 0",
)
INTERRUPTED = 130
LATE = -signal.SIGINT
"""The exit status where Python has handed Ctrl-C back to the system, at its very end."""


@pytest.fixture(scope="module")
def interrupter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the library that interrupts."""
    library = tmp_path_factory.mktemp("interrupter") / "interrupt_at.so"
    source = Path(__file__).with_name("interrupt_at.c")
    warnings = ["-Wall", "-Wextra", "-Werror"]
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, "-shared", "-fPIC", *warnings, "-o", library, source, "-ldl"], check=True)
    return library


def start(command: str, changes: Mapping[str, str]) -> tuple[int, str]:
    """Run a program to its end, or to its interruption; give its exit status and what it said on standard error."""
    done = subprocess.run(
        shlex.split(command),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        timeout=HANG_S,
        check=False,
        env=environment(**changes),
    )
    return done.returncode, done.stderr.decode()


def moments(command: str, settings: dict[str, str], tmp_path: Path) -> list[int]:
    """Give moments of a program's run from its first to its last, as far apart as they can be."""
    start(command, {})  # so that all is compiled
    count = tmp_path / "count"
    start(command, settings | {"INTERRUPT_COUNT": str(count)})
    calls = int(count.read_text(encoding="ascii"))
    assert calls > MOMENTS
    return [1 + (calls - 1) * part // (MOMENTS - 1) for part in range(MOMENTS)]


@pytest.mark.parametrize(
    "command",
    each(9, PROGRAMS),
    ids=lambda command: command.rpartition("/")[2].split()[0],
)
def test_ctrl_c_is_quiet_at_any_moment_of_a_program(command: str, interrupter: Path, tmp_path: Path) -> None:
    # The file that holds our first line is read by then, and the next call is ours.
    settings = {"LD_PRELOAD": str(interrupter), "INTERRUPT_AFTER": "__main__."}
    usual, said = start(command, {})
    assert said == ""
    ends = [start(command, settings | {"INTERRUPT_AT": str(at)}) for at in moments(command, settings, tmp_path)]
    assert {said for _, said in ends} == {""}
    begun = MOMENTS // 2  # later on it may have ended before it heard of it, the sooner the busier the machine is
    assert {status for status, _ in ends[:begun]} == {INTERRUPTED}
    assert {status for status, _ in ends[begun:]} <= {INTERRUPTED, LATE, usual}


def test_python_alone_answers_by_tracebacks(interrupter: Path, tmp_path: Path) -> None:
    settings = {"LD_PRELOAD": str(interrupter)}
    command = f"{sys.executable} -c pass"
    said = [start(command, settings | {"INTERRUPT_AT": str(at)})[1] for at in moments(command, settings, tmp_path)]
    assert any("Traceback" in text for text in said)
