/* The learned evaluation of Ataxx: shapes, one hidden layer, one output, in hundredths of a stone from the side to
 * move.
 *
 * Each hidden unit exists eight times, once for each symmetry of the board, with the same weights on the turned board:
 * the evaluation is symmetric, and a position teaches what eight would. The weights to the output are chosen by the
 * number of empty squares, by eights.
 *
 * The hidden layer exists for each player as he sees the board, and is brought up to date only when it is asked for:
 * the mover's at a node that nobody has estimated a moment ago, the other one's in one that is searched on. A move of a
 * random game changes 16 of the 60 rectangles on average, 44 at most; each is one row to take away and one to add, of
 * half of the layer: what symmetries make of a rectangle that lies either lies or stands. */
#ifndef ARBITRO_ATAXX_NETWORK_H
#define ARBITRO_ATAXX_NETWORK_H

#include "ataxx/shapes.h"
#include "common/layers.h"

enum {
    UNITS = ATAXX_UNITS,
    HIDDEN = SYMMETRIES * UNITS,
    HALF = HIDDEN / 2,
    PHASES = ATAXX_PHASES,
    PHASE_EMPTIES = ATAXX_PHASE_EMPTIES,
    ONE = ATAXX_ONE,
    OUT_ONE = ATAXX_OUT_ONE
};

_Static_assert((int)HIDDEN == (int)LAYER, "the search context has room for the hidden layers");

/* As learned and kept in a file: the units that symmetry makes the others of. */
typedef struct {
    int8_t in[SHAPES * STATES][UNITS];
    int16_t bias[UNITS], out[PHASES][UNITS];
    int32_t out_bias[PHASES]; /* in ONE * OUT_ONE */
} folded_network;

/* Each rectangle has all its states from its place on; where none is, nothing is ever written or read. */
typedef struct {
    int8_t lying[PLACES * STATES][HALF], standing[PLACES * STATES][HALF];
    int16_t bias[HIDDEN], out[PHASES][HIDDEN];
    int32_t out_bias[PHASES];
} network;

static inline int phase_of(uint64_t empty)
{
    int phase = count(empty) / PHASE_EMPTIES;
    return phase < PHASES ? phase : PHASES - 1;
}

/* What rectangles add to a half of the layer, and what they added when they were in other states, if those are given:
 * `which` are their lower left squares. All rows are asked for before the first is read. */
static inline __attribute__((always_inline)) int rows_of(const int8_t (*table)[HALF], uint64_t which, const states *now,
                                                         const int8_t **plus, const states *then, const int8_t **minus)
{
    int n = 0;
    for (; which; which &= which - 1, n++) {
        int place = place_of(lowest(which));
        plus[n] = table[STATES * place + now->at[place]];
        __builtin_prefetch(plus[n]);
        if (then) {
            minus[n] = table[STATES * place + then->at[place]];
            __builtin_prefetch(minus[n]);
        }
    }
    return n;
}

static void layer_anew(const network *net, int16_t *layer, view v)
{
    states lying, standing;
    const int8_t *rows[SHAPES];
    read_lying(v, &lying);
    read_standing(v, &standing);
    int n = rows_of(net->lying, LYING, &lying, rows, NULL, NULL);
    layer_change_bytes(HALF, layer, net->bias, rows, NULL, n);
    n = rows_of(net->standing, STANDING, &standing, rows, NULL, NULL);
    layer_change_bytes(HALF, layer + HALF, net->bias + HALF, rows, NULL, n);
}

static void layer_after(const network *net, int16_t *layer, view v, const int16_t *before, view was)
{
    states now[2], then[2];
    const int8_t *plus[2][SHAPES], *minus[2][SHAPES];
    uint64_t changed = (v.mine ^ was.mine) | (v.theirs ^ was.theirs);
    read_lying(v, &now[0]);
    read_lying(was, &then[0]);
    read_standing(v, &now[1]);
    read_standing(was, &then[1]);
    int lying = rows_of(net->lying, lying_at(changed), &now[0], plus[0], &then[0], minus[0]);
    int standing = rows_of(net->standing, standing_at(changed), &now[1], plus[1], &then[1], minus[1]);
    layer_change_bytes(HALF, layer, before, plus[0], minus[0], lying);
    layer_change_bytes(HALF, layer + HALF, before + HALF, plus[1], minus[1], standing);
}

/* A position's planes as `player` sees them; player 0 moves at the root. */
static inline view seen_by(const accumulator *a, int player)
{
    return (view){a->stones[player], a->stones[1 - player]};
}

enum { LAYER_UNITS = HIDDEN };

#include "common/layer_of.h"

static accumulator *enter(accumulator *stack, const Position *p, int ply)
{
    accumulator *a = &stack[ply];
    int mover = ply & 1;
    view v = view_of(p->own, p->opp, BOARD & ~(p->own | p->opp | p->empty));
    a->stones[mover] = v.mine;
    a->stones[1 - mover] = v.theirs;
    a->known = 0;
    return a;
}

static int estimate_by_layers(const network *net, accumulator *a, const Position *p, int ply)
{
    int mover = ply & 1, phase = phase_of(p->empty);
    const int16_t *layer = layer_of(net, a, ply, mover);
    check_layer(net, a, mover);
    int32_t sum = layer_activate(HIDDEN, ONE, layer, net->out[phase]);
    return (int)((int64_t)(sum / ONE + net->out_bias[phase]) * ATAXX_SCALE / (ONE * OUT_ONE));
}

#endif
