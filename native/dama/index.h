/* Numbers of positions with few pieces: where a tablebase keeps what it knows of them.
 *
 * A slice holds all positions with the same material, own men and kings and the opponent's, seen from the side to move.
 * In it a position's number is made of four ranks among the combinations of squares:
 *
 *   own men        on rows 0 to 6, 28 squares
 *   opponent's men on the same squares seen from the other side; numbers in which men of both sides share a square
 *                  belong to no position and stay unused (at most a seventh)
 *   own kings      on the squares without men
 *   opponent's kings on what is left
 *
 * All of it is inline: the generator numbers a position for each of its steps. */
#ifndef ARBITRO_DAMA_INDEX_H
#define ARBITRO_DAMA_INDEX_H

#include "dama/rules.h"

enum { TABLE_PIECES = DAMA_TABLE_PIECES, SQUARES = 32, MEN_SQUARES = 28, SLICES = 1 << 12 };

typedef struct {
    int men, kings, opp_men, opp_kings;
} material;

/* CHOOSE[k][n]: ways to choose k of n. */
static const uint32_t CHOOSE[TABLE_PIECES + 1][SQUARES + 1] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
     17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32},
    {0,   0,   1,   3,   6,   10,  15,  21,  28,  36,  45,  55,  66,  78,  91,  105, 120,
     136, 153, 171, 190, 210, 231, 253, 276, 300, 325, 351, 378, 406, 435, 465, 496},
    {0,   0,   0,   1,    4,    10,   20,   35,   56,   84,   120,  165,  220,  286,  364,  455, 560,
     680, 816, 969, 1140, 1330, 1540, 1771, 2024, 2300, 2600, 2925, 3276, 3654, 4060, 4495, 4960},
    {0,    0,    0,    0,    1,    5,    15,   35,    70,    126,   210,   330,   495,   715,   1001,  1365, 1820,
     2380, 3060, 3876, 4845, 5985, 7315, 8855, 10626, 12650, 14950, 17550, 20475, 23751, 27405, 31465, 35960},
    {0,     0,     0,     0,     0,     1,     6,     21,     56,     126,    252,
     462,   792,   1287,  2002,  3003,  4368,  6188,  8568,   11628,  15504,  20349,
     26334, 33649, 42504, 53130, 65780, 80730, 98280, 118755, 142506, 169911, 201376},
    {0,     0,      0,      0,      0,      0,      1,      7,      28,     84,     210,
     462,   924,    1716,   3003,   5005,   8008,   12376,  18564,  27132,  38760,  54264,
     74613, 100947, 134596, 177100, 230230, 296010, 376740, 475020, 593775, 736281, 906192},
};

static inline int slice_id(material m)
{
    return m.men | m.kings << 3 | m.opp_men << 6 | m.opp_kings << 9;
}

static inline material other_side(material m)
{
    return (material){m.opp_men, m.opp_kings, m.men, m.kings};
}

static inline material material_of(const Position *p)
{
    return (material){count(p->own & ~p->kings), count(p->own & p->kings), count(p->opp & ~p->kings),
                      count(p->opp & p->kings)};
}

/* In how many ways the men of a slice can be numbered, and then its kings, whose numbers run fastest. */
static inline uint64_t men_numbers(material m)
{
    return (uint64_t)CHOOSE[m.men][MEN_SQUARES] * CHOOSE[m.opp_men][MEN_SQUARES];
}

static inline uint64_t king_numbers(material m)
{
    int free = SQUARES - m.men - m.opp_men;
    return (uint64_t)CHOOSE[m.kings][free] * CHOOSE[m.opp_kings][free - m.kings];
}

static inline uint64_t slice_size(material m)
{
    return men_numbers(m) * king_numbers(m);
}

/* Rank of a set among those of its size on the dark squares outside `taken`. */
static inline uint64_t rank_of(uint64_t set, uint64_t taken)
{
    uint64_t rank = 0;
    for (int k = 1; set; set &= set - 1, k++) {
        int square = lowest(set);
        rank += CHOOSE[k][square / 2 - count(taken & (bit(square) - 1))];
    }
    return rank;
}

static inline uint64_t rank_of_men(uint64_t men)
{
    uint64_t rank = 0;
    for (int k = 1; men; men &= men - 1, k++)
        rank += CHOOSE[k][lowest(men) / 2];
    return rank;
}

static inline uint64_t men_number(const Position *p, material m)
{
    uint64_t men = (p->own | p->opp) & ~p->kings;
    return rank_of_men(p->own & men) * CHOOSE[m.opp_men][MEN_SQUARES] + rank_of_men(turned(p->opp & men));
}

static inline uint64_t king_number(const Position *p, material m)
{
    int free = SQUARES - m.men - m.opp_men;
    uint64_t men = (p->own | p->opp) & ~p->kings, kings = p->own & p->kings;
    return rank_of(kings, men) * CHOOSE[m.opp_kings][free - m.kings] + rank_of(p->opp & p->kings, men | kings);
}

static inline uint64_t index_of(const Position *p, material m)
{
    return men_number(p, m) * king_numbers(m) + king_number(p, m);
}

/* The dark square that has `place` dark squares outside `taken` below it. */
static inline uint64_t dark_square(int place, uint64_t taken)
{
    uint64_t free = DARK & ~taken;
    while (place--)
        free &= free - 1;
    return free & -free;
}

static inline uint64_t unrank(uint64_t rank, int size, int places, uint64_t taken)
{
    uint64_t set = 0;
    for (int k = size, n = places; k; k--) {
        do
            n--;
        while (CHOOSE[k][n] > rank);
        rank -= CHOOSE[k][n];
        set |= dark_square(n, taken);
    }
    return set;
}

/* The men with this number, without kings; own and opp overlap if there are none. */
static inline Position men_of(uint64_t number, material m)
{
    uint64_t own = unrank(number / CHOOSE[m.opp_men][MEN_SQUARES], m.men, MEN_SQUARES, 0);
    uint64_t opp = unrank(number % CHOOSE[m.opp_men][MEN_SQUARES], m.opp_men, MEN_SQUARES, 0);
    return (Position){own, turned(opp), 0, NO_LIMIT};
}

static inline bool exists(const Position *p)
{
    return !(p->own & p->opp);
}

/* The position that has these men and the kings with this number. */
static inline Position with_kings(const Position *men, uint64_t number, material m)
{
    int free = SQUARES - m.men - m.opp_men;
    uint64_t taken = men->own | men->opp, opp_ways = CHOOSE[m.opp_kings][free - m.kings];
    uint64_t own = unrank(number / opp_ways, m.kings, free, taken);
    uint64_t opp = unrank(number % opp_ways, m.opp_kings, free - m.kings, taken | own);
    return (Position){men->own | own, men->opp | opp, own | opp, NO_LIMIT};
}

/* The position with this number; own and opp overlap if there is none. */
static inline Position position_of(uint64_t index, material m)
{
    Position men = men_of(index / king_numbers(m), m);
    return with_kings(&men, index % king_numbers(m), m);
}

#endif
