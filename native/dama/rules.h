/* The rules of simplified draughts on bitboards.
 *
 *   bit of a square = 8 * row + column          56  .  58  .  60  .  62  .      row 7: men become kings
 *                                                .  49  .  51  .  53  .  55
 *                                                          ...
 *                                                8  .  10  .  12  .  14  .      row 1
 *                                                .  1   .  3   .  5   .  7      row 0: own side of the side to move
 *
 * A position is seen from the side to move, which moves up. Only dark squares are played on, and that spares every look
 * at the board's edges: a step of 7 or 9 that leaves it at a side lands on a light square, which is never empty.
 *
 * All of it is inline: search and generator do little else than this. */
#ifndef ARBITRO_DAMA_RULES_H
#define ARBITRO_DAMA_RULES_H

#include "common/engine.h"

typedef struct {
    uint64_t own, opp, kings; /* pieces of both sides; those of them that are kings */
    int32_t left;             /* plies that the game lasts at most, NO_LIMIT if for ever */
} Position;

typedef int Move; /* 64 * origin + target */

enum { GAME_MOVES = DAMA_MOST_MOVES, NO_LIMIT = 1 << 20 };

static const uint64_t DARK = 0x55AA55AA55AA55AAULL, FIRST_ROW = 0xFF, LAST_ROW = 0xFF00000000000000ULL;

static inline uint64_t bit(int square)
{
    return 1ULL << square;
}

static inline int lowest(uint64_t bits)
{
    return __builtin_ctzll(bits);
}

static inline int count(uint64_t bits)
{
#ifdef __POPCNT__
    return __builtin_popcountll(bits);
#else
    bits -= bits >> 1 & 0x5555555555555555ULL;
    bits = (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL);
    return (int)(((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL >> 56);
#endif
}

/* The board turned by 180 degrees: its bits in reverse order. */
static inline uint64_t turned(uint64_t b)
{
    b = (b >> 1 & 0x5555555555555555ULL) | (b & 0x5555555555555555ULL) << 1;
    b = (b >> 2 & 0x3333333333333333ULL) | (b & 0x3333333333333333ULL) << 2;
    b = (b >> 4 & 0x0F0F0F0F0F0F0F0FULL) | (b & 0x0F0F0F0F0F0F0F0FULL) << 4;
    return __builtin_bswap64(b);
}

static inline uint64_t empties_of(const Position *p)
{
    return DARK & ~(p->own | p->opp);
}

/* Where pieces land, direction by direction: the bits of targets. Men capture men only. */
typedef struct {
    uint64_t step[4], jump[4];
} landings;

static const int SHIFT[4] = {7, 9, -7, -9}; /* up left, up right, down right, down left */

/* Of the side to move, whose men move up unless the board stands upside down. */
static inline landings landings_seen(const Position *p, bool upside_down)
{
    uint64_t empty = empties_of(p), kings = p->own & p->kings, men_prey = p->opp & ~p->kings, men = p->own & ~p->kings;
    uint64_t rising = upside_down ? kings : p->own, falling = upside_down ? p->own : kings;
    uint64_t men_up = upside_down ? 0 : men, men_down = upside_down ? men : 0;
    landings l;
    l.step[0] = rising << 7 & empty;
    l.step[1] = rising << 9 & empty;
    l.step[2] = falling >> 7 & empty;
    l.step[3] = falling >> 9 & empty;
    l.jump[0] = ((men_up << 7 & men_prey) | (kings << 7 & p->opp)) << 7 & empty;
    l.jump[1] = ((men_up << 9 & men_prey) | (kings << 9 & p->opp)) << 9 & empty;
    l.jump[2] = ((men_down >> 7 & men_prey) | (kings >> 7 & p->opp)) >> 7 & empty;
    l.jump[3] = ((men_down >> 9 & men_prey) | (kings >> 9 & p->opp)) >> 9 & empty;
    return l;
}

static inline landings landings_of(const Position *p)
{
    return landings_seen(p, false);
}

/* Two sets of dark squares counted at once: turned round by a row, dark squares become light ones. */
static inline uint64_t both(uint64_t a, uint64_t b)
{
    return a | b << 8 | b >> 56;
}

/* Number of landings, which needs no list of moves. */
static inline int count_landings(const landings *l)
{
    return count(both(l->step[0], l->step[1])) + count(both(l->step[2], l->step[3]))
        + count(both(l->jump[0], l->jump[1])) + count(both(l->jump[2], l->jump[3]));
}

static inline int list_targets(uint64_t targets, int way, Move *moves)
{
    int n = 0;
    for (; targets; targets &= targets - 1) {
        int target = lowest(targets);
        moves[n++] = 64 * (target - way) + target;
    }
    return n;
}

static inline int list_captures(const landings *l, Move *moves)
{
    int n = 0;
    for (int i = 0; i < 4; i++)
        n += list_targets(l->jump[i], 2 * SHIFT[i], moves + n);
    return n;
}

static inline int list_moves(const landings *l, Move *moves)
{
    int n = list_captures(l, moves);
    for (int i = 0; i < 4; i++)
        n += list_targets(l->step[i], SHIFT[i], moves + n);
    return n;
}

/* Steps change the parity of the square's number, captures do not. */
static inline bool is_capture(Move move)
{
    return ((move >> 6 ^ move) & 1) == 0;
}

/* The position after a move, seen from the opponent, but upside down. */
static inline Position played(const Position *p, Move move)
{
    uint64_t origin = bit(move >> 6), target = bit(move & 63);
    uint64_t taken = is_capture(move) ? bit(((move >> 6) + (move & 63)) / 2) : 0;
    uint64_t kings = p->kings & ~taken;
    if (kings & origin || target & LAST_ROW)
        kings = (kings & ~origin) | target;
    return (Position){p->opp & ~taken, (p->own ^ origin) | target, kings, p->left - 1};
}

static inline Position after(const Position *p, Move move)
{
    Position q = played(p, move);
    return (Position){turned(q.own), turned(q.opp), turned(q.kings), q.left};
}

#endif
