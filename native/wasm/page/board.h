/* A board game inside a page: what board.c asks of the game. */
#ifndef ARBITRO_PAGE_BOARD_H
#define ARBITRO_PAGE_BOARD_H

#include "common/engine.h"
#include "page.h"

enum { BOARD_MOVES = 512 };

/* Own and the opponent's pieces as the side to move sees them; what else stands on the board (blocks, kings); who is to
 * move, 0 or 1; and what a game counts, such as jumps in a row and moves. */
typedef struct {
    uint64_t own, opp, other;
    int32_t mover, clock, number;
} board;

bool board_read(board *b, const char *text); /* false if it is no position, and then *b is anything */
char *board_write(const board *b, char *to);
int32_t board_moves(const board *b, int32_t *moves); /* their number */
board board_after(const board *b, int32_t move);
int32_t board_read_move(const board *b, const char *text); /* -1 if it is no move */
char *board_write_move(const board *b, int32_t move, char *to);
int32_t board_gain(const board *b, int32_t move);
int32_t board_value(engine *e, const board *b);
void board_search(engine *e, const board *b, const engine_limits *limits, bool plain, engine_report *report);
bool board_prove(engine *e, const board *b, const engine_limits *limits, int32_t least, engine_report *report);
const void *board_weights(const uint8_t *bytes, uint32_t size); /* for engine_use_weights; NULL if they are none */

#endif
