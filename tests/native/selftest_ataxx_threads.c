/* Ataxx contexts that share a table, each in a thread of its own, for sanitizers, valgrind and, by hand,
 * ThreadSanitizer:
 *
 *     cc -std=c11 -O1 -g -fsanitize=thread -pthread -Inative tests/native/selftest_ataxx_threads.c \
 *         native/common/engine.c native/ataxx/ataxx.c native/ataxx/avx*.c -lm -o selftest_ataxx_threads
 *
 *     selftest_ataxx_threads [small]      small: little work, for tools that slow a program down fiftyfold */
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "check.h"
#include "common/engine.h"

enum { THREADS = 3, MOST_MOVES = 288 };

typedef struct {
    engine *e;
    ataxx_position p;
    engine_limits limits;
    engine_report report;
} search;

static void *work(void *job)
{
    search *s = job;
    ataxx_search(s->e, &s->p, &s->limits, &s->report);
    return NULL;
}

static engine_report ask(engine *e, ataxx_position p, engine_limits limits)
{
    engine_report report;
    ataxx_search(e, &p, &limits, &report);
    return report;
}

static bool is_legal(const ataxx_position *p, int32_t move)
{
    int32_t moves[MOST_MOVES], n = ataxx_moves(p, moves);
    for (int32_t i = 0; i < n; i++)
        if (moves[i] == move)
            return true;
    return n == 0 && move == -1;
}

/* A position of a game in which the moves go round the list of legal ones. */
static ataxx_position position_of(unsigned game, int plies)
{
    ataxx_position p = {1ULL << 48 | 1ULL << 6, 1ULL << 54 | 1ULL << 0, game % 2 ? 1ULL << 27 : 0, 0};
    int32_t moves[MOST_MOVES], n;
    for (int ply = 0; ply < plies && (n = ataxx_moves(&p, moves)); ply++)
        p = ataxx_after(&p, moves[(game + 5 * (unsigned)ply) % (unsigned)n]);
    return p;
}

/* The first one searches to its limit, or is stopped at any moment; the others go on until they are told to end. */
static void together(search *searches, bool stop)
{
    pthread_t threads[THREADS];
    uint32_t next = engine_published(searches[0].e);
    for (int i = THREADS - 1; i >= 0; i--)
        CHECK(pthread_create(&threads[i], NULL, work, &searches[i]) == 0);
    /* Told something before it begins, a context forgets it; so all of these have limits of nodes as well. */
    if (stop)
        engine_stop(searches[0].e);
    uint64_t last = 0;
    for (int looks = 0; looks < 1000; looks++) /* what it has found can be read meanwhile */
        while (next != engine_published(searches[0].e)) {
            engine_report found;
            engine_iteration(searches[0].e, next++, &found);
            CHECK(found.nodes >= last);
            last = found.nodes;
        }
    CHECK(pthread_join(threads[0], NULL) == 0);
    for (int i = 1; i < THREADS; i++)
        engine_stop(searches[i].e);
    for (int i = 1; i < THREADS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
}

/* Nodes between the first iteration of a search and its last one: without those of the proof, which nobody shares. */
static uint64_t work_of(engine *e, ataxx_position p, int depth)
{
    engine_report first, last;
    uint32_t begin = engine_published(e);
    ask(e, p, (engine_limits){.depth = depth});
    CHECK(engine_published(e) == begin + (uint32_t)depth);
    engine_iteration(e, begin, &first);
    engine_iteration(e, begin + (uint32_t)depth - 1, &last);
    return last.nodes - first.nodes;
}

/* What one has found spares another one the work, also after the finder has forgotten everything of its own; to clear
 * the owner empties the table. Of one position this need not hold, as what is found leads to other moves; so the work
 * on 16 is added up (0.56 of what it is alone, six plies deep). */
static void check_help(engine *owner, engine *helper)
{
    enum { DEPTH = 6 };
    uint64_t alone = 0, helped = 0;
    for (unsigned game = 5; game < 21; game++) { /* in these nothing is proved within 8 plies */
        ataxx_position p = position_of(game, 8);
        engine_clear(owner);
        uint64_t work = work_of(owner, p, DEPTH);
        engine_clear(owner);
        engine_clear(helper);
        CHECK(work_of(owner, p, DEPTH) == work);
        engine_clear(owner);
        engine_clear(helper);
        uint32_t before = engine_published(owner), begun = engine_published(helper);
        ask(helper, p, (engine_limits){.depth = DEPTH});
        CHECK(engine_published(owner) == before && engine_published(helper) == begun + DEPTH);
        engine_clear(helper);
        alone += work;
        helped += work_of(owner, p, DEPTH);
    }
    CHECK(4 * helped < 3 * alone);
}

/* Iterations of the owner count what the others do meanwhile, and nothing of what they did before. */
static void check_counts(engine *owner, engine *helper)
{
    ataxx_position p = position_of(1, 8);
    ask(helper, p, (engine_limits){.nodes = 5000});
    uint32_t first = engine_published(owner);
    engine_report done = ask(owner, p, (engine_limits){.depth = 4}), found;
    engine_iteration(owner, engine_published(owner) - 1, &found);
    CHECK(engine_published(owner) > first && found.nodes <= done.nodes);
    search s[2] = {{.e = owner, .p = p, .limits = {.nodes = 100000}}, {.e = helper, .p = p}};
    engine_clear(owner);
    engine_begin(owner, &s[0].limits);
    s[1].limits = (engine_limits){.nodes = 20000};
    work(&s[1]);
    engine_report nothing = {.move = -1};
    engine_publish(owner, &nothing);
    engine_iteration(owner, engine_published(owner) - 1, &found);
    CHECK(found.nodes == owner->nodes + s[1].report.nodes && s[1].report.nodes >= 20000);
}

int main(int argc, char **argv)
{
    bool small = argc > 1 && strcmp(argv[1], "small") == 0;
    uint64_t size = ataxx_weights_size(false);
    int8_t *weights = calloc(1, size);
    char *memory = calloc(1, ataxx_network_size());
    engine *shared[THREADS] = {engine_new(1)};
    CHECK(weights && memory && shared[0]);
    for (size_t i = 0; i < ATAXX_INPUTS * ATAXX_UNITS; i++) /* something that depends on the position */
        weights[i] = (int8_t)((int)((i * 2654435761U >> 8) % 17) - 8);
    int16_t *out = (int16_t *)(weights + ATAXX_INPUTS * ATAXX_UNITS) + ATAXX_UNITS;
    for (size_t i = 0; i < ATAXX_PHASES * ATAXX_UNITS; i++)
        out[i] = (int16_t)((int)((i * 40503U >> 4) % 61) - 30);
    engine_use_weights(shared[0], ataxx_network(weights, size, memory));
    for (int i = 1; i < THREADS; i++)
        CHECK((shared[i] = engine_beside(shared[0])) != NULL);
    check_help(shared[0], shared[1]);
    check_counts(shared[0], shared[1]);
    for (unsigned game = 0; game < (small ? 4 : 24); game++) {
        search s[THREADS];
        if (game % 8 == 0)
            for (int i = 0; i < THREADS; i++)
                engine_clear(shared[i]);
        for (int i = 0; i < THREADS; i++)
            s[i] = (search){.e = shared[i],
                            .p = position_of(game, (int)(3 * game % 80)),
                            .limits = {.nodes = (small ? 1500 : 4000) * (i ? 100U : 1U)}};
        together(s, game % 3 == 2);
        for (int i = 0; i < THREADS; i++)
            CHECK(is_legal(&s[i].p, s[i].report.move) && s[i].report.nodes <= s[i].limits.nodes + 1000);
    }
    for (int i = THREADS - 1; i >= 0; i--)
        engine_free(shared[i]);
    free(memory);
    free(weights);
    printf("selftest_ataxx_threads: passed\n");
    return 0;
}
