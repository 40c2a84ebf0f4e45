/* Players of orthogonal Othello that speak the protocol subtly wrong, one for each word:
 *
 *     wrong_othello WAY
 *
 * `right` is right. The moves are the first legal ones, row by row; rules and protocol are its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char board[10][10]; /* with a border of zeros */
static const char *way;
static int moves;

static int is(const char *name)
{
    return strcmp(way, name) == 0;
}

static int captures(int row, int column, char own, int flip)
{
    static const int steps[8][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    char other = own == 'X' ? 'O' : 'X';
    int total = 0;
    if (board[row][column] != '-')
        return 0;
    for (int d = 0; d < (is("diagonals") ? 8 : 4); d++) {
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

static void say(int row, int column)
{
    if (is("late_illegal") && ++moves == 12)
        row = column = 3;
    if (is("counts_from_1"))
        row++, column++;
    if (is("column_first"))
        printf("%d %d\n", column, row);
    else if (is("no_newline"))
        printf("%d %d", row, column);
    else if (is("cr_lf"))
        printf("%d %d\r\n", row, column);
    else if (is("extra_text"))
        printf("My move: %d %d\n", row, column);
    else if (is("thinks_aloud"))
        printf("thinking...\n%d %d\n", row, column);
    else if (is("twice"))
        printf("%d %d\n%d %d\n", row, column, row, column);
    else
        printf("%d %d\n", row, column);
}

static int answer(char own)
{
    for (int row = 1; row <= 8; row++)
        for (int column = 1; column <= 8; column++)
            if (captures(row, column, own, 0)) {
                captures(row, column, own, 1);
                say(row - 1, column - 1);
                return 1;
            }
    return 0;
}

static void finish(void)
{
    if (is("says_goodbye"))
        printf("bye\n");
    exit(is("status") ? 0 : 255);
}

/* Two integers, or one, in the way in which this player reads. */
static void numbers(int count, int *first, int *second)
{
    char line[1000];
    if (is("by_line")) {
        if (!fgets(line, sizeof line, stdin))
            finish();
        if (sscanf(line, "%d %d", first, second) < count)
            *first = *second = -1;
    } else if (is("by_read")) {
        ssize_t got = read(0, line, sizeof line - 1);
        if (got <= 0)
            finish();
        line[got] = 0;
        if (sscanf(line, "%d %d", first, second) < count)
            *first = *second = -1;
    } else if (is("until_the_end")) {
        static char all[100000];
        static char *at;
        int used = 0;
        if (!at)
            all[fread(at = all, 1, sizeof all - 1, stdin)] = 0;
        if (sscanf(at, count == 1 ? "%d%n" : "%d %d%n", first, count == 1 ? &used : second, &used) < count)
            finish();
        at += used;
    } else if (scanf("%d", first) != 1 || (count == 2 && scanf("%d", second) != 1)) {
        finish();
    }
}

int main(int argc, char **argv)
{
    way = argc > 1 ? argv[1] : "right";
    if (!is("buffered"))
        setbuf(stdout, NULL);
    if (!is("by_line"))
        setbuf(stdin, NULL);
    if (is("banner"))
        printf("Othello 1.0\n");
    for (int game = 0;; game++) {
        int colour, row, column;
        numbers(1, &colour, &column);
        if (is("exchanged"))
            colour = !colour;
        if (is("always_black"))
            colour = 1;
        char own = colour == 1 ? 'X' : 'O', other = colour == 1 ? 'O' : 'X';
        if (is("moves_for_the_other"))
            own = 'O', other = 'X';
        if (!is("leaks") || game == 0) {
            for (int r = 1; r <= 8; r++)
                for (int c = 1; c <= 8; c++)
                    board[r][c] = '-';
            board[4][4] = board[5][5] = 'O';
            board[4][5] = board[5][4] = 'X';
        }
        if (colour == 1)
            answer(own);
        for (;;) {
            numbers(2, &row, &column);
            if (row == -1 && column == -1) {
                if (is("answers_the_end"))
                    printf("-1 -1\n");
                if (is("one_game"))
                    return 0;
                break;
            }
            captures(row + 1, column + 1, other, 1);
            answer(own);
        }
    }
}
