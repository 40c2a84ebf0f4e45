"""A program under a guard, by way of the C launcher: typed, validated, no C data escapes.

A guard is a small process that dies with the arbiter and takes the program with all its descendants along.
"""

from __future__ import annotations

import array
import contextlib
import dataclasses
import enum
import errno
import fcntl
import itertools
import os
import re
import select
import signal
import socket
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from arbiter.host._launch import ffi, lib
from arbiter.host.cgroups import Group
from arbiter.host.scratch import is_empty, remove
from arbiter.host.threads import fetches, first_of, is_kept, uses
from arbiter.host.view import View

_KILL_S = 10.0
"""Seconds that a guard gets to kill a tree; only a process stuck inside the kernel needs more than milliseconds."""


LACKING = frozenset({errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM})
"""What the system says when it has no descriptors, processes or memory left, which is no program's fault."""


class LaunchError(Exception):
    """No program can be started here, whichever it is: no processes or descriptors left, or not Linux."""


class GuardError(LaunchError):
    """A guard was killed while it started a program, or before."""


@dataclasses.dataclass(frozen=True, slots=True)
class Ending:
    """How a program ended: a sentence without a subject, the CPU seconds of its whole tree, how many were in that, and
    whether its guard saw it: one that was killed takes its program along.
    """

    how: str
    cpu_s: float
    processes: int
    guarded: bool = True


class Protection(enum.IntFlag):
    """What keeps the programs of a guard from harming others; `launch.cdef.h` says what each is."""

    OWN_PIDS = lib.LAUNCH_OWN_PIDS
    OWN_NETWORK = lib.LAUNCH_OWN_NETWORK
    OWN_IPC = lib.LAUNCH_OWN_IPC
    FEW_PROCESSES = lib.LAUNCH_FEW_PROCESSES
    READ_ONLY_MOUNTS = lib.LAUNCH_READ_ONLY_MOUNTS
    OWN_FOLDERS = lib.LAUNCH_OWN_FOLDERS
    OWN_SOCKETS = lib.LAUNCH_OWN_SOCKETS
    LANDLOCK_FILES = lib.LAUNCH_LANDLOCK_FILES
    LANDLOCK_SCOPE = lib.LAUNCH_LANDLOCK_SCOPE
    FILTER = lib.LAUNCH_FILTER
    NO_PRIVILEGES = lib.LAUNCH_NO_PRIVILEGES
    OWN_GROUP = lib.LAUNCH_OWN_GROUP
    OWN_ROOT = lib.LAUNCH_OWN_ROOT
    LANDLOCK_READING = lib.LAUNCH_LANDLOCK_READING
    OWN_DEVICES = lib.LAUNCH_OWN_DEVICES
    OWN_LOCKS = lib.LAUNCH_OWN_LOCKS


NAMESPACES, USER_NAMESPACE, SANDBOX = lib.LAUNCH_NAMESPACES, lib.LAUNCH_USER_NAMESPACE, lib.LAUNCH_SANDBOX
"""What a guard is asked for."""
TASKS = int(lib.LAUNCH_TASKS)
"""Processes and threads that a program may have where the kernel limits them."""


class Guard:
    """A process that starts programs, one at a time, and kills all that they leave."""

    def __init__(
        self,
        wishes: int,
        folder: Path | None,
        scratch: Path | None,
        memory_mib: int,
        group: Group | None = None,
        view: View | None = None,
    ) -> None:
        """Start it; see `launch_guard_start`. Its programs join `group`, which it removes. Raises OSError."""
        guard = ffi.new("launch_guard *")
        joined = ffi.new("launch_group *")
        if group is not None:
            name = ffi.new("char[]", os.fsencode(group.name))
            joined.name, joined.count, joined.folders = name, len(group.folders), group.folders
        texts = [None if path is None else os.fsencode(path) for path in (folder, scratch)]
        texts += [None, None] if view is None else [view.steps, view.listed]
        words = [ffi.NULL if text is None else ffi.new("char[]", text) for text in texts]
        error = lib.launch_guard_start(wishes, *words, memory_mib, joined, guard)
        if error:
            raise OSError(-error, os.strerror(-error))
        self.pid, self.protections = int(guard.pid), Protection(guard.protections)
        self.memory_mib, self.folder, self.scratch, self.view = memory_mib, folder, scratch, view
        self.group = group if Protection.OWN_GROUP in self.protections else None
        self.vigil = guard.vigil
        self.cpu_s = 0.0  # that its programs have used, all of which are gone
        self.clean = True
        self._control = socket.socket(fileno=int(guard.control))
        self.control = self._control.fileno()
        self.children = _proc(self.pid, f"task/{self.pid}/children", os.O_RDONLY)
        self._files = -1
        if Protection.OWN_FOLDERS in self.protections:
            self._files = _proc(self.pid, "root/dev/shm", os.O_RDONLY | os.O_DIRECTORY)

    def files_mib(self) -> float:
        """Give the MiB of memory that files of its program take."""
        if self._files < 0:
            return 0.0
        seen = os.fstatvfs(self._files)
        return (seen.f_blocks - seen.f_bfree) * seen.f_frsize / (1 << 20)

    def is_out_of_reach(self) -> bool:
        """Tell whether no program can tamper with it, or with the guard of another program."""
        return Protection.NO_PRIVILEGES in self.protections and (
            Protection.OWN_PIDS in self.protections
            or Protection.LANDLOCK_FILES | Protection.LANDLOCK_SCOPE in self.protections
        )

    def is_spotless(self) -> bool:
        """Tell whether another program may use it: none could tamper with it, and the last one left no trace."""
        emptied = self.group is None or not self.group.holds()
        kept = self.clean and emptied and self.is_out_of_reach() and self.folder is None
        return kept and (self.scratch is None or is_empty(self.scratch))

    def close(self) -> None:
        """End it, with its program if one runs; once."""
        for descriptor in (self._files, self.children):
            if descriptor >= 0:
                os.close(descriptor)
        self._control.close()
        with contextlib.suppress(ChildProcessError):  # where SIGCHLD is ignored the kernel reaps
            os.waitpid(self.pid, 0)
        lib.launch_guard_forget(self.vigil)
        if self.scratch is not None:
            remove(self.scratch)
        if self.group is not None:
            self.group.close()


class Program:
    """A running program. Its three pipes are non-blocking; `control` becomes readable when its whole tree is gone."""

    def __init__(self, guard: Guard, argv: Sequence[str], environment: Mapping[str, str], *, core: int) -> None:
        """Start `argv`, whose first word is a path, pinned to `core` (-1: none). It gets the TMPDIR that it can write.

        Raises OSError, with the reason why the program could not be executed, or LaunchError.
        """
        own = guard.scratch or ("/tmp" if Protection.OWN_FOLDERS in guard.protections else None)
        if own:
            environment = {**environment, "TMPDIR": str(own)}
        count = len(argv) + len(environment)
        try:
            text = os.fsencode("\0".join([*argv, *(f"{name}={value}" for name, value in environment.items()), ""]))
        except UnicodeEncodeError:  # of a variable that a league's file gives it, on a machine without UTF-8
            raise OSError(errno.EILSEQ, "this system's encoding does not have what it shall be told") from None
        if text.count(b"\0") != count:
            raise OSError(errno.EINVAL, "a zero byte in the command line")
        (ours_in, theirs_in), (ours_out, theirs_out), (ours_err, theirs_err) = _pipes()
        theirs = (theirs_in, theirs_out, theirs_err)
        pipes = (*theirs, ours_out)
        if guard.group is not None:
            guard.group.begin()
        pid = lib.launch_program_start(guard.control, text, len(text), len(argv), count, pipes, core)
        for descriptor in theirs:
            os.close(descriptor)
        if pid < 0:
            for descriptor in (ours_in, ours_out, ours_err):
                os.close(descriptor)
            if -pid == errno.EPIPE:
                raise GuardError("no program can be started: the arbiter's guard was killed")
            raise OSError(-pid, os.strerror(-pid))
        self.stdin, self.stdout, self.stderr = ours_in, ours_out, ours_err
        self.pid, self.guard, self.control = pid, guard, guard.control
        self.bell = int(lib.launch_bell())
        self._ending: Ending | None = None
        self._status, self._clear_refs = _proc(self.pid, "status", os.O_RDONLY), -1
        self.schedule = _proc(self.pid, "schedstat", os.O_RDONLY)
        self._children = _proc(self.pid, f"task/{self.pid}/children", os.O_RDONLY)

    def ending(self) -> Ending | None:
        """Tell how the program ended, None while it or a descendant lives."""
        if self._ending is None:
            end = ffi.new("launch_end *")
            told = lib.launch_ended(self.control, end)
            if told >= 0:
                how = _how(end.status) if told else "the arbiter's guard was killed"
                at_once = self.guard.group.ended_at_once() if self.guard.group is not None else 0
                self._ending = Ending(how, end.cpu_s, max(end.processes, at_once), guarded=bool(told))
                self.guard.cpu_s += end.cpu_s
                self.guard.clean = bool(told and end.clean)
        return self._ending

    def was_full(self) -> bool:
        """Tell whether the kernel has ended a process of it because the memory of its control group was used up."""
        return self.guard.group is not None and self.guard.group.was_full()

    def held_mib(self, above_mib: float = 0.0) -> float:
        """Give the MiB that its control group holds, 0 if it has none, or if they are not more than `above_mib`."""
        group = self.guard.group
        return group.memory_mib() if group is not None and group.may_hold(above_mib) else 0.0

    def freeze(self, *, stop: bool = True) -> None:
        """Have the program stopped with all descendants, or let them go on: that is so a moment later."""
        lib.launch_program_freeze(self.control, stop)

    def end_input(self) -> None:
        """Close the program's standard input, once or again."""
        if self.stdin >= 0:
            os.close(self.stdin)
        self.stdin = -1

    def dismiss(self, until: float) -> None:
        """Close the program's standard input and let it end by itself until that monotonic time."""
        self.end_input()
        while self.ending() is None and (left := until - time.monotonic()) > 0:
            _wait_readable(self.control, left)

    def wait_for_end(self, seconds: float) -> Ending | None:
        """Wait until the whole tree is gone, or so long; give what `ending` does."""
        _wait_readable(self.control, seconds)
        return self.ending()

    def kill(self) -> Ending:
        """Kill the program and every descendant; return when all are gone, and how the program ended."""
        ending = self.ending()
        if ending is None:
            lib.launch_program_kill(self.control)
            give_up = time.monotonic() + _KILL_S
            while (ending := self.ending()) is None:
                _wait_readable(self.control, 0.1)
                if time.monotonic() > give_up:
                    os.kill(self.guard.pid, signal.SIGKILL)
        return ending

    def close(self) -> None:
        """Close every descriptor; call after `kill`."""
        files = self._status, self._clear_refs, self.schedule, self._children
        for descriptor in (self.stdin, self.stdout, self.stderr, self.bell, *files):
            if descriptor >= 0:
                os.close(descriptor)

    def peak_mib(self) -> float:
        """Give the most resident MiB of the program itself since it started or `reset_peak`, 0 if it is gone."""
        try:
            found = _PEAK.search(os.pread(self._status, 4096, 0))
        except OSError:
            return 0.0
        return int(found[1]) / 1024 if found else 0.0

    def reset_peak(self) -> None:
        """Let `peak_mib` begin anew."""
        if self._clear_refs < 0:
            self._clear_refs = _proc(self.pid, "clear_refs", os.O_WRONLY)
        with contextlib.suppress(OSError):
            os.write(self._clear_refs, b"5")

    def unread(self) -> int:
        """Give how many bytes of its input it has not read."""
        found = array.array("i", [0])
        fcntl.ioctl(self.stdin, termios.FIONREAD, found)
        return found[0]

    def has_descendants(self) -> bool:
        """Tell whether its main thread has children, or the guard has orphans: a quick look, which may miss some."""
        try:
            return bool(os.pread(self._children, 16, 0)) or b" " in os.pread(self.guard.children, 32, 0).rstrip()
        except OSError:
            return False

    def cpu_s(self) -> float:
        """Give the CPU seconds of the program without its descendants, 0 if it is gone."""
        return _cpu_s(self.pid)

    def ready(self) -> dict[Path, float]:
        """Give the threads of the program, its descendants and its guard that want a core or a disk, with their CPU
        seconds.
        """
        return {thread: used.cpu_s for thread, used in uses(self.guard.pid) if is_kept(thread)}

    def fetches(self) -> bool:
        """Tell whether the program waits for a page of its memory."""
        return fetches(first_of(self.pid))

    def waited_s(self) -> float:
        """Give the seconds for which the program was ready to run but had no core, 0 if it is gone or unknown."""
        try:
            return int(os.pread(self.schedule, 256, 0).split()[1]) / 1e9
        except (OSError, IndexError):
            return 0.0


_PEAK = re.compile(rb"\nVmHWM:\s*(\d+) kB")  # a program may call itself as it likes, in the first line


def die_with_parent(parent: int) -> None:
    """Make the calling process die when its parent does; at once if that is gone, which is told by its process id."""
    lib.launch_die_with_parent(parent)


def current_core() -> int:
    """Give the core on which the scheduler has put us, -1 if unknown."""
    return int(lib.launch_current_core())


def _cpu_s(pid: int) -> float:
    try:
        return time.clock_gettime((~pid << 3) | 2)  # its CPU-time clock, see clock_getcpuclockid(3)
    except OSError:
        return 0.0


def _pipes() -> list[tuple[int, int]]:
    """Give the pipes of standard input, output and error, or none. Raises OSError."""
    made: list[tuple[int, int]] = []
    try:
        for reading in (True, False, False):
            made.append(_pipe(reading=reading))
    except OSError:
        for descriptor in itertools.chain.from_iterable(made):
            os.close(descriptor)
        raise
    return made


def _pipe(*, reading: bool) -> tuple[int, int]:
    """Give our end, non-blocking, and the program's end, blocking, of a pipe from which the program reads or not."""
    read_end, write_end = os.pipe()
    ours, theirs = (write_end, read_end) if reading else (read_end, write_end)
    os.set_blocking(ours, False)
    return ours, theirs


def _proc(pid: int, name: str, flags: int) -> int:
    """Open a file of a process in /proc; -1 if it is gone, or we may not."""
    try:
        return os.open(f"/proc/{pid}/{name}", flags | os.O_CLOEXEC)
    except OSError:
        return -1


def _wait_readable(descriptor: int, seconds: float) -> None:
    poller = select.poll()
    poller.register(descriptor, select.POLLIN)
    poller.poll(seconds * 1000)


def _how(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return f"ended by itself with exit status {code}"
    name = signal.Signals(-code).name if -code in signal.valid_signals() and -code < signal.SIGRTMIN else "real-time"
    return f"was killed by signal {-code} ({name})"
