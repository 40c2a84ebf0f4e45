"""Learn the Ataxx evaluation by self-play: `python -m bots.ataxx train FOLDER` (needs numpy).

Rounds are those of bots/training/rounds.py; the network is that of native/ataxx/network.h. Each is a folder:

    python -m bots.ataxx train round4 --seed 4 --positions 20000000 --jobs 2 --with round1 round2 round3

Rounds so far, 1,000 nodes a move. Errors are squared, of the chance to win, on positions that were learned from and on
others; gains are in Elo with intervals of 95 %, at equal nodes over the weights of the line before, on open boards and
on boards with blocks (300 games each of 1,000 or 1,500 nodes a move, 160 in the first line; 600 from the fourth round
on, 2,000 from the seventh on, which was learned from in two passes, the eighth in one).

    round  seeds of files    positions  played by       learned from         share  errors            gains
    1      1000000..1000067  3,402,636  147-input net   1,851,618 of them    0.5    0.05534  0.05771  +191+-80  +80+-75
           as above, more of them, more steps           3,302,563 of them    0.25   0.01742  0.01878  +61+-38  +109+-40
    2      2000000..2000019  1,000,941  the first line
    3      3000000..3000023  1,200,887  the second one  4,803,908 of 1 to 3  0.25   0.01758  0.01852  +58+-38   +24+-35
    4      4000000..4000111  5,604,657  the third one   5,404,509 of them    0.25   0.01933  0.01987  +89+-24   +50+-26
    5      5000000..5000140  7,056,233  round 4         12.7 M of 4 and 5    0.25   0.01944  0.02033  +49+-25   +42+-25
    6      6000000..6000161  8,106,654  round 5         20.8 M of 4 to 6     0.25   0.01972  0.02039  +22+-25   +8+-25
    7      7000000..7000541  27,123,798 round 6         42.3 M of 5 to 7     0.25   0.02018  0.02057  +6+-13    +30+-14
    8      8000000..8000999  50,044,544 round 7         50.0 M of it         0.25   0.02058  0.02096  +24+-14   +24+-14
           3x2 for 2x2 squares, 30,000 steps            50.0 M of it         0.25   0.01876  0.02040  +79+-26   +30+-25
    9      10000000..10000483 24,221,914 the line above 23.0 M of it         0.25   0.02048  0.02095  +48+-20   +35+-19
    10     345 from 12000000  17.3 M     the line above taught by another    0.25   0.02104  0.02149  +60+-21   +49+-20
    13     13000000..13000205 10,308,570 round 10
    14     14000000..14000338 17.0 M     round 10  26.2 M of 13 and 14 taught 0.25            0.01895  +120+-24  +81+-22

From the fourth round on the search gives up 65 a ply and a network goes on from the one before.

The last line is that of the project: twice the units of the one before and a second layer. A large network learned
from 26.2 million positions (12,696 steps of 8,192 in 300 seconds of a GPU; its error on others is the one above) and
taught networks of three kinds at once what it says of 123 million positions, half of them one or two random moves away,
each in 7,516 steps of 16,384 by 1.5e-3, from the weights of round 10, in 260 seconds; two of them 115 million more in
another 210 seconds by 1e-3. From the first third on they learned with weights as they are rounded in the file. Their
squared errors, against what the large one says, on 196,608 such positions of games that nobody learned from:

    round 10                                      0.00376
    the same kind, taught anew                    0.00316
    the same with a second layer                  0.00297, then 0.00287
    twice the units and a second layer            0.00253, then 0.00235

Against round 10, at equal nodes: the same kind +28 (+18 to +38) on open boards and +30 (+21 to +40) with blocks, 4,000
games each of 2,000 nodes a move; twice the units and a second layer +120 (+97 to +144) and +81 (+60 to +104), 800 games
each of 2,000 nodes; +110 (+80 to +142) and +83 (+54 to +113), 400 games each of 30,000 nodes. It searches 0.80 of
the nodes per second, with AVX2 0.68. At 0.1 s a move, through the arbiter, 153 games won, 87 lost on the open board,
and 59 won, 12 drawn, 32 lost on the built-in layouts. It was taught by a prototype of `teach`, which labelled positions
while the small networks learned from them.

In the tenth round a large network learned from 16.4 million positions of it (those that were seen) and taught the
small one, as bots/training/teaching.py does (a prototype of it, all on one GPU: six minutes, of which the large one
learned for 220 seconds, 9,601 steps of 8,192 positions, and the small one for 140, 5,712 steps of 16,384 by 1.5e-3).
The error of the large one on positions that it had not seen is 0.01977, that of the small one was 0.02138 before and
is 0.02149, no better: but against what the large one says, on these positions, 0.00361 before and 0.00260 then.
(Labels of games share the mistakes of the network that searched.) How much of the gain comes of positions that nobody
played was not measured. By steps of 4e-4 it was 0.00279, and the gain +27 (+6 to +48) and +49 (+30 to +68), 1,000
games each of 2,000 nodes a move; a second layer, not built then, had 0.00243. That which was kept: +60 (+39 to +81) and
+49 (+29 to +68) in as many games; 300 games each of 10,000 nodes a move, +55 (+17 to +94) and +45 (+11 to +80); 400
games each of 0.05 s a move, through the arbiter against 09d8fee, +76 (+42 to +112) on the open board, 243 won and 157
lost, and +32 (+0 to +65) on the built-in layouts, 194 won, 49 drawn and 157 lost.

An eleventh round was not kept: 12.5 million positions by the tenth, half of them one or two random moves away from
those of games and labelled by a search of 1,000 nodes like these, as a processor can without a teacher. In one pass by
steps of 4e-4, 1,600 games each of 2,000 nodes a move: +15 (+0 to +31) on open boards, -4 (-20 to +11) with blocks;
without results of games +14 (-1 to +30) and -9 (-24 to +5); by 1.5e-4 +6 (-9 to +21), by 8e-4 +0 (-16 to +16) on open
boards. So positions that nobody played are not all of what the teacher gave: what it says of them is better, too.

The ninth round was learned in one pass (`--epochs 1`) by steps of `--rate 1.5e-4`, 1,000 games each of 2,000 nodes a
move, +48 (+28 to +69) and +35 (+16 to +54); 1,400 on the open board of 10,000 nodes a move, +48 (+30 to +67). On a
quarter of the unseen positions the error was 0.02110 before and is 0.02092. So many inputs are learned by heart
quickly: with steps of 5e-4, as had been usual, 3.6 million positions left it worse than before (0.02137; by 1e-4
0.02116), and 4e-4 for all of them 0.02099, which is as strong (1,000 games: 500 won). A second layer (16 units on the
sums of squares and of units over the eight copies) would take 0.00011 more off after 10.7 million positions; it was
not built before a larger network taught one. The sixth round gains over the third one +122 (+97 to +148) and +124 (+99
to +152), 600 games each of 1,500 nodes a move. Twice as many units, learned from 20.8 million positions (those of the
sixth round and as many new ones), gain nothing at equal nodes: -3 (-28 to +21) and -6 (-32 to +19); half of the label
from the game's result, -15 (-36 to +6) and -10 (-32 to +12), 800 games each. The seventh over the sixth: +6 (-7 to +19)
and +30 (+17 to +44); the eighth over the seventh: +24 (+10 to +38) and +24 (+10 to +39). The third one over the network
that was there before (147 inputs, 64 units seen from both sides), through the arbiter from 6 random plies, 200 games
each: at 5,000 nodes a move +463 (+385 to +593) on the open board, +260 (+207 to +327) on the built-in layouts; at 0.02
s a move +346 (+283 to +435) and +193 (+147 to +247). The weights of the eighth round are the small network of today;
those of the line behind it began as the same function, and their gain is that at 2,000 nodes a move, +79 (+53 to +105)
and +30 (+6 to +55), 600 games each; at 0.04 s a move they score 59.0 % on the open board and 53.3 % on the built-in
layouts, 200 games each from 4 random plies.
"""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from bots.training import rounds
from bots.training.subject import Records, Subject, Tensor, View
from native.ataxx.engine import (
    DEEP,
    DEEP_ONE,
    DEEP_OUT_ONE,
    INPUTS,
    MEANS_ONE,
    ONE,
    OUT_ONE,
    PHASES,
    RECORD,
    SCALE,
    SQUARES_ONE,
    STATES,
    UNITS,
    WEIGHTS,
    Ataxx,
    learn,
    play_itself,
    wander,
)
from native.common.learning import record_fields

LARGEST_IN, LARGEST_OUT, LARGEST_DEEP, LARGEST_BIAS = 127 / ONE, 127 / OUT_ONE, 4.0, 100.0
"""Bounds of the weights: those of the inputs are bytes, and sums with those of the outputs fit 32 bits, as those of the
second layer do."""

PARTS = (
    Tensor((INPUTS // STATES, STATES, UNITS), ONE, packed="i1", spread=0.03, largest=LARGEST_IN, common=0.03),
    Tensor((UNITS,), ONE, start=0.2),
    Tensor((PHASES, UNITS), OUT_ONE, spread=0.1, largest=LARGEST_OUT),
    Tensor((PHASES,), ONE * OUT_ONE, packed="<i4"),
    Tensor((UNITS, DEEP), SQUARES_ONE, spread=0.04, largest=LARGEST_DEEP),
    Tensor((UNITS, DEEP), MEANS_ONE, spread=0.04, largest=LARGEST_DEEP),
    Tensor((DEEP,), DEEP_ONE, start=0.1, packed="<i4", largest=LARGEST_BIAS),
    Tensor((PHASES, DEEP), DEEP_OUT_ONE, largest=LARGEST_DEEP),
)
"""What a shape means hardly depends on where it stands: what its states have in common is the same everywhere."""


def player(weights: bytes) -> Ataxx:
    """Give an engine that plays games."""
    return Ataxx(hash_mib=1, weights=weights)


WIDTH = 7
SETS = ("own", "opp", "blocks")


def planes(records: Records) -> npt.NDArray[np.uint8]:
    """Give the pieces of the side to move, of its opponent, and the blocks."""
    sets = np.stack([records[name] for name in SETS], 1).astype("<u8")
    board = np.unpackbits(sets.view(np.uint8).reshape(-1, len(SETS), 8, 1), axis=-1, bitorder="little")
    return board[:, :, :WIDTH, :WIDTH]


def squares(records: Records) -> npt.NDArray[np.int64]:
    """Give source and target of the moves; an extend has its target for a source."""
    moves = records["move"].astype(np.int64)
    rows, columns = (np.stack([moves >> 6, moves], 1) >> low & 7 for low in (3, 0))
    return np.where(columns < WIDTH, WIDTH * rows + columns, -1)


VIEW = View((len(SETS), WIDTH, WIDTH), planes, squares, wander, SCALE)
SUBJECT = Subject(
    name="Ataxx",
    player=player,
    play=play_itself,
    fields=record_fields(RECORD),
    weights=WEIGHTS,
    by_hand=b"",
    parts=PARTS,
    learn=learn,
    view=VIEW,
)
set_up = functools.partial(rounds.set_up, SUBJECT)
