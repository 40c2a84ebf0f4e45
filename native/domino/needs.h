/* What a phase must do to bring the row from two ends to two others, and the most that it gains by that. */
#ifndef ARBITRO_DOMINO_NEEDS_H
#define ARBITRO_DOMINO_NEEDS_H

#include "domino/bound.h"

/* What a phase that brings the ends from (l, r) to (x, y) asks for. */
typedef struct {
    int l, r; /* ends from which it can be reached */
    int pair, set, free;
    int through; /* a digit, or 0 */
    bool wild;
} phase_needs;

/* One side of the row in one phase, from an end to an end: which parities it asks for. */
static inline void side_needs(int from, int to, int *set, int *free, bool *wild)
{
    if (from == 0 && to == 0)
        return; /* a wild end that stays as it is */
    if (from)
        *set ^= digit_bit(from);
    else
        ++*free;
    if (to)
        *set ^= digit_bit(to);
    else
        ++*free, *wild = true;
}

static inline phase_needs needs_of(const row_bound *b, int l, int r, int x, int y)
{
    phase_needs n = {l, r, 0, 0, 0, 0, false};
    side_needs(l, x, &n.set, &n.free, &n.wild);
    side_needs(r, y, &n.set, &n.free, &n.wild);
    if (l == 0 && x == 0)
        n.l = r;
    else if (r == 0 && y == 0)
        n.r = l;
    n.pair = pair_of(b, n.l, n.r);
    n.through = x == y && x && l && r && b->is_linked ? x : 0;
    return n;
}

static inline int most_joins(const row_bound *b)
{
    return b->wild < JOINS - 1 ? (int)b->wild : JOINS - 1;
}

/* What q wild tiles and the others gain, if no end may have any digit. */
static inline int64_t joins_gain(const phase_class *p, const phase_needs *n, int q)
{
    int64_t gain = q || !n->through ? p->joined[q][n->pair][half_of(n->set)] : p->through[n->pair][n->through];
    return gain + p->join_gain[q];
}

static inline int64_t phase_gain(const row_bound *b, const phase_class *p, int l, int r, int x, int y)
{
    int shown = p->ends | (l ? digit_bit(l) : 0) | (r ? digit_bit(r) : 0);
    if ((x && !(shown & digit_bit(x))) || (y && !(shown & digit_bit(y))))
        return NEVER;
    phase_needs n = needs_of(b, l, r, x, y);
    if (n.free)
        return p->open[n.wild][n.free][n.pair][half_of(n.set)];
    int64_t best = NEVER;
    for (int q = 0; q <= most_joins(b); q++) {
        int64_t gain = joins_gain(p, &n, q);
        best = gain > best ? gain : best;
    }
    return best;
}

/* What follows a phase that ended with (x, y): an [11|11] at the better end, its mirrors, and the later phases. */
static inline int64_t after_phase(const row_bound *b, int phase, int x, int y)
{
    if (phase == 0)
        return 0;
    return loop_gain(b, phase, x > y ? x : y) + b->future[phase - 1][x][y];
}

#endif
