/* From numbers of kings, as files have them, to ranks on 32 squares, as sets of bits do. See dama/outcome.h. */
#include "dama/outcome.h"

#include <stdlib.h>

static uint32_t *sets_of(int size, uint64_t ways)
{
    uint32_t *sets = malloc(ways * sizeof *sets);
    uint64_t set = first_set(size);
    for (uint64_t i = 0; sets && i < ways; i++, set = next_set(set))
        sets[i] = (uint32_t)set;
    return sets;
}

bool outcome_places_of(material m, outcome_places *p)
{
    int free = SQUARES - m.men - m.opp_men;
    *p = (outcome_places){m, CHOOSE[m.kings][free], CHOOSE[m.opp_kings][free - m.kings], NULL, NULL, NULL};
    p->own_sets = sets_of(m.kings, p->own_ways);
    p->opp_sets = sets_of(m.opp_kings, p->opp_ways);
    p->opp_ranks = malloc(p->opp_ways * sizeof *p->opp_ranks);
    return p->own_sets && p->opp_sets && p->opp_ranks;
}

void outcome_places_free(outcome_places *p)
{
    free(p->own_sets);
    free(p->opp_sets);
    free(p->opp_ranks);
}

uint64_t outcome_place(outcome_places *p, const Position *men, uint64_t own)
{
    uint64_t taken = men->own | men->opp, kings = 0;
    for (uint64_t set = p->own_sets[own]; set; set &= set - 1)
        kings |= dark_square(lowest(set), taken);
    /* What a king on each square that is left adds to the rank, by how many of the opponent's are below it: turned
     * round, those come after it. */
    int size = p->of.opp_kings, n = 0;
    uint32_t adds[TABLE_PIECES][SQUARES];
    for (uint64_t free = DARK & ~(taken | kings); free; free &= free - 1, n++)
        for (int below = 0; below < size; below++)
            adds[below][n] = CHOOSE[size - below][SQUARES - 1 - lowest(free) / 2];
    for (uint64_t i = 0; i < p->opp_ways; i++) {
        uint32_t rank = 0;
        int below = 0;
        for (uint32_t set = p->opp_sets[i]; set; set &= set - 1)
            rank += adds[below++][__builtin_ctz(set)];
        p->opp_ranks[i] = rank;
    }
    return kings;
}
