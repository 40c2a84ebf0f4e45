/* A proof that no row scores more than one that is known, phase by phase, by what prices leave out.
 *
 * Under prices (domino/bound.h) a copy that no phase lays is refunded, so that leaving out one of five is free where
 * all phases of a class would lay two or four, and cases (domino/cases.h) that count the copies of a class see nothing
 * of it as soon as two phases share the class. Here a state is the ends of the row after a phase and of each type how
 * many copies all phases so far need: one if a phase lays an odd number, else two; of types with more than three
 * copies, an odd or an even number. In the end, of a type of which an odd number is left a copy is lost, and all that
 * no phase laid, with their price. States that cannot exceed the score are dropped, and where none is left it is
 * proved. What a phase lays is told apart type by type, in all ways that lose few enough points, and connected as far
 * as is known.
 *
 * A state's bound is the smaller of `future`, by its ends, and what all later phases gain if each type is used as is
 * best for itself, less what each type loses that has to be used once more (or that is lost with it). */
#ifndef ARBITRO_DOMINO_PHASES_H
#define ARBITRO_DOMINO_PHASES_H

#include "domino/bound.h"

enum {
    LAYER_STATES = 1 << 18,
    LAYER_SLOTS = 1 << 19,
    STEPS = 1 << 20, /* with both layers 36 MiB, which a search has anyway */
    PATTERNS = 1 << 13,
    PENDANTS = 4,
    SURVIVORS = 64,
    NO_STEP = 0
};

/* What all phases so far need, two bits a type, and the ends; the gain so far. */
typedef struct {
    uint64_t key;
    int64_t gain;
    uint32_t step; /* that led to it */
} phase_state;

/* A phase on the way to a state: copies that it needs and how many wild tiles, its ends; where it came from. */
typedef struct {
    uint64_t needs;
    uint32_t turned; /* types of which a mirror leads back */
    uint32_t before;
    uint8_t joins, left, right;
} phase_step;

/* One way for a phase to use the types. */
typedef struct {
    uint64_t needs;  /* copies, two bits a type */
    uint32_t turned; /* types of which a mirror leads back */
    int64_t gain;
    uint8_t odd, touched, doubles; /* sets of digits */
    uint16_t hosts;                /* by digit, two bits each: copies that have it, if more than one so many as two */
    uint8_t kinds;
    uint8_t parts[PARTS];       /* what its tiles connect */
    uint8_t pendants[PENDANTS]; /* digits of a copy whose mirror leads back, which connects nothing */
} phase_pattern;

/* How a phase uses one type. */
typedef struct {
    int64_t gain;
    int64_t second; /* what it loses if there is to be a second copy: with one more, or two where it stays odd */
    uint8_t needs;
    bool odd, connects, turned, is_one;
} phase_use;

enum { PHASE_USES = 5 };

typedef struct {
    phase_state *layers[2];
    uint32_t *slots;
    phase_step *steps;
    phase_pattern patterns[PATTERNS];
    uint32_t counts[2], most, enough, slot_mask, pattern_count, step_count;
    uint32_t survivors[SURVIVORS], survivor_count; /* some of so many */
    uint64_t random;
    uint64_t played;
    int64_t target, constant;
    phase_use uses[CLASSES][TYPES][PHASE_USES + 1];
    int use_counts[CLASSES][TYPES];
    int64_t best[CLASSES][TYPES];
    int64_t odd_loss[CLASSES][TYPES], any_loss[CLASSES][TYPES]; /* in phases from here on; by class of the first */
    int64_t costs[TYPES][4], no_wild_cost;                      /* by needs, from the next phase on */
    int64_t apart[MOST_PHASES];                                 /* most of this phase and all later ones */
} phase_proof;

/* The room that a proof needs besides: for states and steps, and LAYER_SLOTS. */
#define PHASES_ROOM (2 * LAYER_STATES * sizeof(phase_state) + STEPS * sizeof(phase_step))

void give_room(phase_proof *p, void *room, uint32_t *slots);

/* Whether no row of the hand, or of a case (domino/cases.h), scores more than `score`, with at most so many states in a
 * layer and until the deadline; the bound must be built, with wild ends only where zeros stay. False if that is not
 * known: as soon as there are `enough` survivors, of which SURVIVORS are kept, chosen by chance as are ways to states
 * that are equally good; `random` says which. */
bool phases_prove(phase_proof *p, const row_bound *b, int64_t score, uint32_t most, uint32_t enough, double deadline_s);

#endif
