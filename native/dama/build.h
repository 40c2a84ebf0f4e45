/* The tablebase generator: all distances of one slice and its mirror (the same material, the other side to move), by
 * retrograde analysis.
 *
 * Men never go back. So a slice falls into units, positions with the same men on the same squares, and a unit is solved
 * once those are in which a man has gone further: a first pass looks up where captures and steps of men lead. From then
 * on only steps of kings count. Level n takes each position decided in n plies back to its predecessors: those of a
 * lost position are won in n + 1; those of a won one have one way out less and are lost when none is left.
 *
 * Only a unit is in memory, six kings being the largest (54 MB); solved ones are in files, one byte a value, and read
 * through the cache of the tables like everything else. */
#ifndef ARBITRO_DAMA_BUILD_H
#define ARBITRO_DAMA_BUILD_H

#include "dama/tables.h"

/* What is known of a position while its slice is being solved:
 *   PLIES    distance to the end; of a position that is neither WON nor DECIDED, what its lost exits make it at least
 *   WAYS     steps of kings not yet known to lose, and one more if an exit draws (which nothing uses up)
 *   WON      an exit wins in PLIES, a step may be quicker
 *   DECIDED  PLIES is final
 * An exit is a move that leaves the unit: a capture, or any move of a man. */
enum { PLIES = 0xFF, WAY = 0x100, WAYS = 0x1F00, WON = 0x2000, DECIDED = 0x4000 };

/* A unit as one of the sides to move sees it. */
typedef struct {
    material of;
    Position men;
    uint64_t size; /* positions, by the numbers of their kings */
    uint16_t *state;
} build_side;

/* Solve a unit: `side` and `other`, which are the same if it looks alike to both. False if a slice is missing. */
bool build_unit(dama_tables *t, const build_side *side, const build_side *other);

static inline uint8_t value_of_state(uint16_t state)
{
    return (uint8_t)(state & DECIDED ? value_of(state & PLIES) : VALUE_DRAW);
}

#endif
