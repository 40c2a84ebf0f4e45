/* Ataxx for match.h: half of the boards are open, the others have blocks with their mirror images. */
#include <stdint.h>

#include "common/engine.h"

typedef ataxx_position situation;
enum { MOST_MOVES = ATAXX_MOST_MOVES, OPENING = 4, BALANCED = 200 };

#include "match.h"

static situation beginning(uint64_t *state)
{
    situation s = {1ULL << 48 | 1ULL << 6, 1ULL << 54 | 1ULL << 0, 0, 0};
    uint64_t blocks = 0;
    for (int32_t orbits = below(state, 2) ? 1 + below(state, 3) : 0; orbits; orbits--) {
        int row = below(state, 7), column = below(state, 7);
        blocks |= 1ULL << (8 * row + column) | 1ULL << (8 * (6 - row) + column);
        blocks |= 1ULL << (8 * row + 6 - column) | 1ULL << (8 * (6 - row) + 6 - column);
    }
    s.blocks = blocks & ~(s.own | s.opp);
    return s;
}

static int32_t moves_of(const situation *s, int32_t moves[MOST_MOVES])
{
    return ataxx_moves(s, moves);
}

static void play(situation *s, int32_t move)
{
    *s = ataxx_after(s, move);
}

static int outcome_of(const situation *s)
{
    return sign(__builtin_popcountll(s->own) - __builtin_popcountll(s->opp));
}

static void search_of(engine *e, const situation *s, const engine_limits *limits, engine_report *report)
{
    ataxx_search(e, s, limits, report);
}
