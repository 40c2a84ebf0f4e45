/* Count the move sequences of exactly `depth` plies; boards are from the mover's side, bit 8 * row + column. */
#ifndef PLAIN_PERFT_H
#define PLAIN_PERFT_H

#include <stdint.h>

uint64_t plain_perft(uint64_t own, uint64_t opp, int depth);

#endif
