/* What all games share: the search context, its transposition table, clock and limits.
 *
 *   table     engine_probe, engine_store          one entry a position, 16 bytes, four to a cache line
 *   limits    engine_begin, engine_visit          count a node, notice that the time is up
 *   result    engine_publish, engine_finish
 *
 * What happens at every node is inline; the rest is in common/engine.c.
 *
 * A context belongs to its caller and serves one search at a time; nothing here is global. Several contexts may share
 * one table and search the same position in threads of their own. The one whose table it is searches as if it were
 * alone; what the others put into the table makes it faster. */
#ifndef ARBITRO_ENGINE_H
#define ARBITRO_ENGINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/engine.cdef.h"

enum { ITERATIONS = 256 }; /* more than a search has */
enum { MAX_PLY = 128, MAX_SQUARES = 64, BUCKET = 4, NEAR_BITS = 15, CROWD_BITS = 12, LAYER = ENGINE_LAYER };
enum { ENGINE_MEMORIES = 3 }; /* tables that remember a move: one of history, two of answers */

/* Which side of the true value a stored score is on. */
enum bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT };

/* What is expected of a node (D. Knuth and R. Moore, "An analysis of alpha-beta pruning", 1975): to lie in an open
 * window, to be cut off by one of its moves, or that all its moves are searched and none is good enough. */
typedef enum { PV_NODE, CUT_NODE, ALL_NODE } node_kind;

/* `key` tells positions apart: 64 bits, of which the low ones choose the bucket. Two kinds of search may share a table
 * as long as they salt their keys differently. */
typedef struct {
    uint64_t key;
    union {
        struct {
            int16_t score;
            uint16_t move;
            uint8_t depth; /* plies searched below, what it is worth to keep */
            uint8_t bound;
            uint8_t age; /* search that wrote it, so that older ones give way */
            uint8_t extra;
        };
        uint64_t rest;
    };
} table_entry;

/* An entry as it stands in memory, where threads read and write without waiting for each other: two halves of different
 * entries do not make a key that anybody asks for. (R. Hyatt and T. Mann, "A lockless transposition-table
 * implementation for parallel search", 2002) */
typedef struct {
    atomic_uint_least64_t check; /* key ^ rest */
    atomic_uint_least64_t rest;
} table_slot;

/* The hidden layer of a small network as each of two players sees the board, with the stones it was made for; a game's
 * evaluation updates it from ply to ply. Player 0 moves at the root. */
typedef struct {
    int16_t view[2][LAYER];
    uint64_t stones[2], kings;
    int known; /* bit 0 and 1: whose view is up to date */
} accumulator;

/* What contexts on one table tell each other. */
typedef struct {
    atomic_uint_least64_t nodes; /* of all searches of those beside so far, as of their last looks at the clock */
    atomic_uint decided;         /* how often a position was decided in which another thread was at work */
    atomic_uchar busy[1 << CROWD_BITS]; /* by a hash of the position: how many threads are at work in it */
} engine_crowd;

struct engine {
    table_slot *table;
    void *memory; /* what to free: the table stands in it at a cache line; NULL if the table is another context's */
    uint64_t buckets_mask;
    uint64_t near[1 << NEAR_BITS]; /* a small table for positions near the leaves, one word each, always replaced */
    uint8_t age;
    engine_crowd crowd_memory;
    engine_crowd *crowd;   /* NULL if no other context uses this table */
    int contexts;          /* so many were made beside it */
    int beside;            /* 0 if the table is its own, or the how manieth it is of those beside */
    uint64_t told;         /* if beside: how many of its nodes the crowd knows */
    uint64_t nodes_before; /* if not: crowd->nodes when the search began */
    unsigned decided_seen; /* crowd->decided as of the last look */
    int leave;             /* give up positions with fewer empty squares: another thread has decided one above them */
    const void *weights;   /* the game's evaluation, owned by the caller */
    void *tables;          /* the game's endgame tablebase, owned by the caller */
    int table_pieces;      /* up to how many pieces it knows who wins */
    bool converting;       /* the root is among them: wins that do not say when are to be made, not only reached */

    /* limits of the running search */
    engine_limits limits;
    uint64_t nodes, poll_at;
    double start_s;
    atomic_bool stop_asked; /* the one field that another thread may write */
    bool stopped;

    /* move ordering: cut-offs by side and move, the same by where the move before went and by where the one before that
     * did, if asked for, and the last two cut-off moves of each ply */
    int16_t history[2][MAX_SQUARES * MAX_SQUARES];
    int16_t answers[2][MAX_SQUARES][MAX_SQUARES * MAX_SQUARES];
    uint8_t places[MAX_PLY]; /* where the moves on the way went */
    uint16_t killers[MAX_PLY][2];
    int estimates[MAX_PLY]; /* of the positions on the way, where the game has them at every node */
    int leanings[MAX_PLY];  /* what the tables say of them, where that ends no search */
    accumulator accumulators[MAX_PLY];
    /* principal variation by ply, a triangle */
    uint16_t pv[MAX_PLY][MAX_PLY];
    int pv_length[MAX_PLY];
    int deepest; /* plies of the longest line of this iteration */
    /* what iterations have found, a ring: each is written before it is counted, so that another thread can read it */
    engine_report iterations[ITERATIONS];
    atomic_uint published;
};

enum { HUGE_PAGE = 2 << 20 };
/* Ask for such pages for memory that nobody has touched yet: read at random, it has fewer TLB misses. */
void engine_huge_pages(void *memory, uint64_t bytes);
void engine_begin(engine *e, const engine_limits *limits);
void engine_finish(engine *e, engine_report *report);
void engine_poll(engine *e);
void engine_unlimited(engine *e);                            /* from now on neither limits nor engine_stop count */
void engine_publish(engine *e, const engine_report *report); /* what an iteration has found */
bool engine_ready(const engine *e, int lasts); /* no iteration is worth beginning: the best move lasts for so many */
void engine_part(engine *e, double share);     /* leave the rest of the work this share of what is left */
void engine_whole(engine *e, const engine_limits *limits); /* back to the limits as they were */
double engine_elapsed(const engine *e);
double engine_now_s(void); /* of a clock that nobody sets */

/* Count a node; afterwards e->stopped tells whether to give up. */
static inline void engine_visit(engine *e)
{
    if (++e->nodes >= e->poll_at)
        engine_poll(e);
}

/* Something has taken as long as many nodes: look at the clock earlier. */
static inline void engine_linger(engine *e)
{
    enum { NODES = 64 };
    e->poll_at = e->poll_at > e->nodes + NODES ? e->poll_at - NODES : e->nodes + 1;
}

static inline table_entry slot_read(table_slot *slot)
{
    table_entry entry = {.rest = atomic_load_explicit(&slot->rest, memory_order_relaxed)};
    entry.key = atomic_load_explicit(&slot->check, memory_order_relaxed) ^ entry.rest;
    return entry;
}

static inline void slot_write(table_slot *slot, table_entry entry)
{
    atomic_store_explicit(&slot->check, entry.key ^ entry.rest, memory_order_relaxed);
    atomic_store_explicit(&slot->rest, entry.rest, memory_order_relaxed);
}

static inline table_slot *engine_bucket(const engine *e, uint64_t key)
{
    return e->table + BUCKET * (key & e->buckets_mask);
}

static inline void engine_prefetch(const engine *e, uint64_t key)
{
    __builtin_prefetch(engine_bucket(e, key));
}

/* Whether the table knows this position, and what. */
static inline bool engine_probe(const engine *e, uint64_t key, table_entry *found)
{
    table_slot *slot = engine_bucket(e, key);
    for (int i = 0; i < BUCKET; i++) {
        *found = slot_read(&slot[i]);
        if (found->key == key)
            return true;
    }
    return false;
}

/* Where to write this position to, and what stands there: its own entry, or that of the bucket which is worth least
 * (old first, then shallow). */
static inline table_slot *engine_victim(const engine *e, uint64_t key, table_entry *found)
{
    table_slot *bucket = engine_bucket(e, key), *victim = bucket;
    int worth = 1 << 20;
    for (int i = 0; i < BUCKET; i++) {
        table_entry entry = slot_read(&bucket[i]);
        int w = entry.key == key ? -1 : entry.depth + (entry.age == e->age ? 256 : 0);
        if (w < worth) {
            worth = w;
            victim = &bucket[i];
            *found = entry;
        }
    }
    return victim;
}

static inline void engine_store(engine *e, uint64_t key, int score, enum bound bound, int depth, unsigned move)
{
    table_entry before;
    slot_write(engine_victim(e, key, &before),
               (table_entry){.key = key,
                             .score = (int16_t)score,
                             .move = (uint16_t)move,
                             .depth = (uint8_t)depth,
                             .bound = (uint8_t)bound,
                             .age = e->age});
}

/* What an evaluation said of a position: sixteen bits, beside all of its key that does not choose the place. */
static inline bool engine_recall(const engine *e, uint64_t key, int *estimate)
{
    uint64_t word = e->near[key >> (64 - NEAR_BITS)];
    *estimate = (int16_t)(word & 0xFFFF);
    return !((word ^ key << 16) >> 16);
}

static inline void engine_remember(engine *e, uint64_t key, int estimate)
{
    if (estimate == (int16_t)estimate)
        e->near[key >> (64 - NEAR_BITS)] = key << 16 | (uint16_t)estimate;
}

/* Put a move before the principal variation of the ply below. */
static inline void engine_keep_pv(engine *e, int ply, int move)
{
    e->pv[ply][0] = (uint16_t)move;
    int length = e->pv_length[ply + 1];
    for (int i = 0; i < length; i++)
        e->pv[ply][i + 1] = e->pv[ply + 1][i];
    e->pv_length[ply] = length + 1;
}

/* The logarithm to the base 2 in 1,024ths, of n >= 1: straight lines between powers of two. (J. Mitchell, "Computer
 * multiplication and division using binary logarithms", 1962) */
static inline int logarithm(int n)
{
    int whole = 31 - __builtin_clz((unsigned)n);
    return 1024 * (whole - 1) + (1024 * n >> whole);
}

/* A 128-bit product folded to 64 bits: mixes two words better than shifts and costs one multiplication. */
static inline uint64_t mix(uint64_t a, uint64_t b)
{
    __extension__ unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

#endif
