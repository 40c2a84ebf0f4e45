/* The eight symmetric copies of a position: rows and columns are alike, and so are their two directions. */
#ifndef ARBITRO_OTHELLO_SYMMETRY_H
#define ARBITRO_OTHELLO_SYMMETRY_H

#include "common/bitboard.h"
#include "othello/rules.h"

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
            p = (Position){upend(p.own), upend(p.opp)};
        if (p.own < least.own || (p.own == least.own && p.opp < least.opp))
            least = p;
    }
    return least;
}

#endif
