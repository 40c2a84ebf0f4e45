/* Random positions of Ataxx, with random blocks: see ../native/every_node.h. */
#include "../native/every_node.h"

enum { PLIES = 60 };

static void search_random(engine *e, const engine_limits *limits, engine_report *report)
{
    ataxx_position p = {1ULL << 48 | 1ULL << 6, 1ULL << 54 | 1ULL << 0, 0, 0};
    p.blocks = random_number() & random_number() & random_number() & 0x007F7F7F7F7F7F7FULL & ~(p.own | p.opp);
    int32_t moves[288], n;
    for (uint64_t plies = random_number() % PLIES; plies && (n = ataxx_moves(&p, moves)) != 0; plies--)
        p = ataxx_after(&p, moves[random_number() % (uint64_t)n]);
    ataxx_search(e, &p, limits, report);
}

static const void *network(const void *weights, void *memory)
{
    return ataxx_network(weights, ataxx_weights_size(false), memory);
}

int main(int argc, char **argv)
{
    every_node_game game = {ataxx_weights_size(false), ataxx_network_size(), network, search_random};
    return every_node(&game, argc, argv);
}
