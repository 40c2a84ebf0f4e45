/* What lies on a two-dimensional board, as it will be at the end, when so many [11|11] more have been played: what both
 * of its bounds (domino/ceiling.h, domino/loose.h) begin with. */
#ifndef ARBITRO_DOMINO_LYING_H
#define ARBITRO_DOMINO_LYING_H

#include "domino/hang.h"

/* Points; the set of digits; the points of the best tile, which mirrors repeat; whether a tile is wild now. */
typedef struct {
    int64_t score;
    int digits, host;
    bool wild;
} lying;

static inline int larger(int a, int b)
{
    return a > b ? a : b;
}

/* A digit at the end; 0 is one that is wild now. */
static inline int final_digit(int digit, int64_t raises, bool zero_stays)
{
    if (digit)
        return rotated(digit, (int)(raises % DIGITS));
    return zero_stays || !raises ? 0 : rotated(1, (int)((raises - 1) % DIGITS));
}

/* The digits at the end of a plain or wild tile that is played while so many raises are left. */
static inline void final_digits(int tile, int64_t raises, bool zero_stays, int digits[2])
{
    for (int i = 0; i < 2; i++)
        digits[i] = final_digit(tile == WILD ? 0 : type_digits[tile][i], raises, zero_stays);
}

static inline int set_of(int digit)
{
    return digit ? digit_bit(digit) : 0;
}

static inline int largest(int digits)
{
    int digit = DIGITS;
    while (digit && !(digits & digit_bit(digit)))
        digit--;
    return digit;
}

static inline int64_t copies_in(const domino_hand *hand, int tile)
{
    return tile == WILD ? hand->wild : hand->plain[tile];
}

/* The fewest [11|11] that are to be looked at. Six more, at an end when all else is laid, raise every digit back to
 * what it was, or a zero to more, and take no points away: no board without them is the only best one. */
static inline int64_t fewest_raises(const plane_search *s)
{
    return s->early_stop && s->left.raises >= DIGITS ? s->left.raises - DIGITS + 1 : s->early_stop ? 0 : s->left.raises;
}

static inline lying lies_there(const plane *p, int64_t raises)
{
    lying found = {0, 0, 0, false};
    for (int32_t i = 0; i < p->count; i += 2) {
        int points = 0;
        for (int k = 0; k < 2; k++) {
            int now = digit_at(p, p->cells[i + k]), digit = final_digit(now, raises, p->zero_stays);
            points += digit;
            found.digits |= now ? digit_bit(digit) : 0;
            found.wild |= !now;
        }
        found.score += points;
        found.host = larger(found.host, points);
    }
    return found;
}

#endif
