/* Dama inside a page: `BOARD PLAYER`, 64 characters `x X o O .`, row 7 first, and 1 or 2; moves `b3-c4`. */
#include "board.h"

#include <stdlib.h>
#include <string.h>

/* The engine's bit of a square that player 1 sees at row and column: player 2 sees the board turned round. */
static int square_of(int mover, int row, int column)
{
    int square = 8 * row + column;
    return mover ? 63 - square : square;
}

bool board_read(board *b, const char *text)
{
    if (strlen(text) != 66 || text[64] != ' ' || (text[65] != '1' && text[65] != '2'))
        return false;
    *b = (board){.mover = text[65] == '2'};
    for (int at = 0; at < 64; at++) {
        uint64_t here = UINT64_C(1) << square_of(b->mover, 7 - at / 8, at % 8);
        bool is_first = text[at] == 'x' || text[at] == 'X', is_second = text[at] == 'o' || text[at] == 'O';
        if (!is_first && !is_second && text[at] != '.')
            return false;
        if ((is_first || is_second) && (7 - at / 8 + at % 8) % 2 == 0)
            return false; /* no piece ever stands there */
        *(is_first == !b->mover ? &b->own : &b->opp) |= is_first || is_second ? here : 0;
        b->other |= text[at] == 'X' || text[at] == 'O' ? here : 0;
    }
    return (b->own | b->opp) && __builtin_popcountll(b->own) <= 12 && __builtin_popcountll(b->opp) <= 12;
}

char *board_write(const board *b, char *to)
{
    uint64_t first = b->mover ? b->opp : b->own, second = b->mover ? b->own : b->opp;
    for (int at = 0; at < 64; at++) {
        int square = square_of(b->mover, 7 - at / 8, at % 8), king = b->other >> square & 1;
        *to++ = "..xXoO"[(first >> square & 1 ? 2 : second >> square & 1 ? 4 : 0) + king];
    }
    return put_text(to, b->mover ? " 2" : " 1");
}

int32_t board_moves(const board *b, int32_t *moves)
{
    return dama_moves(b->own, b->opp, b->other, moves);
}

board board_after(const board *b, int32_t move)
{
    uint64_t sets[3] = {b->own, b->opp, b->other};
    dama_after(sets, move);
    return (board){.own = sets[0], .opp = sets[1], .other = sets[2], .mover = !b->mover};
}

static int read_square(const board *b, const char *text)
{
    bool is_square = text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
    return is_square ? square_of(b->mover, text[1] - '1', text[0] - 'a') : -1;
}

int32_t board_read_move(const board *b, const char *text)
{
    if (strlen(text) != 5 || text[2] != '-')
        return -1;
    int from = read_square(b, text), to = read_square(b, text + 3);
    return from < 0 || to < 0 ? -1 : 64 * from + to;
}

static char *put_square(const board *b, int square, char *to)
{
    int seen = b->mover ? 63 - square : square;
    *to++ = (char)('a' + seen % 8);
    return put_number(to, seen / 8 + 1);
}

char *board_write_move(const board *b, int32_t move, char *to)
{
    return put_square(b, move % 64, put_text(put_square(b, move / 64, to), "-"));
}

/* Three for a king that is taken, two for a man that becomes one, one for a man that is taken. */
int32_t board_gain(const board *b, int32_t move)
{
    int from = move / 64, to = move % 64;
    bool takes = abs(from / 8 - to / 8) == 2, is_king = b->other >> from & 1;
    int taken = (from + to) / 2;
    return (takes ? b->other >> taken & 1 ? 3 : 1 : 0) + (!is_king && to >= 56 ? 2 : 0);
}

int32_t board_value(engine *e, const board *b)
{
    return dama_evaluate(e, b->own, b->opp, b->other, DAMA_FOR_EVER);
}

void board_search(engine *e, const board *b, const engine_limits *limits, bool plain, engine_report *report)
{
    (void)plain;
    dama_search(e, b->own, b->opp, b->other, DAMA_FOR_EVER, limits, report);
}

bool board_prove(engine *e, const board *b, const engine_limits *limits, int32_t least, engine_report *report)
{
    (void)e, (void)b, (void)limits, (void)least, (void)report;
    return false;
}

const void *board_weights(const uint8_t *bytes, uint32_t size)
{
    void *memory = size == dama_weights_size() ? malloc(dama_network_size()) : NULL;
    return memory ? dama_network(bytes, memory) : NULL;
}
