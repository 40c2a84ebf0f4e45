/* See domino/ceiling.h. */
#include "domino/ceiling.h"
#include "domino/lying.h"

/* Points of the tiles in hand that a digit on the board, or one of theirs, leads to. */
static int64_t tiles_in_reach(const domino_hand *hand, int digits)
{
    int64_t sum = 0;
    for (bool grew = true; grew;) {
        grew = false;
        sum = 0;
        for (int t = 0; t < TYPES; t++) {
            int ends = digit_bit(type_digits[t][0]) | digit_bit(type_digits[t][1]);
            if (!hand->plain[t] || !(ends & digits))
                continue;
            if (ends & ~digits)
                digits |= ends, grew = true;
            sum += hand->plain[t] * (type_digits[t][0] + type_digits[t][1]);
        }
    }
    return sum;
}

/* Without raises: mirrors repeat tiles as they are. */
static int64_t most_without_raises(const plane_search *s)
{
    const domino_hand *left = &s->left;
    lying there = lies_there(&s->board, 0);
    int host = there.host;
    bool wild = left->wild || there.wild;
    for (int t = 0; t < TYPES; t++)
        if (left->plain[t])
            host = larger(host, type_digits[t][0] + type_digits[t][1]);
    int64_t plain = 0;
    if (wild || s->board.count)
        plain = tiles_in_reach(left, wild ? (1 << DIGITS) - 1 : there.digits);
    else
        for (int digit = 1; digit <= DIGITS; digit++) {
            int64_t sum = tiles_in_reach(left, digit_bit(digit));
            plain = sum > plain ? sum : plain;
        }
    return there.score + plain + left->mirror * host;
}

/* If `raises` more are played: best[d] is the most with the largest digit d, without what each tile has at its best. */
static int64_t most_with_raises(const plane_search *s, int raises)
{
    const domino_hand *left = &s->left;
    bool zero_stays = s->board.zero_stays;
    lying there = lies_there(&s->board, raises);
    int top[WILD + 1], digits[2], host = there.host;
    int64_t sum = there.score, best[DIGITS + 1];
    for (int t = 0; t <= WILD; t++) {
        int64_t copies = copies_in(left, t);
        top[t] = -1; /* none in hand */
        for (int r = 0; copies && r <= raises && r <= DIGITS; r++) {
            final_digits(t, r, zero_stays, digits);
            top[t] = larger(top[t], digits[0] + digits[1]);
        }
        if (copies) {
            sum += copies * top[t];
            host = larger(host, top[t]);
        }
    }
    /* A zero is a digit as soon as it is raised. */
    int there_digit = largest(there.digits | (there.wild ? set_of(final_digit(0, raises, zero_stays)) : 0));
    for (int d = 0; d <= DIGITS; d++)
        best[d] = s->board.count && there_digit == d ? 0 : NEVER;
    for (int r = raises; r >= 0; r--) {
        int64_t before[DIGITS + 1];
        bool first = r == raises && !s->board.count; /* something must be played before the first raise */
        for (int d = 0; d <= DIGITS; d++)
            before[d] = best[d];
        for (int t = 0; t <= WILD; t++) {
            if (top[t] < 0)
                continue;
            final_digits(t, r, zero_stays, digits);
            int digit = larger(digits[0], digits[1]), loss = top[t] - digits[0] - digits[1];
            if (first && -loss > best[digit])
                best[digit] = -loss;
            for (int d = 0; d < digit; d++)
                if (before[d] - loss > best[digit])
                    best[digit] = before[d] - loss;
        }
        for (int d = 0; r > 0 && d <= DIGITS; d++)
            best[d] += 2 * d;
    }
    int64_t most = NEVER;
    for (int d = 0; d <= DIGITS; d++) {
        int64_t score = best[d] + left->mirror * larger(host, 2 * d);
        most = score > most ? score : most;
    }
    return sum + most; /* less than the sum if tiles must be turned down before the raise */
}

int64_t most_from_here(const plane_search *s)
{
    int64_t most = 0;
    if (!s->board.count && !plain_tiles(&s->left) && !s->left.wild)
        return 0;
    for (int64_t raises = fewest_raises(s); raises <= s->left.raises; raises++) {
        int64_t score = raises ? most_with_raises(s, (int)raises) : most_without_raises(s);
        most = score > most ? score : most;
    }
    return most;
}
