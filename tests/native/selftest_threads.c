/* Contexts that share a table, each in a thread of its own, for sanitizers, valgrind and, by hand, ThreadSanitizer:
 *
 *     cc -std=c11 -O1 -g -fsanitize=thread -pthread -Inative tests/native/selftest_threads.c \
 *         native/common/engine.c native/othello/othello.c native/othello/wide.c -o selftest_threads
 *
 *     selftest_threads [small]      small: little work, for tools that slow a program down fiftyfold */
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "check.h"
#include "othello/othello.h"

enum { THREADS = 3 };

/* What one thread does: one question about one position. */
typedef struct {
    engine *e;
    Position p;
    int32_t alpha, beta;
    engine_limits limits;
    engine_report report;
} search;

static void *solve(void *job)
{
    search *s = job;
    othello_solve(s->e, s->p.own, s->p.opp, s->alpha, s->beta, &s->limits, &s->report);
    return NULL;
}

static void together(search *searches)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, solve, &searches[i]) == 0);
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
}

/* A position of a game in which the moves go round the list of legal ones; fewer empty squares if it ends before. */
static Position position_of(unsigned game, int empties)
{
    Position p = {0x0000000810000000ULL, 0x0000001008000000ULL};
    for (unsigned ply = 0; count(empties_of(p)) > empties && legal_moves(p); ply++) {
        uint64_t moves = legal_moves(p);
        for (unsigned skip = (game + 5 * ply) % (unsigned)count(moves); skip; skip--)
            moves &= moves - 1;
        p = after(p, lowest(moves), flips_of(p, lowest(moves)));
    }
    return p;
}

int main(int argc, char **argv)
{
    bool small = argc > 1 && strcmp(argv[1], "small") == 0;
    char *weights = calloc(1, othello_weights_size());
    engine *alone = engine_new(8), *shared[THREADS] = {engine_new(1)};
    CHECK(weights && alone && shared[0]);
    engine_use_weights(alone, weights);
    engine_use_weights(shared[0], weights);
    for (int i = 1; i < THREADS; i++)
        CHECK((shared[i] = engine_beside(shared[0])) != NULL);

    for (unsigned game = 0; game < (small ? 2 : 20); game++) {
        search s[THREADS], one = {.e = alone, .p = position_of(game, small ? 17 : 25), .alpha = -64, .beta = 64};
        solve(&one);
        CHECK(one.report.exact);
        engine_clear(shared[0]);
        for (int i = 0; i < THREADS; i++) {
            s[i] = one;
            s[i].e = shared[i];
        }
        together(s);
        for (int i = 0; i < THREADS; i++)
            CHECK(s[i].report.exact && s[i].report.score == one.report.score);
    }

    /* From the start none comes to an end, and what the table then says of it is the same for all. */
    search s[THREADS];
    engine_clear(shared[0]);
    for (int i = 0; i < THREADS; i++)
        s[i] = (search){.e = shared[i],
                        .p = position_of(0, 60),
                        .alpha = 40,
                        .beta = 41,
                        .limits = {.nodes = small ? 20000 : 1000000}};
    together(s);
    othello_numbers first, last;
    CHECK(othello_recall(shared[0], s[0].p.own, s[0].p.opp, 40, &first));
    CHECK(othello_recall(shared[THREADS - 1], s[0].p.own, s[0].p.opp, 40, &last));
    CHECK(first.phi == last.phi && first.delta == last.delta && first.phi && first.delta);

    for (int i = THREADS - 1; i >= 0; i--)
        engine_free(shared[i]);
    engine_free(alone);
    free(weights);
    printf("selftest_threads: passed\n");
    return 0;
}
