/* Counts by the plain loop and by the engine, one after the other: a line each, leaves and CPU seconds. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "common/engine.h"
#include "plain_perft.h"

static const uint64_t BLACK = 0x0000000810000000ULL, WHITE = 0x0000001008000000ULL;

static double cpu_s(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

int main(int argc, char **argv)
{
    int depth = argc > 1 ? atoi(argv[1]) : 1;
    double begin = cpu_s();
    unsigned long long leaves = plain_perft(BLACK, WHITE, depth);
    double middle = cpu_s();
    printf("%llu %f\n", leaves, middle - begin);
    leaves = othello_perft(BLACK, WHITE, depth);
    printf("%llu %f\n", leaves, cpu_s() - middle);
    return 0;
}
