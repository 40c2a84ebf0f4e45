"""The pipes of a running program, and the question that is open there: one call into C asks, waits and reads."""

from __future__ import annotations

import functools
import signal
import struct
from collections.abc import Callable

from arbiter.host._launch import ffi, lib
from arbiter.host.launch import Program

HEARD, SAID, GONE, TAKES = lib.LAUNCH_HEARD, lib.LAUNCH_SAID, lib.LAUNCH_GONE, lib.LAUNCH_TAKES
EARLY, CLOSED, LINE, STIRRED = lib.LAUNCH_EARLY, lib.LAUNCH_CLOSED, lib.LAUNCH_LINE, lib.LAUNCH_STIRRED
"""What has happened, as bits: `launch.cdef.h` says what each is."""
_ask: Callable[..., int] = lib.launch_ask
_hear: Callable[..., int] = lib.launch_hear
_quick: Callable[..., int] = lib.launch_quick
_ANSWER = struct.Struct(f"5d{lib.LAUNCH_LINE_BYTES + 1}p")
_FIRST = ffi.offsetof("launch_channel", "elapsed_s")


def notice_stops() -> None:
    """Let the calling thread notice, by a signal that it blocks, when it was stopped and goes on."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCONT})


class Channel:
    """Asks and hears a program. After each call `state` has what `launch_channel` says, times in monotonic seconds."""

    def __init__(self, program: Program) -> None:
        """Take a program that has just begun."""
        self.state = state = ffi.new("launch_channel *")
        state.input, state.output, state.error = program.stdin, program.stdout, program.stderr
        state.control, state.pid, state.vigil = program.control, program.pid, program.guard.vigil
        state.bell, state.schedule = program.bell, program.schedule
        self._text = ffi.buffer(state.text)
        self.answer: Callable[[], tuple[float, float, float, float, float, bytes]]
        self.answer = functools.partial(_ANSWER.unpack_from, ffi.buffer(state), _FIRST)
        """After LINE: gives elapsed_s, used_s, cpu_asked_s, cpu_s, now_s and the line of the state, in one call."""
        self.quick: Callable[[bytes, int], int] = functools.partial(_quick, state)
        """Asks a calm program a question of so many bytes, see `launch_quick`; without a frame of Python."""

    def ask(self, question: bytes, time_s: float, look_s: float, *, anyway: bool = False) -> int:
        """Ask, and hear what comes first until the time is up, or it is `look_s`; see `launch_ask`."""
        return _ask(self.state, question, len(question), time_s, look_s, anyway)

    def hear(self, look_s: float, *, more: bool = False) -> int:
        """Hear what comes next; see `launch_hear`."""
        return _hear(self.state, look_s, more)

    def time_from(self, since_s: float, time_s: float) -> None:
        """Let the question's time, `time_s`, begin at another moment, when the program has begun to read."""
        state, now_s = self.state, self.state.now_s
        state.asked_s, state.asked_ns = since_s, round(1e9 * since_s)
        state.due_ns, state.missed, state.late = state.asked_ns + round(1e9 * time_s), 0, 0
        state.elapsed_s = max(0.0, now_s - since_s)

    def part(self) -> bytes:
        """Give what the last call has read; nothing at the end of the output."""
        part: bytes = self._text[: self.state.length]
        return part

    def calm(self, until_s: float, time_s: float) -> None:
        """Ask `quick` until then, with so much time for an answer, and take whole ones for LINE."""
        lib.launch_calm(self.state, until_s, time_s)

    def stir(self) -> None:
        """Ask nothing `quick` from now on."""
        self.state.calm_ns = 0

    def leave_output(self) -> None:
        """Wait for output no more: it is closed."""
        self.state.output = -1

    def leave_error(self) -> None:
        """Wait for standard error no more: it is closed."""
        self.state.error = -1

    def leave_input(self) -> None:
        """Write no more."""
        self.state.input = -1
