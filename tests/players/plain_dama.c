/* A plain player of Dama by pipe: alpha-beta to a fixed depth (6, or the first argument) on material alone, a king
 * worth two men. Among equal moves it takes one at random, by the second argument. Nothing of the product is used. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char cell[64]; /* 8 * row + column; x, X, o, O or . */
} board;

typedef struct {
    int from, to;
} move;

static int is_of(char piece, int player)
{
    return player == 1 ? piece == 'x' || piece == 'X' : piece == 'o' || piece == 'O';
}

static int list(const board *b, int player, move *moves)
{
    int n = 0;
    for (int from = 0; from < 64; from++) {
        char piece = b->cell[from];
        if (!is_of(piece, player))
            continue;
        int king = piece == 'X' || piece == 'O';
        for (int up = -1; up <= 1; up += 2) {
            if (!king && up != (player == 1 ? 1 : -1))
                continue;
            for (int right = -1; right <= 1; right += 2) {
                int row = from / 8 + up, column = from % 8 + right;
                if (row < 0 || row > 7 || column < 0 || column > 7)
                    continue;
                char near = b->cell[8 * row + column];
                if (near == '.') {
                    moves[n++] = (move){from, 8 * row + column};
                    continue;
                }
                int man = near == 'x' || near == 'o';
                row += up, column += right;
                if (is_of(near, 3 - player) && (king || man) && row >= 0 && row <= 7 && column >= 0 && column <= 7
                    && b->cell[8 * row + column] == '.')
                    moves[n++] = (move){from, 8 * row + column};
            }
        }
    }
    return n;
}

static board after(const board *b, int player, move m)
{
    board next = *b;
    int rows = abs(m.from / 8 - m.to / 8);
    next.cell[m.to] = next.cell[m.from];
    next.cell[m.from] = '.';
    if (rows == 2)
        next.cell[(m.from + m.to) / 2] = '.';
    if (m.to / 8 == (player == 1 ? 7 : 0))
        next.cell[m.to] = player == 1 ? 'X' : 'O';
    return next;
}

static int material(const board *b, int player)
{
    int sum = 0;
    for (int i = 0; i < 64; i++) {
        char p = b->cell[i];
        sum += p == 'x' ? 1 : p == 'X' ? 2 : p == 'o' ? -1 : p == 'O' ? -2 : 0;
    }
    return player == 1 ? sum : -sum;
}

static int search(const board *b, int player, int depth, int alpha, int beta)
{
    move moves[64];
    int n = list(b, player, moves);
    if (!n)
        return -1000 - depth;
    if (!depth)
        return material(b, player);
    for (int i = 0; i < n; i++) {
        board next = after(b, player, moves[i]);
        int score = -search(&next, 3 - player, depth - 1, -beta, -alpha);
        if (score > alpha)
            alpha = score;
        if (alpha >= beta)
            break;
    }
    return alpha;
}

static move choose(const board *b, int player, int depth)
{
    move moves[64], best = {0, 0};
    int n = list(b, player, moves), most = -9999, ties = 0;
    for (int i = 0; i < n; i++) {
        board next = after(b, player, moves[i]);
        int score = -search(&next, 3 - player, depth - 1, -9999, -most + 1);
        if (score > most)
            most = score, ties = 0;
        if (score == most && rand() % ++ties == 0)
            best = moves[i];
    }
    return best;
}

static move parse(const char *text)
{
    return (move){8 * (text[1] - '1') + text[0] - 'a', 8 * (text[4] - '1') + text[3] - 'a'};
}

int main(int argc, char **argv)
{
    int depth = argc > 1 ? atoi(argv[1]) : 6, player = 0, mover = 1;
    char line[1024];
    board b;
    srand(argc > 2 ? (unsigned)atoi(argv[2]) : 1);
    while (fgets(line, sizeof line, stdin)) {
        if (!strcmp(line, "end\n"))
            continue;
        if (line[0] == '1' || line[0] == '2') {
            player = line[0] - '0';
            mover = 1;
            for (int i = 0; i < 64; i++)
                b.cell[i] = (i / 8 + i % 8) % 2 == 0 ? '.' : i < 24 ? 'x' : i >= 40 ? 'o' : '.';
            strtok(line, " \n");
            strtok(NULL, " \n");
            for (char *text; (text = strtok(NULL, " \n")); mover = 3 - mover)
                b = after(&b, mover, parse(text));
        } else {
            b = after(&b, mover, parse(line));
            mover = 3 - mover;
        }
        move moves[64];
        if (mover == player && list(&b, player, moves)) {
            move m = choose(&b, player, depth);
            b = after(&b, player, m);
            mover = 3 - mover;
            printf("%c%d-%c%d\n", 'a' + m.from % 8, m.from / 8 + 1, 'a' + m.to % 8, m.to / 8 + 1);
            fflush(stdout);
        }
    }
    return 0;
}
