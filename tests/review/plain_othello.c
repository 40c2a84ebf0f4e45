/* The truth about Othello endgames of up to 24 empty squares, for judging reviews: plain alpha-beta over bit boards,
 * the move that leaves fewest replies first, and a table of what is known. Imports nothing of the product.
 *
 * Reads positions, "BOARD SIDE" (64 characters X O -, row 0 first; black or white); writes for each the margin under
 * best play from the side to move. */
#include "../players/plain_othello.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE = 1 << 21, NEAR = 4, MOST = 64 };

typedef struct {
    board position;
    int8_t low, high, known;
} entry;

static int bits(uint64_t set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

static entry *place(entry *table, board b)
{
    uint64_t key = (b.own * 0x9E3779B97F4A7C15ULL) ^ (b.opp * 0xC2B2AE3D27D4EB4FULL);
    key ^= key >> 29;
    key *= 0xBF58476D1CE4E5B9ULL;
    return &table[key >> 43];
}

static int best(entry *table, board b, int alpha, int beta)
{
    uint64_t moves = legal(b);
    if (!moves)
        return bits(b.own) - bits(b.opp);
    int near = bits(~(b.own | b.opp)) <= NEAR, n = 0, order[MOST];
    board next[MOST];
    entry *e = place(table, b);
    if (!near && e->known && e->position.own == b.own && e->position.opp == b.opp) {
        if (e->low >= beta || e->low == e->high)
            return e->low;
        if (e->high <= alpha)
            return e->high;
    }
    for (; moves; moves &= moves - 1, n++) {
        uint64_t square = moves & -moves, turn = turned(b, square);
        board child = {b.opp & ~turn, b.own | turn | square};
        int replies = near ? 0 : bits(legal(child)), at = n;
        for (; at > 0 && order[at - 1] > replies; at--) {
            order[at] = order[at - 1];
            next[at] = next[at - 1];
        }
        order[at] = replies;
        next[at] = child;
    }
    int found = -MOST - 1, lower = alpha;
    for (int i = 0; i < n && found < beta; i++) {
        int score = i ? -best(table, next[i], -lower - 1, -lower) : -best(table, next[i], -beta, -lower);
        if (i && score > lower && score < beta)
            score = -best(table, next[i], -beta, -score);
        found = score > found ? score : found;
        lower = found > lower ? found : lower;
    }
    if (!near) {
        if (!e->known || e->position.own != b.own || e->position.opp != b.opp)
            *e = (entry){b, -MOST, MOST, 1};
        if (found > alpha && found > e->low)
            e->low = (int8_t)found;
        if (found < beta && found < e->high)
            e->high = (int8_t)found;
    }
    return found;
}

int main(void)
{
    char text[80], side[8];
    entry *table = calloc(TABLE, sizeof *table);
    while (table && scanf("%79s %7s", text, side) == 2) {
        board b = {0, 0};
        for (int i = 0; i < 64; i++) {
            b.own |= (uint64_t)(text[i] == 'X') << i;
            b.opp |= (uint64_t)(text[i] == 'O') << i;
        }
        if (side[0] == 'w')
            b = (board){b.opp, b.own};
        printf("%d\n", best(table, b, -MOST, MOST));
        fflush(stdout);
    }
    free(table);
    return 0;
}
