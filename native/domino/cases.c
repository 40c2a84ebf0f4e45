/* Splitting rows into cases, each with prices of its own. See domino/cases.h. */
#include "domino/cases.h"

enum {
    CASE_STEPS = 40,
    NO_LIMIT = -1,
    SOONER = 50 /* times rather a plain tile is split than a special one: of those a phase mostly uses all or none */
};

/* How often the relaxed rows of the last steps used each tile in each class. */
typedef struct {
    int64_t used[CLASSES][KINDS], steps;
} case_mean;

static int64_t *price_of(row_bound *b, int t)
{
    return t < TYPES ? &b->price[t] : t == WILD ? &b->price_wild : &b->price_mirror;
}

static int64_t held_of(const row_bound *b, int t)
{
    return t < TYPES ? b->count[t] : t == WILD ? b->wild : t == RAISE ? 0 : b->mirror;
}

/* What a case allows one phase of a class: what other classes must use is not left for it. */
static int64_t cap_of(const row_bound *b, const domino_case *c, int class, int t)
{
    int64_t rest = held_of(b, t), high = c->high[class][t];
    for (int other = 0; other < CLASSES; other++)
        rest -= other == class ? 0 : c->low[other][t];
    return high != NO_LIMIT && high < rest ? high : rest;
}

static void enter_case(row_bound *b, const domino_case *c)
{
    b->constant = 0;
    for (int t = 0; t < KINDS; t++) {
        if (t != RAISE)
            *price_of(b, t) = c->price[t];
        for (int class = 0; class < CLASSES; class ++) {
            int64_t extra = c->extra[class][t], cap = cap_of(b, c, class, t);
            b->cap[class][t] = cap;
            b->extra[class][t] = extra;
            b->constant += extra * (extra > 0 ? cap : c->low[class][t]);
        }
    }
}

/* One subgradient step of the prices; those of a class follow what the case asks of it. */
static void step_prices(const row_bound *b, domino_case *c, const row_usage *u, int64_t step)
{
    for (int t = 0; t < KINDS; t++) {
        int64_t price = c->price[t] + clipped(used_of(u, t) - held_of(b, t)) * step / 2;
        c->price[t] = price < 0 ? 0 : (int32_t)price;
        for (int class = 0; class < CLASSES; class ++) {
            int64_t used = u->used[class][t], low = c->low[class][t], cap = b->cap[class][t], old = c->extra[class][t];
            if (c->high[class][t] == NO_LIMIT && !low)
                continue;
            int64_t gap = used > cap || old > 0 ? used - cap : used < low || old < 0 ? used - low : 0;
            int64_t extra = old + clipped(gap) * step / 2;
            c->extra[class][t] = (old > 0 && extra < 0) || (old < 0 && extra > 0) ? 0 : (int32_t)extra;
        }
    }
}

/* Look for good prices, until the bound is below the target. */
static void price_case(row_bound *b, domino_case *c, int64_t target, case_mean *mean)
{
    domino_case best = *c;
    best.bound = -NEVER;
    *mean = (case_mean){0};
    for (int left = CASE_STEPS; left >= 0; left--) {
        row_usage u;
        enter_case(b, c);
        int begin = build_bound(b);
        if (b->value < best.bound) {
            best = *c;
            best.bound = b->value;
        }
        if (best.bound < target || left == 0)
            break;
        bound_usage(b, begin, &u);
        int64_t step = SCALE / 2 * left / CASE_STEPS;
        step_prices(b, c, &u, step < SCALE / 16 ? SCALE / 16 : step);
        mean->steps++;
        for (int class = 0; class < CLASSES; class ++)
            for (int t = 0; t < KINDS; t++)
                mean->used[class][t] += u.used[class][t];
    }
    *c = best;
}

/* Choose what tells rows of an open case apart: a use that changed from step to step; or else the widest range. */
static bool choose_split(const row_bound *b, domino_case *c, const case_mean *mean)
{
    int64_t best = 0;
    bool found = false;
    for (int class = 0; class < CLASSES && class <= b->raises; class ++)
        for (int t = 0; t < KINDS; t++) {
            int64_t low = c->low[class][t], cap = cap_of(b, c, class, t), most = mean->used[class][t] / mean->steps;
            int64_t part = mean->used[class][t] % mean->steps, weight = t < TYPES ? SOONER : 1;
            if (cap <= low)
                continue;
            int64_t rank = weight * (part < mean->steps - part ? part : mean->steps - part) * TYPES * CASE_STEPS;
            rank += weight * (cap - low < CASE_STEPS ? cap - low : CASE_STEPS);
            if (rank <= best)
                continue;
            best = rank, found = true;
            c->kind = t, c->at_class = class;
            c->most = (int32_t)(most < low ? low : most >= cap ? cap - 1 : most);
        }
    return found;
}

int64_t split_cases(row_bound *b, int64_t score, domino_case *nodes, int64_t room)
{
    int64_t target = (score + 1) * SCALE, n = 1;
    case_mean mean;
    b->wild_ends = b->wild > 0 && b->zero_stays;
    nodes[0] = (domino_case){0};
    for (int t = 0; t < KINDS; t++) {
        nodes[0].price[t] = t == RAISE ? 0 : (int32_t)*price_of(b, t);
        for (int class = 0; class < CLASSES; class ++)
            nodes[0].high[class][t] = NO_LIMIT;
    }
    price_case(b, &nodes[0], target, &mean);
    if (nodes[0].bound >= target && !choose_split(b, &nodes[0], &mean))
        return 0;
    for (;;) {
        int64_t open = -1;
        for (int64_t i = 0; i < n; i++)
            if (!nodes[i].child && nodes[i].bound >= target && (open < 0 || nodes[i].bound > nodes[open].bound))
                open = i;
        if (open < 0)
            return n;
        if (n + 2 > room)
            return 0;
        domino_case *parent = &nodes[open];
        parent->child = (int32_t)n;
        for (int side = 0; side < 2; side++, n++) {
            nodes[n] = *parent;
            nodes[n].child = 0;
            if (side)
                nodes[n].low[parent->at_class][parent->kind] = parent->most + 1;
            else
                nodes[n].high[parent->at_class][parent->kind] = parent->most;
            price_case(b, &nodes[n], target, &mean);
            if (nodes[n].bound >= target && !choose_split(b, &nodes[n], &mean))
                return 0;
        }
    }
}
