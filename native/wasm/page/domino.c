/* Domino Lineare inside a page: a hand and the row so far, `N a b ... S a b L a b ...`, as `domino-bot` saves games;
 * moves `S a b`, `L a b`, `R a b`. In front of the hand may stand `zero-stays ` and `early-stop `, two rules. A search
 * gives the most points that the whole row can have, and how it goes on; a row that has begun needs no time. */
#include "common/engine.h"
#include "domino/tiles.h"
#include "page.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 8192, KINDS = TYPES + 3 };

static const uint8_t CODES[3][2] = {{0, 0}, {11, 11}, {12, 21}};

struct page {
    domino_hand hand, left; /* all of it, and what is not played */
    domino_options options;
    int begin, end;              /* of the row in `cells`, two digits a tile */
    uint8_t played[MOST], *room; /* moves, as in domino_solve */
    int length;
    uint8_t cells[4 * MOST + 4], found[3 * MOST + 8];
    char text[PAGE_TEXT];
};

page *page_new(uint32_t hash_mib)
{
    (void)hash_mib;
    return calloc(1, sizeof(page));
}

char *page_text(page *p)
{
    return p->text;
}

uint8_t *page_room(page *p, uint32_t size)
{
    p->room = malloc(size);
    return p->room;
}

int32_t page_weigh(page *p)
{
    (void)p;
    return 0; /* there is nothing to weigh */
}

void page_clear(page *p)
{
    (void)p;
}

static int64_t *copies_of(domino_hand *hand, int kind)
{
    return kind == WILD  ? &hand->wild
        : kind == RAISE  ? &hand->raises
        : kind == MIRROR ? &hand->mirror
                         : &hand->plain[kind];
}

static int raised(const page *p, int digit)
{
    return digit == 0 ? !p->options.zero_stays : rotated(digit, 1);
}

/* Which tile these numbers are, -1 for none. */
static int kind_of(int64_t a, int64_t b)
{
    for (int special = 0; special < 3; special++)
        if (a == CODES[special][0] && b == CODES[special][1])
            return WILD + special;
    return a >= 1 && a <= DIGITS && b >= 1 && b <= DIGITS ? type_of((int)a, (int)b) : -1;
}

/* Play a tile, its numbers as they are written; false if the rules forbid it. */
static bool play(page *p, char letter, int64_t a, int64_t b)
{
    int kind = kind_of(a, b);
    bool first = p->begin == p->end, at_left = letter == 'L';
    if (kind < 0 || !*copies_of(&p->left, kind) || (letter == 'S') != first || (!first && !at_left && letter != 'R'))
        return false;
    uint8_t *beside = at_left ? p->cells + p->begin : p->cells + p->end - 2;
    if (first && kind > WILD)
        return false;
    if (!first && kind <= WILD) {
        int64_t inner = at_left ? b : a, end = at_left ? beside[0] : beside[1];
        if (inner && end && inner != end)
            return false;
    }
    p->played[p->length++] =
        kind < TYPES ? plain_move(at_left, (int)a, (int)b) : (uint8_t)((at_left ? MOVE_LEFT : 0) | (kind - WILD));
    if (kind == RAISE) {
        for (int i = p->begin; i < p->end; i++)
            p->cells[i] = (uint8_t)raised(p, p->cells[i]);
        a = b = at_left ? beside[0] : beside[1];
    } else if (kind == MIRROR) {
        a = beside[1];
        b = beside[0];
    }
    uint8_t *to = at_left ? p->cells + (p->begin -= 2) : p->cells + (p->end += 2) - 2;
    to[0] = (uint8_t)a;
    to[1] = (uint8_t)b;
    --*copies_of(&p->left, kind);
    return true;
}

static const char *read_number(const char *text, int64_t *number)
{
    int digits = 0;
    for (*number = 0; *text >= '0' && *text <= '9' && digits < 3; digits++)
        *number = 10 * *number + (*text++ - '0');
    return digits ? text : NULL;
}

/* Read `S a b` and play it; give where it ends, NULL if it cannot be played. */
static const char *read_move(page *p, const char *text)
{
    char letter = *text;
    int64_t a, b;
    if (!letter || text[1] != ' ' || !(text = read_number(text + 2, &a)) || *text != ' ')
        return NULL;
    text = read_number(text + 1, &b);
    return text && play(p, letter, a, b) ? text : NULL;
}

static bool take_word(const char **text, const char *word)
{
    bool is_there = strncmp(*text, word, strlen(word)) == 0;
    *text += is_there ? strlen(word) : 0;
    return is_there;
}

int32_t page_read(page *p)
{
    const char *text = p->text;
    p->options.zero_stays = take_word(&text, "zero-stays ");
    p->options.early_stop = take_word(&text, "early-stop ");
    domino_reader reader = {.status = DOMINO_READ_MORE};
    while (*text && domino_read(&reader, text, 1) == DOMINO_READ_MORE)
        text++;
    if (reader.status == DOMINO_READ_MORE && !*text)
        domino_read(&reader, text, 0);
    if (reader.status != DOMINO_READ_DONE || reader.count > MOST)
        return 0;
    p->hand = p->left = reader.hand;
    p->begin = p->end = 2 * MOST;
    p->length = 0;
    while (*text == ' ')
        text++;
    while (*text) {
        text = read_move(p, text);
        if (!text)
            return 0;
        while (*text == ' ')
            text++;
    }
    return 1;
}

static char *put_pair(char *to, int64_t a, int64_t b)
{
    return put_number(put_text(put_number(to, a), " "), b);
}

/* A move of domino_solve: the first one of a row is `S`. */
static char *put_move(char *to, uint8_t move, bool first)
{
    int code = move & ~MOVE_LEFT;
    to = put_text(to, first ? "S " : move & MOVE_LEFT ? "L " : "R ");
    return code <= MOVE_MIRROR ? put_pair(to, CODES[code][0], CODES[code][1]) : put_pair(to, code / 7, code % 7);
}

void page_write(page *p)
{
    int64_t tiles = plain_tiles(&p->hand) + p->hand.wild + p->hand.raises + p->hand.mirror;
    char *to = put_text(p->text, p->options.zero_stays ? "zero-stays " : "");
    to = put_number(put_text(to, p->options.early_stop ? "early-stop " : ""), tiles);
    for (int kind = 0; kind < KINDS; kind++)
        for (int64_t i = 0; i < *copies_of(&p->hand, kind); i++) {
            const uint8_t *digits = kind < TYPES ? type_digits[kind] : CODES[kind - WILD];
            to = put_pair(put_text(to, " "), digits[0], digits[1]);
        }
    for (int i = 0; i < p->length; i++)
        to = put_move(put_text(to, " "), p->played[i], i == 0);
}

int32_t page_moves(page *p)
{
    char *to = put_text(p->text, "");
    bool first = p->begin == p->end;
    int32_t n = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        const uint8_t *digits = kind < TYPES ? type_digits[kind] : CODES[kind - WILD];
        if (!*copies_of(&p->left, kind) || (first && kind > WILD))
            continue;
        for (int at_left = !first; at_left >= 0; at_left--)
            for (int turn = 0; turn <= (!first && kind < TYPES && digits[0] != digits[1]); turn++) {
                int a = digits[turn], b = digits[!turn], end = at_left ? p->cells[p->begin] : p->cells[p->end - 1];
                int inner = at_left ? b : a;
                if (!first && kind < TYPES && end && inner != end)
                    continue;
                to = put_text(put_text(to, n++ ? "\n" : ""), first ? "S " : at_left ? "L " : "R ");
                to = put_pair(to, a, b);
            }
    }
    return n;
}

int32_t page_play(page *p)
{
    const char *end = read_move(p, p->text);
    return end && !*end;
}

static int64_t points(const page *p)
{
    int64_t sum = 0;
    for (int i = p->begin; i < p->end; i++)
        sum += p->cells[i];
    return sum;
}

int32_t page_gain(page *p)
{
    int64_t before = points(p);
    return page_play(p) ? (int32_t)(points(p) - before) : 0;
}

int32_t page_value(page *p)
{
    return (int32_t)points(p);
}

void page_search(page *p, double time_s, double nodes, int32_t depth, int32_t plain)
{
    (void)nodes, (void)depth, (void)plain;
    domino_options options = p->options;
    domino_result result = {0};
    options.time_s = time_s > 0 ? time_s : 5;
    bool first = p->begin == p->end;
    int32_t status;
    if (first) {
        status = domino_solve(&p->left, &options, p->found, &result);
    } else {
        const uint8_t *left = p->cells + p->begin, *right = p->cells + p->end - 2;
        domino_row row = {.ends = {left[0], left[1], right[0], right[1]}};
        for (int i = p->begin; i < p->end; i++)
            row.digits[p->cells[i]]++;
        status = domino_resume(&row, &p->left, &options, p->found, &result);
    }
    char *to = put_text(p->text, "");
    if (status)
        return;
    to = put_text(put_number(to, result.score), "\t");
    if (result.length)
        to = put_move(to, p->found[0], first);
    to = put_text(put_number(put_text(to, "\t0\t"), result.proved), "\t");
    to = put_text(put_number(to, (int64_t)result.nodes), "\t");
    to = put_text(put_number(to, result.bound), "\t");
    for (int64_t i = 0; i < result.length; i++)
        to = put_move(put_text(to, i ? "," : ""), p->found[i], first && i == 0);
}

int32_t page_prove(page *p, double time_s, int32_t least)
{
    (void)p, (void)time_s, (void)least;
    return 0;
}
