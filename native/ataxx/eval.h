/* Two evaluations of Ataxx, in hundredths of a stone, from the side to move.
 *
 * Made by hand: stones; stones that cannot be taken back, as no empty square is beside them; squares to extend to; the
 * tempo, which is worth more the more there is to take.
 *
 * Learned: a network of one hidden layer. Its inputs are the squares of own stones, of the opponent's and of blocks.
 * The hidden layer exists twice, once as each player sees the board, and stays up to date from ply to ply: a move adds
 * and takes away the few squares that it changes. The output has weights of its own for each number of empty squares,
 * by eights. bots/ataxx/train.py makes the weights and says what they gained.
 *
 * All of it is inline, since it is compiled once for each set of instructions (ataxx/ataxx.c, ataxx/avx2.c). */
#ifndef ARBITRO_ATAXX_EVAL_H
#define ARBITRO_ATAXX_EVAL_H

#include "ataxx/rules.h"

enum { SAFE = 70, EXTEND = 6, TEMPO = 90 };

static inline int estimate_by_hand(Position p)
{
    uint64_t exposed = around(p.empty);
    return STONE * margin(p) + SAFE * (count(p.own & ~exposed) - count(p.opp & ~exposed))
        + EXTEND * (count(around(p.own) & p.empty) - count(around(p.opp) & p.empty)) + TEMPO;
}

enum {
    PHASES = ATAXX_PHASES,
    PHASE_EMPTIES = ATAXX_PHASE_EMPTIES,
    ONE = ATAXX_ONE,
    OUT_ONE = ATAXX_OUT_ONE,
    SCALE = ATAXX_SCALE
};

typedef struct {
    int16_t own[56][LAYER], opp[56][LAYER], block[56][LAYER], bias[LAYER];
    int16_t out[PHASES][2][LAYER];
    int32_t out_bias[PHASES]; /* in ONE * OUT_ONE */
} network;

static inline void add(int16_t *restrict to, const int16_t *restrict weights)
{
    for (int i = 0; i < LAYER; i++)
        to[i] = (int16_t)(to[i] + weights[i]);
}

static inline void subtract(int16_t *restrict to, const int16_t *restrict weights)
{
    for (int i = 0; i < LAYER; i++)
        to[i] = (int16_t)(to[i] - weights[i]);
}

/* The hidden layer of a position at the root, whose mover is player 0. */
static void accumulate(const network *net, accumulator *a, Position p)
{
    for (int view = 0; view < 2; view++) {
        for (int i = 0; i < LAYER; i++)
            a->view[view][i] = net->bias[i];
        for (uint64_t todo = BOARD & ~(p.own | p.opp | p.empty); todo; todo &= todo - 1)
            add(a->view[view], net->block[lowest(todo)]);
        for (uint64_t todo = view ? p.opp : p.own; todo; todo &= todo - 1)
            add(a->view[view], net->own[lowest(todo)]);
        for (uint64_t todo = view ? p.own : p.opp; todo; todo &= todo - 1)
            add(a->view[view], net->opp[lowest(todo)]);
    }
    a->stones[0] = p.own;
    a->stones[1] = p.opp;
}

/* The hidden layer after the move that leads from `before` to the stones of `a`. */
static void accumulate_move(const network *net, accumulator *restrict a, const accumulator *restrict before)
{
    for (int view = 0; view < 2; view++)
        for (int i = 0; i < LAYER; i++)
            a->view[view][i] = before->view[view][i];
    for (int player = 0; player < 2; player++) {
        int16_t *mine = a->view[player], *theirs = a->view[1 - player];
        uint64_t was = before->stones[player], is = a->stones[player];
        for (uint64_t todo = is & ~was; todo; todo &= todo - 1) {
            add(mine, net->own[lowest(todo)]);
            add(theirs, net->opp[lowest(todo)]);
        }
        for (uint64_t todo = was & ~is; todo; todo &= todo - 1) {
            subtract(mine, net->own[lowest(todo)]);
            subtract(theirs, net->opp[lowest(todo)]);
        }
    }
}

/* Sum of weights * clamped^2. The clamped value times a weight fits 16 bits, as weights are at most 127. */
static inline int32_t activate(const int16_t *restrict view, const int16_t *restrict weights)
{
    int32_t sum = 0;
    for (int i = 0; i < LAYER; i++) {
        int16_t x = view[i] < 0 ? 0 : view[i];
        x = x > ONE ? ONE : x;
        sum += (int16_t)(x * weights[i]) * x;
    }
    return sum;
}

static inline int output(const network *net, const accumulator *a, int mover, int empties)
{
    int phase = empties / PHASE_EMPTIES;
    phase = phase < PHASES ? phase : PHASES - 1;
    int32_t sum = activate(a->view[mover], net->out[phase][0]) + activate(a->view[1 - mover], net->out[phase][1]);
    return (int)((int64_t)(sum / ONE + net->out_bias[phase]) * SCALE / (ONE * OUT_ONE));
}

#endif
