/* Games of the engine against itself, from which the evaluation learns. A game depends on its seed, the weights and the
 * number of nodes only, so that data that was lost can be made again. */
#include "ataxx/rules.h"
#include "common/random.h"

enum {
    LEAST_OPENING = 4, /* random plies: fewer, and a million games would begin with the same few thousand positions */
    MOST_OPENING = 11,
    MOST_ORBITS = 4, /* blocks come with their mirror images: tournaments are played on such boards */
    DECIDED = 2500,  /* a game is over when both sides think so of it, DECIDED_PLIES times in a row */
    DECIDED_PLIES = 6
};

/* Half of the boards are open. */
static uint64_t random_blocks(uint64_t *state)
{
    uint64_t blocks = 0;
    if (below(state, 2))
        return 0;
    for (int32_t orbits = 1 + below(state, MOST_ORBITS); orbits; orbits--) {
        int row = below(state, 7), column = below(state, 7);
        blocks |= bit(8 * row + column) | bit(8 * (6 - row) + column) | bit(8 * row + 6 - column)
            | bit(8 * (6 - row) + 6 - column);
    }
    return blocks;
}

static ataxx_position random_start(uint64_t *state)
{
    static const ataxx_position start = {1ULL << 48 | 1ULL << 6, 1ULL << 54 | 1ULL << 0, 0, 0};
    for (;;) {
        ataxx_position p = start;
        int32_t moves[ATAXX_MOST_MOVES];
        p.blocks = random_blocks(state) & ~(p.own | p.opp);
        for (int32_t plies = LEAST_OPENING + below(state, MOST_OPENING - LEAST_OPENING + 1); plies; plies--) {
            int32_t n = ataxx_moves(&p, moves);
            if (!n)
                break;
            p = ataxx_after(&p, moves[below(state, n)]);
        }
        if (ataxx_moves(&p, moves))
            return p;
    }
}

int32_t ataxx_selfplay(engine *e, uint64_t seed, uint64_t nodes, ataxx_record *records, int32_t room)
{
    uint64_t state = seed;
    ataxx_position p = random_start(&state);
    int32_t moves[ATAXX_MOST_MOVES], n, length = 0, decided = 0;
    int side = 1, result = 0; /* for the side that began */
    engine_clear(e);
    for (;; side = -side) {
        n = ataxx_moves(&p, moves);
        result = side * sign(count(p.own) - count(p.opp));
        if (!n || length == room)
            break;
        engine_report report = {.move = moves[0]};
        if (n > 1) {
            engine_limits limits = {.nodes = nodes_about(&state, nodes)};
            ataxx_search(e, &p, &limits, &report);
            records[length++] = (ataxx_record){.own = p.own,
                                               .opp = p.opp,
                                               .blocks = p.blocks,
                                               .score = (int16_t)report.score,
                                               .move = (int16_t)report.move,
                                               .jumps = (uint8_t)p.jumps,
                                               .result = (int8_t)side};
            result = side * sign(report.score);
            int leader = report.score > DECIDED ? side : report.score < -DECIDED ? -side : 0;
            decided = leader && leader * decided >= 0 ? decided + leader : leader;
            if (report.exact || decided == DECIDED_PLIES || decided == -DECIDED_PLIES)
                break;
        }
        p = ataxx_after(&p, report.move);
    }
    for (int32_t i = 0; i < length; i++) {
        records[i].result = (int8_t)(records[i].result * result);
        records[i].left = (uint8_t)(length - 1 - i < 255 ? length - 1 - i : 255);
    }
    return length;
}

/* A search asks for the value of positions that no sensible game has: half stay as they are, the others are one or two
 * random moves away. Jumps are drawn twice, since most moves are jumps, and most that a search follows are extends. */
void ataxx_wander(ataxx_record *records, int64_t n, uint64_t seed)
{
    uint64_t state = seed;
    for (ataxx_record *r = records; r < records + n; r++) {
        ataxx_position p = {r->own, r->opp, r->blocks, r->jumps};
        int32_t moves[ATAXX_MOST_MOVES], most = ataxx_moves(&p, moves);
        for (int32_t plies = below(&state, 4) - 1; plies > 0 && most; plies--) {
            int32_t move = moves[below(&state, most)];
            if (move >> 6 != (move & 63))
                move = moves[below(&state, most)];
            ataxx_position next = ataxx_after(&p, move);
            most = ataxx_moves(&next, moves);
            if (most)
                p = next;
        }
        *r = (ataxx_record){.own = p.own, .opp = p.opp, .blocks = p.blocks, .jumps = (uint8_t)p.jumps};
    }
}
