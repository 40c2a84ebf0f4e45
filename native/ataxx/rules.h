/* The rules of Ataxx on bitboards.
 *
 *   bit of a square = 8 * row + column          48 49 50 51 52 53 54  .    row 7
 *                                                          ...
 *   The eighth column is never on the board:     8  9 10 11 12 13 14  .    row 2
 *   a shift across the edge ends there.          0  1  2  3  4  5  6  .    row 1
 *                                                a  b  c  d  e  f  g
 *
 * A position is seen from the side to move. A move is 64 * source + destination; an extend has its destination for
 * source, as it does not matter which piece it comes from; a pass is the square next to g1, off the board.
 *
 * All of it is inline: each of these functions is a few instructions, in the innermost loops. */
#ifndef ARBITRO_ATAXX_RULES_H
#define ARBITRO_ATAXX_RULES_H

#include "common/engine.h"

typedef struct {
    uint64_t own, opp, empty; /* what is in none of them is a block */
    uint64_t jumps;           /* in a row, by both players; or PLIES + plies without an extend, if those are limited */
} Position;

typedef int Move;
enum { PASS = ATAXX_PASS, PLIES = ATAXX_PLIES, JUMP_LIMIT = 25, PLY_LIMIT = PLIES + 100, STONE = 100 };

#define BOARD 0x007F7F7F7F7F7F7FULL

static inline int count(uint64_t bits)
{
    return __builtin_popcountll(bits);
}

static inline int lowest(uint64_t bits)
{
    return __builtin_ctzll(bits);
}

static inline uint64_t bit(int square)
{
    return 1ULL << square;
}

/* A set with the eight neighbours of each square; also off the board. */
#define BESIDE(b) ((b) | (b) << 1 | (b) >> 1)
#define AROUND(b) (BESIDE(b) | BESIDE(b) << 8 | BESIDE(b) >> 8)

static inline uint64_t around(uint64_t bits)
{
    uint64_t row = BESIDE(bits);
    return row | row << 8 | row >> 8;
}

#define EACH_COLUMN(f, s) f(s), f(s + 1), f(s + 2), f(s + 3), f(s + 4), f(s + 5), f(s + 6), 0
#define EACH_SQUARE(f) \
    { \
        EACH_COLUMN(f, 0), EACH_COLUMN(f, 8), EACH_COLUMN(f, 16), EACH_COLUMN(f, 24), EACH_COLUMN(f, 32), \
            EACH_COLUMN(f, 40), EACH_COLUMN(f, 48) \
    }
#define NEAR_OF(s) (AROUND(1ULL << (s)) & BOARD & ~(1ULL << (s)))
/* Within two columns, cut at the edge; then within two rows. */
#define COLUMNS(s) (((0x1FULL << (s) % 8) >> 2 & 0x7F) << (s) / 8 * 8)
#define SQUARE_OF_25(s) ((COLUMNS(s) | COLUMNS(s) << 8 | COLUMNS(s) << 16 | COLUMNS(s) >> 8 | COLUMNS(s) >> 16) & BOARD)
#define RING_OF(s) (SQUARE_OF_25(s) & ~AROUND(1ULL << (s)))

static const uint64_t NEAR[56] = EACH_SQUARE(NEAR_OF); /* the squares next to a square */
static const uint64_t RING[56] = EACH_SQUARE(RING_OF); /* the squares at distance two */

static inline uint64_t extends_of(Position p)
{
    return around(p.own) & p.empty;
}

/* Squares within two of a set. */
static inline uint64_t reach(uint64_t bits)
{
    return around(around(bits) & BOARD);
}

static inline bool can_move(uint64_t pieces, uint64_t empty)
{
    uint64_t beside = around(pieces) & BOARD;
    return beside & empty || around(beside) & empty;
}

/* Two rules: the 25th jump in a row ends a game as it stands, the 100th ply without an extend draws it. */
static inline uint64_t limit_of(Position p)
{
    return p.jumps < PLIES ? JUMP_LIMIT : PLY_LIMIT;
}

static inline bool is_over(Position p)
{
    return !p.own || !p.opp || p.jumps >= limit_of(p) || !can_move(p.own | p.opp, p.empty);
}

/* Whether a game that is over was drawn by the count of plies, whoever has more pieces. */
static inline bool is_drawn(Position p)
{
    return p.jumps >= PLY_LIMIT && p.own && p.opp && can_move(p.own | p.opp, p.empty);
}

static inline int margin(Position p)
{
    return count(p.own) - count(p.opp);
}

static inline int source_of(Move move)
{
    return move >> 6;
}

static inline int target_of(Move move)
{
    return move & 63;
}

/* The position after a move, seen from the opponent. */
static inline Position after(Position p, Move move)
{
    if (move == PASS)
        return (Position){p.opp, p.own, p.empty, p.jumps + (p.jumps >= PLIES)};
    int from = source_of(move), to = target_of(move);
    uint64_t turned = NEAR[to] & p.opp, left = bit(from) & ~bit(to);
    return (Position){p.opp ^ turned, (p.own | turned | bit(to)) & ~left, (p.empty | left) & ~bit(to),
                      left ? p.jumps + 1 : p.jumps & PLIES};
}

#endif
