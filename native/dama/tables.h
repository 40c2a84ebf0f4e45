/* The endgame tablebase: for each position with few pieces, who wins and in how many plies.
 *
 * A file is a row of slices (dama/index.h), written by bots/dama/tablebase.py; numbers are little-endian:
 *
 *   4 bytes   "DAMA"
 *   4         own men, own kings, opponent's men, opponent's kings
 *   4         number of blocks, BLOCK_VALUES values each but for the last
 *   4         CRC-32 of what follows
 *   4 each    for each block, where it ends, counted from the beginning of the first
 *   blocks    raw deflate streams
 *
 * A value is a byte: 0 for a draw, otherwise 1 + plies to the end; odd plies win for the side to move, even ones lose.
 * A number that belongs to no position repeats the value before, which packs best; until then it is VALUE_UNUSED.
 * Blocks are read with pread when they are needed and kept decompressed in a cache of fixed size, because the pages of
 * a mapped file would count as memory of the process. */
#ifndef ARBITRO_DAMA_TABLES_H
#define ARBITRO_DAMA_TABLES_H

#include "dama/index.h"

enum {
    VALUE_DRAW = DAMA_DRAW,
    VALUE_UNUSED = 255,
    VALUE_UNKNOWN = DAMA_UNKNOWN,
    MOST_PLIES = 253,
    BLOCK_VALUES = DAMA_BLOCK_VALUES,
    NO_BLOCK = -1
};

typedef struct {
    int64_t blocks_at; /* where the blocks begin in the file */
    int32_t fd;
    bool raw;        /* a slice that is being solved: its file holds the values as they are */
    uint32_t ends[]; /* of the blocks */
} table_slice;

/* Where blocks land is fixed by their numbers: no search, no list of ages. */
typedef struct {
    int64_t block; /* number of the slice and of the block in it, NO_BLOCK while empty */
    uint8_t values[BLOCK_VALUES];
} cache_line;

struct dama_tables {
    table_slice *slices[SLICES];
    uint64_t lines;
    uint64_t misses; /* blocks read so far */
    cache_line *cache;
};

int tables_miss(dama_tables *t, material m, uint64_t index);

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

static inline cache_line *tables_line(const dama_tables *t, int64_t block)
{
    return &t->cache[mix((uint64_t)block, 0x9E3779B97F4A7C15ULL) % t->lines];
}

static inline int64_t block_number(material m, uint64_t index)
{
    return (int64_t)((uint64_t)slice_id(m) << 32 | index / BLOCK_VALUES);
}

/* The value of a position in which both sides have pieces, VALUE_UNKNOWN if the tables do not hold it. */
static inline int tables_probe(dama_tables *t, const Position *p)
{
    material m = material_of(p);
    if (m.men + m.kings + m.opp_men + m.opp_kings > TABLE_PIECES || !t->slices[slice_id(m)])
        return VALUE_UNKNOWN;
    uint64_t index = index_of(p, m);
    int64_t block = block_number(m, index);
    const cache_line *line = tables_line(t, block);
    return line->block == block ? line->values[index % BLOCK_VALUES] : tables_miss(t, m, index);
}

#endif
