"""A bot in the browser: `arbiter serve`, a program of its own, with the bot at a table."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from typing import NoReturn


def become_table(name: str, words: Sequence[str]) -> NoReturn:
    """Become the server, with a bot that has the other options of the command line; `play` is for the terminal."""
    rest = [word for word in words if word not in ("--display", "play")]
    serve = [sys.executable, "-P", "-m", "arbiter", "serve"]
    os.execv(sys.executable, [*serve, "--game", name.removesuffix("-bot"), f"--bot={shlex.join(rest)}"])
