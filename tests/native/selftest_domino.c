/* Every function of the Domino engine called from C, for sanitizers and valgrind: what those report is the result, and
 * what is checked here keeps the calls honest.
 *
 *     selftest_domino [small]      small: few hands, for tools that slow a program down fiftyfold */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "domino/rounds.h"

static uint64_t random_state = 88172645463325252ULL;

static uint64_t random_below(uint64_t below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (random_state >> 16) % below;
}

static int64_t tiles_of(const domino_hand *hand)
{
    int64_t n = hand->wild + hand->raises + hand->mirror;
    for (int t = 0; t < 21; t++)
        n += hand->plain[t];
    return n;
}

/* Memory is as large as the contract says and no larger, so that a byte too many is noticed. */
static void solve_row_of(const domino_hand *hand, int rules, double time_s)
{
    int64_t n = tiles_of(hand);
    domino_options options = {rules & 1, rules >> 1 & 1, time_s};
    domino_result result;
    uint8_t *moves = malloc((size_t)(3 * n + 1));
    CHECK(moves && domino_solve(hand, &options, moves, &result) == 0);
    CHECK(result.score <= result.bound && result.length <= n && result.proved == (result.score == result.bound));
    char *text = malloc((size_t)(8 * result.length + 1));
    CHECK(text && domino_write(moves, 0, result.length, text) <= 8 * result.length);
    free(text);
    free(moves);
}

static void solve(const domino_hand *hand, int rules)
{
    int64_t n = tiles_of(hand);
    domino_options options = {rules & 1, rules >> 1 & 1, 0.05};
    domino_result result;
    solve_row_of(hand, rules, 0.05);
    domino_move *line = malloc((size_t)(n + 1) * sizeof *line);
    CHECK(line && domino_solve_2d(hand, NULL, 0, &options, line, &result) == 0);
    CHECK(result.score <= result.bound && result.length <= n);
    free(line);
}

static void test_random_hands(unsigned hands)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 20, 40, 100, 300};
    for (unsigned i = 0; i < hands; i++) {
        domino_hand hand;
        memset(&hand, 0, sizeof hand);
        uint64_t kinds = 1 + random_below(21), special = random_below(4);
        for (int n = sizes[i % 10]; n > 0; n--) {
            if (random_below(4) < special) {
                int64_t *count[3] = {&hand.wild, &hand.raises, &hand.mirror};
                ++*count[random_below(3)];
            } else {
                hand.plain[random_below(kinds)]++;
            }
        }
        solve(&hand, (int)random_below(4));
    }
}

/* Hands of 20 to 60 tiles, most of them special: here rows are played from what a proof leaves open. In the named one
 * (1812 of tests/domino/hard.py) that lays more than a hundred wild tiles, of which the hand has 23. */
static void test_hands_of_many_special_tiles(unsigned hands)
{
    domino_hand hand = {{1, 0, 0, 2, 0, 1, 1, 0, 0, 2, 0, 0, 1, 1, 0, 1, 2, 1, 1, 3, 0}, 23, 15, 0};
    solve_row_of(&hand, 1, 5);
    for (unsigned i = 0; i < hands; i++) {
        memset(&hand, 0, sizeof hand);
        uint64_t kinds = 1 + random_below(21), n = 20 + random_below(41), special = n * (30 + random_below(56)) / 100;
        uint64_t wild = random_below(special + 1);
        hand.wild = (int64_t)wild, hand.raises = (int64_t)random_below(special - wild + 1);
        hand.mirror = (int64_t)special - hand.wild - hand.raises;
        for (uint64_t left = n - special; left > 0; left--)
            hand.plain[random_below(21) % kinds]++;
        solve_row_of(&hand, (int)random_below(2), 5);
    }
}

/* A row goes on from any ends with any few tiles: never more of them than are left, nor worth more than the bound. */
static void test_random_rows(unsigned rows)
{
    for (unsigned i = 0; i < rows; i++) {
        domino_row row;
        domino_hand left;
        domino_result result;
        memset(&row, 0, sizeof row);
        memset(&left, 0, sizeof left);
        for (int k = 0; k < 4; k++)
            row.digits[row.ends[k] = (int32_t)random_below(7)]++;
        for (uint64_t n = random_below(9); n > 0; n--) {
            int64_t *count[3] = {&left.wild, &left.raises, &left.mirror};
            uint64_t tile = random_below(i % 3 ? 27 : 21);
            ++*(tile < 21 ? &left.plain[tile] : count[tile % 3]);
        }
        int64_t n = tiles_of(&left);
        domino_options options = {(int32_t)random_below(2), (int32_t)random_below(2), 0};
        uint8_t *moves = malloc((size_t)(3 * n + 4));
        CHECK(moves && domino_resume(&row, &left, &options, moves, &result) == 0);
        CHECK(result.score <= result.bound && result.length <= n);
        free(moves);
    }
}

/* Make ready for proofs by states. */
static void price(row_work *work, const domino_hand *hand, bool zero_stays)
{
    set_hand(&work->bound, hand, zero_stays);
    tighten_bound(&work->bound, false);
    work->bound.wild_ends = hand->wild && zero_stays;
    build_bound(&work->bound);
    work->phases.random = 0;
}

/* Hands of which the best row is played from what a proof leaves open where that keeps few states: numbers of
 * tests/domino/hard.py, with the optima that their certificates prove. */
static void test_rows_from_survivors(void)
{
    static const struct {
        int64_t zero_stays, tiles[KINDS], optimum; /* tiles in the order of domino_hand */
    } hands[] = {
        {1, {0, 2, 2, 1, 2, 2, 0, 1, 2, 0, 2, 2, 1, 1, 1, 1, 1, 1, 1, 5, 1, 1, 13, 16}, 658},
        {0, {3, 2, 1, 1, 1, 3, 0, 2, 0, 2, 0, 2, 1, 0, 0, 0, 1, 3, 1, 3, 5, 2, 11, 0}, 497},
        {1, {4, 0, 0, 0, 0, 0, 5, 2, 0, 2, 2, 4, 0, 3, 4, 0, 0, 3, 6, 0, 2, 2, 2, 2}, 394},
        {0, {0, 3, 2, 1, 1, 0, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 1, 19, 6, 4}, 485},
    };
    row_work *work = work_new();
    CHECK(work);
    for (size_t i = 0; i < sizeof hands / sizeof *hands; i++) {
        domino_hand hand;
        domino_result result;
        memcpy(&hand, hands[i].tiles, sizeof hand);
        memset(&result, 0, sizeof result);
        price(work, &hand, hands[i].zero_stays);
        CHECK(!phases_prove(&work->phases, &work->bound, hands[i].optimum - 1, 512, 1024, HUGE_VAL));
        uint8_t *moves = malloc((size_t)(3 * tiles_of(&hand) + 1));
        CHECK(moves);
        unfold_rows(&work->phases, &work->builder, &hand, hands[i].zero_stays, moves, &result);
        CHECK(result.score == hands[i].optimum);
        free(moves);
    }
    work_free(work);
}

/* A hand of which so few states keep no row that scores the optimum: nothing is proved by that. */
static void test_states_that_were_dropped_prove_nothing(void)
{
    const domino_hand hand = {{2, 2, 0, 1, 1, 3, 0, 0, 1, 0, 1, 1, 3, 2, 0, 0, 1, 1, 1, 3, 0}, 10, 12, 1};
    row_work *work = work_new();
    CHECK(work);
    price(work, &hand, false);
    CHECK(!phases_prove(&work->phases, &work->bound, 524, 512, 1024, HUGE_VAL));
    CHECK(work->phases.survivor_count == 0 && work->phases.is_cut);
    CHECK(phases_prove(&work->phases, &work->bound, 525, 512, 1, HUGE_VAL));
    work_free(work);
}

/* Chance says which half of a layer is kept: of a few states it may be all. */
static void test_layers_have_no_more_states_than_they_may(void)
{
    const domino_hand hand = {{2, 2, 0, 1, 1, 3, 0, 0, 1, 0, 1, 1, 3, 2, 0, 0, 1, 1, 1, 3, 0}, 10, 12, 1};
    row_work *work = work_new();
    CHECK(work);
    price(work, &hand, false);
    for (uint32_t most = 2; most < 12; most++) {
        phases_prove(&work->phases, &work->bound, 524, most, 1024, HUGE_VAL);
        CHECK(work->phases.counts[0] <= most && work->phases.counts[1] <= most);
    }
    work_free(work);
}

static void test_reader(void)
{
    const char *text = "4\n1 2 6 5 0 0 21 12 rest";
    for (int64_t piece = 1; piece < 8; piece++) {
        domino_reader reader;
        memset(&reader, 0, sizeof reader);
        for (int64_t at = 0; reader.status == 0; at += piece) {
            int64_t left = (int64_t)strlen(text) - at;
            domino_read(&reader, text + at, left < piece ? left : piece);
        }
        CHECK(reader.status == 1 && reader.hand.plain[1] == 1 && reader.hand.wild == 1 && reader.hand.mirror == 1);
    }
    domino_reader reader;
    memset(&reader, 0, sizeof reader);
    CHECK(domino_read(&reader, "2 1", 3) == 0 && domino_read(&reader, "", 0) == -4);
}

static void test_limits(void)
{
    domino_hand hand;
    domino_options options = {0, 0, 0.05};
    domino_result result;
    memset(&hand, 0, sizeof hand);
    hand.plain[0] = domino_most_2d() + 1;
    CHECK(domino_solve_2d(&hand, NULL, 0, &options, NULL, &result) == -2);
}

int main(int argc, char **argv)
{
    bool small = argc > 1 && strcmp(argv[1], "small") == 0;
    test_reader();
    test_limits();
    test_rows_from_survivors();
    test_states_that_were_dropped_prove_nothing();
    test_layers_have_no_more_states_than_they_may();
    test_random_hands(small ? 4 : 60);
    test_hands_of_many_special_tiles(small ? 1 : 40);
    test_random_rows(small ? 15 : 300);
    puts("selftest_domino: passed");
    return 0;
}
