/* See domino/loose.h. */
#include "domino/loose.h"
#include "domino/lying.h"

enum {
    HOST_BITS = 4,
    BOARD_BITS = DIGITS + 1 + HOST_BITS,
    LAID = WILD + 1,
    HAND_BITS = 30,
    MOST_TILES = 60,
    WORTH_BITS = 16,
    NOTHING = -1,        /* instead of what a game is worth: there is no way to end it yet */
    MOST_CALLS = 1 << 20 /* a few hundredths of a second; 300 hands of 12 tiles need 15,889 at most */
};

/* What lies on the board: a set of digits, whether a tile is wild now, the points of the best tile. */
typedef struct {
    int digits, host;
    bool wild;
} loose_board;

/* What a game is worth from a state on: the points of the tiles that are laid, times 1 << HOST_BITS, and those of the
 * best tile in the end. The mirrors repeat that tile, but how often is the same for all games of a hand and is not
 * stored: it may be 20,000 times. So every worth, and one more for NOTHING, fits in WORTH_BITS: at most MOST_TILES
 * tiles of 12 points, 720 * 16 + 12 = 11,532. A state has 47 bits: six digits, a wild tile and a host of at most 12 are
 * BOARD_BITS = 11, the hand is below 1 << HAND_BITS, and `all` raises are no more than MOST_TILES, six bits. */
typedef int game_worth;

/* The tiles in hand; a number for each hand that can be left of it. `slots` has each state that is known, of a game
 * with `all` raises, with what it is worth. */
typedef struct {
    int64_t copies[LAID], raises, mirrors, calls;
    uint64_t weight[LAID], raise_weight, all;
    bool zero_stays;
    uint64_t *slots;
} loose_game;

/* The points of a tile that is laid while so many raises are left, and the digits that it has then. */
static int points_of(const loose_game *g, int tile, int64_t raises, int *digits)
{
    int halves[2];
    final_digits(tile, raises, g->zero_stays, halves);
    *digits = tile == WILD ? 0 : set_of(halves[0]) | set_of(halves[1]);
    return halves[0] + halves[1];
}

/* Where a state is, or where it belongs. At most a quarter of the slots is ever taken. */
static uint64_t *slot_of(uint64_t *slots, uint64_t state)
{
    uint64_t at = state * UINT64_C(0x9E3779B97F4A7C15) >> (64 - LOOSE_SLOT_BITS);
    while (slots[at] && slots[at] >> WORTH_BITS != state)
        at = (at + 1) & ((1 << LOOSE_SLOT_BITS) - 1);
    return &slots[at];
}

/* All points, those of the mirrors too. */
static int64_t total_of(const loose_game *g, game_worth w)
{
    return w == NOTHING ? NOTHING : (w >> HOST_BITS) + g->mirrors * (w & ((1 << HOST_BITS) - 1));
}

static game_worth better(const loose_game *g, game_worth v, game_worth w)
{
    return total_of(g, v) > total_of(g, w) ? v : w;
}

static game_worth best_from(loose_game *g, uint64_t left, loose_board b);

/* What it is worth to lay a tile, and what comes of it. */
static game_worth after_tile(loose_game *g, uint64_t left, loose_board b, int tile)
{
    int digits, points = points_of(g, tile, g->raises, &digits);
    loose_board next = {b.digits | digits, larger(b.host, points), b.wild || tile == WILD};
    g->copies[tile]--;
    game_worth value = (points << HOST_BITS) + best_from(g, left - g->weight[tile], next);
    g->copies[tile]++;
    return value;
}

/* [11|11] takes the largest digit; zeros become ones, unless they stay. */
static game_worth after_raise(loose_game *g, uint64_t left, loose_board b)
{
    if (b.wild && !g->zero_stays) {
        b.digits |= set_of(final_digit(1, g->raises - 1, false));
        b.wild = false;
    }
    int points = 2 * largest(b.digits);
    b.host = larger(b.host, points);
    g->raises--;
    game_worth value = (points << HOST_BITS) + best_from(g, left - g->raise_weight, b);
    g->raises++;
    return value;
}

static game_worth best_from(loose_game *g, uint64_t left, loose_board b)
{
    uint64_t board = (uint64_t)(b.host << (DIGITS + 1) | (b.wild ? 1 << DIGITS : 0) | b.digits);
    uint64_t state = (g->all << HAND_BITS | left) << BOARD_BITS | board, *slot = slot_of(g->slots, state);
    bool begun = b.digits || b.wild;
    game_worth best = g->raises ? NOTHING : b.host;
    if (*slot)
        return (game_worth)(*slot & ((1 << WORTH_BITS) - 1)) - 1;
    if (++g->calls > MOST_CALLS)
        return b.host;
    bool settled = false; /* in the last phase all is laid that can be: there is nothing to choose */
    for (int tile = 0; tile < LAID && !settled; tile++) {
        int digits;
        if (!g->copies[tile])
            continue;
        points_of(g, tile, g->raises, &digits);
        if (begun && !b.wild && tile != WILD && !(digits & b.digits))
            continue;
        settled = begun && !g->raises;
        game_worth value = after_tile(g, left, b, tile);
        best = settled ? value : better(g, best, value);
    }
    if (begun && g->raises)
        best = better(g, best, after_raise(g, left, b));
    *slot_of(g->slots, state) = state << WORTH_BITS | (uint64_t)(best + 1);
    return best;
}

/* With so many of the raises; -1 if it takes too long. */
static int64_t bound_with(const plane_search *s, int64_t raises, uint64_t *slots, int64_t *calls)
{
    loose_game g = {.raises = raises,
                    .all = (uint64_t)raises,
                    .mirrors = s->left.mirror,
                    .calls = *calls,
                    .zero_stays = s->board.zero_stays,
                    .slots = slots};
    lying there = lies_there(&s->board, raises);
    loose_board b = {there.digits, there.host, there.wild};
    uint64_t weight = 1, left = 0;
    for (int tile = 0; tile < LAID; tile++) {
        g.copies[tile] = copies_in(&s->left, tile);
        g.weight[tile] = weight;
        left += weight * (uint64_t)g.copies[tile];
        weight *= (uint64_t)g.copies[tile] + 1;
    }
    g.raise_weight = weight;
    left += weight * (uint64_t)raises;
    game_worth best = best_from(&g, left, b);
    *calls = g.calls;
    return g.calls > MOST_CALLS ? -1 : there.score + total_of(&g, best);
}

int64_t loose_bound(const plane_search *s, uint64_t *slots)
{
    int64_t most = 0, calls = 0;
    uint64_t hands = (uint64_t)s->left.raises + 1;
    if (plain_tiles(&s->left) + s->left.wild + s->left.raises > MOST_TILES)
        return -1;
    for (int tile = 0; tile < LAID; tile++) {
        hands *= (uint64_t)copies_in(&s->left, tile) + 1;
        if (hands >> HAND_BITS)
            return -1;
    }
    if (!s->board.count && !plain_tiles(&s->left) && !s->left.wild)
        return 0;
    for (int64_t raises = fewest_raises(s); raises <= s->left.raises; raises++) {
        int64_t bound = bound_with(s, raises, slots, &calls);
        if (bound < 0)
            return -1;
        most = bound > most ? bound : most;
    }
    return most;
}
