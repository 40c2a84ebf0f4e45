/* The 36 squares of 2x2 of an Ataxx board, each in one of 256 states: what the learned evaluation looks at.
 *
 * A state has two bits for each of the four squares, in two planes: pieces of the player who looks and blocks in one,
 * pieces of the other one and blocks in the other. So a board is 36 of 9,216 inputs, all four kinds of square among
 * them.
 *
 *   shape 6 * row + column stands on the squares   row + 1:  2 3     state = bits 0..3 of the first plane
 *                                                  row:      0 1             + 16 * those of the second */
#ifndef ARBITRO_ATAXX_SHAPES_H
#define ARBITRO_ATAXX_SHAPES_H

#include "ataxx/rules.h"
#include "common/bitboard.h"

enum { STATES = ATAXX_STATES, SHAPES = ATAXX_INPUTS / STATES, SYMMETRIES = 8 };

/* A board as a player sees it. */
typedef struct {
    uint64_t mine, theirs; /* both with blocks */
} view;

static inline view view_of(uint64_t own, uint64_t opp, uint64_t blocks)
{
    return (view){own | blocks, opp | blocks};
}

#define LOWER_LEFT 0x00003F3F3F3F3F3FULL

static inline int shape_of(int square)
{
    return square - 2 * (square >> 3);
}

static inline int state_at(view v, int square)
{
    uint64_t mine = v.mine >> square, theirs = v.theirs >> square;
    return (int)((mine & 3) | (mine >> 6 & 12) | (theirs & 3) << 4 | (theirs >> 2 & 0xC0));
}

/* The lower left squares of shapes that touch a set. */
static inline uint64_t touched(uint64_t squares)
{
    return (squares | squares >> 1 | squares >> 8 | squares >> 9) & LOWER_LEFT;
}

/* A set under one of the eight symmetries of the board. */
static inline uint64_t turned(uint64_t b, int symmetry)
{
    b = symmetry & 1 ? upend(b) >> 8 : b; /* of seven rows and columns */
    b = symmetry & 2 ? mirror(b) >> 1 : b;
    return symmetry & 4 ? transpose(b) : b;
}

static inline view turned_view(view v, int symmetry)
{
    return (view){turned(v.mine, symmetry), turned(v.theirs, symmetry)};
}

#endif
