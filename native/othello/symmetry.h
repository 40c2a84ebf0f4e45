/* The eight symmetric copies of a position: rows and columns are alike, and so are their two directions. */
#ifndef ARBITRO_OTHELLO_SYMMETRY_H
#define ARBITRO_OTHELLO_SYMMETRY_H

#include "othello/rules.h"

/* Columns become rows: three rounds of swapping off-diagonal blocks. */
static inline uint64_t transpose(uint64_t b)
{
    uint64_t t = (b ^ (b >> 7)) & 0x00AA00AA00AA00AAULL;
    b ^= t ^ (t << 7);
    t = (b ^ (b >> 14)) & 0x0000CCCC0000CCCCULL;
    b ^= t ^ (t << 14);
    t = (b ^ (b >> 28)) & 0x00000000F0F0F0F0ULL;
    return b ^ t ^ (t << 28);
}

/* Each row runs the other way: swaps of neighbours, of pairs, of halves. */
static inline uint64_t mirror(uint64_t b)
{
    b = (b >> 1 & 0x5555555555555555ULL) | (b & 0x5555555555555555ULL) << 1;
    b = (b >> 2 & 0x3333333333333333ULL) | (b & 0x3333333333333333ULL) << 2;
    return (b >> 4 & 0x0F0F0F0F0F0F0F0FULL) | (b & 0x0F0F0F0F0F0F0F0FULL) << 4;
}

/* The smallest of the copies, by own discs, then by the opponent's: the same one for all of them. */
static inline Position smallest_copy(Position p)
{
    Position least = p;
    for (int i = 1; i < 8; i++) { /* mirrored in turn from left to right and from top to bottom, halfway transposed */
        if (i == 4)
            p = (Position){transpose(p.own), transpose(p.opp)};
        else if (i & 1)
            p = (Position){mirror(p.own), mirror(p.opp)};
        else
            p = (Position){__builtin_bswap64(p.own), __builtin_bswap64(p.opp)};
        if (p.own < least.own || (p.own == least.own && p.opp < least.opp))
            least = p;
    }
    return least;
}

#endif
