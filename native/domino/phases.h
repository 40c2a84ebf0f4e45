/* A proof that no row scores more than one that is known, phase by phase, by what prices leave out: the one of
 * docs/domino-certificates.md, whose names are these.
 *
 * Under prices (domino/bound.h) a copy that no phase lays is refunded, so that leaving out one of five is free where
 * all phases of a class would lay two or four, and cases (domino/cases.h) that count the copies of a class see nothing
 * of it as soon as two phases share the class. Here a state is the ends of the row after a phase and of each type how
 * many copies all phases so far need (domino/ways.h). From each phase on a type gains at most what it would alone; what
 * a way to play a phase loses of that is taken from the state's slack, and where no state is left it is proved.
 *
 * The same is the best search for rows: if states are too many, those that may lose least are dropped, and what is left
 * in the end (domino/unfold.h) mostly is a row. Of nine hard hands of 2,000 that were open after a second without it
 * (6fee436), eight are proved in 0.01 to 0.8 s. */
#ifndef ARBITRO_DOMINO_PHASES_H
#define ARBITRO_DOMINO_PHASES_H

#include "domino/bound.h"
#include "domino/reach.h"
#include "domino/ways.h"

enum {
    LAYER_STATES = 1 << 18,
    LAYER_SLOTS = 1 << 19,
    STEPS = 1 << 20, /* with both layers 36 MiB, which a search has anyway */
    SURVIVORS = 64,
    PLAY_COST = 1, /* in the time of a position of the search */
    NO_STEP = 0
};

/* What all phases so far need, two bits a type, four for wild tiles, two for mirrors, and the ends; the gain so far. */
typedef struct {
    uint64_t key;
    int64_t gain;
    uint32_t step; /* that led to it */
    int32_t slack; /* what may still be lost */
} phase_state;

/* A phase on the way to a state: copies that it needs, its ends; where it came from. */
typedef struct {
    uint64_t needs;  /* two bits a type, then three for wild tiles */
    uint32_t turned; /* types of which the number of mirrors is odd */
    uint32_t higher; /* types that lead back to the higher one of their digits as they will be */
    uint32_t before;
    uint8_t ends;
} phase_step;

typedef struct {
    phase_state *layers[2];
    uint32_t *slots;
    phase_step *steps;
    uint32_t counts[2], most, enough, slot_mask, step_count, layer_steps;
    uint32_t survivors[SURVIVORS], survivor_count; /* some of so many */
    bool is_cut;                                   /* states were dropped that might exceed the score */
    bool for_certificate;                          /* to ask no more than its checker does */
    uint64_t random;
    uint64_t played, most_played; /* ways to play a phase; 0: any number */
    int64_t target, constant;
    way_tables tables;
    phase_ways ways[NEEDS]; /* of the phase that is being played, by kind and what is needed before it */
    reach_cache cache;
} phase_proof;

/* The room that a proof needs besides: for states and steps, and LAYER_SLOTS. */
#define PHASES_ROOM (2 * LAYER_STATES * sizeof(phase_state) + STEPS * sizeof(phase_step))

void give_room(phase_proof *p, void *room, uint32_t *slots);

/* Whether no row of the hand, or of a case (domino/cases.h), scores more than `score`, until the deadline; the bound
 * must be built, with wild ends only where zeros stay. False if that is not known: as soon as there are `enough`
 * survivors, of which SURVIVORS are kept, chosen by chance as are ways to states that are equally good; `random` says
 * which. A layer that has `most` states is narrowed, but for a proof that wants only one survivor. */
bool phases_prove(phase_proof *p, const row_bound *b, int64_t score, uint32_t most, uint32_t enough, double deadline_s);

#endif
