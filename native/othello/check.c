/* The second opinion on Othello proofs: a plain solver that shares no code with the engine, neither rules nor search
 * nor table. What it is for is to be read and believed; how fast it is decides only how deep a certificate must go.
 *
 * Boards are sets of squares, bit 8 * row + column. Rules are spelled out direction by direction, square by square.
 * `squares` is the board itself: all 64, or fewer, such as the inner 6x6; nothing stands or goes beyond.
 *
 * Two numbers say of a position how much work seems to be left: to show that the side to move gets its margin, and to
 * show that it does not (df-pn: Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002). They
 * decide where to look next, and nothing else. A number is 0 only where that has been shown: at the end of a game, by
 * discs that stay, by one move that keeps the margin, or by all moves that do not. The table holds whole positions, no
 * digests, so that no two can be mistaken for each other. */
#include "common/engine.h"

typedef struct {
    uint32_t yes, no; /* work left to show it, and to show the contrary; MOST where the other is 0 */
} work;

typedef struct {
    uint64_t squares, limit, nodes, entries, question;
    othello_memo *memo;
} checker;

enum { RIGHT, LEFT, DOWN, UP, DIRECTIONS, MOST_MOVES = 64, MOST = 1 << 30 };
enum { LAST = 10 }; /* this many empty squares are played out: half the time of 0, two thirds of 8; 12 is as good */
enum { UNKNOWN = -1, NO = 0, YES = 1 };

static const work SHOWN = {.no = MOST}, REFUTED = {.yes = MOST};

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

/* What is known of a position without a look beyond its moves, at the end of the game above all. */
static int gets_at_sight(const checker *c, uint64_t own, uint64_t opp, int least, uint64_t moves)
{
    uint64_t empty = c->squares & ~(own | opp);
    int known = moves ? gets_by_parity(c, least, discs_in(empty)) : discs_in(own) - discs_in(opp) >= least;
    return known != UNKNOWN ? known : gets_by_lasting(c, own, opp, least, empty);
}

typedef struct {
    uint64_t own, opp; /* seen from the opponent, who is to move */
    work left;         /* of the question whether the opponent keeps us from our margin */
} reply;

static reply reply_to(uint64_t own, uint64_t opp, uint64_t square)
{
    uint64_t captures = captures_of(own, opp, square);
    return (reply){.own = opp & ~captures, .opp = own | captures | square};
}

/* The last moves of a game, all lines of them, the moves that leave the opponent fewest replies first. */
static int play_out(checker *c, uint64_t own, uint64_t opp, int least)
{
    uint64_t moves = moves_of(own, opp, c->squares & ~(own | opp));
    int known = gets_at_sight(c, own, opp, least, moves);
    c->nodes++;
    if (known != UNKNOWN)
        return known;
    reply list[LAST];
    int replies[LAST], n = 0;
    for (; moves; moves &= moves - 1) {
        reply next = reply_to(own, opp, moves & -moves);
        int count = discs_in(moves_of(next.own, next.opp, c->squares & ~(next.own | next.opp))), i = n++;
        for (; i > 0 && replies[i - 1] > count; i--)
            list[i] = list[i - 1], replies[i] = replies[i - 1];
        list[i] = next, replies[i] = count;
    }
    for (int i = 0; i < n; i++)
        if (play_out(c, list[i].own, list[i].opp, 1 - least) == NO) /* so it does not keep us from our margin */
            return YES;
    return NO;
}

/* How much work is left of a position that was not looked at: none, or a guess. The fewer moves the opponent would
 * have, the less to show that we get our margin, and the fewer we have, the less to show that we do not. */
static work estimate(const checker *c, uint64_t own, uint64_t opp, int least)
{
    uint64_t empty = c->squares & ~(own | opp), moves = moves_of(own, opp, empty);
    int known = gets_at_sight(c, own, opp, least, moves);
    if (known != UNKNOWN)
        return known == YES ? SHOWN : REFUTED;
    uint32_t ours = (uint32_t)discs_in(moves), theirs = (uint32_t)discs_in(moves_of(opp, own, empty));
    return (work){.yes = 1 + theirs * theirs, .no = 1 + ours * ours};
}

static othello_memo *memo_of(const checker *c, uint64_t own, uint64_t opp)
{
    uint64_t scrambled = (own * 0xBF58476D1CE4E5B9ULL) ^ (opp * 0x94D049BB133111EBULL);
    scrambled ^= scrambled >> 29;
    scrambled *= 0x2545F4914F6CDD1DULL;
    return &c->memo[(scrambled >> 20) % c->entries];
}

static int list_replies(const checker *c, uint64_t own, uint64_t opp, int least, reply list[MOST_MOVES])
{
    int n = 0;
    for (uint64_t moves = moves_of(own, opp, c->squares & ~(own | opp)); moves; moves &= moves - 1) {
        reply *next = &list[n++];
        *next = reply_to(own, opp, moves & -moves);
        const othello_memo *memo = memo_of(c, next->own, next->opp);
        if (memo->question == c->question && memo->own == next->own && memo->opp == next->opp)
            next->left = (work){.yes = memo->yes, .no = memo->no};
        else
            next->left = estimate(c, next->own, next->opp, 1 - least);
    }
    return n;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static work keep(const checker *c, uint64_t own, uint64_t opp, work left)
{
    *memo_of(c, own, opp) =
        (othello_memo){.own = own, .opp = opp, .question = c->question, .yes = left.yes, .no = left.no};
    return left;
}

/* Work on a position until as much seems to be left as `enough` says of either number, or nothing; say what is left.
 * One move that keeps the margin will do, so the least work after any counts for `yes`; all must fail for `no`. */
static work reduce(checker *c, uint64_t own, uint64_t opp, int least, work enough)
{
    if (discs_in(c->squares & ~(own | opp)) <= LAST)
        return keep(c, own, opp, play_out(c, own, opp, least) == YES ? SHOWN : REFUTED);
    reply list[MOST_MOVES], *best = list;
    int n = list_replies(c, own, opp, least, list);
    c->nodes++;
    for (;;) {
        uint32_t second = MOST;
        uint64_t all = 0;
        work left = {.yes = MOST};
        for (int i = 0; i < n; i++) {
            all += list[i].left.yes;
            if (list[i].left.no < left.yes) {
                second = left.yes;
                left.yes = list[i].left.no;
                best = &list[i];
            } else
                second = smaller(second, list[i].left.no);
        }
        left.no = all < MOST ? (uint32_t)all : MOST;
        if (left.yes >= enough.yes || left.no >= enough.no || c->nodes >= c->limit)
            return keep(c, own, opp, left);
        /* Until another move seems less work by a quarter: to change at once would go back and forth. */
        work there = {.yes = enough.no - (left.no - best->left.yes),
                      .no = smaller(enough.yes, second + second / 4 + 1)};
        best->left = reduce(c, best->own, best->opp, 1 - least, there);
    }
}

int32_t othello_check(uint64_t own, uint64_t opp, uint64_t squares, int32_t least, othello_memo *memo, uint64_t entries,
                      uint64_t question, uint64_t limit, uint64_t *nodes)
{
    checker c = {.squares = squares,
                 .limit = limit ? limit : UINT64_MAX,
                 .memo = memo,
                 .entries = entries,
                 .question = question};
    work left = estimate(&c, own, opp, least);
    if (left.yes && left.no)
        left = reduce(&c, own, opp, least, (work){.yes = MOST, .no = MOST});
    *nodes = c.nodes;
    return !left.yes ? YES : !left.no ? NO : UNKNOWN;
}
