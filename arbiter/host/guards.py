"""The guards of one process: each starts one program after the other, as long as none leaves a trace."""

from __future__ import annotations

import contextlib
import errno
import functools
import math
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

from arbiter.host.cgroups import Groups, find
from arbiter.host.launch import NAMESPACES, SANDBOX, USER_NAMESPACE, Guard, GuardError, LaunchError, Protection
from arbiter.host.view import View

FORBIDDEN = (errno.EPERM, errno.EACCES, errno.EINVAL, errno.ENOSPC, errno.EUSERS)
"""How the system says that it grants no namespaces; anything else that goes wrong is no reason to do without."""

TERMINATION = {signal.SIGTERM, signal.SIGHUP}
"""Signals that end a process which has not said otherwise."""
IDLE = 64
"""Guards that are kept for later, those used last: one for each player of a large league takes some MiB."""
KILLED = 3
"""How often a guard that somebody kills is replaced by another one, until we give up."""


@contextlib.contextmanager
def termination_held() -> Iterator[None]:
    """As long as the `with` block or the function lasts, TERMINATION waits; who is forked there inherits that."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, TERMINATION)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Guards:
    """Guards that are alike, of programs in namespaces and in a sandbox where these are wanted and possible."""

    def __init__(self, *, namespaces: bool = True, sandbox: bool = True) -> None:
        """Begin with none. Where control groups can be made, each guard's programs have one."""
        asked = SANDBOX if sandbox else 0
        spaces = [NAMESPACES, NAMESPACES | USER_NAMESPACE] if namespaces else []
        self._ladder = [*(asked | space for space in spaces), asked]  # the first that the system allows
        self._needs_scratch = False
        self._sandbox = sandbox
        self._idle: list[Guard] = []
        self.out_of_reach = True
        """Whether no program that was started here could tamper with any of the guards."""

    def take(self, memory_mib: float, folder: Path | None = None, view: View | None = None) -> Guard:
        """Give a guard whose programs run in `folder`, and may write there; or in the current one.

        They see what their `view` names, or what the user may read. What they write to /tmp and the like may take
        `memory_mib`. Raises LaunchError.
        """
        mib, view = math.ceil(memory_mib), view if self._sandbox else None
        for at in reversed(range(len(self._idle) if folder is None else 0)):
            if self._idle[at].view is view and self._idle[at].memory_mib == mib:
                return self._idle.pop(at)
        guard = self._start(folder, mib, view)
        shut = Protection.LANDLOCK_FILES | Protection.READ_ONLY_MOUNTS
        if guard.protections & shut and Protection.OWN_FOLDERS not in guard.protections and guard.scratch is None:
            self._needs_scratch = True
            guard.close()
            guard = self._start(folder, mib, view)
        return guard

    def give_back(self, guard: Guard) -> None:
        """Keep a guard whose program is gone for the next, if that one could not tell."""
        if not guard.is_spotless():
            guard.close()
            return
        self._idle.append(guard)
        if len(self._idle) > IDLE:
            self._idle.pop(0).close()

    def close(self) -> None:
        """End all that are idle."""
        while self._idle:
            self._idle.pop().close()

    @termination_held()  # between the two there is a folder that no guard knows of
    def _start(self, folder: Path | None, mib: int, view: View | None) -> Guard:
        scratch = Path(tempfile.mkdtemp(prefix="arbiter-scratch-")) if self._needs_scratch else None
        groups, killed = _groups(), 0
        while True:
            group = groups.make(mib) if groups else None
            try:
                guard = Guard(self._ladder[0], folder, scratch, mib, group, view)
                self.out_of_reach &= guard.is_out_of_reach()
                return guard
            except OSError as error:
                if group is not None:
                    group.close()
                if error.errno == errno.EINTR and (killed := killed + 1) < KILLED:
                    continue
                if error.errno in FORBIDDEN and len(self._ladder) > 1:
                    del self._ladder[0]
                    continue
                if scratch is not None:
                    scratch.rmdir()
                if error.errno == errno.ENOSYS:
                    raise LaunchError("the arbiter needs Linux") from None
                if killed == KILLED:
                    raise GuardError(
                        f"no program can be started: {KILLED} guards were killed one after the other"
                    ) from None
                raise LaunchError(f"no program can be started: {error.strerror}") from None


@functools.cache
def _groups() -> Groups | None:
    """Find once where this process may make control groups."""
    return find()
