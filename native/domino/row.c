/* Shrinking a hand, and playing the row of the small one with what was set aside. See domino/row.h. */
#include "domino/row.h"

#include <string.h>

enum { FEW_HANDS = 1 << 18 };

typedef struct {
    uint8_t *moves;
    int64_t length;
} move_writer;

/* The row by the plain rules, as far as they matter for what comes: how many of each digit, and both end tiles. */
typedef struct {
    int64_t digits[DIGITS + 1];
    int ends[2][2]; /* left, right: outer and inner digit */
    int64_t length;
    bool zero_stays;
} row_replay;

/* Where the copies of a type that were set aside are played: before step `at` (or after the last one). */
typedef struct {
    int at, worth;
    bool left;
    int near, far;
} detour;

int best_worth(int t, int raises)
{
    int best = 0;
    for (int r = 0; r <= raises && r < DIGITS; r++) {
        int worth = rotated(type_digits[t][0], r) + rotated(type_digits[t][1], r);
        if (worth > best)
            best = worth;
    }
    return best;
}

/* Say whether so few hands can be left over from this one, as far as its plain tiles matter, that all can be
 * searched. */
static bool leaves_few_hands(const domino_hand *hand)
{
    int64_t hands = 1;
    for (int t = 0; t < TYPES && hands <= FEW_HANDS; t++)
        hands *= hand->plain[t] + 1;
    return hands <= FEW_HANDS;
}

int64_t fewer_raises(int64_t raises, int64_t most)
{
    return raises <= most ? raises : raises - (raises - most + 5) / 6 * 6;
}

domino_hand shrink_hand(const domino_hand *hand, bool zero_stays, int64_t copies, row_surplus *aside)
{
    domino_hand small = *hand;
    *aside = (row_surplus){.exact = true};
    int64_t plain = plain_tiles(hand), others = plain + small.mirror + small.wild;
    if (small.raises > MAX_SPECIALS) {
        aside->raises = small.raises - fewer_raises(small.raises, MAX_SPECIALS);
        small.raises -= aside->raises;
        aside->worth += 12 * aside->raises;
        /* Six or seven in a row can give six away, as all digits come back. */
        aside->exact = small.raises + 6 > (small.wild && !zero_stays ? 6 : 5) * others;
    }
    int raises = (int)small.raises;
    bool few = leaves_few_hands(hand);
    for (int t = 0; t < TYPES; t++) {
        bool is_double = type_digits[t][0] == type_digits[t][1];
        int64_t most = is_double ? raises + 2 : 2 * raises + 3;
        int64_t kept = copies > MAX_COPIES ? copies : MAX_COPIES;
        if (most > kept && small.plain[t] > kept)
            aside->exact = false;
        if (most > kept || few || copies)
            most = kept;
        if (small.plain[t] <= most)
            continue;
        aside->plain[t] = is_double ? small.plain[t] - most : (small.plain[t] - most + 1) / 2 * 2;
        small.plain[t] -= aside->plain[t];
        aside->worth += aside->plain[t] * best_worth(t, raises);
    }
    if (small.mirror > MAX_SPECIALS) {
        aside->mirror = (small.mirror - MAX_SPECIALS + 1) / 2 * 2;
        small.mirror -= aside->mirror;
        aside->worth += 12 * aside->mirror;
        /* Of two beside each other the outer one ends as what they lie at ends. */
        aside->exact &= small.mirror >= plain + small.raises + small.wild;
    }
    if (small.wild > MAX_SPECIALS) {
        aside->wild = small.wild - MAX_SPECIALS;
        small.wild -= aside->wild;
        aside->worth += aside->wild * (zero_stays ? 0 : 2 * (raises < DIGITS ? raises : DIGITS));
        /* Of two beside each other the inner one can go, since the outer one fits everywhere; the first tile of a row
         * has two sides. */
        aside->exact &= small.wild >= plain + small.raises + small.mirror + 2;
    }
    return small;
}

row_key key_of(const key_layout *layout, const domino_hand *small)
{
    row_key key = {0,
                   (uint64_t)small->raises << RAISES_AT | (uint64_t)small->mirror << MIRRORS_AT
                       | (uint64_t)small->wild << WILDS_AT};
    for (int t = 0; t < TYPES; t++)
        if (small->plain[t])
            key_add(layout, &key, t, (uint64_t)small->plain[t]);
    return key;
}

static bool step_is_left(const row_step *step, const row_state *at)
{
    return step->side == 0 ? at->left <= at->right : at->left > at->right;
}

/* The final digits of a step's tile: `near` touches the row, `far` becomes the end. */
static int step_far(const row_step *step, int raises)
{
    if (step->tile >= WILD)
        return step->near;
    int x = rotated(type_digits[step->tile][0], raises), y = rotated(type_digits[step->tile][1], raises);
    return x + y - step->near;
}

void advance(const row_step *step, row_state *at, bool first, bool zero_stays)
{
    bool left = !first && step_is_left(step, at);
    int far = step_far(step, at->raises);
    if (step->tile == RAISE) {
        int shown = wild_digit(at->raises, zero_stays);
        if (!at->left)
            at->left = shown;
        if (!at->right)
            at->right = shown;
        at->raises--;
        return;
    }
    int end = step->mirrors & 1 ? step->near : far;
    if (first)
        at->left = step->near;
    if (left)
        at->left = end;
    else
        at->right = end;
}

static void write_moves(move_writer *w, uint8_t move, int64_t times)
{
    for (; times > 0; times--)
        w->moves[w->length++] = move;
}

static void write_plain(move_writer *w, bool left, int near, int far, int raises)
{
    int a = rotated(near, -raises), b = rotated(far, -raises);
    write_moves(w, left ? plain_move(true, b, a) : plain_move(false, a, b), 1);
}

static void find_detours(const row_step *steps, int length, int raises, bool zero_stays, detour best[TYPES])
{
    row_state at = {0, 0, raises};
    for (int t = 0; t < TYPES; t++)
        best[t] = (detour){-1, 0, false, 0, 0};
    for (int i = 0; i < length; i++) {
        advance(&steps[i], &at, i == 0, zero_stays);
        for (int t = 0; t < TYPES; t++) {
            int x = rotated(type_digits[t][0], at.raises), y = rotated(type_digits[t][1], at.raises);
            if (x + y <= best[t].worth)
                continue;
            for (int side = 0; side < 2; side++) {
                int end = side ? at.right : at.left;
                if (end && (end == x || end == y))
                    best[t] = (detour){i + 1, x + y, side == 0, end, x + y - end};
            }
        }
    }
}

static void write_detours(move_writer *w, const row_surplus *aside, const detour best[TYPES], int at, int raises,
                          int keep_one)
{
    for (int t = 0; t < TYPES; t++) {
        if (best[t].at != at)
            continue;
        for (int64_t i = t == keep_one; i < aside->plain[t]; i++) {
            bool back = i & 1;
            write_plain(w, best[t].left, back ? best[t].far : best[t].near, back ? best[t].near : best[t].far, raises);
        }
    }
}

/* Play a move; false if it is not legal. */
static bool replay_move(row_replay *row, uint8_t move)
{
    int side = move & MOVE_LEFT ? 0 : 1, code = move & ~MOVE_LEFT, *end = row->ends[side];
    int inner = side ? code / 7 : code % 7, outer = side ? code % 7 : code / 7;
    if (row->length == 0 && (code == MOVE_RAISE || code == MOVE_MIRROR))
        return false;
    if (code == MOVE_RAISE) {
        int64_t sixes = row->digits[6];
        for (int d = 6; d > 1; d--)
            row->digits[d] = row->digits[d - 1];
        row->digits[1] = sixes;
        if (!row->zero_stays)
            row->digits[1] += row->digits[0], row->digits[0] = 0;
        for (int i = 0; i < 4; i++) {
            int *d = &row->ends[i >> 1][i & 1];
            *d = *d ? rotated(*d, 1) : row->zero_stays ? 0 : 1;
        }
        inner = outer = end[0];
    } else if (code == MOVE_MIRROR) {
        inner = end[0], outer = end[1];
    } else if (code == MOVE_WILD) {
        inner = outer = 0;
    } else if (row->length > 0 && end[0] && inner != end[0]) {
        return false;
    }
    row->digits[inner]++, row->digits[outer]++;
    end[0] = outer, end[1] = inner;
    if (row->length++ == 0)
        row->ends[0][0] = inner, row->ends[0][1] = outer;
    return true;
}

/* The score of moves, -1 if one is not legal. */
static int64_t score_moves(const uint8_t *moves, int64_t length, bool zero_stays)
{
    row_replay row = {.zero_stays = zero_stays};
    for (int64_t i = 0; i < length; i++)
        if (!replay_move(&row, moves[i]))
            return -1;
    int64_t sum = 0;
    for (int d = 1; d <= DIGITS; d++)
        sum += d * row.digits[d];
    return sum;
}

static void add_move(row_replay *row, uint8_t *moves, uint8_t move)
{
    moves[row->length] = move;
    replay_move(row, move);
}

int64_t finish_row(uint8_t *moves, int64_t length, domino_hand rest, bool zero_stays)
{
    row_replay row = {.zero_stays = zero_stays};
    for (int64_t i = 0; i < length; i++) {
        int code = moves[i] & ~MOVE_LEFT;
        if (!replay_move(&row, moves[i]))
            return 0;
        if (code == MOVE_WILD)
            rest.wild--;
        else if (code == MOVE_RAISE)
            rest.raises--;
        else if (code == MOVE_MIRROR)
            rest.mirror--;
        else
            rest.plain[type_of(code / 7, code % 7)]--;
    }
    for (int t = 0; t < TYPES; t++)
        if (rest.plain[t] < 0)
            return 0;
    if (rest.wild < 0 || rest.raises < 0 || rest.mirror < 0)
        return 0;
    for (int t = TYPES - 1; t >= 0 && row.length == 0; t--)
        if (rest.plain[t]) {
            rest.plain[t]--;
            add_move(&row, moves, plain_move(false, type_digits[t][0], type_digits[t][1]));
        }
    if (row.length == 0 && !rest.wild)
        return 0;
    for (; rest.wild > 0; rest.wild--)
        add_move(&row, moves, MOVE_WILD);
    for (; rest.raises > 0; rest.raises--)
        add_move(&row, moves, MOVE_RAISE);
    for (; rest.mirror > 0; rest.mirror--)
        add_move(&row, moves, MOVE_MIRROR);
    for (bool grew = true; grew;) {
        grew = false;
        for (int t = 0; t < TYPES; t++)
            for (int side = 0; side < 2 && rest.plain[t]; side++) {
                int x = type_digits[t][0], y = type_digits[t][1], end = row.ends[side][0];
                if (end && end != x && end != y)
                    continue;
                int near = end == x ? x : y, far = x + y - near;
                add_move(&row, moves, side ? plain_move(false, near, far) : plain_move(true, far, near));
                rest.plain[t]--;
                grew = true;
            }
    }
    return row.length;
}

void take_row(uint8_t *moves, int64_t length, bool zero_stays, domino_result *result)
{
    int64_t score = score_moves(moves + result->length, length, zero_stays);
    if (score < result->score || (score == result->score && result->length > 0))
        return;
    memmove(moves, moves + result->length, (size_t)length);
    result->score = score;
    result->length = length;
}

int64_t play_row(const row_step *steps, int length, int raises, const domino_hand *hand, const row_surplus *aside,
                 bool zero_stays, uint8_t *moves)
{
    move_writer w = {moves, 0};
    row_state at = {0, 0, raises};
    detour detours[TYPES];
    int best_wild = -1, best_raise = -1, best_mirror = -1, wild_worth = -1, raise_worth = -1, mirror_worth = -1;
    find_detours(steps, length, at.raises, zero_stays, detours);
    for (int i = 0; i < length; i++) {
        int shown = wild_digit(at.raises, zero_stays), worth = steps[i].near + step_far(&steps[i], at.raises);
        if (steps[i].tile == WILD)
            worth = 2 * shown;
        /* Beside a wild tile, or between the row and a plain one: the ends stay as they are. */
        if ((steps[i].tile == WILD || (steps[i].tile < WILD && i > 0)) && 2 * shown > wild_worth)
            best_wild = i, wild_worth = 2 * shown;
        if (steps[i].tile == RAISE && worth > raise_worth)
            best_raise = i, raise_worth = worth;
        bool turns = steps[i].tile < WILD && steps[i].near != step_far(&steps[i], at.raises);
        if (worth > mirror_worth && !(turns && aside->mirror & 1))
            best_mirror = i, mirror_worth = worth;
        advance(&steps[i], &at, i == 0, zero_stays);
    }
    int mirrored_double = -1; /* a type, played as a detour, that is a better host */
    for (int t = 0; t < TYPES; t++)
        if (type_digits[t][0] == type_digits[t][1] && aside->plain[t] && detours[t].worth > mirror_worth)
            mirrored_double = t, mirror_worth = detours[t].worth, best_mirror = -1;
    at = (row_state){0, 0, raises};
    for (int i = 0; i < length; i++) {
        const row_step *step = &steps[i];
        bool left = i > 0 && step_is_left(step, &at);
        uint8_t side = left ? MOVE_LEFT : 0;
        write_moves(&w, side | MOVE_WILD, i == best_wild ? aside->wild : 0);
        if (step->tile < WILD) {
            write_plain(&w, left, step->near, step_far(step, at.raises), at.raises);
        } else if (step->tile == WILD) {
            write_moves(&w, side | MOVE_WILD, 1);
        } else {
            write_moves(&w, side | MOVE_RAISE, 1 + (i == best_raise ? aside->raises : 0));
        }
        write_moves(&w, side | MOVE_MIRROR, step->mirrors + (i == best_mirror ? aside->mirror : 0));
        advance(step, &at, i == 0, zero_stays);
        write_detours(&w, aside, detours, i + 1, at.raises, mirrored_double);
        if (mirrored_double >= 0 && detours[mirrored_double].at == i + 1) {
            const detour *d = &detours[mirrored_double];
            write_plain(&w, d->left, d->near, d->far, at.raises); /* the copy that write_detours kept for last */
            write_moves(&w, d->left ? MOVE_LEFT | MOVE_MIRROR : MOVE_MIRROR, aside->mirror);
        }
    }
    return finish_row(moves, w.length, *hand, zero_stays);
}
