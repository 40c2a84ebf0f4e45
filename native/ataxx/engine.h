/* The engine of Ataxx: what the shared search asks of a game, the search itself, and everything that runs long. It is
 * compiled for each set of instructions; ataxx/ataxx.c chooses once per call. */
#ifndef ARBITRO_ATAXX_ENGINE_H
#define ARBITRO_ATAXX_ENGINE_H

#include "ataxx/eval.h"
#include "ataxx/learn.h"
#include "ataxx/perft.h"

#include "ataxx/solve.h"

enum { GAME_MOVES = MOST_MOVES, GAME_WIN = SURE, GAME_PROBCUT_MOST = 20 * STONE }; /* beyond, wins would be missed */

/* Tuned together by `python -m tests.tuning ataxx`, the second time by 25,000 nodes a move; what each time and each
 * part gained stands in tests/tuning/ataxx.toml. Reductions are in 1,024ths of a ply. */
enum { GAME_FUTILITY = 54, GAME_FUTILITY_DEPTH = 6, GAME_RISING = 29, GAME_PROBCUT = 112, GAME_PROBCUT_DEPTH = 6 };
enum { REDUCED = -2047, REDUCED_BY_DEPTH = 443, REDUCED_BY_HISTORY = 255, REDUCED_FALLING = 1280 };
enum { REDUCED_OPEN = -319, REDUCED_CUT = 1158 };
enum { LATE_DEPTH = 9, LATE_FIRST = 4, LATE_RISING = 20, LATE_FALLING = 12 };
enum { GAME_SINGULAR = 6, GAME_SINGULAR_MARGIN = 13 };
enum { GAME_ANSWERS = 2, GAME_BONUS = 5, GAME_WINDOW = 30, GAIN = 111 };

static int game_moves(const Position *p, Move *moves)
{
    return list_moves(*p, moves);
}

static Position game_after(const Position *p, Move move)
{
    return after(*p, move);
}

/* Few jumps in a row are alike, and few plies: searches seldom look so far that they would end the game. */
enum { FEW_JUMPS = 8, FEW_PLIES = PLIES + 60 };

static bool is_few(const Position *p)
{
    return p->jumps < (p->jumps < PLIES ? FEW_JUMPS : FEW_PLIES);
}

static uint64_t game_key(const Position *p)
{
    return mix(p->own ^ 0x9E3779B97F4A7C15ULL, p->opp ^ 0xD1B54A32D192ED03ULL)
        ^ mix(p->empty, 0x2545F4914F6CDD1DULL + (is_few(p) ? 0 : p->jumps));
}

/* What is decided before the most jumps that are few could end the game is so for all of them. */
static bool game_holds(const Position *p, int score)
{
    int plies = WIN - (score < 0 ? -score : score);
    return !is_few(p) || plies <= (p->jumps < PLIES ? JUMP_LIMIT - FEW_JUMPS : PLY_LIMIT - FEW_PLIES);
}

static int game_final(const Position *p)
{
    return outcome(*p, 0); /* never asked: game_resolve sees the end first */
}

static int game_estimate(engine *e, const Position *p, int ply)
{
    return e->weights ? estimate_once(e, p, ply, game_key(p)) : estimate_by_hand(*p);
}

static int game_order(const Position *p, Move move)
{
    return GAIN * gain(*p, move);
}

static int game_reduction(int depth, int i, bool rising, node_kind kind, int history)
{
    if (depth < 2 || i < 2)
        return 0;
    int plies = REDUCED + logarithm(i) + REDUCED_BY_DEPTH * logarithm(depth) / 1024;
    plies += (rising ? 0 : REDUCED_FALLING) + (kind == PV_NODE ? REDUCED_OPEN : kind == CUT_NODE ? REDUCED_CUT : 0);
    plies -= REDUCED_BY_HISTORY * history / 1024;
    return plies > 0 ? plies / 1024 : 0;
}

static int game_late(int depth, bool rising)
{
    return depth <= LATE_DEPTH ? LATE_FIRST + (rising ? LATE_RISING : LATE_FALLING) * depth * depth / 16 : GAME_MOVES;
}

static bool game_resolve(engine *e, const Position *p, int depth, int ply, int alpha, int beta, int *score)
{
    (void)e, (void)depth, (void)alpha, (void)beta;
    if (!is_over(*p))
        return false;
    *score = outcome(*p, ply);
    return true;
}

#include "common/search.h"

static void take_pv(const engine *e, engine_report *report)
{
    report->pv_length = e->pv_length[0] < 64 ? e->pv_length[0] : 64;
    for (int i = 0; i < report->pv_length; i++)
        report->pv[i] = e->pv[0][i];
    if (report->pv_length)
        report->move = report->pv[0];
}

/* Look for a win that is forced within `most_plies`, with a twentieth of what the search may use at most. Seven plies,
 * the most that are asked for, take 733,000 nodes in the worst of 100 hunts for two to four pieces. */
static bool find_win(engine *e, Position p, int most_plies, engine_report *report)
{
    enum { PART = 20 };
    engine_limits given = e->limits;
    engine_part(e, 1.0 / PART);
    bool found = false;
    for (int plies = 1; plies <= most_plies && !found && !e->stopped; plies++) {
        int score = solve_node(e, p, plies, SURE, GAME_INF, 0);
        found = !e->stopped && score > SURE;
        if (found) {
            report->score = score;
            report->depth = plies;
            report->exact = 1;
            take_pv(e, report);
            engine_publish(e, report);
        }
    }
    engine_whole(e, &given);
    return found;
}

static void search_all(engine *e, Position p, int depth, engine_report *report)
{
    enum { WIN_PLIES = 7 };
    /* Who helps the search whose table it is leaves these proofs to it. */
    if (!e->beside && find_win(e, p, depth < WIN_PLIES ? depth : WIN_PLIES, report))
        return;
    search_best(e, &p, 1, depth, report);
    if (!e->beside && report->depth < 1) { /* stopped before it had seen every move: one ply is searched all the same */
        engine_unlimited(e);
        search_best(e, &p, 1, 1, report);
    }
    report->exact = search_proves(report->score);
}

static void search_plain(engine *e, Position p, int depth, engine_report *report)
{
    for (int plies = 1; plies <= depth && !e->stopped; plies++) {
        int score = solve_node(e, p, plies, -GAME_INF, GAME_INF, 0);
        if (e->stopped)
            break;
        report->score = score;
        report->depth = plies;
        report->exact = search_proves(score);
        take_pv(e, report);
    }
}

/* What is compiled for each set of instructions. */
typedef struct {
    uint64_t (*perft)(Position p, int depth, bool pairs);
    void (*search)(engine *e, Position p, int depth, engine_report *report);
    void (*plain)(engine *e, Position p, int depth, engine_report *report);
    double (*learn)(const learned *w, const ataxx_record *records, int64_t n, float share, learned *gradient);
} ataxx_code;

#endif
