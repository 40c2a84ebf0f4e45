/* Where a tile may lie, laying it and taking it back, and the list of all moves. See domino/plane.h. */
#include "domino/plane.h"

#include <stdlib.h>
#include <string.h>

enum {
    EMPTY = 255,
    FEW = 300, /* tiles that are left: all of them may hang one below the other */
    ROWS = 64, /* below what is begun, for more tiles than that */
    MARGIN = 8 /* columns beside all tiles, so that what lies beside a cell never is in another row */
};

/* A touching half (0 or 1) of a new tile and the cell beside it. */
typedef struct {
    int half;
    int32_t cell;
} contact;

static inline int32_t cell_at(const plane *p, const domino_move *m)
{
    return m->row * p->columns + p->origin + m->column;
}

static inline int32_t second_cell(const plane *p, const domino_move *m)
{
    return cell_at(p, m) + (m->letter == LETTER_V ? p->columns : 1);
}

/* Find what a tile would touch; give how many, 0 if it may not lie there, whatever its digits. */
static int find_contacts(const plane *p, const domino_move *m, contact found[4])
{
    int32_t column = p->origin + m->column, first = cell_at(p, m), second = second_cell(p, m);
    if (m->row < 0 || m->row + (m->letter == LETTER_V) >= p->rows || column < 2 || column >= p->columns - 3)
        return 0;
    if (p->digits[first] != EMPTY || p->digits[second] != EMPTY)
        return 0;
    int n = 0;
    if (p->digits[first - 1] != EMPTY)
        found[n++] = (contact){0, first - 1};
    if (m->letter == LETTER_V) {
        if (p->digits[first + 1] != EMPTY)
            found[n++] = (contact){0, first + 1};
        if (n != 1)
            return 0;
        if (p->digits[second - 1] != EMPTY)
            found[n++] = (contact){1, second - 1};
    }
    if (p->digits[second + 1] != EMPTY)
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

bool resolve_move(const plane *p, const domino_move *m, int halves[2])
{
    contact found[4];
    halves[0] = m->a, halves[1] = m->b;
    if (m->letter == LETTER_S)
        return p->count == 0 && !move_is(m, 11, 11) && !move_is(m, 12, 21);
    int n = find_contacts(p, m, found), raise = move_is(m, 11, 11);
    if (!n)
        return false;
    if (raise || move_is(m, 12, 21)) {
        contact named = m->mark == MARK_RIGHT && m->letter == LETTER_H ? found[n - 1] : found[0];
        int near = p->digits[named.cell], far = p->digits[p->other[named.cell]];
        if (raise)
            near = far = raised_digit(p, near);
        halves[named.half] = near, halves[!named.half] = far;
    }
    for (int i = 0; i < n; i++) {
        int there = p->digits[found[i].cell];
        if (raise)
            there = raised_digit(p, there);
        if (!digits_touch(halves[found[i].half], there))
            return false;
    }
    return true;
}

void lay_tile(plane *p, const domino_move *m, const int halves[2], uint8_t *before)
{
    int32_t first = cell_at(p, m), second = second_cell(p, m);
    for (int32_t i = 0; before && i < p->count; i++)
        before[i] = p->digits[p->cells[i]];
    if (move_is(m, 11, 11)) {
        uint8_t raised[DIGITS + 1];
        for (int digit = 0; digit <= DIGITS; digit++)
            raised[digit] = (uint8_t)raised_digit(p, digit);
        for (int32_t i = 0; i < p->count; i++)
            p->digits[p->cells[i]] = raised[p->digits[p->cells[i]]];
    }
    p->digits[first] = (uint8_t)halves[0], p->digits[second] = (uint8_t)halves[1];
    p->other[first] = second, p->other[second] = first;
    p->cells[p->count++] = first, p->cells[p->count++] = second;
}

void take_back(plane *p, const uint8_t *before)
{
    for (int i = 0; i < 2; i++)
        p->digits[p->cells[--p->count]] = EMPTY;
    for (int32_t i = 0; i < p->count; i++)
        p->digits[p->cells[i]] = before[i];
}

int64_t plane_score(const plane *p)
{
    int64_t sum = 0;
    for (int32_t i = 0; i < p->count; i++)
        sum += p->digits[p->cells[i]];
    return sum;
}

void clear_plane(plane *p)
{
    while (p->count > 0)
        p->digits[p->cells[--p->count]] = EMPTY;
}

void plane_free(plane *p)
{
    free(p->digits);
    free(p->other);
    free(p->cells);
    p->digits = NULL;
}

bool plane_new(plane *p, int64_t tiles, const domino_move *begun, int64_t length, bool zero_stays)
{
    int64_t lowest = 0, left = 0, right = 0, more = tiles - length;
    for (int64_t i = 0; i < length; i++) {
        lowest = most_of(lowest, begun[i].row + (begun[i].letter == LETTER_V));
        left = least_of(left, begun[i].column), right = most_of(right, begun[i].column);
    }
    /* No legal board reaches further, and what is no such board needs no room. */
    lowest = least_of(lowest, length), left = most_of(left, -2 * length), right = least_of(right, 2 * length);
    int32_t rows = (int32_t)(lowest + (more < FEW ? more + 2 : ROWS));
    *p = (plane){.rows = rows, .zero_stays = zero_stays};
    p->origin = (int32_t)(2 * more + MARGIN - left);
    p->columns = (int32_t)(p->origin + right + 2 * more + MARGIN);
    size_t cells = (size_t)rows * (size_t)p->columns;
    p->digits = malloc(cells);
    p->other = malloc(cells * sizeof *p->other);
    p->cells = malloc((2 * (size_t)tiles + 2) * sizeof *p->cells);
    if (!p->digits || !p->other || !p->cells) {
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

int list_tile(const plane *p, int tile, tile_places *from, domino_move *moves, int room)
{
    static const int8_t steps[4] = {1, -2, 1, -1};
    int n = 0, a, b, halves[2];
    tile_numbers(tile, &a, &b);
    bool takes_after = tile == RAISE || tile == MIRROR;
    for (int turn = 0; turn < (tile < TYPES && a != b ? 2 : 1) && n < room; turn++) {
        domino_move m = {0, 0, LETTER_S, (uint8_t)(turn ? b : a), (uint8_t)(turn ? a : b), 0};
        if (p->count == 0) {
            if (!turn && resolve_move(p, &m, halves))
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
                if (way == 1 && p->digits[p->cells[i] - 3] != EMPTY)
                    continue;
                bool bridge = way == 0 && p->digits[p->cells[i] + 3] != EMPTY;
                for (int mark = 0; mark < (takes_after && bridge ? 2 : 1); mark++) {
                    m.mark = mark ? MARK_RIGHT : 0;
                    if (n < room && resolve_move(p, &m, halves))
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

int list_moves(const plane *p, domino_hand *hand, domino_move *moves, int room)
{
    int n = 0;
    for (int tile = 0; tile <= MIRROR; tile++)
        if (*copies_of(hand, tile))
            n += list_tile(p, tile, NULL, moves + n, room - n);
    return n;
}
