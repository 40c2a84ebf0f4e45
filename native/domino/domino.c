/* Domino Lineare: the optimiser. One file a noun:
 *   domino/tiles.h   types, digits, moves, final coordinates
 *   domino/read.h    hands from bytes
 *   domino/plain.h   hands without special tiles, exact and linear
 *   domino/class.h   what one phase of a row can gain
 *   domino/bound.h   upper bounds for rows with special tiles
 *   domino/cases.h   such bounds by cases, as proofs that can be written down
 *   domino/ways.h    the ways in which a phase may use a kind of tile
 *   domino/reach.h   to which ends a phase can bring the row
 *   domino/phases.h  proofs and plans phase by phase, by how many copies all phases need
 *   domino/unfold.h  rows from what such a proof could not rule out
 *   domino/search.h  the search for such rows
 *   domino/row.h     from a hand of any size to a small one, and from the found row to moves
 *   domino/trail.h   from a plan of what each phase lays to a row
 *   domino/anneal.h  such plans by simulated annealing
 *   domino/rounds.h  all these by turns
 *   domino/plane.h   two-dimensional boards: cells, contacts, moves
 *   domino/hang.h    such boards from a row and tiles that hang from it
 *   domino/board.h   such boards by search
 *   domino/boards.c  such boards in any way, within a time */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "domino/plain.h"
#include "domino/read.h"
#include "domino/rounds.h"

/* Without [0|0] and [11|11] a row stays in one component of the hand. Keep the plain tiles of the component with
 * exactly these digits; false if there is none. Other hands have only one component, with all digits. */
static bool take_component(domino_hand *hand, int digits)
{
    if (hand->wild || hand->raises)
        return digits == (1 << DIGITS) - 1;
    uint32_t present = 0;
    for (int t = 0; t < TYPES; t++) {
        int ends = digit_bit(type_digits[t][0]) | digit_bit(type_digits[t][1]);
        if (!hand->plain[t])
            continue;
        if (!(ends & digits))
            hand->plain[t] = 0;
        else if (ends & ~digits)
            return false;
        else
            present |= UINT32_C(1) << t;
    }
    return present && types_connect(present, digits);
}

/* Play exactly hand->raises of [11|11], in each component where a row may stay. */
static int64_t solve_components(row_work *work, const domino_hand *hand, bool zero_stays, bool have_prices,
                                double deadline_s, uint8_t *moves, domino_result *result)
{
    int64_t bound = 0;
    for (int component = 0; component < 1 << DIGITS; component++) {
        domino_hand part = *hand;
        if (!take_component(&part, component))
            continue;
        int64_t reached = solve_row(work, &part, zero_stays, have_prices, deadline_s, moves, result);
        if (reached > bound)
            bound = reached;
    }
    return bound;
}

/* Six more [11|11] at one end never lose points, so stopping early only pays for the last five. Every number of them
 * has the same share of the time; of what is left then the one with the highest bound gets half, and so on. */
enum { LEFT_OUT = 6 };

static void solve_stops(row_work *work, const domino_hand *hand, const domino_options *options, double begin,
                        uint8_t *moves, domino_result *result)
{
    int64_t most = options->early_stop ? LEFT_OUT - 1 : 0, bounds[LEFT_OUT];
    int numbers = 1 + (int)(hand->raises < most ? hand->raises : most);
    for (int i = 0; i < numbers; i++) {
        domino_hand played = *hand;
        played.raises -= i;
        double deadline_s = begin + options->time_s * (i + 1) / numbers;
        bounds[i] = solve_components(work, &played, options->zero_stays, i > 0, deadline_s, moves, result);
    }
    for (int tried = 0; numbers > 1;) {
        int highest = -1, open = 0;
        for (int i = 0; i < numbers; i++) {
            if (tried >> i & 1 || bounds[i] <= result->score)
                continue;
            if (highest < 0 || bounds[i] > bounds[highest])
                highest = i;
            open++;
        }
        double now = engine_now_s(), left_s = begin + options->time_s - now;
        if (!open || left_s <= 0)
            break;
        tried |= 1 << highest;
        domino_hand played = *hand;
        played.raises -= highest;
        double deadline_s = now + (open > 1 ? left_s / 2 : left_s);
        int64_t bound = solve_components(work, &played, options->zero_stays, true, deadline_s, moves, result);
        if (bound < bounds[highest])
            bounds[highest] = bound;
    }
    for (int i = 0; i < numbers; i++)
        if (bounds[i] > result->bound)
            result->bound = bounds[i];
}

int32_t domino_solve(const domino_hand *hand, const domino_options *options, uint8_t *moves, domino_result *result)
{
    double begin = engine_now_s();
    *result = (domino_result){0};
    int64_t plain = plain_tiles(hand);
    if (!hand->wild && (!hand->raises || !plain) && (!hand->mirror || !plain)) {
        int64_t tiles = plain, score = 0;
        result->length = plain_solve(hand, moves, moves + tiles, &score);
        result->score = result->bound = score;
    } else {
        row_work *work = work_new();
        if (!work)
            return -1;
        solve_stops(work, hand, options, begin, moves, result);
        if (result->bound < result->score)
            result->bound = result->score;
        work_free(work);
    }
    result->proved = result->score == result->bound;
    result->time_s = engine_now_s() - begin;
    return 0;
}

/* Memory in which a whole hand has its prices; NULL if there is not enough. */
static row_work *priced_work(const domino_hand *hand, bool zero_stays)
{
    row_work *work = work_new();
    if (!work)
        return NULL;
    set_hand(&work->bound, hand, zero_stays);
    tighten_bound(&work->bound, false);
    return work;
}

int64_t domino_prove(const domino_hand *hand, int32_t zero_stays, int64_t score, domino_case *nodes, int64_t room)
{
    if (hand->raises >= MOST_PHASES || room < 1)
        return 0;
    row_work *work = priced_work(hand, zero_stays);
    if (!work)
        return -1;
    work->phases.for_certificate = true;
    case_tree tree = {nodes, 0, &work->phases, LAYER_STATES, HUGE_VAL, 0, UINT64_MAX};
    begin_cases(&tree, &work->bound, score);
    split_cases(&tree, &work->bound, score, room);
    work_free(work);
    return open_case(&tree, score) ? 0 : tree.count;
}

int32_t domino_rule_out(const domino_hand *hand, int32_t zero_stays, int64_t score)
{
    if (hand->raises >= MOST_PHASES)
        return 0;
    row_work *work = priced_work(hand, zero_stays);
    if (!work)
        return -1;
    row_bound *bound = &work->bound;
    bound->wild_ends = hand->wild > 0 && zero_stays;
    build_bound(bound);
    bool ruled_out = phases_prove(&work->phases, bound, score, LAYER_STATES, 1, HUGE_VAL);
    work_free(work);
    return ruled_out;
}

int32_t domino_read(domino_reader *r, const char *bytes, int64_t n)
{
    return read_bytes(r, bytes, n);
}

int64_t domino_write(const uint8_t *moves, int64_t from, int64_t to, char *text)
{
    static const char *const special[] = {"0 0 ", "11 11 ", "12 21 "};
    char *at = text;
    for (int64_t i = from; i < to; i++) {
        int code = moves[i] & ~MOVE_LEFT;
        *at++ = i == 0 ? 'S' : moves[i] & MOVE_LEFT ? 'L' : 'R';
        *at++ = ' ';
        if (code <= MOVE_MIRROR) {
            for (const char *c = special[code]; *c; c++)
                *at++ = *c;
        } else {
            *at++ = (char)('0' + code / 7);
            *at++ = ' ';
            *at++ = (char)('0' + code % 7);
            *at++ = ' ';
        }
    }
    return at - text;
}
