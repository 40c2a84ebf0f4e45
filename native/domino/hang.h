/* Two-dimensional boards, constructed: a row of plain tiles with others hanging from it.
 *
 * A vertical tile takes no end away: its upper half goes on with the digit of the row. So the tiles that an Euler
 * trail must leave out for the sake of parity hang from the row, one at each place where two tiles of the trail
 * meet; with a horizontal tile between them their lower halves never touch. Nearly always a whole component of the
 * hand is played so, which is the upper bound. What a first draft cannot place is added wherever it fits. */
#ifndef ARBITRO_DOMINO_HANG_H
#define ARBITRO_DOMINO_HANG_H

#include "domino/plain.h"
#include "domino/plane.h"
#include "domino/row.h"

/* A search for boards: the hand, the best board so far, and scratch. */
typedef struct {
    plane board;
    domino_hand hand, left; /* all tiles; those not yet on the board */
    bool early_stop;
    const domino_move *begun; /* moves with which every board begins, and how many these are */
    int64_t begun_length;
    domino_move *line; /* moves on the board */
    int64_t length;
    domino_move *best; /* caller's memory */
    domino_result *result;
    tile_places places; /* of finish_line */
} plane_search;

/* Play a move of the line; false if it is not legal or the tile is not there. */
bool play_move(plane_search *s, const domino_move *m, uint8_t *before);

/* Nothing lies on the board but what is begun; false if that is not legal. */
bool begin_line(plane_search *s);

/* Keep the line if its board is the best. */
void keep_line(plane_search *s);

/* Add what still fits, the special tiles first and then those with most points, until nothing does; keep the board if
 * it is the best. Of each tile the first place is taken, and the next copy's looked for from there on, so that a hand
 * of thousands takes no list of all moves, nor a look at all cells for each tile. */
void finish_line(plane_search *s);

/* Lay a row of the one-dimensional game on the board. */
void lay_row(plane_search *s, const uint8_t *moves, int64_t length);

/* Lay the trail with its leaves. `trail` is scratch for one digit more than there are tiles. */
void lay_hanging(plane_search *s, uint8_t *trail);

#endif
