/* Othello's solver, with what its numbers and its work are to whoever loads the library. */
#include <stdint.h>

extern const int32_t *tuned;
extern uint64_t proof_visits; /* of positions above PROOF_LEAF */

const int32_t *tuned;
uint64_t proof_visits;
