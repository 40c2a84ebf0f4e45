/* The best way to go on from a row that lies. See domino/resume.h. */
#include "domino/resume.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(MOVE_WILD == 0 && MOVE_RAISE == RAISE - WILD && MOVE_MIRROR == MIRROR - WILD, "codes of special tiles");

enum { KINDS = TYPES + 3, STATES = 1 << 17, MOST_COPIES = 255, NONE = -1 };

/* What is left, the row's ends, and what the tiles played so far are worth; which state it came from, by which move. */
typedef struct {
    uint8_t left[KINDS], ends[4], move;
    int32_t gain, promise; /* the second with the most that what is left can be worth */
    int32_t parent;
} resume_state;

/* All layers one behind the other, room for one more of twice the width, and a hash table of it. */
typedef struct {
    resume_state *states;
    int32_t *slots;
    int32_t begin, end, width, slots_mask;
    bool zero_stays, early_stop, exact;
} resume_search;

static int raised(int digit, bool zero_stays)
{
    return digit == 0 ? !zero_stays : rotated(digit, 1);
}

static int most_worth(int kind, int64_t raises, bool zero_stays)
{
    int most = kind == WILD ? 2 * (raises > 0 && !zero_stays ? DIGITS : 0) : 2 * DIGITS;
    if (kind >= TYPES)
        return most;
    most = 0;
    for (int r = 0; r <= raises && r < DIGITS; r++) {
        int worth = rotated(type_digits[kind][0], r) + rotated(type_digits[kind][1], r);
        most = worth > most ? worth : most;
    }
    return most;
}

static int32_t *slot_of(const resume_search *s, const resume_state *state)
{
    uint64_t words[4] = {0};
    memcpy(words, state, KINDS + sizeof state->ends);
    uint64_t key = mix(mix(words[0] ^ 0x9E3779B97F4A7C15ULL, words[1] ^ 0xD1B54A32D192ED03ULL) ^ words[2],
                       words[3] ^ 0xA0761D6478BD642FULL);
    for (uint64_t i = key & (uint64_t)s->slots_mask;; i = (i + 1) & (uint64_t)s->slots_mask) {
        int32_t at = s->slots[i];
        if (at == NONE || !memcmp(&s->states[at], state, KINDS + sizeof state->ends))
            return &s->slots[i];
    }
}

static int by_promise(const void *a, const void *b)
{
    const resume_state *x = a, *y = b;
    if (x->promise != y->promise)
        return x->promise < y->promise ? 1 : -1;
    return memcmp(x, y, KINDS + sizeof x->ends);
}

/* Of the layer that grows behind `begin`, keep those that promise most. */
static void thin_out(resume_search *s, int32_t begin)
{
    qsort(s->states + begin, (size_t)(s->end - begin), sizeof *s->states, by_promise);
    s->end = begin + s->width;
    s->exact = false;
    memset(s->slots, NONE, ((size_t)s->slots_mask + 1) * sizeof *s->slots);
    for (int32_t i = begin; i < s->end; i++)
        *slot_of(s, &s->states[i]) = i;
}

static void keep(resume_search *s, int32_t begin, const resume_state *state)
{
    int32_t *slot = slot_of(s, state);
    if (*slot != NONE) {
        if (s->states[*slot].gain < state->gain)
            s->states[*slot] = *state;
        return;
    }
    *slot = s->end;
    s->states[s->end++] = *state;
    if (s->end - begin == 2 * s->width)
        thin_out(s, begin);
}

/* The tile `a b`, as it lies, at an end. */
static resume_state played(const resume_search *s, int32_t from, int kind, bool at_left, int a, int b)
{
    resume_state next = s->states[from];
    int64_t raises = next.left[RAISE] - (kind == RAISE);
    next.left[kind]--;
    for (int i = 0; i < 4 && kind == RAISE; i++)
        next.ends[i] = (uint8_t)raised(next.ends[i], s->zero_stays);
    next.ends[at_left ? 0 : 2] = (uint8_t)a;
    next.ends[at_left ? 1 : 3] = (uint8_t)b;
    next.gain += worth_at_end(a, raises, s->zero_stays) + worth_at_end(b, raises, s->zero_stays);
    next.promise = next.gain;
    for (int k = 0; k < KINDS; k++)
        next.promise += next.left[k] * most_worth(k, raises, s->zero_stays);
    next.move = kind < TYPES ? plain_move(at_left, a, b) : (uint8_t)((at_left ? MOVE_LEFT : 0) | (kind - WILD));
    next.parent = from;
    return next;
}

/* Put all successors of a state into the next layer; false if there is none. */
static bool expand(resume_search *s, int32_t from, int32_t begin)
{
    bool any = false;
    for (int kind = 0; kind < KINDS; kind++)
        for (int at_left = 0; at_left < 2 && s->states[from].left[kind]; at_left++) {
            const uint8_t *ends = s->states[from].ends, *beside = at_left ? ends : ends + 2;
            int end = at_left ? ends[0] : ends[3], a = 0, b = 0;
            if (kind == RAISE)
                a = b = raised(end, s->zero_stays);
            else if (kind == MIRROR)
                a = beside[1], b = beside[0];
            if (kind >= TYPES) {
                resume_state next = played(s, from, kind, at_left, a, b);
                keep(s, begin, &next);
                any = true;
            }
            for (int turn = 0; turn < 2 && kind < TYPES; turn++) {
                a = type_digits[kind][turn], b = type_digits[kind][!turn];
                if ((turn && a == b) || (end && (at_left ? b : a) != end))
                    continue;
                resume_state next = played(s, from, kind, at_left, a, b);
                keep(s, begin, &next);
                any = true;
            }
        }
    return any;
}

/* Go on layer by layer; the first state stands at the beginning. Give the best state in which nothing is left to do. */
static int32_t best_of_layers(resume_search *s, domino_result *result)
{
    int32_t best = NONE, begin = 0;
    while (begin < s->end) {
        int32_t next = s->end;
        memset(s->slots, NONE, ((size_t)s->slots_mask + 1) * sizeof *s->slots);
        for (int32_t i = begin; i < next; i++) {
            bool goes_on = expand(s, i, next), may_stop = s->early_stop && !s->states[i].left[RAISE];
            if ((!goes_on || may_stop) && (best == NONE || s->states[i].gain > s->states[best].gain))
                best = i;
        }
        if (s->end - next > s->width)
            thin_out(s, next);
        result->nodes += (uint64_t)(next - begin);
        begin = next;
    }
    return best;
}

static int32_t resume_by_layers(const domino_row *row, const domino_hand *left, const domino_options *options,
                                uint8_t *moves, domino_result *result)
{
    int64_t copies[KINDS], tiles = 0;
    memcpy(copies, left, sizeof copies);
    resume_search s = {.end = 1, .exact = true, .zero_stays = options->zero_stays, .early_stop = options->early_stop};
    resume_state first = {.parent = NONE};
    for (int k = 0; k < KINDS; k++) {
        if (copies[k] > MOST_COPIES)
            return -2;
        tiles += copies[k];
        first.left[k] = (uint8_t)copies[k];
        first.promise += first.left[k] * most_worth(k, left->raises, s.zero_stays);
    }
    for (int i = 0; i < 4; i++)
        first.ends[i] = (uint8_t)row->ends[i];
    s.width = (int32_t)(STATES / (tiles + 3));
    for (s.slots_mask = 1; s.slots_mask < 4 * s.width;)
        s.slots_mask = 2 * s.slots_mask + 1;
    s.states = malloc((size_t)(STATES + 2 * s.width) * sizeof *s.states);
    s.slots = malloc(((size_t)s.slots_mask + 1) * sizeof *s.slots);
    if (s.states && s.slots) {
        s.states[0] = first;
        int32_t best = best_of_layers(&s, result);
        result->score = s.states[best].gain;
        result->bound = s.exact ? result->score : first.promise;
        for (int32_t i = best; i > 0; i = s.states[i].parent)
            result->length++;
        for (int64_t i = best, at = result->length; i > 0; i = s.states[i].parent)
            moves[--at] = s.states[i].move;
    }
    bool enough = s.states && s.slots;
    free(s.states);
    free(s.slots);
    return enough ? 0 : -1;
}

/* The moves of a trail at one end of the row, outwards: `tiles` of them, beginning at a place of the trail. */
static uint8_t *write_part(uint8_t *to, bool at_left, const uint8_t *trail, int64_t tiles, int step)
{
    for (; tiles > 0; tiles--, trail += step)
        *to++ = at_left ? plain_move(true, trail[step], trail[0]) : plain_move(false, trail[0], trail[step]);
    return to;
}

/* The best trail that uses the tile `a b`, which stands for the row from its left end to its right one. */
static int64_t resume_at(const domino_hand *left, int a, int b, uint8_t *moves, int64_t *length)
{
    domino_hand hand = *left;
    int64_t used[TYPES], tiles = 0, at = 0;
    hand.plain[type_of(a, b)]++;
    int64_t score = plain_choose(&hand, type_of(a, b), used) - a - b;
    int odd = 0, start = a;
    for (int t = 0; t < TYPES; t++) {
        tiles += used[t];
        if (used[t] & 1)
            odd ^= digit_bit(type_digits[t][0]) ^ digit_bit(type_digits[t][1]);
    }
    while (odd && !(odd & digit_bit(start)))
        start = start % DIGITS + 1;
    uint8_t *trail = moves + tiles, *end = moves;
    euler_trail(used, tiles, start, trail);
    while (type_of(trail[at], trail[at + 1]) != type_of(a, b))
        at++;
    if (trail[at] == a) {
        end = write_part(end, true, trail + at, at, -1);
        end = write_part(end, false, trail + at + 1, tiles - 1 - at, 1);
    } else {
        end = write_part(end, true, trail + at + 1, tiles - 1 - at, 1);
        end = write_part(end, false, trail + at, at, -1);
    }
    *length = end - moves;
    return score;
}

/* A 0 at an end is whatever is put there. */
static void resume_plain(const domino_row *row, const domino_hand *left, uint8_t *moves, domino_result *result)
{
    int a = row->ends[0], b = row->ends[3], best_a = 1, best_b = 1;
    int64_t best = -1;
    for (int i = a ? a : 1; i <= (a ? a : DIGITS); i++)
        for (int j = b ? b : 1; j <= (b ? b : DIGITS); j++) {
            int64_t score = resume_at(left, i, j, moves, &result->length);
            if (score > best) {
                best = score;
                best_a = i;
                best_b = j;
            }
        }
    result->score = result->bound = resume_at(left, best_a, best_b, moves, &result->length);
}

int32_t domino_resume(const domino_row *row, const domino_hand *left, const domino_options *options, uint8_t *moves,
                      domino_result *result)
{
    double begin = engine_now_s();
    int64_t fewest = options->early_stop && left->raises > 5 ? left->raises - 5
        : options->early_stop                                ? 0
                                                             : left->raises;
    int64_t bound = 0, best = -1, best_raises = left->raises;
    int32_t status = 0;
    uint64_t nodes = 0;
    /* One may stop without some [11|11]: the number of those that are played is chosen first, as it says what every
     * digit is worth; the last round writes the moves of the best. */
    for (int64_t raises = left->raises, last = 0; !status && !last;) {
        domino_hand played = *left;
        last = raises < fewest;
        played.raises = last ? best_raises : raises--;
        *result = (domino_result){0};
        if (plain_tiles(&played) + played.wild + played.raises + played.mirror == plain_tiles(&played))
            resume_plain(row, &played, moves, result);
        else
            status = resume_by_layers(row, &played, options, moves, result);
        int64_t lying = 0;
        for (int digit = 0; digit <= DIGITS; digit++)
            lying += row->digits[digit] * worth_at_end(digit, played.raises, options->zero_stays);
        result->score += lying;
        result->bound += lying;
        nodes += result->nodes;
        bound = result->bound > bound ? result->bound : bound;
        if (result->score > best) {
            best = result->score;
            best_raises = played.raises;
        }
    }
    result->bound = bound;
    result->nodes = nodes;
    result->proved = result->score == bound;
    result->time_s = engine_now_s() - begin;
    return status;
}
