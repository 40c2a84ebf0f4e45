/* The evaluation of Ataxx made by hand, in hundredths of a stone from the side to move: stones; stones that cannot be
 * taken back, as no empty square is beside them; squares to extend to; the tempo, which is worth more the more there is
 * to take. */
#ifndef ARBITRO_ATAXX_EVAL_H
#define ARBITRO_ATAXX_EVAL_H

#include "ataxx/rules.h"

enum { SAFE = 70, EXTEND = 6, TEMPO = 90 };

static inline int estimate_by_hand(Position p)
{
    uint64_t exposed = around(p.empty);
    return STONE * margin(p) + SAFE * (count(p.own & ~exposed) - count(p.opp & ~exposed))
        + EXTEND * (count(around(p.own) & p.empty) - count(around(p.opp) & p.empty)) + TEMPO;
}

#endif
