/* A bound by cases, as a tree that can be written down: what `domino-bot check-proof` reads.
 *
 * Where prices alone (domino/bound.h) do not reach the score, rows are told apart by how many copies of a tile the
 * phases of a class use, at most `most` or more. In each case no phase of the class uses more than the case allows, and
 * a price for that class alone, of either sign, pays for what the case demands. Cases are split, that of the highest
 * bound first, until none is left whose bound exceeds the score. */
#ifndef ARBITRO_DOMINO_CASES_H
#define ARBITRO_DOMINO_CASES_H

#include "domino/bound.h"

/* Split until all is proved or `room` is full, from the prices that are set. The first node is the root. Give the
 * number of nodes, 0 if some case stays open. */
int64_t split_cases(row_bound *b, int64_t score, domino_case *nodes, int64_t room);

#endif
