/* Two games between two sets of numbers of one search, from one opening, each with both colours: a template that the
 * file of a game includes behind
 *
 *   situation   where a game stands
 *   MOST_MOVES  of a situation
 *   OPENING     random plies of an opening, and as many more at random
 *   BALANCED    what a short search may think of an opening, + and -
 *
 * and that has these functions: */
#include "common/engine.h"
#include "common/random.h"

static situation beginning(uint64_t *state);
static int32_t moves_of(const situation *s, int32_t moves[MOST_MOVES]); /* 0: the game is over */
static void play(situation *s, int32_t move);
static int outcome_of(const situation *s); /* without moves: 1, 0, -1, for the side to move */
static void search_of(engine *e, const situation *s, const engine_limits *limits, engine_report *report);

/* What stands for the numbers in the sources of the search while it runs. */
const int32_t *tuned;

static situation opening(engine *e, uint64_t *state)
{
    enum { NODES = 3000 };
    const engine_limits limits = {.nodes = NODES};
    int32_t moves[MOST_MOVES], n = 0;
    for (;;) {
        situation s = beginning(state);
        for (int32_t plies = OPENING + below(state, OPENING + 1); plies && (n = moves_of(&s, moves)); plies--)
            play(&s, moves[below(state, n)]);
        if (!moves_of(&s, moves))
            continue;
        engine_report report;
        engine_clear(e);
        search_of(e, &s, &limits, &report);
        if (report.score > -BALANCED && report.score < BALANCED)
            return s;
    }
}

/* Give 1, 0 or -1 for the player who begins. */
static int game(engine *const players[2], const int32_t *const numbers[2], int first, situation s, uint64_t nodes)
{
    const engine_limits limits = {.nodes = nodes};
    int32_t moves[MOST_MOVES], n;
    engine_clear(players[0]);
    engine_clear(players[1]);
    int who = first, side = 1;
    for (; (n = moves_of(&s, moves)); who = !who, side = -side) {
        engine_report report = {.move = moves[0]};
        if (n > 1) {
            tuned = numbers[who];
            search_of(players[who], &s, &limits, &report);
            if (report.exact)
                return side * sign(report.score);
        }
        play(&s, report.move);
    }
    return side * outcome_of(&s);
}

/* Give the wins less the losses of the first numbers in both games. Nothing but its arguments decides it. */
int32_t tuning_pair(engine *one, engine *other, const int32_t *first, const int32_t *second, uint64_t seed,
                    uint64_t nodes)
{
    engine *const players[2] = {one, other};
    const int32_t *const numbers[2] = {first, second};
    tuned = first;
    situation s = opening(one, &seed);
    return game(players, numbers, 0, s, nodes) - game(players, numbers, 1, s, nodes);
}
