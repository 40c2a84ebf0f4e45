/* The evaluation of simplified draughts: a sum of learned weights, in hundredths of log odds: at +100 the side to move
 * scores 1 / (1 + e^-1), 73 %. bots/dama/train.py learns them from self-play. There is a set of weights for each stage
 * of the game. A feature counts +1 for each own piece it holds for and -1 for each of the opponent's, seen from its
 * side.
 *
 * All of it is inline, so that features are weighed, or counted, by the same code without a test for each. */
#ifndef ARBITRO_DAMA_EVAL_H
#define ARBITRO_DAMA_EVAL_H

#include "dama/rules.h"

enum {
    TO_MOVE,                   /* always 1 */
    MAN,                       /* men by square; squares are numbered 0 to 31, their bits halved */
    KING = MAN + 32,           /* kings by square */
    BACK_RANK = KING + 32,     /* which of the four squares of its row 0 a side holds with men: 16 cases */
    MOBILITY = BACK_RANK + 16, /* legal moves, as if the side were to move */
    FROZEN,                    /* men that can neither step nor capture */
    GUARDED,                   /* men that no enemy in front can jump: both squares behind are taken or outside */
    PREY,                      /* own men that the opponent threatens */
    TARGETS,                   /* its men that we can capture now, -1 each */
    ONLY_KINGS,                /* having kings where the other side has none */
    KINGS_AND_MEN,             /* own kings times enemy men, which cannot capture them */
    LONE_KING,                 /* having exactly one king against several */
    HUNTERS,                   /* kings of the side with more pieces that are within two steps of an enemy */
    ADVANTAGE,                 /* 64 times the share of pieces by which a side leads, kings counting 3, men 2: trades */
    FEATURES,
    STAGES = DAMA_STAGES,
};

_Static_assert((int)FEATURES == (int)DAMA_FEATURES, "DAMA_FEATURES");
_Static_assert((int)MAN == (int)DAMA_MAN && (int)KING == (int)DAMA_KING, "DAMA_MAN, DAMA_KING");
_Static_assert((int)HUNTERS == (int)DAMA_HUNTERS && (int)ADVANTAGE == (int)DAMA_ADVANTAGE,
               "DAMA_HUNTERS, DAMA_ADVANTAGE");

/* Stages count from the end of the game backwards, in the order in which they are learned. */
static inline int stage_of(const Position *p)
{
    int pieces = count(p->own | p->opp);
    return pieces <= 6 ? 0 : pieces <= 8 ? 1 : pieces <= 12 ? 2 : pieces <= 17 ? 3 : 4;
}

/* The squares that touch a set of dark ones, which may hang over the edge where they do no harm. */
static inline uint64_t around(uint64_t set)
{
    return (set << 7 | set << 9 | set >> 7 | set >> 9) & DARK;
}

/* Add what one side's features are worth, `sign` being +1 for the side to move, whose pieces p->own are here; with
 * `counts`, count them instead of looking at weights. */
#define FEATURE(i, n) \
    do { \
        if (counts) \
            counts[i] = (int16_t)(counts[i] + sign * (n)); \
        else \
            sum += sign * weights[i] * (n); \
    } while (0)

static inline int side_features(const Position *p, int sign, const int16_t *weights, int16_t *counts)
{
    static const uint64_t LEFT = 0x0101010101010101ULL, RIGHT = 0x8080808080808080ULL;
    int sum = 0;
    uint64_t men = p->own & ~p->kings, kings = p->own & p->kings, empty = empties_of(p);
    uint64_t enemies = p->opp, enemy_kings = p->opp & p->kings;
    for (uint64_t todo = men; todo; todo &= todo - 1)
        FEATURE(MAN + lowest(todo) / 2, 1);
    for (uint64_t todo = kings; todo; todo &= todo - 1)
        FEATURE(KING + lowest(todo) / 2, 1);
    uint64_t back = men >> 1; /* bits 0, 2, 4 and 6 now */
    FEATURE(BACK_RANK + (int)((back & 1) | (back >> 1 & 2) | (back >> 2 & 4) | (back >> 3 & 8)), 1);

    landings l = landings_of(p);
    FEATURE(MOBILITY, count_landings(&l));
    uint64_t prey = p->opp & ~p->kings;
    uint64_t free = empty >> 7 | empty >> 9 | (prey >> 7 & empty >> 14) | (prey >> 9 & empty >> 18);
    FEATURE(FROZEN, count(men & ~free));
    uint64_t covered = p->own | p->opp;
    uint64_t safe_left = covered << 9 | LEFT | 0xFF, safe_right = covered << 7 | RIGHT | 0xFF;
    FEATURE(GUARDED, count(men & safe_left & safe_right));

    /* A man is threatened by any piece in front of it, and by kings behind it, with an empty square beyond. */
    uint64_t threatened = (enemies >> 9 & empty << 9) | (enemies >> 7 & empty << 7) | (enemy_kings << 9 & empty >> 9)
        | (enemy_kings << 7 & empty >> 7);
    FEATURE(sign > 0 ? PREY : TARGETS, count(men & threatened));

    if (kings && !enemy_kings)
        FEATURE(ONLY_KINGS, 1);
    if (kings) {
        FEATURE(KINGS_AND_MEN, count(kings) * count(prey));
        if (!(kings & (kings - 1)) && enemy_kings & (enemy_kings - 1))
            FEATURE(LONE_KING, 1);
    }
    if (kings && count(p->own) > count(p->opp))
        FEATURE(HUNTERS, count(kings & around(around(p->opp))));
    return sum;
}

static inline int features(const Position *p, const int16_t *weights, int16_t *counts)
{
    enum { sign = 1 };
    int sum = 0;
    Position other = {turned(p->opp), turned(p->own), turned(p->kings), p->left};
    FEATURE(TO_MOVE, 1);
    int own = 2 * count(p->own) + count(p->own & p->kings), opp = 2 * count(p->opp) + count(p->opp & p->kings);
    FEATURE(ADVANTAGE, 64 * (own - opp) / (own + opp));
    return sum + side_features(p, 1, weights, counts) + side_features(&other, -1, weights, counts);
}

/* Estimated score from the side to move, in hundredths of log odds. */
static inline int estimate(const int16_t *stages, const Position *p)
{
    return features(p, stages + stage_of(p) * FEATURES, NULL);
}

#endif
