/* From a plan to the steps of a row: an Euler trail through each phase.
 *
 * The row as it stands is one more edge, the link, between its two ends; a wild tile is an edge between the digits
 * that it joins. A trail through all edges of the phase from the new left end to the new right end passes the link
 * once: what comes before it is played outwards at one end of the row, what comes after it at the other. */
#ifndef ARBITRO_DOMINO_TRAIL_H
#define ARBITRO_DOMINO_TRAIL_H

#include "domino/row.h"

enum {
    LINK = 24,
    TURNS = 32,                                 /* ways to go that are tried for a plan */
    MOST_WILDS = 8,                             /* wild tiles in a phase */
    PLAN_WILDS = MOST_WILDS * (MAX_RAISES + 1), /* in all */
    MOST_EDGES = 5 * EDGES + DIGITS + MOST_WILDS + 2
};

/* How one type serves the phases: copies, of which the first in each phase has that many mirrors; if these lead back,
 * to which digit, 0 for either. */
typedef struct {
    uint8_t copies[MAX_RAISES + 1], mirrors[MAX_RAISES + 1], back[MAX_RAISES + 1];
} type_plan;

/* What each phase lays, and the ends after it, digits also where they are wild; what is not in it lies where it is
 * worth most. The wild tiles join pairs of digits, those of the highest phase first. */
typedef struct {
    type_plan types[TYPES];
    uint8_t wilds[MAX_RAISES + 1], left[MAX_RAISES + 1], right[MAX_RAISES + 1];
    uint8_t pairs[PLAN_WILDS][2];
    int pair_count;
} row_plan;

/* Steps that are being written, and tiles that a phase still owes: those that come back at once with their mirror. */
typedef struct {
    row_step steps[MAX_STEPS];
    int length, turn;
    row_state at;
    int left, right; /* what its ends show, or are to meet if they are wild */
    bool zero_stays;
    uint8_t owed[TYPES];  /* mirrors */
    uint8_t spare[TYPES]; /* copies that were played as spare edges */
} row_builder;

/* Play a plan with so many [11|11], six by six fewer than the hand may hold; another `turn` of the builder goes another
 * way. Give the number of moves, 0 if it fails. */
int64_t build_row(row_builder *b, const row_plan *plan, int raises, const domino_hand *hand, bool zero_stays,
                  uint8_t *moves);

#endif
