/* Domino Lineare: the optimiser. One file a noun:
 *   domino/tiles.h   types, digits, moves, final coordinates
 *   domino/read.h    hands from bytes
 *   domino/plain.h   hands without special tiles, exact and linear
 *   domino/class.h   what one phase of a row can gain
 *   domino/bound.h   upper bounds for rows with special tiles
 *   domino/cases.h   such bounds by cases, as proofs that can be written down
 *   domino/search.h  the search for such rows
 *   domino/row.h     from a hand of any size to a small one, and from the found row to moves
 *   domino/plan.h    few special tiles, any number of plain ones: the best distribution over the phases
 *   domino/trail.h   from such a plan to a row
 *   domino/anneal.h  many special tiles: such plans by simulated annealing
 *   domino/plane.h   two-dimensional boards: cells, contacts, moves
 *   domino/hang.h    such boards from a row and tiles that hang from it
 *   domino/board.h   such boards by search
 *   domino/boards.c  such boards in any way, within a time */
#include <stdlib.h>
#include <string.h>

#include "domino/anneal.h"
#include "domino/cases.h"
#include "domino/plain.h"
#include "domino/read.h"

enum {
    NODES = 3 << 19, /* of 40 bytes; with the slots and the scratch 80 MiB, of which small hands touch little */
    SLOTS = 1 << 21,
    LARGE = 64,           /* plain tiles beyond which the search of positions is hopeless */
    SMALL = 24,           /* plain tiles up to which it mostly proves a row */
    FIRST_ATTEMPTS = 4,   /* of annealing after the first pass */
    FEW_TRIALS = 1 << 13, /* of plans before it */
    PLAN_TRIALS = 1 << 23,
    LINKED_TILES = 255, /* plain tiles of a linked hand that are searched */
    FIRST_WIDTH = 24,
    WIDEST = SLOTS / 8,
    WIDER = 6
};

#define LEAST_ANNEAL_S \
    0.1 /* even if the bound of very many [11|11] took all of the time, as it may on a busy machine */

/* Memory of one search, taken at once. */
typedef struct {
    row_search search;
    row_bound bound, own;
    row_anneal anneal;
    row_plan plan;
    row_builder builder;
    int64_t *scratch;
} row_work;

static int64_t floor_points(int64_t scaled)
{
    return scaled >= 0 ? scaled / SCALE : -((-scaled + SCALE - 1) / SCALE);
}

/* A hand that is searched instead of the whole one, what was set aside of that, and the prices of its tiles. */
typedef struct {
    domino_hand small;
    row_surplus aside;
    int64_t price[TYPES], price_wild, price_mirror;
    bool is_priced, is_done;
} row_variant;

enum { VARIANTS = 8 };

typedef struct {
    row_variant list[VARIANTS];
    int count;
} row_variants;

static void keep_prices(row_variant *v, const row_bound *b)
{
    memcpy(v->price, b->price, sizeof b->price);
    v->price_wild = b->price_wild, v->price_mirror = b->price_mirror;
}

/* Take the hand of a variant and its prices: for a first look those of the whole hand. */
static void price_variant(row_bound *b, row_variant *v, bool zero_stays, bool first)
{
    set_hand(b, &v->small, zero_stays);
    memcpy(b->price, v->price, sizeof b->price);
    b->price_wild = v->price_wild, b->price_mirror = v->price_mirror;
    if (first || v->is_priced) {
        build_bound(b);
        return;
    }
    tighten_bound(b, true);
    keep_prices(v, b);
    v->is_priced = true;
}

/* Search a variant in layers of `width`; replace what is in `moves` if better. Give the bound of the whole hand,
 * lowered if the search could. */
static int64_t search_variant(row_work *work, const domino_hand *hand, row_variant *v, bool zero_stays, int64_t bound,
                              uint32_t width, double deadline_s, uint8_t *moves, domino_result *result)
{
    row_search *s = &work->search;
    int64_t layers = plain_tiles(&v->small) + v->small.wild + v->small.raises + 2, worth = v->aside.worth;
    price_variant(&work->bound, v, zero_stays, width == FIRST_WIDTH);
    s->bound = &work->bound;
    int64_t priced = floor_points(work->bound.value) + worth;
    if (v->aside.exact && priced < bound)
        bound = priced;
    if (bound <= result->score || (priced <= result->score && (v->is_done = true)))
        return bound;
    forget_aheads(s);
    lay_out_keys(&s->layout, s->bound);
    s->deadline_s = deadline_s;
    s->best = result->score > worth ? result->score - worth : -1;
    s->length = 0;
    if (width >= s->capacity / (uint32_t)layers)
        width = s->capacity / (uint32_t)layers, v->is_done = true;
    search_pass(s, key_of(&s->layout, &v->small), width, work->scratch);
    result->nodes += s->visited;
    if (s->length) {
        int64_t length =
            play_row(s->steps, s->length, (int)v->small.raises, hand, &v->aside, zero_stays, moves + result->length);
        take_row(moves, length, zero_stays, result);
    }
    int64_t reached = floor_points(s->cut) > s->best ? floor_points(s->cut) : s->best;
    if (v->aside.exact && reached + worth < bound)
        bound = reached + worth;
    v->is_done |= s->cut == 0 || width == WIDEST;
    return bound;
}

/* The hand with fewer wild tiles or mirrors: rows of it are found sooner, and what was set aside adds to them. */
static void add_fewer(row_variants *all, const row_variant *v, bool zero_stays, int64_t wild, int64_t mirror)
{
    row_variant fewer = *v;
    if (wild > v->small.wild || mirror > v->small.mirror || (wild == v->small.wild && mirror == v->small.mirror))
        return;
    int64_t wilds = v->small.wild - wild, mirrors = v->small.mirror - mirror, raises = v->small.raises;
    fewer.small.wild = wild, fewer.small.mirror = mirror;
    fewer.aside.wild += wilds, fewer.aside.mirror += mirrors;
    fewer.aside.worth += wilds * (zero_stays ? 0 : 2 * (raises < DIGITS ? raises : DIGITS)) + 12 * mirrors;
    fewer.aside.exact = false;
    all->list[all->count++] = fewer;
}

/* What is searched of a hand: first as much of it as can be. */
static void list_variants(row_variants *all, const domino_hand *hand, bool zero_stays, const row_bound *priced)
{
    row_variant *whole = &all->list[0], *larger = &all->list[1];
    int64_t kinds = 0;
    *all = (row_variants){.count = 1};
    keep_prices(whole, priced);
    whole->small = shrink_hand(hand, zero_stays, 0, &whole->aside);
    for (int t = 0; t < TYPES && priced->is_linked; t++)
        kinds += hand->plain[t] > 0;
    *larger = *whole;
    if (kinds) {
        larger->small = shrink_hand(hand, zero_stays, LINKED_TILES / kinds, &larger->aside);
        all->count += plain_tiles(&larger->small) > plain_tiles(&whole->small);
    }
    int64_t wild = whole->small.wild, mirror = whole->small.mirror, odd = mirror & 1;
    int64_t some = mirror < 2 + odd ? mirror : 2 + odd;
    add_fewer(all, whole, zero_stays, wild < 3 ? wild : 3, odd);
    if (some > odd)
        add_fewer(all, whole, zero_stays, wild < 3 ? wild : 3, some);
    if (wild > 1)
        add_fewer(all, whole, zero_stays, 1, odd);
    if (wild > 6)
        add_fewer(all, whole, zero_stays, 6, odd);
}

/* Play exactly hand->raises of [11|11]; replace what is in `moves` if better; give an upper bound of the score. */
static int64_t solve_row(row_work *work, const domino_hand *hand, bool zero_stays, bool have_prices, double deadline_s,
                         uint8_t *moves, domino_result *result)
{
    row_variants all;
    domino_hand whole = *hand;
    int64_t sixes = whole.raises < MOST_PHASES ? 0 : (whole.raises - MOST_PHASES) / 6 + 1, unused;
    whole.raises -= 6 * sixes;
    set_hand(&work->bound, &whole, zero_stays);
    tighten_bound(&work->bound, have_prices);
    int64_t bound = floor_points(work->bound.value) + 72 * sixes;
    if (bound <= result->score && result->length > 0)
        return bound;
    uint8_t *first = moves + result->length; /* so that there always is a row: the plain tiles alone, then the others */
    int64_t length = plain_solve(hand, first, first + plain_tiles(hand), &unused);
    take_row(moves, finish_row(first, length, *hand, zero_stays), zero_stays, result);
    list_variants(&all, hand, zero_stays, &work->bound);
    bool large = plain_tiles(&all.list[0].small) > LARGE && !work->bound.is_linked;
    if (plan_applies(hand, zero_stays)) {
        int64_t planned = solve_plan(&work->plan, &work->builder, hand, zero_stays,
                                     plain_tiles(hand) > SMALL ? PLAN_TRIALS : FEW_TRIALS, deadline_s, moves, result);
        if (planned < bound)
            bound = planned;
    }
    begin_annealing(&work->anneal, (int)fewer_raises(hand->raises, MAX_RAISES), hand, zero_stays);
    int attempts = FIRST_ATTEMPTS;
    double least_s = engine_now_s() + LEAST_ANNEAL_S;
    double anneal_s = deadline_s < least_s ? least_s : deadline_s;
    for (uint32_t width = FIRST_WIDTH; bound > result->score; width *= WIDER, attempts *= 4) {
        bool is_open = large;
        if (width > WIDEST)
            width = WIDEST;
        for (int i = 0; i < all.count && !large && bound > result->score; i++) {
            if (!all.list[i].is_done)
                bound = search_variant(work, hand, &all.list[i], zero_stays, bound, width, deadline_s, moves, result);
            is_open |= !all.list[i].is_done;
            if (i == 0 && bound > result->score)
                anneal_rows(&work->anneal, &work->builder, hand, bound, attempts, anneal_s, moves, result);
        }
        if (large)
            anneal_rows(&work->anneal, &work->builder, hand, bound, attempts, anneal_s, moves, result);
        if (!is_open || engine_now_s() > deadline_s)
            break;
    }
    return bound;
}

/* Without [0|0] and [11|11] a row stays in one component of the hand. Keep the plain tiles of the component with
 * exactly these digits; false if there is none. Other hands have only one component, with all digits. */
static bool take_component(domino_hand *hand, int digits)
{
    if (hand->wild || hand->raises)
        return digits == (1 << DIGITS) - 1;
    uint32_t present = 0;
    for (int t = 0; t < TYPES; t++) {
        int ends = digit_bit(type_digits[t][0]) | digit_bit(type_digits[t][1]);
        if (!hand->plain[t])
            continue;
        if (!(ends & digits))
            hand->plain[t] = 0;
        else if (ends & ~digits)
            return false;
        else
            present |= UINT32_C(1) << t;
    }
    return present && types_connect(present, digits);
}

/* Play exactly hand->raises of [11|11], in each component where a row may stay. */
static int64_t solve_components(row_work *work, const domino_hand *hand, bool zero_stays, bool have_prices,
                                double deadline_s, uint8_t *moves, domino_result *result)
{
    int64_t bound = 0;
    for (int component = 0; component < 1 << DIGITS; component++) {
        domino_hand part = *hand;
        if (!take_component(&part, component))
            continue;
        int64_t reached = solve_row(work, &part, zero_stays, have_prices, deadline_s, moves, result);
        if (reached > bound)
            bound = reached;
    }
    return bound;
}

/* Six more [11|11] at one end never lose points, so stopping early only pays for the last five. Every number of them
 * has the same share of the time; of what is left then the one with the highest bound gets half, and so on. */
enum { LEFT_OUT = 6 };

static void solve_stops(row_work *work, const domino_hand *hand, const domino_options *options, double begin,
                        uint8_t *moves, domino_result *result)
{
    int64_t most = options->early_stop ? LEFT_OUT - 1 : 0, bounds[LEFT_OUT];
    int numbers = 1 + (int)(hand->raises < most ? hand->raises : most);
    for (int i = 0; i < numbers; i++) {
        domino_hand played = *hand;
        played.raises -= i;
        double deadline_s = begin + options->time_s * (i + 1) / numbers;
        bounds[i] = solve_components(work, &played, options->zero_stays, i > 0, deadline_s, moves, result);
    }
    for (int tried = 0; numbers > 1;) {
        int highest = -1, open = 0;
        for (int i = 0; i < numbers; i++) {
            if (tried >> i & 1 || bounds[i] <= result->score)
                continue;
            if (highest < 0 || bounds[i] > bounds[highest])
                highest = i;
            open++;
        }
        double now = engine_now_s(), left_s = begin + options->time_s - now;
        if (!open || left_s <= 0)
            break;
        tried |= 1 << highest;
        domino_hand played = *hand;
        played.raises -= highest;
        double deadline_s = now + (open > 1 ? left_s / 2 : left_s);
        int64_t bound = solve_components(work, &played, options->zero_stays, true, deadline_s, moves, result);
        if (bound < bounds[highest])
            bounds[highest] = bound;
    }
    for (int i = 0; i < numbers; i++)
        if (bounds[i] > result->bound)
            result->bound = bounds[i];
}

static bool work_new(row_work **out)
{
    row_work *work = calloc(1, sizeof *work);
    if (!work)
        return false;
    *out = work;
    work->search.capacity = NODES;
    work->search.nodes = malloc(NODES * sizeof *work->search.nodes);
    work->search.slots = malloc(SLOTS * sizeof *work->search.slots);
    work->search.aheads = malloc(AHEADS * sizeof *work->search.aheads);
    work->search.own = &work->own;
    work->scratch = malloc(NODES * sizeof *work->scratch);
    return work->search.nodes && work->search.slots && work->search.aheads && work->scratch;
}

static void work_free(row_work *work)
{
    if (!work)
        return;
    free(work->search.nodes);
    free(work->search.slots);
    free(work->search.aheads);
    free(work->scratch);
    free(work);
}

int32_t domino_solve(const domino_hand *hand, const domino_options *options, uint8_t *moves, domino_result *result)
{
    double begin = engine_now_s();
    *result = (domino_result){0};
    int64_t plain = plain_tiles(hand);
    if (!hand->wild && (!hand->raises || !plain) && (!hand->mirror || !plain)) {
        int64_t tiles = plain, score = 0;
        result->length = plain_solve(hand, moves, moves + tiles, &score);
        result->score = result->bound = score;
    } else {
        row_work *work = NULL;
        if (!work_new(&work)) {
            work_free(work);
            return -1;
        }
        solve_stops(work, hand, options, begin, moves, result);
        if (result->bound < result->score)
            result->bound = result->score;
        work_free(work);
    }
    result->proved = result->score == result->bound;
    result->time_s = engine_now_s() - begin;
    return 0;
}

int64_t domino_prove(const domino_hand *hand, int32_t zero_stays, int64_t score, domino_case *nodes, int64_t room)
{
    if (hand->raises >= MOST_PHASES || room < 1)
        return 0;
    row_bound *bound = malloc(sizeof *bound);
    if (!bound)
        return -1;
    set_hand(bound, hand, zero_stays);
    tighten_bound(bound, false);
    int64_t n = split_cases(bound, score, nodes, room);
    free(bound);
    return n;
}

int32_t domino_read(domino_reader *r, const char *bytes, int64_t n)
{
    return read_bytes(r, bytes, n);
}

int64_t domino_write(const uint8_t *moves, int64_t from, int64_t to, char *text)
{
    static const char *const special[] = {"0 0 ", "11 11 ", "12 21 "};
    char *at = text;
    for (int64_t i = from; i < to; i++) {
        int code = moves[i] & ~MOVE_LEFT;
        *at++ = i == 0 ? 'S' : moves[i] & MOVE_LEFT ? 'L' : 'R';
        *at++ = ' ';
        if (code <= MOVE_MIRROR) {
            for (const char *c = special[code]; *c; c++)
                *at++ = *c;
        } else {
            *at++ = (char)('0' + code / 7);
            *at++ = ' ';
            *at++ = (char)('0' + code % 7);
            *at++ = ' ';
        }
    }
    return at - text;
}
