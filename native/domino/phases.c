/* Layers of states between phases. See domino/phases.h. */
#include "domino/joins.h"

#include <stdlib.h>
#include <string.h>

enum { WILDS = 2 * TYPES, TURNED = WILDS + 2, STATE_ENDS = TURNED + 2 };

/* Of the [11|11] that ends a phase, and its mirrors. */
static inline int64_t loop_gain(const row_bound *b, int phase, int digit)
{
    int class = phase_class_of(phase);
    int64_t loop = 2 * digit * SCALE, mirror = loop - b->price_mirror - b->extra[class][MIRROR];
    return loop + (mirror > 0 ? mirror * b->cap[class][MIRROR] : 0);
}

/* What an odd use of a type, or any, loses. */
static void list_losses(phase_proof *p, int class, int t)
{
    int64_t odd = -NEVER, any = -NEVER;
    for (int i = 1; i < p->use_counts[class][t]; i++) {
        const phase_use *use = &p->uses[class][t][i];
        int64_t loss = p->best[class][t] - use->gain;
        any = least_of(any, loss);
        if (use->needs & 1)
            odd = least_of(odd, loss);
    }
    p->odd_loss[class][t] = odd, p->any_loss[class][t] = any;
}

static void begin_proof(phase_proof *p, const row_bound *b, int64_t score)
{
    p->target = (score + 1) * SCALE;
    p->constant = b->constant + b->price_wild * b->wild + b->price_mirror * b->mirror;
    for (int t = 0; t < TYPES; t++)
        p->constant += b->price[t] * b->count[t];
    for (int class = 0; class < CLASSES && class <= b->raises; class ++)
        for (int t = 0; t < TYPES; t++) {
            list_uses(p, b, class, t);
            list_losses(p, class, t);
        }
    for (int phase = 0; phase <= b->raises; phase++) {
        const phase_class *class = &b->classes[phase_class_of(phase)];
        int64_t joins = 0;
        for (int q = 1; q < JOINS && q <= b->wild; q++)
            joins = most_of(joins, class->join_gain[q]);
        p->apart[phase] = class->apart + joins;
        if (phase)
            p->apart[phase] += p->apart[phase - 1] + loop_gain(b, phase, DIGITS);
    }
}

/* The least that a type costs besides, with so many copies needed so far, if this phase and later ones come. */
static int64_t type_cost(const phase_proof *p, const row_bound *b, int needs, int t, int phase)
{
    int64_t held = b->count[t], cost = needs ? b->price[t] : b->price[t] * held;
    bool is_double = type_digits[t][0] == type_digits[t][1], matches = is_double || !((needs ^ held) & 1);
    if (!held || (needs && matches))
        return 0;
    if (phase >= 0 && !matches)
        cost = least_of(cost, b->price[t]);
    for (int r = phase; r >= 0 && r > phase - DIGITS; r--) {
        int class = phase_class_of(r);
        cost = least_of(cost, matches ? p->any_loss[class][t] : p->odd_loss[class][t]);
    }
    if (phase >= DIGITS)
        cost = least_of(cost, matches ? p->any_loss[0][t] : p->odd_loss[0][t]);
    return cost;
}

/* From this phase on. */
static void list_costs(phase_proof *p, const row_bound *b, int phase)
{
    for (int t = 0; t < TYPES; t++)
        for (int needs = 0; needs <= EXACT; needs++)
            p->costs[t][needs] = type_cost(p, b, needs, t, phase);
    p->no_wild_cost = phase < 0 ? b->price_wild * b->wild : 0;
}

static int64_t all_costs(const phase_proof *p, uint64_t needs)
{
    int64_t sum = needs >> WILDS & EXACT ? 0 : p->no_wild_cost;
    for (int t = 0; t < TYPES; t++)
        sum += p->costs[t][needs_in(needs, t)];
    return sum;
}

static uint32_t random_below(phase_proof *p, uint32_t n)
{
    p->random = p->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((p->random >> 32) * n >> 32);
}

/* Keep a state before a phase, unless it cannot exceed the score; `most` is what can follow whatever its ends. False if
 * there is no room. */
static bool add_state(phase_proof *p, const row_bound *b, int layer, uint64_t needs, int64_t gain, phase_step step,
                      int phase, int64_t most)
{
    int l = step.left, r = step.right;
    int64_t ahead = least_of(b->future[phase][l][r], most);
    if (p->constant + gain + ahead < p->target)
        return true;
    uint64_t key = needs | (uint64_t)ends_of(l, r) << STATE_ENDS;
    uint64_t at = (key ^ key >> 29) * UINT64_C(0x9E3779B97F4A7C15) >> 40 & p->slot_mask;
    for (; p->slots[at]; at = (at + 1) & p->slot_mask) {
        phase_state *there = &p->layers[layer][p->slots[at] - 1];
        if (there->key != key)
            continue;
        if (gain > there->gain || (gain == there->gain && random_below(p, 2))) {
            there->gain = gain;
            p->steps[there->step] = step;
        }
        return true;
    }
    if (p->counts[layer] == p->most || p->step_count == STEPS)
        return false;
    p->layers[layer][p->counts[layer]++] = (phase_state){key, gain, p->step_count};
    p->steps[p->step_count++] = step;
    p->slots[at] = p->counts[layer];
    return true;
}

/* Of tiles that are no more than three all are counted, else whether there are any; false if there are not so many. */
static bool add_special(uint64_t *needs, int at, int64_t held, int more)
{
    int sum = ((int)(*needs >> at) & EXACT) + more;
    if (held > EXACT)
        sum = sum > 0;
    else if (sum > held)
        return false;
    *needs = (*needs & ~((uint64_t)EXACT << at)) | (uint64_t)sum << at;
    return true;
}

/* The copies needed with those of a pattern; false if there are not so many. */
static bool add_needs(const row_bound *b, uint64_t *needs, uint64_t more)
{
    for (int t = 0; t < TYPES && more >> 2 * t; t++) {
        int add = needs_in(more, t), sum = needs_in(*needs, t) + add;
        if (!add)
            continue;
        if (type_digits[t][0] == type_digits[t][1])
            sum = 1;
        else if (b->count[t] <= EXACT && sum > b->count[t])
            return false;
        else if (sum > EXACT)
            sum = 2 + (sum & 1);
        *needs = (*needs & ~((uint64_t)EXACT << 2 * t)) | (uint64_t)sum << 2 * t;
    }
    return true;
}

/* Play a pattern from a state, with q wild tiles. False if there is no room, or a row may score more. */
static bool play_pattern(phase_proof *p, const row_bound *b, const phase_state *s, const phase_begin *at,
                         const phase_pattern *w, int q, int layer)
{
    int class = phase_class_of(at->phase), odd_before = w->odd ^ shown_set(at->l) ^ shown_set(at->r);
    const phase_class *c = &b->classes[class];
    uint64_t needs = s->key & ((UINT64_C(1) << STATE_ENDS) - 1);
    int64_t gain = s->gain + w->gain + c->join_gain[q];
    bool enough = q == JOINS - 1;
    p->played++;
    phase_joins joins = joins_of(at, w, q);
    if ((!enough && joins.count > joins.joins) || (at->first && !can_begin(at, w, q)))
        return true;
    if (!add_needs(b, &needs, w->needs) || !add_special(&needs, WILDS, b->wild, q)
        || !add_special(&needs, TURNED, b->mirror, __builtin_popcount(w->turned)))
        return true;
    if (at->phase == 0) {
        if ((!enough && !is_trail(&joins, w, odd_before, 0, 0, true))
            || p->constant + gain - all_costs(p, needs) < p->target)
            return true;
        uint32_t n = p->survivor_count++, kept = n < SURVIVORS ? n : random_below(p, n + 1);
        if (kept < SURVIVORS) {
            if (n < SURVIVORS) {
                if (p->step_count == STEPS)
                    return false;
                p->survivors[n] = p->step_count++;
            }
            p->steps[p->survivors[kept]] = (phase_step){w->needs, w->turned, s->step, (uint8_t)q, 0, 0};
        }
        return p->survivor_count < p->enough;
    }
    int64_t most = p->apart[at->phase - 1] - all_costs(p, needs);
    if (p->constant + gain + loop_gain(b, at->phase, DIGITS) + most < p->target)
        return true;
    int lowest = b->wild_ends ? 0 : 1;
    for (int y = lowest; y <= DIGITS; y++)
        for (int x = lowest; x <= y; x++) {
            int shown = shown_set(x) | shown_set(y);
            if (shown & ~(c->ends | joins.ends)
                || (!enough && !is_trail(&joins, w, odd_before ^ shown_set(x) ^ shown_set(y), x, y, false))
                || (!joins.stubs && x == y && !(shown & (w->touched | joins.ends))))
                continue;
            int64_t loss = shown_loss(p, b, w, class, at, x, y, q);
            if (loss == -NEVER)
                continue;
            phase_step step = {w->needs, w->turned, s->step, (uint8_t)q, (uint8_t)x, (uint8_t)y};
            if (!add_state(p, b, layer, needs, gain - loss + loop_gain(b, at->phase, y), step, at->phase - 1, most))
                return false;
        }
    return true;
}

/* The most from a phase on if only what comes after it is told apart by ends. */
static int64_t most_ahead(const phase_proof *p, const row_bound *b, int phase)
{
    int64_t here = p->apart[phase], most = NEVER;
    if (!phase)
        return here;
    here -= p->apart[phase - 1] + loop_gain(b, phase, DIGITS);
    for (int lowest = b->wild_ends ? 0 : 1, y = lowest; y <= DIGITS; y++)
        for (int x = lowest; x <= y; x++)
            most = most_of(most, loop_gain(b, phase, y) + b->future[phase - 1][x][y]);
    return here + most;
}

/* Play a phase from all states of a layer. */
static bool play_phase(phase_proof *p, const row_bound *b, int phase, int layer, bool first, double deadline_s)
{
    int class = phase_class_of(phase), from = !layer;
    const phase_class *c = &b->classes[class];
    int64_t slack = NEVER, ahead = least_of(p->apart[phase], most_ahead(p, b, phase));
    for (uint32_t i = 0; i < p->counts[from]; i++)
        slack = most_of(slack, p->constant + p->layers[from][i].gain + ahead - p->target);
    list_costs(p, b, phase - 1);
    p->pattern_count = 0;
    phase_pattern none = {0};
    if (slack < 0)
        return true;
    if (!list_patterns(p, b, class, 0, &none, slack))
        return false;
    qsort(p->patterns, p->pattern_count, sizeof *p->patterns, by_gain);
    for (uint32_t i = 0; i < p->counts[from]; i++) {
        const phase_state *s = &p->layers[from][i];
        int ends = (int)(s->key >> STATE_ENDS);
        phase_begin at = {0, 0, phase, first};
        while (ends_of(0, at.r + 1) <= ends)
            at.r++;
        at.l = ends - ends_of(0, at.r);
        int64_t slack_here = p->constant + s->gain + ahead - p->target;
        if (engine_now_s() > deadline_s)
            return false;
        for (uint32_t k = 0; k < p->pattern_count && c->apart - p->patterns[k].gain <= slack_here; k++)
            for (int q = 0; q < JOINS && q <= b->wild; q++)
                if (c->join_gain[q] > NEVER && !play_pattern(p, b, s, &at, &p->patterns[k], q, layer))
                    return false;
    }
    return true;
}

void give_room(phase_proof *p, void *room, uint32_t *slots)
{
    p->layers[0] = room;
    p->layers[1] = p->layers[0] + LAYER_STATES;
    p->steps = (phase_step *)(p->layers[1] + LAYER_STATES);
    p->slots = slots;
}

bool phases_prove(phase_proof *p, const row_bound *b, int64_t score, uint32_t most, uint32_t enough, double deadline_s)
{
    begin_proof(p, b, score);
    p->most = most < LAYER_STATES ? most : LAYER_STATES;
    for (p->slot_mask = 1; p->slot_mask < 2 * p->most; p->slot_mask *= 2)
        continue;
    p->slot_mask--;
    p->enough = enough;
    p->played = 0;
    p->counts[0] = p->counts[1] = p->survivor_count = 0;
    p->step_count = 1;
    memset(p->slots, 0, ((size_t)p->slot_mask + 1) * sizeof *p->slots);
    int ends = b->classes[phase_class_of(b->raises)].ends;
    for (int digit = b->wild_ends ? 0 : 1; digit <= DIGITS; digit++)
        if ((!digit || ends & digit_bit(digit))
            && !add_state(p, b, 0, 0, 0, (phase_step){0, 0, NO_STEP, 0, (uint8_t)digit, (uint8_t)digit}, b->raises,
                          p->apart[b->raises]))
            return false;
    for (int phase = b->raises, layer = 1; phase >= 0; phase--, layer = !layer) {
        p->counts[layer] = 0;
        memset(p->slots, 0, ((size_t)p->slot_mask + 1) * sizeof *p->slots);
        if (!play_phase(p, b, phase, layer, phase == b->raises, deadline_s))
            return false;
    }
    return p->survivor_count == 0;
}
