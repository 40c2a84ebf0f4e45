/* Layers of states between phases. See domino/phases.h. */
#include "domino/phases.h"

#include <string.h>

enum {
    TURNED = 2 * LAID + 2,
    STATE_ENDS = TURNED + 2,
    BINS = 1 << 10,
    MOST_PLAYED = 16, /* ways from one state, as often as there may be states */
    CHECKED = 1 << 7  /* ways from one look at the clock to the next */
};

static inline int need_in(uint64_t key, int kind)
{
    return (int)(key >> 2 * kind) & most_needed(kind);
}

/* What all [11|11] from a phase on gain, each at a 6. */
static int64_t loops_from(const row_bound *b, int phase)
{
    int64_t sum = 0;
    for (int r = 1; r <= phase; r++)
        sum += loop_gain(b, r, DIGITS);
    return sum;
}

/* What a state may lose before a phase, each kind alone, if [11|11] gain so much. */
static int64_t slack_of(const phase_proof *p, uint64_t key, int64_t gain, int phase, int64_t loops)
{
    int64_t slack = p->constant + gain + loops - p->target;
    for (int i = 0; i < p->tables.kinds; i++) {
        int kind = p->tables.kind[i];
        slack += p->tables.later[phase + 1][need_at(kind, need_in(key, kind))];
    }
    return slack;
}

static uint32_t random_below(phase_proof *p, uint32_t n)
{
    p->random = p->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((p->random >> 32) * n >> 32);
}

static inline uint32_t *slot_of(phase_proof *p, const phase_state *states, uint64_t key)
{
    uint64_t at = (key ^ key >> 29) * UINT64_C(0x9E3779B97F4A7C15) >> 40 & p->slot_mask;
    while (p->slots[at] && states[p->slots[at] - 1].key != key)
        at = (at + 1) & p->slot_mask;
    return &p->slots[at];
}

static void clear_slots(phase_proof *p)
{
    memset(p->slots, 0, ((size_t)p->slot_mask + 1) * sizeof *p->slots);
}

/* Keep the half of a layer that may lose most. */
static void narrow_states(phase_proof *p, int layer)
{
    phase_state *states = p->layers[layer];
    uint32_t counts[BINS] = {0}, n = p->counts[layer], kept = 0, left = n / 2, bin = BINS;
    int64_t most = 1;
    for (uint32_t i = 0; i < n; i++)
        most = most_of(most, states[i].slack);
    for (uint32_t i = 0; i < n; i++)
        counts[(int64_t)states[i].slack * (BINS - 1) / most]++;
    while (counts[--bin] < left)
        left -= counts[bin];
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = (uint32_t)((int64_t)states[i].slack * (BINS - 1) / most);
        if (at < bin || (at == bin && random_below(p, counts[bin]) >= left))
            continue;
        p->steps[p->layer_steps + kept] = p->steps[states[i].step];
        states[kept] = states[i];
        states[kept].step = p->layer_steps + kept;
        kept++;
    }
    p->counts[layer] = kept;
    p->step_count = p->layer_steps + kept;
    clear_slots(p);
    for (uint32_t i = 0; i < kept; i++)
        *slot_of(p, states, states[i].key) = i + 1;
    p->is_cut = true;
}

/* Keep a state. False if there is no room. */
static bool add_state(phase_proof *p, int layer, phase_state state, phase_step step)
{
    uint32_t *slot = slot_of(p, p->layers[layer], state.key);
    if (*slot) {
        phase_state *there = &p->layers[layer][*slot - 1];
        if (state.gain > there->gain || (state.gain == there->gain && random_below(p, 2))) {
            state.step = there->step;
            *there = state;
            p->steps[there->step] = step;
        }
        return true;
    }
    while (p->counts[layer] == p->most || p->step_count == STEPS) { /* chance may keep all of a few */
        if (p->enough == 1 || p->counts[layer] < 2)
            return false;
        narrow_states(p, layer);
        slot = slot_of(p, p->layers[layer], state.key);
    }
    state.step = p->step_count++;
    p->steps[state.step] = step;
    p->layers[layer][p->counts[layer]++] = state;
    *slot = p->counts[layer];
    return true;
}

/* A survivor; false if there are enough. */
static bool add_survivor(phase_proof *p, phase_step step)
{
    uint32_t n = p->survivor_count++, kept = n < SURVIVORS ? n : random_below(p, n + 1);
    if (n < SURVIVORS) {
        if (p->step_count == STEPS)
            return false;
        p->survivors[n] = p->step_count++;
    }
    if (kept < SURVIVORS)
        p->steps[p->survivors[kept]] = step;
    return p->survivor_count < p->enough;
}

/* A phase that is being played from a state; what its first kinds do. */
typedef struct {
    const row_bound *b;
    double deadline_s;
    int phase, layer;
    uint32_t most; /* ways from one state */
    uint32_t played;
    int ends;
    int kinds, kind[LAID]; /* for which there is a choice */
} phase_play;

typedef struct {
    phase_tiles tiles;
    uint64_t key; /* needs after the phase */
    phase_step step;
    int64_t gain, slack;
    int turned; /* mirrors */
} phase_so_far;

/* Mirrors that lead back, if the hand has so few that all are counted; false if there are not so many. */
static bool add_turned(const phase_proof *p, const row_bound *b, uint64_t *key, int turned)
{
    int sum = ((int)(*key >> TURNED) & EXACT) + turned;
    if (b->mirror > EXACT || p->for_certificate)
        return true;
    *key += (uint64_t)turned << TURNED;
    return sum <= b->mirror;
}

/* All kinds are used: see to which ends that leads. False if there is no room, or there are enough survivors. */
static bool end_phase(phase_proof *p, const phase_play *at, const phase_so_far *w)
{
    const row_bound *b = at->b;
    uint64_t key = w->key;
    p->played++;
    uint32_t reached = reached_ends(&p->cache, &w->tiles, at->ends);
    if (!reached || !add_turned(p, b, &key, w->turned))
        return true;
    if (!at->phase)
        return add_survivor(p, w->step);
    int wild = b->zero_stays ? 0 : phase_class_of(at->phase);
    for (; reached; reached &= reached - 1) {
        int low, high;
        split_ends(__builtin_ctz(reached), &low, &high);
        low = low ? low : wild, high = high ? high : wild;
        int64_t loop = loop_gain(b, at->phase, high > low ? high : low);
        phase_state state = {.gain = w->gain + loop};
        int64_t slack = w->slack - loop_gain(b, at->phase, DIGITS) + loop;
        if (!p->for_certificate)
            slack = least_of(slack, p->constant + state.gain + b->future[at->phase - 1][low][high] - p->target);
        if (slack < 0)
            continue;
        phase_step step = w->step;
        step.ends = (uint8_t)ends_of(low, high);
        state.key = key | (uint64_t)step.ends << STATE_ENDS;
        state.slack = (int32_t)least_of(slack, INT32_MAX);
        if (!add_state(p, at->layer, state, step))
            return false;
    }
    return true;
}

static bool is_in_time(const phase_proof *p, double deadline_s)
{
    if (p->most_played && p->played >= p->most_played)
        return false;
    return p->played % CHECKED || engine_now_s() <= deadline_s;
}

static void use_kind(phase_so_far *w, int kind, const phase_way *way)
{
    w->slack -= way->loss;
    w->gain += way->gain;
    w->key = (w->key & ~((uint64_t)most_needed(kind) << 2 * kind)) | (uint64_t)way->after << 2 * kind;
    w->step.needs |= (uint64_t)way->copies << 2 * kind;
    w->step.turned |= (uint32_t)way->turned << kind;
    w->step.higher |= (uint32_t)way->higher << kind;
    w->turned += way->turned;
    if (kind == WILD)
        w->tiles.wilds = way->copies;
    else
        lay_tiles(&w->tiles, way->copies, way->edge, way->odd);
}

/* Use the kinds from one on in all ways that lose no more than is left. False if there is no room, enough survivors, or
 * too many ways. */
static bool play_kinds(phase_proof *p, phase_play *at, int i, const phase_so_far *w)
{
    if (i == at->kinds)
        return ++at->played < at->most && is_in_time(p, at->deadline_s) && end_phase(p, at, w);
    int kind = at->kind[i];
    const phase_ways *ways = &p->ways[need_at(kind, need_in(w->key, kind))];
    for (int k = 0; k < ways->count && ways->list[k].loss <= w->slack; k++) {
        phase_so_far next = *w;
        use_kind(&next, kind, &ways->list[k]);
        if (!play_kinds(p, at, i + 1, &next))
            return false;
    }
    return true;
}

/* Play a phase from a state in all ways that lose no more than this. False as before. */
static bool play_state(phase_proof *p, phase_play *at, const phase_state *s, int64_t slack)
{
    uint64_t key = s->key & ((UINT64_C(1) << STATE_ENDS) - 1);
    phase_so_far w = {.key = key, .step = {.before = s->step}, .gain = s->gain, .slack = slack};
    at->ends = (int)(s->key >> STATE_ENDS);
    at->kinds = 0, at->played = 0;
    for (int i = 0; i < p->tables.kinds; i++) {
        int kind = p->tables.kind[i];
        const phase_ways *ways = &p->ways[need_at(kind, need_in(key, kind))];
        if (ways->count > 1 && ways->list[1].loss <= slack)
            at->kind[at->kinds++] = kind;
        else
            use_kind(&w, kind, &ways->list[0]);
    }
    return play_kinds(p, at, 0, &w);
}

/* Play a phase from all states of a layer. */
static bool play_phase(phase_proof *p, const row_bound *b, int phase, int layer, double deadline_s)
{
    phase_play at = {.b = b, .deadline_s = deadline_s, .phase = phase, .layer = layer};
    at.most = MOST_PLAYED * p->most;
    int64_t loops = loops_from(b, phase);
    for (int i = 0; i < p->tables.kinds; i++)
        for (int need = 0, kind = p->tables.kind[i]; need <= most_needed(kind) && need <= copies_of(b, kind); need++)
            list_ways(&p->tables, b, phase, kind, need, &p->ways[need_at(kind, need)]);
    for (uint32_t i = 0; i < p->counts[!layer]; i++) {
        const phase_state *s = &p->layers[!layer][i];
        int64_t slack = slack_of(p, s->key, s->gain, phase, loops);
        while (!play_state(p, &at, s, slack)) {
            if (at.played < at.most || p->enough == 1)
                return false;
            p->is_cut = true;
            if (slack == 0)
                break;
            slack /= 2;
        }
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
    build_ways(&p->tables, b);
    p->target = (score + 1) * SCALE;
    p->constant = b->constant + b->price_wild * b->wild + b->price_mirror * b->mirror;
    for (int t = 0; t < TYPES; t++)
        p->constant += b->price[t] * b->count[t];
    p->most = most < LAYER_STATES ? most : LAYER_STATES;
    for (p->slot_mask = 1; p->slot_mask < 2 * p->most; p->slot_mask *= 2)
        continue;
    p->slot_mask--;
    p->enough = enough;
    p->played = 0;
    p->counts[0] = p->counts[1] = p->survivor_count = 0;
    p->step_count = p->layer_steps = 1;
    p->is_cut = false;
    if (slack_of(p, 0, 0, b->raises, loops_from(b, b->raises)) >= 0) {
        p->steps[p->step_count] = (phase_step){.before = NO_STEP, .ends = NO_ENDS};
        p->layers[0][p->counts[0]++] = (phase_state){(uint64_t)NO_ENDS << STATE_ENDS, 0, p->step_count++, 0};
    }
    for (int phase = b->raises, layer = 1; phase >= 0; phase--, layer = !layer) {
        p->counts[layer] = 0;
        p->layer_steps = p->step_count;
        clear_slots(p);
        if (!play_phase(p, b, phase, layer, deadline_s))
            return false;
    }
    return p->survivor_count == 0 && !p->is_cut;
}
