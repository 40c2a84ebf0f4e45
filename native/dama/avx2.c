/* The engine of Dama for processors with AVX2, BMI2 and POPCNT: what dama/dama.c has, compiled once more. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#include "dama/engine.h"

extern const dama_code dama_avx2;
const dama_code dama_avx2 = {perft, search_all, learn_all};
#else
typedef int nothing_for_this_processor;
#endif
