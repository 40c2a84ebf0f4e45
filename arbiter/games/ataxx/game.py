"""Ataxx as the arbiter knows it (`arbiter.games.contract`)."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arbiter.games.ataxx import law
from arbiter.games.ataxx.drawing import DRAWING
from arbiter.games.ataxx.notation import AtaxxNotation, pieces, read_move
from arbiter.games.ataxx.openings import Opening
from arbiter.games.ataxx.referee import MOVETIME_S, AtaxxReferee
from arbiter.games.board import BoardGame
from arbiter.games.contract import Settings
from arbiter.games.extras import Bot, PageEngine, Reviewing, Writing
from arbiter.host.words import seconds, settings_of

if TYPE_CHECKING:
    from arbiter.games.dialogues import Examination

EXAMINATIONS = {"course": "examination", "uai": "examination_uai"}
"""The modules that list them."""


OPTION = "of UAI engines, told to those that have it, as in Hash=64,Threads=1"
OWN = "the same of one player, who must have it"

WRITING = Writing(
    law.SQUARES,
    ("x", "o"),
    even=500.0,
    pieces={"x": law.RED, "o": law.BLUE, "-": law.BLOCK, "1": law.EMPTY},
    between="/",
    tail=" 0 1",
)


class Ataxx(BoardGame[law.Position, law.Move]):
    """Red and Blue spread over a board of 49 squares, between programs of the course and engines that speak UAI."""

    name, title, sides, unit = "ataxx", "Ataxx", ("red", "blue"), "pieces"
    written = "A move is written `a7-b7`, from a square to another; `-` is a pass."
    protocols = ("course", "uai")
    begins = law.Position()
    separator = ", "
    illegal = (law.IllegalMoveError,)
    forfeit = (0, 49)
    room, drawing = "arbiter.games.ataxx", DRAWING
    notation = AtaxxNotation("hundredths of a piece", within=50, plies=8, side=7)
    engine = PageEngine.ours("ataxx", "the small network of `ataxx-bot`", WRITING)
    reviewing = Reviewing("ataxx-bot analyse --hash 4", blunder=5, most=49, worth=pieces)
    bot = Bot("ataxx-bot --level {level}", "course")

    def write_move(self, move: law.Move) -> str:
        """Write a move as the course does."""
        return law.format_move(move)

    def read_move(self, position: law.Position, text: str) -> law.Move:
        """Read a move of either protocol. Raises ValueError."""
        return read_move(position, text)

    def opening(self, text: str) -> law.Position:
        """Give the position of a start: blocks and moves, or FEN. Raises ValueError."""
        return Opening.parse(text).position()

    def read_start(self, text: str) -> str:
        """Read where a game starts. Raises ValueError.

        A position that its count alone ends, by the usual rule, is left to `referee`, which knows the rule in force.
        """
        try:
            opening = Opening.parse(text)
        except ValueError:
            return super().read_start(text)  # which says where
        if not opening.fen or opening.limit != law.JUMP_LIMIT:
            return super().read_start(text)
        super().read_start(opening.by(law.PLY_LIMIT).text())
        return opening.text()

    def options(self) -> argparse.ArgumentParser:
        """Give the options of Ataxx alone."""
        parser = argparse.ArgumentParser(add_help=False)
        add = parser.add_argument_group(self.title).add_argument
        add("--blocks", default="", metavar="SQUARES", help='to block, with their reflections: "b2 c3 c4"')
        add("--layouts", action="store_true", help="blocks of the built-in set, a layout for two games")
        what = "that ends a game of shifting pieces (%(default)s)"
        add("--rule", choices=[*law.RULES], default=law.USUAL_RULE, help=what)
        for name, what in (("--option", OPTION), ("--option-a", OWN), ("--option-b", OWN)):
            add(name, type=settings_of, action="extend", default=[], metavar="NAME=VALUE[,...]", help=what)
        add("--movetime", type=seconds, default=MOVETIME_S, metavar="SECONDS", help="told to UAI engines (%(default)g)")
        return parser

    def examinations(self, protocol: str) -> Sequence[Examination]:
        """List what a program is examined in."""
        return self.listed(f"{self.room}.{EXAMINATIONS[protocol]}")

    def referee(self, settings: Settings) -> AtaxxReferee:
        """Make the referee. Raises ValueError."""
        own, starts = settings.options, settings.starts
        blocks = tuple(own.blocks.lower().split())
        try:
            if Opening(blocks).position().is_over():
                raise ValueError("the game is over there")
        except ValueError as error:
            raise ValueError(f"--blocks {own.blocks!r}: {error}") from None
        if starts and (blocks or own.layouts):
            raise ValueError("--openings: a set has its blocks in it, so that --blocks and --layouts say nothing")
        if "course" in settings.protocols and settings.seed is not None and not -(2**63) <= settings.seed < 2**63:
            raise ValueError(f"--seed {settings.seed}: programs of the course take whole numbers of 64 bits")
        limit = law.RULES[own.rule]
        openings = [Opening.parse(start).by(limit) for start in starts]
        if "course" in settings.protocols and any(one.fen for one in openings):
            raise ValueError("--openings: a position (FEN) can be told by UAI only; the course's language knows moves")
        if "course" in settings.protocols and {limit, *(one.limit for one in openings)} != {law.JUMP_LIMIT}:
            raise ValueError("--rule: programs of the course know 25 jumps only; expected --protocol uai")
        if over := next((one for one in openings if one.position().is_over()), None):
            raise ValueError(f"--openings: {over.text()}: the game is over there")
        if len({one.limit for one in openings}) > 1:
            raise ValueError(
                "--openings: an engine is told the rule once, and these begin by two; expected a set for each, or "
                f'--rule "{law.TOURNAMENT_RULE}"'
            )
        timed = hasattr(own, "time_s") and getattr(own, "clock", None) is None
        time_s = own.time_s or self.limits.time_s if timed else None
        if "uai" in settings.protocols and time_s is not None and time_s <= own.movetime:
            raise ValueError(
                f"--time {time_s:g}: engines are told to think {own.movetime:g} s; expected less --movetime"
            )
        for name, told, spoken in zip("ab", (own.option_a, own.option_b), settings.protocols, strict=True):
            if told and spoken != "uai":
                raise ValueError(f"--option-{name}: a program of the course has no options; expected --protocol uai")
        return AtaxxReferee(self, settings, blocks)


GAME = Ataxx()
