/* Squares of a board of eight columns as the bits of a word, row by row: its symmetries. */
#ifndef ARBITRO_COMMON_BITBOARD_H
#define ARBITRO_COMMON_BITBOARD_H

#include <stdint.h>

/* Columns become rows: three rounds of swapping off-diagonal blocks. */
static inline uint64_t transpose(uint64_t b)
{
    uint64_t t = (b ^ (b >> 7)) & 0x00AA00AA00AA00AAULL;
    b ^= t ^ (t << 7);
    t = (b ^ (b >> 14)) & 0x0000CCCC0000CCCCULL;
    b ^= t ^ (t << 14);
    t = (b ^ (b >> 28)) & 0x00000000F0F0F0F0ULL;
    return b ^ t ^ (t << 28);
}

/* Each row runs the other way: swaps of neighbours, of pairs, of halves. */
static inline uint64_t mirror(uint64_t b)
{
    b = (b >> 1 & 0x5555555555555555ULL) | (b & 0x5555555555555555ULL) << 1;
    b = (b >> 2 & 0x3333333333333333ULL) | (b & 0x3333333333333333ULL) << 2;
    return (b >> 4 & 0x0F0F0F0F0F0F0F0FULL) | (b & 0x0F0F0F0F0F0F0F0FULL) << 4;
}

/* Each column runs the other way. */
static inline uint64_t upend(uint64_t b)
{
    return __builtin_bswap64(b);
}

#endif
