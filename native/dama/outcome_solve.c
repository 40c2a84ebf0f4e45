/* The generator of outcomes: unit after unit, until nothing changes any more. See dama/outcome.h. */
#define _POSIX_C_SOURCE 200809L
#include "dama/outcome.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A side of a unit that is being solved: what moves that leave the unit prove, and what is proved so far. */
typedef struct {
    outcome_unit unit;
    uint8_t *start_won, *start_lost, *won, *lost;
} solve_side;

static bool alloc_side(const outcome_side *s, solve_side *w)
{
    size_t size = s->rows * s->bytes;
    *w = (solve_side){.start_won = malloc(size), .start_lost = malloc(size), .won = malloc(size), .lost = malloc(size)};
    return w->start_won && w->start_lost && w->won && w->lost;
}

static void free_side(solve_side *w)
{
    free(w->start_won);
    free(w->start_lost);
    free(w->won);
    free(w->lost);
}

/* Look at what the opponent has won and lost so far; true if that tells it more. */
static bool solve_step(const outcome_side *s, const solve_side *w, outcome_bits *to, uint64_t number)
{
    size_t size = s->rows * s->bytes, at = outcome_row_at(to, number, 0);
    uint64_t kings = first_set(s->of.kings);
    memcpy(w->won, w->start_won, size);
    memcpy(w->lost, w->start_lost, size);
    for (size_t i = 0; s->of.kings && i < s->rows; i++, kings = next_set(kings)) {
        uint64_t squares = dark_squares(kings);
        if (!(squares & (w->unit.men.own | w->unit.men.opp)))
            outcome_steps(s, &w->unit, squares, w->won + i * s->bytes, w->lost + i * s->bytes);
    }
    bool more = outcome_turn(w->won, s, to->won + at);
    return outcome_turn(w->lost, s, to->lost + at) || more;
}

static void solve_unit(outcome_side *const sides[2], solve_side work[2], const uint64_t numbers[2])
{
    for (int i = 0; i < 2; i++) {
        const outcome_side *s = sides[i];
        work[i].unit = outcome_unit_of(s, numbers[i]);
        uint64_t kings = first_set(s->of.kings);
        for (size_t row = 0; row < s->rows; row++, kings = next_set(kings))
            outcome_row(s, &work[i].unit, dark_squares(kings), true, work[i].start_won + row * s->bytes,
                        work[i].start_lost + row * s->bytes);
    }
    for (int i = 0, quiet = 0; quiet < 2; i = !i)
        quiet = solve_step(sides[i], &work[i], &sides[!i]->still, numbers[!i]) ? 0 : quiet + 1;
}

/* Solve all units, those with men that have gone further first. */
static bool solve_units(outcome_side *const sides[2])
{
    material m = sides[0]->of;
    bool alone = sides[0] == sides[1];
    uint64_t own_numbers = CHOOSE[m.men][MEN_SQUARES], opp_numbers = CHOOSE[m.opp_men][MEN_SQUARES];
    solve_side work[2];
    bool good = alloc_side(sides[0], &work[0]);
    good = alloc_side(sides[1], &work[1]) && good;
    for (uint64_t own = own_numbers; good && own--;) {
        for (uint64_t opp = alone ? own + 1 : opp_numbers; opp--;) {
            uint64_t numbers[2] = {own * opp_numbers + opp, opp * own_numbers + own};
            Position men = men_of(numbers[0], m);
            if (exists(&men))
                solve_unit(sides, work, numbers);
        }
    }
    free_side(&work[0]);
    free_side(&work[1]);
    return good;
}

/* A file of outcomes that is being written: those that may be anything of a set wait until one is not in it. */
typedef struct {
    int32_t fd;
    unsigned may_be, before; /* outcomes, as bits; the last that was written */
    uint64_t waiting;
    size_t used; /* outcomes in bytes */
    uint8_t bytes[1 << 14];
    bool failed;
} outcome_file;

static void flush_file(outcome_file *f)
{
    for (size_t done = 0, size = (f->used + OUTCOMES_A_BYTE - 1) / OUTCOMES_A_BYTE; done < size && !f->failed;) {
        ssize_t wrote = write(f->fd, f->bytes + done, size - done);
        f->failed = wrote <= 0;
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    memset(f->bytes, 0, sizeof f->bytes);
    f->used = 0;
}

/* Write those that wait: as the last before them, if they may be that. */
static void write_waiting(outcome_file *f)
{
    if (!(f->may_be >> f->before & 1))
        f->before = (unsigned)lowest(f->may_be);
    for (; f->waiting; f->waiting--) {
        f->bytes[f->used / OUTCOMES_A_BYTE] |= (uint8_t)(f->before << 2 * (f->used % OUTCOMES_A_BYTE));
        if (++f->used == OUTCOMES_A_BYTE * sizeof f->bytes)
            flush_file(f);
    }
}

static void write_outcome(outcome_file *f, unsigned may_be)
{
    if (!(f->may_be & may_be)) {
        write_waiting(f);
        f->may_be = may_be;
    }
    f->may_be &= may_be;
    f->waiting++;
}

static bool has(const uint8_t *row, size_t at)
{
    return row[at / 8] >> at % 8 & 1;
}

/* Which outcomes may be written for a position: see dama/outcome.h. */
static unsigned may_be(bool won, bool lost, bool wins_by_capture, bool loses_by_captures)
{
    enum { ANY = 1 << OUTCOME_DRAW | 1 << OUTCOME_WON | 1 << OUTCOME_LOST };
    if (wins_by_capture)
        return ANY;
    if (won)
        return 1 << OUTCOME_WON;
    return lost ? 1 << OUTCOME_LOST : 1 << OUTCOME_DRAW | (loses_by_captures ? 0 : 1 << OUTCOME_LOST);
}

/* Write the slice of a side: its outcomes are in what its opponent can reach without leaving the material. Adds up how
 * many of each there are. */
static bool write_slice(const outcome_side *s, const outcome_bits *solved, int32_t fd, uint64_t counts[3])
{
    outcome_places places;
    outcome_file *f = calloc(1, sizeof *f);
    uint8_t *won = malloc(s->bytes), *lost = malloc(s->bytes);
    bool good = outcome_places_of(s->of, &places) && f && won && lost;
    uint64_t own = CHOOSE[s->of.men][MEN_SQUARES], opp = CHOOSE[s->of.opp_men][MEN_SQUARES];
    if (good)
        *f = (outcome_file){.fd = fd, .may_be = may_be(true, false, true, true)};
    for (uint64_t number = 0; good && number < own * opp; number++) {
        outcome_unit u = outcome_unit_of(s, number);
        size_t at = outcome_row_at(solved, number % opp * own + number / opp, 0);
        for (uint64_t i = 0; i < places.own_ways; i++) {
            if (!exists(&u.men)) {
                f->waiting += places.opp_ways;
                continue;
            }
            uint64_t kings = outcome_place(&places, &u.men, i);
            size_t column = rank_of_men(kings);
            outcome_row(s, &u, kings, false, won, lost);
            for (uint64_t j = 0; j < places.opp_ways; j++) {
                size_t rank = places.opp_ranks[j], row = at + rank * solved->bytes;
                bool wins = has(solved->won + row, column), loses = has(solved->lost + row, column);
                write_outcome(f, may_be(wins, loses, has(won, rank), has(lost, rank)));
                counts[wins ? OUTCOME_WON : loses ? OUTCOME_LOST : OUTCOME_DRAW]++;
            }
        }
    }
    if (good) {
        write_waiting(f);
        flush_file(f);
        good = !f->failed;
    }
    outcome_places_free(&places);
    free(f);
    free(won);
    free(lost);
    return good;
}

int32_t dama_outcomes_solve(dama_tables *t, const int32_t pieces[4], int32_t fd, int32_t mirror_fd, uint64_t counts[6])
{
    material m = {pieces[0], pieces[1], pieces[2], pieces[3]}, o = other_side(m);
    bool alone = slice_id(m) == slice_id(o);
    outcome_side side, mirror = {0}, *sides[2] = {&side, alone ? &side : &mirror};
    errno = 0;
    bool good = outcome_open(t, m, true, &side) && outcome_alloc(&side.still, m)
        && (alone || (outcome_open(t, o, true, &mirror) && outcome_alloc(&mirror.still, o))) && solve_units(sides)
        && write_slice(&side, &sides[1]->still, fd, counts)
        && (alone || write_slice(&mirror, &side.still, mirror_fd, counts + 3));
    int error = errno;
    outcome_free(&side.still);
    outcome_close(&side);
    outcome_free(&mirror.still);
    outcome_close(&mirror);
    errno = error;
    return good ? 1 : error ? -1 : 0;
}
