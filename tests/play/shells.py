"""Players that are shell scripts, for tests that are their arbiter."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import shlex
from collections.abc import Callable, Iterator
from typing import Any

from arbiter.host.guards import Guards
from arbiter.host.limits import Limits
from arbiter.play.player import Player

Make = Callable[..., Player]
"""Makes a player of a script, or of a command in one word, with some limits of its own."""


@contextlib.contextmanager
def shells(usual: Limits) -> Iterator[Make]:
    """Give what makes such players; in the end all are killed."""
    guards, made = Guards(), list[Player]()

    def player(script: str, **limits: Any) -> Player:
        environment = {"PATH": os.environ["PATH"]}
        command = script if "/" not in script and " " not in script else f"/bin/sh -c {shlex.quote(script)}"
        one = Player(command, dataclasses.replace(usual, **limits), environment=environment, guards=guards)
        made.append(one)
        return one

    try:
        yield player
    finally:  # of a test that fails, too, or another one would fail by what it has left open
        for one in made:
            one.kill()
        guards.close()
