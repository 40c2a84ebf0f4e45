/* The network of Ataxx from the weights of a file. */
#ifndef ARBITRO_ATAXX_UNFOLD_H
#define ARBITRO_ATAXX_UNFOLD_H

#include <string.h>

#include "ataxx/network.h"

/* As a file has the small network: its shapes are the 36 squares of 2x2, and a state has the four bits of one plane,
 * then those of the other. */
enum {
    SMALL_UNITS = ATAXX_SMALL_UNITS,
    SMALL_STATES = ATAXX_SMALL_STATES,
    SMALL_SHAPES = ATAXX_SMALL_INPUTS / SMALL_STATES,
    SMALL_ONE = ATAXX_SMALL_ONE
};

typedef struct {
    int16_t in[SMALL_SHAPES * SMALL_STATES][SMALL_UNITS], bias[SMALL_UNITS], out[PHASES][SMALL_UNITS];
    int32_t out_bias[PHASES];
} small_network;

/* From units of the small network to those of the other one, towards zero. */
static inline int32_t rescaled(int32_t weight)
{
    return (int32_t)((int64_t)weight * ONE / SMALL_ONE);
}

static inline int8_t clamped(int32_t weight)
{
    return (int8_t)(weight < -INT8_MAX ? -INT8_MAX : weight > INT8_MAX ? INT8_MAX : weight);
}

/* What the small network says of two columns, `at` and the next, of a rectangle that lies in a state. */
static const int16_t *small_row(const small_network *from, int row, int column, int state, int at)
{
    int s = state >> at, mine = (s & 3) | (s >> 4 & 12), theirs = (s >> 3 & 3) | (s >> 7 & 12);
    return from->in[SMALL_STATES * (6 * row + column + at) + mine + 16 * theirs];
}

/* Give each rectangle what its left square of 2x2 is worth, and the last one in a row that of its right one too. Units
 * that are not there in the small network are always 0. */
static void enlarge(const small_network *from, folded_network *to)
{
    memset(to, 0, sizeof *to);
    for (int shape = 0; shape < SHAPES; shape++)
        for (int state = 0; state < STATES; state++) {
            int row = shape / 5, column = shape % 5;
            const int16_t *left = small_row(from, row, column, state, 0);
            const int16_t *right = small_row(from, row, column, state, 1);
            for (int k = 0; k < SMALL_UNITS; k++)
                to->in[STATES * shape + state][k] = clamped(rescaled(left[k]) + (column == 4 ? rescaled(right[k]) : 0));
        }
    for (int k = 0; k < SMALL_UNITS; k++)
        to->bias[k] = (int16_t)rescaled(from->bias[k]);
    for (int phase = 0; phase < PHASES; phase++) {
        for (int k = 0; k < SMALL_UNITS; k++)
            to->out[phase][k] = from->out[phase][k];
        to->out_bias[phase] = rescaled(from->out_bias[phase]);
    }
}

/* What is on in a state of a rectangle with its lower left square at a1. */
static view seen_in(int state, bool stands)
{
    view v = {0, 0};
    int across = stands ? 2 : 3;
    uint64_t left = (uint64_t)state, row = (1ULL << across) - 1;
    for (int y = 0; left; y++, left >>= 2 * across) {
        v.mine |= (left & row) << 8 * y;
        v.theirs |= (left >> across & row) << 8 * y;
    }
    return v;
}

/* In which state of a rectangle of the file the unit finds, under a symmetry, each state of one of ours. */
static void states_under(int g, uint16_t *there)
{
    bool stands = g >= SYMMETRIES / 2;
    int corner = lowest(turned(stands ? STANDS : LIES, g)); /* of the rectangle that stood at a1 */
    for (int state = 0; state < STATES; state++) {
        view v = turned_view(seen_in(state, stands), g);
        states s;
        read_lying((view){v.mine >> corner, v.theirs >> corner}, &s);
        there[state] = s.at[place_of(0)];
    }
}

/* Give each unit its eight copies. The copy of a symmetry sees on a board what the unit sees on the turned board.
 *
 * Row after row of the table, each written once: a fifth of the time that it takes symmetry by symmetry (10 ms of 50).
 */
static void unfold(const folded_network *from, network *to)
{
    enum { COPIES = SYMMETRIES / 2 }; /* in each of the two tables */
    for (int stands = 0; stands < 2; stands++) {
        uint64_t whole = stands ? STANDS : LIES;
        uint16_t there[COPIES][STATES];
        for (int g = 0; g < COPIES; g++)
            states_under(COPIES * stands + g, there[g]);
        for (uint64_t todo = stands ? STANDING : LYING; todo; todo &= todo - 1) {
            int square = lowest(todo);
            const int8_t(*rows[COPIES])[UNITS];
            int8_t(*row)[HALF] = (stands ? to->standing : to->lying) + STATES * place_of(square);
            for (int g = 0; g < COPIES; g++)
                rows[g] = from->in + STATES * shape_of(lowest(turned(whole << square, COPIES * stands + g)));
            for (int state = 0; state < STATES; state++)
                for (int g = 0; g < COPIES; g++)
                    memcpy(row[state] + g * UNITS, rows[g][there[g][state]], UNITS);
        }
    }
    for (int g = 0; g < SYMMETRIES; g++)
        for (int k = 0; k < UNITS; k++) {
            to->bias[g * UNITS + k] = from->bias[k];
            for (int phase = 0; phase < PHASES; phase++)
                to->out[phase][g * UNITS + k] = from->out[phase][k];
        }
    memcpy(to->out_bias, from->out_bias, sizeof to->out_bias);
    memcpy(to->deep_bias, from->deep_bias, sizeof to->deep_bias);
    memcpy(to->deep_out, from->deep_out, sizeof to->deep_out);
    for (int k = 0; k < UNITS; k++)
        for (int d = 0; d < DEEP; d++) {
            to->pairs[k / 2][d][k % 2] = from->squares[k][d];
            to->pairs[(UNITS + k) / 2][d][k % 2] = from->means[k][d];
        }
}

#endif
