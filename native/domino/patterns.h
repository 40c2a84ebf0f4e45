/* All ways in which a phase may use its types, of those that lose few enough points. */
#ifndef ARBITRO_DOMINO_PATTERNS_H
#define ARBITRO_DOMINO_PATTERNS_H

#include "domino/phases.h"

enum { EXACT = 3 /* copies that are told apart */, MOST_APART = PARTS + DIGITS };

/* The ways in which a phase may use a type. */
void list_uses(phase_proof *p, const row_bound *b, int class, int t);

/* List all ways to use the types from t on that lose no more than `left`; false if they are too many. */
bool list_patterns(phase_proof *p, const row_bound *b, int class, int t, phase_pattern *so_far, int64_t left);

/* For qsort: the best ones first. */
int by_gain(const void *a, const void *b);

/* The digits of each part, double and copy that leads back that a pattern has apart from the ends; how many. */
int list_apart(const phase_pattern *w, int ends, int apart[MOST_APART]);

#endif
