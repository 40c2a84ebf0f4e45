/* Rows from what a proof (domino/phases.h) could not rule out.
 *
 * A state that is left in the end says of each phase which types it lays an odd or an even number of times, how many
 * wild tiles it has, and its ends: a plan (domino/plan.h), of which only some can be played, but then they score what
 * no row was known to. */
#ifndef ARBITRO_DOMINO_UNFOLD_H
#define ARBITRO_DOMINO_UNFOLD_H

#include "domino/phases.h"
#include "domino/trail.h"

/* Play what survived; better rows replace the one in `moves`. */
void unfold_rows(const phase_proof *p, row_builder *builder, const domino_hand *hand, bool zero_stays, uint8_t *moves,
                 domino_result *result);

#endif
