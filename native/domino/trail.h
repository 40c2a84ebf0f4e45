/* From a plan to the steps of a row: an Euler trail through each phase.
 *
 * The row as it stands is one more edge, the link, between its two ends; a wild tile is an edge between the digits
 * that it joins. A trail through all edges of the phase from the new left end to the new right end passes the link
 * once: what comes before it is played outwards at one end of the row, what comes after it at the other. */
#ifndef ARBITRO_DOMINO_TRAIL_H
#define ARBITRO_DOMINO_TRAIL_H

#include "domino/plan.h"

enum {
    LINK = 24,
    PLAN_TURNS = 32, /* equally good plans that are tried for each sequence of ends */
    MOST_WILDS = 8,  /* that a plan distributes */
    MOST_EDGES = 4 * EDGES + MOST_WILDS + 2
};

/* Steps that are being written, and tiles that a phase still owes: those that come back at once with their mirror. */
typedef struct {
    row_step steps[MAX_STEPS];
    int length, turn;
    row_state at;
    uint8_t owed[TYPES];  /* mirrors */
    uint8_t spare[TYPES]; /* copies that were played as spare edges */
} row_builder;

/* Play one plan with so many [11|11], six by six fewer than the hand may hold: the wild tiles join the given pairs,
 * highest phase first. Give the number of moves, 0 if it fails. */
int64_t build_row(row_builder *b, const plan_option *const chosen[TYPES], const plan_candidate *c, int raises,
                  const domino_hand *hand, const uint8_t wild_pairs[][2], bool zero_stays, uint8_t *moves);

/* Try the candidates, best first, with every choice of what the wild tiles join, but only so many of those; stop when
 * a row is worth what its plan promised. Better rows replace the one in `moves`. Give the upper bound. */
int64_t solve_plan(row_plan *p, row_builder *b, const domino_hand *hand, bool zero_stays, int most_trials,
                   double deadline_s, uint8_t *moves, domino_result *result);

#endif
