/* Uses of each kind, and tables from the last phase back. See domino/ways.h. */
#include "domino/ways.h"

static inline bool is_edge(int kind)
{
    return kind < TYPES && type_digits[kind][0] != type_digits[kind][1];
}

/* The best number of at least `least`, by twos, if each gains so much. */
static inline int64_t best_number(int64_t least, int64_t most, int64_t gain)
{
    return gain > 0 ? most - ((most - least) & 1) : least;
}

static void add_use(phase_ways *uses, phase_way use)
{
    for (int i = 0; i < uses->count; i++) {
        phase_way *there = &uses->list[i];
        if (there->copies == use.copies && there->edge == use.edge && there->odd == use.odd) {
            there->gain = most_of(there->gain, use.gain);
            return;
        }
    }
    uses->list[uses->count++] = use;
}

/* The ways in which a phase of a class may use a kind. */
static void list_uses(phase_ways *uses, const row_bound *b, int class, int kind)
{
    bool is_wild = kind == WILD, by_twos = is_edge(kind);
    int edge = is_wild ? 0 : rotated_set(type_ends(kind), class);
    int64_t copies = b->cap[class][kind], mirrors = b->cap[class][MIRROR];
    int64_t worth = is_wild ? 2 * (b->zero_stays ? 0 : class) * SCALE : b->worth[class][kind];
    int64_t gain = worth - b->extra[class][kind] - (is_wild ? b->price_wild : b->price[kind]);
    int64_t turned = worth - b->price_mirror - b->extra[class][MIRROR];
    if (!is_wild) {
        mirrors = least_of(mirrors, b->cap[class][HOSTS + kind]);
        turned -= b->extra[class][HOSTS + kind];
    }
    uses->count = 0;
    add_use(uses, (phase_way){0});
    int64_t most = is_wild ? MOST_LAID : EXACT;
    for (int64_t n = 1; n <= most && n <= copies; n++)
        for (int64_t back = 0; back < 2 && back <= mirrors; back++) {
            int64_t number = by_twos ? n < 2 ? n : best_number(n, copies, gain) : n < most || gain < 0 ? n : copies;
            phase_way use = {.copies = (uint8_t)n, .edge = (uint8_t)edge};
            use.gain = number * gain + best_number(back, mirrors, turned) * turned;
            use.odd = (uint8_t)(by_twos && (n + back) & 1 ? edge : 0);
            use.turned = by_twos && back;
            if (n == 1 && use.turned) { /* it leads back, to either digit */
                use.edge = (uint8_t)(edge & -edge);
                add_use(uses, use);
                use.edge = (uint8_t)(edge & (edge - 1)), use.higher = true;
            }
            add_use(uses, use);
        }
}

/* What stands for so many copies that all phases need. */
static inline int needed(int kind, int copies)
{
    if (kind < TYPES && !is_edge(kind))
        return copies > 0;
    int most = most_needed(kind);
    return copies <= most ? copies : kind == WILD ? most : most - (copies - most) % 2;
}

void list_ways(const way_tables *w, const row_bound *b, int phase, int kind, int need, phase_ways *ways)
{
    const phase_ways *uses = &w->uses[phase_class_of(phase)][kind];
    int64_t best = w->later[phase + 1][need_at(kind, need)];
    ways->count = 0;
    for (int i = 0; i < uses->count; i++) {
        phase_way way = uses->list[i];
        if (need + way.copies > copies_of(b, kind))
            continue;
        way.after = (uint8_t)needed(kind, need + way.copies);
        way.loss = best - way.gain - w->later[phase][need_at(kind, way.after)];
        int at = ways->count++;
        for (; at > 0 && ways->list[at - 1].loss > way.loss; at--)
            ways->list[at] = ways->list[at - 1];
        ways->list[at] = way;
    }
}

/* What is refunded, but was not sold, if all phases need so many copies. */
static int64_t unsold(const row_bound *b, int kind, int need)
{
    int64_t price = kind == WILD ? b->price_wild : b->price[kind], held = copies_of(b, kind);
    return !need ? price * held : is_edge(kind) && ((held - need) & 1) ? price : 0;
}

/* The most that a kind gains from each phase on, by what is needed before it. */
static void build_later(way_tables *w, const row_bound *b, int kind)
{
    for (int need = 0; need <= most_needed(kind); need++)
        w->later[0][need_at(kind, need)] = -unsold(b, kind, need);
    for (int phase = 0; phase <= b->raises; phase++)
        for (int need = 0; need <= most_needed(kind) && need <= copies_of(b, kind); need++) {
            phase_ways ways;
            w->later[phase + 1][need_at(kind, need)] = 0;
            list_ways(w, b, phase, kind, need, &ways);
            w->later[phase + 1][need_at(kind, need)] = -ways.list[0].loss;
        }
}

void build_ways(way_tables *w, const row_bound *b)
{
    w->kinds = 0;
    for (int kind = 0; kind < LAID; kind++) {
        if (!copies_of(b, kind))
            continue;
        w->kind[w->kinds++] = kind;
        for (int class = 0; class < CLASSES && class <= b->raises; class ++)
            list_uses(&w->uses[class][kind], b, class, kind);
        build_later(w, b, kind);
    }
}
