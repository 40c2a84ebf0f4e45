/* The truth about small endgames, for judging the solver: plain loops over an array of characters, every line played to
 * the end, nothing remembered, nothing cut off. Imports nothing of the product.
 *
 * Reads positions, "BOARD SIDE" (64 characters X O -, row 0 first; black or white); writes for each the margin under
 * best play from the side to move, and all squares that reach it: "+6 12 40". */
#include <stdio.h>
#include <string.h>

/* Discs that a move turns over; plays it if asked to. */
static int move(char board[8][8], int row, int column, char own, int play)
{
    static const int steps[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    int total = 0;
    if (board[row][column] != '-')
        return 0;
    for (int d = 0; d < 4; d++) {
        int length = 0, r = row + steps[d][0], c = column + steps[d][1];
        while (r >= 0 && r < 8 && c >= 0 && c < 8 && board[r][c] != own && board[r][c] != '-') {
            r += steps[d][0];
            c += steps[d][1];
            length++;
        }
        if (r < 0 || r > 7 || c < 0 || c > 7 || board[r][c] != own)
            continue;
        total += length;
        for (int i = 1; play && i <= length; i++)
            board[row + i * steps[d][0]][column + i * steps[d][1]] = own;
    }
    if (play)
        board[row][column] = own;
    return total;
}

static int margin(char board[8][8], char own)
{
    int sum = 0;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            if (board[row][column] != '-')
                sum += board[row][column] == own ? 1 : -1;
    return sum;
}

/* The value for `own`, who is to move; `values`, if wanted, gets that of each move, or -100. */
static int best(char board[8][8], char own, int values[64])
{
    int value = -100;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) {
            int found = -100;
            if (move(board, row, column, own, 0)) {
                char child[8][8];
                memcpy(child, board, sizeof child);
                move(child, row, column, own, 1);
                found = -best(child, own == 'X' ? 'O' : 'X', NULL);
            }
            if (values)
                values[8 * row + column] = found;
            if (found > value)
                value = found;
        }
    return value == -100 ? margin(board, own) : value;
}

int main(void)
{
    char text[65], side[8], board[8][8];
    while (scanf("%64s %7s", text, side) == 2) {
        int values[64];
        memcpy(board, text, sizeof board);
        int value = best(board, side[0] == 'b' ? 'X' : 'O', values);
        printf("%+d", value);
        for (int square = 0; square < 64; square++)
            if (values[square] == value)
                printf(" %d", square);
        printf("\n");
    }
    return 0;
}
