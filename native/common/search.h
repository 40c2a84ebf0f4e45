/* The alpha-beta search, once: a template that each two-player game includes after its rules, and the one header that
 * does not compile alone. It is code and no list of prototypes, since a search whose rules were not compiled into it
 * would call a function for each move.
 *
 * Fail-soft principal variation search: the value returned is exact inside (alpha, beta), an upper bound of the true
 * depth-limited value if it is <= alpha and a lower bound if it is >= beta. With one thread and a limit on depth or
 * nodes the result depends on the position and the state of the context only. */
#ifndef ARBITRO_SEARCH_H
#define ARBITRO_SEARCH_H

#include "common/engine.h"

/* What the game's file has: before this one types
 *
 *   Position   copied for each move, seen from the side to move
 *   Move       an integer of at most 12 bits
 *
 * numbers
 *
 *   GAME_MOVES            most moves of a position
 *   GAME_INF              a score above every real one
 *   GAME_WIN              scores beyond +-GAME_WIN are proved and count the plies from the root (none: GAME_INF)
 *   GAME_FUTILITY         reverse futility: what a ply may cost, ...
 *   GAME_FUTILITY_DEPTH   ... up to which depth (none: 0, 0; an estimate that goes on
 *                         from the ply before needs some, as it must be asked for at every node)
 *   GAME_RISING           what is added to that of a side that stands better than two plies before (none: 0)
 *   GAME_PROBCUT          by how much a search four plies shallower must be beyond the window ...
 *   GAME_PROBCUT_DEPTH    ... to be enough, from which depth on ...
 *   GAME_PROBCUT_MOST     ... and between which scores, + and - (none: 0, MAX_PLY, 0)
 *   GAME_SINGULAR         from which depth on it is asked whether the table's move is the only good one ...
 *   GAME_SINGULAR_MARGIN  ... by how many eighths of a point a ply all others must be worse (none: MAX_PLY, 0)
 *   GAME_ANSWERS          history is also kept by where the last moves went, their lowest six bits: 1 by the one
 *                         before, 2 also by that before it, the side's own (none: 0)
 *   GAME_BONUS            what a cut-off is worth in history: depth * (depth + this)
 *   GAME_WINDOW           half the width of the window in which an iteration begins, around the last score
 *
 * and anywhere these functions, declared so that a missing or wrong one is an error with its name. Scores are from the
 * side to move. */
static int game_moves(const Position *p, Move *moves); /* writes the legal moves, gives their number; 0 ends the game */
static Position game_after(const Position *p, Move move);        /* seen from the opponent */
static uint64_t game_key(const Position *p);                     /* hash of everything that the score depends on */
static int game_final(const Position *p);                        /* score of a position without moves */
static int game_estimate(engine *e, const Position *p, int ply); /* of the score */
static int game_order(const Position *p, Move move);             /* static move ordering, larger first, about +-1000 */
/* Plies by which the i-th move (from 0) is searched less, in a position that is better than two plies before or not, by
 * a move of which history says this, and of each of its tables some +-2000 at most. */
static int game_reduction(int depth, int i, bool rising, node_kind kind, int history);
/* Whether a proved score holds for a position, from which it is counted here, if it does for one with the same key. */
static bool game_holds(const Position *p, int score);
static int game_late(int depth, bool rising); /* moves after which the rest is not searched at all */
/* True if the position needs no search, only its score. */
static bool game_resolve(engine *e, const Position *p, int depth, int ply, int alpha, int beta, int *score);

/* What it gives: iterative deepening within the limits that engine_begin was given. */
static void search_best(engine *e, const Position *p, int first_depth, int max_depth, engine_report *report);

typedef struct {
    int value, history; /* the history is a part of the value */
    Move move;
} search_candidate;

/* Take the best candidate of list[i..n) to place i. Selection, not sorting: after a cut-off nobody needs the rest. */
static inline search_candidate *search_pick(search_candidate *list, int i, int n)
{
    int best = i;
    for (int j = i + 1; j < n; j++)
        if (list[j].value > list[best].value)
            best = j;
    search_candidate chosen = list[best];
    list[best] = list[i];
    list[i] = chosen;
    return &list[i];
}

/* What is remembered of moves at this ply, by the side to move and by where the moves before went: as many tables. */
static inline int search_memories(engine *e, int ply, int16_t *memories[ENGINE_MEMORIES])
{
    int n = 0;
    memories[n++] = e->history[ply & 1];
    for (int back = 1; back <= GAME_ANSWERS && back <= ply; back++)
        memories[n++] = e->answers[back - 1][e->places[ply - back]];
    return n;
}

/* List the legal moves with their ordering values: table move, killers, then history and the game's own opinion. */
static int search_candidates(engine *e, const Position *p, int ply, int table_move, search_candidate *list)
{
    Move moves[GAME_MOVES];
    int16_t *memories[ENGINE_MEMORIES];
    int n = game_moves(p, moves), kinds = search_memories(e, ply, memories);
    for (int i = 0; i < n; i++) {
        search_candidate *c = &list[i];
        c->move = moves[i];
        c->history = 0;
        for (int kind = 0; kind < kinds; kind++)
            c->history += memories[kind][moves[i]];
        c->value = game_order(p, moves[i]) + c->history;
        if (moves[i] == table_move)
            c->value = 1 << 28;
        else if (moves[i] == e->killers[ply][0] || moves[i] == e->killers[ply][1])
            c->value += 200;
    }
    return n;
}

/* A move that cut off is tried earlier elsewhere, those that were tried before it later. History decays towards
 * +-HISTORY_MAX (gravity), so that it never needs rescaling. */
static void search_reward(engine *e, int ply, int depth, const search_candidate *list, int cut)
{
    enum { HISTORY_MAX = 2000 };
    uint16_t *killer = e->killers[ply];
    if (killer[0] != list[cut].move) {
        killer[1] = killer[0];
        killer[0] = (uint16_t)list[cut].move;
    }
    int16_t *memories[ENGINE_MEMORIES];
    int worth = depth * (depth + GAME_BONUS), bonus = worth < 400 ? worth : 400;
    int kinds = search_memories(e, ply, memories);
    for (int i = 0; i <= cut; i++)
        for (int kind = 0; kind < kinds; kind++) {
            int16_t *h = &memories[kind][list[i].move];
            *h = (int16_t)(*h + (i == cut ? bonus : -bonus) - *h * bonus / HISTORY_MAX);
        }
}

static inline bool search_proves(int score)
{
    return score >= GAME_WIN || score <= -GAME_WIN;
}

/* A proved score counts plies from the root, but in the table from its position: `plies` is the way there, or back. */
static inline int search_shift(int score, int plies)
{
    return score >= GAME_WIN ? score + plies : score <= -GAME_WIN ? score - plies : score;
}

static int search_node(engine *e, const Position *p, int depth, int alpha, int beta, int ply, node_kind kind);

/* ProbCut: true if a shallower search is so far beyond the window of one point, on the side where the estimate is, that
 * the deeper one will hardly come back. (M. Buro, "ProbCut: an effective selective extension of the alpha-beta
 * algorithm", 1995) */
static bool search_probcut(engine *e, const Position *p, int depth, int beta, int ply, node_kind kind, int *score)
{
    enum { SHALLOWER = 4 };
    int estimate = e->estimates[ply], side = estimate >= beta ? 1 : -1;
    int bound = side > 0 ? beta + GAME_PROBCUT : beta - GAME_PROBCUT; /* at least this, or less than this */
    if (beta <= -GAME_PROBCUT_MOST || beta >= GAME_PROBCUT_MOST)
        return false;
    int found = search_node(e, p, depth - SHALLOWER, bound - 1, bound, ply, kind);
    e->pv_length[ply] = 0;
    *score = search_proves(found) ? found : found - side * GAME_PROBCUT;
    return !e->stopped && (side > 0 ? found >= bound : found < bound);
}

/* A node whose moves are searched. */
typedef struct {
    const Position *p;
    int depth, ply;
    node_kind kind;
    bool rising;   /* better than two plies before */
    int extension; /* plies by which the first move is searched more deeply */
} search_frame;

/* Search the moves of a node, of which the first is in its place; give the best score, and its move. */
static int search_moves(engine *e, const search_frame *at, search_candidate *list, int n, int alpha, int beta,
                        int *best_move)
{
    int depth = at->depth, ply = at->ply, best = -GAME_INF, lower = alpha, score;
    bool pv_node = at->kind == PV_NODE;
    node_kind reply = at->kind == CUT_NODE ? ALL_NODE : CUT_NODE;
    /* While a move is searched, the table's entry of the one behind it is on its way: Othello searches 17 % more nodes
     * per second (+-2, 90 pairs of searches of half a million, by turns on one core), Dama 2 % (+-2), Ataxx as many. */
    Position next = game_after(at->p, list[0].move);
    if (depth > 1)
        engine_prefetch(e, game_key(&next));
    for (int i = 0; i < n; i++) {
        const search_candidate *c = &list[i];
        /* Late moves of a well ordered list rarely matter: look at them less deeply, again if they surprise; at the
         * very end of the list not at all, unless the game is lost with those before. */
        if (i >= game_late(depth, at->rising) && !pv_node && best > -GAME_WIN)
            break;
        Position child = next;
        if (i + 1 < n) {
            next = game_after(at->p, search_pick(list, i + 1, n)->move);
            if (depth > 1)
                engine_prefetch(e, game_key(&next));
        }
        if (GAME_ANSWERS)
            e->places[ply] = (uint8_t)(c->move % MAX_SQUARES);
        int reduction = game_reduction(depth, i, at->rising, at->kind, c->history);
        if (i == 0) {
            int deeper = depth - 1 + at->extension;
            score = -search_node(e, &child, deeper, -beta, -lower, ply + 1, pv_node ? PV_NODE : reply);
        } else {
            score = -search_node(e, &child, depth - 1 - reduction, -lower - 1, -lower, ply + 1, reply);
            if (score > lower && reduction && !e->stopped)
                score = -search_node(e, &child, depth - 1, -lower - 1, -lower, ply + 1, reply);
            if (score > lower && score < beta && !e->stopped)
                score = -search_node(e, &child, depth - 1, -beta, -lower, ply + 1, PV_NODE);
        }
        if (e->stopped)
            return 0;
        if (score > best) {
            best = score;
            *best_move = c->move;
            if (score > lower) {
                lower = score;
                engine_keep_pv(e, ply, c->move);
                if (score >= beta) {
                    search_reward(e, ply, depth, list, i);
                    break;
                }
            }
        }
    }
    return best;
}

/* True if all moves but the table's, the first of the list, are much worse than what the table says of that one, as far
 * as half of the depth shows. (T. Anantharaman, M. Campbell and F. Hsu, "Singular extensions: adding selectivity to
 * brute-force searching", 1990) */
static bool search_is_singular(engine *e, const search_frame *at, search_candidate *list, int n,
                               const table_entry *known)
{
    enum { SHALLOWER = 3 };
    if (list[0].move != known->move || !(known->bound & BOUND_LOWER) || known->depth < at->depth - SHALLOWER
        || search_proves(known->score))
        return false;
    search_frame others = *at;
    others.depth = (at->depth - 1) / 2;
    int bound = known->score - GAME_SINGULAR_MARGIN * at->depth / 8, move, best = -GAME_INF;
    if (n > 1) {
        search_pick(list, 1, n);
        best = search_moves(e, &others, list + 1, n - 1, bound - 1, bound, &move);
    }
    e->pv_length[at->ply] = 0;
    return !e->stopped && best < bound;
}

static int search_node(engine *e, const Position *p, int depth, int alpha, int beta, int ply, node_kind kind)
{
    engine_visit(e);
    e->pv_length[ply] = 0;
    int score;
    if (e->stopped)
        return 0;
    if (ply > e->deepest)
        e->deepest = ply;
    if (game_resolve(e, p, depth, ply, alpha, beta, &score))
        return score;
    if (depth <= 0 || ply >= MAX_PLY - 1)
        return game_estimate(e, p, ply);

    uint64_t key = game_key(p);
    engine_prefetch(e, key);
    int estimate = GAME_FUTILITY > 0 ? game_estimate(e, p, ply) : 0; /* while the table's entry is on its way */
    table_entry entry;
    bool known = engine_probe(e, key, &entry), pv_node = kind == PV_NODE;
    int table_move = known ? entry.move : -1;
    if (known && entry.depth >= depth && !pv_node && (!search_proves(entry.score) || game_holds(p, entry.score))) {
        score = search_shift(entry.score, -ply);
        if ((entry.bound & BOUND_LOWER && score >= beta) || (entry.bound & BOUND_UPPER && score <= alpha))
            return score;
    }
    e->estimates[ply] = estimate;
    bool rising = ply < 2 || estimate > e->estimates[ply - 2];
    /* So far ahead that the opponent will hardly make up for it in the plies that are left. */
    if (GAME_FUTILITY > 0 && !pv_node && depth <= GAME_FUTILITY_DEPTH && beta > -GAME_WIN
        && estimate - GAME_FUTILITY * depth + (rising ? GAME_RISING : 0) >= beta)
        return estimate;
    if (depth >= GAME_PROBCUT_DEPTH && !pv_node) {
        if (search_probcut(e, p, depth, beta, ply, kind, &score))
            return score;
        if (e->stopped)
            return 0;
        if (!known && engine_probe(e, key, &entry))
            table_move = entry.move;
    }

    search_candidate list[GAME_MOVES];
    int n = search_candidates(e, p, ply, table_move, list);
    if (n == 0)
        return game_final(p);
    search_pick(list, 0, n);
    search_frame at = {p, depth, ply, kind, rising, 0};
    if (depth >= GAME_SINGULAR && ply && known)
        at.extension = search_is_singular(e, &at, list, n, &entry);
    int best_move = 0, best = search_moves(e, &at, list, n, alpha, beta, &best_move);
    if (e->stopped)
        return 0;
    enum bound bound = best >= beta ? BOUND_LOWER : best > alpha ? BOUND_EXACT : BOUND_UPPER;
    /* Where none was good enough, nothing says which was best: the move that had been stays the first to try. Othello
     * +37 Elo (+22 to +52), Dama +13 (+6 to +20), 1,000 games of 5,000 nodes a move each. */
    if (bound == BOUND_UPPER && table_move >= 0)
        best_move = table_move;
    engine_store(e, key, search_shift(best, ply), bound, depth, (unsigned)best_move);
    return best;
}

/* Search depth after depth until a limit strikes; each iteration in a window around the last score, widened on the
 * side where it fails. An iteration that was cut short counts only if its first move was finished, as the principal
 * variation then says. What is proved stays so unless a quicker end is found: a wider window, or a deeper iteration,
 * may not see it. */
static void search_best(engine *e, const Position *p, int first_depth, int max_depth, engine_report *report)
{
    int score = report->score, before = -1, lasts = 0;
    engine_report proof = {.score = 0};
    for (int depth = first_depth; depth <= max_depth && !e->stopped; depth++) {
        int width = GAME_WINDOW;
        e->deepest = 0;
        int alpha = depth > 4 ? score - width : -GAME_INF, beta = depth > 4 ? score + width : GAME_INF;
        for (;;) {
            int found = search_node(e, p, depth, alpha, beta, 0, PV_NODE);
            if (e->pv_length[0] > 0) {
                report->deepest = e->deepest;
                report->move = e->pv[0][0];
                report->pv_length = e->pv_length[0] < 64 ? e->pv_length[0] : 64;
                for (int i = 0; i < report->pv_length; i++)
                    report->pv[i] = e->pv[0][i];
            }
            if (e->stopped)
                break;
            score = found;
            report->score = score;
            if (search_proves(score))
                proof = *report;
            width *= 2;
            if (score <= alpha)
                alpha = score - width;
            else if (score >= beta)
                beta = score + width;
            else
                break;
        }
        if (search_proves(proof.score) && !search_proves(report->score))
            *report = proof;
        if (!e->stopped) {
            report->depth = depth;
            engine_publish(e, report);
            lasts = report->move == before ? lasts + 1 : 0;
            before = report->move;
            if (engine_ready(e, lasts))
                break;
        }
    }
}

#endif
