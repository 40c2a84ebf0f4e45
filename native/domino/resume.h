/* How a row that lies already goes on best, whatever was played before. domino_resume in the interface.
 *
 * A hand without special tiles: the row is one tile more, from its left end to its right one, that a trail must use
 * (domino/plain.h), and the trail is cut open there. With special tiles: layer by layer all ways to go on, of which
 * those that leave the same tiles and ends are one; exact unless a layer has more of them than there is room for. */
#ifndef ARBITRO_DOMINO_RESUME_H
#define ARBITRO_DOMINO_RESUME_H

#include "domino/plain.h"

/* What a digit that is placed now is worth at the end, with so many [11|11] to come. */
static inline int worth_at_end(int digit, int64_t raises, bool zero_stays)
{
    if (digit == 0)
        return zero_stays || raises == 0 ? 0 : rotated(1, (int)((raises - 1) % DIGITS));
    return rotated(digit, (int)(raises % DIGITS));
}

#endif
