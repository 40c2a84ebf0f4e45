/* Searches random positions of Ataxx until a million nodes have been visited, with an evaluation (`weights` in the file
 * that is its argument) that is compiled to check itself at every node. Prints how many nodes they were. */
#include "common/engine.h"

#include <stdio.h>
#include <stdlib.h>

enum { NODES = 1000000, NODES_A_SEARCH = 5000, PLIES = 60 };

static uint64_t state = 88172645463325252ULL;

static uint64_t random_number(void)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state;
}

int main(int argc, char **argv)
{
    uint64_t size = ataxx_weights_size(), nodes = 0;
    void *weights = malloc(size), *memory = malloc(ataxx_network_size());
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    engine *e = engine_new(1);
    if (!file || !weights || !memory || !e || fread(weights, 1, size, file) != size)
        return 2;
    engine_use_weights(e, ataxx_network(weights, memory));
    while (nodes < NODES) {
        ataxx_position p = {1ULL << 48 | 1ULL << 6, 1ULL << 54 | 1ULL << 0, 0, 0};
        p.blocks = random_number() & random_number() & random_number() & 0x007F7F7F7F7F7F7FULL & ~(p.own | p.opp);
        int32_t moves[288], n;
        for (uint64_t plies = random_number() % PLIES; plies && (n = ataxx_moves(&p, moves)) != 0; plies--)
            p = ataxx_after(&p, moves[random_number() % (uint64_t)n]);
        engine_limits limits = {.nodes = NODES_A_SEARCH};
        engine_report report;
        ataxx_search(e, &p, &limits, &report);
        nodes += report.nodes;
    }
    printf("%llu\n", (unsigned long long)nodes);
    engine_free(e);
    free(weights);
    free(memory);
    return fclose(file) ? 2 : 0;
}
