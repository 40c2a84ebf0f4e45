/* Dama for match.h: games of at most 100 plies. */
#include <stdint.h>

#include "common/engine.h"

typedef struct {
    uint64_t sets[3]; /* own, opp, kings */
    int32_t left;     /* plies until the game is drawn */
} situation;
enum { MOST_MOVES = 48, OPENING = 4, BALANCED = 100 };

#include "match.h"

static situation beginning(uint64_t *state)
{
    (void)state;
    return (situation){{0x00AA55AAULL, 0x55AA550000000000ULL, 0}, 100};
}

static int32_t moves_of(const situation *s, int32_t moves[MOST_MOVES])
{
    return s->left ? dama_moves(s->sets[0], s->sets[1], s->sets[2], moves) : 0;
}

static void play(situation *s, int32_t move)
{
    dama_after(s->sets, move);
    s->left--;
}

static int outcome_of(const situation *s)
{
    int32_t moves[MOST_MOVES];
    return dama_moves(s->sets[0], s->sets[1], s->sets[2], moves) ? 0 : -1;
}

static void search_of(engine *e, const situation *s, const engine_limits *limits, engine_report *report)
{
    dama_search(e, s->sets[0], s->sets[1], s->sets[2], s->left, limits, report);
}
