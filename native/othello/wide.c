/* Othello for x86-64 processors with AVX2, BMI and POPCNT (since about 2013): four boards in one vector, population and
 * zero counts in one instruction. othello/othello.c asks the processor once for each whole search. */
#if defined(__x86_64__) && defined(__GNUC__)

#include "common/engine.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")
#endif

#define VARIANT(name) othello_##name##_wide
#include "othello/game.h"

#if defined(__clang__)
#pragma clang attribute pop
#endif

#else
typedef int othello_wide_is_empty; /* a translation unit must not be empty */
#endif
