/* What each build of the Othello search offers to othello.c. */
#ifndef ARBITRO_OTHELLO_H
#define ARBITRO_OTHELLO_H

#include "othello/rules.h"

#define OTHELLO_BUILD(build) \
    uint64_t othello_perft_##build(Position p, int depth); \
    void othello_search_##build(engine *e, Position p, engine_report *report); \
    void othello_solve_##build(engine *e, Position p, int alpha, int beta, engine_report *report); \
    void othello_chance_##build(engine *e, Position p, int depth, engine_report *report); \
    int othello_estimate_##build(const engine *e, Position p);

OTHELLO_BUILD(portable)
OTHELLO_BUILD(wide)

#endif
