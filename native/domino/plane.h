/* Two-dimensional boards: cells, contacts, moves and how to take them back.
 *
 * A cell is an index into a grid of `rows` x `columns`; row 0 is on top, the left cell of the first tile lies in
 * the middle of it. What lies there stands at the place of that number or, where the grid would be too large (10,000
 * vertical tiles took 2.5 GB), in a hash table with room for all tiles. Digits are as they lie now. A horizontal tile
 * must touch something in its row; the upper half of a vertical one must have exactly one neighbour in its row; all
 * horizontal contacts must match. */
#ifndef ARBITRO_DOMINO_PLANE_H
#define ARBITRO_DOMINO_PLANE_H

#include "domino/tiles.h"

enum { LETTER_S = 'S', LETTER_H = 'H', LETTER_V = 'V', MARK_LEFT = '<', MARK_RIGHT = '>' };

typedef struct {
    int32_t rows, columns, origin;
    bool zero_stays;
    uint8_t *digits; /* at the place of each cell, or EMPTY */
    int32_t *other;  /* at the same place, the other cell of its tile */
    int32_t *keys;   /* of a table, whose place it is; null for a grid */
    uint32_t places; /* of a table, a power of two */
    int32_t *cells;  /* taken cells, two a tile in the order of play */
    int32_t count;   /* taken cells */
} plane;

enum { EMPTY = 255 };

/* Where a cell stands in a table, or would. */
size_t place_in_table(const plane *p, int32_t cell);

static inline size_t place_of(const plane *p, int32_t cell)
{
    return p->keys ? place_in_table(p, cell) : (size_t)cell;
}

static inline uint8_t digit_at(const plane *p, int32_t cell)
{
    return p->digits[place_of(p, cell)];
}

/* What the two digits of a move become; false if the rules forbid it. A special tile that takes after its
 * neighbour does so with the one that the move's mark names, of a vertical tile with that of its upper half. */
bool resolve_move(const plane *p, const domino_move *m, int halves[2]);

/* Play a legal move. `before`, if not null, receives the digits of all taken cells. */
void lay_tile(plane *p, const domino_move *m, const int halves[2], uint8_t *before);

/* Take the last tile back; `before` is what lay_tile gave. */
void take_back(plane *p, const uint8_t *before);

/* Points on the board. */
int64_t plane_score(const plane *p);

/* Take all tiles back, whatever has been raised. */
void clear_plane(plane *p);

/* The memory of plane_new. */
void plane_free(plane *p);

/* Room for a hand of so many tiles and what is begun with them, from the left end of row 0 to where it hangs lowest;
 * false if there is no memory. */
bool plane_new(plane *p, int64_t tiles, const domino_move *begun, int64_t length, bool zero_stays);

/* How many of each tile a hand holds, WILD, RAISE and MIRROR after the plain types. */
static inline int64_t *copies_of(domino_hand *hand, int tile)
{
    if (tile < TYPES)
        return &hand->plain[tile];
    return tile == WILD ? &hand->wild : tile == RAISE ? &hand->raises : &hand->mirror;
}

static inline int tile_of_numbers(int a, int b)
{
    return a == 0 ? WILD : a == 11 ? RAISE : a == 12 ? MIRROR : type_of(a, b);
}

/* Where the search for a place of each tile goes on, for both ways to turn it: beside the taken cells before that there
 * is none, and tiles that are laid later make none. Raised digits may, for plain tiles: the others touch any, or what
 * touched them. `looked`: cells looked at. */
typedef struct {
    int32_t next[MIRROR + 1][2];
    int64_t looked;
} tile_places;

/* All legal moves with one tile, at most `room`; give how many. Places are found beside the taken cells of the board,
 * from the first one on, or, if it is not null, from where `from` says. */
int list_tile(const plane *p, int tile, tile_places *from, domino_move *moves, int room);

/* The same, with all tiles of a hand. */
int list_moves(const plane *p, domino_hand *hand, domino_move *moves, int room);

#endif
