/* The truth about Ataxx endgames of a few empty squares, for judging reviews: alpha-beta with two values, deeper and
 * deeper until a margin is proved or refuted, moves that win most pieces first, and a table of what is known. Imports
 * nothing of the product.
 *
 * Reads positions, "BOARD SIDE JUMPS" (49 letters r b - X, a1 first; r or b; jumps in a row); writes for each the
 * margin in pieces under best play from the side to move. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SIDE = 7,
    SQUARES = SIDE * SIDE,
    JUMPS = 25,
    MOST = SQUARES,
    MOVES = SQUARES * 17,
    TABLE = 1 << 22,
    WINS = 30000,
    MARGINS = 1000,
    NO = 0,
    YES = 1,
    UNKNOWN = 2
};

typedef struct {
    uint64_t own, opp, empty;
    int jumps;
} board;

typedef struct {
    board position;
    int8_t low, high, known; /* bounds that are proved */
    int8_t wanted, plies;    /* what so many plies have not told */
} entry;

static uint64_t beside[SQUARES], ring[SQUARES]; /* squares at distance one and two */

static void measure_distances(void)
{
    for (int a = 0; a < SQUARES; a++)
        for (int b = 0; b < SQUARES; b++) {
            int rows = abs(a / SIDE - b / SIDE), columns = abs(a % SIDE - b % SIDE);
            int far = rows > columns ? rows : columns;
            beside[a] |= (uint64_t)(far == 1) << b;
            ring[a] |= (uint64_t)(far == 2) << b;
        }
}

static int bits(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* The board after a piece has come to a square, from `from` if that is another one. */
static board after(board b, int from, int to)
{
    uint64_t turned = beside[to] & b.opp, came = (uint64_t)1 << to, left = from == to ? 0 : (uint64_t)1 << from;
    return (board){b.opp & ~turned, (b.own | turned | came) & ~left, (b.empty & ~came) | left, left ? b.jumps + 1 : 0};
}

static int moves(board b, board *next)
{
    int n = 0;
    for (uint64_t to = b.empty; to; to &= to - 1) {
        int square = __builtin_ctzll(to);
        if (beside[square] & b.own)
            next[n++] = after(b, square, square);
        for (uint64_t from = ring[square] & b.own; from; from &= from - 1)
            next[n++] = after(b, __builtin_ctzll(from), square);
    }
    return n;
}

static int margin(board b)
{
    return bits(b.own) - bits(b.opp);
}

static int compare(const void *one, const void *other)
{
    return margin(*(const board *)one) - margin(*(const board *)other);
}

static entry *place(entry *table, board b)
{
    uint64_t key = (b.own * 0x9E3779B97F4A7C15ULL) ^ (b.opp * 0xC2B2AE3D27D4EB4FULL) ^ (uint64_t)b.jumps << 40;
    key ^= key >> 29;
    key *= 0xBF58476D1CE4E5B9ULL;
    entry *e = &table[key >> 42];
    if (!e->known || e->position.own != b.own || e->position.opp != b.opp || e->position.jumps != b.jumps)
        *e = (entry){b, -MOST, MOST, 1, 0, 0};
    return e;
}

/* Whether the side to move reaches a margin: YES, NO, or UNKNOWN if that takes more plies. */
static int reaches(entry *table, board b, int wanted, int plies, long *nodes)
{
    board next[MOVES], theirs[MOVES];
    if (b.jumps >= JUMPS || !b.own || !b.opp)
        return margin(b) >= wanted ? YES : NO;
    entry *e = place(table, b);
    if (e->low >= wanted || e->high < wanted)
        return e->low >= wanted ? YES : NO;
    if (e->wanted == wanted && e->plies >= plies)
        return UNKNOWN;
    int n = moves(b, next), found = NO;
    if (!n) {
        board turn = {b.opp, b.own, b.empty, b.jumps};
        if (!moves(turn, theirs))
            return margin(b) >= wanted ? YES : NO;
        next[n++] = turn;
    }
    if (!plies || --*nodes < 0)
        return UNKNOWN;
    qsort(next, (size_t)n, sizeof *next, compare);
    for (int i = 0; i < n && found != YES; i++) {
        int reply = reaches(table, next[i], 1 - wanted, plies - 1, nodes);
        found = reply == NO ? YES : reply == UNKNOWN ? UNKNOWN : found;
    }
    e = place(table, b); /* whatever has taken its place meanwhile */
    if (found == YES && wanted > e->low)
        e->low = (int8_t)wanted;
    if (found == NO && wanted - 1 < e->high)
        e->high = (int8_t)(wanted - 1);
    if (found == UNKNOWN && *nodes >= 0) {
        e->wanted = (int8_t)wanted;
        e->plies = (int8_t)plies;
    }
    return found;
}

/* Ask deeper and deeper, until it is known or would take too many positions; give whether it is. */
static int ask(entry *table, board b, int wanted, long nodes, int *low, int *high)
{
    int known = UNKNOWN;
    for (int plies = 1; known == UNKNOWN && nodes > 0; plies++)
        known = reaches(table, b, wanted, plies, &nodes);
    if (known == YES)
        *low = wanted;
    if (known == NO)
        *high = wanted - 1;
    return known != UNKNOWN;
}

/* Who wins, and then by how much, as closely as it is cheap to know. */
static void judge(entry *table, board b, int *low, int *high)
{
    int first = margin(b) > 0, step = 1;
    if (ask(table, b, first, WINS, low, high) && (*high == 0 || *low == 0))
        ask(table, b, 1 - first, WINS, low, high);
    while (*low < *high) {
        int wanted = *low > 0 ? *low + step : *high < 0 ? *high + 1 - step : *high + 1;
        step *= 2;
        if (*low == -MOST && *high == MOST)
            return;
        wanted = *high<MOST && * low> - MOST ? (*low + *high + 100 + 1) / 2 - 50 : wanted;
        if (!ask(table, b, wanted > MOST ? MOST : wanted <= -MOST ? 1 - MOST : wanted, MARGINS, low, high))
            return;
    }
}

int main(void)
{
    char text[SQUARES + 1], side;
    int jumps;
    measure_distances();
    entry *table = calloc(TABLE, sizeof *table);
    while (table && scanf("%49s %c %d", text, &side, &jumps) == 3) {
        board b = {0, 0, 0, jumps};
        for (int i = 0; i < SQUARES; i++) {
            uint64_t square = (uint64_t)1 << i;
            if (text[i] == '-')
                b.empty |= square;
            else if (text[i] != 'X')
                *(text[i] == side ? &b.own : &b.opp) |= square;
        }
        int low = -MOST, high = MOST;
        judge(table, b, &low, &high);
        printf("%d %d\n", low, high);
        fflush(stdout);
    }
    free(table);
    return 0;
}
