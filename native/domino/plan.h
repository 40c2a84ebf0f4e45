/* Rows with at most two [11|11], two mirrors and three wild tiles, for any number of plain tiles: exact up to
 * connectivity.
 *
 * A plan says how many copies of each type each phase uses. All that the phases ask of a type is its parity in each
 * of them, so a dynamic programme over the 15 types that are not doubles, whose state is the set of odd digits of
 * every phase (2^5 sets each: the sets are even) and the number of mirrors on plain tiles, gives the best plan for
 * every such state. Copies beyond the parities go in pairs to the type's best rotation. Then every sequence of ends
 * of the row and every distribution of the wild tiles picks its state. The best plan is an upper bound; if an Euler
 * trail through each phase can be found for one of the best, it is the optimum. What the programme ignores is only
 * that the tiles of a phase must be connected with the row; dense hands nearly always are. */
#ifndef ARBITRO_DOMINO_PLAN_H
#define ARBITRO_DOMINO_PLAN_H

#include "domino/row.h"

enum {
    PLAN_PHASES = 3,
    PLAN_MIRRORS = 2,
    PLAN_WILDS = 3,
    PLAN_STATES = 1 << 5 * PLAN_PHASES,
    PLAN_CANDIDATES = 1024,
    SPREADS = 20 /* ways to distribute three wild tiles over three phases */
};

/* How one type serves the phases: copies, of which the first in each phase has that many mirrors. */
typedef struct {
    int32_t worth;
    uint8_t copies[MAX_RAISES + 1], mirrors[MAX_RAISES + 1];
} plan_option;

/* A sequence of ends with a distribution of the wild tiles, and the best worth of a plan for it. */
typedef struct {
    int32_t worth, plain; /* of everything, of the tiles that are not doubles */
    uint8_t on_plain;     /* mirrors on these */
    uint8_t wilds[MAX_RAISES + 1], left[MAX_RAISES + 1], right[MAX_RAISES + 1]; /* by phase */
} plan_candidate;

typedef struct {
    int phases, mirrors;
    int32_t base; /* what the doubles are worth */
    int double_host;
    plan_option option[TYPES][1 << PLAN_PHASES][PLAN_MIRRORS + 1];
    int32_t best[EDGES + 1][PLAN_MIRRORS + 1][PLAN_STATES];
    int32_t spread[2][PLAN_MIRRORS + 1][PLAN_STATES];
    plan_candidate candidates[PLAN_CANDIDATES];
    int count;
} row_plan;

/* Whether there are few enough special tiles. */
bool plan_applies(const domino_hand *hand, bool zero_stays);

/* A set of an even number of digits is known by the first five. */
static inline int odd_index(int set, int phase)
{
    return (set & 31) << 5 * phase;
}

/* The best plans for the plain tiles, by the parities of all phases. */
void build_plan(row_plan *p, const domino_hand *hand);

/* Spread the wild tiles in every way over all ends: the best PLAN_CANDIDATES go to p->candidates, best first. */
void list_candidates(row_plan *p, int wild);

/* The options of a best plan for a state with k mirrors on tiles that are not doubles; another `turn` takes another of
 * several equally good ones. */
void trace_plan(const row_plan *p, int state, int k, int turn, const plan_option *chosen[TYPES]);

#endif
