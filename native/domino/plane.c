/* Where a tile may lie, laying it and taking it back, and the list of all moves. See domino/plane.h. */
#include "domino/plane.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_CELLS = 1 << 23, /* of a grid, 40 MiB: any hand of which nothing lies needs no more than 5.2 million */
    FEW = 300,            /* tiles that are left: all of them may hang one below the other */
    ROWS = 64,            /* below what is begun, for more tiles than that */
    MARGIN = 8            /* columns beside all tiles, so that what lies beside a cell never is in another row */
};

/* A touching half (0 or 1) of a new tile and the cell beside it. */
typedef struct {
    int half;
    int32_t cell;
} contact;

/* Cells are taken back in the order opposite to that in which they were taken, so that nobody who was put further on by
 * another one is left behind it. */
size_t place_in_table(const plane *p, int32_t cell)
{
    uint32_t at = (uint32_t)cell * UINT32_C(2654435769) / (UINT32_MAX / p->places + 1);
    while (p->digits[at] != EMPTY && p->keys[at] != cell)
        at = (at + 1) & (p->places - 1);
    return at;
}

static inline int32_t cell_at(const plane *p, const domino_move *m)
{
    return m->row * p->columns + p->origin + m->column;
}

static inline int32_t second_cell(const plane *p, const domino_move *m)
{
    return cell_at(p, m) + (m->letter == LETTER_V ? p->columns : 1);
}

/* What is asked most often is compiled for a grid and for a table: asked each time, it took half as many instructions
 * more. */
static inline uint8_t digit_of(const plane *p, bool in_table, int32_t cell)
{
    return p->digits[in_table ? place_in_table(p, cell) : (size_t)cell];
}

/* Find what a tile would touch; give how many, 0 if it may not lie there, whatever its digits. */
static inline __attribute__((always_inline)) int find_contacts(const plane *p, bool in_table, const domino_move *m,
                                                               contact found[4])
{
    if (m->row < 0 || m->row >= p->rows - (m->letter == LETTER_V) || m->column < 2 - p->origin
        || m->column >= p->columns - 3 - p->origin)
        return 0;
    int32_t first = cell_at(p, m), second = second_cell(p, m);
    if (digit_of(p, in_table, first) != EMPTY || digit_of(p, in_table, second) != EMPTY)
        return 0;
    int n = 0;
    if (digit_of(p, in_table, first - 1) != EMPTY)
        found[n++] = (contact){0, first - 1};
    if (m->letter == LETTER_V) {
        if (digit_of(p, in_table, first + 1) != EMPTY)
            found[n++] = (contact){0, first + 1};
        if (n != 1)
            return 0;
        if (digit_of(p, in_table, second - 1) != EMPTY)
            found[n++] = (contact){1, second - 1};
    }
    if (digit_of(p, in_table, second + 1) != EMPTY)
        found[n++] = (contact){1, second + 1};
    return n;
}

static inline bool digits_touch(int a, int b)
{
    return a == b || a == 0 || b == 0;
}

static inline int raised_digit(const plane *p, int digit)
{
    return digit ? rotated(digit, 1) : p->zero_stays ? 0 : 1;
}

static inline bool move_is(const domino_move *m, int a, int b)
{
    return m->a == a && m->b == b;
}

static inline __attribute__((always_inline)) bool resolve(const plane *p, bool in_table, const domino_move *m,
                                                          int halves[2])
{
    contact found[4];
    halves[0] = m->a, halves[1] = m->b;
    if (m->letter == LETTER_S)
        return p->count == 0 && !m->row && !m->column && !move_is(m, 11, 11) && !move_is(m, 12, 21);
    int n = find_contacts(p, in_table, m, found), raise = move_is(m, 11, 11);
    if (!n)
        return false;
    if (raise || move_is(m, 12, 21)) {
        contact named = m->mark == MARK_RIGHT && m->letter == LETTER_H ? found[n - 1] : found[0];
        int near = digit_of(p, in_table, named.cell), far = digit_of(p, in_table, p->other[place_of(p, named.cell)]);
        if (raise)
            near = far = raised_digit(p, near);
        halves[named.half] = near, halves[!named.half] = far;
    }
    for (int i = 0; i < n; i++) {
        int there = digit_of(p, in_table, found[i].cell);
        if (raise)
            there = raised_digit(p, there);
        if (!digits_touch(halves[found[i].half], there))
            return false;
    }
    return true;
}

bool resolve_move(const plane *p, const domino_move *m, int halves[2])
{
    return resolve(p, p->keys, m, halves);
}

static void take_cell(plane *p, int32_t cell, int digit, int32_t other)
{
    size_t place = place_of(p, cell);
    p->digits[place] = (uint8_t)digit, p->other[place] = other;
    if (p->keys)
        p->keys[place] = cell;
    p->cells[p->count++] = cell;
}

static void leave_cell(plane *p)
{
    p->digits[place_of(p, p->cells[--p->count])] = EMPTY;
}

void lay_tile(plane *p, const domino_move *m, const int halves[2], uint8_t *before)
{
    int32_t first = cell_at(p, m), second = second_cell(p, m);
    for (int32_t i = 0; before && i < p->count; i++)
        before[i] = digit_at(p, p->cells[i]);
    if (move_is(m, 11, 11)) {
        uint8_t raised[DIGITS + 1];
        for (int digit = 0; digit <= DIGITS; digit++)
            raised[digit] = (uint8_t)raised_digit(p, digit);
        for (int32_t i = 0; i < p->count; i++) {
            uint8_t *digit = p->digits + place_of(p, p->cells[i]);
            *digit = raised[*digit];
        }
    }
    take_cell(p, first, halves[0], second);
    take_cell(p, second, halves[1], first);
}

void take_back(plane *p, const uint8_t *before)
{
    for (int i = 0; i < 2; i++)
        leave_cell(p);
    for (int32_t i = 0; i < p->count; i++)
        p->digits[place_of(p, p->cells[i])] = before[i];
}

int64_t plane_score(const plane *p)
{
    int64_t sum = 0;
    for (int32_t i = 0; i < p->count; i++)
        sum += digit_at(p, p->cells[i]);
    return sum;
}

void clear_plane(plane *p)
{
    while (p->count > 0)
        leave_cell(p);
}

void plane_free(plane *p)
{
    free(p->digits);
    free(p->other);
    free(p->keys);
    free(p->cells);
    p->digits = NULL;
}

bool plane_new(plane *p, int64_t tiles, const domino_move *begun, int64_t length, bool zero_stays)
{
    int64_t lowest = 0, left = 0, right = 0, more = tiles - length;
    for (int64_t i = 0; i < length; i++) {
        lowest = most_of(lowest, (int64_t)begun[i].row + (begun[i].letter == LETTER_V));
        left = least_of(left, begun[i].column), right = most_of(right, begun[i].column);
    }
    /* No legal board reaches further, and what is no such board needs no room. */
    lowest = least_of(lowest, length), left = most_of(left, -2 * length), right = least_of(right, 2 * length);
    int32_t rows = (int32_t)(lowest + (more < FEW ? more + 2 : ROWS));
    *p = (plane){.rows = rows, .zero_stays = zero_stays};
    p->origin = (int32_t)(2 * more + MARGIN - left);
    p->columns = (int32_t)(p->origin + right + 2 * more + MARGIN);
    size_t cells = (size_t)rows * (size_t)p->columns;
    if (cells > MOST_CELLS) {
        for (p->places = 1; p->places < 4 * tiles;) /* half of them stay empty */
            p->places *= 2;
        cells = p->places;
        p->keys = malloc(cells * sizeof *p->keys);
    }
    p->digits = malloc(cells);
    p->other = malloc(cells * sizeof *p->other);
    p->cells = malloc((2 * (size_t)tiles + 2) * sizeof *p->cells);
    if (!p->digits || !p->other || !p->cells || (p->places && !p->keys)) {
        plane_free(p);
        return false;
    }
    memset(p->digits, EMPTY, cells);
    return true;
}

static inline void tile_numbers(int tile, int *a, int *b)
{
    static const uint8_t special[3][2] = {{0, 0}, {11, 11}, {12, 21}};
    const uint8_t *numbers = tile < TYPES ? type_digits[tile] : special[tile - WILD];
    *a = numbers[0], *b = numbers[1];
}

static inline __attribute__((always_inline)) int list_places(const plane *p, bool in_table, int tile, tile_places *from,
                                                             domino_move *moves, int room)
{
    static const int8_t steps[4] = {1, -2, 1, -1};
    int n = 0, a, b, halves[2];
    tile_numbers(tile, &a, &b);
    bool takes_after = tile == RAISE || tile == MIRROR;
    for (int turn = 0; turn < (tile < TYPES && a != b ? 2 : 1) && n < room; turn++) {
        domino_move m = {0, 0, LETTER_S, (uint8_t)(turn ? b : a), (uint8_t)(turn ? a : b), 0};
        if (p->count == 0) {
            if (!turn && resolve(p, in_table, &m, halves))
                moves[n++] = m;
            continue;
        }
        int32_t begin = from ? from->next[tile][turn] : 0, i = begin;
        for (; i < p->count; i++) {
            int32_t row = p->cells[i] / p->columns, column = p->cells[i] % p->columns - p->origin;
            for (int way = 0; way < 4; way++) {
                m.letter = way < 2 ? LETTER_H : LETTER_V;
                m.row = row, m.column = column + steps[way];
                /* A horizontal tile between two cells is found from both: take it from the left one. */
                if (way == 1 && digit_of(p, in_table, p->cells[i] - 3) != EMPTY)
                    continue;
                bool bridge = way == 0 && digit_of(p, in_table, p->cells[i] + 3) != EMPTY;
                for (int mark = 0; mark < (takes_after && bridge ? 2 : 1); mark++) {
                    m.mark = mark ? MARK_RIGHT : 0;
                    if (n < room && resolve(p, in_table, &m, halves))
                        moves[n++] = m;
                }
            }
            if (n == room)
                break;
        }
        if (from)
            from->next[tile][turn] = i, from->looked += i - begin + 1;
    }
    return n;
}

int list_tile(const plane *p, int tile, tile_places *from, domino_move *moves, int room)
{
    return p->keys ? list_places(p, true, tile, from, moves, room) : list_places(p, false, tile, from, moves, room);
}

int list_moves(const plane *p, domino_hand *hand, domino_move *moves, int room)
{
    int n = 0;
    for (int tile = 0; tile <= MIRROR; tile++)
        if (*copies_of(hand, tile))
            n += list_tile(p, tile, NULL, moves + n, room - n);
    return n;
}
