"""Domino as the arbiter knows it (`arbiter.games.contract`): no moves in turn, both play the same hand alone."""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter.games.contract import Game, Settings
from arbiter.games.domino.courses import courses
from arbiter.games.domino.drawing import DRAWING
from arbiter.games.domino.law import Options, read_hand
from arbiter.games.domino.referee import (
    EARLY_STOP,
    HAND_SIZE,
    PLANE,
    ZERO_STAYS,
    DominoReferee,
    hand_of,
    hand_text,
    is_plane,
    read_start,
)
from arbiter.games.domino.solitaire import SOLITAIRE
from arbiter.games.extras import Bot, PageEngine, Reviewing
from arbiter.host.words import positive_integer

if TYPE_CHECKING:
    from arbiter.games.dialogues import Examination


PROTOCOL_2D = "2d"


class Domino(Game):
    """The best row of a hand of tiles, or in two dimensions the best board."""

    name, title = "domino", "Domino"
    written = "A tile is written `a b`, as in the protocol."
    forfeit = (0, 0)
    drawing = DRAWING
    engine = PageEngine.ours("domino", "the optimiser of `domino-bot`, for one row")
    reviewing = Reviewing("domino-bot analyse", blunder=6, courses=courses)
    bot = Bot("domino-bot", "course", levels=())
    solitaire = SOLITAIRE

    @property
    def protocols(self) -> tuple[str, ...]:
        """Give the names of what programs may speak, the usual one first."""
        return ("course", PROTOCOL_2D)

    def read_start(self, text: str) -> str:
        """Read a hand that stands in one line: N, then N pairs. Raises ValueError."""
        return hand_of(text)

    def position(self, start: str) -> str:
        """Give a hand, before it the rules if they are not the usual ones; "" for boards, which no page's engine knows.

        Raises ValueError.
        """
        if is_plane(start):
            return ""
        hand, rules = read_start(start)
        words = ["zero-stays"] * rules.zero_stays + ["early-stop"] * rules.early_stop
        return " ".join([*words, str(len(hand)), *(f"{a} {b}" for a, b in hand)])

    def options(self) -> argparse.ArgumentParser:
        """Give the options of Domino alone."""
        parser = argparse.ArgumentParser(add_help=False)
        add = parser.add_argument_group(self.title).add_argument
        add("--hands", type=Path, metavar="FOLDER", help="play the hands of a folder's files, in turn")
        add(
            "--hand-size",
            type=positive_integer,
            default=HAND_SIZE,
            metavar="N",
            help="tiles of a random hand (%(default)s); --seed draws the same hands each time",
        )
        add("--special", action="store_true", help="special tiles in random hands")
        add(PLANE, dest="plane", action="store_true", help=f"the game in two dimensions, as --protocol {PROTOCOL_2D}")
        add(ZERO_STAYS, action="store_true", help="judge by the rule that [11|11] leaves a 0 as it is")
        add(EARLY_STOP, action="store_true", help="judge by the rule that one may stop while a tile fits")
        return parser

    def examinations(self, protocol: str) -> Sequence[Examination]:
        """List what a program is examined in."""
        return self.listed("arbiter.games.domino.examination", protocol == PROTOCOL_2D)

    def referee(self, settings: Settings) -> DominoReferee:
        """Make the referee. Raises ValueError."""
        own, starts = settings.options, settings.starts
        if settings.plies:
            raise ValueError(
                "--openings: Domino has no random moves; expected a file with a hand in each line, or --hands"
            )
        if len(set(settings.protocols)) > 1:
            raise ValueError("--protocol: both programs play the same game, a row or, by --2d, two dimensions")
        if starts and own.hands:
            raise ValueError("--openings and --hands: give the hands in one way")
        seed = random.SystemRandom().getrandbits(63) if settings.seed is None else settings.seed
        try:
            hands = _hands(own.hands) if own.hands else starts
        except OSError as error:
            raise ValueError(f"--hands {own.hands}: {error.strerror}") from None
        except ValueError as error:
            raise ValueError(f"--hands: {error}") from None
        rules, plane = Options(own.zero_stays, own.allow_early_stop), own.plane or PROTOCOL_2D in settings.protocols
        return DominoReferee(hands, own.hand_size, own.special, seed, rules, plane)


def _hands(folder: Path) -> tuple[str, ...]:
    """Read the files of a folder by name. Raises OSError; ValueError without hands or for a file that is none."""
    found = []
    for path in sorted(path for path in folder.iterdir() if path.is_file()):
        try:
            found.append(hand_text(read_hand(path.read_text(encoding="utf-8-sig", errors="replace"))))
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
    if not found:
        raise ValueError(f"{folder}: there is no hand in this folder")
    return tuple(found)


GAME = Domino()
