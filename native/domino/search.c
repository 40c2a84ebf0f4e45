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

/* What a row scores so far, what its tiles cost besides in a case, and with that what is refunded for what is left. */
typedef struct {
    int64_t score, paid, refund;
} row_worth;

/* One tile more. */
static inline row_worth with_tile(row_worth w, int points, int64_t price, int64_t extra)
{
    return (row_worth){w.score + points, w.paid + extra, w.refund - price - extra};
}

static int64_t refund_of(const row_bound *b, const key_layout *layout, row_key key)
{
    int64_t sum = b->price_mirror * key_field(key, MIRRORS_AT, 63) + b->price_wild * key_field(key, WILDS_AT, 63);
    for (int t = 0; t < TYPES; t++)
        sum += b->price[t] * key_copies(layout, key, t);
    return sum;
}

/* A sharper bound than `future`: the phase that is being played has no more than the tiles that are left, and in the
 * last phase they are free. What parts are connected is left out, which would take too long for so many positions. */
static int64_t points_ahead(row_search *s, row_key key)
{
    row_bound *own = s->own;
    int raises = key_field(key, RAISES_AT, 63), class = phase_class_of(raises);
    for (int t = 0; t < TYPES; t++) {
        own->count[t] = key_copies(&s->layout, key, t);
        own->cap[class][t] = least_of(s->bound->cap[class][t], own->count[t]);
        own->price[t] = raises ? s->bound->price[t] : 0;
    }
    own->price_wild = raises ? s->bound->price_wild : 0;
    own->wild = key_field(key, WILDS_AT, 63);
    own->cap[class][WILD] = least_of(s->bound->cap[class][WILD], own->wild);
    own->mirror = key_field(key, MIRRORS_AT, 63);
    own->cap[class][MIRROR] = least_of(s->bound->cap[class][MIRROR], own->mirror);
    build_class(own, class);
    int64_t ahead = future_from(own, raises, key_field(key, LEFT_AT, 7), key_field(key, RIGHT_AT, 7));
    return ahead < 0 ? 0 : ahead + refund_of(own, &s->layout, key);
}

/* Put a position into the layer, unless it cannot win or a better one is there. */
static void add_node(row_search *s, row_key key, row_worth worth, uint32_t parent, row_step step, int64_t *scratch)
{
    int raises = key_field(key, RAISES_AT, 63), left = key_field(key, LEFT_AT, 7), right = key_field(key, RIGHT_AT, 7);
    s->visited++;
    if (raises == 0 && worth.score > s->best)
        keep_row(s, parent, step, worth.score);
    int64_t bound = worth.score * SCALE + worth.refund + s->bound->future[raises][left][right];
    row_node node = {key, (int32_t)worth.score, (int32_t)worth.paid, bound, parent, step};
    if (bound < (s->best + 1) * SCALE)
        return;
    uint64_t at = key_hash(key) & s->slot_mask;
    for (; s->slots[at]; at = (at + 1) & s->slot_mask) {
        row_node *there = &s->nodes[s->slots[at] - 1];
        if (there->key.low != key.low || there->key.high != key.high)
            continue;
        node.bound = there->bound + (worth.score - there->score) * SCALE - worth.paid + there->paid;
        if (worth.score > there->score)
            *there = node;
        return;
    }
    if (s->width >= SHARP_WIDTH && (!s->bound->is_linked || s->width < BLUNT_WIDTH)) {
        s->sharpened++;
        int64_t sharper = worth.score * SCALE + s->bound->constant - worth.paid + points_ahead(s, key);
        node.bound = least_of(bound, sharper);
        if (node.bound < (s->best + 1) * SCALE)
            return;
    }
    if (s->count - s->layer_begin >= 2 * s->width || s->count >= s->capacity) {
        narrow_layer(s, scratch);
        if (s->count >= s->capacity) {
            if (node.bound > s->cut)
                s->cut = node.bound;
            return;
        }
        at = key_hash(key) & s->slot_mask;
        while (s->slots[at])
            at = (at + 1) & s->slot_mask;
    }
    s->slots[at] = s->count + 1;
    s->nodes[s->count++] = node;
}

/* Play a tile so that the end `near` becomes `far`, the other end stays; with every number of mirrors. */
static void add_steps(row_search *s, row_key key, row_worth worth, uint32_t parent, row_step step, int points, int near,
                      int far, int other, int64_t *scratch)
{
    int mirrors = key_field(key, MIRRORS_AT, 63), class = phase_class_of(key_field(key, RAISES_AT, 63));
    if (step.tile == RAISE)
        class = phase_class_of(key_field(key, RAISES_AT, 63) + 1); /* of the phase that it ended */
    int64_t extra =
        s->bound->extra[class][MIRROR] + (step.tile < TYPES ? s->bound->extra[class][HOSTS + step.tile] : 0);
    for (int k = 0; k <= mirrors; k++) {
        step.mirrors = (uint8_t)k;
        add_node(s, key_with_ends(key, k & 1 ? near : far, other), worth, parent, step, scratch);
        key.high -= UINT64_C(1) << MIRRORS_AT;
        worth = with_tile(worth, points, s->bound->price_mirror, extra);
    }
}

/* Play plain tiles at an end, 0 for one that takes any digit; the first tile if `first`. */
static void add_plain(row_search *s, row_key key, row_worth worth, uint32_t parent, int side, int end, int other,
                      int64_t *scratch)
{
    int raises = key_field(key, RAISES_AT, 63);
    const int64_t *extra = s->bound->extra[phase_class_of(raises)];
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
            add_steps(s, next, with_tile(worth, x + y, s->bound->price[t], extra[t]), parent,
                      (row_step){(uint8_t)t, (uint8_t)near, 0, side != 0}, x + y, near, x + y - near,
                      first ? near : other, scratch);
        }
    }
}

/* Play a wild tile. */
static void add_wild(row_search *s, row_key key, row_worth worth, uint32_t parent, int side, int other,
                     int64_t *scratch)
{
    if (!key_field(key, WILDS_AT, 63))
        return;
    int raises = key_field(key, RAISES_AT, 63), points = 2 * wild_digit(raises, s->bound->zero_stays);
    key.high -= UINT64_C(1) << WILDS_AT;
    worth = with_tile(worth, points, s->bound->price_wild, s->bound->extra[phase_class_of(raises)][WILD]);
    add_steps(s, key, worth, parent, (row_step){WILD, 0, 0, side != 0}, points, 0, 0, other, scratch);
}

static void expand(row_search *s, uint32_t parent, int64_t *scratch)
{
    row_key key = s->nodes[parent].key;
    row_worth worth = {s->nodes[parent].score, s->nodes[parent].paid, s->bound->constant - s->nodes[parent].paid};
    worth.refund += refund_of(s->bound, &s->layout, key);
    int raises = key_field(key, RAISES_AT, 63);
    int ends[2] = {key_field(key, LEFT_AT, 7), key_field(key, RIGHT_AT, 7)};
    for (int side = 0; side < (ends[0] == ends[1] ? 1 : 2); side++) {
        int end = ends[side], other = ends[!side];
        add_plain(s, key, worth, parent, side, end, other, scratch);
        add_wild(s, key, worth, parent, side, other, scratch);
        if (raises) {
            row_key next = key;
            next.high -= UINT64_C(1) << RAISES_AT;
            int shown = wild_digit(raises, s->bound->zero_stays);
            int here = end ? end : shown, there = other ? other : shown;
            add_steps(s, next, with_tile(worth, 2 * here, 0, 0), parent, (row_step){RAISE, (uint8_t)here, 0, side != 0},
                      2 * here, here, here, there, scratch);
        }
    }
}

void search_pass(row_search *s, row_key hand, uint32_t width, int64_t *scratch)
{
    *s->own = *s->bound;
    s->own->is_linked = false;
    s->count = s->layer_begin = 0;
    s->visited = s->sharpened = 0;
    s->width = width;
    s->slot_mask = 1023; /* a layer never has more than twice its width: half of the slots stay empty */
    while (s->slot_mask < 4 * width)
        s->slot_mask = 2 * s->slot_mask + 1;
    s->cut = 0;
    s->out_of_time = false;
    memset(s->slots, 0, ((size_t)s->slot_mask + 1) * sizeof *s->slots);
    row_worth worth = {0, 0, s->bound->constant + refund_of(s->bound, &s->layout, hand)};
    add_plain(s, hand, worth, UINT32_MAX, 1, 0, 0, scratch);
    add_wild(s, hand, worth, UINT32_MAX, 1, 0, scratch);
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
