/* The second opinion on Othello proofs: a plain solver that shares no code with the engine, neither rules nor search
 * nor table. What it is for is to be read and believed; how fast it is decides only how deep a certificate must go.
 *
 * Boards are sets of squares, bit 8 * row + column. Rules are spelled out direction by direction, square by square.
 * `squares` is the board itself: all 64, or fewer, such as the inner 6x6; nothing stands or goes beyond. The table
 * holds whole positions, no digests, so that no two positions can be mistaken for each other. */
#include "common/engine.h"

typedef struct {
    uint64_t squares, limit, nodes, entries;
    othello_memo *memo;
} checker;

enum { RIGHT, LEFT, DOWN, UP, DIRECTIONS, MEMO_EMPTIES = 6, MOST_MOVES = 64 };
enum { UNKNOWN = -1, NO = 0, YES = 1 };

/* Every disc of the set one square further; those at the edge fall off. */
static uint64_t step(uint64_t discs, int direction)
{
    switch (direction) {
    case RIGHT: return (discs & 0x7F7F7F7F7F7F7F7FULL) << 1;
    case LEFT: return (discs & 0xFEFEFEFEFEFEFEFEULL) >> 1;
    case DOWN: return discs << 8;
    default: return discs >> 8;
    }
}

static uint64_t moves_of(uint64_t own, uint64_t opp, uint64_t empty)
{
    uint64_t moves = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        uint64_t line = step(own, d) & opp;
        for (int i = 0; i < 5; i++)
            line |= step(line, d) & opp;
        moves |= step(line, d) & empty;
    }
    return moves;
}

static uint64_t captures_of(uint64_t own, uint64_t opp, uint64_t square)
{
    uint64_t captures = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        uint64_t line = 0, next = step(square, d);
        while (next & opp) {
            line |= next;
            next = step(next, d);
        }
        if (next & own)
            captures |= line;
    }
    return captures;
}

static int discs_in(uint64_t set)
{
    return __builtin_popcountll(set);
}

static othello_memo *memo_of(const checker *c, uint64_t own, uint64_t opp)
{
    uint64_t scrambled = (own * 0xBF58476D1CE4E5B9ULL) ^ (opp * 0x94D049BB133111EBULL);
    scrambled ^= scrambled >> 29;
    scrambled *= 0x2545F4914F6CDD1DULL;
    return &c->memo[(scrambled >> 20) % c->entries];
}

typedef struct {
    uint64_t own, opp; /* seen from the opponent, who is to move */
    int replies;
} reply;

/* The moves of a position, those that leave the opponent fewest replies first. */
static int list_replies(const checker *c, uint64_t own, uint64_t opp, uint64_t moves, reply list[MOST_MOVES])
{
    int n = 0;
    for (; moves; moves &= moves - 1) {
        uint64_t square = moves & -moves, captures = captures_of(own, opp, square);
        reply next = {.own = opp & ~captures, .opp = own | captures | square};
        next.replies = discs_in(moves_of(next.own, next.opp, c->squares & ~(next.own | next.opp)));
        int i = n++;
        for (; i > 0 && list[i - 1].replies > next.replies; i--)
            list[i] = list[i - 1];
        list[i] = next;
    }
    return n;
}

/* Nobody passes, so that it is known who would move last on a full board, and that disc stays: all discs of one colour
 * on a full board are out of reach for the other side. Answers only about that. */
static int gets_by_parity(const checker *c, int least, int empties)
{
    int full = discs_in(c->squares);
    if (least >= full && empties % 2 == 0)
        return NO; /* the opponent would move last */
    if (least > -full && least <= 1 - full && empties % 2 == 1)
        return YES; /* we would */
    return UNKNOWN;
}

/* Discs of one side that nobody turns any more. A line is turned between two discs of the other colour, so that along
 * its row a disc is safe at the end of the row, in a full row, or beside a disc of its own that stays; and so along its
 * column. */
static uint64_t lasting(const checker *c, uint64_t discs, uint64_t empty)
{
    uint64_t open_rows = empty, open_columns = empty, stay = 0, before;
    for (int i = 0; i < 7; i++) {
        open_rows |= step(open_rows, RIGHT) | step(open_rows, LEFT);
        open_columns |= step(open_columns, DOWN) | step(open_columns, UP);
    }
    do {
        before = stay;
        uint64_t row = ~open_rows, column = ~open_columns; /* where a disc is safe along this line */
        for (int d = RIGHT; d <= LEFT; d++)
            row |= ~step(c->squares, d) | step(stay, d);
        for (int d = DOWN; d <= UP; d++)
            column |= ~step(c->squares, d) | step(stay, d);
        stay = discs & row & column;
    } while (stay != before);
    return stay;
}

/* Discs that stay limit what the other side can get. Answers only about that. */
static int gets_by_lasting(const checker *c, uint64_t own, uint64_t opp, int least, uint64_t empty)
{
    int full = discs_in(c->squares);
    if (least > full - 2 * discs_in(opp) && least > full - 2 * discs_in(lasting(c, opp, empty)))
        return NO;
    if (least <= 2 * discs_in(own) - full && least <= 2 * discs_in(lasting(c, own, empty)) - full)
        return YES;
    return UNKNOWN;
}

/* Does the side to move get a margin of `least` or more? */
static int gets(checker *c, uint64_t own, uint64_t opp, int least)
{
    if (++c->nodes > c->limit)
        return UNKNOWN;
    uint64_t empty = c->squares & ~(own | opp), moves = moves_of(own, opp, empty);
    if (!moves)
        return discs_in(own) - discs_in(opp) >= least;
    int parity = gets_by_parity(c, least, discs_in(empty));
    if (parity != UNKNOWN)
        return parity;
    int bound = gets_by_lasting(c, own, opp, least, empty);
    if (bound != UNKNOWN)
        return bound;
    othello_memo *memo = NULL;
    if (discs_in(empty) >= MEMO_EMPTIES) {
        memo = memo_of(c, own, opp);
        if (memo->own == own && memo->opp == opp) {
            if (least <= memo->at_least)
                return YES;
            if (least > memo->at_most)
                return NO;
        }
    }
    reply list[MOST_MOVES];
    int n = list_replies(c, own, opp, moves, list), answer = NO;
    for (int i = 0; i < n && answer == NO; i++) {
        int other = gets(c, list[i].own, list[i].opp, 1 - least); /* else it keeps us from it */
        answer = other == UNKNOWN ? UNKNOWN : other == YES ? NO : YES;
    }
    if (answer == UNKNOWN || !memo)
        return answer;
    if (memo->own != own || memo->opp != opp)
        *memo = (othello_memo){.own = own, .opp = opp, .at_least = -64, .at_most = 64};
    if (answer == YES)
        memo->at_least = (int16_t)least;
    else
        memo->at_most = (int16_t)(least - 1);
    return answer;
}

int32_t othello_check(uint64_t own, uint64_t opp, uint64_t squares, int32_t least, othello_memo *memo, uint64_t entries,
                      uint64_t limit, uint64_t *nodes)
{
    checker c = {.squares = squares, .limit = limit ? limit : UINT64_MAX, .memo = memo, .entries = entries};
    int answer = gets(&c, own, opp, least);
    *nodes = c.nodes;
    return answer;
}
