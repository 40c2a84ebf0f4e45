/* The learned evaluation of Dama: shapes, one hidden layer, one output, in hundredths of log odds from the side to
 * move: at +100 it scores 1 / (1 + e^-1), 73 %.
 *
 * A player sees the board with his men moving up: colours are treated alike. The weights to the output are chosen by
 * the number of pieces and by how many plies are left: three games of four are drawn by the limit, and a lead is worth
 * what can be made of it in time.
 *
 * The hidden layer exists for each player, and is brought up to date only when it is asked for: the mover's at every
 * node, the other one's in a node that is searched on. */
#ifndef ARBITRO_DAMA_NETWORK_H
#define ARBITRO_DAMA_NETWORK_H

#include "dama/shapes.h"
#include "common/layers.h"

enum {
    UNITS = DAMA_UNITS,
    PHASES = DAMA_PHASES,
    HORIZONS = DAMA_HORIZONS,
    OUTPUTS = PHASES * HORIZONS,
    ONE = DAMA_ONE,
    OUT_ONE = DAMA_OUT_ONE
};

_Static_assert((int)UNITS <= (int)LAYER, "the search context has room for the hidden layers");

/* As learned and kept in a file: a shape in a state adds what is special to it, and each piece on a square what it is
 * worth alone, so that something is known of states that were never seen. */
typedef struct {
    int16_t in[SHAPES * STATES][UNITS], piece[SHAPES * KINDS][UNITS], bias[UNITS], out[OUTPUTS][UNITS];
    int32_t out_bias[OUTPUTS]; /* in ONE * OUT_ONE */
} folded_network;

/* As searched with: all of it belongs to the shapes. */
typedef struct {
    int16_t in[SHAPES * STATES][UNITS], bias[UNITS], out[OUTPUTS][UNITS];
    int32_t out_bias[OUTPUTS];
} network;

/* How far the end is. A search must not take a position for the same one if this is different. */
static inline int horizon_of(int32_t left)
{
    return left <= 12 ? 0 : left <= 24 ? 1 : left <= 40 ? 2 : left <= 64 ? 3 : 4;
}

static inline int output_of(uint64_t pieces, int32_t left)
{
    return HORIZONS * ((count(pieces) - 1) / 3 % PHASES) + horizon_of(left);
}

static void layer_anew(const network *net, int16_t *layer, view v)
{
    const int16_t *plus[SHAPES];
    int n = 0;
    for (uint64_t todo = ~DARK; todo; todo &= todo - 1)
        plus[n++] = net->in[STATES * shape_of(lowest(todo)) + state_at(v, lowest(todo))];
    layer_change(UNITS, layer, net->bias, plus, NULL, n);
}

static void layer_after(const network *net, int16_t *layer, view v, const int16_t *before, view was)
{
    const int16_t *plus[SHAPES], *minus[SHAPES];
    int n = 0;
    uint64_t changed = (v.own ^ was.own) | (v.opp ^ was.opp) | (v.kings ^ was.kings);
    for (uint64_t todo = touched(changed); todo; todo &= todo - 1) {
        const int16_t(*rows)[UNITS] = &net->in[STATES * shape_of(lowest(todo))];
        plus[n] = rows[state_at(v, lowest(todo))];
        minus[n++] = rows[state_at(was, lowest(todo))];
    }
    layer_change(UNITS, layer, before, plus, minus, n);
}

/* A position as `player` sees it; it is kept as player 0 does, who moves at the root. */
static inline view seen_by(const accumulator *a, int player)
{
    view v = {a->stones[0], a->stones[1], a->kings};
    return player ? turned_view(v) : v;
}

enum { LAYER_UNITS = UNITS };

#include "common/layer_of.h"

static accumulator *enter(accumulator *stack, const Position *p, int ply)
{
    accumulator *a = &stack[ply];
    view v = {p->own, p->opp, p->kings};
    v = ply & 1 ? turned_view(v) : v;
    a->stones[0] = v.own;
    a->stones[1] = v.opp;
    a->kings = v.kings;
    a->known = 0;
    return a;
}

static int estimate_by_layers(const network *net, accumulator *a, const Position *p, int ply)
{
    int mover = ply & 1, output = output_of(p->own | p->opp, p->left);
    const int16_t *layer = layer_of(net, a, ply, mover);
    check_layer(net, a, mover);
    int32_t sum = layer_activate(UNITS, ONE, layer, net->out[output]);
    return (int)((int64_t)(sum / ONE + net->out_bias[output]) * DAMA_SCALE / (ONE * OUT_ONE));
}

#endif
