/* The exact solver above 15 empty squares: depth-first proof-number search (df-pn), asked one question after another.
 *
 * A question is "is the margin greater than alpha?". A position's proof number phi estimates the work to show that it
 * is for the side to move, its disproof number delta the work to show that it is not. Seen from the opponent the
 * question turns round, and so
 *
 *   phi(p) = min over moves of delta(child)        one good move proves
 *   delta(p) = sum over moves of phi(child)        every move must fail
 *
 * where all but the largest of the sum count in part (PROOF_SHARED), since the trees below share positions (72
 * questions far from the value with 32 to 38 empty squares: a sixth fewer nodes). The search always goes to the leaf
 * that is cheapest to decide, instead of fixing an order of moves beforehand. In a tree as narrow and irregular as this
 * one that needs 0.55 times the nodes of the alpha-beta search below it (five positions of 28 empty squares). Leaves
 * are decided by solve_null.
 *
 * Fresh positions start with numbers made of a side's moves and the evaluation's distance from alpha. What they are
 * decides everything: numbers made up by hand took 10,145 M nodes for "more than +30?" from the start, numbers of a fit
 * to counted searches 105 M. Near the root symmetric positions are one: 73 M then, and 72 M of 306 M for "more than
 * +62?" (no).
 *
 * All of it stands in a header, since it is compiled once for each set of instructions (othello/game.h). */
#ifndef ARBITRO_OTHELLO_PROOF_H
#define ARBITRO_OTHELLO_PROOF_H

#include "othello/solve.h"

enum { PROOF_LEAF = 14, PROOF_SYMMETRIC = 40, PROOF_ALONE = 22, PROOF_DIGITS = 19 };
/* All but PROOF_SHARED were found together, by CMA-ES (N. Hansen, "The CMA evolution strategy: a tutorial", 2016) from
 * the work that questions about 34 to 48 empty squares take; `python -m tests.tuning.solver` does it again. 64 others
 * take 0.61 times the time that they took with numbers of a fit to 13,658 counted searches. Eighths are those of a
 * doubling; what is a part of something is given in 64ths. */
enum {
    PROOF_BASE = 208, /* eighths: the work against a side that cannot move */
    PROOF_TOP = 264,  /* and the most that it is taken for */
    PROOF_DISC = 56,  /* of an eighth: less for each disc that the other side has beyond what it needs */
    PROOF_CLOSE = 56, /* of an eighth: and less again for each of the first PROOF_NEAR */
    PROOF_NEAR = 12,
    PROOF_FALL = 3, /* eighths: less for each empty square beyond PROOF_DEEP */
    PROOF_DEEP = 36,
    PROOF_SHARED = 32, /* of the sum: what all but the largest of it count */
    PROOF_WORSE = 4,   /* of the second best: the best is left once it is worse than that by so much */
    PROOF_BEYOND = 16  /* of the best: how far it may grow beyond what our own limit leaves it */
};
#define PROOF_MAX (1ULL << 49)
/* Of what is undecided; more would be rounded up to PROOF_MAX in the table, and be taken for decided. */
#define PROOF_MOST (PROOF_MAX - (PROOF_MAX >> PROOF_DIGITS))

typedef struct proof_node {
    Position p;
    uint64_t key;
    uint64_t phi, delta;
    int score;                      /* the bound shown, once phi or delta is 0 */
    const struct proof_node *above; /* of a position that is being worked on; NULL at the root */
} proof_node;

/* Proof numbers stand in the same bucket as the position's bounds, under a key that alpha makes another one. */
static inline uint64_t proof_key(uint64_t key, int alpha)
{
    return key ^ (uint64_t)(alpha + 128) << 48 ^ 1ULL << 63;
}

/* Numbers of a large question exceed what an entry has room for: 19 leading binary digits, and how many follow. Rounded
 * up: a number that has reached its limit must not come back from the table below it, or nothing would ever go on. */
static inline uint32_t proof_pack(uint64_t number)
{
    int shift = number >> PROOF_DIGITS ? 64 - PROOF_DIGITS - __builtin_clzll(number) : 0;
    uint64_t digits = (number + (1ULL << shift) - 1) >> shift;
    if (digits >> PROOF_DIGITS) { /* of a row of ones and more */
        shift++;
        digits = 1ULL << (PROOF_DIGITS - 1);
    }
    return (uint32_t)digits | (uint32_t)shift << PROOF_DIGITS;
}

static inline uint64_t proof_unpack(uint32_t packed)
{
    return (uint64_t)(packed & ((1U << PROOF_DIGITS) - 1)) << (packed >> PROOF_DIGITS);
}

static inline void proof_decided(proof_node *node, bool greater, int score)
{
    node->phi = greater ? 0 : PROOF_MAX;
    node->delta = greater ? PROOF_MAX : 0;
    node->score = score;
}

static inline bool proof_is_decided(const proof_node *node)
{
    return node->phi == 0 || node->delta == 0;
}

/* A part of a number, in 64ths. */
static inline uint64_t proof_part(uint64_t number, unsigned part)
{
    return number * part / 64;
}

/* The work, in an unknown unit, to show that a side fails which has `moves` moves and whose opponent is `slack`
 * hundredths of a disc beyond what it needs. The work grows with the number of empty squares, and yet numbers that do
 * not, and fall near the root so that the search widens before it dives, are far better. */
static inline uint64_t proof_work(int moves, int slack, int empties)
{
    static const uint8_t eighths[8] = {128, 140, 152, 166, 181, 197, 215, 235};
    int close = slack < PROOF_NEAR * DISC ? slack : PROOF_NEAR * DISC;
    int n = PROOF_BASE - (PROOF_DISC * slack + PROOF_CLOSE * close) / (64 * DISC);
    n -= empties > PROOF_DEEP ? PROOF_FALL * (empties - PROOF_DEEP) : 0;
    n = n < 0 ? 0 : n > PROOF_TOP ? PROOF_TOP : n;
    uint64_t choices = (uint64_t)moves + 1, work = ((uint64_t)eighths[n % 8] << n / 8 >> 7) * choices * choices;
    return work < PROOF_MOST ? work : PROOF_MOST;
}

/* First numbers of a position that is not in the table and seems to be worth so much, from the numbers of legal moves
 * of the side to move and of those that the opponent would have. */
static inline void proof_guess(proof_node *node, int worth, int moves, int next, int alpha, int empties)
{
    int lead = worth - DISC * alpha - DISC / 2;
    node->phi = proof_work(next, lead, empties);
    node->delta = proof_work(moves, -lead, empties);
}

/* The position as it is worked on: near the root one for all symmetric ones. */
static inline Position proof_copy(Position p)
{
    return count(empties_of(p)) >= PROOF_SYMMETRIC ? smallest_copy(p) : p;
}

/* Give a position its key, and memory the time to fetch its entries. */
static inline void proof_begin(const engine *e, proof_node *node, Position p)
{
    node->p = proof_copy(p);
    node->key = key_of(node->p);
    engine_prefetch(e, node->key);
}

/* What the table knows of the question; false if nothing. */
static inline bool proof_recall(const engine *e, proof_node *node, int alpha)
{
    uint64_t wanted = proof_key(node->key, alpha);
    table_slot *slot = engine_bucket(e, node->key);
    bool known = false;
    for (int i = 0; i < BUCKET; i++) {
        table_entry entry = slot_read(&slot[i]);
        if (entry.key == node->key && bound_answers(&entry, alpha)) {
            proof_decided(node, entry.score > alpha, entry.score);
            return true;
        }
        if (entry.key == wanted && !known) { /* of two, written by two threads at once, the first is kept up to date */
            node->phi = proof_unpack((uint16_t)entry.score | (uint32_t)entry.bound << 16);
            node->delta = proof_unpack(entry.move | (uint32_t)entry.extra << 16);
            known = true;
        }
    }
    return known;
}

/* Numbers of a position that seems to be worth so much; false if they are a guess. */
static inline bool proof_look(const engine *e, proof_node *node, int worth, int moves, int next, int alpha, int empties)
{
    if (proof_recall(e, node, alpha))
        return true;
    int score = margin(node->p);
    bool decided = moves == 0 || stability_answers(node->p, alpha, &score);
    if (decided)
        proof_decided(node, score > alpha, score);
    else
        proof_guess(node, worth, moves, next, alpha, empties);
    return decided;
}

/* The same of a position by itself. */
static bool proof_look_at(const engine *e, proof_node *node, int alpha)
{
    Position p = node->p, turned = {p.opp, p.own};
    uint64_t moves = legal_moves(p), next = legal_moves(turned);
    int worth = estimate_with(e->weights, p, moves, next);
    return proof_look(e, node, worth, count(moves), count(next), alpha, count(empties_of(p)));
}

static void proof_keep(engine *e, const proof_node *node, int alpha, int empties)
{
    if (proof_is_decided(node)) {
        solve_store(e, node->key, node->score, node->phi == 0, empties, 0);
        return;
    }
    table_entry before;
    uint64_t key = proof_key(node->key, alpha);
    uint32_t phi = proof_pack(node->phi), delta = proof_pack(node->delta);
    slot_write(engine_victim(e, key, &before),
               (table_entry){.key = key,
                             .score = (int16_t)phi,
                             .bound = (uint8_t)(phi >> 16),
                             .move = (uint16_t)delta,
                             .extra = (uint8_t)(delta >> 16),
                             .depth = (uint8_t)empties,
                             .age = e->age});
}

static inline atomic_uchar *proof_busy(const engine *e, const proof_node *node)
{
    return &e->crowd->busy[node->key >> (64 - CROWD_BITS)];
}

/* Read again what other threads may have changed, and whether they have decided a position further up, which makes what
 * we do here needless. */
static void proof_listen(engine *e, proof_node *node, proof_node *child, int n, int alpha, int empties)
{
    for (int i = 0; i < n; i++)
        if (!proof_is_decided(&child[i]))
            proof_recall(e, &child[i], -alpha - 1);
    unsigned decided = atomic_load_explicit(&e->crowd->decided, memory_order_relaxed);
    if (decided == e->decided_seen)
        return;
    e->decided_seen = decided;
    for (const proof_node *above = node; above; above = above->above, alpha = -alpha - 1, empties++) {
        proof_node known = *above;
        if (proof_recall(e, &known, alpha) && proof_is_decided(&known))
            e->leave = empties;
    }
}

/* What it costs to go on with a child, for one thread among several; what is beyond the limit is not worth a visit. */
static inline uint64_t proof_cost(const engine *e, const proof_node *child, uint64_t limit)
{
    uint64_t others = atomic_load_explicit(proof_busy(e, child), memory_order_relaxed);
    uint64_t cost = child->delta + child->delta / 4 * others;
    return child->delta >= limit ? PROOF_MAX : cost < PROOF_MOST ? cost : PROOF_MOST;
}

/* Work on a position until it is decided or one of its numbers reaches its limit; stopped, it keeps what it has.
 *
 * Threads that share the table walk down from the root each for itself. Where one is at work, a position seems dearer
 * to the others, so that they part on the way (T. Kaneko, "Parallel depth first proof number search", 2010). */
static void prove(engine *e, proof_node *node, int alpha, int empties, uint64_t phi_limit, uint64_t delta_limit)
{
    engine_visit(e);
    if (e->stopped)
        return;
    if (empties <= PROOF_LEAF) {
        int score = solve_null(e, node->p, alpha, empties);
        if (!e->stopped) {
            proof_decided(node, score > alpha, score);
            proof_keep(e, node, alpha, empties);
        }
        return;
    }
    proof_node child[SOLVE_MOVES];
    children c;
    list_children(&c, node->p, legal_moves(node->p));
    int n = 0;
    for (int i = 0; i < c.n; i++) {
        proof_begin(e, &child[n], child_at(&c, i));
        child[n].above = node;
        c.own[n] = c.own[i];
        c.opp[n] = c.opp[i];
        c.replies[n] = c.replies[i];
        int same = empties > PROOF_SYMMETRIC ? 0 : n; /* below, no two can be alike */
        while (child[same].key != child[n].key)
            same++;
        n += same == n;
    }
    uint64_t next[SOLVE_MOVES] __attribute__((aligned(32)));
    c.n = n;
    list_next(&c, next); /* symmetric copies have as many */
    /* All are estimated while their entries are fetched, though one in five is known: 10 % more nodes per second. */
    int worth[SOLVE_MOVES];
    for (int i = 0; i < n; i++)
        worth[i] = estimate_with(e->weights, child[i].p, c.replies[i], next[i]);
    for (int i = 0; i < n; i++)
        proof_look(e, &child[i], worth[i], count(c.replies[i]), count(next[i]), -alpha - 1, empties - 1);
    bool crowded = e->crowd && empties > PROOF_ALONE;
    if (crowded)
        atomic_fetch_add_explicit(proof_busy(e, node), 1, memory_order_relaxed);
    for (;;) {
        if (crowded)
            proof_listen(e, node, child, n, alpha, empties);
        uint64_t second = PROOF_MAX, least = PROOF_MAX, cheapest = PROOF_MAX, most = 0, rest = 0;
        int best = 0, upper = NO_SCORE;
        for (int i = 0; i < n; i++) {
            uint64_t phi = child[i].phi, cost = crowded ? proof_cost(e, &child[i], phi_limit) : child[i].delta;
            rest += phi > most ? most : phi;
            most = phi > most ? phi : most;
            if (phi == 0 && -child[i].score > upper)
                upper = -child[i].score;
            least = child[i].delta < least ? child[i].delta : least;
            if (cost < cheapest) {
                second = cheapest;
                cheapest = cost;
                best = i;
            } else if (cost < second) {
                second = cost;
            }
        }
        node->phi = least;
        uint64_t sum = most + proof_part(rest, PROOF_SHARED);
        node->delta = sum < PROOF_MOST ? sum : PROOF_MOST;
        if (node->phi == 0)
            proof_decided(node, true, -child[best].score);
        else if (node->delta == 0)
            proof_decided(node, false, upper);
        if (e->leave == empties) { /* here it is that another thread has decided */
            e->leave = 0;
            proof_recall(e, node, alpha);
        }
        if (e->stopped || e->leave > empties || node->phi >= phi_limit || node->delta >= delta_limit
            || proof_is_decided(node))
            break;
        /* Stay with the best child until it is somewhat worse than the second, and somewhat beyond what our own limit
         * leaves it, or the search would keep jumping (nothing beyond: 1.67 times the time of those 64 questions). */
        uint64_t child_phi = delta_limit - node->delta + child[best].phi + proof_part(child[best].phi, PROOF_BEYOND);
        uint64_t child_delta = second + proof_part(second, PROOF_WORSE) + 1;
        prove(e, &child[best], -alpha - 1, empties - 1, child_phi < PROOF_MAX ? child_phi : PROOF_MAX,
              child_delta < phi_limit ? child_delta : phi_limit);
    }
    proof_keep(e, node, alpha, empties);
    if (crowded) {
        bool together = atomic_fetch_sub_explicit(proof_busy(e, node), 1, memory_order_relaxed) > 1;
        if (together && proof_is_decided(node))
            atomic_fetch_add_explicit(&e->crowd->decided, 1, memory_order_relaxed);
    }
}

/* A bound of the margin on the right side of alpha; anything if e->stopped. */
static int solve_question(engine *e, Position p, int alpha, int empties)
{
    if (empties <= PROOF_LEAF)
        return solve_null(e, p, alpha, empties);
    proof_node root = {.above = NULL};
    proof_begin(e, &root, p);
    proof_look_at(e, &root, alpha);
    if (!proof_is_decided(&root))
        prove(e, &root, alpha, empties, PROOF_MAX, PROOF_MAX);
    if (!proof_is_decided(&root))
        e->stopped = true; /* rather no answer than a wrong one */
    return root.score;
}

/* The exact margin if it is between alpha and beta, else a bound beyond. The first question is asked at the guess, the
 * next ones right beside what was shown. Between the sides of the value costs differ a hundredfold (the winner's bound
 * is cheap, that what it wins is all it can get is not): small steps come to the dear side once, and exactly at the
 * value. Steps that doubled needed 18 % more nodes. */
static int solve_margin(engine *e, Position p, int alpha, int beta, int guess)
{
    int empties = count(empties_of(p)), lower = alpha, upper = beta, ask = guess - 1;
    while (lower < upper) {
        ask = ask < lower ? lower : ask >= upper ? upper - 1 : ask;
        int score = solve_question(e, p, ask, empties);
        if (e->stopped)
            break;
        if (score > ask)
            ask = lower = score;
        else
            ask = (upper = score) - 1;
    }
    return upper < alpha ? upper : lower;
}

#endif
