/* Forced wins of Ataxx by trying everything, as an oracle for the engine: plain loops over squares, a rules code of its
 * own.
 *
 * Reads lines `BOARD MOVER JUMPS PLIES`: 49 letters r b - X from a1 to g7, r or b, numbers. Answers each with one line:
 * `N` if the side to move can force a win within N plies, the least such N up to PLIES; `-N` if it cannot help losing
 * within N; 0 if neither is so; `?` if that would take more than NODES (the one argument) positions. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 7, SQUARES = SIDE * SIDE, JUMPS = 25, MOVES = SQUARES * 17 };

typedef uint64_t set; /* of squares, a1 the lowest bit */

typedef struct {
    set pieces[2], empty; /* pieces of the side to move, and of the other one */
    int jumps;
} board;

typedef struct {
    int from, to; /* from == to is an extend, from < 0 a pass */
} step;

static set beside[SQUARES], ring[SQUARES]; /* squares at distance one and two */
static long nodes, most_nodes;

static void measure_distances(void)
{
    for (int a = 0; a < SQUARES; a++)
        for (int b = 0; b < SQUARES; b++) {
            int rows = abs(a / SIDE - b / SIDE), columns = abs(a % SIDE - b % SIDE),
                far = rows > columns ? rows : columns;
            if (far == 1)
                beside[a] |= (set)1 << b;
            if (far == 2)
                ring[a] |= (set)1 << b;
        }
}

static int size(set s)
{
    return __builtin_popcountll(s);
}

/* Empty squares that a piece of either side can go to. */
static int squares_in_reach(const board *b)
{
    int n = 0;
    for (int s = 0; s < SQUARES; s++)
        n += (b->empty >> s & 1) && ((beside[s] | ring[s]) & (b->pieces[0] | b->pieces[1]));
    return n;
}

static bool over(const board *b)
{
    return b->jumps >= JUMPS || !b->pieces[0] || !b->pieces[1] || !squares_in_reach(b);
}

static int steps(const board *b, step *list)
{
    int n = 0;
    for (int to = 0; to < SQUARES; to++) {
        if (!(b->empty >> to & 1))
            continue;
        if (beside[to] & b->pieces[0])
            list[n++] = (step){to, to};
        for (int from = 0; from < SQUARES; from++)
            if (ring[to] & b->pieces[0] & (set)1 << from)
                list[n++] = (step){from, to};
    }
    if (!n)
        list[n++] = (step){-1, -1};
    return n;
}

static board after(const board *b, step s)
{
    board next = {{b->pieces[1], b->pieces[0]}, b->empty, b->jumps};
    if (s.from < 0)
        return next;
    set turned = beside[s.to] & b->pieces[1], gone = s.from == s.to ? 0 : (set)1 << s.from;
    next.pieces[0] &= ~turned;
    next.pieces[1] = (b->pieces[0] | turned | (set)1 << s.to) & ~gone;
    next.empty = (b->empty & ~((set)1 << s.to)) | gone;
    next.jumps = gone ? b->jumps + 1 : 0;
    return next;
}

/* Whether the side `winner` (0 is to move), which has `turns` of the `plies`, is out of reach of any end that it wins:
 * a move fills one square at most, turns over eight pieces at most, and makes one jump. */
static bool hopeless(const board *b, int winner, int plies, int turns)
{
    return b->jumps + plies < JUMPS && size(b->pieces[1 - winner]) > 8 * turns && squares_in_reach(b) > plies;
}

/* Whether `winner` (0 is to move) wins within `plies` whatever the other side does. */
static bool wins(const board *b, int winner, int plies)
{
    if (over(b))
        return size(b->pieces[winner]) > size(b->pieces[1 - winner]);
    bool ours = winner == 0;
    if (++nodes > most_nodes || plies == 0 || hopeless(b, winner, plies, (plies + ours) / 2))
        return false;
    step list[MOVES];
    int n = steps(b, list), left = 0;
    for (int i = 0; i < n; i++) { /* first what needs no search */
        board child = after(b, list[i]);
        bool ended = over(&child),
             lost = ended || plies == 1 || hopeless(&child, 1 - winner, plies - 1, (plies - ours) / 2);
        if (ended ? (size(child.pieces[1 - winner]) > size(child.pieces[winner])) == ours : lost && !ours)
            return ours;
        if (!lost)
            list[left++] = list[i];
    }
    for (int i = 0; i < left; i++) {
        board child = after(b, list[i]);
        if (wins(&child, 1 - winner, plies - 1) == ours)
            return ours;
    }
    return !ours;
}

int main(int argc, char **argv)
{
    board b;
    int plies;
    char text[SQUARES + 1], mover;
    most_nodes = argc > 1 ? atol(argv[1]) : 1000000;
    measure_distances();
    while (scanf("%49s %c %d %d", text, &mover, &b.jumps, &plies) == 4) {
        b.pieces[0] = b.pieces[1] = b.empty = 0;
        for (int s = 0; s < SQUARES; s++) {
            if (text[s] == '-')
                b.empty |= (set)1 << s;
            else if (text[s] != 'X')
                b.pieces[text[s] != mover] |= (set)1 << s;
        }
        int found = 0;
        nodes = 0;
        for (int n = 1; n <= plies && !found && nodes <= most_nodes; n++)
            found = wins(&b, n % 2 == 0, n) ? (n % 2 ? n : -n) : 0;
        if (nodes > most_nodes)
            puts("?");
        else
            printf("%d\n", found);
        fflush(stdout);
    }
    return 0;
}
