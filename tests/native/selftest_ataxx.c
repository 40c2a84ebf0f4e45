/* Ataxx's engine without Python, for the sanitizers: counting, and games on open and blocked boards whose every
 * position is searched with both evaluations, by alpha-beta alone and for forced wins. Ends with status 0, or says what
 * is wrong. */
#include "check.h"
#include "common/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PASS = 455, MOST_MOVES = 288 };

static const uint64_t RED = 1ULL << 48 | 1ULL << 6, BLUE = 1ULL << 54 | 1ULL << 0;
static uint64_t state = 88172645463325252ULL;

static uint64_t random_number(void)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state;
}

static uint64_t random_blocks(void)
{
    uint64_t blocks = 0;
    for (uint64_t n = random_number() % 12; n; n--) {
        uint64_t row = random_number() % 7, column = random_number() % 7;
        blocks |= 1ULL << (8 * row + column);
    }
    return blocks & ~(RED | BLUE);
}

/* Leaves by counting moves, to compare with perft by destination. */
static uint64_t leaves(const ataxx_position *p, int depth)
{
    int32_t moves[MOST_MOVES];
    int n = ataxx_moves(p, moves);
    uint64_t total = 0;
    if (depth == 1)
        return (uint64_t)n;
    for (int i = 0; i < n; i++) {
        ataxx_position next = ataxx_after(p, moves[i]);
        total += leaves(&next, depth - 1);
    }
    return total;
}

static void play(engine *e, uint64_t blocks, int plies)
{
    ataxx_position p = {RED, BLUE, blocks, 0};
    for (int ply = 0; ply < plies; ply++) {
        int32_t moves[MOST_MOVES];
        int n = ataxx_moves(&p, moves);
        engine_limits limits = {.nodes = 400}, shallow = {.depth = 2};
        engine_report report, plain;
        CHECK(n <= MOST_MOVES);
        CHECK(ataxx_perft(&p, 1, 0) == (uint64_t)n);
        if (ply % 8 == 0)
            CHECK(ataxx_perft(&p, 2, 0) == (n ? leaves(&p, 2) : 0));
        ataxx_search(e, &p, &limits, &report);
        ataxx_search_plain(e, &p, &shallow, &plain);
        CHECK((n == 0) == (report.move < 0) && (n == 0) == (plain.move < 0));
        if (!n)
            return;
        CHECK(n > 1 || report.move == moves[0]);
        p = ataxx_after(&p, ply % 3 ? report.move : moves[random_number() % (uint64_t)n]);
        CHECK(!(p.own & p.opp) && !((p.own | p.opp) & blocks));
    }
}

/* Games against itself, one of which has too little room, and what is learned from them. */
static void learn(engine *e)
{
    enum {
        ROOM = 200,
        FIRST = (ATAXX_INPUTS + 1 + ATAXX_PHASES) * ATAXX_UNITS + ATAXX_PHASES,
        WEIGHTS = FIRST + (2 * ATAXX_UNITS + 1 + ATAXX_PHASES) * ATAXX_DEEP
    };
    ataxx_record *records = calloc(ROOM, sizeof *records);
    float *weights = calloc(WEIGHTS, sizeof *weights), *gradient = calloc(WEIGHTS, sizeof *gradient);
    CHECK(records && weights && gradient);
    for (uint64_t seed = 0; seed < 6; seed++) {
        int32_t room = seed ? ROOM : 10, n = ataxx_selfplay(e, seed, 50, records, room);
        CHECK(n > 0 && n <= room);
        double errors = ataxx_learn(weights, records, n, 0.5F, NULL);
        CHECK(errors > 0 && errors <= n && errors == ataxx_learn(weights, records, n, 0.5F, gradient));
    }
    free(records);
    free(weights);
    free(gradient);
}

int main(int argc, char **argv)
{
    bool small = argc > 1 && !strcmp(argv[1], "small");
    ataxx_position start = {RED, BLUE, 0, 0};
    CHECK(ataxx_perft(&start, 4, 1) == 165656 && ataxx_perft(&start, 4, 0) == 155888);
    engine *e = engine_new(1);
    CHECK(e);
    void *memory[2];
    const void *networks[2];
    for (int32_t kind = 0; kind < 2; kind++) {
        uint64_t size = ataxx_weights_size(kind);
        uint8_t *weights = malloc(size);
        memory[kind] = malloc(ataxx_network_size());
        CHECK(weights && memory[kind]);
        uint64_t bytes = kind ? 0 : ATAXX_INPUTS * ATAXX_UNITS + 2 * (1 + ATAXX_PHASES) * ATAXX_UNITS;
        for (uint64_t i = 0; i < size; i++) /* small ones, so that sums fit 16 bits, or 32, as those of training do */
            weights[i] = i >= bytes && i % 2 ? 0 : (uint8_t)(random_number() % 32);
        networks[kind] = ataxx_network(weights, size, memory[kind]);
        free(weights);
    }
    for (int game = 0; game < (small ? 6 : 42); game++) {
        engine_use_weights(e, game % 3 ? networks[game % 3 - 1] : NULL);
        engine_clear(e);
        play(e, game % 4 < 2 ? 0 : random_blocks(), small ? 80 : 400);
    }
    learn(e);
    engine_free(e);
    free(memory[0]);
    free(memory[1]);
    puts("selftest_ataxx: passed");
    return 0;
}
