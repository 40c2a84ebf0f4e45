/* What the processor has, asked while the program runs: games whose engines are compiled twice choose by it. */
#ifndef ARBITRO_COMMON_PROCESSOR_H
#define ARBITRO_COMMON_PROCESSOR_H

#include <stdbool.h>

#if defined(__x86_64__) && defined(__GNUC__)
/* AVX2, BMI, BMI2 and POPCNT, which came together about 2013, and LZCNT where the compiler can ask: clang 14 cannot. */
static inline bool processor_is_wide(void)
{
#ifndef __clang__
    if (!__builtin_cpu_supports("lzcnt"))
        return false;
#endif
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
        && __builtin_cpu_supports("popcnt");
}
#endif

#endif
