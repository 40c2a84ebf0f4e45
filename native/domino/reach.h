/* To which ends a phase can bring the row: the theorem of docs/domino-certificates.md.
 *
 * Tiles lie in a circle with the row before and the row after, and with wild tiles, where two neighbours meet. So each
 * part that tiles connect needs a side of a wild tile for every digit at which an odd number of sides lies, and two at
 * least if there are several parts; and the two ends show different tiles, or what the ends before showed. */
#ifndef ARBITRO_DOMINO_REACH_H
#define ARBITRO_DOMINO_REACH_H

#include "domino/class.h"

enum { REACH_SLOTS = 1 << 12, NO_ENDS = ENDS /* before the first phase */, MANY = 2, MOST_PARTS = 9 };

/* What a phase lays, in sets of digits as they will be; all bytes count as a key. */
typedef struct {
    uint8_t parts[MOST_PARTS];    /* that tiles connect, then zeros */
    uint8_t odd, once, twice;     /* digits of an odd number of sides; of one tile at least; of two or more */
    uint32_t single;              /* types of which one copy is laid */
    uint8_t tiles, wilds, pad[6]; /* plain ones, MANY for more; wild ones */
} phase_tiles;

/* Answers, by what was asked. */
typedef struct {
    struct {
        phase_tiles tiles;
        uint32_t ends, reached;
    } slots[REACH_SLOTS];
} reach_cache;

/* Join an edge to parts. */
void connect(uint8_t parts[MOST_PARTS], int edge);

/* Lay so many copies that connect `edge` (a digit if it is a loop), and add `odd` to what is odd. */
void lay_tiles(phase_tiles *w, int copies, int edge, int odd);

/* The ends after the phase, as a set by `ends_of`, with 0 for the side of a wild tile; `ends` are those before. */
uint32_t reached_ends(reach_cache *cache, const phase_tiles *w, int ends);

/* The lower and the higher one of two ends. */
static inline void split_ends(int ends, int *low, int *high)
{
    *high = 0;
    while (ends_of(0, *high + 1) <= ends)
        ++*high;
    *low = ends - ends_of(0, *high);
}

#endif
