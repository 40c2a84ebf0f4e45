/* A hand that plays all of its [11|11]: plans, search, annealing and cases by turns, each round with more of each.
 *
 * No way alone does: layers of positions (domino/search.h) find the last points where a plan by parities
 * (domino/plan.h, domino/anneal.h) finds most of them at once, and cases (domino/cases.h) prove in some milliseconds
 * what a layer would have to be thousands of times wider for: of 2,000 hard hands 53 were open after a second without
 * them. */
#ifndef ARBITRO_DOMINO_ROUNDS_H
#define ARBITRO_DOMINO_ROUNDS_H

#include "domino/anneal.h"
#include "domino/cases.h"
#include "domino/unfold.h"

/* Memory of one search, taken at once. */
typedef struct {
    row_search search;
    row_bound bound, own;
    row_anneal anneal;
    row_plan plan;
    row_builder builder;
    case_tree cases;
    phase_proof phases;
    int64_t *scratch;
} row_work;

/* NULL if there is not enough. */
row_work *work_new(void);

void work_free(row_work *work);

/* Play exactly hand->raises of [11|11], with the prices of the hand before if `have_prices`; replace what is in `moves`
 * if better; give an upper bound of the score. */
int64_t solve_row(row_work *work, const domino_hand *hand, bool zero_stays, bool have_prices, double deadline_s,
                  uint8_t *moves, domino_result *result);

#endif
