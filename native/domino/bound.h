/* Upper bounds for rows with special tiles, by Lagrangian relaxation; their size does not depend on the number of
 * tiles.
 *
 * In final coordinates a row is made of phases R, R-1, ..., 0 (that many [11|11] to come). In each phase both ends
 * of the row grow by a trail, from (L, R) to (L', R'): what the phase uses of each type matters only by its parity,
 * which must be odd exactly at the digits {L} ^ {L'} ^ {R} ^ {R'}; then an [11|11] adds a loop at L' or R'. The
 * phases share the counts of the types. Give each copy of a type a price instead: every phase may use up to all of
 * them, pays for each, and what the hand holds is refunded. For any prices >= 0 the best of this relaxed game is an
 * upper bound; it splits into 2^5 parities for each phase and a chain over (L, R), both solved exactly by dynamic
 * programming. Relaxed besides: connectivity, unless the hand has few kinds of tile (see domino/class.h); a wild tile
 * joins any two digits; a mirror needs a host in the same phase.
 *
 * `future[r][L][R]` is what remains to be won, prices paid, from a row with ends L, R (0: a wild end) and r of
 * [11|11] to come; with the refund for the tiles still in hand it bounds every continuation of a position.
 * Subgradient steps find good prices. All amounts are integers in 1/SCALE points: the bound is exact arithmetic. */
#ifndef ARBITRO_DOMINO_BOUND_H
#define ARBITRO_DOMINO_BOUND_H

#include "domino/class.h"

/* Find good prices by subgradient steps that shrink from two points to a sixteenth; keep the best. With the prices of a
 * hand that is much like this one, begin late. */
enum { PRICE_STEPS = 150, LATE_STEPS = 40 };

/* How many of each tile the best relaxed row uses in each class; the tables must be built. */
typedef struct {
    int64_t used[CLASSES][COUNTED];
} row_usage;

static inline int64_t used_of(const row_usage *u, int kind)
{
    int64_t sum = 0;
    for (int class = 0; class < CLASSES; class ++)
        sum += u->used[class][kind];
    return sum;
}

/* What filling the tables costs, in the time of a position of the search: so that what shares the time between ways to
 * look needs no clock, and finds the same whenever it has time enough. */
static inline uint64_t build_cost(const row_bound *b)
{
    return (uint64_t)(b->raises < CLASSES ? b->raises + 1 : CLASSES) * (b->is_linked ? 500 : 100);
}

/* Of the [11|11] that ends a phase, and its mirrors. */
static inline int64_t loop_gain(const row_bound *b, int phase, int digit)
{
    int class = phase_class_of(phase);
    int64_t loop = 2 * digit * SCALE, mirror = loop - b->price_mirror - b->extra[class][MIRROR];
    return loop + (mirror > 0 ? mirror * b->cap[class][MIRROR] : 0);
}

/* How far a step goes, for so many tiles too many. */
static inline int64_t clipped(int64_t gap)
{
    return gap > 2 ? 2 : gap < -2 ? -2 : gap;
}

/* Fill `future` and `value` for the prices as they are; give the digit where the best row begins. */
int build_bound(row_bound *b);

void bound_usage(const row_bound *b, int begin, row_usage *u);

/* What is to be won from the beginning of a phase with these ends. The tables of its class and the future of the next
 * one must be known. */
int64_t future_from(const row_bound *b, int phase, int l, int r);

/* Look for good prices, from those that are there if `have_prices`; the bound is b->value then. */
void tighten_bound(row_bound *b, bool have_prices);

#endif
