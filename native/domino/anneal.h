/* Rows with many special tiles: plans (see domino/trail.h) by simulated annealing.
 *
 * A plan says in which phases a type that is no double serves with an odd number of copies; all other copies go in
 * pairs to its best rotation. Let E[r] be the digits that are odd in all phases down to r together: these are the
 * ends of the row when phase r is over, so that a plan can be played only if no E[r] has more than two digits (each
 * wild tile may join any two besides). From the plan that plays everything at its best rotation, steps add or move
 * a parity; what they lose, less what [11|11] gains at the ends, is the energy, and every digit too many costs a
 * penalty. A few mirrors serve besides, each as one more copy of a type in a phase that has one; the others lie where
 * one is worth most. A plan without digits too many becomes a row by Euler trails, or not; then the next attempt
 * begins. */
#ifndef ARBITRO_DOMINO_ANNEAL_H
#define ARBITRO_DOMINO_ANNEAL_H

#include "domino/trail.h"

enum { MOST_TURNED = 6 }; /* mirrors that a plan distributes */

typedef struct {
    int raises, attempt;
    int64_t wild_tiles, mirror_tiles;
    int wilds, turned, mirrors_odd; /* those that are distributed; parity of the other mirrors */
    bool zero_stays;
    int64_t count[TYPES];
    uint32_t odd[TYPES];                                      /* phases that use an odd number of copies */
    uint32_t hosts[TYPES];                                    /* phases that mirror one */
    uint8_t turns[TYPES][MAX_RAISES + 1];                     /* with so many mirrors */
    uint8_t turned_type[MOST_TURNED], turned_at[MOST_TURNED]; /* TYPES for one that is not distributed */
    int mirror_top, mirror_loss; /* most that a mirror is worth; how much less where an odd number lies */
    uint8_t wild_at[MOST_WILDS], wild_pair[MOST_WILDS][2];
    uint8_t ends[MAX_RAISES + 1];     /* E, as sets of digits */
    uint8_t type_ends[TYPES][DIGITS]; /* the two digits of a type by phase modulo 6 */
    int worth[TYPES][DIGITS], top[TYPES];
    uint64_t random;
} row_anneal;

/* Plans of this hand, with so many [11|11], six by six fewer than it may hold. */
void begin_annealing(row_anneal *a, int raises, const domino_hand *hand, bool zero_stays);

/* Anneal until a row reaches the bound, or attempts or time are up; better rows replace the one in `moves`. */
void anneal_rows(row_anneal *a, row_builder *b, const domino_hand *hand, int64_t bound, int attempts, double deadline_s,
                 uint8_t *moves, domino_result *result);

#endif
