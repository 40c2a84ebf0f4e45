/* Counting move sequences of Ataxx, the last two plies in bulk.
 *
 * How many steps a side has is a sum over pairs of a piece and an empty square. A move changes few of them: the count
 * after it is the count before, less the pairs of what was taken and what was filled, plus those of the square that was
 * left. So positions two plies above the leaves need one full count, and a handful of operations for each move.
 *
 * A step is a jump, or an extend; extends to one square are one step, or (`pairs`) one for each piece beside.
 *
 * All of it stands in a header, since it is compiled once for each set of instructions. */
#ifndef ARBITRO_ATAXX_PERFT_H
#define ARBITRO_ATAXX_PERFT_H

#include "ataxx/rules.h"

/* Steps of `pieces` to the square `to`, if it were empty, not counting an extend unless each pair counts. */
static inline int pairs_at(int to, uint64_t pieces, bool pairs)
{
    return count((pairs ? RING[to] | NEAR[to] : RING[to]) & pieces);
}

static inline int steps_of(uint64_t pieces, uint64_t empty, bool pairs)
{
    int n = pairs ? 0 : count(around(pieces) & empty);
    for (uint64_t todo = pieces; todo; todo &= todo - 1)
        n += pairs_at(lowest(todo), empty, pairs);
    return n;
}

/* Moves in a position: its steps, or else a pass. */
static inline uint64_t moves_in(Position p, bool pairs)
{
    if (is_over(p))
        return 0;
    int n = steps_of(p.own, p.empty, pairs);
    return (uint64_t)(n ? n : 1);
}

/* Sequences of two moves. */
static inline uint64_t two_plies(Position p, bool pairs)
{
    uint64_t total = 0, extends = extends_of(p), targets = reach(p.own) & p.empty;
    if (is_over(p))
        return 0;
    if (!targets)
        return moves_in(after(p, PASS), pairs);
    int answers = steps_of(p.opp, p.empty, pairs) - (pairs ? 0 : count(around(p.opp) & p.empty));
    for (; targets; targets &= targets - 1) {
        int to = lowest(targets);
        uint64_t turned = NEAR[to] & p.opp, opp = p.opp ^ turned, empty = p.empty ^ bit(to);
        uint64_t beside = pairs ? 0 : around(opp);
        /* Pairs at distance two (or both) that are left when `to` is filled and the pieces beside it are taken. */
        int left = answers - pairs_at(to, opp, pairs);
        for (uint64_t todo = turned; todo; todo &= todo - 1)
            left -= pairs_at(lowest(todo), p.empty, pairs);
        left += count(beside & empty);
        if (extends & bit(to)) {
            uint64_t times = pairs ? (uint64_t)count(NEAR[to] & p.own) : 1;
            total += times * (left ? (uint64_t)left : moves_in(after(p, 65 * to), pairs));
        }
        for (uint64_t sources = RING[to] & p.own; sources; sources &= sources - 1) {
            int from = lowest(sources);
            int n = left + pairs_at(from, opp, pairs) + (int)(beside >> from & 1);
            bool plain = n && p.jumps + 1 < limit_of(p);
            total += plain ? (uint64_t)n : moves_in(after(p, 64 * from + to), pairs);
        }
    }
    return total;
}

static uint64_t count_sequences(Position p, int depth, bool pairs)
{
    if (depth == 1)
        return moves_in(p, pairs);
    if (depth == 2)
        return two_plies(p, pairs);
    if (is_over(p))
        return 0;
    uint64_t total = 0, targets = reach(p.own) & p.empty;
    if (!targets)
        return count_sequences(after(p, PASS), depth - 1, pairs);
    for (; targets; targets &= targets - 1) {
        int to = lowest(targets);
        uint64_t neighbours = NEAR[to] & p.own;
        if (neighbours)
            total += (pairs ? (uint64_t)count(neighbours) : 1) * count_sequences(after(p, 65 * to), depth - 1, pairs);
        for (uint64_t sources = RING[to] & p.own; sources; sources &= sources - 1)
            total += count_sequences(after(p, 64 * lowest(sources) + to), depth - 1, pairs);
    }
    return total;
}

#endif
