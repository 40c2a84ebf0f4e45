"""Worker processes, one on each core, to which tasks are handed out one at a time, or a few where they take no time."""

from __future__ import annotations

import contextlib
import functools
import gc
import itertools
import multiprocessing
import os
import pickle
import select
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Any, Protocol

from arbiter.host.guards import TERMINATION, termination_held
from arbiter.host.launch import LaunchError, die_with_parent
from arbiter.host.visible import one_line
from arbiter.play.interrupt import Interrupt


class Link:
    """One end of a pipe between an arbiter and a worker, for any objects.

    It reads and writes what `Connection.send` and `recv` do, which take five times as long for the record of a game.
    """

    def __init__(self, connection: Connection) -> None:
        """Take the end of a `multiprocessing.Pipe`."""
        self._connection = connection
        self.fileno, self.poll, self.close = connection.fileno, connection.poll, connection.close

    def send(self, message: object) -> None:
        """Send an object. Raises OSError if the other end is gone."""
        self._connection.send_bytes(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))

    def recv(self) -> Any:
        """Wait for an object. Raises EOFError at the end."""
        return pickle.loads(self._connection.recv_bytes())


class Messages(Protocol):
    """Where tasks come from, and answers go to."""

    def send(self, message: object) -> None:
        """Send an object. Raises OSError if the other end is gone."""

    def recv(self) -> Any:
        """Wait for an object. Raises EOFError at the end."""


Work = Callable[[int, int, Messages], None]
"""What a worker runs: given its stream (0, 1, ...) and its core, it answers each task that comes until None does."""

LinkWork = Callable[[int, int, Link], None]
"""And one that has the link for itself."""

MOST = 16
"""Tasks that a worker may hold at once."""
PROMPT_S = 0.005
"""So long answers may wait for others: a game of instant moves would lose a tenth of its time if each went alone."""


class Errands:
    """What a worker has been given to do and not done yet, and the answers that are not handed over yet."""

    def __init__(self, link: Link) -> None:
        """Take the link."""
        self._link, self._tasks, self._answers = link, deque[Any](), list[Any]()
        self._since = time.monotonic()

    def recv(self) -> Any:
        """Give the next task, None if there will be none. Raises EOFError if the arbiter is gone."""
        if not self._tasks:
            self.hand_over()
            self._tasks.extend(self._link.recv())
            self._since = time.monotonic()
        return self._tasks.popleft()

    def send(self, message: object) -> None:
        """Answer a task. Raises OSError if the arbiter is gone."""
        self._answers.append(message)
        if not self._tasks or time.monotonic() > self._since + PROMPT_S:
            self.hand_over()

    def hand_over(self) -> None:
        """Hand over what there is, and say how many tasks would take no time. Raises OSError."""
        answers, self._answers = self._answers, []  # before they are sent: SIGTERM may come in the middle
        if answers:
            now = time.monotonic()
            quick = int(PROMPT_S * len(answers) / max(now - self._since, PROMPT_S / MOST))  # some clocks stand still
            self._since = now
            self._link.send((answers, max(1, min(MOST, quick))))


TOGETHER_S = 0.5
"""A worker that ends so shortly before we are told to was told to with us."""
LEAVE_S = 10
"""Seconds that the guards of a worker get to end; only a process stuck inside the kernel needs more than moments."""


class WorkerError(Exception):
    """A worker of ours ended before its game did, killed or by a fault of ours or of a game; no player did that."""


def hand_out(
    work: Work, tasks: Iterator[Any], cores: Sequence[int], interrupt: Interrupt, most: int = 1
) -> Generator[Any, None, None]:
    """Give the answers to `tasks`, as they come, of a worker on each of `cores`.

    A worker whose tasks take milliseconds may hold `most` of them; more than one where no task follows from an answer.
    Raises WorkerError, LaunchError where a worker does, and KeyboardInterrupt once it is noted, each after the answers
    that there are then. Closing the generator ends the workers and all that they have started.
    """
    links: dict[Link, ForkProcess] = {}
    poller, ctrl_c = select.poll(), interrupt.fileno()
    poller.register(ctrl_c, select.POLLIN)
    try:
        busy: dict[int, Link] = {}
        held: dict[int, int] = {}
        for stream, core in enumerate(cores):
            try:
                link, worker = employ(functools.partial(_errands, work), stream, core)
            except OSError as error:
                raise LaunchError(f"no worker can be started: {error.strerror}") from None
            links[link] = worker
            held[link.fileno()] = _supply(link, tasks, 1)
            busy[link.fileno()] = link
            poller.register(link.fileno(), select.POLLIN)
        while busy:
            ready = [descriptor for descriptor, _ in poller.poll()]
            if ctrl_c in ready:
                yield from _last_answers(links)
                raise KeyboardInterrupt
            for descriptor in ready:
                link = busy[descriptor]
                try:
                    answer = link.recv()
                    if answer is None:
                        poller.unregister(descriptor)
                        del busy[descriptor]
                        continue
                    if isinstance(answer, LaunchError | WorkerError):
                        raise answer
                    answers, wanted = answer
                    left = held[descriptor] - len(answers)
                    if left < (wanted := min(wanted, most)):
                        left += _supply(link, tasks, wanted - left, idle=not left)
                    held[descriptor] = left
                except (EOFError, ConnectionError):
                    if interrupt.is_noted(TOGETHER_S):
                        raise KeyboardInterrupt from None
                    raise WorkerError(f"the worker with process id {links[link].pid} was killed") from None
                yield from answers
        for worker in links.values():
            worker.join()
    except (LaunchError, WorkerError):
        yield from _last_answers(links)
        raise
    finally:
        for worker in links.values():
            worker.terminate()
        for link, worker in links.items():
            worker.join()
            link.close()


def _supply(link: Link, tasks: Iterator[Any], count: int, *, idle: bool = True) -> int:
    """Send so many tasks, or to who is idle the word that there are no more; give how many there were."""
    found = list(itertools.islice(tasks, count))
    if found or idle:
        link.send(found or [None])
    return len(found)


def _last_answers(links: dict[Link, ForkProcess]) -> Iterator[Any]:
    """End the workers; give the answers that they had."""
    for worker in links.values():
        worker.terminate()
    for link in links:
        with contextlib.suppress(EOFError, OSError):
            while answer := link.recv():
                if not isinstance(answer, LaunchError | WorkerError):
                    yield from answer[0]


def _errands(work: Work, stream: int, core: int, link: Link) -> None:
    errands = Errands(link)

    def leave(*_: object) -> None:
        with contextlib.suppress(OSError):
            errands.hand_over()
        _leave()

    signal.signal(signal.SIGTERM, leave)
    try:
        work(stream, core, errands)
    finally:
        with contextlib.suppress(OSError):
            errands.hand_over()


def employ(work: LinkWork, stream: int, core: int) -> tuple[Link, ForkProcess]:
    """Start a worker; give our end of its link, and the process, which dies when ours does."""
    context = multiprocessing.get_context("fork")  # which saves a match of one game a third of its 0.3 s
    ours, theirs = context.Pipe()
    worker = context.Process(target=_begin, args=(work, stream, core, theirs), daemon=True)
    _deaf(worker.start)
    theirs.close()
    return Link(ours), worker


def _deaf(start: Callable[[], None]) -> None:
    """Start a process that ignores Ctrl-C: ending it is our business. TERMINATION waits until it knows what to do."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with termination_held():
            start()
    finally:
        signal.signal(signal.SIGINT, before)


def _begin(work: LinkWork, stream: int, core: int, link: Connection) -> None:
    """Begin a worker: a copy of the arbiter that keeps nothing of what is open there.

    Its streams are new, as a thread that draws a bar may hold those of the arbiter, and standard output is for pages.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None
    assert parent.pid is not None
    die_with_parent(parent.pid)
    gc.freeze()  # what is left of the arbiter shall close no descriptor, whose number may be another's by now
    os.closerange(3, link.fileno())
    os.closerange(link.fileno() + 1, os.sysconf("SC_OPEN_MAX"))
    os.dup2(2, 1)
    sys.stdout = sys.stderr = os.fdopen(2, "w", errors="backslashreplace", closefd=False)
    run(work, stream, core, Link(link))


def run(work: LinkWork, stream: int, core: int, link: Link) -> None:
    """Do the work of a worker, in its process."""
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, TERMINATION)
    with contextlib.suppress(OSError):  # whoever was killed needs no word
        link.send(_failure(work, stream, core, link))


def _failure(work: LinkWork, stream: int, core: int, link: Link) -> Exception | None:
    """Do the work; give what its arbiter has to hear of it, None if nothing went wrong."""
    try:
        work(stream, core, link)
    except LaunchError as error:
        return error
    except Exception as error:  # of a game that is a stranger's, perhaps
        return WorkerError(f"a worker failed: {_fault(error)}")
    return None


def _fault(error: Exception) -> str:
    """Say in a line what has gone wrong that nobody foresaw, and where."""
    *_, (file, line, _, _) = traceback.extract_tb(error.__traceback__)
    what = "".join(traceback.format_exception_only(error)).strip()
    return one_line(f"{what} ({file}, line {line})")


def _leave(*_: object) -> None:
    """End this process at once, wherever it is: its guards see that, and end when all that they guard is dead."""
    signal.alarm(LEAVE_S)
    for descriptor in [int(entry.name) for entry in Path("/proc/self/fd").iterdir()]:
        if descriptor > 2:
            with contextlib.suppress(OSError):  # that of the list itself is closed by now
                os.close(descriptor)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()
    os._exit(0)
