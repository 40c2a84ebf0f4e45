"""Learn the Dama evaluation by self-play: `dama-bot train FOLDER` (needs numpy).

Rounds are those of bots/training/rounds.py; the network is that of native/dama/network.h. A first round is played
`--by-hand`, with a network that counts pieces.
"""

from __future__ import annotations

import numpy as np

from bots.training.subject import Subject, Tensor
from native.common.learning import record_fields
from native.dama.engine import (
    KINDS,
    ONE,
    OUT_ONE,
    OUTPUTS,
    RECORD,
    SHAPES,
    STATES,
    UNITS,
    WEIGHTS,
    Dama,
    learn,
    play_itself,
)
from native.dama.tables import SHIPPED, Tables

LARGEST_IN, LARGEST_OUT = 2.0, 127 / OUT_ONE
"""Bounds of the weights within which the sums fit 16 and 32 bits."""
DECAY, RARE = 0.5, 0.08
"""Of the weights of shapes. Half of the states that occur are rare; without them the file is smaller by a third and
plays as well: +4 Elo (-11 to +19), 400 games of 2,000 nodes a move."""

PARTS = (
    Tensor((SHAPES * STATES, UNITS), ONE, largest=LARGEST_IN, decay=DECAY, rare=RARE),
    Tensor((SHAPES * KINDS, UNITS), ONE, spread=0.1, largest=LARGEST_IN),
    Tensor((UNITS,), ONE, start=0.2),
    Tensor((OUTPUTS, UNITS), OUT_ONE, largest=LARGEST_OUT, common=0.3),
    Tensor((OUTPUTS,), ONE * OUT_ONE, packed="<i4"),
)
A_MAN, A_KING = 1, 3
"""What pieces add to a hidden unit that counts them: men 25 hundredths of log odds in the end, kings 75."""


def first_guess() -> bytes:
    """Give weights that count pieces: half of the units are larger the more the mover has, half the less."""
    shapes, pieces, bias, out, out_bias = (np.zeros(part.shape, part.packed) for part in PARTS)
    sides = np.repeat([1, -1], UNITS // 2)
    pieces[:] = np.tile([A_MAN, -A_MAN, A_KING, -A_KING], SHAPES)[:, None] * sides
    bias[:] = ONE // 2
    out[:] = 127 * sides
    return b"".join(part.tobytes() for part in (shapes, pieces, bias, out, out_bias))


def player(weights: bytes) -> Dama:
    """Give an engine with the shipped tables, whatever else is built: a game is the same everywhere."""
    tables = Tables()
    tables.add(SHIPPED)
    return Dama(1, tables, weights)


SUBJECT = Subject("Dama", PARTS, player, play_itself, learn, record_fields(RECORD), WEIGHTS, by_hand=first_guess())
