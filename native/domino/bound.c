/* Prices of tiles that several phases want, and what the phases gain under them. See domino/bound.h. */
#include "domino/needs.h"

/* From ends to ends, each to either. */
static void gains_from(const row_bound *b, const phase_class *p, int l, int r, int64_t gains[ENDS])
{
    int lowest = b->wild_ends && b->zero_stays ? 0 : 1;
    for (int y = lowest; y <= DIGITS; y++)
        for (int x = lowest; x <= y; x++) {
            int64_t *gain = &gains[ends_of(x, y)];
            *gain = phase_gain(b, p, l, r, x, y);
            if (!x) { /* not the same in either order */
                int64_t turned = phase_gain(b, p, l, r, y, x);
                *gain = turned > *gain ? turned : *gain;
            }
        }
}

/* The gains from all ends. */
static void build_gains(row_bound *b, int class)
{
    phase_class *p = &b->classes[class];
    for (int r = b->wild_ends ? 0 : 1; r <= DIGITS; r++)
        for (int l = b->wild_ends ? 0 : 1; l <= r; l++)
            gains_from(b, p, l, r, p->best[ends_of(l, r)]);
}

static void list_after(const row_bound *b, int phase, int64_t after[ENDS])
{
    for (int y = 0; y <= DIGITS; y++)
        for (int x = 0; x <= y; x++)
            after[ends_of(x, y)] = after_phase(b, phase, x, y);
}

static int64_t best_of(const row_bound *b, const int64_t gains[ENDS], const int64_t after[ENDS])
{
    int64_t best = NEVER;
    int lowest = b->wild_ends && b->zero_stays ? 0 : 1;
    for (int y = lowest; y <= DIGITS; y++)
        for (int x = lowest, to = ends_of(x, y); x <= y; x++, to++)
            if (gains[to] + after[to] > best)
                best = gains[to] + after[to];
    return best;
}

int64_t future_from(const row_bound *b, int phase, int l, int r)
{
    int64_t gains[ENDS], after[ENDS];
    gains_from(b, &b->classes[phase_class_of(phase)], l, r, gains);
    list_after(b, phase, after);
    return best_of(b, gains, after);
}

/* What is to be won from the beginning of a phase, by the ends of the row there. */
static void phase_future(row_bound *b, int phase)
{
    int64_t after[ENDS];
    list_after(b, phase, after);
    for (int r = b->wild_ends ? 0 : 1; r <= DIGITS; r++)
        for (int l = b->wild_ends ? 0 : 1; l <= r; l++)
            b->future[phase][l][r] = b->future[phase][r][l] =
                best_of(b, b->classes[phase_class_of(phase)].best[ends_of(l, r)], after);
}

int build_bound(row_bound *b)
{
    int begin = 1;
    for (int class = 0; class < CLASSES && class <= b->raises; class ++) {
        build_class(b, class);
        build_gains(b, class);
    }
    for (int phase = 0; phase <= b->raises; phase++)
        phase_future(b, phase);
    b->value = NEVER;
    const phase_class *p = &b->classes[phase_class_of(b->raises)];
    /* A row begins at a digit of its first tile, or at what a wild one shows then. */
    for (int digit = b->wild_ends && b->zero_stays ? 0 : 1; digit <= DIGITS; digit++) {
        if (digit ? !(p->ends & digit_bit(digit)) : !b->cap[phase_class_of(b->raises)][WILD])
            continue;
        if (b->future[b->raises][digit][digit] > b->value)
            b->value = b->future[b->raises][digit][digit], begin = digit;
    }
    for (int t = 0; t < TYPES; t++)
        b->value += b->price[t] * b->count[t];
    b->value += b->price_wild * b->wild + b->price_mirror * b->mirror + b->constant;
    return begin;
}

static void use_type(const phase_class *p, int class, int t, int use, row_usage *u)
{
    u->used[class][t] += p->choice[t].copies[use];
    u->used[class][MIRROR] += p->choice[t].mirrors[use];
    u->used[class][HOSTS + t] += p->choice[t].mirrors[use];
}

/* The types that give `set` in a hand that is not linked. */
static void plain_usage(const phase_class *p, int class, int set, row_usage *u)
{
    for (int t = TYPES - 1, edges = EDGES; t >= 0; t--) {
        const type_choice *c = &p->choice[t];
        if (type_digits[t][0] == type_digits[t][1]) {
            use_type(p, class, t, double_use(c), u);
            continue;
        }
        edges--;
        bool odd = p->plain[edges + 1][half_of(set)] != p->plain[edges][half_of(set)] + c->gain[best_use(c, false)];
        use_type(p, class, t, best_use(c, odd), u);
        if (odd)
            set ^= rotated_set(type_ends(t), class);
    }
}

/* The types that give `set` in a linked hand, from ends (l, r), with q wild tiles. */
static void linked_usage(const row_bound *b, const phase_class *p, int class, int l, int r, int q, int code,
                         row_usage *u)
{
    int used = 0, reach = digit_bit(l) | digit_bit(r), more = q;
    for (int i = b->links - 1; i >= 0; i--, code /= USES) {
        use_type(p, class, b->link[i], code % USES, u);
        used |= (code % USES != UNUSED) << i;
    }
    for (int i = 0; i < PARTS; i++) {
        int part = rotated_set(b->parts[used][i], class);
        more -= part && !(part & (digit_bit(l) | digit_bit(r)));
        reach |= part;
    }
    if (q == JOINS - 1)
        reach = SETS - 1;
    for (int bit = 1; bit < SETS && more > 0; more--) { /* doubles that wild tiles join */
        int best = reach;
        for (bit = 1; bit < SETS; bit <<= 1)
            if (p->doubles[0][reach | bit] > p->doubles[0][best])
                best = reach | bit;
        reach = best;
    }
    for (int digit = 1; digit <= DIGITS; digit++) {
        int t = type_of(rotated(digit, -class), rotated(digit, -class));
        if (reach & digit_bit(digit))
            use_type(p, class, t, double_use(&p->choice[t]), u);
    }
}

static void phase_usage(const row_bound *b, const phase_class *p, int l, int r, int x, int y, row_usage *u)
{
    phase_needs n = needs_of(b, l, r, x, y);
    int set = n.set, pair = n.pair, q = n.wild ? 1 : 0, class = (int)(p - b->classes);
    if (n.free) {
        for (int free = n.free; free > 0; free--)
            for (int bit = 1; bit < SETS; bit <<= 1)
                if (p->open[n.wild][free - 1][pair][half_of(set ^ bit)] == p->open[n.wild][free][pair][half_of(set)]) {
                    set ^= bit;
                    break;
                }
        while (q < JOINS - 1
               && p->joined[q][pair][half_of(set)] + p->join_gain[q] != p->open[n.wild][0][pair][half_of(set)])
            q++;
    } else {
        for (int more = 1; more <= most_joins(b); more++)
            if (joins_gain(p, &n, more) > joins_gain(p, &n, q))
                q = more;
        if (q == 0 && n.through) {
            linked_usage(b, p, class, l, r, 0, p->through_uses[pair][x], u);
            return;
        }
    }
    u->used[class][WILD] += p->join_wild[q];
    u->used[class][MIRROR] += p->join_mirrors[q];
    int64_t gain = p->joined[q][pair][half_of(set)];
    int l_end = n.l, r_end = n.r;
    for (int i = 0; i < DIGITS * DIGITS && b->is_linked; i++) { /* digits instead of wild ends */
        int l_try = n.l ? n.l : 1 + i / DIGITS, r_try = n.r ? n.r : 1 + i % DIGITS;
        if (p->joined[q][pair_of(b, l_try, r_try)][half_of(set)] == gain)
            l_end = l_try, r_end = r_try;
    }
    pair = pair_of(b, l_end, r_end);
    int to = set;
    for (int half = 0; half < HALVES; half++)
        if (p->reached[q][pair][half] == gain && can_join(q, set, even_set(half)))
            to = even_set(half);
    if (p->reached[q][pair][half_of(set)] == gain)
        to = set;
    if (b->is_linked)
        linked_usage(b, p, class, l_end, r_end, q, p->uses[q][pair][half_of(to)], u);
    else
        plain_usage(p, class, to, u);
}

void bound_usage(const row_bound *b, int begin, row_usage *u)
{
    *u = (row_usage){0};
    int lowest = b->wild_ends && b->zero_stays ? 0 : 1, l = begin, r = begin;
    for (int phase = b->raises; phase >= 0; phase--) {
        int class = phase_class_of(phase);
        const phase_class *p = &b->classes[class];
        int64_t best = NEVER;
        int to_l = lowest, to_r = lowest;
        for (int x = lowest; x <= DIGITS; x++)
            for (int y = lowest; y <= DIGITS; y++) {
                int64_t gain = phase_gain(b, p, l, r, x, y) + after_phase(b, phase, x, y);
                if (gain > best)
                    best = gain, to_l = x, to_r = y;
            }
        phase_usage(b, p, l, r, to_l, to_r, u);
        if (phase && 2 * (to_l > to_r ? to_l : to_r) * SCALE > b->price_mirror + b->extra[class][MIRROR])
            u->used[class][MIRROR] += b->cap[class][MIRROR];
        l = to_l, r = to_r;
    }
}

static inline int64_t stepped(int64_t price, int64_t held, int64_t used, int64_t step)
{
    price += clipped(used - held) * step / 2;
    return price < 0 ? 0 : price;
}

static void first_prices(row_bound *b)
{
    for (int t = 0; t < TYPES; t++) {
        b->price[t] = 0;
        for (int r = 0; r <= b->raises && r < DIGITS; r++) {
            int64_t worth = (rotated(type_digits[t][0], r) + rotated(type_digits[t][1], r)) * SCALE;
            if (worth > b->price[t])
                b->price[t] = worth;
        }
    }
    b->price_wild = b->zero_stays ? 0 : 2 * (b->raises < DIGITS ? b->raises : DIGITS) * SCALE;
    b->price_mirror = 12 * SCALE;
}

void tighten_bound(row_bound *b, bool have_prices)
{
    bool wild_ends = b->wild_ends;
    b->wild_ends = wild_ends && b->zero_stays; /* otherwise phases end with digits */
    if (!have_prices)
        first_prices(b);
    int64_t best = -NEVER, price[TYPES], price_wild = 0, price_mirror = 0;
    for (int left = have_prices ? LATE_STEPS : PRICE_STEPS; left >= 0; left--) {
        row_usage u;
        int begin = build_bound(b);
        if (b->value < best
            || (have_prices
                && b->value == best)) { /* of equal ones the later: the first are so high that all copies count alike */
            best = b->value;
            for (int t = 0; t < TYPES; t++)
                price[t] = b->price[t];
            price_wild = b->price_wild, price_mirror = b->price_mirror;
        }
        if (left == 0)
            break;
        bound_usage(b, begin, &u);
        int64_t step = 2 * SCALE * left / PRICE_STEPS;
        if (step < SCALE / 16)
            step = SCALE / 16;
        for (int t = 0; t < TYPES; t++)
            b->price[t] = stepped(b->price[t], b->count[t], used_of(&u, t), step);
        b->price_wild = stepped(b->price_wild, b->wild, used_of(&u, WILD), step);
        b->price_mirror = stepped(b->price_mirror, b->mirror, used_of(&u, MIRROR), step);
    }
    for (int t = 0; t < TYPES; t++)
        b->price[t] = price[t];
    b->price_wild = price_wild, b->price_mirror = price_mirror;
    b->wild_ends = wild_ends;
    build_bound(b);
}
