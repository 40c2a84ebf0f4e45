/* The most that a two-dimensional board can score, from a hand or from a board that is begun.
 *
 * All [11|11] are played, unless one may stop early, so what lies on the board is known as it will be at the end, and a
 * plain tile is worth most in one of the phases that are left (tiles.h has final coordinates). An [11|11] repeats a
 * digit that lies there when it comes: no more than the largest of those, and a tile that brings a larger one in time
 * is not played in the phase in which it is worth most, unless they are the same. A mirror is worth no more than the
 * best tile at the end. Which tiles touch is asked only when no [11|11] is left. */
#ifndef ARBITRO_DOMINO_CEILING_H
#define ARBITRO_DOMINO_CEILING_H

#include "domino/hang.h"

/* No board that goes on from here scores more. */
int64_t most_from_here(const plane_search *s);

#endif
