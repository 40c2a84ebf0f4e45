/* What two-dimensional boards of many tiles cost, counted: the time that they take is for nobody to promise.
 *
 *     selftest_domino_plane [small] */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "domino/hang.h"

/* How many cells are looked at to lay all tiles of a hand that fit. */
static int64_t cells_looked_at(domino_hand hand)
{
    domino_result result;
    memset(&result, 0, sizeof result);
    int64_t tiles = plain_tiles(&hand) + hand.wild + hand.raises + hand.mirror;
    plane_search s = {.hand = hand, .result = &result};
    s.line = malloc((size_t)tiles * sizeof *s.line);
    s.best = malloc((size_t)tiles * sizeof *s.best);
    CHECK(s.line && s.best && plane_new(&s.board, tiles, NULL, 0, false) && begin_line(&s));
    finish_line(&s);
    CHECK(result.length > 1 && s.places.looked > 0);
    plane_free(&s.board);
    free(s.line);
    free(s.best);
    return s.places.looked;
}

/* Each cell once for each way of each kind of tile, and once more for each tile that is laid: not all cells for each
 * tile, which took ten seconds for 20,000. */
static void test_a_tile_is_not_looked_for_where_there_was_no_place(void)
{
    static const int64_t each = 500;
    for (int kind = 0; kind <= MIRROR; kind++) {
        domino_hand hand;
        memset(&hand, 0, sizeof hand);
        *copies_of(&hand, kind) += each;
        hand.plain[(kind + 7) % TYPES] += each, hand.plain[TYPES - 1] += 1, hand.mirror += each;
        int64_t tiles = 3 * each + 1, kinds = 4, ways = 2;
        CHECK(cells_looked_at(hand) <= kinds * ways * 2 * tiles + 2 * tiles);
    }
}

/* The same board on a grid that is as large as it would be. */
static plane grid_of(const plane *table, int64_t tiles)
{
    plane grid = *table;
    size_t cells = (size_t)grid.rows * (size_t)grid.columns;
    grid.keys = NULL, grid.places = 0;
    grid.digits = malloc(cells);
    grid.other = malloc(cells * sizeof *grid.other);
    grid.cells = malloc((2 * (size_t)tiles + 2) * sizeof *grid.cells);
    CHECK(grid.digits && grid.other && grid.cells);
    memset(grid.digits, EMPTY, cells);
    return grid;
}

/* Hang tiles one below the other, and lay what else there is. */
static void test_a_board_that_is_too_large_for_a_grid_goes_on_in_the_same_way(void)
{
    enum { DEEP = 2600, MORE = 800, TILES = DEEP + MORE };
    domino_result results[2];
    domino_move *lines[2], *begun = calloc(DEEP, sizeof *begun);
    domino_hand hand;
    plane_search s = {.begun = begun, .begun_length = DEEP};
    memset(&hand, 0, sizeof hand);
    hand.plain[0] = DEEP + MORE / 8;
    for (int t = 1; t < TYPES; t += 3)
        hand.plain[t] = MORE / 8;
    begun[0] = (domino_move){0, 0, LETTER_S, 1, 1, 0};
    for (int32_t i = 1; i < DEEP; i++)
        begun[i] = (domino_move){i - 1, i + 1, LETTER_V, 1, 1, 0};
    s.hand = hand;
    s.line = malloc(TILES * sizeof *s.line);
    CHECK(begun && s.line && plane_new(&s.board, TILES, begun, DEEP, false) && s.board.keys);
    for (int k = 0; k < 2; k++) {
        plane table = s.board;
        memset(&results[k], 0, sizeof results[k]);
        lines[k] = calloc(TILES, sizeof *lines[k]);
        CHECK(lines[k]);
        s.result = &results[k], s.best = lines[k];
        for (int again = 0; again < 2; again++) { /* what was taken back leaves nothing */
            CHECK(begin_line(&s));
            finish_line(&s);
        }
        s.board = grid_of(&table, TILES);
        plane_free(&table);
    }
    CHECK(results[0].length > DEEP + MORE / 2 && results[0].length == results[1].length);
    CHECK(results[0].score == results[1].score);
    CHECK(memcmp(lines[0], lines[1], (size_t)results[0].length * sizeof *lines[0]) == 0);
    plane_free(&s.board);
    free(lines[0]);
    free(lines[1]);
    free(begun);
    free(s.line);
}

int main(void)
{
    test_a_board_that_is_too_large_for_a_grid_goes_on_in_the_same_way();
    test_a_tile_is_not_looked_for_where_there_was_no_place();
    puts("selftest_domino_plane: passed");
    return 0;
}
