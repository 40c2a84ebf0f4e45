/* The plain bitboard loop that the engine's perft is measured against: flood fill for the legal moves, a walk along
 * each ray for the discs turned over, bulk counting at the last ply. Its rules are its own, and it is never tuned. */
#include "plain_perft.h"

static const uint64_t NOT_FIRST_COLUMN = 0xFEFEFEFEFEFEFEFEULL, NOT_LAST_COLUMN = 0x7F7F7F7F7F7F7F7FULL;

/* One step in each direction; what leaves the board is gone. */
static uint64_t right(uint64_t b)
{
    return (b << 1) & NOT_FIRST_COLUMN;
}
static uint64_t left(uint64_t b)
{
    return (b >> 1) & NOT_LAST_COLUMN;
}
static uint64_t down(uint64_t b)
{
    return b << 8;
}
static uint64_t up(uint64_t b)
{
    return b >> 8;
}

/* Runs of at most six opposing discs that start beside an own one; a move ends them. */
#define FLOOD(step, own, opp, moves) \
    do { \
        uint64_t run = step(own) & (opp); \
        for (int i = 0; i < 5; i++) \
            run |= step(run) & (opp); \
        (moves) |= step(run); \
    } while (0)

static uint64_t legal_moves(uint64_t own, uint64_t opp)
{
    uint64_t moves = 0;
    FLOOD(right, own, opp, moves);
    FLOOD(left, own, opp, moves);
    FLOOD(down, own, opp, moves);
    FLOOD(up, own, opp, moves);
    return moves & ~(own | opp);
}

#define WALK(step, move, own, opp, flips) \
    do { \
        uint64_t at = step(move), line = 0; \
        while (at & (opp)) { \
            line |= at; \
            at = step(at); \
        } \
        if (at & (own)) \
            (flips) |= line; \
    } while (0)

static uint64_t turned(uint64_t own, uint64_t opp, uint64_t move)
{
    uint64_t flips = 0;
    WALK(right, move, own, opp, flips);
    WALK(left, move, own, opp, flips);
    WALK(down, move, own, opp, flips);
    WALK(up, move, own, opp, flips);
    return flips;
}

uint64_t plain_perft(uint64_t own, uint64_t opp, int depth)
{
    if (depth == 0)
        return 1;
    uint64_t moves = legal_moves(own, opp), total = 0;
    if (depth == 1)
        return (uint64_t)__builtin_popcountll(moves);
    for (; moves; moves &= moves - 1) {
        uint64_t move = moves & -moves, flips = turned(own, opp, move);
        total += plain_perft(opp & ~flips, own | flips | move, depth - 1);
    }
    return total;
}
