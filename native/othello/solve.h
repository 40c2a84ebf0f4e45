/* The exact solver: proves the margin of a position by searching every line to the end of the game.
 *
 *   empties left   function        what makes it fast
 *   1, 2           solve_1, _2     the rules spelled out, no generation of moves
 *   3, 4           solve_small     squares beside an opposing disc, in any order
 *   5 .. 11        solve_near      fastest first (fewest replies), stable discs, a small table that stays in the cache
 *   12 .. 14       solve_null      the same with the big table, a look at the children's entries (enhanced
 *                                  transposition cut-off) and, for ordering, the learned evaluation and our next moves
 *   15 ..          proof.h         proof-number search
 *
 * All ask one question, "is the margin greater than alpha?", and answer with a bound on the right side of
 * alpha (fail-soft). Since nobody passes and the game ends with the first player who is stuck, parity of regions means
 * nothing here (measured: no change in nodes), and a move that leaves no reply is worth its margin at once.
 *
 * All of it stands in a header, since it is compiled once for each set of instructions (othello/game.h). */
#ifndef ARBITRO_OTHELLO_SOLVE_H
#define ARBITRO_OTHELLO_SOLVE_H

#include "othello/eval.h"

enum { SMALL_EMPTIES = 4, NEAR_EMPTIES = 11, NEAR_LOOK = 7, NO_SCORE = -65, SOLVE_MOVES = 64, LANES = 4 };

/* The children of a node, field by field, so that four of them are made in one vector. */
typedef struct {
    int n;
    uint64_t todo; /* set of the indices not yet taken */
    int value[SOLVE_MOVES];
    uint64_t move[SOLVE_MOVES] __attribute__((aligned(32))); /* as sets of one square */
    uint64_t own[SOLVE_MOVES] __attribute__((aligned(32)));  /* seen from the opponent, who is to move in them */
    uint64_t opp[SOLVE_MOVES] __attribute__((aligned(32)));
    uint64_t replies[SOLVE_MOVES] __attribute__((aligned(32)));
    uint64_t key[SOLVE_MOVES]; /* for those who look children up */
} children;

typedef uint64_t boards __attribute__((vector_size(8 * LANES)));

static inline void list_children(children *c, Position p, uint64_t moves)
{
    const boards own = p.own - (boards){0}, opp = p.opp - (boards){0};
    c->n = count(moves);
    c->todo = 0;
    for (int i = 0; i < c->n; i += LANES) {
        uint64_t second = moves & (moves - 1), third = second & (second - 1), fourth = third & (third - 1);
        boards move = {moves & -moves, second & -second, third & -third, fourth & -fourth};
        moves = fourth & (fourth - 1);
        boards flips = FLIPS(boards, own, opp, move);
        boards child_own = opp & ~flips, child_opp = own | flips | move;
        *(boards *)&c->move[i] = move;
        *(boards *)&c->own[i] = child_own;
        *(boards *)&c->opp[i] = child_opp;
        *(boards *)&c->replies[i] = LEGAL_MOVES(boards, child_own, child_opp);
    }
}

/* The moves that we should have in each child if it were our turn. */
static inline void list_next(const children *c, uint64_t *next)
{
    for (int i = 0; i < c->n; i += LANES) {
        const boards own = *(const boards *)&c->own[i], opp = *(const boards *)&c->opp[i];
        *(boards *)&next[i] = LEGAL_MOVES(boards, opp, own);
    }
}

static inline Position child_at(const children *c, int i)
{
    return (Position){c->own[i], c->opp[i]};
}

/* A child's value with its index, so that the greatest of these names the child too; the first of equals is greater. */
static inline void set_value(children *c, int i, int value)
{
    c->value[i] = value * SOLVE_MOVES + SOLVE_MOVES - 1 - i;
    c->todo |= 1ULL << i;
}

/* Index of the child of greatest value, which is taken from those to do. One maximum and no jumps: the list is short
 * and in no order that a processor could foresee. */
static inline int take_best(children *c)
{
    int best = INT32_MIN;
    for (uint64_t rest = c->todo; rest; rest &= rest - 1)
        best = c->value[lowest(rest)] > best ? c->value[lowest(rest)] : best;
    int i = SOLVE_MOVES - 1 - (int)(((unsigned)best + (1U << 30)) % SOLVE_MOVES);
    c->todo &= ~(1ULL << i);
    return i;
}

/* Discs that can never be turned: along their row and along their column each either the line is full, or they stand
 * at its end, or beside another such disc of the same owner. */
static inline uint64_t stable_discs(uint64_t discs, uint64_t all)
{
    const uint64_t not_first = 0xFEFEFEFEFEFEFEFEULL, not_last = 0x7F7F7F7F7F7F7F7FULL;
    uint64_t row = all & (all >> 4), column = all & (all >> 32 | all << 32);
    row &= row >> 2;
    row &= row >> 1;
    row = (row & 0x0101010101010101ULL) * 0xFF | 0x8181818181818181ULL;
    column &= column >> 16 | column << 48;
    column &= column >> 8 | column << 56;
    column |= 0xFF000000000000FFULL;
    uint64_t stable = discs & row & column, before = 0;
    while (stable != before) {
        before = stable;
        uint64_t beside_row = row | (stable << 1 & not_first) | (stable >> 1 & not_last);
        stable = discs & beside_row & (column | stable << 8 | stable >> 8);
    }
    return stable;
}

/* Bound the margin by discs that stay where they are: true if that answers whether it is greater than alpha. They are
 * looked for only where all of one side's but a few would answer. Saves 28 % of the nodes with up to 7 empty squares,
 * and another 15 % (26 % where one side is far ahead) everywhere above. Where the side that is behind would make the
 * last move of a full board, that disc stays too, and if the board does not fill up an empty square counts for nobody:
 * one less for the other side at least (another 1 to 4 %). */
static inline bool stability_answers(Position p, int alpha, int *score)
{
    enum { UNSTABLE = 5 };
    uint64_t all = p.own | p.opp;
    int odd = count(all) & 1; /* then the side to move makes the last move of a full board */
    if (64 - 2 * (count(p.opp) - UNSTABLE) <= alpha) {
        *score = 63 + odd - 2 * count(stable_discs(p.opp, all));
        if (*score <= alpha)
            return true;
    }
    if (2 * (count(p.own) - UNSTABLE) - 64 > alpha) {
        *score = 2 * count(stable_discs(p.own, all)) - 64 + odd;
        if (*score > alpha)
            return true;
    }
    return false;
}

/* Whether what is known of a position tells if its margin is greater than alpha. */
static inline bool bound_answers(const table_entry *entry, int alpha)
{
    return entry->score > alpha ? entry->bound & BOUND_LOWER : entry->bound & BOUND_UPPER;
}

/* Keep a bound. Where it meets the opposite one the entry becomes exact, or the second of the two questions around the
 * value would wipe out what the first one proved along the principal variation (a fifth of all nodes, to prove it
 * again). */
static inline void solve_store(engine *e, uint64_t key, int score, bool greater, int empties, unsigned move)
{
    enum bound bound = greater ? BOUND_LOWER : BOUND_UPPER;
    table_entry before;
    table_slot *slot = engine_victim(e, key, &before);
    if (before.key == key && before.score == score)
        bound |= before.bound;
    slot_write(slot,
               (table_entry){.key = key,
                             .score = (int16_t)score,
                             .move = (uint16_t)move,
                             .depth = (uint8_t)empties,
                             .bound = (uint8_t)bound,
                             .age = e->age});
}

/* One empty square: its move, or the game is over without it. */
static inline int solve_1(Position p, int s)
{
    uint64_t flips = flips_of(p, s);
    int m = 2 * count(p.own) - 63;
    return flips ? m + 2 * count(flips) + 1 : m;
}

static inline int solve_2(Position p, int alpha, uint64_t empty)
{
    int best = NO_SCORE, s = lowest(empty), t = lowest(empty & (empty - 1));
    uint64_t flips = flips_of(p, s);
    if (flips) {
        best = -solve_1(after(p, s, flips), t);
        if (best > alpha)
            return best;
    }
    flips = flips_of(p, t);
    if (flips) {
        int score = -solve_1(after(p, t, flips), s);
        if (score > best)
            best = score;
    }
    return best == NO_SCORE ? 2 * count(p.own) - 62 : best;
}

/* `candidates` holds at least the legal moves. */
static int solve_small(engine *e, Position p, int alpha, int empties, uint64_t candidates)
{
    e->nodes++;
    int best = NO_SCORE;
    for (; candidates; candidates &= candidates - 1) {
        int s = lowest(candidates), score;
        uint64_t flips = flips_of(p, s);
        if (!flips)
            continue;
        Position child = after(p, s, flips);
        uint64_t empty = empties_of(child);
        if (empties == 3) {
            e->nodes++;
            score = -solve_2(child, -alpha - 1, empty);
        } else {
            score = -solve_small(e, child, -alpha - 1, empties - 1, empty & beside(child.opp));
        }
        if (score > alpha)
            return score;
        if (score > best)
            best = score;
    }
    return best == NO_SCORE ? margin(p) : best;
}

/* A position near the leaves is one word: the bits of its key that do not choose the place, score and bound. */
static inline uint64_t *near_place(engine *e, uint64_t key)
{
    return &e->near[key >> (64 - NEAR_BITS)];
}

static inline uint64_t near_word(uint64_t key, int score, enum bound bound)
{
    return key << NEAR_BITS | (uint64_t)(score + 128) << 2 | bound;
}

/* Whether the word tells if the margin of the position is greater than alpha; then its score. */
static inline bool near_answers(uint64_t word, uint64_t key, int alpha, int *score)
{
    uint64_t known = word ^ key << NEAR_BITS;
    *score = (int)(uint16_t)(known >> 2) - 128;
    return known < 1ULL << NEAR_BITS && known & (*score > alpha ? BOUND_LOWER : BOUND_UPPER);
}

/* `moves` are the legal moves, of which there is one at least. */
static int solve_near(engine *e, Position p, int alpha, int empties, uint64_t moves, uint64_t key)
{
    e->nodes++;
    uint64_t *place = near_place(e, key);
    int score;
    if (near_answers(*place, key, alpha, &score) || stability_answers(p, alpha, &score))
        return score;

    children c;
    list_children(&c, p, moves);
    int best = NO_SCORE;
    for (int i = 0; i < c.n; i++) {
        if (c.replies[i] == 0) { /* the game ends here */
            score = -margin(child_at(&c, i));
            if (score > alpha)
                return score;
            best = score > best ? score : best;
            continue;
        }
        set_value(&c, i, -count(c.replies[i]));
        if (empties - 1 > SMALL_EMPTIES) {
            c.key[i] = key_of(child_at(&c, i));
            if (empties >= NEAR_LOOK && near_answers(*near_place(e, c.key[i]), c.key[i], -alpha - 1, &score)
                && -score > alpha)
                return -score; /* saves 5 % of the nodes */
        }
    }
    while (c.todo && best <= alpha) {
        int i = take_best(&c);
        Position child = child_at(&c, i);
        score = empties - 1 <= SMALL_EMPTIES ? -solve_small(e, child, -alpha - 1, empties - 1, c.replies[i])
                                             : -solve_near(e, child, -alpha - 1, empties - 1, c.replies[i], c.key[i]);
        best = score > best ? score : best;
    }
    *place = near_word(key, best, best > alpha ? BOUND_LOWER : BOUND_UPPER);
    return best;
}

/* Value for ordering: few replies, many moves of our own next time, and what the evaluation says. */
static inline int order_value(const engine *e, Position child, uint64_t replies)
{
    uint64_t next = legal_moves((Position){child.opp, child.own});
    return -800 * count(replies) + 300 * count(next) - estimate_with(e->weights, child, replies, next);
}

static int solve_null(engine *e, Position p, int alpha, int empties)
{
    uint64_t moves = legal_moves(p);
    if (!moves)
        return margin(p);
    if (empties <= 2)
        return empties == 1 ? solve_1(p, lowest(moves)) : solve_2(p, alpha, empties_of(p));
    if (empties <= SMALL_EMPTIES)
        return solve_small(e, p, alpha, empties, moves);
    if (empties <= NEAR_EMPTIES)
        return solve_near(e, p, alpha, empties, moves, key_of(p));
    engine_visit(e);
    if (e->stopped)
        return 0;
    uint64_t key = key_of(p);
    table_entry entry;
    int score, table_move = -1;
    if (engine_probe(e, key, &entry)) {
        if (bound_answers(&entry, alpha))
            return entry.score;
        table_move = entry.move;
    }

    if (stability_answers(p, alpha, &score))
        return score;
    children c;
    list_children(&c, p, moves);
    if (empties > NEAR_EMPTIES + 1)
        for (int i = 0; i < c.n; i++)
            engine_prefetch(e, c.key[i] = key_of(child_at(&c, i)));
    int best = NO_SCORE, best_move = 0;
    for (int i = 0; i < c.n; i++) {
        Position child = child_at(&c, i);
        if (!c.replies[i]) {
            score = -margin(child); /* the game ends here */
            if (score > alpha)
                return score;
            best = score > best ? score : best;
            continue;
        }
        if (empties > NEAR_EMPTIES + 1) {
            if (engine_probe(e, c.key[i], &entry) && (entry.bound & BOUND_UPPER) && -entry.score > alpha)
                return -entry.score;
        }
        set_value(&c, i, lowest(c.move[i]) == table_move ? 1 << 24 : order_value(e, child, c.replies[i]));
    }
    while (c.todo && best <= alpha) {
        int i = take_best(&c);
        score = -solve_null(e, child_at(&c, i), -alpha - 1, empties - 1);
        if (e->stopped)
            return 0;
        if (score > best) {
            best = score;
            best_move = lowest(c.move[i]);
        }
    }
    solve_store(e, key, best, best > alpha, empties, (unsigned)best_move);
    return best;
}

#endif
