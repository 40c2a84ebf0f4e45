/* Simplified draughts: the functions that Python calls. */
#include "dama/engine.h"
#include "common/processor.h"
#include "dama/unfold.h"

static const dama_code portable = {perft, search_all, learn_all};

static const dama_code *code(void)
{
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
    extern const dama_code dama_avx2;
    if (processor_is_wide())
        return &dama_avx2;
#endif
    return &portable;
}

int32_t dama_moves(uint64_t own, uint64_t opp, uint64_t kings, int32_t moves[48])
{
    Position p = {own, opp, kings, NO_LIMIT};
    landings l = landings_of(&p);
    return list_moves(&l, moves);
}

void dama_after(uint64_t board[3], int32_t move)
{
    Position p = {board[0], board[1], board[2], NO_LIMIT};
    p = after(&p, move);
    board[0] = p.own;
    board[1] = p.opp;
    board[2] = p.kings;
}

uint64_t dama_perft(uint64_t own, uint64_t opp, uint64_t kings, int32_t depth)
{
    Position p = {own, opp, kings, NO_LIMIT};
    return depth <= 0 ? 1 : code()->perft(&p, depth);
}

uint64_t dama_weights_size(void)
{
    return sizeof(folded_network);
}

enum { CACHE_LINE = 64 }; /* where the network begins */

uint64_t dama_network_size(void)
{
    return sizeof(network) + CACHE_LINE;
}

const void *dama_network(const void *weights, void *memory)
{
    void *place = (void *)(((uintptr_t)memory + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    unfold(weights, place);
    return place;
}

double dama_learn(const float *weights, const dama_record *records, int64_t n, float share, float *gradient)
{
    return code()->learn((const learned *)weights, records, n, share, (learned *)gradient);
}

static int32_t plies_left(int32_t left)
{
    return left < 0 ? NO_LIMIT : left;
}

int32_t dama_evaluate(engine *e, uint64_t own, uint64_t opp, uint64_t kings, int32_t left)
{
    Position p = {own, opp, kings, plies_left(left)};
    e->leanings[0] = 0;
    return game_estimate(e, &p, 0);
}

void dama_search(engine *e, uint64_t own, uint64_t opp, uint64_t kings, int32_t left, const engine_limits *limits,
                 engine_report *report)
{
    Position p = {own, opp, kings, plies_left(left)};
    Move moves[GAME_MOVES];
    int n = game_moves(&p, moves), depth = MAX_PLY - 1;
    *report = (engine_report){.move = -1};
    engine_begin(e, limits);
    e->table_pieces = e->tables ? dama_tables_pieces(e->tables, 1) : 0;
    e->converting = count(own | opp) <= e->table_pieces;
    e->leanings[0] = 0;
    if (!n || !p.left) {
        report->exact = 1;
        report->score = n ? 0 : -WIN;
    } else {
        if (limits->depth > 0 && limits->depth < depth)
            depth = limits->depth;
        if (2 * p.left < depth) /* more than there are, as late moves are searched less deeply */
            depth = 2 * p.left;
        code()->search(e, &p, depth, report);
    }
    engine_finish(e, report);
}
