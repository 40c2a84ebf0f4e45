/* Ataxx inside a page: FEN, `x5o/7/7/7/7/7/o5x x 0 1`, and ` 100 plies` behind it where that is the rule; moves as
 * engines write them, `b2`, `a1c3`, `0000`, and read as the course writes them too, `a1-b2`, `-`. */
#include "board.h"

#include <stdlib.h>
#include <string.h>

static const char ply_rule[] = " 100 plies";

static const char *read_count(const char *text, int32_t *count)
{
    *count = 0;
    for (int digits = 0; *text >= '0' && *text <= '9' && digits < 6; digits++)
        *count = 10 * *count + (*text++ - '0');
    return text;
}

bool board_read(board *b, const char *text)
{
    uint64_t sets[3] = {0}; /* x, o, blocks */
    for (int row = 6; row >= 0; row--, text++) {
        int column = 0;
        for (; column < 7; text++) {
            const char *piece = *text ? strchr("xo-", *text) : NULL;
            if (piece)
                sets[piece - "xo-"] |= UINT64_C(1) << (8 * row + column++);
            else if (*text >= '1' && *text <= '7')
                column += *text - '0';
            else
                return false;
        }
        if (column != 7 || *text != (row ? '/' : ' '))
            return false;
    }
    bool is_blue = *text == 'o';
    if (*text != 'x' && !is_blue)
        return false;
    *b = (board){.own = sets[is_blue], .opp = sets[!is_blue], .other = sets[2], .mover = is_blue, .number = 1};
    if (*++text == ' ')
        text = read_count(text + 1, &b->clock);
    if (*text == ' ')
        text = read_count(text + 1, &b->number);
    if (b->clock >= ATAXX_PLIES)
        b->clock = ATAXX_PLIES - 1;
    if (!strcmp(text, ply_rule)) {
        b->clock += ATAXX_PLIES;
        return true;
    }
    return *text == 0;
}

char *board_write(const board *b, char *to)
{
    uint64_t red = b->mover ? b->opp : b->own, blue = b->mover ? b->own : b->opp;
    for (int row = 6; row >= 0; row--) {
        int empty = 0;
        for (int column = 0; column <= 7; column++) {
            uint64_t here = column < 7 ? UINT64_C(1) << (8 * row + column) : 0;
            char piece = here & red ? 'x' : here & blue ? 'o' : here & b->other ? '-' : 0;
            if (empty && (piece || !here)) {
                to = put_number(to, empty);
                empty = 0;
            }
            if (piece)
                *to++ = piece;
            else
                empty++;
        }
        *to++ = row ? '/' : ' ';
    }
    to = put_text(to, b->mover ? "o " : "x ");
    to = put_number(put_text(put_number(to, b->clock % ATAXX_PLIES), " "), b->number);
    return b->clock < ATAXX_PLIES ? to : put_text(to, ply_rule);
}

static ataxx_position position_of(const board *b)
{
    return (ataxx_position){b->own, b->opp, b->other, b->clock};
}

int32_t board_moves(const board *b, int32_t *moves)
{
    ataxx_position p = position_of(b);
    return ataxx_moves(&p, moves);
}

board board_after(const board *b, int32_t move)
{
    ataxx_position p = position_of(b), q = ataxx_after(&p, move);
    return (board){q.own, q.opp, q.blocks, !b->mover, q.jumps, b->number + b->mover};
}

static const char *read_square(const char *text, int32_t *square)
{
    if (text[0] < 'a' || text[0] > 'g' || text[1] < '1' || text[1] > '7')
        return NULL;
    *square = 8 * (text[1] - '1') + text[0] - 'a';
    return text + 2;
}

int32_t board_read_move(const board *b, const char *text)
{
    int32_t from, to;
    if (!strcmp(text, "0000") || !strcmp(text, "-"))
        return ATAXX_PASS;
    text = read_square(text, &from);
    if (!text)
        return -1;
    if (!*text)
        return 65 * from;
    text = read_square(*text == '-' ? text + 1 : text, &to);
    if (!text || *text || !(b->own >> from & 1))
        return -1;
    bool is_extend = abs(from / 8 - to / 8) <= 1 && abs(from % 8 - to % 8) <= 1;
    return 64 * (is_extend ? to : from) + to;
}

static char *put_square(char *to, int32_t square)
{
    *to++ = (char)('a' + square % 8);
    return put_number(to, square / 8 + 1);
}

char *board_write_move(const board *b, int32_t move, char *to)
{
    (void)b;
    if (move == ATAXX_PASS)
        return put_text(to, "0000");
    return put_square(move / 64 == move % 64 ? to : put_square(to, move / 64), move % 64);
}

int32_t board_gain(const board *b, int32_t move)
{
    board q = board_after(b, move);
    return __builtin_popcountll(q.opp) - __builtin_popcountll(q.own);
}

int32_t board_value(engine *e, const board *b)
{
    ataxx_position p = position_of(b);
    return ataxx_evaluate(e, &p);
}

void board_search(engine *e, const board *b, const engine_limits *limits, bool plain, engine_report *report)
{
    ataxx_position p = position_of(b);
    (plain ? ataxx_search_plain : ataxx_search)(e, &p, limits, report);
}

bool board_prove(engine *e, const board *b, const engine_limits *limits, int32_t least, engine_report *report)
{
    (void)e, (void)b, (void)limits, (void)least, (void)report;
    return false;
}

const void *board_weights(const uint8_t *bytes, uint32_t size)
{
    void *memory = size == ataxx_weights_size(true) ? malloc(ataxx_network_size()) : NULL;
    return memory ? ataxx_network(bytes, size, memory) : NULL;
}
