/* Two-dimensional boards: from a row, from tiles that hang from one, and by search, within a time. */
#include <stdlib.h>
#include <string.h>

#include "domino/board.h"
#include "domino/ceiling.h"

enum { MOST_2D = 20000 };

/* Of the time, what the search of all boards may take at most; the rest is for boards at random. */
static const double EXHAUSTIVE_SHARE = 0.75;

int64_t domino_most_2d(void)
{
    return MOST_2D;
}

/* Construct boards, from a row only while there is time. `row` is scratch for the one-dimensional game. */
static void construct_boards(board_search *b, uint8_t *row, const domino_options *options, double begin)
{
    plane_search *s = b->search;
    domino_options shorter = *options;
    domino_result flat;
    lay_hanging(s, row);
    finish_line(s);
    double left_s = begin + options->time_s - engine_now_s();
    shorter.time_s = left_s < options->time_s / 4 ? left_s : options->time_s / 4;
    if (s->result->score < b->bound && left_s > 0 && domino_solve(&s->hand, &shorter, row, &flat) == 0) {
        lay_row(s, row, flat.length);
        if (s->early_stop)
            keep_line(s);
        finish_line(s);
    }
}

/* Ask for a better bound than the first one, from what is begun. */
static void lower_bound(board_search *b)
{
    begin_line(b->search);
    int64_t bound = loose_bound(b->search, b->seen);
    memset(b->seen, 0, SEEN_SLOTS * sizeof *b->seen);
    if (bound >= 0 && bound < b->bound)
        b->bound = bound;
}

/* Construct boards, or go on with the one that is begun, and search for better ones. */
static void solve_board(board_search *b, uint8_t *row, const domino_options *options, double begin)
{
    plane_search *s = b->search;
    int64_t tiles = plain_tiles(&s->left) + s->left.wild + s->left.raises + s->left.mirror;
    if (s->begun_length)
        finish_line(s);
    else
        construct_boards(b, row, options, begin);
    if (s->result->score < b->bound)
        lower_bound(b);
    if (tiles + s->begun_length > MOST_RANDOM)
        return;
    if (s->result->score < b->bound && tiles <= MOST_EXHAUSTIVE) {
        b->deadline_s = begin + options->time_s * EXHAUSTIVE_SHARE;
        begin_line(s);
        search_boards(b, 0);
        if (!b->gave_up)
            b->bound = s->result->score;
    }
    b->deadline_s = begin + options->time_s;
    random_boards(b);
}

int32_t domino_solve_2d(const domino_hand *hand, const domino_move *begun, int64_t length,
                        const domino_options *options, domino_move *moves, domino_result *result)
{
    double begin = engine_now_s();
    int64_t tiles = plain_tiles(hand) + hand->wild + hand->raises + hand->mirror;
    *result = (domino_result){0};
    if (tiles > MOST_2D)
        return -2;
    if (length > tiles)
        return -3;
    plane_search search = {.hand = *hand,
                           .early_stop = options->early_stop,
                           .begun = begun,
                           .begun_length = length,
                           .best = moves,
                           .result = result};
    board_search boards = {.search = &search};
    uint8_t *row = malloc(3 * (size_t)tiles + 1);
    search.line = malloc((size_t)(tiles + 1) * sizeof *search.line);
    boards.moves = malloc((MOST_EXHAUSTIVE + 1) * MOVES_AT_ONCE * sizeof *boards.moves);
    boards.seen = calloc(SEEN_SLOTS, sizeof *boards.seen);
    bool enough = plane_new(&search.board, tiles, begun, length, options->zero_stays);
    int32_t status = -1;
    if (enough && row && search.line && boards.moves && boards.seen)
        status = begin_line(&search) ? 0 : -3;
    if (status == 0) {
        boards.bound = most_from_here(&search);
        solve_board(&boards, row, options, begin);
        result->bound = boards.bound;
        result->proved = result->score == result->bound;
        result->time_s = engine_now_s() - begin;
    }
    if (search.board.digits)
        plane_free(&search.board);
    free(row);
    free(search.line);
    free(boards.moves);
    free(boards.seen);
    return status;
}
