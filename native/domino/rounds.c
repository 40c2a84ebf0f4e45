/* Rounds of search, annealing, states between phases and cases. See domino/rounds.h. */
#include "domino/rounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "domino/plain.h"

enum {
    NODES = 3 << 19, /* of 40 bytes; with the slots and the scratch 80 MiB, of which small hands touch little */
    SLOTS = 1 << 21,
    LARGE = 64,         /* plain tiles beyond which the search of positions is hopeless */
    FIRST_ATTEMPTS = 4, /* of annealing after the first pass */
    MOST_ATTEMPTS = 1 << 20,
    LINKED_TILES = 255, /* plain tiles of a linked hand that are searched */
    FIRST_WIDTH = 24,
    WIDEST = SLOTS / 8,
    WIDER = 6,
    CASES = 1 << 12,
    FIRST_STATES = 1 << 9, /* of 2,000 hard hands three more were open after a second with 2^11, five more with 2^12 */
    WIDER_STATES = 4,
    ROOT_STATES = 1 << 12,
    ENOUGH = 1 << 10,
    TRIES = 4,
    BETWEEN_CASES = 16,  /* two passes of the case that is open */
    SHARP_COST = 8,      /* of a bound of its own, in the time of a position that has none */
    BEGIN_COST = 300,    /* of a proof by states */
    UNFOLD_COST = 50,    /* of a row that is played from a survivor */
    LEAST_WORK = 100000, /* of states and cases, which often need no more */
    STATES_SHARE = 3 /* times the work on rows: of 2,000 hard hands one more was proved within a second than with 1 */
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

enum { VARIANTS = 2 };

typedef struct {
    row_variant list[VARIANTS];
    int count;
} row_variants;

static void keep_prices(row_variant *v, const row_bound *b)
{
    memcpy(v->price, b->price, sizeof b->price);
    v->price_wild = b->price_wild, v->price_mirror = b->price_mirror;
}

static void take_prices(row_bound *b, const row_variant *v)
{
    memcpy(b->price, v->price, sizeof b->price);
    b->price_wild = v->price_wild, b->price_mirror = v->price_mirror;
}

/* Take the hand of a variant and its prices: for a first look those of the whole hand. */
static void price_variant(row_bound *b, row_variant *v, bool zero_stays, bool first)
{
    set_hand(b, &v->small, zero_stays);
    take_prices(b, v);
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
    work->spent[ROWS] += s->visited + s->sharpened * SHARP_COST;
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

/* So much work may look in a way now that it has done its share of that on rows in all. */
static uint64_t share_of(const row_work *work, int way)
{
    uint64_t share = work->spent[ROWS] * (way == STATES ? STATES_SHARE : 1);
    return LEAST_WORK + (share > work->spent[way] ? share - work->spent[way] : 0);
}

/* Tell rows apart, and search the case of the highest bound after every few; give the bound, lowered if that could. */
static int64_t search_cases(row_work *work, const domino_hand *hand, const row_variant *v, bool zero_stays,
                            int64_t bound, double deadline_s, uint8_t *moves, domino_result *result)
{
    case_tree *tree = &work->cases;
    row_bound *b = &work->bound;
    tree->deadline_s = deadline_s;
    tree->work = work->spent[SPLITS];
    tree->most_work = tree->work + share_of(work, SPLITS);
    set_hand(b, hand, zero_stays);
    if (!tree->count) {
        take_prices(b, v);
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
        int64_t most = least_of(tree->count + BETWEEN_CASES, CASES);
        if (tree->count + 2 > most || !split_cases(tree, b, result->score, most) || tree->work > tree->most_work
            || engine_now_s() > deadline_s)
            break;
    }
    work->spent[SPLITS] = tree->work;
    if (!open_case(tree, result->score))
        bound = result->score;
    return bound;
}

/* Lower the bound as far as states between phases show that no row reaches it, by one point, two, four at once, and
 * play what is left of them otherwise; if that is no row, look for rows that are one point worse, two, four, and then
 * once more with more states. */
static int64_t lower_bound(row_work *work, const domino_hand *hand, const row_variant *v, bool zero_stays,
                           int64_t bound, uint32_t *states, double deadline_s, uint8_t *moves, domino_result *result)
{
    row_bound *b = &work->bound;
    phase_proof *p = &work->phases;
    set_hand(b, hand, zero_stays);
    take_prices(b, v);
    b->wild_ends = b->wild > 0 && zero_stays;
    build_bound(b);
    bool is_cut = false, is_lower = false;
    int64_t below = 1;
    uint64_t limit = work->spent[STATES] + share_of(work, STATES);
    for (int tries = 0; bound > result->score && work->spent[STATES] < limit && engine_now_s() < deadline_s;) {
        int64_t before = result->score, most = most_of(before, bound - below);
        p->most_played = (limit - work->spent[STATES] + PLAY_COST - 1) / PLAY_COST;
        bool is_proved = phases_prove(p, b, most, *states, hand->raises > MAX_RAISES ? 1 : ENOUGH, deadline_s);
        result->nodes += p->played;
        work->spent[STATES] += BEGIN_COST + p->played * PLAY_COST;
        is_cut |= p->is_cut;
        if (is_proved) {
            bound = most, below *= 2, tries = 0, is_lower = true;
            continue;
        }
        if (hand->raises > MAX_RAISES)
            break;
        work->spent[STATES] += UNFOLD_COST * unfold_rows(p, &work->builder, hand, zero_stays, moves, result);
        if (result->score > before) {
            tries = 0;
        } else if (p->survivor_count && ++tries < TRIES) {
            continue;
        } else if (is_lower) {
            below = 1, tries = 0, is_lower = false;
        } else if (most > before) {
            below *= 2, tries = 0;
        } else if (is_cut && *states < LAYER_STATES) {
            *states *= WIDER_STATES;
            below = 1, tries = 0, is_cut = false;
        } else {
            break;
        }
    }
    p->most_played = 0;
    return bound;
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
    memset(work->spent, 0, sizeof work->spent);
    work->spent[ROWS] = PRICE_STEPS * build_cost(&work->bound);
    int64_t bound = floor_points(work->bound.value) + 72 * sixes;
    if (bound <= result->score && result->length > 0)
        return bound;
    if (!is_linked)
        lay_plain(hand, zero_stays, moves, result);
    list_variants(&all, hand, zero_stays, &work->bound);
    const row_variant *first = &all.list[0];
    bool large = plain_tiles(&first->small) > LARGE && !work->bound.is_linked;
    work->cases.count = 0;
    work->phases.random = 0;
    begin_annealing(&work->anneal, (int)fewer_raises(hand->raises, MAX_RAISES), hand, zero_stays);
    int attempts = FIRST_ATTEMPTS;
    double least_s = engine_now_s() + LEAST_ANNEAL_S;
    double anneal_s = deadline_s < least_s ? least_s : deadline_s;
    uint32_t states = FIRST_STATES;
    for (uint32_t width = FIRST_WIDTH; bound > result->score; width *= WIDER) {
        if (width > WIDEST)
            width = WIDEST;
        for (int i = 0; i < all.count && !large && bound > result->score; i++)
            if (!all.list[i].is_done)
                bound = search_variant(work, hand, &all.list[i], zero_stays, bound, width, deadline_s, moves, result);
        if (bound > result->score) {
            uint64_t before = result->nodes;
            anneal_rows(&work->anneal, &work->builder, hand, bound, attempts, anneal_s, moves, result);
            work->spent[ROWS] += result->nodes - before;
        }
        attempts *= attempts < MOST_ATTEMPTS ? 4 : 1;
        if (bound > result->score && !sixes)
            bound = lower_bound(work, hand, first, zero_stays, bound, &states, deadline_s, moves, result);
        if (bound > result->score && !sixes)
            bound = search_cases(work, hand, first, zero_stays, bound, deadline_s, moves, result);
        if (engine_now_s() > deadline_s)
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
        work->cases.phases = &work->phases, work->cases.states = ROOT_STATES;
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
