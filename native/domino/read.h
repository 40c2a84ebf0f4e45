/* Reading a hand as scanf("%d") does: N, then N pairs, separated by any white space; nothing after the last pair is
 * read. Bytes come in pieces of any size, so that a program which keeps its pipe open still gets an answer. */
#ifndef ARBITRO_DOMINO_READ_H
#define ARBITRO_DOMINO_READ_H

#include "domino/tiles.h"

/* As domino_read. */
int32_t read_bytes(domino_reader *r, const char *bytes, int64_t n);

#endif
