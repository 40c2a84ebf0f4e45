/* The learned evaluation of Ataxx: shapes, one hidden layer, one output, in hundredths of a stone from the side to
 * move.
 *
 * Each hidden unit exists eight times, once for each symmetry of the board, with the same weights on the turned board:
 * the evaluation is symmetric, and a position teaches what eight would. The weights to the output are chosen by the
 * number of empty squares, by eights.
 *
 * The hidden layer exists for each player as he sees the board, and is brought up to date only when it is asked for:
 * the mover's at every node, the other one's in a node that is searched on, 1.1 updates a node. A move changes 8.5 of
 * the 36 shapes on average and 19 at most; each is one row to take away and one to add. */
#ifndef ARBITRO_ATAXX_NETWORK_H
#define ARBITRO_ATAXX_NETWORK_H

#include "ataxx/shapes.h"
#include "common/layers.h"

enum {
    UNITS = ATAXX_UNITS,
    HIDDEN = SYMMETRIES * UNITS,
    PHASES = ATAXX_PHASES,
    PHASE_EMPTIES = ATAXX_PHASE_EMPTIES,
    ONE = ATAXX_ONE,
    OUT_ONE = ATAXX_OUT_ONE
};

_Static_assert((int)HIDDEN == (int)LAYER, "the search context has room for the hidden layers");

/* As learned and kept in a file: the units that symmetry makes the others of. */
typedef struct {
    int16_t in[SHAPES * STATES][UNITS], bias[UNITS], out[PHASES][UNITS];
    int32_t out_bias[PHASES]; /* in ONE * OUT_ONE */
} folded_network;

typedef struct {
    int16_t in[SHAPES * STATES][HIDDEN], bias[HIDDEN], out[PHASES][HIDDEN];
    int32_t out_bias[PHASES];
} network;

static inline int phase_of(uint64_t empty)
{
    int phase = count(empty) / PHASE_EMPTIES;
    return phase < PHASES ? phase : PHASES - 1;
}

static void layer_anew(const network *net, int16_t *layer, view v)
{
    const int16_t *plus[SHAPES];
    int n = 0;
    for (uint64_t todo = LOWER_LEFT; todo; todo &= todo - 1)
        plus[n++] = net->in[STATES * shape_of(lowest(todo)) + state_at(v, lowest(todo))];
    layer_change(HIDDEN, layer, net->bias, plus, NULL, n);
}

static void layer_after(const network *net, int16_t *layer, view v, const int16_t *before, view was)
{
    const int16_t *plus[SHAPES], *minus[SHAPES];
    int n = 0;
    for (uint64_t todo = touched((v.mine ^ was.mine) | (v.theirs ^ was.theirs)); todo; todo &= todo - 1) {
        const int16_t(*rows)[HIDDEN] = &net->in[STATES * shape_of(lowest(todo))];
        plus[n] = rows[state_at(v, lowest(todo))];
        minus[n++] = rows[state_at(was, lowest(todo))];
    }
    layer_change(HIDDEN, layer, before, plus, minus, n);
}

/* A position's planes as `player` sees them; player 0 moves at the root. */
static inline view seen_by(const accumulator *a, int player)
{
    return (view){a->stones[player], a->stones[1 - player]};
}

enum { LAYER_UNITS = HIDDEN };

#include "common/layer_of.h"

static int estimate_by_shapes(const network *net, accumulator *stack, Position p, int ply)
{
    accumulator *a = &stack[ply];
    int mover = ply & 1, phase = phase_of(p.empty);
    view v = view_of(p.own, p.opp, BOARD & ~(p.own | p.opp | p.empty));
    a->stones[mover] = v.mine;
    a->stones[1 - mover] = v.theirs;
    a->known = 0;
    const int16_t *layer = layer_of(net, a, ply, mover);
    check_layer(net, a, mover);
    int32_t sum = layer_activate(HIDDEN, ONE, layer, net->out[phase]);
    return (int)((int64_t)(sum / ONE + net->out_bias[phase]) * ATAXX_SCALE / (ONE * OUT_ONE));
}

#endif
