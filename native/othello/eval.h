/* The evaluation of orthogonal Othello: sums of learned weights.
 *
 * Discs are enclosed along rows and columns only, so the 16 lines of the board are the natural patterns. A line has one
 * of four kinds (0 at the edge, 3 in the middle: rows and columns, near and far edge share their weights by symmetry)
 * and 3^8 contents (0 empty, 1 own, 2 opponent; square 0 counts 1, square 1 counts 3, ...). To their sum comes a weight
 * for both sides' numbers of legal moves. Each stage of four empty squares has a set of weights of its own. Weights are
 * in hundredths of a disc; bots/othello/train.py makes them and says what they gained.
 *
 * All of it is inline, since it is compiled once for each set of instructions (othello/game.h). */
#ifndef ARBITRO_OTHELLO_EVAL_H
#define ARBITRO_OTHELLO_EVAL_H

#include "othello/symmetry.h"

enum {
    DISC = 100,
    STAGES = OTHELLO_STAGES,
    STAGE_EMPTIES = OTHELLO_STAGE_EMPTIES,
    LINE_KINDS = OTHELLO_LINE_KINDS,
    LINE_CONTENTS = OTHELLO_LINE_CONTENTS,
    MOBILITY = OTHELLO_MOBILITY
};

typedef struct {
    int16_t mobility[MOBILITY][MOBILITY]; /* by own and opponent's legal moves, 15 and more alike */
    int16_t line[LINE_KINDS][LINE_CONTENTS];
} stage_weights;

#define TERNARY_1(n) n, n + 1
#define TERNARY_2(n) TERNARY_1(n), TERNARY_1(n + 3)
#define TERNARY_3(n) TERNARY_2(n), TERNARY_2(n + 9)
#define TERNARY_4(n) TERNARY_3(n), TERNARY_3(n + 27)
#define TERNARY_5(n) TERNARY_4(n), TERNARY_4(n + 81)
#define TERNARY_6(n) TERNARY_5(n), TERNARY_5(n + 243)
#define TERNARY_7(n) TERNARY_6(n), TERNARY_6(n + 729)
/* Eight bits read as digits of base 3. */
static const uint16_t TERNARY[256] = {TERNARY_7(0), TERNARY_7(2187)};

static inline int rows_value(const stage_weights *w, uint64_t own, uint64_t opp)
{
    int sum = 0;
    for (int row = 0; row < 8; row++)
        sum += w->line[row < 4 ? row : 7 - row][TERNARY[own >> 8 * row & 255] + 2 * TERNARY[opp >> 8 * row & 255]];
    return sum;
}

static inline int stage_of(Position p)
{
    int stage = (count(empties_of(p)) - 1) / STAGE_EMPTIES;
    return stage < STAGES ? stage : STAGES - 1;
}

/* Estimated margin at the end of the game, in hundredths of a disc, of a position whose legal moves are known: those of
 * the side to move, of which there is one at least, and those that the opponent would have. */
static inline int estimate_with(const stage_weights *stages, Position p, uint64_t own_moves, uint64_t opp_moves)
{
    const stage_weights *w = &stages[stage_of(p)];
    int own = count(own_moves), opp = count(opp_moves);
    return w->mobility[own < MOBILITY ? own : MOBILITY - 1][opp < MOBILITY ? opp : MOBILITY - 1]
        + rows_value(w, p.own, p.opp) + rows_value(w, transpose(p.own), transpose(p.opp));
}

static inline int estimate(const stage_weights *stages, Position p)
{
    uint64_t mine = legal_moves(p);
    return mine ? estimate_with(stages, p, mine, legal_moves((Position){p.opp, p.own})) : DISC * margin(p);
}

#endif
