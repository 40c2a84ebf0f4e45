/* The ways in which a phase may use a kind of tile, and what the kind gains at most from there on.
 *
 * From each phase on a kind gains at most what it would gain if it were alone: the best way in each phase that is still
 * to come, less what is refunded in the end but was not sold: all copies if no phase laid one, else one of those of
 * which an odd number is left. That depends on how many copies the phases so far need, of which few are told apart. */
#ifndef ARBITRO_DOMINO_WAYS_H
#define ARBITRO_DOMINO_WAYS_H

#include "domino/class.h"

enum {
    LAID = TYPES + 1, /* kinds of tile, the last one wild */
    EXACT = 3,        /* copies that are told apart, beside odd and even numbers */
    MOST_LAID = 7,    /* the same for wild tiles, two sides of each, which join whatever six digits fall into */
    MOST_WILD = 15,   /* wild tiles that are told apart where all phases need them */
    NEEDS = TYPES * (EXACT + 1) + MOST_WILD + 1,
    WAYS = 8
};

/* How a phase uses a kind: copies, EXACT and one less for more (of wild tiles MOST_LAID); what they connect, and the
 * digits at which an odd number of their sides lies. */
typedef struct {
    int64_t gain, loss;               /* loss: of what the kind gains at most from here on */
    uint8_t copies, after, edge, odd; /* after: copies that are needed then */
    bool turned, higher;              /* with an odd number of mirrors; leads back to the higher one of its digits */
} phase_way;

typedef struct {
    phase_way list[WAYS]; /* those that lose least first */
    int count;
} phase_ways;

typedef struct {
    int kinds, kind[LAID]; /* those that the hand has */
    phase_ways uses[CLASSES][LAID];
    int64_t later[MOST_PHASES + 1][NEEDS]; /* most that a kind gains in the last so many phases */
} way_tables;

static inline int most_needed(int kind)
{
    return kind == WILD ? MOST_WILD : EXACT;
}

/* Where tables have a kind of which so many copies are needed. */
static inline int need_at(int kind, int need)
{
    return kind * (EXACT + 1) + need;
}

static inline int64_t copies_of(const row_bound *b, int kind)
{
    return kind < TYPES ? b->count[kind] : b->wild;
}

/* For the prices and limits that are set. */
void build_ways(way_tables *w, const row_bound *b);

/* The ways to use a kind in a phase before which so many copies are needed. */
void list_ways(const way_tables *w, const row_bound *b, int phase, int kind, int need, phase_ways *ways);

#endif
