/* The engine of Ataxx for processors with AVX-512 as well: what ataxx/ataxx.c has, compiled once more. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl")
#include "ataxx/engine.h"

extern const ataxx_code ataxx_avx512;
const ataxx_code ataxx_avx512 = {count_sequences, search_all, search_plain, learn_all};
#else
typedef int nothing_for_this_processor;
#endif
