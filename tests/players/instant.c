/* An honest player of orthogonal Othello that answers at once: it prints its first legal move, row by row. Its rules
 * are its own. It reads and writes as the protocol's C skeleton does, but takes all that stands in the pipe at once.
 *
 *     instant [random [ERRORS]]
 *
 * `random` plays random moves, which follow from ARBITER_SEED; of 1000 of them ERRORS are an offence instead. */
#include <stdio.h>
#include <stdlib.h>

static unsigned long state;
static int is_random, errors;

static unsigned chance(unsigned below)
{
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)(state >> 33) % below;
}

static void offend(void)
{
    fprintf(stderr, "an offence comes\n");
    switch (chance(3)) {
    case 0: exit(3);
    case 1: printf("pass\n"); break;
    default: printf("3 3\n");
    }
}

static char board[10][10]; /* with a border of zeros */

static int captures(int row, int column, char own, int flip)
{
    static const int steps[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    char other = own == 'X' ? 'O' : 'X';
    int total = 0;
    if (board[row][column] != '-')
        return 0;
    for (int d = 0; d < 4; d++) {
        int r = row + steps[d][0], c = column + steps[d][1], length = 0;
        while (board[r][c] == other)
            r += steps[d][0], c += steps[d][1], length++;
        if (board[r][c] != own)
            continue;
        total += length;
        for (int i = 1; flip && i <= length; i++)
            board[row + i * steps[d][0]][column + i * steps[d][1]] = own;
    }
    if (flip && total)
        board[row][column] = own;
    return total;
}

static void answer(char own)
{
    int skipped = 0;
    if (is_random) {
        int legal = 0;
        if ((int)chance(1000) < errors) {
            offend();
            return;
        }
        for (int row = 1; row <= 8; row++)
            for (int column = 1; column <= 8; column++)
                legal += captures(row, column, own, 0) > 0;
        skipped = legal ? (int)chance((unsigned)legal) : 0;
    }
    for (int row = 1; row <= 8; row++)
        for (int column = 1; column <= 8; column++)
            if (captures(row, column, own, 0) && !skipped--) {
                captures(row, column, own, 1);
                printf("%d %d\n", row - 1, column - 1);
                return;
            }
}

int main(int argc, char **argv)
{
    int colour, row, column;
    const char *seed = getenv("ARBITER_SEED");
    is_random = argc > 1;
    errors = argc > 2 ? atoi(argv[2]) : 0;
    state = seed ? strtoul(seed, NULL, 10) : 1;
    setbuf(stdout, NULL);
    for (;;) {
        if (scanf("%d", &colour) != 1)
            return -1;
        char own = colour == 1 ? 'X' : 'O', other = colour == 1 ? 'O' : 'X';
        for (int r = 1; r <= 8; r++)
            for (int c = 1; c <= 8; c++)
                board[r][c] = '-';
        board[4][4] = board[5][5] = 'O';
        board[4][5] = board[5][4] = 'X';
        if (colour == 1)
            answer(own);
        for (;;) {
            if (scanf("%d %d", &row, &column) != 2)
                return -1;
            if (row == -1 && column == -1)
                break;
            captures(row + 1, column + 1, other, 1);
            answer(own);
        }
    }
}
