/* The hidden layer of a small network, in integers: what changes from one position to the next, and what comes of it.
 *
 * `units` is a constant wherever this is called: parts of a layer stay in registers. */
#ifndef ARBITRO_COMMON_LAYERS_H
#define ARBITRO_COMMON_LAYERS_H

#include <stdint.h>

/* Sixteen numbers at once, on whatever the processor has. */
typedef int16_t lanes __attribute__((vector_size(32), aligned(2)));

enum { LANES = 16, STRIDE = 128 };

/* The layer `from` with n rows added and, unless it is made anew, as many taken away. */
static inline __attribute__((always_inline)) void layer_change(int units, int16_t *to, const int16_t *from,
                                                               const int16_t *const *plus, const int16_t *const *minus,
                                                               int n)
{
    for (int part = 0; part < units; part += STRIDE) {
        lanes sum[STRIDE / LANES];
        int wide = (units - part < STRIDE ? units - part : STRIDE) / LANES;
        for (int i = 0; i < wide; i++)
            sum[i] = *(const lanes *)(from + part + LANES * i);
        for (int row = 0; row < n; row++)
            for (int i = 0; i < wide; i++) {
                sum[i] += *(const lanes *)(plus[row] + part + LANES * i);
                if (minus)
                    sum[i] -= *(const lanes *)(minus[row] + part + LANES * i);
            }
        for (int i = 0; i < wide; i++)
            *(lanes *)(to + part + LANES * i) = sum[i];
    }
}

/* Sum of weights * clamped^2, where 1 is `one`, at most 255. The clamped value times a weight fits 16 bits, as weights
 * are at most 127. */
static inline int32_t layer_activate(int units, int one, const int16_t *restrict layer, const int16_t *restrict weights)
{
    int32_t sum = 0;
    for (int i = 0; i < units; i++) {
        int16_t x = layer[i] < 0 ? 0 : layer[i];
        x = x > one ? (int16_t)one : x;
        sum += (int16_t)(x * weights[i]) * x;
    }
    return sum;
}

#endif
