/* Othello for match.h. */
#include <stdint.h>

#include "common/engine.h"

typedef struct {
    uint64_t own, opp;
} situation;
enum { MOST_MOVES = 64, OPENING = 10, BALANCED = 9 };

#include "match.h"

static situation beginning(uint64_t *state)
{
    (void)state;
    return (situation){1ULL << 35 | 1ULL << 28, 1ULL << 36 | 1ULL << 27};
}

static int32_t moves_of(const situation *s, int32_t moves[MOST_MOVES])
{
    int32_t n = 0;
    for (uint64_t todo = othello_moves(s->own, s->opp); todo; todo &= todo - 1)
        moves[n++] = __builtin_ctzll(todo);
    return n;
}

static void play(situation *s, int32_t move)
{
    uint64_t turned = othello_flips(s->own, s->opp, move);
    *s = (situation){s->opp & ~turned, s->own | turned | 1ULL << move};
}

static int outcome_of(const situation *s)
{
    return sign(__builtin_popcountll(s->own) - __builtin_popcountll(s->opp));
}

static void search_of(engine *e, const situation *s, const engine_limits *limits, engine_report *report)
{
    othello_search(e, s->own, s->opp, limits, report);
}
