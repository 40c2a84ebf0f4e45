/* Othello inside a page: `BOARD SIDE`, 64 characters `X O -`, row 0 first, and black or white; moves `row column`. */
#include "board.h"

#include <string.h>

bool board_read(board *b, const char *text)
{
    uint64_t black = 0, white = 0;
    for (int square = 0; square < 64; square++, text++) {
        black |= (uint64_t)(*text == 'X') << square;
        white |= (uint64_t)(*text == 'O') << square;
        if (*text != 'X' && *text != 'O' && *text != '-')
            return false;
    }
    bool is_white = strcmp(text, " white") == 0;
    *b = (board){.own = is_white ? white : black, .opp = is_white ? black : white, .mover = is_white};
    return is_white || strcmp(text, " black") == 0;
}

char *board_write(const board *b, char *to)
{
    uint64_t black = b->mover ? b->opp : b->own, white = b->mover ? b->own : b->opp;
    for (int square = 0; square < 64; square++)
        *to++ = black >> square & 1 ? 'X' : white >> square & 1 ? 'O' : '-';
    return put_text(to, b->mover ? " white" : " black");
}

int32_t board_moves(const board *b, int32_t *moves)
{
    int32_t n = 0;
    for (uint64_t todo = othello_moves(b->own, b->opp); todo; todo &= todo - 1)
        moves[n++] = __builtin_ctzll(todo);
    return n;
}

board board_after(const board *b, int32_t move)
{
    uint64_t turned = othello_flips(b->own, b->opp, move);
    return (board){.own = b->opp & ~turned, .opp = b->own | turned | UINT64_C(1) << move, .mover = !b->mover};
}

int32_t board_read_move(const board *b, const char *text)
{
    (void)b;
    bool is_move =
        strlen(text) == 3 && text[0] >= '0' && text[0] < '8' && text[1] == ' ' && text[2] >= '0' && text[2] < '8';
    return is_move ? 8 * (text[0] - '0') + text[2] - '0' : -1;
}

char *board_write_move(const board *b, int32_t move, char *to)
{
    (void)b;
    return put_number(put_text(put_number(to, move / 8), " "), move % 8);
}

int32_t board_gain(const board *b, int32_t move)
{
    return __builtin_popcountll(othello_flips(b->own, b->opp, move));
}

int32_t board_value(engine *e, const board *b)
{
    int32_t hundredths = othello_evaluate(e, b->own, b->opp);
    return (hundredths + (hundredths < 0 ? -50 : 50)) / 100;
}

void board_search(engine *e, const board *b, const engine_limits *limits, bool plain, engine_report *report)
{
    (void)plain;
    othello_search(e, b->own, b->opp, limits, report);
}

bool board_prove(engine *e, const board *b, const engine_limits *limits, int32_t least, engine_report *report)
{
    othello_solve(e, b->own, b->opp, least - 1, least, limits, report);
    return true;
}

const void *board_weights(const uint8_t *bytes, uint32_t size)
{
    return size == othello_weights_size() ? bytes : NULL;
}
