"""A match or league shown while it is played: `--live` and `--stream`, and the server that `--live` starts.

The server is a process of its own, which ends when its standard input does: however the arbiter ends, it ends too. What
becomes of it is nothing to the arbiter.
"""

from __future__ import annotations

import argparse
import contextlib
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from arbiter.play.live import Broadcast

START_S = 30.0
"""Seconds in which a server has to print its address; it takes less than one."""
END_S = 5.0
"""Seconds that it gets to tell its viewers that it is all over."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "--live", action="store_true", help="show it in a browser while it is played; prints the address"
    )
    parser.add_argument(
        "--stream", action="store_true", help="tell of turns while it is played, for an `arbiter serve` of its own"
    )


@contextlib.contextmanager
def shown(
    options: argparse.Namespace, make: Callable[[], Broadcast], place: Path | None, say: Callable[[str], None]
) -> Iterator[Broadcast | None]:
    """Give what tells of games, None if nobody shall hear of them; with a server, if that is wanted, of `place` or else
    of the folder in which they are told.
    """
    if not (options.live or options.stream):
        yield None
        return
    try:
        found = make()
        found.__enter__()
    except OSError as error:
        say(f"nobody can look on: {error.filename or ''}: {error.strerror}")
        yield None
        return
    with contextlib.ExitStack() as left:
        left.push(found)
        if options.live:
            left.enter_context(_server(place or found.folder, say))
        elif place is None:
            say(f"to look on: arbiter serve {found.folder}")
        left.callback(found.close)
        yield found


@contextlib.contextmanager
def _server(place: Path, say: Callable[[str], None]) -> Iterator[None]:
    """Have a server as long as the block lasts; say where it is."""
    command = [sys.executable, "-P", "-m", "arbiter", "serve", "--while-input", str(place)]
    pipe = subprocess.PIPE
    try:
        server = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, start_new_session=True)
    except OSError as error:
        say(f"nobody can look on: {error.strerror}")
        yield
        return
    assert server.stdin
    assert server.stdout
    try:
        told = select.poll()
        told.register(server.stdout, select.POLLIN)
        if told.poll(1000 * START_S) and (address := server.stdout.readline().strip()):
            say(f"live at {address}")
        yield
    finally:
        with contextlib.suppress(OSError):
            server.stdin.close()
        try:
            server.wait(END_S)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        server.stdout.close()
