/* A trail for each phase, joined to a row. See domino/trail.h. */
#include "domino/trail.h"

#include <string.h>

typedef struct {
    uint8_t a, b, tile, mirrors;
    bool used, spare; /* spare: two copies that may as well be played elsewhere */
} row_edge;

/* An edge as the trail passes it. */
typedef struct {
    int edge;
    uint8_t from, to;
} passage;

/* Drop the spare edges that are not connected with the digits in `reached`. */
static int connected_edges(row_edge *edges, int n, int reached)
{
    for (bool grew = true; grew;) {
        grew = false;
        for (int i = 0; i < n; i++) {
            int ends = digit_bit(edges[i].a) | digit_bit(edges[i].b);
            if ((ends & reached) && (ends & ~reached))
                reached |= ends, grew = true;
        }
    }
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (!edges[i].spare || (digit_bit(edges[i].a) & reached))
            edges[kept++] = edges[i];
    return kept;
}

/* Euler trail that ends at `end`; false if the edges are not connected. Another `turn` goes another way: a wild tile at
 * the trail's end has no digit there, so that not every way will do. */
static bool edge_trail(row_edge *edges, int n, int end, int turn, passage *trail)
{
    struct {
        uint8_t digit;
        int edge;
    } stack[MOST_EDGES + 1];
    int top = 0, length = 0;
    stack[top].digit = (uint8_t)end, stack[top++].edge = -1;
    while (top > 0) {
        int here = stack[top - 1].digit, next = -1;
        for (int j = 0; j < n && next < 0; j++) {
            int i = (j + turn * (top + here)) % n;
            if (!edges[i].used && (edges[i].a == here || edges[i].b == here))
                next = i;
        }
        if (next >= 0) {
            edges[next].used = true;
            stack[top].digit = (uint8_t)(edges[next].a + edges[next].b - here);
            stack[top++].edge = next;
            continue;
        }
        top--;
        if (top > 0)
            trail[length++] = (passage){stack[top].edge, (uint8_t)here, 0};
    }
    for (int i = 0; i < length; i++)
        trail[i].to = i + 1 < length ? trail[i + 1].from : (uint8_t)end;
    for (int i = 0; i < length; i++)
        if (edges[trail[i].edge].a + edges[trail[i].edge].b != trail[i].from + trail[i].to)
            return false;
    return length == n;
}

/* Go a part of a trail, which comes back to where it began, the other way round. */
static void turn_round(passage *trail, int from, int to)
{
    for (int i = from, j = to; i <= j; i++, j--) {
        passage a = trail[i], b = trail[j];
        trail[i] = (passage){b.edge, b.to, b.from};
        trail[j] = (passage){a.edge, a.to, a.from};
    }
}

/* A wild tile at the begin of a trail does not show the digit there, unless it `becomes` that: let another tile be the
 * first one, if one can. */
static void show_begin(const row_edge *edges, passage *trail, int n, int becomes)
{
    int first = 0;
    if (trail[0].from == becomes)
        return;
    while (first < n - 1 && edges[trail[first].edge].tile == WILD && trail[first].from == trail[first].to)
        first++;
    passage other = trail[first];
    for (int i = first; i > 0; i--) /* loops lie anywhere */
        trail[i] = (passage){trail[i - 1].edge, other.to, other.to};
    trail[0] = other;
    for (int i = first + 1; i < n - 1 && edges[trail[0].edge].tile == WILD; i++)
        if (trail[i].to == trail[0].from && edges[trail[i].edge].tile != WILD)
            turn_round(trail, 0, i);
}

/* The same at both ends. */
static void show_ends(const row_edge *edges, passage *trail, int n, int becomes)
{
    for (int end = 0; end < 2; end++) {
        show_begin(edges, trail, n, becomes);
        turn_round(trail, 0, n - 1);
    }
}

/* Play a tile; the next one is to meet the end where a digit `shows`. */
static void build_step(row_builder *b, bool left, int tile, int near, int mirrors, int shows)
{
    bool low = left ? b->at.left <= b->at.right : b->at.left > b->at.right;
    row_step step = {(uint8_t)tile, (uint8_t)(tile == WILD ? 0 : near), (uint8_t)mirrors, !low};
    if (b->length == MAX_STEPS)
        return;
    b->steps[b->length++] = step;
    advance(&step, &b->at, b->length == 1, b->zero_stays);
    if (tile == RAISE)
        return;
    for (int t = 0; t < TYPES; t++) {
        if (!b->owed[t])
            continue;
        int x = rotated(type_digits[t][0], b->at.raises), y = rotated(type_digits[t][1], b->at.raises);
        int here = left ? shows : b->at.left, there = left ? b->at.right : shows;
        bool at_left = here == x || here == y, at_right = there == x || there == y;
        if (!at_left && !at_right)
            continue;
        int owed = b->owed[t];
        b->owed[t] = 0;
        build_step(b, at_left, t, at_left ? here : there, owed, at_left ? here : there);
    }
}

/* The first tile of a row whose first phase has no edges: something that begins and ends with the digit. */
static bool build_first(row_builder *b, const domino_hand *hand, int digit)
{
    for (int t = 0; t < TYPES; t++) {
        int x = rotated(type_digits[t][0], b->at.raises), y = rotated(type_digits[t][1], b->at.raises);
        if (x != digit && y != digit)
            continue;
        int owed = b->owed[t];
        if (!owed && (x != y || !hand->plain[t]))
            continue;
        b->owed[t] = 0;
        build_step(b, false, t, digit, owed, digit);
        return true;
    }
    return false;
}

/* Play one phase, whose wild tiles join these pairs, so that the row ends with the plan's ends in some order. */
static bool build_phase(row_builder *b, const domino_hand *hand, const row_plan *plan, const uint8_t pairs[][2])
{
    row_edge edges[MOST_EDGES];
    passage trail[MOST_EDGES];
    int n = 0, r = b->at.raises, link = -1, left = plan->left[r], right = plan->right[r];
    for (int t = 0; t < TYPES; t++) {
        const type_plan *type = &plan->types[t];
        int k = type->mirrors[r], copies = type->copies[r] - (k & 1);
        uint8_t x = (uint8_t)rotated(type_digits[t][0], r), y = (uint8_t)rotated(type_digits[t][1], r);
        uint8_t back = type->back[r];
        b->owed[t] = k & 1 && !back ? (uint8_t)k : 0;
        if (k & 1 && back)
            edges[n++] = (row_edge){back, back, (uint8_t)t, (uint8_t)k, false, false};
        for (int i = 0; i < copies; i++)
            edges[n++] = (row_edge){x, y, (uint8_t)t, (uint8_t)(i == 0 && !(k & 1) ? k : 0), false, false};
        int64_t held = hand->plain[t] - b->spare[t];
        for (int i = 0; i <= MAX_RAISES; i++)
            held -= type->copies[i];
        for (int i = 0; i < 2 && held >= 2 && x != y && x + y == best_worth(t, (int)hand->raises); i++)
            edges[n++] = (row_edge){x, y, (uint8_t)t, 0, false, true};
    }
    for (int i = 0; i < plan->wilds[r]; i++)
        edges[n++] = (row_edge){pairs[i][0], pairs[i][1], WILD, 0, false, false};
    int reached = digit_bit(left) | digit_bit(right);
    if (b->length > 0) {
        edges[n++] = (row_edge){(uint8_t)b->left, (uint8_t)b->right, LINK, 0, false, false};
        reached |= digit_bit(b->left) | digit_bit(b->right);
    }
    n = connected_edges(edges, n, reached);
    for (int i = 0; i < n; i++)
        if (edges[i].spare)
            b->spare[edges[i].tile]++;
    if (n == 0)
        return left == right && build_first(b, hand, left);
    if (!edge_trail(edges, n, right, b->turn, trail) || trail[0].from != left)
        return false;
    show_ends(edges, trail, n, wild_digit(r, b->zero_stays));
    for (int i = 0; i < n; i++)
        if (edges[trail[i].edge].tile == LINK)
            link = i;
    bool before_is_left = link < 0 || trail[link].from == b->left;
    for (int i = link - 1; i >= 0; i--)
        build_step(b, before_is_left, edges[trail[i].edge].tile, trail[i].to, edges[trail[i].edge].mirrors,
                   trail[i].from);
    for (int i = link + 1; i < n; i++)
        build_step(b, !before_is_left, edges[trail[i].edge].tile, trail[i].from, edges[trail[i].edge].mirrors,
                   trail[i].to);
    return true;
}

/* What the steps do not play. An odd copy of a type that is no double is not played at all. */
static row_surplus steps_surplus(const row_builder *b, const domino_hand *hand)
{
    row_surplus aside = {.mirror = hand->mirror, .wild = hand->wild, .raises = hand->raises};
    for (int t = 0; t < TYPES; t++)
        aside.plain[t] = hand->plain[t];
    for (int i = 0; i < b->length; i++) {
        if (b->steps[i].tile < WILD)
            aside.plain[b->steps[i].tile]--;
        if (b->steps[i].tile == WILD)
            aside.wild--;
        if (b->steps[i].tile == RAISE)
            aside.raises--;
        aside.mirror -= b->steps[i].mirrors;
    }
    for (int t = 0; t < TYPES; t++)
        if (type_digits[t][0] != type_digits[t][1])
            aside.plain[t] -= aside.plain[t] & 1;
    return aside;
}

/* States tell only so many copies apart, so that a plan may lay more than there are. */
static bool is_overdrawn(const row_surplus *aside)
{
    for (int t = 0; t < TYPES; t++)
        if (aside->plain[t] < 0)
            return true;
    return aside->wild < 0 || aside->mirror < 0;
}

int64_t build_row(row_builder *b, const row_plan *plan, int raises, const domino_hand *hand, bool zero_stays,
                  uint8_t *moves)
{
    b->length = 0;
    b->zero_stays = zero_stays;
    b->at = (row_state){0, 0, raises};
    memset(b->spare, 0, sizeof b->spare);
    int wilds = 0;
    for (int r = raises; r >= 0; r--) {
        if (!build_phase(b, hand, plan, plan->pairs + wilds))
            return 0;
        wilds += plan->wilds[r];
        if (r == 0)
            break;
        int shown = wild_digit(r, zero_stays), ends[2] = {plan->left[r], plan->right[r]};
        int left = b->at.left ? b->at.left : shown, right = b->at.right ? b->at.right : shown;
        b->left = left ? left : ends[right && right == ends[0]];
        b->right = right ? right : ends[b->left == ends[0]];
        build_step(b, left > right, RAISE, left > right ? left : right, 0, 0);
    }
    row_surplus aside = steps_surplus(b, hand);
    if (is_overdrawn(&aside))
        return 0;
    return play_row(b->steps, b->length, raises, hand, &aside, zero_stays, moves);
}
