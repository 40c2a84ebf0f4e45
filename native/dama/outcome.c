/* Rows of outcomes: moves, and rows turned into columns. See dama/outcome.h. */
#include "dama/outcome.h"

#include <string.h>

static uint64_t stepped(uint64_t square, int way)
{
    return (way > 0 ? square << way : square >> -way) & DARK;
}

static uint64_t unit_number(uint64_t own, uint64_t opp, material m)
{
    Position men = {own, opp, 0, NO_LIMIT};
    return men_number(&men, m);
}

/* A way by which men change, the own one that stands on `origin` (0 if a king captures) and the opponent's on `prey`.
 */
static void add_way(outcome_unit *u, const outcome_bits *to, uint64_t origin, uint64_t target, uint64_t prey)
{
    bool promotes = origin && target & LAST_ROW;
    uint64_t own = (u->men.own & ~origin) | (promotes ? 0 : target);
    uint64_t number = unit_number(own, u->men.opp & ~prey, to->of);
    u->ways[u->n++] = (outcome_way){to, number, target, origin ? 0 : prey, promotes};
}

outcome_unit outcome_unit_of(const outcome_side *s, uint64_t number)
{
    outcome_unit u = {.men = men_of(number, s->of), .number = number};
    uint64_t men = u.men.own, opp = u.men.opp, empty = DARK & ~(men | opp);
    for (int jumps = 1; jumps >= 0; jumps--) {
        for (uint64_t todo = men; todo; todo &= todo - 1) {
            uint64_t origin = todo & -todo;
            for (int way = 0; way < 2; way++) {
                uint64_t prey = jumps ? stepped(origin, SHIFT[way]) & opp : 0;
                uint64_t target = stepped(jumps ? prey : origin, SHIFT[way]) & empty;
                const outcome_bits *slow = jumps ? &s->taken : &s->still;
                const outcome_bits *fast = jumps ? &s->taken_promoted : &s->promoted;
                if (target)
                    add_way(&u, target & LAST_ROW ? fast : slow, origin, target, prey);
            }
        }
        if (!jumps)
            break;
        u.captures = u.n;
        for (uint64_t todo = s->of.kings ? opp : 0; todo; todo &= todo - 1)
            add_way(&u, &s->taken, 0, 0, todo & -todo);
        u.kings_captures = u.n;
    }
    return u;
}

/* A move leads from all positions but those where `none` has a bit to a row of others. */
static void fold(const uint8_t *to_won, const uint8_t *to_lost, const uint8_t *none, size_t bytes, uint8_t *won,
                 uint8_t *lost)
{
    for (size_t i = 0; i < bytes; i++) {
        won[i] |= (uint8_t)(to_lost[i] & ~none[i]);
        lost[i] &= (uint8_t)(to_won[i] | none[i]);
    }
}

static const uint8_t *occupied(const outcome_side *s, uint64_t square)
{
    return s->occupied + (size_t)(lowest(square) / 2) * s->bytes;
}

static void fold_row(const outcome_side *s, const outcome_bits *to, uint64_t unit, uint64_t kings, uint64_t target,
                     uint8_t *won, uint8_t *lost)
{
    size_t at = outcome_row_at(to, unit, rank_of_men(kings));
    fold(to->won + at, to->lost + at, occupied(s, target), s->bytes, won, lost);
}

/* A king of the opponent's is taken: each bit of what is reached belongs where that king still stands. */
static void fold_king(const outcome_side *s, const outcome_unit *u, uint64_t kings, uint64_t prey, uint64_t target,
                      uint8_t *won, uint8_t *lost)
{
    const outcome_bits *to = &s->king_taken;
    size_t at = outcome_row_at(to, u->number, rank_of_men(kings)), places = placements(s->of.opp_kings - 1);
    const uint32_t *with = s->with + (size_t)(lowest(prey) / 2) * places;
    const uint8_t *there = occupied(s, prey), *blocked = occupied(s, target);
    memset(s->row_won, 0, s->bytes);
    memset(s->row_lost, 0, s->bytes);
    for (size_t i = 0; i < s->bytes; i++)
        s->row_none[i] = (uint8_t)(blocked[i] | ~there[i]);
    for (size_t i = 0; i < to->bytes; i++) {
        for (unsigned bits = to->won[at + i] | to->lost[at + i]; bits; bits &= bits - 1) {
            size_t place = 8 * i + (size_t)lowest(bits);
            uint32_t bit_at = place < places ? with[place] : UINT32_MAX;
            if (bit_at == UINT32_MAX)
                continue;
            uint8_t one = (uint8_t)(1U << bit_at % 8);
            if (to->won[at + i] & bits & -bits)
                s->row_won[bit_at / 8] |= one;
            else
                s->row_lost[bit_at / 8] |= one;
        }
    }
    fold(s->row_won, s->row_lost, s->row_none, s->bytes, won, lost);
}

/* Captures by the king on a square. */
static void fold_captures(const outcome_side *s, const outcome_unit *u, uint64_t kings, uint64_t king, uint8_t *won,
                          uint8_t *lost)
{
    uint64_t taken = u->men.own | u->men.opp | kings;
    for (int way = 0; way < 4; way++) {
        uint64_t prey = stepped(king, SHIFT[way]), target = stepped(prey, SHIFT[way]) & ~taken;
        if (!target)
            continue;
        for (int i = u->captures; i < u->kings_captures; i++)
            if (u->ways[i].taken == prey)
                fold_row(s, &s->taken, u->ways[i].unit, (kings ^ king) | target, target, won, lost);
        if (s->of.opp_kings && !(prey & taken))
            fold_king(s, u, (kings ^ king) | target, prey, target, won, lost);
    }
}

/* Clear the bits where a king of the opponent's stands on one of these squares. */
static void clear_taken(const outcome_side *s, uint64_t squares, uint8_t *row)
{
    for (; squares; squares &= squares - 1) {
        const uint8_t *none = occupied(s, squares & -squares);
        for (size_t i = 0; i < s->bytes; i++)
            row[i] &= (uint8_t)~none[i];
    }
}

void outcome_row(const outcome_side *s, const outcome_unit *u, uint64_t kings, bool all, uint8_t *won, uint8_t *lost)
{
    bool there = !(kings & (u->men.own | u->men.opp));
    memset(won, 0, s->bytes);
    memset(lost, there ? 0xFF : 0, s->bytes);
    if (!there)
        return;
    for (int i = 0; i < (all ? u->n : u->captures); i++) {
        const outcome_way *w = &u->ways[i];
        if (w->target && !(w->target & kings))
            fold_row(s, w->to, w->unit, w->promotes ? kings | w->target : kings, w->target, won, lost);
    }
    for (uint64_t todo = kings; todo; todo &= todo - 1)
        fold_captures(s, u, kings, todo & -todo, won, lost);
    if (!s->of.opp_kings) {
        won[0] &= 1;
        lost[0] &= 1;
    }
    clear_taken(s, u->men.own | u->men.opp | kings, won);
    clear_taken(s, u->men.own | u->men.opp | kings, lost);
}

void outcome_steps(const outcome_side *s, const outcome_unit *u, uint64_t kings, uint8_t *won, uint8_t *lost)
{
    uint64_t taken = u->men.own | u->men.opp | kings;
    for (uint64_t todo = kings; todo; todo &= todo - 1) {
        uint64_t king = todo & -todo;
        for (int way = 0; way < 4; way++) {
            uint64_t target = stepped(king, SHIFT[way]) & ~taken;
            if (target)
                fold_row(s, &s->still, u->number, (kings ^ king) | target, target, won, lost);
        }
    }
    clear_taken(s, kings, won);
}

/* Rows and columns of eight bytes. (H. S. Warren, Hacker's Delight, 7-3) */
static uint64_t turn_8(uint64_t x)
{
    uint64_t y = (x ^ x >> 7) & 0x00AA00AA00AA00AAULL;
    x ^= y ^ y << 7;
    y = (x ^ x >> 14) & 0x0000CCCC0000CCCCULL;
    x ^= y ^ y << 14;
    y = (x ^ x >> 28) & 0x00000000F0F0F0F0ULL;
    return x ^ y ^ y << 28;
}

bool outcome_turn(const uint8_t *from, const outcome_side *s, uint8_t *to)
{
    size_t columns = placements(s->of.opp_kings), to_bytes = placement_bytes(s->of.kings);
    uint8_t added = 0;
    for (size_t row = 0; row < s->rows; row += 8) {
        for (size_t i = 0; i < s->bytes; i++) {
            uint64_t x = 0;
            for (size_t k = 0; k < 8 && row + k < s->rows; k++)
                x |= (uint64_t)from[(row + k) * s->bytes + i] << 8 * k;
            if (!x) /* bits are only ever added */
                continue;
            x = turn_8(x);
            for (size_t k = 0; k < 8 && 8 * i + k < columns; k++, x >>= 8) {
                uint8_t *place = to + (8 * i + k) * to_bytes + row / 8;
                added |= (uint8_t)(*place ^ x);
                *place = (uint8_t)x;
            }
        }
    }
    return added;
}
