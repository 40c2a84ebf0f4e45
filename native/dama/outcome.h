/* Win, draw and loss without distances, which is what there is room and time for with six pieces.
 *
 * A slice of outcomes holds two bits a position in the order of dama/index.h, an outcome for the side to move. Where
 * the best capture is worth as much as the position, anything that is not better may stand there, whatever packs best;
 * who asks looks at captures too (outcome_probe in dama/tables.h).
 *
 * The generator works on sets of bits. In a unit men stand still, as in dama/build.h. A row of it has the kings of one
 * side on fixed squares, and a bit for every placement of the other side's, by its rank among those on 32 squares. What
 * the first side does leads all bits to the same places of another row, but where it captures a king: then a table says
 * where to. For what the other side does, rows are turned into columns. */
#ifndef ARBITRO_DAMA_OUTCOME_H
#define ARBITRO_DAMA_OUTCOME_H

#include "dama/tables.h"

/* Positions as the side that has just moved sees them: which of them its opponent has won, and lost. */
typedef struct {
    material of;
    size_t rows, bytes; /* of a unit, by the kings of the side that has moved; of a row, by its opponent's */
    uint8_t *won, *lost;
} outcome_bits;

/* A side to move, and what it can reach: nothing where there is no such move. */
typedef struct {
    material of;
    size_t rows, bytes;
    outcome_bits still, promoted;           /* the same material; a king for a man */
    outcome_bits taken, taken_promoted;     /* a man less of the opponent's; that, and a king for a man */
    outcome_bits king_taken;                /* a king less of the opponent's */
    uint8_t *occupied;                      /* for each of 32 squares, a row: where the opponent has a king there */
    uint32_t *with;                         /* for each square and placement without a king there: that with it */
    uint8_t *row_won, *row_lost, *row_none; /* room for a row */
} outcome_side;

/* A way for men to move, or to be taken. */
typedef struct {
    const outcome_bits *to;
    uint64_t unit;   /* there */
    uint64_t target; /* must be empty, the square as a bit; 0 if the man that stood on `taken` went */
    uint64_t taken;  /* by a king */
    bool promotes;
} outcome_way;

/* The men of a unit and their ways: captures by men, captures of men by kings, steps. */
typedef struct {
    Position men;
    uint64_t number;
    int captures, kings_captures, n;
    outcome_way ways[4 * TABLE_PIECES];
} outcome_unit;

/* Ways to place so many kings on 32 squares, and the bytes that have a bit for each. */
static inline size_t placements(int kings)
{
    return CHOOSE[kings][SQUARES];
}

static inline size_t placement_bytes(int kings)
{
    return (placements(kings) + 7) / 8;
}

/* The first and the next set of as many dark squares, in the order of their ranks. Sets are of numbers, 0 to 31, not of
 * squares: those are in dark_squares. */
static inline uint64_t first_set(int size)
{
    return bit(size) - 1;
}

static inline uint64_t next_set(uint64_t set)
{
    uint64_t low = set & -set, up = set + low;
    return set ? up | ((set ^ up) >> 2) / low : 0;
}

static inline uint64_t dark_squares(uint64_t numbers)
{
    uint64_t squares = 0;
    for (; numbers; numbers &= numbers - 1) {
        int number = lowest(numbers);
        squares |= bit(2 * number + !(number / 4 % 2));
    }
    return squares;
}

/* The kings of a slice in the order of their numbers, dama/index.h. */
typedef struct {
    material of;
    uint64_t own_ways, opp_ways;
    uint32_t *own_sets, *opp_sets; /* which of the squares that are left, counted from below */
    uint32_t *opp_ranks;           /* of the opponent's on 32 squares of the turned board, with men and own kings so */
} outcome_places;

bool outcome_places_of(material m, outcome_places *p);
void outcome_places_free(outcome_places *p);
uint64_t outcome_place(outcome_places *p, const Position *men, uint64_t own); /* own kings; makes opp_ranks */

static inline size_t outcome_row_at(const outcome_bits *b, uint64_t unit, uint64_t row)
{
    return (size_t)(unit * b->rows + row) * b->bytes;
}

/* Make room for positions, all drawn; false if there is none. */
bool outcome_alloc(outcome_bits *b, material seen);
void outcome_free(outcome_bits *b);

/* Load what a side reaches by captures, or by all moves but those that leave its material as it is. False if a slice is
 * missing, with errno 0, or for lack of memory. To be closed in any case. */
bool outcome_open(dama_tables *t, material m, bool all, outcome_side *s);
void outcome_close(outcome_side *s);

outcome_unit outcome_unit_of(const outcome_side *s, uint64_t number);

/* What moves prove of the positions of a row: those that leave the unit, or captures alone. A position is `won` if one
 * of them wins, and still `lost` if none of them saves it. */
void outcome_row(const outcome_side *s, const outcome_unit *u, uint64_t kings, bool all, uint8_t *won, uint8_t *lost);

/* Go on with the steps of kings, which stay in the unit. */
void outcome_steps(const outcome_side *s, const outcome_unit *u, uint64_t kings, uint8_t *won, uint8_t *lost);

/* Turn the rows of a unit, as the side to move sees it, into rows as its opponent does; true if that adds any bit. */
bool outcome_turn(const uint8_t *from, const outcome_side *s, uint8_t *to);

#endif
