/* The evaluation of orthogonal Othello: sums of learned weights.
 *
 * Discs are enclosed along rows and columns only, so the 16 lines of the board are the natural patterns. A line has one
 * of four kinds (0 at the edge, 3 in the middle: rows and columns, near and far edge share their weights by symmetry)
 * and 3^8 contents (0 empty, 1 own, 2 opponent; square 0 counts 1, square 1 counts 3, ...). How lines lie beside each
 * other is told by 16 blocks of 3x3 squares, in the corners, at the edges and in the middle, with 3^9 contents each. To
 * their sum comes a weight for both sides' numbers of legal moves. Each stage of four empty squares has a set of
 * weights of its own. Weights are in hundredths of a disc; bots/othello/train.py makes them and says what they gained.
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
    BLOCK_KINDS = OTHELLO_BLOCK_KINDS,
    BLOCK_CONTENTS = OTHELLO_BLOCK_CONTENTS,
    BLOCK_STAGE = OTHELLO_BLOCK_STAGE,
    MOBILITY = OTHELLO_MOBILITY
};

enum block { CORNER, EDGE, MIDDLE };

typedef struct {
    int16_t mobility[MOBILITY][MOBILITY]; /* by own and opponent's legal moves, 15 and more alike */
    int16_t line[LINE_KINDS][LINE_CONTENTS];
    int16_t block[BLOCK_KINDS][BLOCK_CONTENTS]; /* not used before BLOCK_STAGE */
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

/* Windows of three squares of a line, digits of base 3 from the nearer end on, 16 bits each: squares 0 to 2 and 2 to 4,
 * and seen from the other end 2 to 4 and 0 to 2. */
#define DIGITS(n, a, b, c) ((uint64_t)(((n) >> a & 1) + 3 * ((n) >> b & 1) + 9 * ((n) >> c & 1)))
#define WINDOWS_0(n) DIGITS(n, 0, 1, 2) | DIGITS(n, 2, 3, 4) << 16 | DIGITS(n, 5, 4, 3) << 32 | DIGITS(n, 7, 6, 5) << 48
#define WINDOWS_2(n) WINDOWS_0(n), WINDOWS_0(n + 1), WINDOWS_0(n + 2), WINDOWS_0(n + 3)
#define WINDOWS_4(n) WINDOWS_2(n), WINDOWS_2(n + 4), WINDOWS_2(n + 8), WINDOWS_2(n + 12)
#define WINDOWS_6(n) WINDOWS_4(n), WINDOWS_4(n + 16), WINDOWS_4(n + 32), WINDOWS_4(n + 48)
static const uint64_t WINDOWS[256] = {WINDOWS_6(0), WINDOWS_6(64), WINDOWS_6(128), WINDOWS_6(192)};

static inline uint64_t windows(uint64_t own, uint64_t opp, int row)
{
    return WINDOWS[own >> 8 * row & 255] + 2 * WINDOWS[opp >> 8 * row & 255];
}

/* The contents of four blocks, by the windows of their rows; the first row is the one that is nearest to an edge. */
static inline uint64_t blocks(uint64_t first, uint64_t second, uint64_t third)
{
    return first + 27 * second + 729 * third;
}

static inline int outer_two(const int16_t *w, uint64_t contents)
{
    return w[contents & 0xFFFF] + w[contents >> 48];
}

static inline int inner_two(const int16_t *w, uint64_t contents)
{
    return w[contents >> 16 & 0xFFFF] + w[contents >> 32 & 0xFFFF];
}

/* All blocks but for those at the left and the right edge. */
static inline int blocks_value(const stage_weights *w, uint64_t own, uint64_t opp)
{
    uint64_t row[8];
    for (int i = 0; i < 8; i++)
        row[i] = windows(own, opp, i);
    uint64_t top = blocks(row[0], row[1], row[2]), bottom = blocks(row[7], row[6], row[5]);
    return outer_two(w->block[CORNER], top) + outer_two(w->block[CORNER], bottom) + inner_two(w->block[EDGE], top)
        + inner_two(w->block[EDGE], bottom) + inner_two(w->block[MIDDLE], blocks(row[2], row[3], row[4]))
        + inner_two(w->block[MIDDLE], blocks(row[5], row[4], row[3]));
}

/* The blocks at the upper and the lower edge. */
static inline int edges_value(const stage_weights *w, uint64_t own, uint64_t opp)
{
    uint64_t top = blocks(windows(own, opp, 0), windows(own, opp, 1), windows(own, opp, 2));
    uint64_t bottom = blocks(windows(own, opp, 7), windows(own, opp, 6), windows(own, opp, 5));
    return inner_two(w->block[EDGE], top) + inner_two(w->block[EDGE], bottom);
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
    int stage = stage_of(p), own = count(own_moves), opp = count(opp_moves);
    const stage_weights *w = &stages[stage];
    Position turned = {transpose(p.own), transpose(p.opp)};
    int sum = w->mobility[own < MOBILITY ? own : MOBILITY - 1][opp < MOBILITY ? opp : MOBILITY - 1];
    sum += rows_value(w, p.own, p.opp) + rows_value(w, turned.own, turned.opp);
    if (stage >= BLOCK_STAGE)
        sum += blocks_value(w, p.own, p.opp) + edges_value(w, turned.own, turned.opp);
    return sum;
}

static inline int estimate(const stage_weights *stages, Position p)
{
    uint64_t mine = legal_moves(p);
    return mine ? estimate_with(stages, p, mine, legal_moves((Position){p.opp, p.own})) : DISC * margin(p);
}

#endif
