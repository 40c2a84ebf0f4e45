/* Learning the network of shapes: the error on some positions and its gradient, in floating point. */
#ifndef ARBITRO_DAMA_LEARN_H
#define ARBITRO_DAMA_LEARN_H

#include "dama/network.h"

#include <math.h>

typedef struct {
    float in[DAMA_SHAPES * DAMA_STATES][UNITS], piece[DAMA_SHAPES * KINDS][UNITS], bias[UNITS], out[OUTPUTS][UNITS],
        out_bias[OUTPUTS];
} learned;

/* What is on, and the hidden layer that comes of it. */
typedef struct {
    uint16_t inputs[SHAPES], pieces[SHAPES];
    int count;           /* of pieces */
    float hidden[UNITS]; /* clamped, 0 to 1 */
} learning;

static inline void add_row(float *restrict to, const float *restrict row)
{
    for (int k = 0; k < UNITS; k++)
        to[k] += row[k];
}

static inline void look(const learned *restrict w, view v, learning *restrict l)
{
    l->count = 0;
    for (int k = 0; k < UNITS; k++)
        l->hidden[k] = w->bias[k];
    for (uint64_t todo = ~DARK; todo; todo &= todo - 1) {
        int shape = shape_of(lowest(todo)), input = STATES * shape + state_at(v, lowest(todo));
        l->inputs[shape] = (uint16_t)input;
        add_row(l->hidden, w->in[input]);
    }
    for (uint64_t todo = v.own | v.opp; todo; todo &= todo - 1) {
        int piece = KINDS * (lowest(todo) / 2) + kind_of(v, lowest(todo));
        l->pieces[l->count++] = (uint16_t)piece;
        add_row(l->hidden, w->piece[piece]);
    }
    for (int k = 0; k < UNITS; k++)
        l->hidden[k] = l->hidden[k] < 0 ? 0 : l->hidden[k] > 1 ? 1 : l->hidden[k];
}

/* Add the gradient, where the output's is `slope`. */
static inline void learn(const learned *restrict w, const learning *restrict l, int output, float slope,
                         learned *restrict gradient)
{
    float d[UNITS];
    gradient->out_bias[output] += slope;
    for (int k = 0; k < UNITS; k++) {
        float x = l->hidden[k];
        gradient->out[output][k] += slope * x * x;
        d[k] = x > 0 && x < 1 ? slope * w->out[output][k] * 2 * x : 0;
    }
    add_row(gradient->bias, d);
    for (int shape = 0; shape < SHAPES; shape++)
        add_row(gradient->in[l->inputs[shape]], d);
    for (int piece = 0; piece < l->count; piece++)
        add_row(gradient->piece[l->pieces[piece]], d);
}

static inline float logistic(float x)
{
    return 1 / (1 + expf(-x));
}

static inline double learn_all(const learned *w, const dama_record *records, int64_t n, float share, learned *gradient)
{
    double errors = 0;
    for (int64_t i = 0; i < n; i++) {
        const dama_record *r = &records[i];
        int output = output_of(r->own | r->opp, r->left == DAMA_ENDLESS ? NO_LIMIT : r->left);
        learning l;
        look(w, (view){r->own, r->opp, r->kings}, &l);
        float sum = w->out_bias[output];
        for (int k = 0; k < UNITS; k++)
            sum += l.hidden[k] * l.hidden[k] * w->out[output][k];
        float thought = logistic((float)r->score / DAMA_SCALE), ended = 0.5F * (float)(1 + r->result);
        float p = logistic(sum), error = p - ((1 - share) * thought + share * ended);
        errors += error * error;
        if (gradient)
            learn(w, &l, output, 2 * error * p * (1 - p), gradient);
    }
    return errors;
}

#endif
