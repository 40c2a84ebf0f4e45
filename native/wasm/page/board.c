/* The engine of a board game in a page. See page.h. */
#include "board.h"

#include <stdlib.h>

struct page {
    engine *engine;
    uint8_t *weights;
    uint32_t weights_size;
    board at;
    char text[PAGE_TEXT];
};

/* The one thing that the engines ask for and WebAssembly does not have; it may be refused. */
int madvise(void *address, size_t length, int advice);

int madvise(void *address, size_t length, int advice)
{
    (void)address, (void)length, (void)advice;
    return -1;
}

page *page_new(uint32_t hash_mib)
{
    page *p = calloc(1, sizeof *p);
    if (p)
        p->engine = engine_new(hash_mib);
    return p && p->engine ? p : NULL;
}

char *page_text(page *p)
{
    return p->text;
}

uint8_t *page_room(page *p, uint32_t size)
{
    p->weights = malloc(size);
    p->weights_size = size;
    return p->weights;
}

int32_t page_weigh(page *p)
{
    const void *weights = board_weights(p->weights, p->weights_size);
    engine_use_weights(p->engine, weights);
    return weights != NULL;
}

void page_clear(page *p)
{
    engine_clear(p->engine);
}

int32_t page_read(page *p)
{
    return board_read(&p->at, p->text);
}

void page_write(page *p)
{
    board_write(&p->at, p->text);
}

int32_t page_moves(page *p)
{
    int32_t moves[BOARD_MOVES], n = board_moves(&p->at, moves);
    char *to = put_text(p->text, "");
    for (int32_t i = 0; i < n; i++)
        to = put_text(board_write_move(&p->at, moves[i], to), i + 1 < n ? "\n" : "");
    return n;
}

int32_t page_play(page *p)
{
    int32_t moves[BOARD_MOVES], n = board_moves(&p->at, moves), move = board_read_move(&p->at, p->text);
    for (int32_t i = 0; i < n; i++)
        if (moves[i] == move) {
            p->at = board_after(&p->at, move);
            return 1;
        }
    return 0;
}

int32_t page_gain(page *p)
{
    return board_gain(&p->at, board_read_move(&p->at, p->text));
}

int32_t page_value(page *p)
{
    return board_value(p->engine, &p->at);
}

static void write_report(page *p, const engine_report *found)
{
    board b = p->at;
    char *to = put_text(put_number(p->text, found->score), "\t");
    if (found->move >= 0)
        to = board_write_move(&b, found->move, to);
    to = put_text(put_number(put_text(to, "\t"), found->depth), "\t");
    to = put_text(put_number(to, found->exact), "\t");
    to = put_text(put_number(to, (int64_t)found->nodes), "\t\t");
    for (int32_t i = 0; i < found->pv_length; i++) {
        to = board_write_move(&b, found->pv[i], put_text(to, i ? "," : ""));
        b = board_after(&b, found->pv[i]);
    }
}

void page_search(page *p, double time_s, double nodes, int32_t depth, int32_t plain)
{
    engine_limits limits = {.time_s = time_s, .nodes = (uint64_t)nodes, .depth = depth};
    engine_report found;
    board_search(p->engine, &p->at, &limits, plain, &found);
    write_report(p, &found);
}

int32_t page_prove(page *p, double time_s, int32_t least)
{
    engine_limits limits = {.time_s = time_s};
    engine_report found;
    if (!board_prove(p->engine, &p->at, &limits, least, &found))
        return 0;
    write_report(p, &found);
    return 1;
}
