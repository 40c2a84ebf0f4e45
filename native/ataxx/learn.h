/* Learning the network of shapes: the error on some positions and its gradient, in floating point.
 *
 * A position teaches each unit eight times, as its eight symmetric copies see it. Sums are made in an order that does
 * not depend on the width of the instructions: what is learned is the same on all of them. */
#ifndef ARBITRO_ATAXX_LEARN_H
#define ARBITRO_ATAXX_LEARN_H

#include "ataxx/network.h"

#include <math.h>
#include <string.h>

typedef struct {
    float in[ATAXX_INPUTS][UNITS], bias[UNITS], out[PHASES][UNITS], out_bias[PHASES];
    float squares[UNITS][DEEP], means[UNITS][DEEP], deep_bias[DEEP], deep_out[PHASES][DEEP];
} learned;

/* What is on for each symmetry, the hidden layer that comes of it, what its copies are on average, and the layer
 * behind. */
typedef struct {
    int inputs[SYMMETRIES][SHAPES];
    float hidden[SYMMETRIES][UNITS]; /* clamped, 0 to 1 */
    float square[UNITS], mean[UNITS];
    float deep[DEEP]; /* not clamped yet */
} learning;

static inline void look(const learned *restrict w, view seen, learning *restrict l)
{
    memset(l->square, 0, sizeof l->square);
    memset(l->mean, 0, sizeof l->mean);
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
        for (int k = 0; k < UNITS; k++) {
            l->square[k] += hidden[k] * hidden[k] / SYMMETRIES;
            l->mean[k] += hidden[k] / SYMMETRIES;
        }
    }
    for (int d = 0; d < DEEP; d++)
        l->deep[d] = w->deep_bias[d];
    for (int k = 0; k < UNITS; k++)
        for (int d = 0; d < DEEP; d++)
            l->deep[d] += l->square[k] * w->squares[k][d] + l->mean[k] * w->means[k][d];
}

static inline float deep_clamped(float x)
{
    return x < 0 ? 0 : x > ATAXX_DEEP_MOST ? (float)ATAXX_DEEP_MOST : x;
}

/* The output, as a logarithm of odds. */
static inline float output(const learned *restrict w, const learning *restrict l, int phase)
{
    float sum = w->out_bias[phase];
    for (int k = 0; k < UNITS; k++)
        sum += SYMMETRIES * l->square[k] * w->out[phase][k];
    for (int d = 0; d < DEEP; d++)
        sum += deep_clamped(l->deep[d]) * w->deep_out[phase][d];
    return sum;
}

/* Add the gradient of the second layer, where the output's is `slope`; give what it is at the means of each unit. */
static inline void learn_deep(const learned *restrict w, const learning *restrict l, int phase, float slope,
                              learned *restrict gradient, float *restrict at_square, float *restrict at_mean)
{
    float at[DEEP];
    for (int d = 0; d < DEEP; d++) {
        float x = l->deep[d];
        gradient->deep_out[phase][d] += slope * deep_clamped(x);
        at[d] = x > 0 && x < ATAXX_DEEP_MOST ? slope * w->deep_out[phase][d] : 0;
        gradient->deep_bias[d] += at[d];
    }
    for (int k = 0; k < UNITS; k++) {
        at_square[k] = SYMMETRIES * slope * w->out[phase][k];
        at_mean[k] = 0;
        for (int d = 0; d < DEEP; d++) {
            gradient->squares[k][d] += at[d] * l->square[k];
            gradient->means[k][d] += at[d] * l->mean[k];
            at_square[k] += at[d] * w->squares[k][d];
            at_mean[k] += at[d] * w->means[k][d];
        }
    }
}

/* Add the gradient, where the output's is `slope`. */
static inline void learn(const learned *restrict w, const learning *restrict l, int phase, float slope,
                         learned *restrict gradient)
{
    float at_square[UNITS], at_mean[UNITS];
    gradient->out_bias[phase] += slope;
    for (int k = 0; k < UNITS; k++)
        gradient->out[phase][k] += SYMMETRIES * slope * l->square[k];
    learn_deep(w, l, phase, slope, gradient, at_square, at_mean);
    for (int g = 0; g < SYMMETRIES; g++) {
        float d[UNITS];
        for (int k = 0; k < UNITS; k++) {
            float x = l->hidden[g][k];
            d[k] = x > 0 && x < 1 ? (at_square[k] * 2 * x + at_mean[k]) / SYMMETRIES : 0;
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
        float thought = logistic((float)r->score / ATAXX_SCALE), ended = 0.5F * (float)(1 + r->result);
        float p = logistic(output(w, &l, phase)), error = p - ((1 - share) * thought + share * ended);
        errors += error * error;
        if (gradient)
            learn(w, &l, phase, 2 * error * p * (1 - p), gradient);
    }
    return errors;
}

#endif
