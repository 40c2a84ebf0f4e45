/* The endgame tablebase: for each position with few pieces, who wins and in how many plies.
 *
 * A file is a row of slices (dama/index.h), written by bots/dama/tablebase.py in an order that is fixed (`in_order` in
 * dama/tables.py), by which damage to what no checksum has is noticed; numbers are little-endian:
 *
 *   4 bytes   "DAMA"
 *   4         own men, own kings, opponent's men, opponent's kings
 *   4         number of blocks, of BLOCK_BYTES bytes each but for the last
 *   4         CRC-32 of what follows
 *   4 each    for each block, where it ends, counted from the beginning of the first
 *   blocks    raw deflate streams
 *
 * A value is a byte: 0 for a draw, otherwise 1 + plies to the end; odd plies win for the side to move, even ones lose.
 * A number that belongs to no position repeats the value before, which packs best; until then it is VALUE_UNUSED.
 *
 * A slice that begins with "DAMO" instead holds outcomes, four a byte, without plies: see dama/outcome.h. Of them the
 * values are VALUE_WON, VALUE_LOST and VALUE_DRAW.
 *
 * Blocks are read with pread when they are needed and kept decompressed in a cache of fixed size, because the pages of
 * a mapped file would count as memory of the process. */
#ifndef ARBITRO_DAMA_TABLES_H
#define ARBITRO_DAMA_TABLES_H

#include "dama/index.h"

enum {
    VALUE_DRAW = DAMA_DRAW,
    VALUE_UNUSED = 255,
    VALUE_UNKNOWN = DAMA_UNKNOWN,
    VALUE_WON = DAMA_WON,   /* as if it were in more plies than any other */
    VALUE_LOST = DAMA_LOST, /* and this in one less */
    MOST_PLIES = 251,
    BLOCK_BYTES = DAMA_BLOCK_BYTES,
    NO_BLOCK = 0 /* as there is no slice 0 */
};

enum { OUTCOME_DRAW, OUTCOME_WON, OUTCOME_LOST, OUTCOMES_A_BYTE = 4 };

typedef struct {
    int64_t blocks_at; /* where the blocks begin in the file */
    int32_t fd;
    bool raw;        /* a slice that is being solved: its file holds the values as they are */
    bool outcomes;   /* without plies */
    uint8_t *held;   /* if it is whole in memory */
    uint32_t ends[]; /* of the blocks */
} table_slice;

static inline uint64_t slice_bytes(material m, bool outcomes)
{
    return outcomes ? (slice_size(m) + OUTCOMES_A_BYTE - 1) / OUTCOMES_A_BYTE : slice_size(m);
}

/* Which two lines a block may be in is fixed by its number; it takes the one that was not asked for last. With one line
 * for each, searches of six pieces read 2.7 times as many blocks. */
enum { CACHE_WAYS = 2 };
typedef struct {
    int64_t block;   /* number of the slice and of the block in it, NO_BLOCK while empty */
    uint64_t recent; /* in the first of two lines, which one was asked for last */
    uint8_t values[BLOCK_BYTES];
} cache_line;

struct dama_tables {
    table_slice *slices[SLICES];
    uint64_t lines;
    uint64_t misses; /* blocks read so far */
    cache_line *cache;
};

bool tables_hold(dama_tables *t, material m); /* a slice, if it is there, whole in memory; false with errno */
void tables_release(dama_tables *t, material m);
int tables_miss(dama_tables *t, material m, uint64_t at);

static inline int value_of(int plies)
{
    return plies + 1;
}

static inline int plies_of(int value)
{
    return value - 1;
}

static inline bool is_lost(int value)
{
    return value % 2 == 1;
}

/* The first of the lines that a block may be in. */
static inline cache_line *tables_lines(const dama_tables *t, int64_t block)
{
    return &t->cache[mix((uint64_t)block, 0x9E3779B97F4A7C15ULL) % (t->lines / CACHE_WAYS) * CACHE_WAYS];
}

static inline int64_t block_number(material m, uint64_t at)
{
    return (int64_t)((uint64_t)slice_id(m) << 32 | at / BLOCK_BYTES);
}

/* A byte of a slice, VALUE_UNKNOWN if it cannot be read. */
static inline int tables_byte(dama_tables *t, material m, uint64_t at)
{
    const table_slice *slice = t->slices[slice_id(m)];
    if (slice->held)
        return slice->held[at];
    int64_t block = block_number(m, at);
    cache_line *first = tables_lines(t, block);
    uint64_t way = first->block != block;
    if (first[way].block != block)
        return tables_miss(t, m, at);
    first->recent = way;
    return first[way].values[at % BLOCK_BYTES];
}

/* What a slice of outcomes holds, VALUE_UNKNOWN if it cannot be read. */
static inline int outcome_stored(dama_tables *t, material m, uint64_t index)
{
    int byte = tables_byte(t, m, index / OUTCOMES_A_BYTE);
    return byte < 0 ? byte : byte >> 2 * (index % OUTCOMES_A_BYTE) & 3;
}

static inline int tables_probe(dama_tables *t, const Position *p);

/* What is stored, unless a capture is worth more: then anything that is not better may stand there. */
static inline int outcome_probe(dama_tables *t, const Position *p, material m, uint64_t index)
{
    static const int VALUES[] = {VALUE_DRAW, VALUE_WON, VALUE_LOST, VALUE_UNKNOWN};
    int stored = outcome_stored(t, m, index), best = stored < 0 ? VALUE_UNKNOWN : VALUES[stored];
    if (best == VALUE_UNKNOWN || best == VALUE_WON)
        return best;
    Move moves[GAME_MOVES];
    landings l = landings_of(p);
    int n = list_captures(&l, moves);
    for (int i = 0; i < n; i++) {
        Position child = after(p, moves[i]);
        int value = child.own ? tables_probe(t, &child) : value_of(0);
        if (value == VALUE_UNKNOWN)
            return VALUE_UNKNOWN;
        if (is_lost(value))
            return VALUE_WON;
        if (value == VALUE_DRAW)
            best = VALUE_DRAW;
    }
    return best;
}

/* The value of a position in which both sides have pieces, VALUE_UNKNOWN if the tables do not hold it: a board that was
 * loaded may have men on their last row, who have no number. */
static inline int tables_probe(dama_tables *t, const Position *p)
{
    material m = material_of(p);
    if (m.men + m.kings + m.opp_men + m.opp_kings > TABLE_PIECES || !t->slices[slice_id(m)]
        || ((p->own & LAST_ROW) | (p->opp & FIRST_ROW)) & ~p->kings)
        return VALUE_UNKNOWN;
    uint64_t index = index_of(p, m);
    return t->slices[slice_id(m)]->outcomes ? outcome_probe(t, p, m, index) : tables_byte(t, m, index);
}

#endif
