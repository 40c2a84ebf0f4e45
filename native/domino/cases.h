/* A bound by cases, as a tree that can be written down: what `domino-bot check-proof` reads.
 *
 * Where prices alone (domino/bound.h) do not reach the score, rows are told apart by how many copies of a tile the
 * phases of a class use, at most `most` or more. In each case no phase of the class uses more than the case allows, and
 * a price for that class alone, of either sign, pays for what the case demands. Cases are split, that of the highest
 * bound first, until none is left whose bound exceeds the score. */
#ifndef ARBITRO_DOMINO_CASES_H
#define ARBITRO_DOMINO_CASES_H

#include "domino/phases.h"

/* Cases so far; the first node is the root. */
typedef struct {
    domino_case *nodes;
    int64_t count;
    phase_proof *phases;
    uint32_t states; /* most in a layer of phases, for all rows as one case; others have CASE_STATES */
    double deadline_s;
    uint64_t work, most_work; /* in the time of positions of the search */
} case_tree;

/* All rows as one case, from the prices that are set; `score` is to be proved the most. */
void begin_cases(case_tree *tree, row_bound *b, int64_t score);

/* The case of the highest bound, if that exceeds the score; NULL if all is proved. */
domino_case *open_case(const case_tree *tree, int64_t score);

/* Split open cases until all is proved, there are `most` nodes, or time is up; false if the highest cannot be split. */
bool split_cases(case_tree *tree, row_bound *b, int64_t score, int64_t most);

/* Set limits and prices of a case; the bound is to be built then. */
void enter_case(row_bound *b, const domino_case *c);

#endif
