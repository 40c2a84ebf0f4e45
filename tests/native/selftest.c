/* Every function of the engines called from C, for sanitizers and valgrind: what those report is the result, and what
 * is checked here keeps the calls honest.
 *
 *     selftest [small]      small: little work, for tools that slow a program down fiftyfold */
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "check.h"
#include "common/engine.h"
#include "othello/othello.h"

/* A table too large is to be refused by the engine, not by the sanitizer. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

static const uint64_t START_OWN = 0x0000000810000000ULL, START_OPP = 0x0000001008000000ULL;
static const engine_limits NONE = {0};

static uint64_t random_state = 88172645463325252ULL;

static uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static int size_of(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* Weights of at most half a disc, so that every sum of them is a plausible margin. */
static int16_t *make_weights(void)
{
    size_t n = othello_weights_size() / sizeof(int16_t);
    int16_t *weights = malloc(n * sizeof *weights);
    CHECK(weights);
    for (size_t i = 0; i < n; i++)
        weights[i] = (int16_t)((int)(random_bits() % 101) - 50);
    return weights;
}

static void check_report(const engine_report *r, uint64_t own, uint64_t opp)
{
    uint64_t moves = othello_moves(own, opp);
    CHECK(r->pv_length >= 0 && r->pv_length <= 64);
    CHECK(r->score >= -64 && r->score <= 64);
    if (!moves)
        CHECK(r->move == -1 && r->pv_length == 0 && r->score == size_of(own) - size_of(opp));
    if (r->move >= 0)
        CHECK(r->move < 64 && (moves >> r->move & 1));
    for (int i = 0; i < r->pv_length; i++) { /* the variation can be played */
        uint64_t flips = othello_flips(own, opp, r->pv[i]);
        CHECK(flips && (i > 0 || r->pv[0] == r->move));
        uint64_t next = opp & ~flips;
        opp = own | flips | 1ULL << r->pv[i];
        own = next;
    }
}

/* The second solver agrees, with room for a single position and for many, and gives up when it is told to. */
static void judge(uint64_t own, uint64_t opp, int32_t score)
{
    enum { MANY = 4096 };
    othello_memo *memo = calloc(MANY, sizeof *memo);
    uint64_t nodes, question = 0;
    CHECK(memo);
    for (uint64_t entries = 1; entries <= MANY; entries *= MANY) {
        CHECK(othello_check(own, opp, ~0ULL, score, memo, entries, ++question, 0, &nodes) == 1);
        CHECK(othello_check(own, opp, ~0ULL, score + 1, memo, entries, ++question, 0, &nodes) == 0);
    }
    CHECK(othello_check(START_OWN, START_OPP, ~0ULL, 30, memo, MANY, ++question, 100, &nodes) == -1 && nodes == 100);
    free(memo);
}

/* Search and solve a position with every kind of limit. `ends` says that solving it is no great work. */
static void use(engine *e, uint64_t own, uint64_t opp, bool ends)
{
    engine_report r, again;
    othello_evaluate(e, own, opp);
    for (int depth = 1; depth <= 6; depth += 5) {
        othello_search(e, own, opp, &(engine_limits){.depth = depth}, &r);
        check_report(&r, own, opp);
        CHECK(r.depth <= depth);
    }
    for (uint64_t nodes = 1; nodes <= 5000; nodes = nodes * 7 + 1) {
        othello_search(e, own, opp, &(engine_limits){.nodes = nodes}, &r);
        check_report(&r, own, opp);
        CHECK(r.move >= 0 || !othello_moves(own, opp));
        othello_solve(e, own, opp, -64, 64, &(engine_limits){.nodes = nodes}, &r);
    }
    othello_search(e, own, opp, &(engine_limits){.time_s = 1e-3}, &r);
    check_report(&r, own, opp);
    if (!ends)
        return;
    othello_solve(e, own, opp, -64, 64, &NONE, &r);
    check_report(&r, own, opp);
    CHECK(r.exact);
    judge(own, opp, r.score);
    othello_search(e, own, opp, &NONE, &again);
    check_report(&again, own, opp);
    CHECK(again.exact && again.score == r.score);
    for (int alpha = -64; alpha < 64; alpha += 16) {
        othello_solve(e, own, opp, alpha, alpha + 1, &NONE, &again);
        CHECK((again.score > alpha) == (r.score > alpha));
        othello_solve(e, own, opp, alpha, alpha + 16, &NONE, &again);
        CHECK(r.score <= alpha || r.score >= alpha + 16 || again.score == r.score);
    }
    othello_numbers numbers;
    othello_remember(e, own, opp, r.score, 1);
    CHECK(othello_recall(e, own, opp, r.score - 1, &numbers) && numbers.phi == 0 && numbers.score == r.score);
    othello_remember(e, own, opp, r.score, 0);
    CHECK(othello_recall(e, own, opp, r.score, &numbers) && numbers.delta == 0 && numbers.score == r.score);
}

/* A chance is one; with a single ply to look at, a reply that ends the game counts for what it is. */
static void use_chance(engine *e, uint64_t own, uint64_t opp)
{
    for (int depth = 0; depth <= 3; depth++) {
        const engine_limits none = {0}, few = {.nodes = 1};
        engine_report r, cut;
        othello_chance(e, own, opp, depth, &none, &r);
        CHECK(r.exact && r.score >= 0 && r.score <= OTHELLO_SURE);
        if (!othello_moves(own, opp))
            CHECK(r.score
                  == (size_of(own) < size_of(opp)       ? OTHELLO_SURE
                          : size_of(own) > size_of(opp) ? 0
                                                        : OTHELLO_SURE / 2));
        othello_chance(e, own, opp, depth, &few, &cut);
        CHECK(cut.nodes <= 2 && (r.nodes <= 2 || !cut.exact));
    }
}

/* The build for every processor and the one for wider instructions agree to the node. */
static void builds(engine *e, uint64_t own, uint64_t opp, const engine_limits *limits)
{
#if defined(__x86_64__) && defined(__GNUC__)
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2"))
        return;
    Position p = {own, opp};
    engine_report r[2] = {{.move = -1}, {.move = -1}};
    for (int solving = 0; solving < 2; solving++) {
        engine_clear(e);
        engine_begin(e, limits);
        solving ? othello_solve_portable(e, p, -64, 64, &r[0]) : othello_search_portable(e, p, &r[0]);
        engine_finish(e, &r[0]);
        engine_clear(e);
        engine_begin(e, limits);
        solving ? othello_solve_wide(e, p, -64, 64, &r[1]) : othello_search_wide(e, p, &r[1]);
        engine_finish(e, &r[1]);
        CHECK(r[0].nodes == r[1].nodes && r[0].score == r[1].score && r[0].move == r[1].move);
        CHECK(r[0].exact == r[1].exact && r[0].depth == r[1].depth && r[0].pv_length == r[1].pv_length);
    }
    CHECK(othello_perft_portable(p, 4) == othello_perft_wide(p, 4));
    CHECK(othello_estimate_portable(e, p) == othello_estimate_wide(e, p));
#else
    (void)e, (void)own, (void)opp, (void)limits;
#endif
}

/* Random games; every position with at most `solved` empty squares is solved. */
static void games(engine *e, int number, int solved)
{
    for (int game = 0; game < number; game++) {
        uint64_t own = START_OWN, opp = START_OPP, moves;
        while ((moves = othello_moves(own, opp))) {
            int empty = 64 - size_of(own | opp);
            if (random_bits() % 8 == 0) {
                use(e, own, opp, empty <= solved);
                use_chance(e, own, opp);
                builds(e, own, opp, empty <= solved ? &NONE : &(engine_limits){.nodes = 3000});
            }
            for (uint64_t skip = random_bits() % (uint64_t)size_of(moves); skip; skip--)
                moves &= moves - 1;
            int square = __builtin_ctzll(moves);
            uint64_t flips = othello_flips(own, opp, square), next = opp & ~flips;
            CHECK(flips && (flips & opp) == flips);
            opp = own | flips | 1ULL << square;
            own = next;
        }
        use(e, own, opp, true);
    }
}

/* Boards that no game reaches: full, empty, of one colour, filled at random, with one empty square. */
static void extremes(engine *e, int number)
{
    static const uint64_t boards[][2] = {
        {0, 0},
        {~0ULL, 0},
        {0, ~0ULL},
        {1, 0},
        {0, 1},
        {1, 2},
        {1ULL << 63, 0},
        {~1ULL, 0},
        {0, ~1ULL},
        {~0ULL << 1, 0},
        {0xAAAAAAAAAAAAAAAAULL, 0x5555555555555555ULL},
        {0x8000000000000000ULL, 0x7FFFFFFFFFFFFFFEULL},
        {1, 0x7FFFFFFFFFFFFFFEULL},
        {1, 0x7E},
        {0x80, 0x7E},
        {1, 0x0001010101010100ULL},
        {0x8100000000000081ULL, 0x7E},
    };
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        use(e, boards[i][0], boards[i][1], true);
        use_chance(e, boards[i][0], boards[i][1]);
    }
    for (int i = 0; i < number; i++) {
        uint64_t filled = random_bits() | random_bits() | random_bits(), own = filled & random_bits();
        use(e, own, filled & ~own, size_of(filled) >= 56);
    }
}

static void rules(int depth)
{
    static const uint64_t perft[] = {1, 4, 8, 20, 44, 116, 296, 832, 2548, 8584, 31104, 120124};
    static const int32_t outside[] = {INT32_MIN, -1, 64, 65, INT32_MAX};
    for (int i = 0; i <= depth; i++)
        CHECK(othello_perft(START_OWN, START_OPP, i) == perft[i]);
    CHECK(othello_perft(START_OWN, START_OPP, -1) == 1);
    CHECK(othello_perft(~0ULL, 0, 60) == 0);
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        CHECK(othello_flips(START_OWN, START_OPP, outside[i]) == 0);
    for (int square = 0; square < 64; square++) {
        bool legal = othello_moves(START_OWN, START_OPP) >> square & 1;
        CHECK((othello_flips(START_OWN, START_OPP, square) != 0) == legal);
        CHECK(othello_flips(~0ULL, 0, square) == 0 && othello_flips(0, 0, square) == 0);
    }
}

/* A search looks at the clock after each of its first nodes, and never more than 4,096 nodes apart. */
static void polls(engine *e)
{
    uint64_t looked_at = 0;
    engine_begin(e, &NONE);
    for (int i = 0; i < 1000000; i++) {
        uint64_t due = e->poll_at;
        engine_visit(e);
        if (e->poll_at == due)
            continue;
        CHECK(e->nodes - looked_at <= 1 + looked_at / 64 && e->nodes - looked_at <= 4096);
        looked_at = e->nodes;
    }
    CHECK(looked_at > 1000000 - 4096);
}

/* The longer a best move lasts, the sooner it is played: after 0.65 of the time it has if it is that of four iterations
 * before, after 1.6 times as much if it is new. */
static void is_ready_in_time(engine *e)
{
    const struct {
        double passed_s;
        int lasts; /* for so many iterations at least */
    } cases[] = {{60, 1000}, {70, 4}, {90, 3}, {110, 2}, {140, 1}, {170, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        engine_begin(e, &(engine_limits){.ready_s = 100});
        e->start_s -= cases[i].passed_s;
        for (int lasts = 0; lasts < 20; lasts++)
            CHECK(engine_ready(e, lasts) == (lasts >= cases[i].lasts));
    }
    engine_begin(e, &NONE);
    e->start_s -= 1000;
    CHECK(!engine_ready(e, 20));
}

static engine *interrupted;

static void on_alarm(int signal_number)
{
    (void)signal_number;
    engine_stop(interrupted);
}

/* Interrupt every tenth of a second, so that it does not matter when a search begins. */
static void interrupt_regularly(bool on)
{
    struct timeval period = {.tv_usec = on ? 100000 : 0};
    CHECK(setitimer(ITIMER_REAL, &(struct itimerval){period, period}, NULL) == 0);
}

/* Searches that would take years end soon after engine_stop, called from a signal handler. */
static void stops(engine *e)
{
    engine_report r;
    interrupted = e;
    sigaction(SIGALRM, &(struct sigaction){.sa_handler = on_alarm}, NULL);
    interrupt_regularly(true);
    othello_search(e, START_OWN, START_OPP, &NONE, &r);
    check_report(&r, START_OWN, START_OPP);
    CHECK(r.move >= 0 && !r.exact);
    othello_solve(e, START_OWN, START_OPP, -64, 64, &NONE, &r);
    CHECK(!r.exact);
    interrupt_regularly(false);
    sigaction(SIGALRM, &(struct sigaction){.sa_handler = SIG_IGN}, NULL); /* nor one that is on its way */
    engine_stop(e); /* nothing is running: the next search is not harmed */
    othello_search(e, START_OWN, START_OPP, &(engine_limits){.depth = 3}, &r);
    CHECK(r.depth == 3);
}

int main(int argc, char **argv)
{
    bool small = argc > 1 && strcmp(argv[1], "small") == 0;
    static const uint32_t tables_mib[] = {0, 1, 16};
    int16_t *weights = make_weights();

    rules(small ? 6 : 11);
    engine_free(NULL);
    CHECK(engine_new(UINT32_MAX) == NULL);
    for (size_t i = 0; i < sizeof tables_mib / sizeof *tables_mib; i++) {
        engine *e = engine_new(tables_mib[i]);
        CHECK(e);
        engine_use_weights(e, weights);
        polls(e);
        is_ready_in_time(e);
        extremes(e, small ? 2 : 100);
        games(e, small ? 1 : 20, small ? 8 : 15);
        engine_clear(e);
        if (!small || i == 1)
            stops(e);
        engine_free(e);
    }
    free(weights);
    printf("selftest: passed\n");
    return 0;
}
