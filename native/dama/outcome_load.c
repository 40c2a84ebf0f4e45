/* Slices of the tables as sets of bits, and what a side can reach. See dama/outcome.h. */
#include "dama/outcome.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool outcome_alloc(outcome_bits *b, material seen)
{
    size_t units = (size_t)men_numbers(seen);
    *b = (outcome_bits){.of = seen, .rows = placements(seen.kings), .bytes = placement_bytes(seen.opp_kings)};
    b->won = calloc(units * b->rows, b->bytes);
    b->lost = calloc(units * b->rows, b->bytes);
    return b->won && b->lost;
}

void outcome_free(outcome_bits *b)
{
    free(b->won);
    free(b->lost);
    *b = (outcome_bits){0};
}

/* A capture says more than what is stored where it is worth as much: see outcome_probe. */
static bool add_captures(dama_tables *t, outcome_bits *b)
{
    outcome_side s;
    size_t row = placement_bytes(b->of.kings), size = placements(b->of.opp_kings) * row, at = 0;
    uint8_t *won = malloc(size), *lost = malloc(size), *turned_won = malloc(b->rows * b->bytes);
    uint8_t *turned_lost = malloc(b->rows * b->bytes);
    bool good = outcome_open(t, other_side(b->of), false, &s) && won && lost && turned_won && turned_lost;
    uint64_t own = CHOOSE[b->of.men][MEN_SQUARES], opp = CHOOSE[b->of.opp_men][MEN_SQUARES];
    for (uint64_t number = 0; good && number < own * opp; number++, at += b->rows * b->bytes) {
        outcome_unit u = outcome_unit_of(&s, number % opp * own + number / opp);
        if (!exists(&u.men))
            continue;
        uint64_t kings = first_set(s.of.kings);
        for (size_t i = 0; i < s.rows; i++, kings = next_set(kings))
            outcome_row(&s, &u, dark_squares(kings), false, won + i * row, lost + i * row);
        memset(turned_won, 0, b->rows * b->bytes);
        memset(turned_lost, 0, b->rows * b->bytes);
        outcome_turn(won, &s, turned_won);
        outcome_turn(lost, &s, turned_lost);
        for (size_t i = 0; i < b->rows * b->bytes; i++) {
            b->won[at + i] |= turned_won[i];
            b->lost[at + i] &= turned_lost[i];
        }
    }
    outcome_close(&s);
    free(won);
    free(lost);
    free(turned_won);
    free(turned_lost);
    return good;
}

/* What the tables hold of a number, of either kind of slice; VALUE_UNKNOWN if it cannot be read. */
static int outcome_at(dama_tables *t, material m, uint64_t index)
{
    if (t->slices[slice_id(m)]->outcomes)
        return outcome_stored(t, m, index);
    int value = tables_byte(t, m, index);
    return value < 0 ? value : value == VALUE_DRAW ? OUTCOME_DRAW : is_lost(value) ? OUTCOME_LOST : OUTCOME_WON;
}

/* Load positions as the side that has just moved sees them. */
static bool load(dama_tables *t, material seen, outcome_bits *b)
{
    material m = other_side(seen);
    if (!outcome_alloc(b, seen))
        return false;
    if (!seen.opp_men && !seen.opp_kings) { /* who has no piece has lost */
        memset(b->lost, 1, (size_t)men_numbers(seen) * b->rows);
        return true;
    }
    uint64_t own = CHOOSE[seen.men][MEN_SQUARES], opp = CHOOSE[seen.opp_men][MEN_SQUARES], index = 0;
    outcome_places places;
    bool good = outcome_places_of(m, &places);
    for (uint64_t number = 0; good && number < own * opp; number++) {
        Position men = men_of(number, m);
        size_t at = outcome_row_at(b, number % own * opp + number / own, 0);
        for (uint64_t i = 0; good && i < places.own_ways; i++, index += places.opp_ways) {
            if (!exists(&men))
                continue;
            size_t column = rank_of_men(outcome_place(&places, &men, i));
            for (uint64_t j = 0; good && j < places.opp_ways; j++) {
                int outcome = outcome_at(t, m, index + j);
                size_t to = at + places.opp_ranks[j] * b->bytes + column / 8;
                uint8_t one = (uint8_t)(1U << column % 8);
                good = outcome >= 0;
                if (outcome == OUTCOME_WON)
                    b->won[to] |= one;
                else if (outcome == OUTCOME_LOST)
                    b->lost[to] |= one;
            }
        }
    }
    outcome_places_free(&places);
    return good && (!t->slices[slice_id(m)]->outcomes || add_captures(t, b));
}

/* A slice that a move leads to, if there is such a move. */
static bool reach(dama_tables *t, bool is_move, material seen, outcome_bits *b)
{
    if (!is_move)
        return true;
    material m = other_side(seen);
    if ((m.men || m.kings) && !t->slices[slice_id(m)]) {
        errno = 0;
        return false;
    }
    return load(t, seen, b);
}

/* The tables of an opponent's kings by square. */
static bool know_places(outcome_side *s)
{
    size_t less = s->of.opp_kings ? placements(s->of.opp_kings - 1) : 0;
    s->occupied = calloc(SQUARES, s->bytes);
    s->with = malloc((SQUARES * less + 1) * sizeof *s->with);
    if (!s->occupied || !s->with)
        return false;
    uint64_t set = first_set(s->of.opp_kings);
    /* Ranks are those of the board turned round, on which the opponent's kings are its own. */
    for (size_t i = 0; i < placements(s->of.opp_kings); i++, set = next_set(set))
        for (uint64_t todo = set; todo; todo &= todo - 1)
            s->occupied[(size_t)(SQUARES - 1 - lowest(todo)) * s->bytes + i / 8] |= (uint8_t)(1U << i % 8);
    set = less ? first_set(s->of.opp_kings - 1) : 0;
    for (size_t i = 0; i < less; i++, set = next_set(set)) {
        for (int square = 0; square < SQUARES; square++) {
            uint64_t one = bit(SQUARES - 1 - square);
            s->with[(size_t)square * less + i] =
                set & one ? UINT32_MAX : (uint32_t)rank_of_men(dark_squares(set | one));
        }
    }
    return true;
}

bool outcome_open(dama_tables *t, material m, bool all, outcome_side *s)
{
    bool man_taken = m.opp_men && (m.men || m.kings);
    *s = (outcome_side){.of = m, .rows = placements(m.kings), .bytes = placement_bytes(m.opp_kings)};
    s->row_won = malloc(s->bytes);
    s->row_lost = malloc(s->bytes);
    s->row_none = malloc(s->bytes);
    return s->row_won && s->row_lost && s->row_none && know_places(s)
        && reach(t, all && m.men, (material){m.men - 1, m.kings + 1, m.opp_men, m.opp_kings}, &s->promoted)
        && reach(t, man_taken, (material){m.men, m.kings, m.opp_men - 1, m.opp_kings}, &s->taken)
        && reach(t, m.men && m.opp_men, (material){m.men - 1, m.kings + 1, m.opp_men - 1, m.opp_kings},
                 &s->taken_promoted)
        && reach(t, m.kings && m.opp_kings, (material){m.men, m.kings, m.opp_men, m.opp_kings - 1}, &s->king_taken);
}

void outcome_close(outcome_side *s)
{
    outcome_free(&s->promoted);
    outcome_free(&s->taken);
    outcome_free(&s->taken_promoted);
    outcome_free(&s->king_taken);
    free(s->occupied);
    free(s->with);
    free(s->row_won);
    free(s->row_lost);
    free(s->row_none);
}
