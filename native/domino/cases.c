/* Splitting rows into cases, each with prices of its own. See domino/cases.h. */
#include "domino/cases.h"

enum {
    CASE_STEPS = 40,
    CASE_STATES = 1 << 10,
    NO_LIMIT = -1,
    NO_SPLIT = -1, /* instead of a kind: nothing is left that could tell rows apart */
    SOONER = 50    /* times rather a plain tile is split than a special one: of those a phase mostly uses all or none */
};

/* How often the relaxed rows of the last steps used each tile in each class. */
typedef struct {
    int64_t used[CLASSES][COUNTED], steps;
} case_mean;

static int64_t *price_of(row_bound *b, int t)
{
    return t < TYPES ? &b->price[t] : t == WILD ? &b->price_wild : &b->price_mirror;
}

static int64_t held_of(const row_bound *b, int t)
{
    return t < TYPES ? b->count[t] : t == WILD ? b->wild : t == RAISE ? 0 : b->mirror;
}

/* Mirrors that a case demands beside plain tiles in phases of a class, but for those beside one type. */
static int64_t demanded_hosts(const domino_case *c, int class, int but)
{
    int64_t sum = 0;
    for (int t = 0; t < TYPES; t++)
        sum += t == but ? 0 : c->low[class][HOSTS + t];
    return sum;
}

static int64_t demanded(const domino_case *c, int class, int t)
{
    int64_t low = c->low[class][t], hosts = t == MIRROR ? demanded_hosts(c, class, TYPES) : 0;
    return hosts > low ? hosts : low;
}

/* What a case allows one phase of a class: what must be used elsewhere is not left for it. */
static int64_t cap_of(const row_bound *b, const domino_case *c, int class, int t)
{
    int64_t high = c->high[class][t], rest;
    if (t >= HOSTS) {
        rest = b->count[t - HOSTS] ? cap_of(b, c, class, MIRROR) - demanded_hosts(c, class, t - HOSTS) : 0;
    } else {
        rest = held_of(b, t);
        for (int other = 0; other < CLASSES; other++)
            rest -= other == class ? 0 : demanded(c, other, t);
    }
    return high != NO_LIMIT && high < rest ? high : rest;
}

void enter_case(row_bound *b, const domino_case *c)
{
    b->constant = 0;
    for (int t = 0; t < COUNTED; t++) {
        if (t < KINDS && t != RAISE)
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
    for (int t = 0; t < COUNTED; t++) {
        int64_t price = t < KINDS ? c->price[t] + clipped(used_of(u, t) - held_of(b, t)) * step / 2 : 0;
        if (t < KINDS)
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
            for (int t = 0; t < COUNTED; t++)
                mean->used[class][t] += u.used[class][t];
    }
    *c = best;
}

/* Choose what tells rows of an open case apart: a use that changed from step to step; or else the widest range. */
static void choose_split(const row_bound *b, domino_case *c, const case_mean *mean)
{
    int64_t best = 0;
    for (int class = 0; class < CLASSES && class <= b->raises; class ++)
        for (int t = 0; t < COUNTED; t++) {
            int64_t low = demanded(c, class, t), cap = cap_of(b, c, class, t),
                    most = mean->used[class][t] / mean->steps;
            int64_t part = mean->used[class][t] % mean->steps, weight = t < TYPES ? SOONER : 1;
            if (cap <= low)
                continue;
            int64_t rank = weight * (part < mean->steps - part ? part : mean->steps - part) * TYPES * CASE_STEPS;
            rank += weight * (cap - low < CASE_STEPS ? cap - low : CASE_STEPS);
            if (rank <= best)
                continue;
            best = rank;
            c->kind = t, c->at_class = class;
            c->most = (int32_t)(most < low ? low : most >= cap ? cap - 1 : most);
        }
}

/* Look for prices of a new case, and for what splits it should they not do. */
static void open_node(case_tree *tree, row_bound *b, domino_case *c, int64_t score)
{
    case_mean mean;
    int64_t target = (score + 1) * SCALE;
    price_case(b, c, target, &mean);
    tree->work += (uint64_t)mean.steps * build_cost(b);
    c->kind = NO_SPLIT;
    if (c->bound < target)
        return;
    enter_case(b, c);
    build_bound(b);
    uint32_t states = c == tree->nodes ? tree->states : CASE_STATES;
    bool is_proved = phases_prove(tree->phases, b, score, states, 1, tree->deadline_s);
    tree->work += tree->phases->played * PLAY_COST;
    if (is_proved)
        c->bound = target - 1;
    else
        choose_split(b, c, &mean);
}

void begin_cases(case_tree *tree, row_bound *b, int64_t score)
{
    domino_case *root = &tree->nodes[0];
    *root = (domino_case){0};
    for (int t = 0; t < COUNTED; t++) {
        if (t < KINDS)
            root->price[t] = t == RAISE ? 0 : (int32_t)*price_of(b, t);
        for (int class = 0; class < CLASSES; class ++)
            root->high[class][t] = NO_LIMIT;
    }
    b->wild_ends = b->wild > 0 && b->zero_stays;
    open_node(tree, b, root, score);
    tree->count = 1;
}

domino_case *open_case(const case_tree *tree, int64_t score)
{
    domino_case *highest = NULL;
    for (domino_case *c = tree->nodes; c < tree->nodes + tree->count; c++)
        if (!c->child && c->bound >= (score + 1) * SCALE && (!highest || c->bound > highest->bound))
            highest = c;
    return highest;
}

bool split_cases(case_tree *tree, row_bound *b, int64_t score, int64_t most)
{
    b->wild_ends = b->wild > 0 && b->zero_stays;
    for (domino_case *parent; (parent = open_case(tree, score));) {
        if (parent->kind == NO_SPLIT)
            return false;
        if (tree->count + 2 > most || tree->work > tree->most_work || engine_now_s() > tree->deadline_s)
            break;
        parent->child = (int32_t)tree->count;
        for (int side = 0; side < 2; side++) {
            domino_case *c = &tree->nodes[tree->count++];
            *c = *parent;
            c->child = 0;
            if (side)
                c->low[parent->at_class][parent->kind] = parent->most + 1;
            else
                c->high[parent->at_class][parent->kind] = parent->most;
            open_node(tree, b, c, score);
        }
    }
    return true;
}
