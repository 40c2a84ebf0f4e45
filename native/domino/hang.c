/* Which tiles lie in the row and which hang from it. See domino/hang.h. */
#include "domino/hang.h"

#include <string.h>

typedef struct {
    int64_t trail[TYPES], score;
    uint32_t leaves; /* types of which one copy hangs */
    int digits;
} hanging;

bool play_move(plane_search *s, const domino_move *m, uint8_t *before)
{
    int halves[2];
    int64_t *copies = copies_of(&s->left, tile_of_numbers(m->a, m->b));
    if (!*copies || !resolve_move(&s->board, m, halves))
        return false;
    lay_tile(&s->board, m, halves, before);
    --*copies;
    s->line[s->length++] = *m;
    return true;
}

bool begin_line(plane_search *s)
{
    clear_plane(&s->board);
    s->left = s->hand;
    s->length = 0;
    for (int64_t i = 0; i < s->begun_length; i++)
        if (!play_move(s, &s->begun[i], NULL))
            return false;
    return true;
}

void keep_line(plane_search *s)
{
    int64_t score = plane_score(&s->board);
    if (score < s->result->score || (score == s->result->score && s->result->length > 0))
        return;
    s->result->score = score;
    s->result->length = s->length;
    memcpy(s->best, s->line, (size_t)s->length * sizeof *s->line);
}

/* Play the tile with most points that fits; false if none does. */
static bool add_tile(plane_search *s)
{
    static const int8_t order[] = {MIRROR, RAISE, 20, 19, 17, 18, 14, 16, 10, 13, 15, 5,
                                   9,      12,    4,  8,  11, 3,  7,  2,  6,  1,  0,  WILD};
    for (size_t i = 0; i < sizeof order; i++) {
        domino_move m;
        if (!*copies_of(&s->left, order[i]) || !list_tile(&s->board, order[i], &s->places, &m, 1))
            continue;
        if (order[i] == RAISE)
            memset(s->places.next, 0, TYPES * sizeof *s->places.next);
        return play_move(s, &m, NULL);
    }
    return false;
}

void finish_line(plane_search *s)
{
    s->places = (tile_places){0};
    while (add_tile(s))
        ;
    keep_line(s);
}

void lay_row(plane_search *s, const uint8_t *moves, int64_t length)
{
    int32_t left = 0, right = 0;
    begin_line(s);
    for (int64_t i = 0; i < length; i++) {
        static const uint8_t special[3][2] = {{0, 0}, {11, 11}, {12, 21}};
        int code = moves[i] & ~MOVE_LEFT;
        bool plain = code > MOVE_MIRROR;
        domino_move m = {0,
                         0,
                         LETTER_H,
                         (uint8_t)(plain ? code / 7 : special[code][0]),
                         (uint8_t)(plain ? code % 7 : special[code][1]),
                         0};
        if (i == 0)
            m.letter = LETTER_S;
        else if (moves[i] & MOVE_LEFT)
            m.column = left -= 2;
        else
            m.column = right += 2;
        if (!play_move(s, &m, NULL))
            return;
    }
}

/* Choose the digits of the row and the types of which it leaves one copy to hang, for most points with fewest
 * leaves. Copies that have one digit in the row and one outside count too: they will be hung as well as may be. */
static hanging choose_leaves(const domino_hand *hand)
{
    hanging best = {{0}, 0, 0, 0};
    int fewest = TYPES;
    for (int digits = 1; digits < 1 << DIGITS; digits++) {
        inner_tiles in = tiles_within(hand, digits);
        int64_t total = 0; /* of all that touch the row */
        for (int t = 0; t < TYPES; t++) {
            int a = type_digits[t][0], b = type_digits[t][1];
            if ((digit_bit(a) | digit_bit(b)) & digits)
                total += hand->plain[t] * (a + b);
        }
        if (total < best.score || !in.present || !types_connect(in.present, digits))
            continue;
        for (int leave = 0; leave < 1 << in.count; leave++) {
            int odd = in.odd, leaves = 0;
            uint32_t gone = 0;
            for (int i = 0; i < in.count; i++) {
                if (!(leave >> i & 1))
                    continue;
                odd ^= digit_bit(type_digits[in.types[i]][0]) ^ digit_bit(type_digits[in.types[i]][1]);
                gone |= UINT32_C(1) << in.types[i];
                leaves++;
            }
            odd &= odd - 1;
            odd &= odd - 1;
            if (odd || (total == best.score && leaves >= fewest))
                continue;
            if (!types_connect(in.present & ~(gone & in.single), digits))
                continue;
            fewest = leaves;
            best.score = total, best.leaves = gone, best.digits = digits;
            for (int t = 0; t < TYPES; t++)
                best.trail[t] = in.present >> t & 1 ? hand->plain[t] - (gone >> t & 1) : 0;
        }
    }
    return best;
}

void lay_hanging(plane_search *s, uint8_t *trail)
{
    hanging h = choose_leaves(&s->hand);
    int64_t tiles = 0, leaves[TYPES];
    int odd = 0, start = 1;
    for (int t = 0; t < TYPES; t++) {
        tiles += h.trail[t];
        if (h.trail[t] & 1)
            odd ^= digit_bit(type_digits[t][0]) ^ digit_bit(type_digits[t][1]);
        leaves[t] = s->hand.plain[t] - h.trail[t];
    }
    begin_line(s);
    if (!tiles)
        return;
    while (!((odd ? odd : h.digits) & digit_bit(start)))
        start++;
    euler_trail(h.trail, tiles, start, trail);
    int32_t column = 0;
    for (int64_t i = 0; i <= tiles; i++) {
        for (int t = 0; t < TYPES && i > 0; t++) {
            int a = type_digits[t][0], b = type_digits[t][1], here = trail[i];
            if (!leaves[t] || (a != here && b != here))
                continue;
            domino_move m = {0, column, LETTER_V, (uint8_t)here, (uint8_t)(a + b - here), 0};
            if (!play_move(s, &m, NULL))
                continue;
            leaves[t]--;
            column++;
            break;
        }
        if (i == tiles)
            break;
        domino_move m = {0, column, i ? LETTER_H : LETTER_S, trail[i], trail[i + 1], 0};
        if (!play_move(s, &m, NULL))
            return;
        column += 2;
    }
}
