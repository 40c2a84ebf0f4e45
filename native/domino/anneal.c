/* Steps of the annealing, their energies, and from a plan to a row. See domino/anneal.h. */
#include "domino/anneal.h"

#include <math.h>
#include <string.h>

enum { ANNEAL_STEPS = 20000, BUILDS = 16, PENALTY = 14 };

static const double HOTTEST = 3.0, COLDEST = 0.3; /* points */

static uint32_t anneal_random(row_anneal *a, uint32_t below)
{
    a->random ^= a->random << 13;
    a->random ^= a->random >> 7;
    a->random ^= a->random << 17;
    return (uint32_t)((a->random >> 32) * below >> 32);
}

/* What the ends of a phase cost: digits too many, and what [11|11] does not gain. */
static int ends_energy(int set, int phase)
{
    int n = digits_in(set), high = DIGITS;
    if (phase > 0 && n)
        while (!(set & digit_bit(high)))
            high--;
    return (n > 2 ? PENALTY * (n - 2) : 0) + 2 * (DIGITS - high);
}

/* Copies that a plan uses but for pairs: one, or two where a mirror lies beside an even number. */
static int64_t plan_copies(const row_anneal *a, int t, uint32_t odd)
{
    return __builtin_popcount(odd) + 2 * __builtin_popcount(a->hosts[t] & ~odd);
}

/* What a type loses against playing all copies at their best. */
static int64_t type_energy(const row_anneal *a, int t, uint32_t odd)
{
    int64_t energy = ((a->count[t] - plan_copies(a, t, odd)) & 1) * a->top[t];
    for (uint32_t left = odd | a->hosts[t]; left; left &= left - 1) {
        int r = __builtin_ctz(left);
        energy += (odd >> r & 1 ? 1 : 2) * (a->top[t] - a->worth[t][r % DIGITS]);
    }
    return energy;
}

static int wild_energy(const row_anneal *a, int phase)
{
    return a->zero_stays ? 0 : 2 * (DIGITS - phase_class_of(phase));
}

/* Energy of the ends if `set` flips from phase `from` down to phase `to`. */
static int flip_energy(const row_anneal *a, int set, int from, int to)
{
    int change = 0;
    for (int r = from; r >= to; r--)
        change += ends_energy(a->ends[r] ^ set, r) - ends_energy(a->ends[r], r);
    return change;
}

static void flip_ends(row_anneal *a, int set, int from)
{
    for (int r = from; r >= 0; r--)
        a->ends[r] ^= (uint8_t)set;
}

static bool accepted(row_anneal *a, int64_t change, double heat)
{
    return change <= 0 || anneal_random(a, 1 << 24) < exp(-(double)change / heat) * (1 << 24);
}

/* Change the parity of one or two phases of a type. */
static void step_type(row_anneal *a, double heat)
{
    int t = (int)anneal_random(a, TYPES), phases = a->raises + 1;
    if (type_digits[t][0] == type_digits[t][1] || !a->count[t])
        return;
    int one = (int)anneal_random(a, (uint32_t)phases), two = (int)anneal_random(a, (uint32_t)phases);
    uint32_t odd = a->odd[t] ^ UINT32_C(1) << one;
    if (one != two && anneal_random(a, 2))
        odd ^= UINT32_C(1) << two;
    else
        two = one;
    if (plan_copies(a, t, odd) > a->count[t])
        return;
    int flip_one = a->type_ends[t][one % DIGITS], flip_two = two != one ? a->type_ends[t][two % DIGITS] : 0;
    int high = one > two ? one : two, low = one > two ? two : one;
    int flip_high = one > two ? flip_one : flip_two ? flip_two : flip_one;
    int64_t change = type_energy(a, t, odd) - type_energy(a, t, a->odd[t]);
    change += flip_energy(a, flip_high, high, low + 1) + flip_energy(a, flip_one ^ flip_two, low, 0);
    if (!accepted(a, change, heat))
        return;
    a->odd[t] = odd;
    flip_ends(a, flip_one, one);
    if (flip_two)
        flip_ends(a, flip_two, two);
}

/* Change the parity of two types, or of one twice, in phases where they have the same two digits: only the ends
 * between the phases change. Without such steps nothing moves when there are many phases. */
static void step_pair(row_anneal *a, double heat)
{
    int t = (int)anneal_random(a, TYPES), u = anneal_random(a, 3) ? (int)anneal_random(a, TYPES) : t;
    int one = (int)anneal_random(a, (uint32_t)a->raises + 1), two = (int)anneal_random(a, (uint32_t)a->raises + 1);
    int flip = a->type_ends[t][one % DIGITS];
    if (digits_in(flip) < 2 || a->type_ends[u][two % DIGITS] != flip || one == two)
        return;
    uint32_t odd_t = a->odd[t] ^ UINT32_C(1) << one, odd_u = (t == u ? odd_t : a->odd[u]) ^ UINT32_C(1) << two;
    if (t == u)
        odd_t = odd_u;
    if (plan_copies(a, t, odd_t) > a->count[t] || plan_copies(a, u, odd_u) > a->count[u])
        return;
    int64_t change = type_energy(a, t, odd_t) - type_energy(a, t, a->odd[t]);
    if (t != u)
        change += type_energy(a, u, odd_u) - type_energy(a, u, a->odd[u]);
    int high = one > two ? one : two, low = one > two ? two : one;
    change += flip_energy(a, flip, high, low + 1);
    if (!accepted(a, change, heat))
        return;
    a->odd[t] = odd_t, a->odd[u] = odd_u;
    flip_ends(a, flip, one);
    flip_ends(a, flip, two);
}

/* Move a wild tile, or let it join other digits. */
static void step_wild(row_anneal *a, double heat)
{
    int i = (int)anneal_random(a, (uint32_t)a->wilds), from = a->wild_at[i];
    int to = anneal_random(a, 2) ? from : (int)anneal_random(a, (uint32_t)a->raises + 1);
    uint8_t x = (uint8_t)(1 + anneal_random(a, DIGITS)), y = (uint8_t)(1 + anneal_random(a, DIGITS));
    int before = digit_bit(a->wild_pair[i][0]) ^ digit_bit(a->wild_pair[i][1]), after = digit_bit(x) ^ digit_bit(y);
    int high = from > to ? from : to, low = from > to ? to : from;
    int change = wild_energy(a, to) - wild_energy(a, from);
    change += flip_energy(a, from > to ? before : after, high, low + 1) + flip_energy(a, before ^ after, low, 0);
    if (!accepted(a, change, heat))
        return;
    flip_ends(a, before, from);
    flip_ends(a, after, to);
    a->wild_at[i] = (uint8_t)to, a->wild_pair[i][0] = x, a->wild_pair[i][1] = y;
}

/* Lay a mirror beside a type in a phase, or take it away (`by` -1); TYPES is where it is worth most. */
static void lay_mirror(row_anneal *a, int t, int r, int by)
{
    if (t == TYPES) {
        a->mirrors_odd ^= 1;
        return;
    }
    a->turns[t][r] = (uint8_t)(a->turns[t][r] + by);
    if (a->turns[t][r])
        a->hosts[t] |= UINT32_C(1) << r;
    else
        a->hosts[t] &= ~(UINT32_C(1) << r);
}

static int64_t mirror_energy(const row_anneal *a, int t, int r)
{
    return t == TYPES ? 0 : a->mirror_top - a->worth[t][r % DIGITS];
}

/* What the mirrors of two places lose. */
static int64_t places_energy(const row_anneal *a, int t, int u)
{
    int64_t energy = t < TYPES ? type_energy(a, t, a->odd[t]) : 0;
    energy += u < TYPES && u != t ? type_energy(a, u, a->odd[u]) : 0;
    return energy + a->mirrors_odd * a->mirror_loss;
}

/* Move a mirror. */
static void step_mirror(row_anneal *a, double heat)
{
    int i = (int)anneal_random(a, (uint32_t)a->turned), from = a->turned_at[i], t = a->turned_type[i];
    int to = (int)anneal_random(a, (uint32_t)a->raises + 1), u = (int)anneal_random(a, TYPES + 6);
    if (u > TYPES)
        u = TYPES;
    if (u < TYPES && (!a->count[u] || type_digits[u][0] == type_digits[u][1]))
        return;
    int before = t < TYPES ? a->type_ends[t][from % DIGITS] : 0, after = u < TYPES ? a->type_ends[u][to % DIGITS] : 0;
    int high = from > to ? from : to, low = from > to ? to : from;
    int64_t change = mirror_energy(a, u, to) - mirror_energy(a, t, from) - places_energy(a, t, u);
    change += flip_energy(a, from > to ? before : after, high, low + 1) + flip_energy(a, before ^ after, low, 0);
    lay_mirror(a, t, from, -1);
    lay_mirror(a, u, to, 1);
    bool enough = u == TYPES || plan_copies(a, u, a->odd[u]) <= a->count[u];
    if (!enough || !accepted(a, change + places_energy(a, t, u), heat)) {
        lay_mirror(a, u, to, -1);
        lay_mirror(a, t, from, 1);
        return;
    }
    flip_ends(a, before, from);
    flip_ends(a, after, to);
    a->turned_type[i] = (uint8_t)u, a->turned_at[i] = (uint8_t)to;
}

static void begin_anneal(row_anneal *a)
{
    static const int most[3] = {3, 0, MOST_WILDS}; /* by turns: with many few fit, with few not all can be mended */
    int several = most[a->attempt++ % 3];
    a->wilds = a->wild_tiles < several ? (int)a->wild_tiles : several;
    several = several < MOST_TURNED ? several : MOST_TURNED;
    a->turned = a->mirror_tiles < several ? (int)a->mirror_tiles : several;
    memset(a->ends, 0, sizeof a->ends);
    memset(a->hosts, 0, sizeof a->hosts);
    memset(a->turns, 0, sizeof a->turns);
    memset(a->turned_type, TYPES, sizeof a->turned_type);
    memset(a->turned_at, 0, sizeof a->turned_at);
    a->mirrors_odd = (int)(a->mirror_tiles & 1);
    for (int t = 0; t < TYPES; t++) {
        a->odd[t] = 0;
        if (type_digits[t][0] == type_digits[t][1] || !(a->count[t] & 1))
            continue;
        int best = 0;
        for (int r = 0; r <= a->raises && r < DIGITS; r++)
            if (a->worth[t][r] > a->worth[t][best])
                best = r;
        a->odd[t] = UINT32_C(1) << best;
        flip_ends(a, a->type_ends[t][best], best);
    }
    for (int i = 0; i < a->wilds; i++) {
        a->wild_at[i] = (uint8_t)(a->raises < DIGITS ? a->raises : DIGITS);
        a->wild_pair[i][0] = a->wild_pair[i][1] = DIGITS;
    }
}

/* Turn the plan into moves; 0 if that fails. Ends that the plan leaves open are drawn, so that it pays to try again. */
static int64_t anneal_build(row_anneal *a, row_builder *b, const domino_hand *hand, uint8_t *moves)
{
    row_plan c = {0};
    int left = 0, right = 0;
    for (int t = 0; t < TYPES; t++)
        for (int r = 0; r <= a->raises && type_digits[t][0] != type_digits[t][1] && a->count[t]; r++) {
            c.types[t].copies[r] = a->odd[t] >> r & 1 ? 1 : a->hosts[t] >> r & 1 ? 2 : 0;
            c.types[t].mirrors[r] = a->turns[t][r];
        }
    for (int r = a->raises; r >= 0; r--) {
        int set = a->ends[r], touched = 0;
        if (digits_in(set) > 2)
            return 0;
        for (int i = 0; i < a->wilds; i++) {
            if (a->wild_at[i] != r)
                continue;
            c.wilds[r]++;
            if (a->wild_pair[i][0] != a->wild_pair[i][1])
                touched |= digit_bit(a->wild_pair[i][0]) | digit_bit(a->wild_pair[i][1]);
            memcpy(c.pairs[c.pair_count++], a->wild_pair[i], sizeof a->wild_pair[i]);
        }
        for (int t = 0; t < TYPES; t++)
            if ((a->odd[t] | a->hosts[t]) >> r & 1 || (a->count[t] > 1 && a->worth[t][r % DIGITS] == a->top[t]))
                touched |= a->type_ends[t][r % DIGITS];
        if (set) {
            left = right = 0;
            for (int digit = DIGITS; digit > 0; digit--)
                if (set & digit_bit(digit))
                    left = right, right = digit;
            if (!left)
                left = right;
        } else if (!left || left != right || anneal_random(a, 2)) { /* both ends at the same digit, a high one */
            int digit = DIGITS;
            if (left)
                touched |= digit_bit(left) | digit_bit(right);
            while (digit > 1 && (!(touched & digit_bit(digit)) || anneal_random(a, 8) == 0))
                digit--;
            left = right = digit;
        }
        c.left[r] = (uint8_t)left, c.right[r] = (uint8_t)right;
        touched |= digit_bit(left) | digit_bit(right);
        /* What joins a digit with itself may do so anywhere. */
        for (int i = c.pair_count - c.wilds[r]; i < c.pair_count; i++) {
            if (c.pairs[i][0] != c.pairs[i][1])
                continue;
            int digit = 1 + (int)anneal_random(a, DIGITS);
            while (!(touched & digit_bit(digit)))
                digit = digit % DIGITS + 1;
            c.pairs[i][0] = c.pairs[i][1] = (uint8_t)digit;
        }
    }
    b->turn = (int)anneal_random(a, TURNS);
    return build_row(b, &c, a->raises, hand, a->zero_stays, moves);
}

/* Where mirrors are worth most: beside [11|11], or else a plain tile, or for an odd number a double. */
static void set_mirrors(row_anneal *a)
{
    int any = a->raises ? 2 * DIGITS : 0, level = any;
    for (int t = 0; t < TYPES; t++) {
        if (a->count[t] && a->top[t] > any)
            any = a->top[t];
        if (a->count[t] && a->top[t] > level && type_digits[t][0] == type_digits[t][1])
            level = a->top[t];
    }
    a->mirror_top = any;
    a->mirror_loss = any - level;
}

void begin_annealing(row_anneal *a, int raises, const domino_hand *hand, bool zero_stays)
{
    a->raises = raises;
    a->zero_stays = zero_stays;
    a->attempt = 0;
    a->wild_tiles = hand->wild, a->mirror_tiles = hand->mirror;
    a->random = UINT64_C(0x9E3779B97F4A7C15);
    for (int t = 0; t < TYPES; t++) {
        a->count[t] = hand->plain[t];
        a->top[t] = best_worth(t, a->raises);
        for (int r = 0; r < DIGITS; r++) {
            int x = rotated(type_digits[t][0], r), y = rotated(type_digits[t][1], r);
            a->worth[t][r] = x + y;
            a->type_ends[t][r] = (uint8_t)(digit_bit(x) | digit_bit(y));
        }
    }
    set_mirrors(a);
}

void anneal_rows(row_anneal *a, row_builder *b, const domino_hand *hand, int64_t bound, int attempts, double deadline_s,
                 uint8_t *moves, domino_result *result)
{
    for (; result->score < bound && attempts > 0 && engine_now_s() < deadline_s; attempts--) {
        begin_anneal(a);
        double heat = HOTTEST, cooling = pow(COLDEST / HOTTEST, 1.0 / ANNEAL_STEPS);
        for (int i = 0; i < ANNEAL_STEPS; i++, heat *= cooling) {
            uint32_t kind = anneal_random(a, 8);
            if (a->wilds && kind == 0)
                step_wild(a, heat);
            else if (a->turned && kind == 7)
                step_mirror(a, heat);
            else if (kind < 6)
                step_pair(a, heat);
            else
                step_type(a, heat);
        }
        result->nodes += ANNEAL_STEPS;
        for (int i = 0; i < BUILDS; i++)
            take_row(moves, anneal_build(a, b, hand, moves + result->length), a->zero_stays, result);
    }
}
