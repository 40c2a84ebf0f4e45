/* Alpha-beta without any guess: every move, every ply, stones at the leaves. It serves twice: as the player of a good
 * course program, and to find forced wins, for then the window lets through wins only and whole trees fall away in
 * which the game cannot end.
 *
 * All of it stands in a header, since it is compiled once for each set of instructions. */
#ifndef ARBITRO_ATAXX_SOLVE_H
#define ARBITRO_ATAXX_SOLVE_H

#include "ataxx/rules.h"

enum {
    MOST_MOVES = ATAXX_MOST_MOVES,
    WIN = ATAXX_WIN,
    SURE = ATAXX_SURE,
    GAME_INF = 32000,
    ALL_STONES = 4900,
    MOST_TURNED = 8,
    SOLVE_PLIES = 64
};

/* Write the legal moves, extends by destination; a lone pass if there is no other; none if the game is over. */
static inline int list_moves(Position p, Move *moves)
{
    int n = 0;
    if (is_over(p))
        return 0;
    for (uint64_t todo = extends_of(p); todo; todo &= todo - 1)
        moves[n++] = 65 * lowest(todo);
    for (uint64_t pieces = p.own; pieces; pieces &= pieces - 1)
        for (uint64_t todo = RING[lowest(pieces)] & p.empty; todo; todo &= todo - 1)
            moves[n++] = 64 * lowest(pieces) + lowest(todo);
    if (!n)
        moves[n++] = PASS;
    return n;
}

/* Score of a finished game: a win is worth more the sooner it comes. */
static inline int outcome(Position p, int ply)
{
    int stones = is_drawn(p) ? 0 : margin(p);
    return stones > 0 ? WIN - ply : stones < 0 ? ply - WIN : 0;
}

/* What a move gains at once, in stones. */
static inline int gain(Position p, Move move)
{
    return move == PASS ? 0 : 2 * count(NEAR[target_of(move)] & p.opp) + (source_of(move) == target_of(move));
}

/* Write the legal moves, those that gain most first (sorted by counting). */
static inline int order_moves(Position p, Move *moves)
{
    enum { GAINS = 2 * MOST_TURNED + 2 };
    Move listed[MOST_MOVES];
    int n = list_moves(p, listed), place[GAINS + 1] = {0};
    uint8_t gains[MOST_MOVES];
    for (int i = 0; i < n; i++) {
        gains[i] = (uint8_t)gain(p, listed[i]);
        place[GAINS - 1 - gains[i] + 1]++;
    }
    for (int i = 1; i < GAINS; i++)
        place[i] += place[i - 1];
    for (int i = 0; i < n; i++)
        moves[place[GAINS - 1 - gains[i]]++] = listed[i];
    return n;
}

/* Whether one move could take all of `pieces`: they lie within three rows and three columns. */
static inline bool in_one_place(uint64_t pieces)
{
    uint64_t columns = pieces | pieces >> 32;
    columns |= columns >> 16;
    columns = (columns | columns >> 8) & 0x7F;
    return columns < (columns & -columns) << 3 && !(pieces & ~(0xFFFFFFULL << (lowest(pieces) & 56)));
}

/* Whether `loser` could lose within `plies`, of which `turns` are the other's. Squares in reach must all be filled
 * before nobody can move: a jump leaves a square in reach of where it goes. */
static inline bool end_within(Position p, uint64_t loser, int plies, int turns)
{
    return (p.jumps < PLIES && p.jumps + (uint64_t)plies >= JUMP_LIMIT)
        || (plies == 1 && turns ? in_one_place(loser) : count(loser) <= MOST_TURNED * turns)
        || count(reach(p.own | p.opp) & p.empty) <= plies;
}

/* Whether the side to move has a move after which it cannot lose within `plies` more. */
static inline bool escapes(Position p, const Move *moves, int n, int plies)
{
    for (int i = 0; i < n; i++) {
        Position child = after(p, moves[i]);
        if (is_over(child) ? outcome(child, 0) <= 0 : !end_within(child, child.opp, plies, (plies + 1) / 2))
            return true;
    }
    return false;
}

/* The factor takes jumps, and plies, of whichever rule, beyond the squares: no two with any depths do away with it. */
static inline uint64_t solve_key(Position p, int depth)
{
    return mix(mix(p.own ^ 0x8CB92BA72F3D8DD7ULL, p.opp ^ 0xA24BAED4963EE407ULL),
               p.empty ^ (p.jumps * 0xD1B54A32D192ED03ULL) ^ ((uint64_t)depth << 56));
}

/* Value within (alpha, beta) of a search `depth` plies deep, else a bound (fail-soft). */
static int solve_node(engine *e, Position p, int depth, int alpha, int beta, int ply)
{
    engine_visit(e);
    e->pv_length[ply] = 0;
    if (e->stopped)
        return 0;
    if (is_over(p))
        return outcome(p, ply);
    if (depth == 0)
        return STONE * margin(p);
    bool only_wins = alpha >= ALL_STONES, only_losses = beta <= -ALL_STONES;
    if (only_wins && !end_within(p, p.opp, depth, (depth + 1) / 2))
        return ALL_STONES;
    if (only_losses && !end_within(p, p.own, depth, depth / 2))
        return -ALL_STONES;
    /* The table serves proofs only: who asks for less than a win wants a value, not a bound. */
    uint64_t key = solve_key(p, depth);
    if (only_wins || only_losses) {
        table_entry entry;
        if (engine_probe(e, key, &entry)
            && ((entry.bound & BOUND_UPPER && entry.score <= alpha)
                || (entry.bound & BOUND_LOWER && entry.score >= beta)))
            return entry.score;
    }
    Move moves[MOST_MOVES];
    int n = order_moves(p, moves), best = -GAME_INF;
    if (only_losses && escapes(p, moves, n, depth - 1))
        return -ALL_STONES;
    for (int i = 0; i < n && best < beta; i++) {
        Position child = after(p, moves[i]);
        int lower = best > alpha ? best : alpha;
        int score = ALL_STONES;
        if (!only_wins || is_over(child) || end_within(child, child.own, depth - 1, (depth - 1) / 2))
            score = -solve_node(e, child, depth - 1, -beta, -lower, ply + 1);
        if (e->stopped)
            return 0;
        if (score > best) {
            best = score;
            if (score > alpha)
                engine_keep_pv(e, ply, moves[i]);
        }
    }
    if ((only_wins || only_losses) && best < SURE && best > -SURE)
        engine_store(e, key, best, best >= beta ? BOUND_LOWER : BOUND_UPPER, depth, 0);
    return best;
}

#endif
