/* Rows with special tiles: the search over positions, exact while it keeps every position that can still win.
 *
 * A position is what is left in the hand and the two ends of the row (final digits, 0 for a wild end); everything
 * else about the past is its score. Positions with the same number of tiles on the board form a layer; each layer
 * is made from the one before it, equal positions keep the better score, and those whose bound does not beat the
 * best row so far are dropped. If a layer grows too wide, the least promising are dropped too and their best bound
 * is remembered: the optimum is at most the larger of that bound and the best row, and proved if the first does not
 * exceed the second.
 *
 * A mirror is played at once after the tile it copies: anything played between the two would be at the other end,
 * and gives the same row if it comes later. So a step is a tile and how many mirrors follow it at the same end. */
#ifndef ARBITRO_DOMINO_SEARCH_H
#define ARBITRO_DOMINO_SEARCH_H

#include "domino/bound.h"

enum {
    MAX_COPIES = 15,
    LINKED_COPIES = 255, /* of a type, of a linked hand */
    MAX_SPECIALS = 63,   /* of each kind that are searched */
    MAX_STEPS = TYPES * MAX_COPIES + 2 * MAX_SPECIALS
};

/* A tile (type, WILD or RAISE), the final digit by which it touches the row (its first digit, for the first tile),
 * how many mirrors follow, and the end where it is played (false: the smaller one). */
typedef struct {
    uint8_t tile, near, mirrors;
    bool side;
} row_step;

/* Four bits for each type's copies, eight if the hand is linked (and has no more than eleven types); six each for
 * [11|11], mirrors and wild tiles; three for each end, smaller first. */
typedef struct {
    uint64_t low, high;
} row_key;

enum { NOTHING_AT = 64 + 24, RAISES_AT = 40, MIRRORS_AT = 46, WILDS_AT = 52, LEFT_AT = 58, RIGHT_AT = 61 };

/* Where a key has the copies of each type; bits that are always 0 for a type that a linked hand has not. */
typedef struct {
    uint8_t at[TYPES], mask;
} key_layout;

typedef struct {
    row_key key;
    int32_t score;
    int32_t paid;  /* what its tiles cost besides their prices, in a case; 1/SCALE points */
    int64_t bound; /* 1/SCALE points */
    uint32_t parent;
    row_step step;
} row_node;

/* Narrower passes only want a first row; wider ones of linked hands, whose bound is good, rather more positions. */
enum { SHARP_WIDTH = 100, BLUNT_WIDTH = 500 };

typedef struct {
    row_node *nodes;
    row_bound *own;  /* scratch: the bound for the tiles of one position */
    uint32_t *slots; /* hash table of the layer that is being made: node number + 1, or 0 */
    uint32_t capacity, slot_mask;
    uint32_t count, layer_begin;
    key_layout layout;
    uint32_t width;
    const row_bound *bound;
    double deadline_s;
    uint64_t visited, sharpened; /* positions, in the last pass; those of them with a bound of their own */
    int64_t best;                /* score of the best row, -1 if there is none */
    int64_t cut;                 /* largest bound that was dropped although it could win */
    bool out_of_time;
    row_step steps[MAX_STEPS]; /* of the best row */
    int length;
} row_search;

/* Where keys of this hand have what. */
void lay_out_keys(key_layout *layout, const row_bound *b);

static inline void key_add(const key_layout *layout, row_key *k, int t, uint64_t copies)
{
    int at = layout->at[t];
    if (at < 64)
        k->low += copies << at;
    else
        k->high += copies << (at - 64);
}

/* One pass with layers of at most `width` positions from a given hand. Better rows replace the one in `s`. */
void search_pass(row_search *s, row_key hand, uint32_t width, int64_t *scratch);

#endif
