/* Games of the engine against itself, from which the evaluation learns. A game depends on its seed, the weights, the
 * tables and the number of nodes only, so that data that was lost can be made again.
 *
 * A game ends when its end is proved: once so few pieces are left that the tables know, or when the limit of plies has
 * come. Nobody resigns before, as a lead is worth only what can be made of it in time. */
#include "dama/rules.h"
#include "common/random.h"

enum {
    LEAST_OPENING = 4, /* random plies: fewer, and a million games would begin with the same few thousand positions */
    MOST_OPENING = 13,
    ENDLESS = 8, /* one game in so many has no limit of plies: other judges allow a thousand */
    PLIES = 100  /* the limit of the others */
};

typedef struct {
    uint64_t sets[3]; /* own, opp, kings */
    int32_t left;     /* plies until the game is drawn, DAMA_FOR_EVER for never */
} situation;

static int32_t moves_of(const situation *s, int32_t *moves)
{
    return dama_moves(s->sets[0], s->sets[1], s->sets[2], moves);
}

static void play(situation *s, int32_t move)
{
    dama_after(s->sets, move);
    s->left -= s->left > 0;
}

static situation random_start(uint64_t *state)
{
    int32_t limit = below(state, ENDLESS) ? PLIES : DAMA_FOR_EVER;
    for (;;) {
        situation s = {{0x00AA55AAULL, 0x55AA550000000000ULL, 0}, limit};
        int32_t moves[GAME_MOVES], n = moves_of(&s, moves);
        for (int32_t plies = LEAST_OPENING + below(state, MOST_OPENING - LEAST_OPENING + 1); plies && n; plies--) {
            play(&s, moves[below(state, n)]);
            n = moves_of(&s, moves);
        }
        if (n)
            return s;
    }
}

int32_t dama_selfplay(engine *e, uint64_t seed, uint64_t nodes, dama_record *records, int32_t room)
{
    uint64_t state = seed;
    situation s = random_start(&state);
    int32_t moves[GAME_MOVES], n, length = 0;
    int side = 1, result = 0; /* for the side that began */
    engine_clear(e);
    for (; s.left && length < room; side = -side) {
        n = moves_of(&s, moves);
        result = n ? 0 : -side;
        if (!n)
            break;
        engine_report report = {.move = moves[0]};
        if (n > 1) {
            engine_limits limits = {.nodes = nodes_about(&state, nodes)};
            dama_search(e, s.sets[0], s.sets[1], s.sets[2], s.left, &limits, &report);
            records[length++] = (dama_record){.own = s.sets[0],
                                              .opp = s.sets[1],
                                              .kings = s.sets[2],
                                              .score = (int16_t)report.score,
                                              .move = (int16_t)report.move,
                                              .left = s.left < 0 ? DAMA_ENDLESS : (uint8_t)s.left,
                                              .result = (int8_t)side};
            if (report.exact) {
                result = side * sign(report.score);
                break;
            }
        }
        play(&s, report.move);
    }
    for (int32_t i = 0; i < length; i++) {
        records[i].result = (int8_t)(records[i].result * result);
        records[i].more = (uint8_t)(length - 1 - i < 255 ? length - 1 - i : 255);
    }
    return length;
}
