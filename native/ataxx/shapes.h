/* The rectangles of 3x2 squares of an Ataxx board, 30 that lie and 30 that stand, each in one of 4,096 states: what the
 * learned evaluation looks at.
 *
 * The board is in two planes: pieces of the player who looks and blocks in one, pieces of the other one and blocks in
 * the other. A state has the rows of a rectangle from below, the bits of each plane in turn; so all four kinds of
 * square are told apart.
 *
 *   one that lies:  bits 0..2 and 3..5 are three squares of the lower row, 6..8 and 9..11 those of the upper row
 *   one that stands: bits 0..1 and 2..3 are two squares of the lowest row, and so on
 *
 * A rectangle is known by its lower left square, and its place in a table by that (`place_of`). */
#ifndef ARBITRO_ATAXX_SHAPES_H
#define ARBITRO_ATAXX_SHAPES_H

#include "ataxx/rules.h"
#include "common/bitboard.h"

enum { STATES = ATAXX_STATES, SHAPES = ATAXX_INPUTS / STATES, PLACES = 64, SYMMETRIES = 8 };

/* A board as a player sees it. */
typedef struct {
    uint64_t mine, theirs; /* both with blocks */
} view;

static inline view view_of(uint64_t own, uint64_t opp, uint64_t blocks)
{
    return (view){own | blocks, opp | blocks};
}

/* The lower left squares of all that lie and of all that stand, and what each covers. */
#define LYING 0x00001F1F1F1F1F1FULL
#define STANDING 0x0000003F3F3F3F3FULL
#define LIES 0x707ULL
#define STANDS 0x30303ULL

/* The number of one that lies, 5 * row + column, among the inputs. */
static inline int shape_of(int square)
{
    return square - 3 * (square >> 3);
}

/* States of all rectangles of a kind, by their places. Four columns of the board are worked on at once, each in a word
 * of which each 16 bits become the state of one rectangle: those of even rows in the first two vectors, those of odd
 * rows in the others. (The words are little-endian.) */
typedef uint64_t four_words __attribute__((vector_size(32)));
typedef union {
    four_words words[4];
    uint16_t at[PLACES]; /* those of places where no rectangle is mean nothing */
} states;

static inline int place_of(int square)
{
    return (square & 7) << 2 | square >> 4 | (square & 8) << 2;
}

#define EACH_ROW(x) ((x)*0x0101010101010101ULL)
#define EACH_STATE(x) ((x)*0x0001000100010001ULL)

static inline __attribute__((always_inline)) void read_lying(view v, states *s)
{
    for (int half = 0; half < 2; half++) {
        four_words at = half ? (four_words){4, 5, 6, 7} : (four_words){0, 1, 2, 3};
        four_words row = (v.mine >> at & EACH_ROW(7)) | (v.theirs >> at & EACH_ROW(7)) << 3;
        s->words[half] = (row & EACH_STATE(0x3F)) | (row >> 2 & EACH_STATE(0xFC0));
        s->words[2 + half] = (row >> 8 & EACH_STATE(0x3F)) | (row >> 10 & EACH_STATE(0xFC0));
    }
}

static inline __attribute__((always_inline)) void read_standing(view v, states *s)
{
    for (int half = 0; half < 2; half++) {
        four_words at = half ? (four_words){4, 5, 6, 7} : (four_words){0, 1, 2, 3};
        four_words row = (v.mine >> at & EACH_ROW(3)) | (v.theirs >> at & EACH_ROW(3)) << 2, two = row | row >> 4;
        s->words[half] = (two & EACH_STATE(0xFF)) | (row >> 8 & EACH_STATE(0xF00));
        s->words[2 + half] = (two >> 8 & EACH_STATE(0xFF)) | (row >> 16 & EACH_STATE(0xF00));
    }
}

/* The lower left squares of rectangles that touch a set. */
static inline uint64_t lying_at(uint64_t squares)
{
    uint64_t two = squares | squares >> 8;
    return (two | two >> 1 | two >> 2) & LYING;
}

static inline uint64_t standing_at(uint64_t squares)
{
    uint64_t two = squares | squares >> 1;
    return (two | two >> 8 | two >> 16) & STANDING;
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
