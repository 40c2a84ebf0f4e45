/* Two-dimensional boards, searched: exhaustively for small hands, at random beyond.
 *
 * Upper bound: all tiles of a component of the hand, each at its best rotation (special tiles: 12 points for
 * [11|11] and mirrors, what it may become for [0|0]). The exhaustive search plays every move in every order,
 * remembers the boards that it has seen, and leaves a board whose points and tiles in reach cannot beat the best. */
#ifndef ARBITRO_DOMINO_BOARD_H
#define ARBITRO_DOMINO_BOARD_H

#include "domino/hang.h"

enum {
    MOST_EXHAUSTIVE = 8, /* tiles, of a plain hand */
    MOST_EXHAUSTIVE_SPECIAL = 5,
    MOST_RANDOM = 300,
    MOVES_AT_ONCE = 4096,
    SEEN_SLOTS = 1 << 22
};

typedef struct {
    plane_search *search;
    uint64_t *seen; /* hashes of boards, 0 for none */
    uint32_t seen_count;
    domino_move *moves; /* MOVES_AT_ONCE for each ply */
    double deadline_s;
    bool gave_up; /* time or memory ran out */
    int64_t bound;
} board_search;

/* No board with this hand scores more. */
int64_t plane_bound(const domino_hand *hand);

/* Play every move in every order from here, `ply` moves into the line. */
void search_boards(board_search *b, int ply);

/* Boards at random until the time is up: a random tile that fits, at a random place. */
void random_boards(board_search *b);

#endif
