/* Rows from what a proof (domino/phases.h) could not rule out.
 *
 * A state that is left in the end says of each phase how many copies of each type it lays, how many wild tiles, and its
 * ends. So it is a plan (domino/trail.h) but for what the wild tiles join: the parts that the others connect, in a
 * circle, each by two of its digits, the odd ones first. Mostly that can be played, and scores what no row was known
 * to: what stands against it are numbers of copies that only count as odd or even. */
#ifndef ARBITRO_DOMINO_UNFOLD_H
#define ARBITRO_DOMINO_UNFOLD_H

#include "domino/phases.h"
#include "domino/trail.h"

/* Play what survived; better rows replace the one in `moves`. Give how many were tried. */
uint64_t unfold_rows(const phase_proof *p, row_builder *builder, const domino_hand *hand, bool zero_stays,
                     uint8_t *moves, domino_result *result);

#endif
