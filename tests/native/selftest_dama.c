/* Dama's engine without Python, for the sanitizers: counting, searching with and without limits and tables, building
 * slices, reading them back, and reading what has been damaged. Ends with status 0, or says what is wrong.
 *
 *     selftest_dama [small]      small: little work, for tools that slow a program down fiftyfold */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include "dama/tables.h"
#include "common/inflate.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const uint64_t OWN = 0x0000000000AA55AAULL, OPP = 0x55AA550000000000ULL;

static void search_everywhere(engine *e, bool small)
{
    uint64_t board[3] = {OWN, OPP, 0}, random = 88172645463325252ULL;
    for (int ply = 0; ply < 200; ply++) {
        int32_t moves[48], n = dama_moves(board[0], board[1], board[2], moves);
        engine_limits limits = {.nodes = small ? 200 : 2000};
        engine_report report;
        dama_search(e, board[0], board[1], board[2], ply % 3 && ply < 100 ? 100 - ply : -1, &limits, &report);
        CHECK((n == 0) == (report.move < 0));
        if (!n)
            break;
        random ^= random << 13, random ^= random >> 7, random ^= random << 17;
        dama_after(board, ply % 4 ? report.move : moves[random % (uint64_t)n]);
    }
}

static void play_itself(engine *e, bool small)
{
    enum { ROOM = 30 };
    dama_record records[ROOM];
    for (uint64_t seed = 0; seed < (small ? 3 : 20); seed++) {
        int32_t n = dama_selfplay(e, seed, 50, records, ROOM);
        CHECK(n >= 0 && n <= ROOM);
    }
}

/* Write a slice in stored blocks, which any reader of deflate must know. */
static void write_slice(int fd, char kind, const int32_t pieces[4], const uint8_t *values, uint64_t size)
{
    uint32_t blocks = (uint32_t)((size + BLOCK_BYTES - 1) / BLOCK_BYTES), end = 0;
    uint8_t header[16] = {
        'D', 'A', 'M', (uint8_t)kind, (uint8_t)pieces[0], (uint8_t)pieces[1], (uint8_t)pieces[2], (uint8_t)pieces[3]};
    memcpy(header + 8, &blocks, 4);
    CHECK(write(fd, header, 16) == 16);
    for (uint32_t i = 0; i < blocks; i++) {
        uint64_t left = size - (uint64_t)i * BLOCK_BYTES;
        end += 5 + (uint32_t)(left < BLOCK_BYTES ? left : BLOCK_BYTES);
        CHECK(write(fd, &end, 4) == 4);
    }
    for (uint64_t at = 0; at < size; at += BLOCK_BYTES) {
        uint16_t n = (uint16_t)(size - at < BLOCK_BYTES ? size - at : BLOCK_BYTES), not_n = (uint16_t)~n;
        uint8_t block[5] = {1};
        memcpy(block + 1, &n, 2);
        memcpy(block + 3, &not_n, 2);
        CHECK(write(fd, block, 5) == 5);
        CHECK(write(fd, values + at, n) == n);
    }
}

static int working_file(void)
{
    char name[] = "/tmp/selftest_dama.XXXXXX";
    int fd = mkstemp(name);
    CHECK(fd >= 0 && unlink(name) == 0);
    return fd;
}

static uint8_t *values_in(int fd, uint64_t size)
{
    uint8_t *values = calloc(1, size);
    CHECK(values && pread(fd, values, size, 0) >= 0);
    return values;
}

static void build_small(dama_tables *t, int fd)
{
    static const int32_t SLICES_OF_2[3][4] = {{0, 1, 0, 1}, {0, 1, 1, 0}, {1, 0, 1, 0}};
    int64_t end = 0;
    for (int i = 0; i < 3; i++) {
        const int32_t *m = SLICES_OF_2[i], mirror[4] = {m[2], m[3], m[0], m[1]};
        uint64_t size = dama_slice_size(m), histogram[256] = {0};
        int own_fd = working_file(), other_fd = working_file();
        CHECK(dama_slice_solve(t, m, own_fd, other_fd) == 1);
        uint8_t *values = values_in(own_fd, size), *other = values_in(other_fd, size);
        write_slice(fd, 'A', m, values, size);
        CHECK((end = dama_tables_add(t, fd, end)) > 0);
        if (memcmp(m, mirror, sizeof mirror) != 0) {
            write_slice(fd, 'A', mirror, other, size);
            CHECK((end = dama_tables_add(t, fd, end)) > 0);
        }
        CHECK(dama_slice_check(t, m, 1, histogram) == 0);
        free(values);
        free(other);
        close(own_fd);
        close(other_fd);
    }
    CHECK(dama_tables_pieces(t, 0) == 2);
    CHECK(dama_slice_solve(t, (const int32_t[4]){0, 2, 0, 2}, fd, fd) == 0); /* what has three pieces is not there */
}

/* As many positions must be drawn, lost and won as the distances say. */
static void check_counts(dama_tables *known, const int32_t pieces[4], const uint64_t counts[3])
{
    uint64_t histogram[256] = {0}, sums[3] = {0};
    CHECK(dama_slice_check(known, pieces, 1, histogram) == 0);
    for (int value = 0; value < 256; value++)
        sums[value == VALUE_DRAW ? OUTCOME_DRAW : is_lost(value) ? OUTCOME_LOST : OUTCOME_WON] += histogram[value];
    CHECK(memcmp(sums, counts, sizeof sums) == 0);
}

/* Find blocks of a slice that fall on the same lines of the cache, and where they begin; false if there are none. */
static bool find_rivals(const dama_tables *t, material m, int wanted, uint64_t *at)
{
    uint64_t size = slice_size(m);
    for (uint64_t from = 0; from < size; from += BLOCK_BYTES) {
        int n = 0;
        for (uint64_t other = from; other < size && n < wanted; other += BLOCK_BYTES)
            if (tables_lines(t, block_number(m, other)) == tables_lines(t, block_number(m, from)))
                at[n++] = other;
        if (n == wanted)
            return true;
    }
    return false;
}

/* Two blocks share their lines; a third one takes the place of the one that was not asked for last. */
static void keep_blocks(int shipped)
{
    dama_tables *t = dama_tables_new(1);
    CHECK(t);
    int64_t end = 0;
    while ((end = dama_tables_add(t, shipped, end)) > 0)
        ;
    material m = {1, 1, 1, 1};
    uint64_t at[3];
    CHECK(find_rivals(t, m, 3, at));
    for (int i = 0; i < 20; i++)
        CHECK(tables_byte(t, m, at[i % 2]) >= 0);
    CHECK(t->misses == 2);
    CHECK(tables_byte(t, m, at[2]) >= 0 && t->misses == 3);
    CHECK(tables_byte(t, m, at[1]) >= 0 && t->misses == 3);
    CHECK(tables_byte(t, m, at[0]) >= 0 && t->misses == 4);
    CHECK(tables_byte(t, m, at[1]) >= 0 && t->misses == 4);
    dama_tables_free(t);
}

/* Solve outcomes of four pieces from tables in which they take the place of distances; there must be as many as of
 * those that `known` has. Then search with them. */
static void solve_outcomes(const char *shipped, dama_tables *known, engine *e, bool small)
{
    static const int32_t SLICES_OF_4[5][4] = {{0, 2, 0, 2}, {0, 1, 1, 2}, {1, 1, 1, 1}, {2, 0, 1, 1}, {2, 0, 2, 0}};
    int part = working_file(), fd = open(shipped, O_RDONLY);
    dama_tables *t = dama_tables_new(1);
    int64_t end = 0;
    CHECK(t && fd >= 0);
    while ((end = dama_tables_add(t, fd, end)) > 0)
        ;
    for (int i = 0; i < 5; i++) {
        const int32_t *m = SLICES_OF_4[i], mirror[4] = {m[2], m[3], m[0], m[1]};
        uint64_t counts[6] = {0}, bytes = (dama_slice_size(m) + OUTCOMES_A_BYTE - 1) / OUTCOMES_A_BYTE;
        int fds[2] = {working_file(), working_file()};
        CHECK(dama_outcomes_solve(t, m, fds[0], fds[1], counts) == 1);
        for (int side = 0; side < (memcmp(m, mirror, sizeof mirror) ? 2 : 1); side++) {
            if (!small) /* three times as long as to solve them */
                check_counts(known, side ? mirror : m, counts + 3 * side);
            uint8_t *outcomes = values_in(fds[side], bytes);
            write_slice(part, 'O', side ? mirror : m, outcomes, bytes);
            free(outcomes);
        }
        for (int64_t next; (next = dama_tables_add(t, part, end)) > 0;)
            end = next;
        CHECK(dama_slice_check(t, m, small ? 50 : 1, (uint64_t[256]){0}) == 0);
        close(fds[0]);
        close(fds[1]);
    }
    CHECK(dama_tables_pieces(t, 0) == 3 && dama_tables_pieces(t, 1) == 4);
    engine_use_tables(e, t);
    search_everywhere(e, small);
    engine_use_tables(e, known);
    dama_tables_free(t);
    close(part);
    close(fd);
}

static void read_garbage(const char *shipped, bool small)
{
    FILE *file = fopen(shipped, "rb");
    CHECK(file);
    uint8_t data[8192], out[BLOCK_BYTES];
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    for (unsigned seed = 1; seed < (small ? 2000 : 20000); seed++) {
        srand(seed);
        size_t begin = (size_t)rand() % (size - 200), length = 1 + (size_t)rand() % 199;
        data[begin + (size_t)rand() % length] ^= (uint8_t)rand();
        inflate_block(data + begin, length, out, 1 + (size_t)rand() % BLOCK_BYTES);
    }
}

int main(int argc, char **argv)
{
    bool small = argc > 1 && strcmp(argv[1], "small") == 0;
    static const char tables[] = "native/dama/dama.tables", shipped_weights[] = "native/dama/dama.weights";
    CHECK(dama_perft(OWN, OPP, 0, 7) > 0 && dama_perft(OWN, OPP, 0, 6) == 189143);
    size_t size = dama_weights_size();
    uint8_t *weights = calloc(1, size);
    void *memory = malloc(dama_network_size());
    int fd = open(shipped_weights, O_RDONLY);
    CHECK(weights && memory && fd >= 0 && read(fd, weights, size) > 0); /* any numbers do */
    close(fd);
    for (size_t i = 1; i < size; i += 2)
        weights[i] = (uint8_t)(weights[i] & 0x80 ? 0xFF : 0); /* small ones */
    engine *e = engine_new(1);
    dama_tables *t = dama_tables_new(1), *few = dama_tables_new(1);
    CHECK(e && t && few);
    engine_use_weights(e, dama_network(weights, memory));
    play_itself(e, small);
    search_everywhere(e, small);
    fd = open(tables, O_RDONLY);
    int64_t end = 0;
    while (fd >= 0 && (end = dama_tables_add(t, fd, end)) > 0)
        ;
    CHECK(dama_tables_pieces(t, 0) == 4);
    keep_blocks(fd);
    engine_use_tables(e, t);
    search_everywhere(e, small);
    int part = working_file();
    build_small(few, part);
    solve_outcomes(tables, t, e, small);
    read_garbage(tables, small);
    close(fd);
    close(part);
    dama_tables_free(t);
    dama_tables_free(few);
    engine_free(e);
    free(memory);
    free(weights);
    printf("selftest_dama: passed\n");
    return 0;
}
