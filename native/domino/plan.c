/* Plans by dynamic programming over types, and the ends of the phases. See domino/plan.h. */
#include "domino/plan.h"

#include <string.h>

#define PLAN_NEVER (-(INT32_C(1) << 30))

bool plan_applies(const domino_hand *hand, bool zero_stays)
{
    return hand->raises < PLAN_PHASES && hand->mirror <= PLAN_MIRRORS && hand->wild <= PLAN_WILDS
        && !(zero_stays && hand->wild && hand->raises);
}

static inline int type_worth(int t, int r)
{
    return rotated(type_digits[t][0], r) + rotated(type_digits[t][1], r);
}

static void list_options(row_plan *p, int t, int64_t count)
{
    int top = best_worth(t, p->phases - 1);
    for (int odd = 0; odd < 1 << p->phases; odd++)
        for (int k = 0; k <= PLAN_MIRRORS; k++)
            p->option[t][odd][k].worth = PLAN_NEVER;
    int spreads = p->phases == 1 ? 3 : p->phases == 2 ? 9 : 27;
    for (int odd = 0; odd < 1 << p->phases; odd++)
        for (int code = 0; code < spreads; code++) {
            plan_option o = {0, {0}, {0}};
            int mirrors = 0, left = code;
            int64_t copies = 0, worth = 0;
            for (int r = 0; r < p->phases; r++, left /= 3) {
                int k = left % 3, parity = odd >> r & 1;
                int n = k == 0 ? parity : (1 + k) % 2 == parity ? 1 : 2;
                o.copies[r] = (uint8_t)n, o.mirrors[r] = (uint8_t)k;
                mirrors += k, copies += n;
                worth += (n + k) * type_worth(t, r);
            }
            if (mirrors > p->mirrors || copies > count)
                continue;
            o.worth = (int32_t)(worth + (count - copies) / 2 * 2 * top);
            plan_option *there = &p->option[t][odd][mirrors];
            if (o.worth > there->worth)
                *there = o;
        }
}

static int option_state(const row_plan *p, int t, int odd)
{
    int state = 0;
    for (int r = 0; r < p->phases; r++)
        if (odd >> r & 1) {
            int ends = digit_bit(rotated(type_digits[t][0], r)) ^ digit_bit(rotated(type_digits[t][1], r));
            state ^= odd_index(ends, r);
        }
    return state;
}

void build_plan(row_plan *p, const domino_hand *hand)
{
    p->phases = (int)hand->raises + 1;
    p->mirrors = (int)hand->mirror;
    p->base = 0;
    p->double_host = 0;
    int states = 1 << 5 * p->phases, edge = 0;
    for (int k = 0; k <= p->mirrors; k++)
        for (int s = 0; s < states; s++)
            p->best[0][k][s] = PLAN_NEVER;
    p->best[0][0][0] = 0;
    for (int t = 0; t < TYPES; t++) {
        if (type_digits[t][0] == type_digits[t][1]) {
            int worth = best_worth(t, p->phases - 1);
            p->base += (int32_t)(worth * hand->plain[t]);
            if (hand->plain[t] && worth > p->double_host)
                p->double_host = worth;
            continue;
        }
        list_options(p, t, hand->plain[t]);
        for (int k = 0; k <= p->mirrors; k++)
            for (int s = 0; s < states; s++)
                p->best[edge + 1][k][s] = PLAN_NEVER;
        for (int odd = 0; odd < 1 << p->phases; odd++) {
            int flip = option_state(p, t, odd);
            for (int more = 0; more <= p->mirrors; more++) {
                int32_t worth = p->option[t][odd][more].worth;
                if (worth < 0)
                    continue;
                for (int k = 0; k + more <= p->mirrors; k++) {
                    const int32_t *from = p->best[edge][k];
                    int32_t *to = p->best[edge + 1][k + more];
                    for (int s = 0; s < states; s++)
                        if (from[s ^ flip] + worth > to[s])
                            to[s] = from[s ^ flip] + worth;
                }
            }
        }
        edge++;
    }
}

/* The table with one more wild tile in a phase: any pair of digits may be odd besides. */
static void spread_wild(row_plan *p, int phase)
{
    int states = 1 << 5 * p->phases;
    for (int k = 0; k <= p->mirrors; k++) {
        int32_t *to = p->spread[0][k], *from = p->spread[1][k];
        memcpy(from, to, (size_t)states * sizeof *to);
        for (int a = 1; a < SETS; a <<= 1)
            for (int b = a << 1; b < SETS; b <<= 1) {
                int flip = odd_index(a | b, phase);
                for (int s = 0; s < states; s++)
                    if (from[s ^ flip] > to[s])
                        to[s] = from[s ^ flip];
            }
    }
}

static void keep_candidate(row_plan *p, const plan_candidate *c)
{
    if (p->count == PLAN_CANDIDATES && c->worth <= p->candidates[p->count - 1].worth)
        return;
    int at = p->count < PLAN_CANDIDATES ? p->count++ : p->count - 1;
    for (; at > 0 && p->candidates[at - 1].worth < c->worth; at--)
        p->candidates[at] = p->candidates[at - 1];
    p->candidates[at] = *c;
}

/* Every sequence of ends from `phase` down, for the wild tiles as distributed in `c`. */
static void list_ends(row_plan *p, plan_candidate *c, int phase, int state, int32_t raises, int host)
{
    int above = phase + 1 < p->phases ? phase + 1 : -1;
    for (int l = 1; l <= DIGITS; l++)
        for (int r = above < 0 ? l : 1; r <= DIGITS; r++) {
            int set = digit_bit(l) ^ digit_bit(r), high = l > r ? l : r;
            if (above >= 0)
                set ^= digit_bit(c->left[above]) ^ digit_bit(c->right[above]);
            c->left[phase] = (uint8_t)l, c->right[phase] = (uint8_t)r;
            int next = state | odd_index(set, phase);
            if (phase > 0) {
                list_ends(p, c, phase - 1, next, raises + 2 * high, 2 * high > host ? 2 * high : host);
                continue;
            }
            c->worth = PLAN_NEVER;
            for (int k = 0; k <= p->mirrors; k++) {
                if (k < p->mirrors && !host)
                    continue;
                int32_t worth = p->spread[0][k][next] + raises + (p->mirrors - k) * host;
                if (worth > c->worth)
                    c->worth = worth, c->plain = p->spread[0][k][next], c->on_plain = (uint8_t)k;
            }
            if (c->worth > 0)
                keep_candidate(p, c);
        }
}

void list_candidates(row_plan *p, int wild)
{
    int states = 1 << 5 * p->phases;
    p->count = 0;
    for (int high = 0; high <= wild; high++)
        for (int middle = 0; middle + high <= wild; middle++) {
            if ((p->phases < 3 && high) || (p->phases < 2 && middle))
                continue;
            plan_candidate c = {0, 0, 0, {(uint8_t)(wild - high - middle), (uint8_t)middle, (uint8_t)high}, {0}, {0}};
            int32_t worth = p->base;
            int host = p->double_host;
            for (int k = 0; k <= p->mirrors; k++)
                memcpy(p->spread[0][k], p->best[EDGES][k], (size_t)states * sizeof *p->spread[0][k]);
            for (int r = 0; r < p->phases; r++) {
                worth += 2 * r * c.wilds[r];
                if (c.wilds[r] && 2 * r > host)
                    host = 2 * r;
                for (int i = 0; i < c.wilds[r]; i++)
                    spread_wild(p, r);
            }
            list_ends(p, &c, p->phases - 1, 0, worth, host);
        }
}

void trace_plan(const row_plan *p, int state, int k, int turn, const plan_option *chosen[TYPES])
{
    int edge = EDGES;
    for (int t = TYPES - 1; t >= 0; t--) {
        chosen[t] = NULL;
        if (type_digits[t][0] == type_digits[t][1])
            continue;
        edge--;
        int from_odd = turn * (2 * t + 1) >> 1, from_more = turn * (t + 3) >> 2;
        for (int i = 0; i < 1 << p->phases && !chosen[t]; i++)
            for (int j = 0, most = k; j <= most && !chosen[t]; j++) {
                int odd = (i + from_odd) % (1 << p->phases), more = (j + from_more) % (most + 1);
                const plan_option *o = &p->option[t][odd][more];
                int from = state ^ option_state(p, t, odd);
                if (o->worth < 0 || p->best[edge][k - more][from] + o->worth != p->best[edge + 1][k][state])
                    continue;
                chosen[t] = o;
                state = from;
                k -= more;
            }
    }
}
