"""Learn the Dama evaluation by self-play: `dama-bot train FOLDER` (needs numpy).

Rounds are those of bots/training/rounds.py; the network is that of native/dama/network.h. A first round is played
`--by-hand`, with a network that counts pieces.

Rounds so far. Errors are squared, of the chance to win, on positions that were learned from and on others; gains are in
Elo with intervals of 95 %, at 2,000 nodes a move over the weights of the line before, 400 games from 6 to 10 random
plies. Fewer pieces of evidence than it looks: three of four games are drawn.

    round  seeds of files    positions  nodes  played by            learned from        share  errors            gains
    1      1000000..1000079  4,003,000    400  91 linear features
    2      2000000..2000022  1,151,000    700  a network of round 1 4.9 M of 1 and 2    0.35   0.00833  0.00894  +193
    3      3000000..3000025  1,301,000    700  the line before
    4      4000000..4000022  1,151,000    700  that, pruned         7.2 M of 1 to 4     0.35   0.00783  0.00835  +45+-16
           as above, going on without round 1                       3.4 M of 2 to 4     0.25   0.00362  0.00398  +58+-16

The first gain is over the linear features (200 games, +162 to +227, at equal nodes, by a network of round 1 alone). The
last line forgets what the linear features thought, who did not know how many plies were left. Round 4 is the first
whose search has today's futility and reductions.
"""

from __future__ import annotations

import functools

import numpy as np

from bots.training import rounds
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


SUBJECT = Subject(
    name="Dama",
    player=player,
    play=play_itself,
    fields=record_fields(RECORD),
    weights=WEIGHTS,
    by_hand=first_guess(),
    parts=PARTS,
    learn=learn,
)
set_up = functools.partial(rounds.set_up, SUBJECT)
