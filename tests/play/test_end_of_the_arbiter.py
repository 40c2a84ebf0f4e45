"""However the arbiter ends, nobody is left behind; Ctrl-C ends it with the page of the games so far."""

from __future__ import annotations

import array
import contextlib
import fcntl
import json
import os
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from arbiter.play.interrupt import REPEAT_S
from tests.league.files import write
from tests.many import each
from tests.play.court import HANG_S, TWO_CORES, Court, python, told

pytestmark = pytest.mark.machine

SLEEPY = python("hostile.py", "grandchild_and_silent")
MINUTE = ["--time", "60"]
JOBS = pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=TWO_CORES)])


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait for something that will happen."""
    end = time.monotonic() + HANG_S
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def wait_for_processes(court: Court, least: int) -> None:
    """Wait until at least so many processes carry the court's mark."""
    wait_until(lambda: len(court.left()) >= least)


def is_worker(folder: Path, parent: int) -> bool:
    """Tell whether a process is one of the arbiter's workers, which are all its children."""
    try:
        stat = (folder / "stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[1] == str(parent)


def groups(pids: list[int]) -> list[Path]:
    """List the control groups, of any kind, that are named after one of these processes."""
    wanted = tuple(f"-{pid}-" for pid in pids)
    found = (Path(at, name) for at, names, _ in os.walk("/sys/fs/cgroup") for name in names)
    return [path for path in found if path.name.startswith("arbiter-") and any(part in path.name for part in wanted)]


@JOBS
def test_killing_the_arbiter_kills_its_players_and_leaves_no_control_group(
    court: Court, guard: list[str], jobs: str
) -> None:
    arbiter = court.start(SLEEPY, SLEEPY, "4", "--jobs", jobs, *MINUTE, *guard)
    # The arbiter, and for each job a worker, two guards, two players, one grandchild.
    wait_for_processes(court, 7 if jobs == "1" else 13)
    own = [arbiter.pid, *(int(p.name) for p in Path("/proc").glob("[0-9]*") if is_worker(p, arbiter.pid))]
    before = groups(own)
    arbiter.kill()
    arbiter.communicate()
    court.wait_until_nothing_is_left()
    wait_until(lambda: not any(path.exists() for path in before) and groups(own) == [])


MOMENTS = [0.02 * moment for moment in range(20)]
"""Seconds after it has started a worker at which an arbiter is killed: the worker comes to know of it in between."""


@pytest.mark.parametrize("after_s", each(8, MOMENTS, long=2))
@pytest.mark.parametrize("kind", ["match", "league"])
def test_killing_the_arbiter_at_its_start_leaves_nobody(
    court: Court, tmp_path: Path, kind: str, after_s: float
) -> None:
    words = [SLEEPY, SLEEPY, "4", "--time", "600"]  # an orphan would play on for longer than the test waits
    if kind == "league":
        words = ["league", str(write(tmp_path / "players.toml", {"a": SLEEPY, "b": SLEEPY}, "time = 600"))]
    arbiter = court.command(*words)
    wait_until(lambda: any(is_worker(path, arbiter.pid) for path in Path("/proc").glob("[0-9]*")))
    time.sleep(after_s)
    arbiter.kill()
    arbiter.communicate()
    court.wait_until_nothing_is_left()


def end_with(
    court: Court,
    tmp_path: Path,
    instant: str,
    jobs: str,
    send: Callable[[int, int], None],
    number: int,
    *words: str,
    again: int | None = None,
) -> None:
    """Send a signal to an arbiter (`os.kill`) or to its group (`os.killpg`), and see that it keeps what is finished.

    If `send` sends a second one `again`, that may be what the arbiter ends by: when a busy machine lets it run only
    after both have come, nobody can tell which was first.
    """
    # B plays one game in each stream of games, and sleeps in the next.
    mark = tmp_path / "games"
    tired = python("hostile.py", "plays_one_game", str(mark))
    options = "--no-sandbox", "--jobs", jobs, *MINUTE, *words
    arbiter = court.start(instant, tired, "10", *options, start_new_session=True)
    wait_until(lambda: mark.exists() and mark.stat().st_size == int(jobs))
    time.sleep(0.5)  # the arbiter may still be writing the record down, if not for so long
    send(arbiter.pid, number)
    outcome = court.finish(arbiter)
    assert court.left() == []
    assert outcome.status in {128 + number, 128 + (again or number)}
    assert outcome.interrupted
    assert [game["end"] for game in outcome.games] == ["FINISHED"] * int(jobs)
    assert outcome.page.lower().startswith("<!doctype html>")
    assert outcome.errors.splitlines()[-2].startswith(f"{instant}\t")
    assert "Traceback" not in outcome.errors


@JOBS
def test_ctrl_c_keeps_the_games_played_so_far(
    court: Court, tmp_path: Path, instant: str, guard: list[str], jobs: str
) -> None:
    end_with(court, tmp_path, instant, jobs, os.kill, signal.SIGINT, *guard)


@JOBS
@pytest.mark.parametrize("send", [os.kill, os.killpg])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_sigterm_and_sighup_keep_them_too_whether_they_come_alone_or_with_its_workers(
    court: Court, tmp_path: Path, instant: str, jobs: str, send: Callable[[int, int], None], number: signal.Signals
) -> None:
    end_with(court, tmp_path, instant, jobs, send, number)


def test_a_worker_that_hears_first_of_a_terminal_that_goes_plays_on(court: Court, tmp_path: Path, instant: str) -> None:
    def workers_first(process: int, number: int) -> None:
        for worker in (path for path in Path("/proc").glob("[0-9]*") if is_worker(path, process)):
            os.kill(int(worker.name), number)
        time.sleep(0.2)
        os.kill(process, number)

    end_with(court, tmp_path, instant, "1", workers_first, signal.SIGHUP)


@contextlib.contextmanager
def sighup_ignored() -> Iterator[None]:
    """Let what is started meanwhile ignore SIGHUP, as `nohup` does."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


def close_when_shown(terminal: int, text: str) -> None:
    """Close a terminal that shows something, and let some time go, in which more is drawn there."""
    shown = ""
    while text not in shown:
        shown += os.read(terminal, 1 << 16).decode(errors="replace")
    os.close(terminal)
    time.sleep(0.5)


def on_a_terminal(court: Court, output: Path, *words: str) -> tuple[subprocess.Popen[bytes], int]:
    """Start an arbiter on a terminal of its own, its output in a file; give it, and our end of the terminal."""
    ours, terminal = os.openpty()
    with output.open("wb") as file:
        arbiter = subprocess.Popen(
            ["setsid", "--ctty", sys.executable, "-P", "-m", "arbiter", *words],
            stdin=terminal,
            stdout=file,
            stderr=terminal,
            env=court.environment,
        )
    os.close(terminal)
    return arbiter, ours


def match_on_a_terminal(court: Court, folder: Path, *words: str) -> tuple[subprocess.Popen[bytes], int]:
    """Start a match there, its page and JSON in files."""
    options = ["--no-engine", "--no-sandbox", *MINUTE, "--json", str(folder / "games.json")]
    return on_a_terminal(court, folder / "games.html", *words, *options)


def kept(folder: Path) -> tuple[list[str], bool]:
    """Give how the games of such a match ended, and whether it was interrupted; the page is whole."""
    found = json.loads((folder / "games.json").read_text("utf-8"))
    assert (folder / "games.html").read_text("utf-8").rstrip().endswith("</html>")
    return [game["end"] for game in found["records"]], found["interrupted"]


@JOBS
def test_a_terminal_that_is_closed_costs_no_game_that_was_finished(
    court: Court, tmp_path: Path, instant: str, jobs: str
) -> None:
    mark = tmp_path / "games"
    tired = python("hostile.py", "plays_one_game", str(mark))
    arbiter, terminal = match_on_a_terminal(court, tmp_path, instant, tired, "10", "--jobs", jobs)
    wait_until(lambda: mark.exists() and mark.stat().st_size == int(jobs))
    time.sleep(0.5)  # as above
    assert f"{jobs}/10" in os.read(terminal, 1 << 16).decode()  # the bar is there, and wants to be drawn
    os.close(terminal)
    assert arbiter.wait(HANG_S) == 128 + signal.SIGHUP
    assert kept(tmp_path) == (["FINISHED"] * int(jobs), True)
    assert court.left() == []


def test_a_terminal_that_is_closed_without_a_word_costs_no_game_at_all(
    court: Court, tmp_path: Path, instant: str
) -> None:
    """As of a match that its shell has disowned: its bar meets an error."""
    waiting = python("plain.py", "--wait-for", str(tmp_path / "go"))
    with sighup_ignored():
        arbiter, terminal = match_on_a_terminal(court, tmp_path, instant, waiting, "3")
    close_when_shown(terminal, "0/3")
    (tmp_path / "go").touch()
    assert arbiter.wait(HANG_S) == 0
    assert kept(tmp_path) == (["FINISHED"] * 3, False)
    assert court.left() == []


def test_under_nohup_a_match_goes_on_when_its_terminal_is_closed(court: Court, instant: str) -> None:
    """What is ignored when we are started is not ours to hear."""
    with sighup_ignored():
        arbiter = court.start(instant, instant, "300", "--no-sandbox")
    wait_for_processes(court, 4)
    for _ in range(10):
        os.kill(arbiter.pid, signal.SIGHUP)
        time.sleep(0.02)
    assert arbiter.poll() is None  # it was there to hear them
    outcome = court.finish(arbiter)
    assert (outcome.status, len(outcome.games), outcome.interrupted) == (0, 300, False)
    assert court.left() == []


@pytest.mark.parametrize("gap_s", [0.005, 0.05, 0.15])
@pytest.mark.parametrize("again", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_that_comes_twice_is_one(
    court: Court, tmp_path: Path, instant: str, gap_s: float, again: signal.Signals
) -> None:
    def twice(process: int, number: int) -> None:
        os.kill(process, number)
        time.sleep(gap_s)
        os.kill(process, again)

    end_with(court, tmp_path, instant, "1", twice, signal.SIGTERM, again=again)


SIGNALLED_TWICE = """
import signal, sys
from arbiter.play.interrupt import Interrupt
with Interrupt() as interrupt:
    for number in sys.argv[1:]:
        signal.raise_signal(int(number))
sys.exit(128 + interrupt.number)
"""
"""A program that hears two signals, one after the other."""


@pytest.mark.parametrize("first", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("again", [signal.SIGTERM, signal.SIGINT])
def test_an_arbiter_ends_by_the_first_signal_that_it_hears(first: signal.Signals, again: signal.Signals) -> None:
    numbers = str(int(first)), str(int(again))
    done = subprocess.run([sys.executable, "-P", "-c", SIGNALLED_TWICE, *numbers], check=False)
    assert done.returncode == 128 + first


SIGNALLED_AT_THE_LAST = """
import os, signal, sys
from arbiter.play.interrupt import Interrupt
class Last:
    def __del__(self, kill=os.kill, pid=os.getpid(), number=int(sys.argv[1])):
        kill(pid, number)
last = Last()
with Interrupt() as interrupt:
    signal.raise_signal(signal.SIGTERM)
sys.exit(128 + interrupt.number)
"""
"""A program that is interrupted, and again when Python has put its handlers of signals away and clears its modules."""


@pytest.mark.parametrize("again", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_does_not_change_the_status_of_an_arbiter_that_is_all_but_gone(again: signal.Signals) -> None:
    done = subprocess.run([sys.executable, "-P", "-c", SIGNALLED_AT_THE_LAST, str(int(again))], check=False)
    assert done.returncode == 128 + signal.SIGTERM


def test_ctrl_c_on_a_terminal_ends_cleanly(court: Court) -> None:
    command = ["-P", "-m", "arbiter", SLEEPY, SLEEPY, "4", *MINUTE]
    terminal = pexpect.spawn(sys.executable, command, env=court.environment, encoding="utf-8", timeout=HANG_S)
    wait_for_processes(court, 7)
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130
    assert "Traceback" not in (terminal.before or "")
    assert court.left() == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("again", [True, False], ids=["twice", "once"])
def test_a_signal_while_the_page_is_written_costs_nothing_until_it_comes_again_a_second_later(
    court: Court, tmp_path: Path, instant: str, number: signal.Signals, again: bool
) -> None:
    arbiter = court.start(instant, instant, "2", "--engine")  # whose page is larger than a pipe that nobody reads
    assert arbiter.stdout is not None
    wait_until(lambda: held(arbiter) == PIPE_BYTES)
    os.kill(arbiter.pid, number)
    time.sleep(REPEAT_S + 0.2 if again else 0.1)
    if again:
        os.kill(arbiter.pid, number)
        arbiter.wait(HANG_S)
    outcome = court.finish(arbiter)
    assert outcome.status in {128 + number, -number}
    assert [game["end"] for game in outcome.games] == ["FINISHED"] * 2
    assert not outcome.interrupted
    assert outcome.page.rstrip().endswith("</html>") != again
    assert outcome.errors.count(f"{instant}\t") == (0 if again else 2)
    assert "Traceback" not in outcome.errors
    assert court.left() == []


PIPE_BYTES = 1 << 16


def held(arbiter: subprocess.Popen[str]) -> int:
    """Give the bytes that an arbiter has written and nobody has read."""
    found = array.array("i", [0])
    assert arbiter.stdout is not None
    fcntl.ioctl(arbiter.stdout, termios.FIONREAD, found)
    return found[0]


def test_a_reader_that_goes_away_is_no_error_and_score_and_forfeits_are_told(court: Court, instant: str) -> None:
    leaves = python("hostile.py", "exits")
    arbiter = court.start(instant, leaves, "1")
    assert arbiter.stdout is not None
    arbiter.stdout.close()
    assert arbiter.wait(HANG_S) == 0
    assert arbiter.stderr is not None
    with arbiter.stderr:
        assert told(arbiter.stderr.read()).splitlines() == [
            f"{leaves}: 1 forfeit: CRASH",
            f"{instant}\t64\t1 wins 0 draws 0 losses",
            f"{leaves}\t0\t0 wins 0 draws 1 losses",
        ]
    assert court.left() == []


@JOBS
def test_a_worker_that_is_killed_costs_no_game_that_was_finished(
    court: Court, tmp_path: Path, instant: str, jobs: str
) -> None:
    mark = tmp_path / "games"
    tired = python("hostile.py", "plays_one_game", str(mark))
    arbiter = court.start(instant, tired, "10", "--no-sandbox", "--jobs", jobs, *MINUTE)
    wait_until(lambda: mark.exists() and mark.stat().st_size == int(jobs))
    time.sleep(0.5)  # the worker may still be handing the record over, if not for so long
    worker = next(path for path in Path("/proc").glob("[0-9]*") if is_worker(path, arbiter.pid))
    os.kill(int(worker.name), signal.SIGKILL)
    outcome = court.finish(arbiter)
    failure = f"the worker with process id {worker.name} was killed"
    assert outcome.status == 1
    assert [game["end"] for game in outcome.games] == ["FINISHED"] * int(jobs)
    assert not outcome.interrupted
    assert f"<strong>The arbiter failed:</strong> {failure}. {jobs} of 10 games" in outcome.page
    *_, first, second, last = outcome.errors.splitlines()
    assert (first.split("\t")[0], second.split("\t")[0]) == (instant, tired)
    assert last == f"arbiter: {failure}"
    court.wait_until_nothing_is_left()


@TWO_CORES
def test_a_worker_that_is_killed_ends_the_match_with_one_line(court: Court, instant: str) -> None:
    arbiter = court.start(instant, SLEEPY, "4", "--jobs", "2", *MINUTE)
    wait_for_processes(court, 13)
    workers = [path for path in Path("/proc").glob("[0-9]*") if is_worker(path, arbiter.pid)]
    os.kill(int(workers[0].name), signal.SIGKILL)
    outcome = court.finish(arbiter)
    assert outcome.status == 1
    assert outcome.errors.startswith("arbiter: the worker with process id ")
    assert outcome.errors.count("\n") == 1
    court.wait_until_nothing_is_left()
