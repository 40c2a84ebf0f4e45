/* Euler trails, and the choice of what to leave out. See domino/plain.h. */
#include "domino/plain.h"

bool types_connect(uint32_t used, int digits)
{
    int reached = digits & -digits;
    for (;;) {
        int grown = reached;
        for (int t = 0; t < TYPES; t++) {
            int ends = digit_bit(type_digits[t][0]) | digit_bit(type_digits[t][1]);
            if ((used >> t & 1) && (ends & grown))
                grown |= ends;
        }
        if (grown == reached)
            return reached == digits;
        reached = grown;
    }
}

inner_tiles tiles_within(const domino_hand *hand, int digits)
{
    inner_tiles in = {0};
    for (int t = 0; t < TYPES; t++) {
        int a = type_digits[t][0], b = type_digits[t][1], ends = digit_bit(a) | digit_bit(b);
        if (!hand->plain[t] || (ends & ~digits))
            continue;
        in.points += hand->plain[t] * (a + b);
        in.present |= UINT32_C(1) << t;
        if (a == b)
            continue;
        if (hand->plain[t] == 1)
            in.single |= UINT32_C(1) << t;
        if (hand->plain[t] & 1)
            in.odd ^= ends;
        in.types[in.count++] = t;
    }
    return in;
}

int64_t plain_choose(const domino_hand *hand, int bridge, int64_t used[TYPES])
{
    int64_t best = 0;
    for (int t = 0; t < TYPES; t++)
        used[t] = 0;
    for (int digits = 1; digits < 1 << DIGITS; digits++) {
        inner_tiles in = tiles_within(hand, digits);
        if (in.points <= best || !in.present || !types_connect(in.present, digits))
            continue;
        if (bridge >= 0 && !(in.present >> bridge & 1))
            continue;
        for (int leave = 0; leave < 1 << in.count; leave++) {
            int odd = in.odd;
            int64_t score = in.points;
            uint32_t gone = 0;
            for (int i = 0; i < in.count; i++) {
                if (!(leave >> i & 1))
                    continue;
                int a = type_digits[in.types[i]][0], b = type_digits[in.types[i]][1];
                odd ^= digit_bit(a) ^ digit_bit(b);
                score -= a + b;
                gone |= UINT32_C(1) << in.types[i];
            }
            odd &= odd - 1;
            odd &= odd - 1;
            if (bridge >= 0 && (gone & in.single) >> bridge & 1)
                continue;
            if (odd || score <= best || !types_connect(in.present & ~(gone & in.single), digits))
                continue;
            best = score;
            for (int t = 0; t < TYPES; t++) {
                bool kept = in.present >> t & 1;
                used[t] = kept ? hand->plain[t] - (gone >> t & 1) : 0;
            }
        }
    }
    return best;
}

void euler_trail(int64_t used[TYPES], int64_t tiles, int start, uint8_t *trail)
{
    int64_t top = 0, done = tiles + 1;
    trail[top++] = (uint8_t)start;
    while (top > 0) {
        int here = trail[top - 1], next = 0;
        for (int digit = 1; digit <= DIGITS && !next; digit++)
            if (used[type_of(here, digit)])
                next = digit;
        if (next) {
            used[type_of(here, next)]--;
            trail[top++] = (uint8_t)next;
        } else {
            top--;
            trail[--done] = (uint8_t)here;
        }
    }
}

int64_t plain_solve(const domino_hand *hand, uint8_t *moves, uint8_t *trail, int64_t *score)
{
    int64_t used[TYPES], tiles = 0;
    int odd = 0, seen = 0;
    *score = plain_choose(hand, -1, used);
    for (int t = 0; t < TYPES; t++) {
        int a = digit_bit(type_digits[t][0]), b = digit_bit(type_digits[t][1]);
        tiles += used[t];
        if (used[t])
            seen |= a | b;
        if (used[t] & 1)
            odd ^= a ^ b;
    }
    if (!tiles)
        return 0;
    int start = 1, among = odd ? odd : seen;
    while (!(among & digit_bit(start)))
        start++;
    euler_trail(used, tiles, start, trail);
    for (int64_t i = 0; i < tiles; i++)
        moves[i] = plain_move(false, trail[i], trail[i + 1]);
    return tiles;
}
