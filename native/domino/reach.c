/* Trails of one phase. See domino/reach.h. */
#include "domino/reach.h"

#include <string.h>

/* Points of the graph behind the six digits: an end that was wild before the phase, and one that is wild after it. */
enum { BEFORE = 1 << DIGITS, AFTER = BEFORE << 1 };

void connect(uint8_t parts[MOST_PARTS], int edge)
{
    int n = 0, i = 0;
    for (; parts[i]; i++)
        if (parts[i] & edge)
            edge |= parts[i];
        else
            parts[n++] = parts[i];
    parts[n++] = (uint8_t)edge;
    while (n < i)
        parts[n++] = 0;
}

void lay_tiles(phase_tiles *w, int copies, int edge, int odd)
{
    if (!copies)
        return;
    connect(w->parts, edge);
    w->odd ^= (uint8_t)odd;
    w->twice |= (uint8_t)(copies > 1 ? edge : w->once & edge);
    w->once |= (uint8_t)edge;
    w->tiles = (uint8_t)(w->tiles + copies > MANY ? MANY : w->tiles + copies);
    if (copies == 1) {
        int low = 1 + __builtin_ctz((unsigned)edge), rest = edge & (edge - 1);
        w->single |= UINT32_C(1) << type_of(low, rest ? 1 + __builtin_ctz((unsigned)rest) : low);
    }
}

static inline int point_of(int digit, int otherwise)
{
    return digit ? digit_bit(digit) : otherwise;
}

/* What is there of a phase, with the row before it. */
typedef struct {
    uint8_t parts[MOST_PARTS];
    int odd, once, twice, tiles, stubs; /* sides of wild tiles */
    uint32_t single;
} phase_graph;

static void add_tile(phase_graph *g, int points)
{
    g->twice |= g->once & points;
    g->once |= points;
    g->tiles++;
}

static phase_graph graph_of(const phase_tiles *w, int ends)
{
    phase_graph g = {.odd = w->odd, .once = w->once, .twice = w->twice, .tiles = w->tiles, .single = w->single};
    int wilds = w->wilds;
    memcpy(g.parts, w->parts, sizeof w->parts);
    if (ends != NO_ENDS) {
        int low, high;
        split_ends(ends, &low, &high);
        wilds += !low + !high; /* another one lies beside an end that was wild */
        add_tile(&g, point_of(low, BEFORE));
        add_tile(&g, point_of(high, BEFORE));
        connect(g.parts, point_of(low, BEFORE) | point_of(high, BEFORE));
        g.odd ^= point_of(low, BEFORE) ^ point_of(high, BEFORE);
    }
    for (int i = 0; i < wilds; i++)
        add_tile(&g, AFTER);
    g.stubs = 2 * wilds;
    return g;
}

/* Whether two tiles show the two points, or the row has only one. */
static bool is_shown(const phase_graph *g, int low, int high)
{
    int x = point_of(low, AFTER), y = point_of(high, AFTER);
    if (!(g->once & x) || !(g->once & y))
        return false;
    bool same = x == y || (low && g->single >> type_of(low, high) & 1);
    return g->tiles == 1 || (g->twice & (x | y)) || !same;
}

/* Whether the parts come together through two ends. */
static bool is_closed(const phase_graph *g, int x, int y)
{
    phase_graph closed = *g;
    int odd = g->odd ^ x ^ y, sides = 0;
    connect(closed.parts, x | y);
    int least = closed.parts[1] ? 2 : 0;
    for (const uint8_t *part = closed.parts; *part; part++)
        sides += (int)most_of(digits_in(*part & odd), least);
    return sides <= g->stubs;
}

static uint32_t find_ends(const phase_tiles *w, int ends)
{
    phase_graph g = graph_of(w, ends);
    uint32_t reached = 0;
    for (int high = 0; high <= DIGITS; high++) {
        int y = point_of(high, AFTER);
        if (!(g.once & y))
            continue;
        for (int low = 0; low <= high; low++) {
            int x = point_of(low, AFTER);
            if (digits_in(g.odd ^ x ^ y) <= g.stubs && is_shown(&g, low, high) && is_closed(&g, x, y))
                reached |= UINT32_C(1) << ends_of(low, high);
        }
    }
    return reached;
}

_Static_assert(sizeof(phase_tiles) == 3 * sizeof(uint64_t), "is compared as words");

uint32_t reached_ends(reach_cache *cache, const phase_tiles *w, int ends)
{
    phase_tiles key = *w;
    uint64_t words[3];
    for (uint32_t set = key.single; set; set &= set - 1) /* others do not matter */
        if (type_ends(__builtin_ctz(set)) & key.twice)
            key.single &= ~(set & -set);
    memcpy(words, &key, sizeof words);
    uint64_t hash =
        mix(mix(words[0] ^ UINT64_C(0x9E3779B97F4A7C15), words[1] ^ UINT64_C(0xD1B54A32D192ED03)) ^ words[2],
            (uint64_t)ends ^ UINT64_C(0xA0761D6478BD642F));
    size_t at = hash & (REACH_SLOTS - 1);
    if (cache->slots[at].ends != (uint32_t)ends + 1 || memcmp(&cache->slots[at].tiles, &key, sizeof key)) {
        cache->slots[at].tiles = key;
        cache->slots[at].ends = (uint32_t)ends + 1;
        cache->slots[at].reached = find_ends(&key, ends);
    }
    return cache->slots[at].reached;
}
