/* Orthogonal Othello: the functions that Python calls. Each runs the build of the search that the processor can. */
#include "othello/game.h"
#include "common/processor.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define RUN(name, ...) \
    (processor_is_wide() ? othello_##name##_wide(__VA_ARGS__) : othello_##name##_portable(__VA_ARGS__))
#else
#define RUN(name, ...) othello_##name##_portable(__VA_ARGS__)
#endif

uint64_t othello_moves(uint64_t own, uint64_t opp)
{
    return legal_moves((Position){own, opp});
}

uint64_t othello_flips(uint64_t own, uint64_t opp, int32_t square)
{
    if (square < 0 || square > 63 || ((own | opp) & bit(square)))
        return 0;
    return flips_of((Position){own, opp}, square);
}

void othello_canonical(uint64_t *own, uint64_t *opp)
{
    Position least = smallest_copy((Position){*own, *opp});
    *own = least.own;
    *opp = least.opp;
}

uint64_t othello_perft(uint64_t own, uint64_t opp, int32_t depth)
{
    return RUN(perft, (Position){own, opp}, depth);
}

int32_t othello_stage(uint64_t own, uint64_t opp)
{
    return stage_of((Position){own, opp});
}

uint64_t othello_weights_size(void)
{
    return STAGES * sizeof(stage_weights);
}

int32_t othello_evaluate(const engine *e, uint64_t own, uint64_t opp)
{
    return RUN(estimate, e, (Position){own, opp});
}

/* Begin a search; false if there is no move, which is reported. */
static bool begin(engine *e, Position p, const engine_limits *limits, engine_report *report)
{
    *report = (engine_report){.move = -1};
    engine_begin(e, limits);
    if (legal_moves(p)) {
        report->move = lowest(legal_moves(p)); /* in case that the limits allow nothing */
        return true;
    }
    report->score = margin(p);
    report->exact = 1;
    return false;
}

void othello_search(engine *e, uint64_t own, uint64_t opp, const engine_limits *limits, engine_report *report)
{
    Position p = {own, opp};
    if (begin(e, p, limits, report))
        RUN(search, e, p, report);
    engine_finish(e, report);
}

void othello_solve(engine *e, uint64_t own, uint64_t opp, int32_t alpha, int32_t beta, const engine_limits *limits,
                   engine_report *report)
{
    Position p = {own, opp};
    if (begin(e, p, limits, report))
        RUN(solve, e, p, alpha, beta, report);
    engine_finish(e, report);
}

int32_t othello_recall(const engine *e, uint64_t own, uint64_t opp, int32_t alpha, othello_numbers *numbers)
{
    proof_node node = {.score = 0};
    proof_begin(e, &node, (Position){own, opp});
    bool known = proof_look_at(e, &node, alpha);
    *numbers = (othello_numbers){.phi = node.phi, .delta = node.delta, .score = node.score};
    return known;
}

void othello_remember(engine *e, uint64_t own, uint64_t opp, int32_t score, int32_t greater)
{
    proof_node node;
    proof_begin(e, &node, (Position){own, opp});
    solve_store(e, node.key, score, greater, count(empties_of(node.p)), 0);
}

void othello_chance(engine *e, uint64_t own, uint64_t opp, int32_t depth, const engine_limits *limits,
                    engine_report *report)
{
    *report = (engine_report){.move = -1};
    engine_begin(e, limits);
    RUN(chance, e, (Position){own, opp}, depth, report);
    engine_finish(e, report);
}
