/* From the weights as learned and kept in a file to those that the search reads. */
#ifndef ARBITRO_DAMA_UNFOLD_H
#define ARBITRO_DAMA_UNFOLD_H

#include "dama/network.h"

/* The network from the weights of a file. */
static void unfold(const folded_network *from, network *to)
{
    for (int light = 0; light < 64; light++) {
        if (~DARK & bit(light))
            for (int state = 0; state < STATES; state++)
                for (int k = 0; k < UNITS; k++) {
                    int input = STATES * shape_of(light) + state, above = state / 125;
                    int square = (light + 8) % 64 / 2; /* the shape below each dark square has what it is worth alone */
                    to->in[input][k] = from->in[input][k];
                    if (above)
                        to->in[input][k] = (int16_t)(to->in[input][k] + from->piece[KINDS * square + above - 1][k]);
                }
    }
    for (int k = 0; k < UNITS; k++)
        to->bias[k] = from->bias[k];
    for (int output = 0; output < OUTPUTS; output++) {
        for (int k = 0; k < UNITS; k++)
            to->out[output][k] = from->out[output][k];
        to->out_bias[output] = from->out_bias[output];
    }
}

#endif
