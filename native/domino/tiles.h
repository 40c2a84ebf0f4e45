/* Tiles of Domino Lineare: the 21 plain types, three special ones, and how a move is stored.
 *
 * Final coordinates: a digit d placed while r tiles [11|11] are still to be played ends as d raised r times, and
 * raising is a rotation of 1..6, so that digits match now if and only if their final values match. All the searches
 * therefore see the board as it will be at the end: a plain tile played in "phase" r (r of [11|11] still to come) is
 * its type rotated r times, [11|11] is a loop at a digit of the row's end, [12|21] repeats the tile beside it. */
#ifndef ARBITRO_DOMINO_TILES_H
#define ARBITRO_DOMINO_TILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/engine.h"

/* Types of plain tiles, those of two different digits among them, and the other tiles. */
enum { TYPES = 21, EDGES = 15, DIGITS = 6, WILD = 21, RAISE = 22, MIRROR = 23 };

/* The two digits of each plain type, in the order of the rules: 11 12 13 14 15 16 22 23 ... 66. */
static const uint8_t type_digits[TYPES][2] = {{1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}, {1, 6}, {2, 2},
                                              {2, 3}, {2, 4}, {2, 5}, {2, 6}, {3, 3}, {3, 4}, {3, 5},
                                              {3, 6}, {4, 4}, {4, 5}, {4, 6}, {5, 5}, {5, 6}, {6, 6}};

static inline int type_of(int a, int b)
{
    int low = a < b ? a : b, high = a < b ? b : a;
    return (low - 1) * (14 - low) / 2 + high - low;
}

/* A digit 1..6 after `times` raises (a negative number undoes them). */
static inline int rotated(int digit, int times)
{
    return (digit - 1 + times % DIGITS + DIGITS) % DIGITS + 1;
}

static inline int64_t most_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static inline int64_t least_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int digit_bit(int digit)
{
    return 1 << (digit - 1);
}

static inline int digits_in(int set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

/* A move in one byte: MOVE_LEFT or not, and the digits as they lie, 7 * a + b, or the code of a special tile, which is
 * smaller than any of those. */
enum { MOVE_LEFT = 0x80, MOVE_WILD = 0, MOVE_RAISE = 1, MOVE_MIRROR = 2 };

static inline uint8_t plain_move(bool left, int a, int b)
{
    return (uint8_t)((left ? MOVE_LEFT : 0) | (7 * a + b));
}

static inline int64_t plain_tiles(const domino_hand *hand)
{
    int64_t n = 0;
    for (int t = 0; t < TYPES; t++)
        n += hand->plain[t];
    return n;
}

#endif
