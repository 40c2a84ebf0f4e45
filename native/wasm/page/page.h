/* An engine inside a web page: what one WebAssembly module for each game offers to the worker that holds it
 * (arbiter/pages/templates/worker.js). All modules offer the same, so that no script knows a game.
 *
 * Texts go both ways through one buffer, with a zero behind them: positions and moves as the game's `analyse` reads and
 * writes them. So a page needs no notation of its own, and what an engine says in it can be compared line by line with
 * what the same engine says as a process. */
#ifndef ARBITRO_PAGE_H
#define ARBITRO_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PAGE_TEXT = 1 << 17 }; /* bytes of the buffer */

typedef struct page page;

page *page_new(uint32_t hash_mib);          /* NULL: not enough memory */
char *page_text(page *p);                   /* the buffer */
uint8_t *page_room(page *p, uint32_t size); /* where to put the engine's weights; NULL: not enough memory */
int32_t page_weigh(page *p);                /* use what was put there; 0 if these are no weights of this engine */
void page_clear(page *p);                   /* forget everything learned from earlier searches */
int32_t page_read(page *p);                 /* go to the position in the buffer; 0 if it holds none */
void page_write(page *p);                   /* the position, into the buffer */
int32_t page_moves(page *p);                /* the legal moves, a line each; gives their number, 0: it is over */
int32_t page_play(page *p);                 /* make the move in the buffer; 0 if it is not legal */
int32_t page_gain(page *p);                 /* what a greedy player sees in the move in the buffer, a legal one */
int32_t page_value(page *p);                /* the evaluation without search, as a search has values */

/* Search within limits (0: none; plain: by pieces alone, where the engine has such a search) and write, apart by tabs:
 * value, move, depth, exact (1 or 0), nodes, bound (nothing better is possible; empty if that is not known), principal
 * variation with a comma between moves. */
void page_search(page *p, double time_s, double nodes, int32_t depth, int32_t plain);

/* Prove within a time that the side to move gets `least` or more, in what values count, or that it does not, and write
 * it as above: the value is a bound on that side of `least`, exact says whether it is proved, the move is one that
 * keeps it. 0: the engine of this game proves no bounds. */
int32_t page_prove(page *p, double time_s, int32_t least);

/* Into a text; both give its new end, where they put a zero. */
char *put_text(char *to, const char *text);
char *put_number(char *to, int64_t number);

#endif
