/* What one phase of a row can gain (see domino/bound.h), for all ends and all sets of digits that are to be odd.
 *
 * Hands with few kinds of tile fall apart: what a phase plays must be connected with an end of the row, or be joined to
 * it by wild tiles, one for each part. For few types that are no doubles all ways to use them (not, odd, even) are
 * tried, and each counts only for the ends from which it can be reached, with the doubles that lie there; such a hand
 * is called linked. For others that is ignored, and a dynamic programme over the types does. */
#ifndef ARBITRO_DOMINO_CLASS_H
#define ARBITRO_DOMINO_CLASS_H

#include "domino/tiles.h"

enum {
    SCALE = 256,
    MAX_RAISES = 31, /* that are planned and annealed */
    CLASSES = 7,
    KINDS = 24,
    HOSTS = KINDS, /* and from here on, by type: mirrors that lie beside it */
    COUNTED = HOSTS + TYPES,
    SETS = 64,
    HALVES = SETS / 2, /* of sets, see half_of */
    MAX_FREE = 2,
    MOST_PHASES = 1 << 10, /* that are bounded */
    LINKS = 5,             /* most types of a linked hand that are no doubles */
    PARTS = 3,             /* most components that they can form */
    ENDS = 28,             /* pairs of digits or wild ends */
    JOINS = 4              /* wild tiles in a phase: 0, 1, 2, or enough to join everything */
};
#define NEVER (-((int64_t)1 << 60))

/* What remains odd when tiles of two different digits are played is a set of an even number of digits, or of an odd one
 * where one end may have any digit: digit 1 follows from the others, and tables leave it out. */
static inline int half_of(int set)
{
    return set >> 1;
}

static inline int even_set(int half)
{
    return 2 * half + (__builtin_popcount((unsigned)half) & 1);
}

/* How a phase uses a type: not, or an odd or an even number of times; with how many copies and mirrors, and what that
 * gains. */
enum { UNUSED, ODD, EVEN, USES };

typedef struct {
    int64_t gain[USES], copies[USES], mirrors[USES];
} type_choice;

/* Phases with the same rotation share a class; phase 0, where a wild tile counts nothing, has its own. Pairs are ends
 * of the row (see pair_of); a hand that is not linked only has the first. */
typedef struct {
    type_choice choice[TYPES];
    int ends;                         /* the digits that an end may show besides those that it has */
    int64_t plain[EDGES + 1][HALVES]; /* by types considered so far, of a hand that is not linked */
    int64_t doubles[PARTS][SETS];     /* of the digits in a set, and of so many digits more */
    int64_t join_gain[JOINS];         /* best gain of so many wild tiles, with mirrors of them */
    int64_t join_wild[JOINS], join_mirrors[JOINS];
    int64_t reached[JOINS][ENDS][HALVES]; /* with at most so many parts out of reach of both ends */
    int16_t uses[JOINS][ENDS][HALVES];    /* of the linked types, as digits to base USES */
    int64_t through[ENDS][DIGITS + 1];    /* with even digits but for the ends, through a digit besides; no wild tile */
    int16_t through_uses[ENDS][DIGITS + 1];
    int64_t joined[JOINS][ENDS][HALVES];         /* the same, and as many pairs of digits may have another parity */
    int64_t open[2][MAX_FREE + 1][ENDS][HALVES]; /* [some wild tile, if zeros may stay][ends that may have any digit] */
    int64_t best[ENDS][ENDS];                    /* from ends to ends */
} phase_class;

typedef struct {
    int raises;
    bool zero_stays;
    int64_t worth[CLASSES][TYPES]; /* points of a copy */
    int64_t count[TYPES], wild, mirror;
    int64_t price[TYPES], price_wild, price_mirror;
    int64_t extra[CLASSES][COUNTED]; /* what a tile costs besides in phases of a class, in a case (domino/cases.h) */
    int64_t cap[CLASSES][COUNTED];   /* most that one phase of a class may use */
    int64_t constant;                /* what `extra` refunds */
    bool wild_ends;                  /* there may be such */
    bool is_linked;
    int links, link[LINKS];           /* the types that are no doubles */
    uint8_t parts[1 << LINKS][PARTS]; /* digits of each component of some of these */
    phase_class classes[CLASSES];
    int64_t future[MOST_PHASES][DIGITS + 1][DIGITS + 1];
    int64_t value; /* the bound itself, in 1/SCALE points */
} row_bound;

static inline int phase_class_of(int r)
{
    return r == 0 ? 0 : 1 + (r - 1) % DIGITS;
}

/* The digit that a wild tile played with r of [11|11] to come shows in the end. */
static inline int wild_digit(int r, bool zero_stays)
{
    return zero_stays ? 0 : phase_class_of(r);
}

static inline int ends_of(int l, int r)
{
    int low = l < r ? l : r, high = l < r ? r : l;
    return high * (high + 1) / 2 + low;
}

static inline int pair_of(const row_bound *b, int l, int r)
{
    return b->is_linked ? ends_of(l, r) : 0;
}

static inline int rotated_set(int set, int times)
{
    return (set << times % DIGITS | set >> (DIGITS - times % DIGITS)) & (SETS - 1);
}

static inline int type_ends(int t)
{
    return digit_bit(type_digits[t][0]) | digit_bit(type_digits[t][1]);
}

/* Take the tiles of a hand. */
void set_hand(row_bound *b, const domino_hand *hand, bool zero_stays);

static inline int best_use(const type_choice *c, bool odd)
{
    if (odd)
        return ODD;
    return c->gain[EVEN] > 0 ? EVEN : UNUSED;
}

static inline int double_use(const type_choice *c)
{
    int even = best_use(c, false);
    return c->gain[ODD] > c->gain[even] ? ODD : even;
}

/* One wild tile can change the parity of any two digits, two of them (or more) of any: but for all six at once. */
static inline bool can_join(int q, int from, int to)
{
    int changed = __builtin_popcount((unsigned)(from ^ to));
    return changed == 0 || q > 1 || (q == 1 && changed == 2);
}

/* Fill the tables of a class of phases, under the prices that are set. */
void build_class(row_bound *b, int class);

#endif
