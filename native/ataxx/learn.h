/* Learning the network of shapes: the error on some positions and its gradient, in floating point.
 *
 * A position teaches each unit eight times, as its eight symmetric copies see it. Sums are made in an order that does
 * not depend on the width of the instructions: what is learned is the same on all of them. */
#ifndef ARBITRO_ATAXX_LEARN_H
#define ARBITRO_ATAXX_LEARN_H

#include "ataxx/network.h"

#include <math.h>

typedef struct {
    float in[ATAXX_INPUTS][UNITS], bias[UNITS], out[PHASES][UNITS], out_bias[PHASES];
} learned;

/* What is on for each symmetry, and the hidden layer that comes of it. */
typedef struct {
    int inputs[SYMMETRIES][SHAPES];
    float hidden[SYMMETRIES][UNITS]; /* clamped, 0 to 1 */
} learning;

static inline void look(const learned *restrict w, view seen, learning *restrict l)
{
    for (int g = 0; g < SYMMETRIES; g++) {
        view v = turned_view(seen, g);
        float *restrict hidden = l->hidden[g];
        for (int k = 0; k < UNITS; k++)
            hidden[k] = w->bias[k];
        states lying;
        read_lying(v, &lying);
        for (uint64_t todo = LYING; todo; todo &= todo - 1) {
            int square = lowest(todo), shape = shape_of(square), input = STATES * shape + lying.at[place_of(square)];
            l->inputs[g][shape] = input;
            for (int k = 0; k < UNITS; k++)
                hidden[k] += w->in[input][k];
        }
        for (int k = 0; k < UNITS; k++)
            hidden[k] = hidden[k] < 0 ? 0 : hidden[k] > 1 ? 1 : hidden[k];
    }
}

/* Add the gradient, where the output's is `slope`. */
static inline void learn(const learned *restrict w, const learning *restrict l, int phase, float slope,
                         learned *restrict gradient)
{
    gradient->out_bias[phase] += slope;
    for (int g = 0; g < SYMMETRIES; g++) {
        float d[UNITS];
        for (int k = 0; k < UNITS; k++) {
            float x = l->hidden[g][k];
            gradient->out[phase][k] += slope * x * x;
            d[k] = x > 0 && x < 1 ? slope * w->out[phase][k] * 2 * x : 0;
            gradient->bias[k] += d[k];
        }
        for (int shape = 0; shape < SHAPES; shape++)
            for (int k = 0; k < UNITS; k++)
                gradient->in[l->inputs[g][shape]][k] += d[k];
    }
}

static inline float logistic(float x)
{
    return 1 / (1 + expf(-x));
}

static double learn_all(const learned *w, const ataxx_record *records, int64_t n, float share, learned *gradient)
{
    double errors = 0;
    for (int64_t i = 0; i < n; i++) {
        const ataxx_record *r = &records[i];
        int phase = phase_of(BOARD & ~(r->own | r->opp | r->blocks));
        learning l;
        look(w, view_of(r->own, r->opp, r->blocks), &l);
        float unit[UNITS] = {0}, sum = w->out_bias[phase];
        for (int g = 0; g < SYMMETRIES; g++)
            for (int k = 0; k < UNITS; k++)
                unit[k] += l.hidden[g][k] * l.hidden[g][k];
        for (int k = 0; k < UNITS; k++)
            sum += unit[k] * w->out[phase][k];
        float thought = logistic((float)r->score / ATAXX_SCALE), ended = 0.5F * (float)(1 + r->result);
        float p = logistic(sum), error = p - ((1 - share) * thought + share * ended);
        errors += error * error;
        if (gradient)
            learn(w, &l, phase, 2 * error * p * (1 - p), gradient);
    }
    return errors;
}

#endif
