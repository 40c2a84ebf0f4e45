/* Two-dimensional boards, searched: exhaustively for small hands, at random beyond.
 *
 * The exhaustive search plays every move in every order, remembers the boards that it has seen, and leaves a board that
 * cannot beat the best (domino/ceiling.h). */
#ifndef ARBITRO_DOMINO_BOARD_H
#define ARBITRO_DOMINO_BOARD_H

#include "domino/hang.h"
#include "domino/loose.h"

enum {
    MOST_EXHAUSTIVE = 12, /* tiles */
    MOST_RANDOM = 300,
    MOVES_AT_ONCE = 4096,
    SEEN_SLOTS = 1 << LOOSE_SLOT_BITS
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

/* Play every move in every order from here, `ply` moves into the line. */
void search_boards(board_search *b, int ply);

/* Boards at random until the time is up: a random tile that fits, at a random place. */
void random_boards(board_search *b);

#endif
