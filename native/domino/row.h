/* From a hand with special tiles to moves: shrink the hand, search, and play the row with what was set aside.
 *
 * Shrinking. In a row with more than 2 (R + 1) copies of a type, R = number of [11|11], some phase uses three copies,
 * and two of them can be taken out. So two copies more gain at most two tiles at the type's best rotation, and exactly
 * that if in that phase the row ever ends with one of the type's digits: there they are put back as a detour there and
 * back. Doubles: one copy at a time, beyond R + 1. In the same way surplus mirrors go two by two beside the best tile,
 * surplus wild tiles beside the best wild tile, and surplus [11|11] six by six beside the best [11|11]. */
#ifndef ARBITRO_DOMINO_ROW_H
#define ARBITRO_DOMINO_ROW_H

#include "domino/search.h"

typedef struct {
    int64_t plain[TYPES], wild, raises, mirror;
    int64_t worth; /* most that these can add, in points */
    bool exact;    /* the bound of the smaller hand plus `worth` bounds the whole hand */
} row_surplus;

/* Where a step leaves the row: ends before it as digits (0 wild), left first. */
typedef struct {
    int left, right, raises;
} row_state;

/* Most points of a plain tile of type `t` with so many [11|11]. */
int best_worth(int t, int raises);

/* So many fewer that all digits are the same, `most` if there are more. */
int64_t fewer_raises(int64_t raises, int64_t most);

/* Split a hand that plays exactly hand->raises of [11|11] into a small hand and what is set aside. With `copies`, keep
 * as many of each type, if that is more. It is `exact` where no row of the whole hand can be worth more than one of the
 * small hand and what is set aside: where special tiles are so many that some must lie beside each other. */
domino_hand shrink_hand(const domino_hand *hand, bool zero_stays, int64_t copies, row_surplus *aside);

/* The position in which nothing has been played. */
row_key key_of(const key_layout *layout, const domino_hand *small);

/* Play a step. */
void advance(const row_step *step, row_state *at, bool first, bool zero_stays);

/* Play on until nothing in the hand fits; give the new length. */
int64_t finish_row(uint8_t *moves, int64_t length, domino_hand rest, bool zero_stays);

/* Replace the row in `moves` by the one that stands behind it, if that is better. */
void take_row(uint8_t *moves, int64_t length, bool zero_stays, domino_result *result);

/* Play the steps, with `raises` of [11|11] among them, what was set aside, and then what still fits of the whole
 * hand. */
int64_t play_row(const row_step *steps, int length, int raises, const domino_hand *hand, const row_surplus *aside,
                 bool zero_stays, uint8_t *moves);

#endif
