/* Othello for the shared search, and the searches that Python calls: compiled once for every processor
 * (othello/othello.c) and once for those with wider instructions (othello/wide.c), with names as VARIANT makes them. */
#ifndef ARBITRO_OTHELLO_GAME_H
#define ARBITRO_OTHELLO_GAME_H

#include "othello/othello.h"
#include "othello/proof.h"

#ifndef VARIANT
#define VARIANT(name) othello_##name##_portable
#endif

typedef int Move;
enum {
    GAME_MOVES = SOLVE_MOVES,
    GAME_INF = 30000,
    GAME_WIN = GAME_INF,
    GAME_PROBCUT_MOST = 64 * DISC,
    GAME_SINGULAR = MAX_PLY,
    GAME_SINGULAR_MARGIN = 0,
    GAME_ANSWERS = 0
};

/* Numbers of `python -m tests.tuning othello`; scores are in hundredths of a disc. */
enum { GAME_FUTILITY = 300, GAME_FUTILITY_DEPTH = 3, GAME_RISING = 0, GAME_PROBCUT = 250, GAME_PROBCUT_DEPTH = 5 };
enum { GAME_BONUS = 0, GAME_WINDOW = 150, REPLY = 60 };
enum { REDUCED_DEPTH = 3, REDUCED_FIRST = 2, REDUCED_TWICE = 4, REDUCED_MORE = 8, REDUCED_MORE_DEPTH = 6 };
enum { LATE_DEPTH = 0, LATE_FIRST = 4, LATE_MORE = 16 };

static int game_moves(const Position *p, Move *moves)
{
    int n = 0;
    for (uint64_t todo = legal_moves(*p); todo; todo &= todo - 1)
        moves[n++] = lowest(todo);
    return n;
}

static Position game_after(const Position *p, Move move)
{
    return after(*p, move, flips_of(*p, move));
}

/* The board turned colour for colour: the solver's entries for the same position are of another kind. */
static uint64_t game_key(const Position *p)
{
    return ~key_of(*p);
}

static int game_final(const Position *p)
{
    return DISC * margin(*p);
}

static int game_estimate(engine *e, const Position *p, int ply)
{
    (void)ply;
    return estimate(e->weights, *p);
}

static bool game_holds(const Position *p, int score)
{
    (void)p, (void)score;
    return true;
}

static int game_order(const Position *p, Move move)
{
    return -REPLY * count(legal_moves(game_after(p, move)));
}

static int game_reduction(int depth, int i, bool rising, node_kind kind, int history)
{
    (void)rising, (void)kind, (void)history;
    if (depth < REDUCED_DEPTH || i < REDUCED_FIRST)
        return 0;
    return 1 + (i >= REDUCED_TWICE) + (i >= REDUCED_MORE && depth >= REDUCED_MORE_DEPTH);
}

static int game_late(int depth, bool rising)
{
    (void)rising;
    return depth <= LATE_DEPTH ? LATE_FIRST + LATE_MORE * depth * depth / 16 : GAME_MOVES;
}

/* Close to the end the solver is quicker than a search, and right. At the root a move is wanted, not a score. */
static bool game_resolve(engine *e, const Position *p, int depth, int ply, int alpha, int beta, int *score)
{
    enum { RESOLVE_EMPTIES = 7 };
    int empties = count(empties_of(*p));
    if (ply == 0 || empties > RESOLVE_EMPTIES || depth < empties)
        return false;
    /* In discs, rounded outwards, so that the answer is on the right side of the window's ends. */
    int low = alpha < -64 * DISC ? -64 : alpha < 0 ? -((-alpha + DISC - 1) / DISC) : alpha / DISC;
    int high = beta > 64 * DISC ? 64 : beta > 0 ? (beta + DISC - 1) / DISC : -(-beta / DISC);
    if (low >= high)
        high = low + 1;
    *score = DISC * solve_margin(e, *p, low, high, 0);
    return true;
}

#include "common/search.h"

static uint64_t perft(Position p, int depth)
{
    uint64_t moves = legal_moves(p), total = 0;
    if (depth == 1)
        return (uint64_t)count(moves);
    for (; moves; moves &= moves - 1)
        total += perft(after(p, lowest(moves), flips_of(p, lowest(moves))), depth - 1);
    return total;
}

uint64_t VARIANT(perft)(Position p, int depth)
{
    return depth <= 0 ? 1 : perft(p, depth);
}

/* A move after which the opponent gets no more than -sure, -1 if a limit hit before one was found. The question was
 * answered before of p, turned as the proof had it, so that the table usually knows the child; only if its entry is
 * gone it is asked again. */
static int keeping_move(engine *e, Position p, int sure)
{
    int empties = count(empties_of(p)) - 1;
    for (uint64_t todo = legal_moves(p); todo; todo &= todo - 1) {
        proof_node child;
        proof_begin(e, &child, after(p, lowest(todo), flips_of(p, lowest(todo))));
        proof_look_at(e, &child, -sure);
        if (child.delta == 0)
            return lowest(todo);
    }
    for (uint64_t todo = legal_moves(p); todo; todo &= todo - 1) {
        int score = solve_question(e, after(p, lowest(todo), flips_of(p, lowest(todo))), -sure, empties);
        if (e->stopped)
            return -1;
        if (score <= -sure)
            return lowest(todo);
    }
    return -1;
}

/* The move of p that is this one of q, of which p is a copy: it leads to copies of each other. */
static int move_of_copy(Position p, Position q, int move)
{
    if (p.own == q.own && p.opp == q.opp)
        return move;
    Position wanted = smallest_copy(after(q, move, flips_of(q, move)));
    for (uint64_t todo = legal_moves(p);; todo &= todo - 1) {
        Position found = smallest_copy(after(p, lowest(todo), flips_of(p, lowest(todo))));
        if (found.own == wanted.own && found.opp == wanted.opp)
            return lowest(todo);
    }
}

/* Solve, beginning at a guess; false if a limit hit. The principal variation goes to the end of the game if the score
 * is exact, and is one move long if it is a lower bound. */
static bool solve_exactly(engine *e, Position p, int alpha, int beta, int guess, engine_report *report)
{
    int score = e->stopped ? 0 : solve_margin(e, p, alpha, beta, guess), sure = score, length = 0, move;
    if (e->stopped)
        return false;
    if (score > alpha) {
        Position proved = proof_copy(p);
        while (legal_moves(proved) && (move = keeping_move(e, proved, sure)) >= 0) {
            int ours = move_of_copy(p, proved, move);
            report->pv[length++] = ours;
            p = after(p, ours, flips_of(p, ours));
            proved = proof_copy(after(proved, move, flips_of(proved, move)));
            sure = -sure;
            if (score >= beta)
                break;
        }
        if (length == 0)
            return false;
        report->pv_length = length;
        report->move = report->pv[0];
    }
    report->score = score;
    report->exact = 1;
    return true;
}

/* Plies of the search that guesses: at half the empty squares it is off by 1.6 discs on average and costs little. */
static int guess_depth(int empties)
{
    return empties / 2;
}

/* An estimate as a margin that a game can have. */
static int in_discs(int score)
{
    int discs = (score + (score > 0 ? DISC / 2 : -DISC / 2)) / DISC;
    return discs > 64 ? 64 : discs < -64 ? -64 : discs;
}

void VARIANT(solve)(engine *e, Position p, int alpha, int beta, engine_report *report)
{
    int empties = count(empties_of(p));
    if (empties > PROOF_LEAF && beta - alpha > 1)
        search_best(e, &p, 1, guess_depth(empties), report);
    else
        report->score = DISC * alpha;
    report->score = in_discs(report->score);
    if (solve_exactly(e, p, alpha, beta, report->score, report))
        report->depth = empties;
}

/* Whether solving is worth a try with this many nodes: the work grows 1.8-fold with each empty square from about 60,000
 * nodes at 24. */
static bool can_solve(int empties, double nodes)
{
    double needed = 60e3;
    for (int i = 24; i < empties; i++)
        needed *= 1.8;
    return needed < nodes;
}

/* Only the solver's scores count as exact: reductions of late moves make a search to the end of the game unsafe. */
void VARIANT(search)(engine *e, Position p, engine_report *report)
{
    enum { NODES_PER_SECOND = 15 * 1000 * 1000 };
    const engine_limits limits = e->limits;
    int empties = count(empties_of(p)), first = guess_depth(empties);
    int depth = limits.depth > 0 && limits.depth < empties ? limits.depth : empties;
    bool to_the_end = depth == empties, solved = false;
    double nodes = limits.nodes ? (double)limits.nodes : limits.time_s * NODES_PER_SECOND;

    search_best(e, &p, 1, depth < first ? depth : first, report);
    report->score = in_discs(report->score);
    if (to_the_end && ((limits.nodes == 0 && limits.time_s <= 0) || can_solve(empties, nodes))) {
        engine_part(e, 0.7);
        solved = solve_exactly(e, p, -64, 64, report->score, report);
        engine_whole(e, &limits);
    }
    if (!solved && !e->stopped && depth > first) {
        report->score *= DISC;
        search_best(e, &p, first + 1, depth, report);
        report->score = in_discs(report->score);
    }
    if (!solved && !e->stopped && to_the_end)
        solved = solve_exactly(e, p, -64, 64, report->score, report);
    if (solved)
        report->depth = empties;
}

enum { SURE = OTHELLO_SURE };

/* Chance to win against somebody fallible, in 1/SURE: we choose our best move; of the opponent's replies the best one
 * for it, the one that turns most discs and all alike weigh the same. At the horizon 21 discs of lead win for sure.
 * Nothing can be made of what it gives when a limit has struck. */
static int chance(engine *e, Position p, int depth, bool ours)
{
    engine_visit(e);
    if (e->stopped)
        return 0;
    uint64_t moves = legal_moves(p);
    int lead = moves ? estimate(e->weights, p) / DISC : margin(p), sign = ours ? 1 : -1;
    if (!moves)
        return lead == 0 ? SURE / 2 : lead * sign > 0 ? SURE : 0;
    if (depth == 0) {
        int odds = SURE / 2 + 24 * lead * sign;
        return odds < SURE / 64 ? SURE / 64 : odds > SURE - SURE / 64 ? SURE - SURE / 64 : odds;
    }
    int n = 0, sum = 0, best = ours ? 0 : SURE, most = 0, greedy = 0, greedy_n = 0;
    for (; moves; moves &= moves - 1, n++) {
        uint64_t flips = flips_of(p, lowest(moves));
        int odds = chance(e, after(p, lowest(moves), flips), depth - 1, !ours), gain = count(flips);
        sum += odds;
        if (ours ? odds > best : odds < best)
            best = odds;
        if (gain > most) {
            most = gain;
            greedy = greedy_n = 0;
        }
        if (gain == most) {
            greedy += odds;
            greedy_n++;
        }
    }
    return ours ? best : (best + greedy / greedy_n + sum / n) / 3;
}

void VARIANT(chance)(engine *e, Position p, int depth, engine_report *report)
{
    report->score = chance(e, p, depth, false);
    report->depth = depth;
    report->exact = !e->stopped;
}

int VARIANT(estimate)(const engine *e, Position p)
{
    return estimate(e->weights, p);
}

#endif
