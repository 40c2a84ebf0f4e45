/* The rules of orthogonal Othello on bit boards, for programs of tests that share nothing with the product: bit
 * 8 * row + column. */
#ifndef PLAIN_OTHELLO_H
#define PLAIN_OTHELLO_H

#include <stdint.h>

typedef struct {
    uint64_t own, opp;
} board;

static inline uint64_t step(uint64_t set, int direction)
{
    const uint64_t first = 0x0101010101010101ULL, last = 0x8080808080808080ULL;
    switch (direction) {
    case 0: return set << 8;
    case 1: return set >> 8;
    case 2: return set << 1 & ~first;
    default: return set >> 1 & ~last;
    }
}

static inline uint64_t turned(board b, uint64_t square)
{
    uint64_t all = 0;
    for (int d = 0; d < 4; d++) {
        uint64_t line = 0, at = step(square, d);
        for (; at & b.opp; at = step(at, d))
            line |= at;
        if (at & b.own)
            all |= line;
    }
    return all;
}

static inline uint64_t legal(board b)
{
    uint64_t found = 0, empty = ~(b.own | b.opp);
    for (int d = 0; d < 4; d++)
        for (uint64_t at = step(b.own, d) & b.opp; at; at = step(at, d) & b.opp)
            found |= step(at, d) & empty;
    return found;
}

#endif
