/* Tables of one phase, over sets of odd digits. See domino/class.h. */
#include "domino/class.h"

#include <string.h>

/* Components of the linked types in `used`. */
static void find_parts(const row_bound *b, int used, uint8_t parts[PARTS])
{
    int n = 0;
    for (int digit = 1; digit <= DIGITS; digit++) {
        int part = 0;
        for (int i = 0; i < b->links && !part; i++)
            if (used >> i & 1 && type_ends(b->link[i]) & digit_bit(digit))
                part = digit_bit(digit);
        for (int i = 0; i < n; i++)
            if (parts[i] & part)
                part = 0;
        if (!part)
            continue;
        for (int before = 0; before != part;) {
            before = part;
            for (int i = 0; i < b->links; i++)
                if (used >> i & 1 && type_ends(b->link[i]) & part)
                    part |= type_ends(b->link[i]);
        }
        parts[n++] = (uint8_t)part;
    }
    while (n < PARTS)
        parts[n++] = 0;
}

void set_hand(row_bound *b, const domino_hand *hand, bool zero_stays)
{
    b->raises = (int)hand->raises;
    b->zero_stays = zero_stays;
    b->wild = hand->wild;
    b->mirror = hand->mirror;
    b->wild_ends = hand->wild > 0;
    b->constant = 0;
    for (int class = 0; class < CLASSES; class ++)
        for (int t = 0; t < COUNTED; t++) {
            b->extra[class][t] = 0;
            b->cap[class][t] = t < TYPES ? hand->plain[t] : t == WILD ? hand->wild : t == RAISE ? 0 : hand->mirror;
        }
    for (int class = 0; class < CLASSES; class ++)
        for (int t = 0; t < TYPES; t++)
            b->worth[class][t] = (rotated(type_digits[t][0], class) + rotated(type_digits[t][1], class)) * SCALE;
    b->links = 0;
    b->is_linked = true;
    for (int t = 0; t < TYPES; t++) {
        b->count[t] = hand->plain[t];
        if (!hand->plain[t] || type_digits[t][0] == type_digits[t][1])
            continue;
        if (b->links == LINKS)
            b->is_linked = false;
        else
            b->link[b->links++] = t;
    }
    if (!b->is_linked)
        return;
    for (int used = 0; used < 1 << b->links; used++)
        find_parts(b, used, b->parts[used]);
}

/* All copies or all but one if each gains, or else one or two; mirrors likewise, or none. */
static void choose_copies(type_choice *c, int64_t count, int64_t gain, int64_t mirrors, int64_t mirror_gain)
{
    *c = (type_choice){.gain = {0, NEVER, NEVER}};
    int64_t copies = gain > 0 ? count : 1, more = mirror_gain > 0 ? mirrors : 0;
    for (int i = 0; i<2; i++, copies += gain> 0 ? -1 : 1) {
        if (copies < 1 || copies > count)
            continue;
        for (int j = 0; j < 2; j++) {
            int64_t turned = mirror_gain > 0 ? more - j : more + j;
            if (turned < 0 || turned > mirrors)
                continue;
            int use = (copies + turned) & 1 ? ODD : EVEN;
            int64_t total = copies * gain + turned * mirror_gain;
            if (total <= c->gain[use])
                continue;
            c->gain[use] = total;
            c->copies[use] = copies, c->mirrors[use] = turned;
        }
    }
}

static void build_doubles(const row_bound *b, phase_class *p, int class)
{
    int64_t gain[DIGITS];
    for (int digit = 1; digit <= DIGITS; digit++) {
        const type_choice *c = &p->choice[type_of(rotated(digit, -class), rotated(digit, -class))];
        gain[digit - 1] = c->gain[double_use(c)];
    }
    for (int set = b->is_linked ? 0 : SETS - 1; set < SETS; set++) {
        p->doubles[0][set] = 0;
        for (int i = 0; i < DIGITS; i++)
            if (set >> i & 1)
                p->doubles[0][set] += gain[i];
    }
    for (int more = 1; more < PARTS && b->is_linked; more++)
        for (int set = 0; set < SETS; set++) {
            p->doubles[more][set] = p->doubles[more - 1][set];
            for (int bit = 1; bit < SETS; bit <<= 1)
                if (p->doubles[more - 1][set | bit] > p->doubles[more][set])
                    p->doubles[more][set] = p->doubles[more - 1][set | bit];
        }
}

/* Without regard to what can be reached. */
static void build_plain(const row_bound *b, phase_class *p, int class)
{
    int edges = 0;
    for (int half = 0; half < HALVES; half++)
        p->plain[0][half] = NEVER;
    p->plain[0][0] = 0;
    for (int t = 0; t < TYPES; t++) {
        if (type_digits[t][0] == type_digits[t][1])
            continue;
        const int64_t *from = p->plain[edges];
        int64_t *to = p->plain[++edges], turned[HALVES], even, odd;
        if (!b->cap[class][t]) {
            memcpy(to, from, sizeof turned);
            continue;
        }
        int flip = half_of(rotated_set(type_ends(t), class));
        even = p->choice[t].gain[best_use(&p->choice[t], false)], odd = p->choice[t].gain[ODD];
        for (int half = 0; half < HALVES; half++)
            turned[half] = from[half ^ flip];
        for (int half = 0; half < HALVES; half++)
            to[half] = most_of(from[half] + even, turned[half] + odd);
    }
    for (int q = 0; q < (b->wild ? JOINS : 1); q++)
        for (int half = 0; half < HALVES; half++)
            p->reached[q][0][half] = p->plain[EDGES][half] + p->doubles[0][SETS - 1];
}

/* One way to use the linked types: for which ends, with how many wild tiles? */
static void keep_uses(const row_bound *b, phase_class *p, int class, int used, int set, int uses, int64_t gain)
{
    int parts[PARTS], all = 0, most = b->wild ? JOINS : 1;
    for (int i = 0; i < PARTS; i++)
        all |= parts[i] = rotated_set(b->parts[used][i], class);
    for (int l = 1; l <= DIGITS; l++)
        for (int r = l; r <= DIGITS; r++) {
            int ends = digit_bit(l) | digit_bit(r), apart = 0, pair = pair_of(b, l, r);
            for (int i = 0; i < PARTS; i++)
                apart += parts[i] && !(parts[i] & ends);
            for (int q = apart; q < most; q++) {
                int more = q - apart;
                int64_t total = gain + (q == JOINS - 1 ? p->doubles[0][SETS - 1] : p->doubles[more][all | ends]);
                if (total <= p->reached[q][pair][half_of(set)])
                    continue;
                p->reached[q][pair][half_of(set)] = total;
                p->uses[q][pair][half_of(set)] = (int16_t)uses;
            }
            if (apart || set != (digit_bit(l) ^ digit_bit(r)))
                continue;
            int64_t total = gain + p->doubles[0][all | ends];
            for (int digit = 1; digit <= DIGITS; digit++)
                if ((all | ends) & digit_bit(digit) && total > p->through[pair][digit]) {
                    p->through[pair][digit] = total;
                    p->through_uses[pair][digit] = (int16_t)uses;
                }
        }
}

static void try_uses(const row_bound *b, phase_class *p, int class, int i, int used, int set, int uses, int64_t gain)
{
    if (i == b->links) {
        keep_uses(b, p, class, used, set, uses, gain);
        return;
    }
    const type_choice *c = &p->choice[b->link[i]];
    int ends = rotated_set(type_ends(b->link[i]), class);
    for (int use = 0; use < USES; use++)
        if (c->gain[use] > NEVER)
            try_uses(b, p, class, i + 1, used | (use != UNUSED) << i, use == ODD ? set ^ ends : set, USES * uses + use,
                     gain + c->gain[use]);
}

/* The best of all sets that differ by one digit. */
static void change_digit(const int64_t *restrict from, int64_t *restrict to)
{
    memcpy(to, from, HALVES * sizeof *to); /* by digit 1 */
    for (int bit = 1; bit < HALVES; bit <<= 1)
        for (int pair = 0; pair < HALVES; pair += 2 * bit)
            for (int half = pair; half < pair + bit; half++) {
                to[half] = most_of(to[half], from[half + bit]);
                to[half + bit] = most_of(to[half + bit], from[half]);
            }
}

static void build_joined(const row_bound *b, phase_class *p, int pair)
{
    for (int q = 0; q < (b->wild ? JOINS : 1); q++) {
        const int64_t *from = p->reached[q][pair];
        int64_t *to = p->joined[q][pair], once[HALVES], best = NEVER;
        if (q == 0) {
            memcpy(to, from, sizeof once);
        } else if (q == 1) {
            change_digit(from, once);
            change_digit(once, to);
        } else {
            for (int half = 0; half < HALVES; half++)
                best = most_of(best, from[half]);
            for (int half = 0; half < HALVES; half++)
                to[half] = best;
        }
    }
}

/* The pairs of an end that may have any digit. */
static void build_wild_pairs(const row_bound *b, phase_class *p)
{
    for (int q = 0; q < (b->wild ? JOINS : 1); q++)
        for (int r = DIGITS; r >= 0; r--) {
            int64_t *to = p->joined[q][pair_of(b, 0, r)];
            for (int half = 0; half < HALVES; half++)
                to[half] = NEVER;
            for (int l = 1; l <= DIGITS; l++) {
                const int64_t *from = p->joined[q][pair_of(b, l, r)];
                for (int half = 0; half < HALVES; half++)
                    to[half] = most_of(to[half], from[half]);
            }
        }
}

static void build_open(const row_bound *b, phase_class *p, int pair)
{
    int most = b->wild < JOINS - 1 ? (int)b->wild : JOINS - 1;
    for (int some = 0; some <= (b->wild_ends && b->zero_stays); some++) {
        int64_t *to = p->open[some][0][pair];
        for (int half = 0; half < HALVES; half++)
            to[half] = NEVER;
        for (int q = some; q <= most; q++)
            for (int half = 0; half < HALVES; half++)
                to[half] = most_of(to[half], p->joined[q][pair][half] + p->join_gain[q]);
        for (int free = 1; b->wild_ends && free <= MAX_FREE; free++)
            change_digit(p->open[some][free - 1][pair], p->open[some][free][pair]);
    }
}

static void build_wilds(const row_bound *b, phase_class *p, int class)
{
    int64_t wild_gain = 2 * (b->zero_stays ? 0 : class) * SCALE, wild = b->cap[class][WILD];
    int64_t price_wild = b->price_wild + b->extra[class][WILD];
    int64_t price_mirror = b->price_mirror + b->extra[class][MIRROR];
    for (int q = 0; q < JOINS; q++)
        p->join_gain[q] = NEVER, p->join_wild[q] = p->join_mirrors[q] = 0;
    p->join_gain[0] = 0;
    /* A mirror of a wild tile lies beside it: the two join no more digits than one does. */
    int64_t wilds[4] = {1, 2, 3, wild}, mirrored = wild_gain > price_mirror ? b->cap[class][MIRROR] : 0;
    for (int i = 0; i < 4; i++) {
        if (wilds[i] < 1 || wilds[i] > wild)
            continue;
        int64_t q = wilds[i] < JOINS - 1 ? wilds[i] : JOINS - 1;
        int64_t gain = wilds[i] * (wild_gain - price_wild) + mirrored * (wild_gain - price_mirror);
        if (gain > p->join_gain[q])
            p->join_gain[q] = gain, p->join_wild[q] = wilds[i], p->join_mirrors[q] = mirrored;
    }
}

void build_class(row_bound *b, int class)
{
    phase_class *p = &b->classes[class];
    p->ends = (b->wild || b->wild_ends) && !b->zero_stays && class ? digit_bit(class) : 0;
    for (int t = 0; t < TYPES; t++) {
        if (!b->cap[class][t]) {
            p->choice[t] = (type_choice){.gain = {0, NEVER, NEVER}};
            continue;
        }
        p->ends |= rotated_set(type_ends(t), class);
        int64_t worth = b->worth[class][t], mirrors = b->cap[class][HOSTS + t], most = b->cap[class][MIRROR];
        int64_t mirror = b->price_mirror + b->extra[class][MIRROR] + b->extra[class][HOSTS + t];
        choose_copies(&p->choice[t], b->cap[class][t], worth - b->price[t] - b->extra[class][t],
                      mirrors < most ? mirrors : most, worth - mirror);
    }
    build_doubles(b, p, class);
    build_wilds(b, p, class);
    if (!b->is_linked) {
        build_plain(b, p, class);
        build_joined(b, p, 0);
        build_open(b, p, 0);
        return;
    }
    for (int q = 0; q < (b->wild ? JOINS : 1); q++)
        for (int pair = 0; pair < ENDS; pair++)
            for (int set = 0; set < SETS; set++)
                p->reached[q][pair][half_of(set)] = NEVER;
    for (int pair = 0; pair < ENDS; pair++)
        for (int digit = 0; digit <= DIGITS; digit++)
            p->through[pair][digit] = NEVER;
    try_uses(b, p, class, 0, 0, 0, 0, 0);
    for (int r = 1; r <= DIGITS; r++)
        for (int l = 1; l <= r; l++)
            build_joined(b, p, pair_of(b, l, r));
    if (b->wild_ends)
        build_wild_pairs(b, p);
    for (int r = b->wild_ends ? 0 : 1; r <= DIGITS; r++)
        for (int l = b->wild_ends ? 0 : 1; l <= r; l++)
            build_open(b, p, pair_of(b, l, r));
}
