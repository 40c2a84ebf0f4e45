/* Rounds of plans, search, annealing and cases. See domino/rounds.h. */
#include "domino/rounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "domino/plain.h"

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
    WIDER = 6,
    CASES = 1 << 12,
    FIRST_STATES = 1 << 12,
    ENOUGH = 1 << 10,
    TRIES = 64,
    PLAYS = 8,          /* of patterns, which take as long as a position */
    UNFOLDED = 100,     /* positions, which take as long as playing a survivor */
    BETWEEN_CASES = 16, /* two passes of the case that is open */
    CASE_NODES = 30000, /* as many positions take as long as a case */
    LINKED_NODES = 40000,
    WILD_NODES = 160000 /* of a linked hand with wild ends */
};

/* Even if the bound of very many [11|11] took all of the time, as it may on a busy machine. */
#define LEAST_ANNEAL_S 0.1

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

/* Search a variant in layers of `width` by the bound that is built; replace what is in `moves` if better. Give the
 * largest score of a row of the variant that may have been missed. */
static int64_t search_rows(row_work *work, const domino_hand *hand, const row_variant *v, uint32_t width,
                           double deadline_s, uint8_t *moves, domino_result *result)
{
    row_search *s = &work->search;
    s->bound = &work->bound;
    lay_out_keys(&s->layout, s->bound);
    s->deadline_s = deadline_s;
    s->best = result->score > v->aside.worth ? result->score - v->aside.worth : -1;
    s->length = 0;
    search_pass(s, key_of(&s->layout, &v->small), width, work->scratch);
    result->nodes += s->visited;
    if (s->length) {
        int64_t length = play_row(s->steps, s->length, (int)v->small.raises, hand, &v->aside, s->bound->zero_stays,
                                  moves + result->length);
        take_row(moves, length, s->bound->zero_stays, result);
    }
    return floor_points(s->cut) > s->best ? floor_points(s->cut) : s->best;
}

/* Search a variant; give the bound of the whole hand, lowered if the search could. */
static int64_t search_variant(row_work *work, const domino_hand *hand, row_variant *v, bool zero_stays, int64_t bound,
                              uint32_t width, double deadline_s, uint8_t *moves, domino_result *result)
{
    row_search *s = &work->search;
    int64_t layers = plain_tiles(&v->small) + v->small.wild + v->small.raises + 2, worth = v->aside.worth;
    price_variant(&work->bound, v, zero_stays, width == FIRST_WIDTH);
    int64_t priced = floor_points(work->bound.value) + worth;
    if (v->aside.exact && priced < bound)
        bound = priced;
    if (bound <= result->score || (priced <= result->score && (v->is_done = true)))
        return bound;
    if (width >= s->capacity / (uint32_t)layers)
        width = s->capacity / (uint32_t)layers, v->is_done = true;
    int64_t reached = search_rows(work, hand, v, width, deadline_s, moves, result);
    if (v->aside.exact && reached + worth < bound)
        bound = reached + worth;
    v->is_done |= s->cut == 0 || width == WIDEST;
    return bound;
}

/* Tell rows apart for as long as all else took so far, and search the case of the highest bound after every few; give
 * the bound, lowered if that could. */
static int64_t search_cases(row_work *work, const domino_hand *hand, row_variant *v, bool zero_stays, int64_t bound,
                            double deadline_s, uint8_t *moves, domino_result *result)
{
    case_tree *tree = &work->cases;
    row_bound *b = &work->bound;
    tree->deadline_s = deadline_s;
    set_hand(b, hand, zero_stays);
    uint64_t nodes = !b->is_linked ? CASE_NODES : b->wild && zero_stays ? WILD_NODES : LINKED_NODES;
    int64_t most = result->nodes / nodes < CASES ? (int64_t)(result->nodes / nodes) : CASES;
    if (!tree->count) {
        memcpy(b->price, v->price, sizeof b->price);
        b->price_wild = v->price_wild, b->price_mirror = v->price_mirror;
        begin_cases(tree, b, result->score);
    }
    for (domino_case *open; (open = open_case(tree, result->score));) {
        if (floor_points(open->bound) < bound)
            bound = floor_points(open->bound);
        if (v->aside.worth == 0) {
            set_hand(b, hand, zero_stays);
            enter_case(b, open);
            build_bound(b);
            search_rows(work, hand, v, FIRST_WIDTH, deadline_s, moves, result);
        }
        int64_t step = tree->count + BETWEEN_CASES;
        if (tree->count + 2 > most || !split_cases(tree, b, result->score, step < most ? step : most)
            || engine_now_s() > deadline_s)
            break;
    }
    if (!open_case(tree, result->score))
        bound = result->score;
    return bound;
}

/* Lower the bound point by point, as far as states between phases show that no row reaches it; play what is left of
 * them otherwise. Then look for any row that scores more. */
static int64_t lower_bound(row_work *work, const domino_hand *hand, const row_variant *v, bool zero_stays,
                           int64_t bound, uint32_t states, double deadline_s, uint8_t *moves, domino_result *result)
{
    row_bound *b = &work->bound;
    set_hand(b, hand, zero_stays);
    memcpy(b->price, v->price, sizeof b->price);
    b->price_wild = v->price_wild, b->price_mirror = v->price_mirror;
    b->wild_ends = b->wild > 0 && zero_stays;
    build_bound(b);
    int64_t most = bound - 1;
    uint64_t budget = 2 * result->nodes;
    work->phases.random = states;
    for (int tries = 0; bound > result->score;) {
        bool is_proved = phases_prove(&work->phases, b, most, states, ENOUGH, deadline_s);
        int64_t before = result->score;
        result->nodes += work->phases.played / PLAYS;
        if (is_proved) {
            bound = most--, tries = 0;
            continue;
        }
        unfold_rows(&work->phases, &work->builder, hand, zero_stays, moves, result);
        result->nodes += (uint64_t)least_of(work->phases.survivor_count, SURVIVORS) * UNFOLDED;
        if (result->score > before) {
            most = most_of(most, result->score), tries = 0;
        } else if (!work->phases.survivor_count || ++tries == TRIES || result->nodes > budget) {
            if (most == before)
                break;
            most = before, tries = 0;
        }
    }
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

/* So that there always is a row: the plain tiles alone, then the others. */
static void lay_plain(const domino_hand *hand, bool zero_stays, uint8_t *moves, domino_result *result)
{
    uint8_t *first = moves + result->length;
    int64_t unused, length = plain_solve(hand, first, first + plain_tiles(hand), &unused);
    take_row(moves, finish_row(first, length, *hand, zero_stays), zero_stays, result);
}

/* A linked hand's bound takes up to a quarter of a second, and until then nothing would be searched: of 41 tiles a row
 * of 220 points where 360 are possible. So a narrow pass comes first, whatever the time, by what is bounded sooner. */
static void search_unlinked(row_work *work, const domino_hand *hand, bool zero_stays, uint8_t *moves,
                            domino_result *result)
{
    row_variants all;
    work->bound.is_linked = false;
    tighten_bound(&work->bound, false);
    list_variants(&all, hand, zero_stays, &work->bound);
    search_rows(work, hand, &all.list[0], FIRST_WIDTH, HUGE_VAL, moves, result);
}

int64_t solve_row(row_work *work, const domino_hand *hand, bool zero_stays, bool have_prices, double deadline_s,
                  uint8_t *moves, domino_result *result)
{
    row_variants all;
    domino_hand whole = *hand;
    int64_t sixes = whole.raises < MOST_PHASES ? 0 : (whole.raises - MOST_PHASES) / 6 + 1;
    whole.raises -= 6 * sixes;
    set_hand(&work->bound, &whole, zero_stays);
    bool is_linked = work->bound.is_linked && hand->raises <= MAX_RAISES;
    if (is_linked) {
        lay_plain(hand, zero_stays, moves, result);
        search_unlinked(work, hand, zero_stays, moves, result);
        set_hand(&work->bound, &whole, zero_stays);
    }
    tighten_bound(&work->bound, have_prices);
    int64_t bound = floor_points(work->bound.value) + 72 * sixes;
    if (bound <= result->score && result->length > 0)
        return bound;
    if (!is_linked)
        lay_plain(hand, zero_stays, moves, result);
    list_variants(&all, hand, zero_stays, &work->bound);
    bool large = plain_tiles(&all.list[0].small) > LARGE && !work->bound.is_linked;
    if (plan_applies(hand, zero_stays)) {
        int64_t planned = solve_plan(&work->plan, &work->builder, hand, zero_stays,
                                     plain_tiles(hand) > SMALL ? PLAN_TRIALS : FEW_TRIALS, deadline_s, moves, result);
        if (planned < bound)
            bound = planned;
    }
    work->cases.count = 0;
    begin_annealing(&work->anneal, (int)fewer_raises(hand->raises, MAX_RAISES), hand, zero_stays);
    int attempts = FIRST_ATTEMPTS;
    double least_s = engine_now_s() + LEAST_ANNEAL_S;
    double anneal_s = deadline_s < least_s ? least_s : deadline_s;
    uint32_t states = FIRST_STATES;
    for (uint32_t width = FIRST_WIDTH; bound > result->score; width *= WIDER, attempts *= 4, states *= 8) {
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
        if (bound > result->score && !sixes)
            bound = lower_bound(work, hand, &all.list[0], zero_stays, bound, states, deadline_s, moves, result);
        if (bound > result->score && !sixes)
            bound = search_cases(work, hand, &all.list[0], zero_stays, bound, deadline_s, moves, result);
        if (!is_open || engine_now_s() > deadline_s)
            break;
    }
    return bound;
}

_Static_assert(PHASES_ROOM <= NODES * sizeof(row_node) && (int)LAYER_SLOTS <= (int)SLOTS,
               "states have the room of nodes");

row_work *work_new(void)
{
    row_work *work = calloc(1, sizeof *work);
    if (!work)
        return NULL;
    row_search *s = &work->search;
    s->capacity = NODES;
    s->nodes = malloc(NODES * sizeof *s->nodes);
    s->slots = malloc(SLOTS * sizeof *s->slots);
    s->own = &work->own;
    work->scratch = malloc(NODES * sizeof *work->scratch);
    work->cases.nodes = malloc(CASES * sizeof *work->cases.nodes);
    if (s->nodes && s->slots && work->scratch && work->cases.nodes) {
        give_room(&work->phases, s->nodes, s->slots);
        work->cases.phases = &work->phases, work->cases.states = FIRST_STATES;
        return work;
    }
    work_free(work);
    return NULL;
}

void work_free(row_work *work)
{
    free(work->search.nodes);
    free(work->search.slots);
    free(work->scratch);
    free(work->cases.nodes);
    free(work);
}
