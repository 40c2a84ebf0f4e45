/* A trail for each phase, joined to a row. See domino/trail.h. */
#include "domino/trail.h"

#include <string.h>

typedef struct {
    uint8_t a, b, tile, mirrors;
    bool used, spare; /* spare: two copies that may as well be played elsewhere */
} plan_edge;

/* An edge as the trail passes it. */
typedef struct {
    int edge;
    uint8_t from, to;
} passage;

/* Drop the spare edges that are not connected with the digits in `reached`. */
static int connected_edges(plan_edge *edges, int n, int reached)
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
static bool edge_trail(plan_edge *edges, int n, int end, int turn, passage *trail)
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

static void build_step(row_builder *b, bool left, int tile, int near, int mirrors)
{
    bool low = left ? b->at.left <= b->at.right : b->at.left > b->at.right;
    row_step step = {(uint8_t)tile, (uint8_t)(tile == WILD ? 0 : near), (uint8_t)mirrors, !low};
    if (b->length == MAX_STEPS)
        return;
    b->steps[b->length++] = step;
    advance(&step, &b->at, b->length == 1, false);
    if (tile == RAISE)
        return;
    for (int t = 0; t < TYPES; t++) {
        if (!b->owed[t])
            continue;
        int x = rotated(type_digits[t][0], b->at.raises), y = rotated(type_digits[t][1], b->at.raises);
        bool at_left = b->at.left == x || b->at.left == y, at_right = b->at.right == x || b->at.right == y;
        if (!at_left && !at_right)
            continue;
        int owed = b->owed[t];
        b->owed[t] = 0;
        build_step(b, at_left, t, at_left ? b->at.left : b->at.right, owed);
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
        build_step(b, false, t, digit, owed);
        return true;
    }
    return false;
}

/* Play one phase so that the row ends with (left, right) in some order. */
static bool build_phase(row_builder *b, const domino_hand *hand, const plan_option *const chosen[TYPES],
                        const uint8_t wild_pairs[][2], int wilds, int left, int right)
{
    plan_edge edges[MOST_EDGES];
    passage trail[MOST_EDGES];
    int n = 0, r = b->at.raises, link = -1;
    for (int t = 0; t < TYPES; t++) {
        b->owed[t] = 0;
        if (!chosen[t])
            continue;
        int k = chosen[t]->mirrors[r], copies = chosen[t]->copies[r] - (k & 1);
        uint8_t x = (uint8_t)rotated(type_digits[t][0], r), y = (uint8_t)rotated(type_digits[t][1], r);
        if (k & 1)
            b->owed[t] = (uint8_t)k;
        for (int i = 0; i < copies; i++)
            edges[n++] = (plan_edge){x, y, (uint8_t)t, (uint8_t)(i == 0 && !(k & 1) ? k : 0), false, false};
        int64_t held = hand->plain[t] - b->spare[t];
        for (int i = 0; i <= MAX_RAISES; i++)
            held -= chosen[t]->copies[i];
        for (int i = 0; i < 2 && held >= 2 && x + y == best_worth(t, (int)hand->raises); i++)
            edges[n++] = (plan_edge){x, y, (uint8_t)t, 0, false, true};
    }
    for (int i = 0; i < wilds; i++)
        edges[n++] = (plan_edge){wild_pairs[i][0], wild_pairs[i][1], WILD, 0, false, false};
    int reached = digit_bit(left) | digit_bit(right);
    if (b->length > 0) {
        edges[n++] = (plan_edge){(uint8_t)b->at.left, (uint8_t)b->at.right, LINK, 0, false, false};
        reached |= digit_bit(b->at.left) | digit_bit(b->at.right);
    }
    n = connected_edges(edges, n, reached);
    for (int i = 0; i < n; i++)
        if (edges[i].spare)
            b->spare[edges[i].tile]++;
    if (n == 0)
        return left == right && build_first(b, hand, left);
    if (!edge_trail(edges, n, right, b->turn, trail) || trail[0].from != left)
        return false;
    for (int i = 0; i < n; i++)
        if (edges[trail[i].edge].tile == LINK)
            link = i;
    bool before_is_left = link < 0 || trail[link].from == b->at.left;
    for (int i = link - 1; i >= 0; i--)
        build_step(b, before_is_left, edges[trail[i].edge].tile, trail[i].to, edges[trail[i].edge].mirrors);
    for (int i = link + 1; i < n; i++)
        build_step(b, !before_is_left, edges[trail[i].edge].tile, trail[i].from, edges[trail[i].edge].mirrors);
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

int64_t build_row(row_builder *b, const plan_option *const chosen[TYPES], const plan_candidate *c, int raises,
                  const domino_hand *hand, const uint8_t wild_pairs[][2], bool zero_stays, uint8_t *moves)
{
    b->length = 0;
    b->at = (row_state){0, 0, raises};
    memset(b->spare, 0, sizeof b->spare);
    int wilds = 0;
    for (int r = raises; r >= 0; r--) {
        if (!build_phase(b, hand, chosen, wild_pairs + wilds, c->wilds[r], c->left[r], c->right[r]))
            return 0;
        wilds += c->wilds[r];
        if (r == 0)
            break;
        int shown = wild_digit(r, zero_stays);
        int left = b->at.left ? b->at.left : shown, right = b->at.right ? b->at.right : shown;
        if (!left || !right)
            return 0; /* no digit to go on from */
        build_step(b, left > right, RAISE, left > right ? left : right, 0);
    }
    row_surplus aside = steps_surplus(b, hand);
    return play_row(b->steps, b->length, raises, hand, &aside, zero_stays, moves);
}

int64_t solve_plan(row_plan *p, row_builder *b, const domino_hand *hand, bool zero_stays, int most_trials,
                   double deadline_s, uint8_t *moves, domino_result *result)
{
    build_plan(p, hand);
    list_candidates(p, (int)hand->wild);
    if (p->count == 0)
        return 0;
    int trials = 0;
    for (int n = 0; n < PLAN_TURNS * p->count && trials < most_trials && engine_now_s() < deadline_s; n++) {
        const plan_candidate *c = &p->candidates[n % p->count];
        int turn = n / p->count;
        if (c->worth <= result->score) { /* nor can the next ones be better */
            n += p->count - 1 - n % p->count;
            continue;
        }
        int wilds = (int)hand->wild, choices = 1;
        for (int j = 0; j < wilds; j++)
            choices *= DIGITS * DIGITS;
        for (int choice = 0; choice < choices && c->worth > result->score; choice++, trials++) {
            uint8_t pairs[PLAN_WILDS + 1][2];
            int state = 0, code = choice, j = 0;
            bool ordered = true;
            for (int r = p->phases - 1; r >= 0; r--) {
                int set = digit_bit(c->left[r]) ^ digit_bit(c->right[r]);
                if (r + 1 < p->phases)
                    set ^= digit_bit(c->left[r + 1]) ^ digit_bit(c->right[r + 1]);
                for (int k = 0; k < c->wilds[r]; k++, j++) {
                    pairs[j][0] = (uint8_t)(1 + code % DIGITS), code /= DIGITS;
                    pairs[j][1] = (uint8_t)(1 + code % DIGITS), code /= DIGITS;
                    if (pairs[j][0] > pairs[j][1])
                        ordered = false;
                    set ^= digit_bit(pairs[j][0]) ^ digit_bit(pairs[j][1]);
                }
                state |= odd_index(set, r);
            }
            if (!ordered || p->best[EDGES][c->on_plain][state] != c->plain)
                continue;
            const plan_option *chosen[TYPES];
            trace_plan(p, state, c->on_plain, turn, chosen);
            b->turn = turn;
            int64_t length =
                build_row(b, chosen, c, (int)hand->raises, hand, pairs, zero_stays, moves + result->length);
            take_row(moves, length, zero_stays, result);
        }
    }
    return p->candidates[0].worth;
}
