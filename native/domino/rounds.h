/* A hand that plays all of its [11|11]: search, annealing, states between phases and cases by turns, each round with
 * more of each.
 *
 * No way alone does. States between phases (domino/phases.h) prove most hands and find most of the best rows within
 * some hundredths of a second; layers of positions (domino/search.h) find the others where few kinds of tile can be
 * laid in very many ways; plans by parities (domino/anneal.h) find rows of a hundred tiles and more at once; and cases
 * (domino/cases.h) prove what no single list of prices does, eight of 2,000 hard hands. */
#ifndef ARBITRO_DOMINO_ROUNDS_H
#define ARBITRO_DOMINO_ROUNDS_H

#include "domino/anneal.h"
#include "domino/cases.h"
#include "domino/unfold.h"

/* Ways to look for rows and proofs: positions and annealing; states between phases; cases. */
enum { ROWS, STATES, SPLITS, WAYS_TO_LOOK };

/* Memory of one search, taken at once. */
typedef struct {
    uint64_t spent[WAYS_TO_LOOK]; /* work, in the time of positions */
    row_search search;
    row_bound bound, own;
    row_anneal anneal;
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
