/* What the tiles of a phase can bring together: which ends they show, and what wild tiles join. */
#ifndef ARBITRO_DOMINO_JOINS_H
#define ARBITRO_DOMINO_JOINS_H

#include "domino/patterns.h"

/* What an end shows, as a set: nothing if it is wild. */
static inline int shown_set(int end)
{
    return end ? digit_bit(end) : 0;
}

static inline int needs_in(uint64_t needs, int t)
{
    return (int)(needs >> 2 * t) & EXACT;
}

/* The ends before a phase, which may be the first. */
typedef struct {
    int l, r, phase;
    bool first;
} phase_begin;

/* What a pattern loses by a second copy of the one that has both digits. */
static inline int64_t second_loss(const phase_proof *p, const phase_pattern *w, int class, int x, int y)
{
    int64_t least = -NEVER;
    for (int t = 0; t < TYPES; t++) {
        int ends = rotated_set(type_ends(t), class), needs = needs_in(w->needs, t);
        if (!needs || !(ends & digit_bit(x)) || !(ends & digit_bit(y)))
            continue;
        for (int i = 1; i < p->use_counts[class][t]; i++) {
            const phase_use *use = &p->uses[class][t][i];
            if (use->needs == needs && use->turned == (w->turned >> t & 1))
                least = least_of(least, use->second);
        }
    }
    return least;
}

static inline int hosts_of(const phase_pattern *w, int digit)
{
    return w->hosts >> 2 * (digit - 1) & 3;
}

/* What a pattern loses if two of its copies are to have these digits, one each. */
static inline int64_t pair_loss(const phase_proof *p, const phase_pattern *w, int class, int x, int y)
{
    if (!hosts_of(w, x) || !hosts_of(w, y))
        return -NEVER;
    bool same = x == y || needs_in(w->needs, type_of(rotated(x, -class), rotated(y, -class)));
    return hosts_of(w, x) > 1 || hosts_of(w, y) > 1 || !same ? 0 : second_loss(p, w, class, x, y);
}

/* What it loses that a pattern shows what the ends are to show that did not before: each by a tile of its own, unless
 * it has only one. */
static inline int64_t shown_loss(const phase_proof *p, const row_bound *b, const phase_pattern *w, int class,
                                 const phase_begin *at, int x, int y, int q)
{
    int new[2], n = 0, ends[2] = {x, y}, left = at->first ? 0 : at->l, right = at->first ? 0 : at->r, by_wild = 0;
    for (int i = 0; i < 2; i++) {
        if (!ends[i])
            continue;
        if (ends[i] == left)
            left = 0;
        else if (ends[i] == right)
            right = 0;
        else
            new[n++] = ends[i];
    }
    for (int i = 0; i < n && !b->zero_stays; i++)
        by_wild += new[i] == class;
    if (n == 2 && at->first && q + w->kinds == 1) /* one tile, with mirrors of it */
        return by_wild == 2 || (hosts_of(w, x) && hosts_of(w, y)) ? 0 : -NEVER;
    by_wild = by_wild < q ? by_wild : q;
    if (n == by_wild)
        return 0;
    if (n == 1)
        return hosts_of(w, new[0]) ? 0 : -NEVER;
    if (by_wild && hosts_of(w, new[0] == class ? new[1] : new[0]))
        return 0;
    return pair_loss(p, w, class, x, y);
}

/* What a pattern and q wild tiles join, from two ends on. */
typedef struct {
    int apart[MOST_APART], count; /* parts that are apart from the ends */
    int ends, base;               /* digits, and those of all that they are connected with */
    int stubs;                    /* sides of wild tiles */
    int joins;                    /* parts more than one that they can hold together */
} phase_joins;

/* A wild tile that is the row's first has two sides, which the row before, were there any, would have. */
static inline phase_joins joins_of(const phase_begin *at, const phase_pattern *w, int q)
{
    int wilds = at->first ? 0 : !at->l + !at->r;
    phase_joins j = {.ends = shown_set(at->l) | shown_set(at->r), .stubs = 2 * q + wilds};
    j.joins = q + wilds + (at->first && !at->l);
    j.count = list_apart(w, j.ends, j.apart);
    j.base = wilds ? 0 : j.ends; /* a wild end is joined on to others by itself */
    for (int i = 0; i < PARTS; i++)
        if (j.base & w->parts[i])
            j.base |= w->parts[i];
    return j;
}

/* Whether that is a trail whose ends show x and y, or anything if `open`: every part is joined on, an odd number of
 * sides of wild tiles lies at digits that are odd, and at one that is even two. */
static inline bool is_trail(const phase_joins *j, const phase_pattern *w, int odd, int x, int y, bool open)
{
    int more = open ? 0 : !x + !y, lone = (shown_set(x) | shown_set(y)) & ~(w->touched | j->ends);
    int needed = __builtin_popcount((unsigned)odd) + (x == y && lone ? 2 : 0);
    for (int i = 0; i < j->count; i++)
        needed += odd & j->apart[i] ? 0 : 2;
    if (j->base && !(odd & j->base) && (j->count || lone))
        needed += 2;
    return needed <= j->stubs - more + (open ? 2 : 0)
        && j->count + __builtin_popcount((unsigned)lone) <= j->joins - more;
}

/* Whether a row can begin with these ends: at a digit of its first tile, or with a wild one. */
static inline bool can_begin(const phase_begin *at, const phase_pattern *w, int q)
{
    return at->l ? !w->kinds || w->touched & digit_bit(at->l) : q > 0;
}

#endif
