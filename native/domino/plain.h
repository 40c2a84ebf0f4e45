/* Hands without special tiles: the exact optimum, in time linear in the number of tiles.
 *
 * A row is a trail in the multigraph on the digits 1..6 whose edges are the tiles. Let S be the digits of a best row.
 * Two more copies of a type inside S could be put in as a detour there and back, so that a best row uses all doubles
 * on S and leaves out at most one copy of each other type inside S. We therefore try every S and every set J of types
 * to leave one copy out of (less than 2^15 + 6 * 2^10 + 15 * 2^6 + ... sets), keep those whose rest connects S with at
 * most two odd digits, and take the best. The row itself is an Euler trail (Hierholzer). */
#ifndef ARBITRO_DOMINO_PLAIN_H
#define ARBITRO_DOMINO_PLAIN_H

#include "domino/tiles.h"

/* The tiles whose ends are both in a set of digits: types by bits, those with a single copy among them; the sum of all
 * points; digits at which an odd number of ends meet; and the types of which a row may leave out a copy. */
typedef struct {
    int64_t points;
    uint32_t present, single;
    int odd, count, types[EDGES];
} inner_tiles;

inner_tiles tiles_within(const domino_hand *hand, int digits);

/* Say whether the types in `used` (bits by type) connect all digits of the set. */
bool types_connect(uint32_t used, int digits);

/* Hierholzer's Euler trail over `used` copies of each type, which it consumes; `trail` receives one digit more
 * than there are tiles. The part of the trail that is finished grows downwards from its end while the stack grows
 * upwards from its beginning; together they never hold more digits than the whole trail. Begins at `start` if
 * there is a choice. */
void euler_trail(int64_t used[TYPES], int64_t tiles, int start, uint8_t *trail);

/* Choose how many copies of each type a best row uses; give its score. With a type as `bridge` (else -1) one copy of it
 * must be among them. */
int64_t plain_choose(const domino_hand *hand, int bridge, int64_t used[TYPES]);

/* Solve a plain hand; write its moves, give how many. `trail` is scratch for one digit more than there are tiles. */
int64_t plain_solve(const domino_hand *hand, uint8_t *moves, uint8_t *trail, int64_t *score);

#endif
