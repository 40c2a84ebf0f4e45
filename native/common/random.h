/* Random numbers that games of self-play are drawn by. */
#ifndef ARBITRO_COMMON_RANDOM_H
#define ARBITRO_COMMON_RANDOM_H

#include <stdint.h>

/* SplitMix64: the seeds of two games may be neighbours. (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom
 * number generators", 2014) */
static inline uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15ULL;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return z ^ z >> 31;
}

static inline int32_t below(uint64_t *state, int32_t n)
{
    return (int32_t)((draw(state) >> 33) % (uint64_t)n);
}

/* How many nodes a move of a game gets: `nodes` on average, from half of them to half more. */
static inline uint64_t nodes_about(uint64_t *state, uint64_t nodes)
{
    return nodes / 2 + draw(state) % (nodes + 1);
}

static inline int sign(int n)
{
    return (n > 0) - (n < 0);
}

#endif
