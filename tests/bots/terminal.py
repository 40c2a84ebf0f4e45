"""A bot on a terminal, as a person has it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pexpect

from tests.bots.driver import HANG_S, environment

if TYPE_CHECKING:
    Terminal = pexpect.spawn[str]

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@contextmanager
def session(
    command: Sequence[str],
    *,
    prompt: str = "> ",
    size: tuple[int, int] = (24, 80),
    changes: Mapping[str, str] | None = None,
) -> Iterator[Terminal]:
    """Start a program on a terminal of so many rows and columns and wait for its first prompt."""
    program, *words = command
    child = pexpect.spawn(
        program,
        words,
        env=environment(**{"TERM": "xterm-256color", "LANG": "C.UTF-8"} | dict(changes or {})),
        encoding="utf-8",
        timeout=HANG_S,
        dimensions=size,
    )
    try:
        child.expect(prompt)
        yield child
    finally:
        child.close(force=True)


def answer(child: Terminal, text: str) -> str:
    """Type a line; give what is shown until the next prompt."""
    child.sendline(text)
    child.expect(r"\r\n> ")
    return str(child.before)


def left_with(child: Terminal) -> int | None:
    """Give the exit status after the end of a session."""
    child.expect(pexpect.EOF)
    child.close()
    assert "Traceback" not in str(child.before)
    return child.exitstatus
