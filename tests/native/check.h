/* What every self-test checks with: says what is wrong, and where, and ends. */
#ifndef ARBITRO_CHECK_H
#define ARBITRO_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

#endif
