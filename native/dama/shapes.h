/* What the evaluation of Dama looks at: around each of the 32 light squares, which stay empty, the four dark ones
 * beside it, each empty or with one of four kinds of piece: 625 states.
 *
 *   of a light square, bits:   3          state = sum over these bits of 5^bit * (1 own man, 2 the opponent's,
 *                             1 . 2                                               3 own king, 4 the opponent's)
 *                              0
 *
 * Beside the edge of a row there is nothing; the first and the last row are next to each other here, which spares a
 * look at the edge. A step changes six shapes, a capture eight. */
#ifndef ARBITRO_DAMA_SHAPES_H
#define ARBITRO_DAMA_SHAPES_H

#include "dama/rules.h"

enum { STATES = DAMA_STATES, SHAPES = DAMA_SHAPES, KINDS = 4 };

/* A board as a player sees it. */
typedef struct {
    uint64_t own, opp, kings;
} view;

static inline uint64_t rotated(uint64_t b, int n)
{
    return b >> (n & 63) | b << (-n & 63);
}

static inline int shape_of(int light)
{
    return light / 2;
}

/* The bits of a set beside a light square as a number of base 5. */
static inline int digits_beside(uint64_t set, int light)
{
    static const int16_t DIGITS[16] = {0, 1, 5, 6, 25, 26, 30, 31, 125, 126, 130, 131, 150, 151, 155, 156};
    uint64_t b = rotated(set, light - 8);
    return DIGITS[(b & 1) | (b >> 6 & 2) | (b >> 7 & 4) | (b >> 13 & 8)];
}

static inline int state_at(view v, int light)
{
    return digits_beside(v.own, light) + 2 * (digits_beside(v.opp, light) + digits_beside(v.kings, light));
}

/* The light squares beside a set. */
static inline uint64_t touched(uint64_t squares)
{
    return (squares << 1 | squares >> 1 | rotated(squares, 8) | rotated(squares, -8)) & ~DARK;
}

/* Kinds of piece, as digits of a state less one. */
static inline int kind_of(view v, int square)
{
    return (v.opp >> square & 1 ? 1 : 0) + (v.kings >> square & 1 ? 2 : 0);
}

static inline view turned_view(view v)
{
    return (view){turned(v.opp), turned(v.own), turned(v.kings)};
}

#endif
