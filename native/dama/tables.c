/* The endgame tablebase: files, cache, and what Python calls of it. See dama/tables.h and dama/build.h. */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#include "dama/build.h"
#include "common/inflate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HEADER = 16 };

static uint32_t little_endian(const uint8_t *b)
{
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Read all of `size` bytes; false if the file ends before, or cannot be read. */
static bool read_at(int fd, void *to, size_t size, int64_t offset)
{
    uint8_t *bytes = to;
    while (size) {
        ssize_t got = pread(fd, bytes, size, (off_t)offset);
        if (got <= 0)
            return false;
        bytes += got;
        size -= (size_t)got;
        offset += got;
    }
    return true;
}

dama_tables *dama_tables_new(uint32_t cache_mib)
{
    dama_tables *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->lines = ((uint64_t)(cache_mib ? cache_mib : 1) << 20) / sizeof(cache_line);
    t->cache = calloc(t->lines, sizeof(cache_line)); /* lines that are never used take no memory */
    if (!t->cache) {
        free(t);
        return NULL;
    }
    return t;
}

static void free_slice(table_slice *slice)
{
    if (slice)
        free(slice->held);
    free(slice);
}

void dama_tables_free(dama_tables *t)
{
    if (!t)
        return;
    for (int i = 0; i < SLICES; i++)
        free_slice(t->slices[i]);
    free(t->cache);
    free(t);
}

static material material_from(const int32_t pieces[4])
{
    return (material){pieces[0], pieces[1], pieces[2], pieces[3]};
}

static bool is_material(material m)
{
    int own = m.men + m.kings, opp = m.opp_men + m.opp_kings;
    return m.men >= 0 && m.kings >= 0 && m.opp_men >= 0 && m.opp_kings >= 0 && own > 0 && opp > 0
        && own + opp <= TABLE_PIECES;
}

static int32_t blocks_of(material m, bool outcomes)
{
    return (int32_t)((slice_bytes(m, outcomes) + BLOCK_BYTES - 1) / BLOCK_BYTES);
}

int64_t dama_tables_add(dama_tables *t, int32_t fd, int64_t offset)
{
    uint8_t header[HEADER];
    if (!read_at(fd, header, HEADER, offset) || memcmp(header, "DAM", 3) != 0)
        return 0;
    bool outcomes = header[3] == 'O';
    material m = {header[4], header[5], header[6], header[7]};
    if ((header[3] != 'A' && !outcomes) || !is_material(m)
        || little_endian(header + 8) != (uint32_t)blocks_of(m, outcomes))
        return 0;
    int32_t blocks = blocks_of(m, outcomes);
    size_t bytes = (size_t)blocks * sizeof(uint32_t);
    table_slice *slice = malloc(sizeof *slice + bytes);
    if (!slice)
        return 0;
    *slice = (table_slice){.blocks_at = offset + HEADER + (int64_t)bytes, .fd = fd, .outcomes = outcomes};
    uint8_t last;
    bool good = read_at(fd, slice->ends, bytes, offset + HEADER);
    for (int32_t i = 0; i < blocks; i++) {
        slice->ends[i] = little_endian((const uint8_t *)&slice->ends[i]);
        good = good && slice->ends[i] > (i ? slice->ends[i - 1] : 0);
    }
    int64_t end = slice->blocks_at + (blocks ? slice->ends[blocks - 1] : 0);
    if (!good || !read_at(fd, &last, 1, end - 1)) {
        free(slice);
        return 0;
    }
    free_slice(t->slices[slice_id(m)]);
    t->slices[slice_id(m)] = slice;
    return end;
}

int32_t dama_tables_pieces(const dama_tables *t, int32_t outcomes)
{
    for (int pieces = 2; pieces <= TABLE_PIECES; pieces++) {
        for (int own = 1; own < pieces; own++) {
            for (int men = 0; men <= own; men++) {
                for (int opp_men = 0; opp_men <= pieces - own; opp_men++) {
                    const table_slice *slice =
                        t->slices[slice_id((material){men, own - men, opp_men, pieces - own - opp_men})];
                    if (!slice || (slice->outcomes && !outcomes))
                        return pieces - 1;
                }
            }
        }
    }
    return TABLE_PIECES;
}

/* Read a block into a cache line. A raw file has its full length from the beginning. */
static bool read_block(const table_slice *slice, uint64_t block, uint8_t *values, size_t size)
{
    enum { LONGEST = BLOCK_BYTES + 64 }; /* what does not shrink is stored, with a few bytes around it */
    if (slice->raw)
        return read_at(slice->fd, values, size, (int64_t)(block * BLOCK_BYTES));
    uint8_t packed[LONGEST];
    uint32_t begin = block ? slice->ends[block - 1] : 0, length = slice->ends[block] - begin;
    return length <= LONGEST && read_at(slice->fd, packed, length, slice->blocks_at + begin)
        && inflate_block(packed, length, values, size);
}

/* How many bytes a block has, the last of a slice fewer than others. */
static size_t block_size(material m, const table_slice *slice, uint64_t block)
{
    uint64_t rest = slice_bytes(m, slice->outcomes) - block * BLOCK_BYTES;
    return rest < BLOCK_BYTES ? rest : BLOCK_BYTES;
}

/* Read the block of a byte that is not in the cache. A block that cannot be read leaves what it holds unknown. */
int tables_miss(dama_tables *t, material m, uint64_t at)
{
    const table_slice *slice = t->slices[slice_id(m)];
    int64_t number = block_number(m, at);
    uint64_t block = at / BLOCK_BYTES;
    cache_line *first = tables_lines(t, number), *line = first + !first->recent;
    t->misses++;
    line->block = NO_BLOCK;
    if (!read_block(slice, block, line->values, block_size(m, slice, block)))
        return VALUE_UNKNOWN;
    line->block = number;
    first->recent = (uint64_t)(line - first);
    return line->values[at % BLOCK_BYTES];
}

bool tables_hold(dama_tables *t, material m)
{
    table_slice *slice = t->slices[slice_id(m)];
    if (!slice || slice->held)
        return true;
    uint64_t size = slice_bytes(m, slice->outcomes);
    uint8_t *held = malloc(size);
    bool good = held;
    for (uint64_t block = 0; good && block * BLOCK_BYTES < size; block++) {
        good = read_block(slice, block, held + block * BLOCK_BYTES, block_size(m, slice, block));
        errno = EIO;
    }
    if (good)
        slice->held = held;
    else
        free(held);
    return good;
}

void tables_release(dama_tables *t, material m)
{
    if (!t->slices[slice_id(m)])
        return;
    free(t->slices[slice_id(m)]->held);
    t->slices[slice_id(m)]->held = NULL;
}

int32_t dama_tables_probe(dama_tables *t, uint64_t own, uint64_t opp, uint64_t kings)
{
    Position p = {own, opp, kings, NO_LIMIT};
    return own && opp ? tables_probe(t, &p) : VALUE_UNKNOWN;
}

uint64_t dama_slice_size(const int32_t pieces[4])
{
    material m = material_from(pieces);
    return is_material(m) ? slice_size(m) : 0;
}

/* Write values of a raw slice to its file, and to where the cache holds them. Sets errno if it gives false. */
static bool write_values(dama_tables *t, material m, uint64_t index, const uint8_t *values, uint64_t n)
{
    for (uint64_t done = 0; done < n;) {
        ssize_t wrote = pwrite(t->slices[slice_id(m)]->fd, values + done, n - done, (off_t)(index + done));
        if (wrote <= 0)
            return false;
        done += (uint64_t)wrote;
    }
    for (uint64_t i = 0; i < n;) {
        uint64_t at = (index + i) % BLOCK_BYTES, more = BLOCK_BYTES - at < n - i ? BLOCK_BYTES - at : n - i;
        cache_line *lines = tables_lines(t, block_number(m, index + i));
        for (int way = 0; way < CACHE_WAYS; way++)
            if (lines[way].block == block_number(m, index + i))
                memcpy(lines[way].values + at, values + i, more);
        i += more;
    }
    return true;
}

/* Write what was found of a unit; the values take the place of the states. */
static bool write_unit(dama_tables *t, const build_side *side, uint64_t number)
{
    uint8_t *values = (uint8_t *)side->state;
    for (uint64_t i = 0; i < side->size; i++)
        values[i] = exists(&side->men) ? value_of_state(side->state[i]) : VALUE_UNUSED;
    return write_values(t, side->of, number * side->size, values, side->size);
}

/* Solve all units, those with men that have gone further first. Gives 1, or as dama_slice_solve. */
static int32_t solve_units(dama_tables *t, material m, uint16_t *states)
{
    material o = other_side(m);
    bool alone = slice_id(m) == slice_id(o);
    uint64_t size = king_numbers(m);
    uint64_t own_numbers = CHOOSE[m.men][MEN_SQUARES], opp_numbers = CHOOSE[m.opp_men][MEN_SQUARES];
    for (uint64_t own = own_numbers; own--;) {
        for (uint64_t opp = alone ? own + 1 : opp_numbers; opp--;) {
            uint64_t number = own * opp_numbers + opp, mirrored = opp * own_numbers + own;
            bool alike = alone && own == opp;
            build_side side = {m, men_of(number, m), size, states};
            build_side other = {o, men_of(mirrored, o), size, alike ? states : states + size};
            if (exists(&side.men) && !build_unit(t, &side, &other))
                return 0;
            if (!write_unit(t, &side, number) || (!alike && !write_unit(t, &other, mirrored)))
                return -1;
        }
    }
    return 1;
}

static bool add_raw(dama_tables *t, material m, int32_t fd)
{
    table_slice *slice = malloc(sizeof *slice);
    if (!slice || ftruncate(fd, (off_t)slice_size(m))) {
        free(slice);
        return false;
    }
    *slice = (table_slice){.fd = fd, .raw = true};
    free_slice(t->slices[slice_id(m)]);
    t->slices[slice_id(m)] = slice;
    return true;
}

static void forget(dama_tables *t, material m)
{
    free_slice(t->slices[slice_id(m)]);
    t->slices[slice_id(m)] = NULL;
    for (uint64_t i = 0; i < t->lines; i++)
        if (t->cache[i].block >> 32 == slice_id(m))
            t->cache[i].block = NO_BLOCK;
}

int32_t dama_slice_solve(dama_tables *t, const int32_t pieces[4], int32_t fd, int32_t mirror_fd)
{
    material m = material_from(pieces), o = other_side(m);
    int32_t solved = -1;
    uint16_t *states = malloc(2 * king_numbers(m) * sizeof *states);
    forget(t, m);
    forget(t, o);
    if (states && add_raw(t, m, fd) && (slice_id(m) == slice_id(o) || add_raw(t, o, mirror_fd)))
        solved = solve_units(t, m, states);
    int error = errno;
    free(states);
    forget(t, m);
    forget(t, o);
    errno = error;
    return solved;
}
