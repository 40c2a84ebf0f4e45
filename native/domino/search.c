/* Layers of positions, narrowed to the most promising. See domino/search.h. */
#include "domino/search.h"

#include <stdlib.h>
#include <string.h>

void lay_out_keys(key_layout *layout, const row_bound *b)
{
    layout->mask = b->is_linked ? LINKED_COPIES : MAX_COPIES;
    for (int t = 0, at = 0; t < TYPES; t++) {
        bool left_out = b->is_linked && !b->count[t];
        layout->at[t] = (uint8_t)(left_out ? NOTHING_AT : at);
        if (!left_out)
            at += b->is_linked ? 8 : 4;
    }
}

static inline unsigned key_copies(const key_layout *layout, row_key k, int t)
{
    int at = layout->at[t];
    return (unsigned)((at < 64 ? k.low >> at : k.high >> (at - 64)) & layout->mask);
}

static inline void key_take(const key_layout *layout, row_key *k, int t)
{
    int at = layout->at[t];
    if (at < 64)
        k->low -= UINT64_C(1) << at;
    else
        k->high -= UINT64_C(1) << (at - 64);
}

static inline int key_field(row_key k, int at, int mask)
{
    return (int)(k.high >> at) & mask;
}

static inline row_key key_with_ends(row_key k, int l, int r)
{
    int low = l < r ? l : r, high = l < r ? r : l;
    k.high &= ~(UINT64_C(63) << LEFT_AT);
    k.high |= (uint64_t)low << LEFT_AT | (uint64_t)high << RIGHT_AT;
    return k;
}

static inline uint64_t key_hash(row_key k)
{
    uint64_t h = (k.low ^ k.high * UINT64_C(0x9E3779B97F4A7C15)) * UINT64_C(0xD6E8FEB86659FD93);
    return (h ^ h >> 32) * UINT64_C(0xD6E8FEB86659FD93);
}

/* Remember the way to a node as the best row. */
static void keep_row(row_search *s, uint32_t parent, row_step last, int64_t score)
{
    int n = 1;
    for (uint32_t i = parent; i != UINT32_MAX; i = s->nodes[i].parent)
        n++;
    s->best = score;
    s->length = n;
    s->steps[--n] = last;
    for (uint32_t i = parent; i != UINT32_MAX; i = s->nodes[i].parent)
        s->steps[--n] = s->nodes[i].step;
}

static int descending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x < y) - (x > y);
}

/* How promising a node is: its bound and a little noise, for a layer of many nodes with the same bound must not keep
 * only relatives. Up to three points: gaps on hands with 100 tiles are half as large as without. */
static inline int64_t promise(const row_node *node)
{
    return node->bound + (int64_t)((key_hash(node->key) >> 20) % (3 * SCALE));
}

/* Drop all but the `width` most promising nodes of the layer that is being made. */
static void narrow_layer(row_search *s, int64_t *scratch)
{
    uint32_t n = s->count - s->layer_begin, kept = s->layer_begin;
    if (n <= s->width)
        return;
    for (uint32_t i = 0; i < n; i++)
        scratch[i] = promise(&s->nodes[s->layer_begin + i]);
    qsort(scratch, n, sizeof *scratch, descending);
    int64_t limit = scratch[s->width];
    uint32_t equal = 0; /* nodes exactly at the limit that may stay */
    for (uint32_t i = 0; i < s->width; i++)
        equal += scratch[i] == limit;
    for (uint32_t i = s->layer_begin; i < s->count; i++) {
        const row_node *node = &s->nodes[i];
        int64_t rank = promise(node);
        bool keep = rank > limit || (rank == limit && equal > 0);
        if (rank == limit && equal > 0)
            equal--;
        if (keep)
            s->nodes[kept++] = *node;
        else if (node->bound > s->cut)
            s->cut = node->bound;
    }
    s->count = kept;
    memset(s->slots, 0, ((size_t)s->slot_mask + 1) * sizeof *s->slots);
    for (uint32_t i = s->layer_begin; i < s->count; i++) {
        uint64_t at = key_hash(s->nodes[i].key) & s->slot_mask;
        while (s->slots[at])
            at = (at + 1) & s->slot_mask;
        s->slots[at] = i + 1;
    }
}

static int64_t refund_of(const row_bound *b, const key_layout *layout, row_key key)
{
    int64_t sum = b->price_mirror * key_field(key, MIRRORS_AT, 63) + b->price_wild * key_field(key, WILDS_AT, 63);
    for (int t = 0; t < TYPES; t++)
        sum += b->price[t] * key_copies(layout, key, t);
    return sum;
}

void forget_aheads(row_search *s)
{
    *s->own = *s->bound;
    for (int i = 0; i < AHEADS; i++)
        s->aheads[i].tiles = (row_key){0, UINT64_MAX};
}

/* A sharper bound than `future`: the phase that is being played has no more than the tiles that are left, and in the
 * last phase they are free. Not for linked hands, where it would take too long for so many positions. */
static int64_t points_ahead(row_search *s, row_key key)
{
    int left = key_field(key, LEFT_AT, 7), right = key_field(key, RIGHT_AT, 7);
    row_key tiles = key_with_ends(key, 0, 0);
    row_ahead *found = &s->aheads[key_hash(tiles) & (AHEADS - 1)];
    if (found->tiles.low == tiles.low && found->tiles.high == tiles.high)
        return found->ahead[left][right];
    row_bound *own = s->own;
    int raises = key_field(key, RAISES_AT, 63);
    for (int t = 0; t < TYPES; t++) {
        own->count[t] = own->cap[phase_class_of(raises)][t] = key_copies(&s->layout, key, t);
        own->price[t] = raises ? s->bound->price[t] : 0;
    }
    own->price_wild = raises ? s->bound->price_wild : 0;
    own->wild = own->cap[phase_class_of(raises)][WILD] = key_field(key, WILDS_AT, 63);
    own->mirror = own->cap[phase_class_of(raises)][MIRROR] = key_field(key, MIRRORS_AT, 63);
    build_class(own, phase_class_of(raises));
    build_gains(own, phase_class_of(raises));
    int64_t future[DIGITS + 1][DIGITS + 1], refund = refund_of(own, &s->layout, key);
    phase_future(own, raises, future);
    found->tiles = tiles;
    for (int l = own->wild_ends ? 0 : 1; l <= DIGITS; l++)
        for (int r = own->wild_ends ? 0 : 1; r <= DIGITS; r++)
            found->ahead[l][r] = (int32_t)(future[l][r] < 0 ? 0 : future[l][r] + refund);
    return found->ahead[left][right];
}

/* Put a position into the layer, unless it cannot win or a better one is there. */
static void add_node(row_search *s, row_key key, int64_t score, int64_t refund, uint32_t parent, row_step step,
                     int64_t *scratch)
{
    int raises = key_field(key, RAISES_AT, 63), left = key_field(key, LEFT_AT, 7), right = key_field(key, RIGHT_AT, 7);
    s->visited++;
    if (raises == 0 && score > s->best)
        keep_row(s, parent, step, score);
    int64_t ahead = s->bound->future[raises][left][right];
    int64_t bound = score * SCALE + refund + ahead;
    if (bound < (s->best + 1) * SCALE)
        return;
    uint64_t at = key_hash(key) & s->slot_mask;
    for (; s->slots[at]; at = (at + 1) & s->slot_mask) {
        row_node *there = &s->nodes[s->slots[at] - 1];
        if (there->key.low != key.low || there->key.high != key.high)
            continue;
        bound = there->bound + (score - there->score) * SCALE;
        if (score > there->score)
            *there = (row_node){key, score, bound, parent, step};
        return;
    }
    if (s->width >= SHARP_WIDTH && !s->bound->is_linked) { /* narrower passes only want a first row */
        int64_t sharper = score * SCALE + points_ahead(s, key);
        if (sharper < bound)
            bound = sharper;
        if (bound < (s->best + 1) * SCALE)
            return;
    }
    if (s->count - s->layer_begin >= 2 * s->width || s->count >= s->capacity) {
        narrow_layer(s, scratch);
        if (s->count >= s->capacity) {
            if (bound > s->cut)
                s->cut = bound;
            return;
        }
        at = key_hash(key) & s->slot_mask;
        while (s->slots[at])
            at = (at + 1) & s->slot_mask;
    }
    s->slots[at] = s->count + 1;
    s->nodes[s->count++] = (row_node){key, score, bound, parent, step};
}

/* Play `tile` so that the end `near` becomes `far`, the other end stays; with every number of mirrors. */
static void add_steps(row_search *s, row_key key, int64_t score, int64_t refund, uint32_t parent, row_step step,
                      int worth, int near, int far, int other, int64_t *scratch)
{
    int mirrors = key_field(key, MIRRORS_AT, 63);
    for (int k = 0; k <= mirrors; k++) {
        step.mirrors = (uint8_t)k;
        add_node(s, key_with_ends(key, k & 1 ? near : far, other), score + (k + 1) * worth,
                 refund - k * s->bound->price_mirror, parent, step, scratch);
        key.high -= UINT64_C(1) << MIRRORS_AT;
    }
}

/* Play plain tiles at an end, 0 for one that takes any digit; the first tile if `first`. */
static void add_plain(row_search *s, row_key key, int64_t score, int64_t refund, uint32_t parent, int side, int end,
                      int other, int64_t *scratch)
{
    int raises = key_field(key, RAISES_AT, 63);
    bool first = parent == UINT32_MAX;
    for (int t = 0; t < TYPES; t++) {
        if (!key_copies(&s->layout, key, t))
            continue;
        int x = rotated(type_digits[t][0], raises), y = rotated(type_digits[t][1], raises);
        row_key next = key;
        key_take(&s->layout, &next, t);
        for (int turn = 0; turn < (x == y ? 1 : 2); turn++) {
            int near = turn ? y : x;
            if (end && end != near)
                continue;
            add_steps(s, next, score, refund - s->bound->price[t], parent,
                      (row_step){(uint8_t)t, (uint8_t)near, 0, side != 0}, x + y, near, x + y - near,
                      first ? near : other, scratch);
        }
    }
}

static void expand(row_search *s, uint32_t parent, int64_t *scratch)
{
    row_key key = s->nodes[parent].key;
    int64_t score = s->nodes[parent].score;
    int64_t refund = refund_of(s->bound, &s->layout, key);
    int raises = key_field(key, RAISES_AT, 63);
    int ends[2] = {key_field(key, LEFT_AT, 7), key_field(key, RIGHT_AT, 7)};
    for (int side = 0; side < (ends[0] == ends[1] ? 1 : 2); side++) {
        int end = ends[side], other = ends[!side];
        add_plain(s, key, score, refund, parent, side, end, other, scratch);
        if (key_field(key, WILDS_AT, 63)) {
            row_key next = key;
            next.high -= UINT64_C(1) << WILDS_AT;
            add_steps(s, next, score, refund - s->bound->price_wild, parent, (row_step){WILD, 0, 0, side != 0},
                      2 * wild_digit(raises, s->bound->zero_stays), 0, 0, other, scratch);
        }
        if (raises) {
            row_key next = key;
            next.high -= UINT64_C(1) << RAISES_AT;
            int shown = wild_digit(raises, s->bound->zero_stays);
            int here = end ? end : shown, there = other ? other : shown;
            add_steps(s, next, score, refund, parent, (row_step){RAISE, (uint8_t)here, 0, side != 0}, 2 * here, here,
                      here, there, scratch);
        }
    }
}

static void add_first(row_search *s, row_key key, int64_t *scratch)
{
    int64_t refund = refund_of(s->bound, &s->layout, key);
    add_plain(s, key, 0, refund, UINT32_MAX, 1, 0, 0, scratch);
    if (key_field(key, WILDS_AT, 63)) {
        int shown = wild_digit(key_field(key, RAISES_AT, 63), s->bound->zero_stays);
        key.high -= UINT64_C(1) << WILDS_AT;
        row_step step = {WILD, 0, 0, true};
        add_steps(s, key, 0, refund - s->bound->price_wild, UINT32_MAX, step, 2 * shown, 0, 0, 0, scratch);
    }
}

void search_pass(row_search *s, row_key hand, uint32_t width, int64_t *scratch)
{
    s->count = s->layer_begin = 0;
    s->visited = 0;
    s->width = width;
    s->slot_mask = 1023; /* a layer never has more than twice its width: half of the slots stay empty */
    while (s->slot_mask < 4 * width)
        s->slot_mask = 2 * s->slot_mask + 1;
    s->cut = 0;
    s->out_of_time = false;
    memset(s->slots, 0, ((size_t)s->slot_mask + 1) * sizeof *s->slots);
    add_first(s, hand, scratch);
    uint32_t begin = 0;
    while (s->count > begin) {
        narrow_layer(s, scratch);
        uint32_t end = s->count;
        s->layer_begin = end;
        memset(s->slots, 0, ((size_t)s->slot_mask + 1) * sizeof *s->slots);
        for (uint32_t i = begin; i < end; i++) {
            if (s->nodes[i].bound < (s->best + 1) * SCALE)
                continue;
            if ((i & 1023) == 0 && engine_now_s() > s->deadline_s)
                s->out_of_time = true;
            if (s->out_of_time) {
                if (s->nodes[i].bound > s->cut)
                    s->cut = s->nodes[i].bound;
            } else {
                expand(s, i, scratch);
            }
        }
        begin = end;
    }
}
