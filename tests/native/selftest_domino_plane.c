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

int main(void)
{
    test_a_tile_is_not_looked_for_where_there_was_no_place();
    puts("selftest_domino_plane: passed");
    return 0;
}
