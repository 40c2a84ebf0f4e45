"""A bot as a process behind two pipes, as an arbiter sees it."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

HANG_S = 60.0
"""No answer for so long means that there will be none: a guard, not a measure."""

OTHELLO = (sys.executable, "-m", "bots.othello")
ATAXX = (sys.executable, "-m", "bots.ataxx")


def environment(**changes: str) -> dict[str, str]:
    """Give an environment in which a missing flush shows, and no terminal's settings and no seed interfere."""
    hidden = {"PYTHONUNBUFFERED", "ARBITER_SEED", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"}
    return {name: value for name, value in os.environ.items() if name not in hidden} | changes


def run(
    *arguments: str,
    text: bytes = b"",
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    program: Sequence[str] = OTHELLO,
) -> subprocess.CompletedProcess[bytes]:
    """Run a bot, that of Othello if none is named, on a whole input."""
    return subprocess.run(
        [*program, *arguments],
        input=text,
        capture_output=True,
        timeout=HANG_S,
        check=False,
        cwd=cwd,
        env=environment() if env is None else env,
    )


class Bot:
    """A running bot, that of Othello if none is named; killed on leaving the `with` block if it still runs."""

    def __init__(self, *arguments: str, packets: bool = False, program: Sequence[str] = OTHELLO) -> None:
        """Start it; with `packets` every `send` is a read of its own for the bot."""
        source, self._sink = os.pipe2(os.O_CLOEXEC | (os.O_DIRECT if packets else 0))
        self.process = subprocess.Popen(
            [*program, *arguments],
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )
        os.close(source)

    def __enter__(self) -> Bot:
        """Give the bot."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave no process and no pipe behind."""
        self.process.kill()
        self.process.communicate()
        self.close()

    def send(self, text: bytes) -> None:
        """Write to its standard input."""
        os.write(self._sink, text)

    def close(self) -> None:
        """End its standard input."""
        if self._sink >= 0:
            os.close(self._sink)
        self._sink = -1

    def receive(self, size: int) -> bytes:
        """Read `size` bytes of its standard output; fewer if it ends."""
        assert self.process.stdout
        fd, got = self.process.stdout.fileno(), b""
        while len(got) < size:
            ready, _, _ = select.select([fd], [], [], HANG_S)
            assert ready, f"no answer, only {got!r}"
            chunk = os.read(fd, size - len(got))
            if not chunk:
                break
            got += chunk
        return got

    def line(self) -> bytes:
        """Read a line of its standard output, byte by byte so that nothing is read ahead."""
        got = b""
        while not got.endswith(b"\n") and (byte := self.receive(1)):
            got += byte
        return got

    def end(self) -> tuple[int, bytes, bytes]:
        """End its input: its exit status and what it still wrote to standard output and standard error."""
        self.close()
        rest, errors = self.process.communicate(timeout=HANG_S)
        return self.process.returncode, rest, errors

    def status(self, field: str) -> int:
        """Read a number of /proc/PID/status, such as VmRSS in KiB."""
        for entry in Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii").splitlines():
            name, _, value = entry.partition(":")
            if name == field:
                return int(value.split()[0])
        raise KeyError(field)
