/* Plans of survivors. See domino/unfold.h. */
#include "domino/unfold.h"

static int end_bit(int digit)
{
    return digit ? digit_bit(digit) : 0;
}

static int first_digit(int set)
{
    return 1 + __builtin_ctz((unsigned)set);
}

/* The digit to which the only copy of a type leads back with its mirror, 0 if there is no such. */
static int back_of(const phase_step *step, int t, int phase)
{
    int edge = rotated_set(type_ends(t), phase);
    if (!(step->turned >> t & 1) || (step->needs >> 2 * t & EXACT) != 1)
        return 0;
    return first_digit(step->higher >> t & 1 ? edge & (edge - 1) : edge);
}

static bool is_double(int t)
{
    return type_digits[t][0] == type_digits[t][1];
}

/* What a phase lays. Of doubles only those without which nothing would have their digit: others may lie anywhere. */
static void unfold_types(row_plan *plan, const phase_step *step, int phase)
{
    int there = 0;
    for (int doubles = 0; doubles < 2; doubles++)
        for (int t = 0; t < TYPES; t++) {
            uint8_t copies = step->needs >> 2 * t & EXACT;
            int ends = rotated_set(type_ends(t), phase);
            if (is_double(t) != doubles || !copies || (doubles && (there & ends)))
                continue;
            there |= ends;
            plan->types[t].copies[phase] = doubles ? 1 : copies;
            plan->types[t].mirrors[phase] = step->turned >> t & 1;
            plan->types[t].back[phase] = (uint8_t)back_of(step, t, phase);
        }
}

/* What a phase's tiles connect. */
static phase_tiles tiles_of(const row_plan *plan, const phase_step *step, int phase)
{
    phase_tiles w = {.wilds = step->needs >> 2 * WILD & MOST_LAID};
    for (int t = 0; t < TYPES; t++) {
        int edge = rotated_set(type_ends(t), phase), copies = plan->types[t].copies[phase];
        int back = plan->types[t].back[phase];
        bool is_odd = !back && !is_double(t) && ((copies + plan->types[t].mirrors[phase]) & 1);
        lay_tiles(&w, copies, back ? digit_bit(back) : edge, is_odd ? edge : 0);
    }
    return w;
}

static void lay_edge(phase_tiles *w, int low, int high)
{
    w->odd ^= (uint8_t)(end_bit(low) ^ end_bit(high));
    if (low || high)
        connect(w->parts, end_bit(low) | end_bit(high));
}

/* The digit at which a phase had best begin at an end, if it is free to. */
static int wanted_digit(const phase_tiles *w, int other)
{
    int here = end_bit(other), all = 0;
    for (const uint8_t *part = w->parts; *part; part++) {
        here |= *part & here ? *part : 0;
        all |= *part;
    }
    const int sets[] = {w->odd & ~here, w->odd, all & ~here, here, 1};
    for (int i = 0;; i++)
        if (sets[i])
            return first_digit(sets[i]);
}

/* The ends after a phase; for a wild one a digit that the next phase wants. */
static void choose_ends(row_plan *plan, const phase_step *step, const phase_step *next, int phase)
{
    int left, right, low = 0, high = 0;
    phase_tiles w = tiles_of(plan, next, phase - 1);
    split_ends(step->ends, &left, &right);
    if (phase > 1)
        split_ends(next->ends, &low, &high);
    lay_edge(&w, low, high);
    w.odd ^= (uint8_t)(end_bit(left) ^ end_bit(right));
    if (!right) {
        right = wanted_digit(&w, left);
        w.odd ^= (uint8_t)digit_bit(right);
    }
    left = left ? left : wanted_digit(&w, right);
    plan->left[phase] = (uint8_t)left, plan->right[phase] = (uint8_t)right;
}

/* Let the wild tiles of a phase join its parts in a circle, and choose the last ends. False if they are too few. */
static bool join_parts(row_plan *plan, const phase_step *step, bool first, int phase)
{
    phase_tiles w = tiles_of(plan, step, phase);
    int sides[2 * MOST_PARTS], n = 0, wilds = w.wilds;
    if (!first)
        lay_edge(&w, plan->left[phase + 1], plan->right[phase + 1]);
    if (phase)
        lay_edge(&w, plan->left[phase], plan->right[phase]);
    for (const uint8_t *part = w.parts; *part; part++) {
        int odd = *part & w.odd;
        for (int set = odd; set; set &= set - 1)
            sides[n++] = first_digit(set);
        if (!odd && w.parts[1])
            sides[n++] = first_digit(*part), sides[n++] = first_digit(*part);
    }
    int any = w.parts[0] ? first_digit(w.parts[0]) : DIGITS, pairs = n / 2;
    plan->wilds[phase] = (uint8_t)wilds;
    if (pairs > wilds + !phase || plan->pair_count + wilds > PLAN_WILDS)
        return false;
    for (int i = 0; i < wilds + !phase; i++) {
        uint8_t low = (uint8_t)(i < pairs ? sides[2 * i + 1] : any);
        uint8_t high = (uint8_t)(i < pairs ? sides[(2 * i + 2) % n] : any);
        if (i < wilds)
            plan->pairs[plan->pair_count][0] = low, plan->pairs[plan->pair_count++][1] = high;
        else
            plan->left[0] = low, plan->right[0] = high;
    }
    return true;
}

static bool unfold(row_plan *plan, const phase_proof *p, uint32_t survivor)
{
    const phase_step *steps[MAX_RAISES + 2];
    int n = 0;
    *plan = (row_plan){0};
    for (uint32_t at = survivor; at != NO_STEP; at = p->steps[at].before)
        steps[n++] = &p->steps[at];
    for (int phase = n - 2; phase >= 0; phase--)
        unfold_types(plan, steps[phase], phase);
    for (int phase = n - 2; phase >= 0; phase--) {
        if (phase)
            choose_ends(plan, steps[phase], steps[phase - 1], phase);
        if (!join_parts(plan, steps[phase], phase == n - 2, phase))
            return false;
    }
    return true;
}

uint64_t unfold_rows(const phase_proof *p, row_builder *builder, const domino_hand *hand, bool zero_stays,
                     uint8_t *moves, domino_result *result)
{
    uint64_t tried = 0;
    for (uint32_t i = 0; i < p->survivor_count && i < SURVIVORS && hand->raises <= MAX_RAISES; i++) {
        row_plan plan;
        if (!unfold(&plan, p, p->survivors[i]))
            continue;
        for (builder->turn = 0; builder->turn < TURNS && result->score * SCALE < p->target; builder->turn++, tried++) {
            int64_t length = build_row(builder, &plan, (int)hand->raises, hand, zero_stays, moves + result->length);
            take_row(moves, length, zero_stays, result);
        }
    }
    return tried;
}
