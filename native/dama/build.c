/* One unit: its exits, then level after level. See dama/build.h. */
#include "dama/build.h"

/* Look at all exits of a position; give false if one of them is not in the tables. */
static bool build_start(dama_tables *t, const Position *p, uint16_t *state)
{
    Move moves[GAME_MOVES];
    landings l = landings_of(p);
    int n = list_moves(&l, moves), ways = 0, lost = 0, won = PLIES;
    bool draws = false;
    for (int i = 0; i < n; i++) {
        if (!is_capture(moves[i]) && p->kings & bit(moves[i] >> 6)) {
            ways++;
            continue;
        }
        Position child = after(p, moves[i]);
        int value = child.own ? tables_probe(t, &child) : value_of(0);
        if (value < 0)
            return false;
        if (value == VALUE_DRAW)
            draws = true;
        else if (is_lost(value) && plies_of(value) + 1 < won)
            won = plies_of(value) + 1;
        else if (!is_lost(value) && plies_of(value) + 1 > lost)
            lost = plies_of(value) + 1;
    }
    if (won < PLIES)
        *state = (uint16_t)(WON | won);
    else if (ways + draws)
        *state = (uint16_t)((ways + draws) * WAY | lost);
    else
        *state = (uint16_t)(DECIDED | lost);
    return true;
}

/* A position is decided in `plies`: tell its predecessor. Gives the level at which that one is decided, or -1. */
static int build_tell(uint16_t *state, int plies)
{
    if (*state & DECIDED)
        return -1;
    if (plies % 2 == 0) {
        *state = (uint16_t)(DECIDED | WON | (plies + 1));
        return plies + 1;
    }
    if (*state & WON)
        return -1;
    *state = (uint16_t)(*state - WAY);
    if (*state & WAYS)
        return -1;
    int lost = *state & PLIES;
    if (lost < plies + 1)
        lost = plies + 1;
    *state = (uint16_t)(DECIDED | lost);
    return lost;
}

/* Take back every step of a king that can have led to a position of `side`; tell the positions where they began. */
static int build_retract(const build_side *side, const build_side *other, uint64_t number, int plies)
{
    Position p = with_kings(&side->men, number, side->of);
    uint64_t empty = empties_of(&p);
    int highest = -1;
    for (uint64_t todo = p.opp & p.kings; todo; todo &= todo - 1) {
        int square = lowest(todo);
        for (int way = 0; way < 4; way++) {
            int origin = square + SHIFT[way];
            if (origin < 0 || origin > 63 || !(empty & bit(origin)))
                continue;
            uint64_t moved = bit(square) | bit(origin);
            Position before = {turned(p.opp ^ moved), turned(p.own), turned(p.kings ^ moved), NO_LIMIT};
            int level = build_tell(&other->state[king_number(&before, other->of)], plies);
            highest = level > highest ? level : highest;
        }
    }
    return highest;
}

/* Handle all positions of a side that are decided in `plies`; give the highest level seen. */
static int build_level(const build_side *side, const build_side *other, int plies)
{
    enum { BLOCK = 64 };
    int highest = -1;
    for (uint64_t begin = 0; begin < side->size; begin += BLOCK) {
        uint64_t end = begin + BLOCK < side->size ? begin + BLOCK : side->size;
        int found = 0;
        for (uint64_t i = begin; i < end; i++)
            found |= (side->state[i] & PLIES) == plies;
        for (uint64_t i = begin; found && i < end; i++) {
            uint16_t *state = &side->state[i];
            if ((*state & PLIES) != plies || !(*state & (WON | DECIDED)))
                continue;
            *state = (uint16_t)(DECIDED | (*state & (WON | PLIES)));
            int level = build_retract(side, other, i, plies);
            highest = level > highest ? level : highest;
        }
    }
    return highest;
}

/* First pass over a side; gives the highest level seen, -2 if a slice that is needed is not in the tables. */
static int build_exits(dama_tables *t, const build_side *side)
{
    int highest = -1;
    for (uint64_t i = 0; i < side->size; i++) {
        Position p = with_kings(&side->men, i, side->of);
        if (!build_start(t, &p, &side->state[i]))
            return -2;
        if (side->state[i] & (WON | DECIDED) && (side->state[i] & PLIES) > highest)
            highest = side->state[i] & PLIES;
    }
    return highest;
}

bool build_unit(dama_tables *t, const build_side *side, const build_side *other)
{
    bool alike = side->state == other->state;
    int last = build_exits(t, side), more = alike ? -1 : build_exits(t, other);
    if (last == -2 || more == -2)
        return false;
    last = more > last ? more : last;
    for (int plies = 0; plies <= last; plies++) {
        int a = build_level(side, other, plies), b = alike ? -1 : build_level(other, side, plies);
        last = a > last ? a : last;
        last = b > last ? b : last;
    }
    return last < MOST_PLIES;
}
