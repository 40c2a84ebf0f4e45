/* The network of Ataxx from the weights of a file. */
#ifndef ARBITRO_ATAXX_UNFOLD_H
#define ARBITRO_ATAXX_UNFOLD_H

#include "ataxx/network.h"

/* Give each unit its eight copies. The copy of a symmetry sees on a board what the unit sees on the turned board. */
static void unfold(const folded_network *from, network *to)
{
    for (int g = 0; g < SYMMETRIES; g++) {
        for (int square = 0; square < 48; square++)
            for (int state = 0; state < STATES && LOWER_LEFT & bit(square); state++) {
                uint64_t s = (uint64_t)state;
                view v = turned_view(
                    (view){((s & 3) | (s & 12) << 6) << square, ((s >> 4 & 3) | (s & 0xC0) << 2) << square}, g);
                int there = lowest(turned(0x303ULL << square, g));
                const int16_t *row = from->in[STATES * shape_of(there) + state_at(v, there)];
                for (int k = 0; k < UNITS; k++)
                    to->in[STATES * shape_of(square) + state][g * UNITS + k] = row[k];
            }
        for (int k = 0; k < UNITS; k++) {
            to->bias[g * UNITS + k] = from->bias[k];
            for (int phase = 0; phase < PHASES; phase++)
                to->out[phase][g * UNITS + k] = from->out[phase][k];
        }
    }
    for (int phase = 0; phase < PHASES; phase++)
        to->out_bias[phase] = from->out_bias[phase];
}

#endif
