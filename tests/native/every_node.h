/* Searches of random positions until a million nodes have been visited, with an evaluation (`weights` in the file that
 * is the program's argument) that is compiled to check itself at every node. */
#ifndef ARBITRO_TESTS_EVERY_NODE_H
#define ARBITRO_TESTS_EVERY_NODE_H

#include "common/engine.h"

#include <stdio.h>
#include <stdlib.h>

enum { NODES = 1000000, NODES_A_SEARCH = 5000 };

static uint64_t state = 88172645463325252ULL;

static inline uint64_t random_number(void)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state;
}

/* What a game has: the size of its weights and of its network, how one becomes the other, and a search of a position
 * after so many random plies, of NODES_A_SEARCH nodes. */
typedef struct {
    uint64_t weights_size, network_size;
    const void *(*network)(const void *weights, void *memory);
    void (*search_random)(engine *e, const engine_limits *limits, engine_report *report);
} every_node_game;

/* Print how many nodes they were; give the exit status. */
static inline int every_node(const every_node_game *game, int argc, char **argv)
{
    uint64_t nodes = 0;
    void *weights = malloc(game->weights_size), *memory = malloc(game->network_size);
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    engine *e = engine_new(1);
    if (!file || !weights || !memory || !e || fread(weights, 1, game->weights_size, file) != game->weights_size)
        return 2;
    engine_use_weights(e, game->network(weights, memory));
    while (nodes < NODES) {
        engine_limits limits = {.nodes = NODES_A_SEARCH};
        engine_report report;
        game->search_random(e, &limits, &report);
        nodes += report.nodes;
    }
    printf("%llu\n", (unsigned long long)nodes);
    engine_free(e);
    free(weights);
    free(memory);
    return fclose(file) ? 2 : 0;
}

#endif
