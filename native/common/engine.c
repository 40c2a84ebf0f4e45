/* The search context: memory, clock and limits. See engine.h. */
#define _DEFAULT_SOURCE /* madvise */
#include "common/engine.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

/* Nodes between two looks at the clock: about 0.2 ms. The first nodes are looked at one by one, then it is a part of
 * those so far: they are the first to touch the table, and each page costs up to 5 ms where a virtual machine has not
 * had it before. With 4,096 from the start on, 16 pages made a move of 20 ms take 99. */
enum { POLL_NODES = 4096, POLL_PART = 64, CACHE_LINE = 64 };

double engine_now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void engine_huge_pages(void *memory, uint64_t bytes)
{
#ifdef MADV_HUGEPAGE
    uintptr_t begin = ((uintptr_t)memory + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE, end = (uintptr_t)memory + bytes;
    if (end > begin + HUGE_PAGE)
        madvise((void *)begin, (end - begin) / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE); /* may be refused */
#else
    (void)memory, (void)bytes; /* in a page */
#endif
}

engine *engine_new(uint32_t hash_mib)
{
    engine *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    size_t bytes = (size_t)(hash_mib ? hash_mib : 1) << 20, buckets = 1;
    while (2 * buckets * BUCKET * sizeof(table_slot) <= bytes)
        buckets *= 2;
    /* calloc, not memset: pages that are never used are never touched, which start-up time and memory show. */
    e->memory = calloc(buckets * BUCKET * sizeof(table_slot) + CACHE_LINE, 1);
    if (!e->memory) {
        free(e);
        return NULL;
    }
    uintptr_t address = ((uintptr_t)e->memory + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    engine_huge_pages((void *)address, buckets * BUCKET * sizeof(table_slot));
    e->table = (table_slot *)address;
    e->buckets_mask = buckets - 1;
    return e;
}

engine *engine_beside(engine *e)
{
    engine *other = calloc(1, sizeof *other);
    if (!other)
        return NULL;
    e->crowd = &e->crowd_memory;
    other->crowd = e->crowd;
    other->beside = ++e->contexts;
    other->table = e->table;
    other->buckets_mask = e->buckets_mask;
    other->age = e->age;
    other->weights = e->weights;
    other->tables = e->tables;
    other->table_pieces = e->table_pieces;
    return other;
}

void engine_free(engine *e)
{
    if (e)
        free(e->memory);
    free(e);
}

void engine_clear(engine *e)
{
    if (!e->beside)
        memset(e->table, 0, (e->buckets_mask + 1) * BUCKET * sizeof(table_slot));
    memset(e->near, 0, sizeof e->near);
    memset(e->history, 0, sizeof e->history);
    memset(e->answers, 0, sizeof e->answers);
    memset(e->killers, 0, sizeof e->killers);
    e->age = 0;
}

void engine_use_weights(engine *e, const void *weights)
{
    e->weights = weights;
    memset(e->near, 0, sizeof e->near); /* what others thought of positions */
}

void engine_use_tables(engine *e, void *tables)
{
    e->tables = tables;
}

void engine_stop(engine *e)
{
    atomic_store(&e->stop_asked, true);
}

double engine_elapsed(const engine *e)
{
    return engine_now_s() - e->start_s;
}

/* Of all searches so far of the contexts beside. */
static uint64_t nodes_beside(const engine *e)
{
    return e->crowd ? atomic_load_explicit(&e->crowd->nodes, memory_order_relaxed) : 0;
}

static void tell_nodes(engine *e)
{
    if (e->beside)
        atomic_fetch_add_explicit(&e->crowd->nodes, e->nodes - e->told, memory_order_relaxed);
    e->told = e->nodes;
}

void engine_begin(engine *e, const engine_limits *limits)
{
    e->limits = *limits;
    e->nodes = 0;
    e->start_s = engine_now_s();
    atomic_store(&e->stop_asked, false);
    e->stopped = false;
    e->leave = 0;
    e->age++;
    e->told = 0;
    e->nodes_before = nodes_beside(e);
    memset(e->pv_length, 0, sizeof e->pv_length);
    engine_poll(e);
}

void engine_poll(engine *e)
{
    const engine_limits *l = &e->limits;
    tell_nodes(e);
    if ((l->nodes && e->nodes >= l->nodes) || (l->time_s > 0 && engine_elapsed(e) >= l->time_s)
        || atomic_load(&e->stop_asked))
        e->stopped = true;
    e->poll_at = e->nodes + (e->nodes < (uint64_t)POLL_NODES * POLL_PART ? 1 + e->nodes / POLL_PART : POLL_NODES);
    if (l->nodes && l->nodes < e->poll_at && l->nodes > e->nodes)
        e->poll_at = l->nodes;
}

bool engine_ready(const engine *e, int lasts)
{
    static const double PART[] = {1.6, 1.25, 1, 0.8, 0.65}; /* of the time that a move has: who wavers thinks longer */
    enum { LAST = sizeof PART / sizeof *PART - 1 };
    return e->limits.ready_s > 0 && engine_elapsed(e) >= e->limits.ready_s * PART[lasts < LAST ? lasts : LAST];
}

void engine_part(engine *e, double share)
{
    engine_limits *l = &e->limits;
    if (l->time_s > 0)
        l->time_s -= (1 - share) * (l->time_s - engine_elapsed(e));
    if (l->nodes > e->nodes)
        l->nodes -= (uint64_t)((1 - share) * (double)(l->nodes - e->nodes));
    engine_poll(e);
}

void engine_whole(engine *e, const engine_limits *limits)
{
    e->limits = *limits;
    e->stopped = false;
    engine_poll(e);
}

void engine_unlimited(engine *e)
{
    e->stopped = false;
    e->poll_at = UINT64_MAX;
}

void engine_publish(engine *e, const engine_report *report)
{
    unsigned n = atomic_load_explicit(&e->published, memory_order_relaxed);
    engine_report *iteration = &e->iterations[n % ITERATIONS];
    *iteration = *report;
    engine_finish(e, iteration);
    iteration->nodes += nodes_beside(e) - e->nodes_before;
    atomic_store_explicit(&e->published, n + 1, memory_order_release);
}

uint32_t engine_published(const engine *e)
{
    return atomic_load_explicit(&e->published, memory_order_acquire);
}

void engine_iteration(const engine *e, uint32_t number, engine_report *report)
{
    *report = e->iterations[number % ITERATIONS];
}

int32_t engine_hashfull(const engine *e)
{
    enum { SAMPLE = 1000 };
    int32_t used = 0;
    for (int i = 0; i < SAMPLE; i++) {
        table_entry entry = slot_read(&e->table[i]);
        used += entry.bound != BOUND_NONE && entry.age == e->age;
    }
    return used;
}

void engine_finish(engine *e, engine_report *report)
{
    tell_nodes(e);
    report->nodes = e->nodes;
    report->time_s = engine_elapsed(e);
}
