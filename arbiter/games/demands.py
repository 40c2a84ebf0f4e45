"""Demands that every game makes, and those of a protocol of lines that has no document of its own."""

from __future__ import annotations

from typing import NamedTuple

from arbiter.games.dialogues import Demand

ARBITER = "docs/arbiter.md"
LIMITS = Demand(
    "A player keeps to its limits of time, memory and processes, and writes its answers and nothing else.",
    ARBITER,
    "Offences",
)
START = Demand(
    "A player is a command line, split into words as a shell does (quotes and backslashes; no variables, pipes or "
    "wildcards). The first word is looked for in `PATH`; a program in the current folder is `./bot`.",
    ARBITER,
    "A player",
)


class Demands(NamedTuple):
    """What a protocol of lines demands of a program.

    How it answers, writes nothing else, and goes on; who moves first and who waits; what the end of a game means, and
    that nothing is left of it; legal moves; that lines come in any pieces; and how it ends.
    """

    answer: Demand
    only: Demand
    stay: Demand
    sides: Demand
    over: Demand
    fresh: Demand
    legal: Demand
    pieces: Demand
    end: Demand


DOCUMENT, SECTION = "docs/another-game.md", "What a program hears and says"
OVER = Demand(
    "The line that ends a game is not answered; the next one begins a game, and nothing is left of the one before.",
    DOCUMENT,
    SECTION,
)
USUAL = Demands(
    answer=Demand(
        "An answer is one line, the move and one newline. It must reach the pipe at once, so the output must be "
        "unbuffered or flushed.",
        DOCUMENT,
        SECTION,
    ),
    only=Demand(
        "A program writes only its moves, and only when it is asked: after the line that makes it the first player, "
        "and after each move of the opponent.",
        DOCUMENT,
        SECTION,
    ),
    stay=Demand("It plays one game after another and never ends by itself.", DOCUMENT, SECTION),
    sides=Demand("The second player writes nothing before the first has moved.", DOCUMENT, SECTION),
    over=OVER,
    fresh=OVER,
    legal=Demand("A move is one of those that the law allows.", DOCUMENT, SECTION),
    pieces=Demand("Lines come in whatever pieces the pipe delivers.", DOCUMENT, SECTION),
    end=Demand(
        "At the end of its input, or at the line that ends a program where the protocol has one, it ends with the exit "
        "status that the protocol names, with any if it names none, and writes nothing more.",
        DOCUMENT,
        SECTION,
    ),
)
"""Of a game that has no document for programs."""
