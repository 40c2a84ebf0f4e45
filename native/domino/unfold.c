/* Plans of survivors. See domino/unfold.h. */
#include "domino/unfold.h"

/* The plan of a survivor. */
typedef struct {
    plan_option options[TYPES];
    const plan_option *chosen[TYPES];
    plan_candidate candidate;
    uint8_t pairs[MOST_WILDS + 1][2];
    int wilds;
} unfolded;

static void unfold_types(unfolded *u, const phase_step *step, int phase)
{
    for (int t = 0; t < TYPES; t++) {
        u->options[t].copies[phase] = step->needs >> 2 * t & 3;
        u->options[t].mirrors[phase] = step->turned >> t & 1;
    }
}

/* Digits that an odd number of a phase's tiles has. */
static int odd_digits(const phase_step *step, int phase)
{
    int odd = 0;
    for (int t = 0; t < TYPES; t++)
        if (((step->needs >> 2 * t) ^ (step->turned >> t)) & 1)
            odd ^= digit_bit(rotated(type_digits[t][0], phase)) ^ digit_bit(rotated(type_digits[t][1], phase));
    return odd;
}

static int take_digit(int *set, int otherwise)
{
    if (!*set)
        return otherwise;
    int digit = 1 + __builtin_ctz((unsigned)*set);
    *set &= *set - 1;
    return digit;
}

/* Let the wild tiles of a phase join what is odd, and choose the last ends. False if they are too many. */
static bool unfold_ends(unfolded *u, const phase_step *step, const phase_step *before, int phase)
{
    plan_candidate *c = &u->candidate;
    int odd = odd_digits(step, phase) ^ digit_bit(before->left) ^ digit_bit(before->right);
    c->wilds[phase] = step->joins;
    c->left[phase] = step->left, c->right[phase] = step->right;
    if (phase)
        odd ^= digit_bit(step->left) ^ digit_bit(step->right);
    for (int i = 0; i < step->joins; i++) {
        if (u->wilds == MOST_WILDS)
            return false;
        uint8_t *pair = u->pairs[u->wilds++];
        pair[0] = (uint8_t)take_digit(&odd, before->right);
        pair[1] = (uint8_t)take_digit(&odd, pair[0]);
    }
    if (!phase) {
        c->left[0] = (uint8_t)take_digit(&odd, before->left);
        c->right[0] = (uint8_t)take_digit(&odd, c->left[0]);
    }
    return odd == 0;
}

static bool unfold(unfolded *u, const phase_proof *p, const domino_hand *hand, uint32_t survivor)
{
    const phase_step *steps[MAX_RAISES + 2];
    int n = 0;
    *u = (unfolded){0};
    for (uint32_t at = survivor; at != NO_STEP; at = p->steps[at].before)
        steps[n++] = &p->steps[at];
    for (int phase = n - 1; phase > 0; phase--)
        if (!steps[phase]->left || !steps[phase]->right)
            return false; /* a wild end has no digit to go on from */
    for (int phase = n - 2; phase >= 0; phase--) {
        unfold_types(u, steps[phase], phase);
        if (!unfold_ends(u, steps[phase], steps[phase + 1], phase))
            return false;
    }
    for (int t = 0; t < TYPES; t++)
        u->chosen[t] = type_digits[t][0] == type_digits[t][1] || !hand->plain[t] ? NULL : &u->options[t];
    return true;
}

void unfold_rows(const phase_proof *p, row_builder *builder, const domino_hand *hand, bool zero_stays, uint8_t *moves,
                 domino_result *result)
{
    for (uint32_t i = 0; i < p->survivor_count && i < SURVIVORS && hand->raises <= MAX_RAISES; i++) {
        unfolded u;
        if (!unfold(&u, p, hand, p->survivors[i]))
            continue;
        for (builder->turn = 0; builder->turn < PLAN_TURNS && result->score * SCALE < p->target; builder->turn++) {
            int64_t length = build_row(builder, u.chosen, &u.candidate, (int)hand->raises, hand,
                                       (const uint8_t(*)[2])u.pairs, zero_stays, moves + result->length);
            take_row(moves, length, zero_stays, result);
        }
    }
}
