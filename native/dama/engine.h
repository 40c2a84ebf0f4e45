/* The engine of Dama: evaluation, search, what the tables say of a move, and everything that runs long. It is compiled
 * for each set of instructions; dama/dama.c chooses once per call. */
#ifndef ARBITRO_DAMA_ENGINE_H
#define ARBITRO_DAMA_ENGINE_H

#include "dama/learn.h"
#include "dama/network.h"
#include "dama/tables.h"

/* Scores beyond +-GAME_WIN are proved: WIN less the plies from the root to the end. Just below them come tablebase wins
 * that take so long that the limit on the game's length decides about them. */
enum { GAME_INF = 32000, WIN = DAMA_WIN, GAME_WIN = DAMA_PROVED, FAR_WIN = 20000, ESTIMATE_MAX = 15000 };
enum { SOME_WIN = 17000, LEANING = 200 }; /* a win that does not say when: at the root, and added to estimates */
enum { GAME_FUTILITY = 25, GAME_FUTILITY_DEPTH = 7, LATE_DEPTH = 5, LATE_FIRST = 4 };
enum { GAME_RISING = 0, GAME_PROBCUT = 0, GAME_PROBCUT_DEPTH = MAX_PLY, GAME_PROBCUT_MOST = 0 };
enum { GAME_SINGULAR = MAX_PLY, GAME_SINGULAR_MARGIN = 0, GAME_ANSWERS = 0, GAME_BONUS = 0, GAME_WINDOW = 150 };

/* The limit is not drawn on the board, and a table entry holds for a board: so, once the end is NEAR, boards with
 * different numbers of plies left are different positions. Before that, scores depend on the horizon only: tablebase
 * wins that take longer than NEAR are no proof, and a search hardly reaches the end, though with a tablebase win behind
 * it it may. Repetitions do not end a game and need no care. */
enum { NEAR = 40 };

static uint64_t game_key(const Position *p)
{
    uint64_t left = p->left <= NEAR ? (uint64_t)p->left : NEAR + 1 + (uint64_t)horizon_of(p->left);
    return mix(p->own ^ 0x9E3779B97F4A7C15ULL,
               p->opp ^ mix(p->kings ^ 0xD6E8FEB86659FD93ULL, 0xA0761D6478BD642FULL + left));
}

/* A board with more plies left may be won too late here. */
static bool game_holds(const Position *p, int score)
{
    return WIN - (score < 0 ? -score : score) <= p->left;
}

static int game_moves(const Position *p, Move *moves)
{
    landings l = landings_of(p);
    return list_moves(&l, moves);
}

static Position game_after(const Position *p, Move move)
{
    return after(p, move);
}

static int game_final(const Position *p)
{
    (void)p; /* not reached: game_resolve sees it first */
    return -GAME_WIN;
}

static int game_estimate(engine *e, const Position *p, int ply)
{
    int score = estimate_once(e, p, ply, game_key(p));
    if (e->leanings[ply])
        return e->leanings[ply] + score / 8;
    return score > ESTIMATE_MAX ? ESTIMATE_MAX : score < -ESTIMATE_MAX ? -ESTIMATE_MAX : score;
}

static int game_order(const Position *p, Move move)
{
    uint64_t origin = bit(move >> 6);
    bool promotes = bit(move & 63) & LAST_ROW && !(p->kings & origin);
    if (is_capture(move))
        return p->kings & bit(((move >> 6) + (move & 63)) / 2) ? 6000 : promotes ? 5500 : 5000;
    return promotes ? 4000 : 0;
}

static int game_reduction(int depth, int i, bool rising, node_kind kind, int history)
{
    (void)rising, (void)kind, (void)history;
    return depth >= 3 && i >= 2 ? 1 + (i >= 5) + (depth >= 5 && i >= 3) : 0;
}

static int game_late(int depth, bool rising)
{
    (void)rising;
    return depth <= LATE_DEPTH ? LATE_FIRST + depth * depth : GAME_MOVES;
}

static bool is_stuck(const landings *l)
{
    return !(l->step[0] | l->step[1] | l->step[2] | l->step[3] | l->jump[0] | l->jump[1] | l->jump[2] | l->jump[3]);
}

/* What a tablebase value is worth with so many plies left. */
static int score_of(int value, int ply, int left)
{
    if (value == VALUE_DRAW || plies_of(value) > left)
        return 0;
    int plies = plies_of(value);
    int score = plies <= NEAR || left >= NO_LIMIT / 2 ? WIN - ply - plies : FAR_WIN - plies;
    return is_lost(value) ? -score : score;
}

/* Look the position up, if it has few enough pieces. A win that does not say when, or a loss, only makes the estimate
 * lean if there is a win to be made, or the limit is near. */
static bool is_known(engine *e, const Position *p, int ply, int *score)
{
    dama_tables *t = e->tables;
    e->leanings[ply] = 0;
    if (!t || !p->own || count(p->own | p->opp) > e->table_pieces)
        return false;
    uint64_t misses = t->misses;
    int value = tables_probe(t, p);
    if (t->misses > misses)
        engine_linger(e);
    if (value == VALUE_WON || value == VALUE_LOST) {
        int sign = is_lost(value) ? -1 : 1;
        *score = sign * SOME_WIN;
        if (!e->converting && p->left > NEAR)
            return true;
        e->leanings[ply] = sign * LEANING * (p->left < NEAR ? p->left : NEAR);
        return false;
    }
    *score = value == VALUE_UNKNOWN ? 0 : score_of(value, ply, p->left);
    return value != VALUE_UNKNOWN;
}

/* Captures only, as nobody must capture: standing still is a choice too. */
static int quiesce(engine *e, const Position *p, int alpha, int beta, int ply)
{
    int best;
    engine_visit(e);
    if (e->stopped)
        return 0;
    if (is_known(e, p, ply, &best))
        return best;
    landings l = landings_of(p);
    if (is_stuck(&l))
        return ply - WIN;
    if (p->left <= 0)
        return 0;
    best = game_estimate(e, p, ply);
    if (best >= beta)
        return best;
    Move moves[GAME_MOVES];
    int n = ply < MAX_PLY - 1 ? list_captures(&l, moves) : 0;
    for (int i = 0; i < n; i++) {
        Position child = after(p, moves[i]);
        int score = -quiesce(e, &child, -beta, best > alpha ? -best : -alpha, ply + 1);
        if (e->stopped)
            return 0;
        if (score > best)
            best = score;
        if (best >= beta)
            break;
    }
    return best;
}

static bool game_resolve(engine *e, const Position *p, int depth, int ply, int alpha, int beta, int *score)
{
    if (depth <= 0) {
        e->nodes--; /* quiesce counts it again */
        *score = quiesce(e, p, alpha, beta, ply);
        return true;
    }
    if (ply && is_known(e, p, ply, score)) /* the root needs a move, not a value */
        return true;
    landings l = landings_of(p);
    if (is_stuck(&l))
        *score = ply - WIN;
    else if (p->left <= 0)
        *score = 0;
    else
        return false;
    return true;
}

#include "common/search.h"

/* The last ply is counted, not played, and the one before it is not turned round. */
static uint64_t perft(const Position *p, int depth)
{
    landings l = landings_of(p);
    if (depth == 1)
        return (uint64_t)count_landings(&l);
    Move moves[GAME_MOVES];
    int n = list_moves(&l, moves);
    uint64_t total = 0;
    for (int i = 0; i < n; i++) {
        if (depth == 2) {
            Position child = played(p, moves[i]);
            landings replies = landings_seen(&child, true);
            total += (uint64_t)count_landings(&replies);
        } else {
            Position child = after(p, moves[i]);
            total += perft(&child, depth - 1);
        }
    }
    return total;
}

/* How good a drawn move is: the share of the opponent's answers that lose, in thousandths. */
static int temptation(dama_tables *t, const Position *p)
{
    Move moves[GAME_MOVES];
    int n = game_moves(p, moves), losing = 0;
    for (int i = 0; i < n; i++) {
        Position child = after(p, moves[i]);
        int value = child.own ? tables_probe(t, &child) : value_of(0);
        losing += value != VALUE_DRAW && !is_lost(value);
    }
    return n ? 1000 * losing / n : 0;
}

/* Choose by the tablebase alone: the quickest win, the slowest loss, a draw in which most answers lose. Not if there is
 * a win that does not say when, or nothing better than such a loss. */
static bool choose_by_tables(engine *e, const Position *p, const Move *moves, int n, engine_report *report)
{
    dama_tables *t = e->tables;
    int best = -GAME_INF, chosen = VALUE_UNKNOWN;
    if (!e->converting)
        return false;
    for (int i = 0; i < n; i++) {
        Position child = after(p, moves[i]);
        int value = child.own ? tables_probe(t, &child) : value_of(0), worth;
        if (value == VALUE_UNKNOWN || value == VALUE_LOST)
            return false;
        if (value == VALUE_DRAW)
            worth = temptation(t, &child);
        else
            worth = is_lost(value) ? WIN - plies_of(value) : plies_of(value) - WIN;
        if (worth > best) {
            best = worth;
            chosen = value;
            int plies = plies_of(value) + 1;
            *report = (engine_report){.move = moves[i],
                                      .exact = 1,
                                      .depth = value == VALUE_DRAW ? 0 : plies,
                                      .pv_length = 1,
                                      .pv = {moves[i]}};
            if (value != VALUE_DRAW && plies <= p->left)
                report->score = is_lost(value) ? WIN - plies : plies - WIN;
        }
    }
    return chosen != VALUE_WON;
}

static void search_all(engine *e, const Position *p, int depth, engine_report *report)
{
    Move moves[GAME_MOVES];
    int n = game_moves(p, moves);
    if (choose_by_tables(e, p, moves, n, report))
        return;
    *report = (engine_report){.move = -1};
    search_best(e, p, 1, n == 1 && e->limits.time_s > 0 ? 1 : depth, report); /* nothing to choose: spare the time */
    if (report->move < 0)
        report->move = moves[0];
    if (report->depth > p->left)
        report->depth = p->left;
    report->exact = search_proves(report->score);
}

/* What is compiled for each set of instructions. */
typedef struct {
    uint64_t (*perft)(const Position *p, int depth);
    void (*search)(engine *e, const Position *p, int depth, engine_report *report);
    double (*learn)(const learned *w, const dama_record *records, int64_t n, float share, learned *gradient);
} dama_code;

#endif
