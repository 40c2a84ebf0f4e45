/* The learned evaluation of Ataxx: shapes, a hidden layer, a small one behind it, one output, in hundredths of a stone
 * from the side to move.
 *
 * Each hidden unit exists eight times, once for each symmetry of the board, with the same weights on the turned board:
 * the evaluation is symmetric, and a position teaches what eight would. The weights to the output are chosen by the
 * number of empty squares, by eights. What the copies of a unit are on average is also what a second hidden layer sees,
 * of units that know of each other.
 *
 * The hidden layer exists for each player as he sees the board, and is brought up to date only when it is asked for:
 * the mover's at a node that nobody has estimated a moment ago, the other one's in one that is searched on. A move of a
 * random game changes 16 of the 60 rectangles on average, 44 at most; each is one row to take away and one to add, of
 * half of the layer: what symmetries make of a rectangle that lies either lies or stands. */
#ifndef ARBITRO_ATAXX_NETWORK_H
#define ARBITRO_ATAXX_NETWORK_H

#include "ataxx/shapes.h"
#include "common/layers.h"

#ifdef __wasm__ /* pages carry the small network only, which has fewer units and no second layer */
enum { UNITS = ATAXX_SMALL_UNITS, IS_DEEP = 0 };
#else
enum { UNITS = ATAXX_UNITS, IS_DEEP = 1 };
#endif

enum {
    HIDDEN = SYMMETRIES * UNITS,
    HALF = HIDDEN / 2,
    PHASES = ATAXX_PHASES,
    PHASE_EMPTIES = ATAXX_PHASE_EMPTIES,
    ONE = ATAXX_ONE,
    OUT_ONE = ATAXX_OUT_ONE,
    DEEP = ATAXX_DEEP,
    SQUARE_BITS = 2, /* that are left out of a square, so that a sum of eight fits 16 bits */
    DEEP_BITS = 12,  /* that are left out of a unit of the second layer, so that sums of products fit 32 bits */
    DEEP_FULL = ATAXX_DEEP_MOST * (ATAXX_DEEP_ONE >> DEEP_BITS),
    DEEP_SHARE = (ATAXX_DEEP_ONE >> DEEP_BITS) * ATAXX_DEEP_OUT_ONE / (ONE * OUT_ONE)
};

_Static_assert((int)HIDDEN <= (int)LAYER, "the search context has room for the hidden layers");
_Static_assert(ATAXX_DEEP_ONE == ATAXX_SQUARES_ONE * (SYMMETRIES * ONE * ONE >> SQUARE_BITS), "1 is 1 of squares");
_Static_assert(ATAXX_DEEP_ONE == ATAXX_MEANS_ONE * (SYMMETRIES * ONE), "and of means");

/* As learned and kept in a file: the units that symmetry makes the others of. */
typedef struct {
    int8_t in[SHAPES * STATES][UNITS];
    int16_t bias[UNITS], out[PHASES][UNITS];
    int32_t out_bias[PHASES]; /* in ONE * OUT_ONE */
    int16_t squares[UNITS][DEEP], means[UNITS][DEEP];
    int32_t deep_bias[DEEP];
    int16_t deep_out[PHASES][DEEP];
} folded_network;

/* Each rectangle has all its states from its place on; where none is, nothing is ever written or read. The second layer
 * sees two units at a time. */
typedef struct {
    int8_t lying[PLACES * STATES][HALF], standing[PLACES * STATES][HALF];
    int16_t bias[HIDDEN], out[PHASES][HIDDEN];
    int32_t out_bias[PHASES];
    int16_t pairs[UNITS][DEEP][2]; /* those of squares, those of means */
    int32_t deep_bias[DEEP];
    int16_t deep_out[PHASES][DEEP];
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

/* What the second layer adds to the output, in ONE * OUT_ONE. */
static inline int32_t deep_part(const network *net, const int16_t *layer, int phase)
{
    union {
        int16_t seen[2][UNITS]; /* of each unit the sum of squares and the sum */
        int32_t pairs[UNITS];
    } of = {.pairs = {0}};
    int32_t deep[DEEP], sum = 0;
    for (int g = 0; g < SYMMETRIES; g++)
        for (int k = 0; k < UNITS; k++) {
            int16_t x = layer[g * UNITS + k] < 0 ? 0 : layer[g * UNITS + k];
            x = x > ONE ? (int16_t)ONE : x;
            of.seen[0][k] = (int16_t)(of.seen[0][k] + (x * x >> SQUARE_BITS));
            of.seen[1][k] = (int16_t)(of.seen[1][k] + x);
        }
    for (int k = 0; k < DEEP; k++)
        deep[k] = net->deep_bias[k];
    layer_add_pairs(DEEP, deep, of.pairs, net->pairs[0][0], UNITS);
    for (int k = 0; k < DEEP; k++) {
        int32_t x = deep[k] < 0 ? 0 : deep[k] >> DEEP_BITS;
        sum += (x > DEEP_FULL ? DEEP_FULL : x) * net->deep_out[phase][k];
    }
    return sum / DEEP_SHARE;
}

static int estimate_by_layers(const network *net, accumulator *a, const Position *p, int ply)
{
    int mover = ply & 1, phase = phase_of(p->empty);
    const int16_t *layer = layer_of(net, a, ply, mover);
    check_layer(net, a, mover);
    int32_t sum = layer_activate(HIDDEN, ONE, layer, net->out[phase]);
    int32_t more = IS_DEEP ? deep_part(net, layer, phase) : 0;
    return (int)((int64_t)(sum / ONE + net->out_bias[phase] + more) * ATAXX_SCALE / (ONE * OUT_ONE));
}

#endif
