/* The exhaustive search with the boards it has seen, and random boards. See domino/board.h. */
#include "domino/board.h"
#include "domino/ceiling.h"

static uint64_t mixed(uint64_t h)
{
    h = (h ^ h >> 31) * UINT64_C(0x7FB5D329728EA185);
    h = (h ^ h >> 27) * UINT64_C(0x81DADEF4BC2DD44D);
    return h ^ h >> 33;
}

/* A board, wherever it lies: rows cannot shift, columns can. Tiles in hand follow from the codes that were played. */
static uint64_t board_hash(const plane_search *s)
{
    int32_t least = INT32_MAX;
    uint64_t sum = 0;
    for (int64_t i = 0; i < s->length; i++)
        if (s->line[i].column < least)
            least = s->line[i].column;
    for (int64_t i = 0; i < s->length; i++) {
        const domino_move *m = &s->line[i];
        uint64_t place = (uint64_t)m->row << 32 | (uint64_t)(uint32_t)(m->column - least) << 16;
        const int32_t *cells = s->board.cells + 2 * i;
        uint64_t first = digit_at(&s->board, cells[0]), second = digit_at(&s->board, cells[1]);
        uint64_t code = (uint64_t)tile_of_numbers(m->a, m->b) << 8 | first << 3 | second;
        if (m->letter == LETTER_V)
            code |= 128;
        sum += mixed(place ^ code << 40 ^ code);
    }
    return mixed(sum) | 1;
}

/* True if the board was there before; remember it. */
static bool board_seen(board_search *b, uint64_t hash)
{
    uint64_t at = hash & (SEEN_SLOTS - 1);
    while (b->seen[at] && b->seen[at] != hash)
        at = (at + 1) & (SEEN_SLOTS - 1);
    if (b->seen[at] == hash)
        return true;
    if (b->seen_count >= SEEN_SLOTS / 4 * 3) {
        b->gave_up = true;
        return true;
    }
    b->seen_count++;
    b->seen[at] = hash;
    return false;
}

void search_boards(board_search *b, int ply)
{
    plane_search *s = b->search;
    domino_move *moves = b->moves + (size_t)ply * MOVES_AT_ONCE;
    uint8_t before[2 * MOST_RANDOM + 2];
    int n = list_moves(&s->board, &s->left, moves, MOVES_AT_ONCE);
    s->result->nodes++;
    if (n == MOVES_AT_ONCE)
        b->gave_up = true;
    if (n == 0 || s->early_stop)
        keep_line(s);
    if ((s->result->nodes & 1023) == 0 && engine_now_s() > b->deadline_s)
        b->gave_up = true;
    for (int i = 0; i < n && !b->gave_up && s->result->score < b->bound; i++) {
        if (!play_move(s, &moves[i], before))
            continue;
        if (most_from_here(s) > s->result->score && !board_seen(b, board_hash(s)))
            search_boards(b, ply + 1);
        take_back(&s->board, before);
        ++*copies_of(&s->left, tile_of_numbers(moves[i].a, moves[i].b));
        s->length--;
    }
}

void random_boards(board_search *b)
{
    plane_search *s = b->search;
    uint64_t random = UINT64_C(0x9E3779B97F4A7C15);
    while (s->result->score < b->bound) {
        begin_line(s);
        for (int n; (n = list_moves(&s->board, &s->left, b->moves, MOVES_AT_ONCE)) > 0; s->result->nodes++) {
            if (engine_now_s() > b->deadline_s)
                return; /* a board that is not finished counts for nothing, and a large one takes its time */
            random = mixed(random + 1);
            play_move(s, &b->moves[random % (uint64_t)n], NULL);
            if (s->early_stop)
                keep_line(s);
        }
        keep_line(s);
        if (engine_now_s() > b->deadline_s)
            return;
    }
}
