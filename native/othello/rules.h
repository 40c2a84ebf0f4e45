/* The rules of orthogonal Othello on bitboards.
 *
 *   bit of a square = 8 * row + column           0  1  2  3  4  5  6  7     row 0, the top
 *                                                8  9 10 11 12 13 14 15     row 1
 *                                                          ...
 *                                               56 57 58 59 60 61 62 63     row 7
 *
 * A position is seen from the side to move: own discs, opponent's discs. A move encloses discs along its row or column
 * only; whoever cannot move ends the game; the score is the margin, own discs minus the opponent's.
 *
 * All of it is inline: each of these functions is a few instructions, in the innermost loops. */
#ifndef ARBITRO_OTHELLO_RULES_H
#define ARBITRO_OTHELLO_RULES_H

#include "common/engine.h"

typedef struct {
    uint64_t own, opp;
} Position;

static const uint64_t INNER_COLUMNS = 0x7E7E7E7E7E7E7E7EULL;

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

static inline uint64_t empties_of(Position p)
{
    return ~(p.own | p.opp);
}

static inline int margin(Position p)
{
    return count(p.own) - count(p.opp);
}

/* Squares where the side to move may play, for T a board or a vector of boards.
 *
 * Along a row to the right one addition does it: a run of opposing discs that starts beside an own disc carries out
 * into the square behind the run. In the other directions parallel prefix: runs of 1 and 2 discs, then of 4 and of 6 by
 * steps of two. Opposing discs in the first and last column are left out of the rows, so that nothing wraps round. */
#define LEGAL_MOVES(T, own, opp) \
    __extension__({ \
        T own_ = (own), opp_ = (opp), inner_ = opp_ & INNER_COLUMNS; \
        T right_ = (inner_ + (inner_ & (own_ << 1))) & ~inner_; \
        T left_ = inner_ & (own_ >> 1), up_ = opp_ & (own_ >> 8), down_ = opp_ & (own_ << 8); \
        left_ |= inner_ & (left_ >> 1); \
        up_ |= opp_ & (up_ >> 8); \
        down_ |= opp_ & (down_ << 8); \
        T pairs_ = inner_ & (inner_ >> 1), over_ = opp_ & (opp_ >> 8), under_ = opp_ & (opp_ << 8); \
        left_ |= pairs_ & (left_ >> 2); \
        up_ |= over_ & (up_ >> 16); \
        down_ |= under_ & (down_ << 16); \
        left_ |= pairs_ & (left_ >> 2); \
        up_ |= over_ & (up_ >> 16); \
        down_ |= under_ & (down_ << 16); \
        (right_ | left_ >> 1 | up_ >> 8 | down_ << 8) & ~(own_ | opp_); \
    })

/* Discs turned over by a move on the one square of `move` (a set; the empty one turns nothing), for T a board or a
 * vector of boards. The same sums and runs as above, from the square outwards; a run counts if an own disc is behind
 * it. */
#define FLIPS(T, own, opp, move) \
    __extension__({ \
        T own_ = (own), opp_ = (opp), move_ = (move), inner_ = opp_ & INNER_COLUMNS; \
        T next_ = move_ << 1, end_ = (inner_ + next_) & own_; \
        T left_ = inner_ & (move_ >> 1), up_ = opp_ & (move_ >> 8), down_ = opp_ & (move_ << 8); \
        T pairs_ = inner_ & (inner_ >> 1), over_ = opp_ & (opp_ >> 8), under_ = opp_ & (opp_ << 8); \
        left_ |= inner_ & (left_ >> 1); \
        up_ |= opp_ & (up_ >> 8); \
        down_ |= opp_ & (down_ << 8); \
        left_ |= pairs_ & (left_ >> 2); \
        up_ |= over_ & (up_ >> 16); \
        down_ |= under_ & (down_ << 16); \
        left_ |= pairs_ & (left_ >> 2); \
        up_ |= over_ & (up_ >> 16); \
        down_ |= under_ & (down_ << 16); \
        ((end_ - next_) & ~(T)(end_ == 0)) | (left_ & ~(T)((left_ >> 1 & own_) == 0)) \
            | (up_ & ~(T)((up_ >> 8 & own_) == 0)) | (down_ & ~(T)((down_ << 8 & own_) == 0)); \
    })

static inline uint64_t legal_moves(Position p)
{
    return LEGAL_MOVES(uint64_t, p.own, p.opp);
}

/* Squares beside a disc of the set, where alone the other side can enclose it. */
static inline uint64_t beside(uint64_t discs)
{
    return discs << 8 | discs >> 8 | (discs << 1 & 0xFEFEFEFEFEFEFEFEULL) | (discs >> 1 & 0x7F7F7F7F7F7F7F7FULL);
}

/* The squares beyond a square: to the right and below (higher bits), to the left and above (lower bits). */
static inline uint64_t ray_right(int s)
{
    return (0xFFULL << (s & 56)) & (~1ULL << s);
}

static inline uint64_t ray_left(int s)
{
    return (0xFFULL << (s & 56)) & (bit(s) - 1);
}

static inline uint64_t ray_down(int s)
{
    return 0x0101010101010100ULL << s;
}

static inline uint64_t ray_up(int s)
{
    return 0x0080808080808080ULL >> (63 - s);
}

/* Discs enclosed along a ray of higher bits: a carry runs from the nearest square over opposing discs (and over
 * whatever is not on the ray) to the first other square; if an own disc is there, all between are enclosed. */
static inline uint64_t enclosed_above(Position p, uint64_t ray)
{
    uint64_t end = ((p.opp | ~ray) + (ray & -ray)) & p.own & ray;
    return (end - (end != 0)) & ray;
}

/* The same along a ray of lower bits, from its highest square that holds no opposing disc. */
static inline uint64_t enclosed_below(Position p, uint64_t ray)
{
    uint64_t blockers = (ray & ~p.opp) | 1;
    uint64_t end = (0x8000000000000000ULL >> __builtin_clzll(blockers)) & p.own & ray;
    return (-end << 1) & ray;
}

/* Discs turned over by a move on an empty square; 0 if the move is illegal. */
static inline uint64_t flips_of(Position p, int s)
{
    return enclosed_above(p, ray_right(s)) | enclosed_above(p, ray_down(s)) | enclosed_below(p, ray_left(s))
        | enclosed_below(p, ray_up(s));
}

/* The position after a move on square `s` that turns over `flips`, seen from the opponent. */
static inline Position after(Position p, int s, uint64_t flips)
{
    return (Position){p.opp & ~flips, p.own | flips | bit(s)};
}

/* A product alone would be the same once its factors change places, which is so for boards that differ in the colour of
 * half of their discs, and 0 once one factor is. */
static inline uint64_t key_of(Position p)
{
    return mix(p.own ^ 0x9E3779B97F4A7C15ULL, p.opp ^ 0xD1B54A32D192ED03ULL) ^ (p.own * 0xA0761D6478BD642FULL + p.opp);
}

#endif
