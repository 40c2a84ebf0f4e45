/* Whether the values of a slice follow from those of its successors, which are found without the generators' short
 * cuts. All that a position leads to is in memory: moves of kings go all over a slice, and the blocks of a file would
 * be unpacked again and again (fourteen times as long). */
#include "dama/tables.h"

#include <errno.h>

/* What the successors say of a position; of outcomes, VALUE_WON, VALUE_LOST or VALUE_DRAW. */
static int value_by_successors(dama_tables *t, const Position *p, bool outcomes)
{
    Move moves[GAME_MOVES];
    landings l = landings_of(p);
    int n = list_moves(&l, moves), won = MOST_PLIES + 1, lost = 0;
    bool draws = false, wins = false;
    for (int i = 0; i < n; i++) {
        Position child = after(p, moves[i]);
        int value = child.own ? tables_probe(t, &child) : value_of(0);
        if (value == VALUE_UNKNOWN)
            return VALUE_UNKNOWN;
        int plies = plies_of(value) + 1;
        wins |= is_lost(value);
        if (value == VALUE_DRAW)
            draws = true;
        else if (is_lost(value))
            won = plies < won ? plies : won;
        else
            lost = plies > lost ? plies : lost;
    }
    if (outcomes)
        return wins ? VALUE_WON : draws ? VALUE_DRAW : VALUE_LOST;
    return won <= MOST_PLIES ? value_of(won) : draws ? VALUE_DRAW : value_of(lost);
}

/* Slices that are held in memory. */
typedef struct {
    material of[40];
    int n;
} slices_held;

static bool hold(dama_tables *t, bool is_move, material seen, slices_held *held)
{
    material m = other_side(seen);
    const table_slice *slice = is_move ? t->slices[slice_id(m)] : NULL;
    if (!slice || slice->held)
        return true;
    held->of[held->n++] = m;
    return tables_hold(t, m);
}

static bool hold_captures(dama_tables *t, material m, slices_held *held)
{
    return hold(t, m.opp_men, (material){m.men, m.kings, m.opp_men - 1, m.opp_kings}, held)
        && hold(t, m.men && m.opp_men, (material){m.men - 1, m.kings + 1, m.opp_men - 1, m.opp_kings}, held)
        && hold(t, m.kings && m.opp_kings, (material){m.men, m.kings, m.opp_men, m.opp_kings - 1}, held);
}

/* Hold a slice, those that its moves lead to, and those that tell what outcomes of these are. */
static bool hold_around(dama_tables *t, material m, slices_held *held)
{
    material promoted = {m.men - 1, m.kings + 1, m.opp_men, m.opp_kings};
    return hold(t, true, other_side(m), held) && hold_captures(t, m, held) && hold(t, true, m, held)
        && hold_captures(t, other_side(m), held) && hold(t, m.men, promoted, held)
        && (!m.men || hold_captures(t, other_side(promoted), held));
}

int64_t dama_slice_check(dama_tables *t, const int32_t pieces[4], uint64_t every, uint64_t histogram[256])
{
    material m = {pieces[0], pieces[1], pieces[2], pieces[3]};
    slices_held held = {.n = 0};
    int64_t wrong = 0;
    errno = ENOENT;
    bool good = t->slices[slice_id(m)] && hold_around(t, m, &held);
    bool outcomes = good && t->slices[slice_id(m)]->outcomes;
    uint64_t kings = king_numbers(m), i = 0;
    for (uint64_t number = 0; good && number < men_numbers(m); number++, i -= kings) {
        Position men = men_of(number, m);
        for (; i < kings; i += every) {
            if (!exists(&men))
                continue;
            Position p = with_kings(&men, i, m);
            int value = tables_probe(t, &p);
            wrong += value == VALUE_UNKNOWN || value != value_by_successors(t, &p, outcomes)
                || index_of(&p, m) != number * kings + i;
            if (value != VALUE_UNKNOWN)
                histogram[value]++;
        }
    }
    for (int h = 0; h < held.n; h++)
        tables_release(t, held.of[h]);
    return good ? wrong : -1;
}
