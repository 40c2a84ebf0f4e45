/* The most that a two-dimensional board can score, by a game that is looser than Domino: a tile may be laid as soon as
 * one of its digits lies anywhere on the board, for a vertical tile hangs from an end and leaves the end as it was. So
 * there is no geometry, and what counts of a board is which digits lie there, whether a wild tile does, and how many
 * points the best tile has, which mirrors repeat. Whoever plays Domino plays this game as well: its optimum, over all
 * orders of play, is a bound; most hands reach it.
 *
 * Everything is in final coordinates (domino/tiles.h). A tile that is worth most in this phase must not be laid at
 * once: in a later one it has other digits, which lead to other tiles, and a wild tile is wild only until the next
 * [11|11]. */
#ifndef ARBITRO_DOMINO_LOOSE_H
#define ARBITRO_DOMINO_LOOSE_H

#include "domino/hang.h"

enum { LOOSE_SLOT_BITS = 22 };

/* No board that goes on from here scores more; -1 if the hand is too large, or it takes too long. `slots` is scratch,
 * 1 << LOOSE_SLOT_BITS of them, all zero, and is left with something in it. */
int64_t loose_bound(const plane_search *s, uint64_t *slots);

#endif
