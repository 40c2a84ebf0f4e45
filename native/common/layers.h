/* The hidden layer of a small network, in integers: what changes from one position to the next, and what comes of it.
 *
 * `units` is a constant wherever this is called: parts of a layer stay in registers. */
#ifndef ARBITRO_COMMON_LAYERS_H
#define ARBITRO_COMMON_LAYERS_H

#include <stdint.h>

/* Sixteen numbers at once, on whatever the processor has; 32 where it can. */
#ifdef __AVX512BW__
enum { LANES = 32, STRIDE = 128 };
#else
enum { LANES = 16, STRIDE = 128 };
#endif
typedef int16_t lanes __attribute__((vector_size(2 * LANES), aligned(2)));
typedef int8_t byte_lanes __attribute__((vector_size(LANES), aligned(1)));

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

/* As many bytes as numbers. What `__builtin_convertvector` is made of by gcc 12 takes twice the instructions. */
static inline __attribute__((always_inline)) void widen(const int8_t *from, lanes *to)
{
#if defined __AVX512BW__
    typedef char bytes __attribute__((vector_size(LANES), aligned(1)));
    typedef short numbers __attribute__((vector_size(2 * LANES)));
    *to = (lanes)__builtin_ia32_pmovsxbw512_mask(*(const bytes *)from, (numbers){0}, ~0U);
#elif defined __AVX2__
    typedef char bytes __attribute__((vector_size(LANES), aligned(1)));
    *to = (lanes)__builtin_ia32_pmovsxbw256(*(const bytes *)from);
#else
    *to = __builtin_convertvector(*(const byte_lanes *)from, lanes);
#endif
}

/* As `layer_change`, of rows of bytes. To take them by pairs, one added and one taken away (pmaddubsw, of rows whose
 * order fits), searches 2 % more nodes a second with AVX2 and none with AVX-512 (EPYC): rows come from far away. */
static inline __attribute__((always_inline)) void layer_change_bytes(int units, int16_t *to, const int16_t *from,
                                                                     const int8_t *const *plus,
                                                                     const int8_t *const *minus, int n)
{
    lanes sum[STRIDE / LANES], more;
    for (int i = 0; i < units / LANES; i++)
        sum[i] = *(const lanes *)(from + LANES * i);
    for (int row = 0; row < n; row++)
        for (int i = 0; i < units / LANES; i++) {
            widen(plus[row] + LANES * i, &more);
            sum[i] += more;
            if (minus) {
                widen(minus[row] + LANES * i, &more);
                sum[i] -= more;
            }
        }
    for (int i = 0; i < units / LANES; i++)
        *(lanes *)(to + LANES * i) = sum[i];
}

/* Products of pairs of numbers, summed by pairs: one instruction, where gcc sees seven in the last way. */
typedef int32_t pair_lanes __attribute__((vector_size(2 * LANES), aligned(4)));

static inline void multiply_pairs(const lanes *a, const lanes *b, pair_lanes *to)
{
#if defined __AVX512BW__
    typedef short numbers __attribute__((vector_size(2 * LANES)));
    typedef int sums __attribute__((vector_size(2 * LANES)));
    *to = (pair_lanes)__builtin_ia32_pmaddwd512_mask((numbers)*a, (numbers)*b, (sums){0}, (uint16_t)~0U);
#elif defined __AVX2__
    typedef short numbers __attribute__((vector_size(2 * LANES)));
    *to = (pair_lanes)__builtin_ia32_pmaddwd256((numbers)*a, (numbers)*b);
#else
    pair_lanes x = (pair_lanes)*a, y = (pair_lanes)*b;
    *to = (x << 16 >> 16) * (y << 16 >> 16) + (x >> 16) * (y >> 16);
#endif
}

/* Add to sums what `pairs` pairs of numbers are worth: for each pair a row of two weights for each of `units` sums. */
static inline __attribute__((always_inline)) void layer_add_pairs(int units, int32_t *sums, const int32_t *numbers,
                                                                  const int16_t *weights, int pairs)
{
    for (int part = 0; part < units; part += LANES / 2) {
        pair_lanes sum = *(const pair_lanes *)(sums + part), more;
        for (int n = 0; n < pairs; n++) {
            lanes twice = (lanes)((pair_lanes){0} + numbers[n]);
            multiply_pairs(&twice, (const lanes *)(weights + 2 * (n * units + part)), &more);
            sum += more;
        }
        *(pair_lanes *)(sums + part) = sum;
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
