/* Black and white as students of a course might write them, by pipe: alpha-beta to a fixed depth on something that is
 * easily counted, or playouts by chance. Of equal moves it takes one by chance. Nothing of the product is used.
 *
 *     pool_othello KIND DEPTH SEED
 *     pool_othello KIND DEPTH answers
 *
 * The first plays by the protocol of the course; SEED and the number of the game are the chance. The second reads
 * positions, two hexadecimal numbers each (discs of the side to move and of the other one, bit 8 * row + column), and
 * answers each with a line of squares and weights: what it would play, and how often.
 *
 * Kinds: random; discs; naive (discs, not knowing that the end of the game is worth more); mobility (own moves less the
 * opponent's); replies (fewest moves of the opponent); weights (of squares); mix (of all these); corners (corners and
 * edges before discs); frontier (few own discs beside empty squares); stages (mobility, and discs towards the end);
 * playouts (DEPTH of them for each move). */
#include "plain_othello.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIN = 100000, SURE = 1000000, SAMPLES = 24 };
static const char *KINDS[] = {"random", "discs",   "naive",    "mobility", "replies", "weights",
                              "mix",    "corners", "frontier", "stages",   "playouts"};
enum { RANDOM, DISCS, NAIVE, MOBILITY, REPLIES, WEIGHTS, MIX, CORNERS, FRONTIER, STAGES, PLAYOUTS, N_KINDS };
static const uint64_t CORNER = 0x8100000000000081u, EDGE = 0xff818181818181ffu;
static const int WEIGHT[64] = {100, -20, 10, 5,  5,  10, -20, 100, -20, -50, -2, -2, -2, -2, -50, -20,
                               10,  -2,  -1, -1, -1, -1, -2,  10,  5,   -2,  -1, -1, -1, -1, -2,  5,
                               5,   -2,  -1, -1, -1, -1, -2,  5,   10,  -2,  -1, -1, -1, -1, -2,  10,
                               -20, -50, -2, -2, -2, -2, -50, -20, 100, -20, 10, 5,  5,  10, -20, 100};

static int kind, depth_or_playouts;
static uint64_t dice = 1;

static uint64_t roll(void)
{
    dice += 0x9e3779b97f4a7c15u;
    uint64_t z = dice;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int count(uint64_t bits)
{
    return __builtin_popcountll(bits);
}

static board play(board b, uint64_t disc)
{
    uint64_t discs = turned(b, disc);
    return (board){b.opp & ~discs, b.own | discs | disc};
}

static int weigh(uint64_t bits)
{
    int sum = 0;
    for (; bits; bits &= bits - 1)
        sum += WEIGHT[__builtin_ctzll(bits)];
    return sum;
}

static int frontier(uint64_t bits, uint64_t empty)
{
    return count(bits & (step(empty, 0) | step(empty, 1) | step(empty, 2) | step(empty, 3)));
}

/* Worth of a board for the side to move, which has a move; after an odd number of plies that is the opponent. */
static int worth(board b)
{
    int discs = count(b.own) - count(b.opp);
    int mobility = kind == DISCS || kind == NAIVE ? 0 : count(legal(b)) - count(legal((board){b.opp, b.own}));
    switch (kind) {
    case DISCS:
    case NAIVE: return discs;
    case MOBILITY: return mobility;
    case REPLIES: return depth_or_playouts % 2 ? count(legal(b)) : -count(legal((board){b.opp, b.own}));
    case WEIGHTS: return weigh(b.own) - weigh(b.opp);
    case MIX: return weigh(b.own) - weigh(b.opp) + 8 * mobility + discs;
    case CORNERS:
        return 100 * (count(b.own & CORNER) - count(b.opp & CORNER)) + 10 * (count(b.own & EDGE) - count(b.opp & EDGE))
            + discs;
    case FRONTIER: return frontier(b.opp, ~(b.own | b.opp)) - frontier(b.own, ~(b.own | b.opp));
    default: return count(b.own | b.opp) < 44 ? 10 * mobility : discs;
    }
}

static int search(board b, int depth, int alpha, int beta)
{
    uint64_t moves = legal(b);
    int discs = count(b.own) - count(b.opp);
    if (!moves)
        return kind == NAIVE ? discs : discs > 0 ? WIN + discs : discs < 0 ? discs - WIN : 0;
    if (depth == 0)
        return worth(b);
    for (; moves && alpha < beta; moves &= moves - 1) {
        int value = -search(play(b, moves & -moves), depth - 1, -beta, -alpha);
        if (value > alpha)
            alpha = value;
    }
    return alpha;
}

static int playouts(board b)
{
    int won = 0;
    for (int n = 0; n < depth_or_playouts; n++) {
        board now = b;
        int ours = 0;
        for (uint64_t moves; (moves = legal(now)); ours = !ours) {
            for (int skip = (int)(roll() % (unsigned)count(moves)); skip; skip--)
                moves &= moves - 1;
            now = play(now, moves & -moves);
        }
        int margin = (count(now.own) - count(now.opp)) * (ours ? 1 : -1);
        won += (margin > 0) - (margin < 0);
    }
    return won;
}

/* All moves that are equally good. */
static uint64_t best_moves(board b)
{
    uint64_t best = 0, moves = legal(b);
    if (kind == RANDOM)
        return moves;
    int most = -SURE;
    for (; moves; moves &= moves - 1) {
        board next = play(b, moves & -moves);
        int value = kind == PLAYOUTS ? playouts(next) : -search(next, depth_or_playouts - 1, -SURE, 1 - most);
        if (value > most) {
            most = value;
            best = 0;
        }
        if (value == most)
            best |= moves & -moves;
    }
    return best;
}

static int choose(board b)
{
    uint64_t best = best_moves(b);
    for (int skip = (int)(roll() % (unsigned)count(best)); skip; skip--)
        best &= best - 1;
    return __builtin_ctzll(best);
}

static int answer(void)
{
    board b;
    while (scanf("%" SCNx64 " %" SCNx64, &b.own, &b.opp) == 2) {
        int often[64] = {0};
        dice = b.own * 3 + b.opp; /* the same answer to the same question */
        if (kind == PLAYOUTS) {
            for (int n = 0; n < SAMPLES; n++)
                often[choose(b)]++;
        } else {
            for (uint64_t best = best_moves(b); best; best &= best - 1)
                often[__builtin_ctzll(best)] = 1;
        }
        for (int square = 0; square < 64; square++)
            if (often[square])
                printf("%d %d ", square, often[square]);
        printf("\n");
    }
    return 0;
}

int main(int argc, char **argv)
{
    setbuf(stdin, NULL);
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    if (argc != 4)
        return 2;
    while (kind < N_KINDS && strcmp(KINDS[kind], argv[1]) != 0)
        kind++;
    if (kind == N_KINDS)
        return 2;
    depth_or_playouts = atoi(argv[2]);
    if (strcmp(argv[3], "answers") == 0)
        return answer();
    uint64_t seed = strtoull(argv[3], NULL, 10);
    for (uint64_t game = 0;; game++) {
        int colour, row, column;
        if (scanf("%d", &colour) != 1)
            return -1;
        dice = seed * 1000003 + game * 7919;
        board b = {0x0000000810000000u, 0x0000001008000000u};
        for (int ours = colour == 1;; ours = 1) {
            if (ours) {
                int square = choose(b);
                printf("%d %d\n", square / 8, square % 8);
                b = play(b, (uint64_t)1 << square);
            }
            if (scanf("%d %d", &row, &column) != 2)
                return -1;
            if (row == -1)
                break;
            b = play(b, (uint64_t)1 << (8 * row + column));
        }
    }
}
