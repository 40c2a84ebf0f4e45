/* The hidden layer of each player, brought up to date only when it is asked for: a template, as common/search.h is,
 * that a game's network includes, and that does not compile alone.
 *
 * Before it are the types `network` and `view`, the number LAYER_UNITS, and
 *
 *   seen_by(accumulator, player)                      the position as a player sees it
 *   layer_anew(network, layer, view)                  his layer
 *   layer_after(network, layer, view, before, was)    the same, from that of an earlier position
 *
 * and anywhere the two functions that are declared here. */
#ifndef ARBITRO_COMMON_LAYER_OF_H
#define ARBITRO_COMMON_LAYER_OF_H

#include "common/engine.h"

/* Put a position on the stack, of whose layers nothing is known yet. */
static accumulator *enter(accumulator *stack, const Position *p, int ply);
/* What the network says of a position on the stack, from the layer of the side to move. */
static int estimate_by_layers(const network *net, accumulator *a, const Position *p, int ply);

/* Bring the layer of `player` up to date at `ply`. Every position on the way there is on the stack. */
static const int16_t *layer_of(const network *net, accumulator *a, int ply, int player)
{
    if (!(a->known >> player & 1)) {
        view v = seen_by(a, player);
        if (ply == 0)
            layer_anew(net, a->view[player], v);
        else
            layer_after(net, a->view[player], v, layer_of(net, a - 1, ply - 1, player), seen_by(a - 1, player));
        a->known |= 1 << player;
    }
    return a->view[player];
}

#ifdef ARBITRO_CHECK_LAYERS /* for tests: what is not as it is when made anew ends the program */
#include <stdlib.h>
#include <string.h>

static void check_layer(const network *net, const accumulator *a, int player)
{
    int16_t anew[LAYER_UNITS];
    layer_anew(net, anew, seen_by(a, player));
    if (memcmp(anew, a->view[player], sizeof anew))
        abort();
}
#define check_recalled(value, anew) ((value) == (anew) ? (void)0 : abort())
#else
#define check_layer(net, a, player)
#define check_recalled(value, anew)
#endif

/* Put a position on the stack, and give what the network says of it, unless it has been asked for it a moment ago:
 * Ataxx searches 12 % more nodes per second, Dama 5 %. With 2^17 places in place of 2^15, Ataxx 10 %. */
static int estimate_once(engine *e, const Position *p, int ply, uint64_t key)
{
    accumulator *a = enter(e->accumulators, p, ply);
    int estimate;
    if (engine_recall(e, key, &estimate)) {
        check_recalled(estimate, estimate_by_layers(e->weights, a, p, ply));
    } else {
        estimate = estimate_by_layers(e->weights, a, p, ply);
        engine_remember(e, key, estimate);
    }
    return estimate;
}

#endif
