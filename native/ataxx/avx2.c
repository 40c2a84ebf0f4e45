/* The engine of Ataxx for processors with AVX2, BMI2 and POPCNT: what ataxx/ataxx.c has, compiled once more. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#include "ataxx/engine.h"

extern const ataxx_code ataxx_avx2;
const ataxx_code ataxx_avx2 = {count_sequences, search_all, search_plain, learn_all};
#else
typedef int nothing_for_this_processor;
#endif
