"""A bot in the browser: `arbiter serve`, a program of its own, with the bot at a table."""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn


def become_table(name: str, words: Sequence[str], given: argparse.Namespace) -> NoReturn:
    """Become the server, with a bot that has the other options of the command line; `play` is for the terminal."""
    if getattr(given, "scripts", None):
        given.parser.error("--display: commands are clicked there, not read from files")
    rest = [word for word in words if word not in ("--display", "play")]
    serve = [sys.executable, "-P", "-m", "arbiter", "serve", "--game", name.removesuffix("-bot")]
    if colour := getattr(given, "colour", ""):
        rest = [word for word in rest if word not in ("--colour", colour, f"--colour={colour}")]
        serve += ["--second"] * (colour == "white")
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # a bot waits for it in a thread, which ends here
    os.execv(sys.executable, [*serve, f"--bot={shlex.join(rest)}"])
