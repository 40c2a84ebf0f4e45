/* Random positions of Dama: see ../native/every_node.h. */
#include "../native/every_node.h"

enum { PLIES = 90 };

static void search_random(engine *e, const engine_limits *limits, engine_report *report)
{
    uint64_t board[3] = {0x00AA55AAULL, 0x55AA550000000000ULL, 0};
    int32_t moves[48], n = 0, left = 100;
    for (uint64_t plies = random_number() % PLIES; plies; plies--, left--) {
        n = dama_moves(board[0], board[1], board[2], moves);
        if (n)
            dama_after(board, moves[random_number() % (uint64_t)n]);
    }
    dama_search(e, board[0], board[1], board[2], left, limits, report);
}

int main(int argc, char **argv)
{
    every_node_game game = {dama_weights_size(), dama_network_size(), dama_network, search_random};
    return every_node(&game, argc, argv);
}
