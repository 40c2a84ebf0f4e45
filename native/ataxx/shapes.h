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

enum { SHAPES = 36, STATES = 256, SYMMETRIES = 8 };

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

static inline uint64_t flip_rows(uint64_t b)
{
    b = (b >> 8 & 0x00FF00FF00FF00FFULL) | (b & 0x00FF00FF00FF00FFULL) << 8;
    b = (b >> 16 & 0x0000FFFF0000FFFFULL) | (b & 0x0000FFFF0000FFFFULL) << 16;
    return (b >> 32 | b << 32) >> 8;
}

static inline uint64_t flip_columns(uint64_t b)
{
    b = (b >> 1 & 0x5555555555555555ULL) | (b & 0x5555555555555555ULL) << 1;
    b = (b >> 2 & 0x3333333333333333ULL) | (b & 0x3333333333333333ULL) << 2;
    b = (b >> 4 & 0x0F0F0F0F0F0F0F0FULL) | (b & 0x0F0F0F0F0F0F0F0FULL) << 4;
    return b >> 1;
}

/* Rows become columns: blocks of four, two and one square change places across the diagonal. */
static inline uint64_t transpose(uint64_t b)
{
    uint64_t t = (b ^ b << 28) & 0x0F0F0F0F00000000ULL;
    b ^= t ^ t >> 28;
    t = (b ^ b << 14) & 0x3333000033330000ULL;
    b ^= t ^ t >> 14;
    t = (b ^ b << 7) & 0x5500550055005500ULL;
    return b ^ t ^ t >> 7;
}

/* A set under one of the eight symmetries of the board. */
static inline uint64_t turned(uint64_t b, int symmetry)
{
    b = symmetry & 1 ? flip_rows(b) : b;
    b = symmetry & 2 ? flip_columns(b) : b;
    return symmetry & 4 ? transpose(b) : b;
}

static inline view turned_view(view v, int symmetry)
{
    return (view){turned(v.mine, symmetry), turned(v.theirs, symmetry)};
}

#endif
