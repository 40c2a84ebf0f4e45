/* Searches random positions of Dama until a million nodes have been visited, with an evaluation (`weights` in the file
 * that is its argument) that is compiled to check itself at every node. Prints how many nodes they were. */
#include "common/engine.h"

#include <stdio.h>
#include <stdlib.h>

enum { NODES = 1000000, NODES_A_SEARCH = 5000, PLIES = 90 };

static uint64_t state = 88172645463325252ULL;

static uint64_t random_number(void)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state;
}

int main(int argc, char **argv)
{
    uint64_t size = dama_weights_size(), nodes = 0;
    void *weights = malloc(size), *memory = malloc(dama_network_size());
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    engine *e = engine_new(1);
    if (!file || !weights || !memory || !e || fread(weights, 1, size, file) != size)
        return 2;
    engine_use_weights(e, dama_network(weights, memory));
    while (nodes < NODES) {
        uint64_t board[3] = {0x00AA55AAULL, 0x55AA550000000000ULL, 0};
        int32_t moves[48], n = 0, left = 100;
        for (uint64_t plies = random_number() % PLIES; plies; plies--, left--) {
            n = dama_moves(board[0], board[1], board[2], moves);
            if (n)
                dama_after(board, moves[random_number() % (uint64_t)n]);
        }
        engine_limits limits = {.nodes = NODES_A_SEARCH};
        engine_report report;
        dama_search(e, board[0], board[1], board[2], left, &limits, &report);
        nodes += report.nodes;
    }
    printf("%llu\n", (unsigned long long)nodes);
    engine_free(e);
    free(weights);
    free(memory);
    return fclose(file) ? 2 : 0;
}
