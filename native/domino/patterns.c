/* Ways to use one type, and all of them. See domino/patterns.h. */
#include "domino/patterns.h"

static void add_use(phase_proof *p, int class, int t, phase_use use)
{
    p->uses[class][t][p->use_counts[class][t]++] = use;
    p->best[class][t] = most_of(p->best[class][t], use.gain);
}

/* The best number of at least `least`, by twos, if each gains so much. */
static int64_t best_number(int64_t least, int64_t most, int64_t gain)
{
    return gain > 0 ? most - ((most - least) & 1) : least;
}

/* The ways in which a phase may use a type. */
void list_uses(phase_proof *p, const row_bound *b, int class, int t)
{
    bool is_double = type_digits[t][0] == type_digits[t][1];
    int64_t copies = b->cap[class][t], mirrors = least_of(b->cap[class][MIRROR], b->cap[class][HOSTS + t]);
    int64_t gain = b->worth[class][t] - b->price[t] - b->extra[class][t];
    int64_t turned = b->worth[class][t] - b->price_mirror - b->extra[class][MIRROR] - b->extra[class][HOSTS + t];
    p->use_counts[class][t] = 0;
    p->best[class][t] = 0;
    add_use(p, class, t, (phase_use){0});
    for (int64_t least = 1; least <= EXACT && least <= copies; least++)
        for (int64_t back = 0; back < 2 && back <= mirrors; back++) {
            int64_t number = best_number(least, copies, gain);
            int64_t sum = number * gain + best_number(back, mirrors, turned) * turned;
            bool connects = number - back > 0;
            if ((least == EXACT && (!back || gain > 0)) || (is_double && least == EXACT))
                continue;
            int64_t more = is_double ? 1 : 2;
            phase_use use = {.gain = sum, .needs = is_double ? 1 : (uint8_t)least, .connects = connects};
            use.odd = !is_double && ((least + back) & 1), use.turned = !is_double && back;
            use.is_one = number == 1;
            use.second = number + more <= copies ? -more * gain : -NEVER;
            add_use(p, class, t, use);
        }
    if (!is_double)
        return;
    phase_use best = p->uses[class][t][p->use_counts[class][t] - 1];
    for (int i = 1; i < p->use_counts[class][t]; i++)
        if (p->uses[class][t][i].gain > best.gain)
            best = p->uses[class][t][i];
    if (p->use_counts[class][t] > 1)
        p->uses[class][t][1] = best, p->use_counts[class][t] = 2;
}

/* Join an edge to the parts. */
static void connect(uint8_t parts[PARTS], int edge)
{
    int n = 0;
    for (int i = 0; i < PARTS; i++) {
        if (!parts[i])
            continue;
        if (parts[i] & edge)
            edge |= parts[i];
        else
            parts[n++] = parts[i];
    }
    if (n < PARTS)
        parts[n++] = (uint8_t)edge;
    while (n < PARTS)
        parts[n++] = 0;
}

/* One more copy with a digit, or more than one. */
static void add_host(phase_pattern *w, int bit, bool is_one)
{
    int before = w->hosts >> 2 * bit & 3, now = before || !is_one ? 2 : 1;
    w->hosts = (uint16_t)(w->hosts ^ (before ^ now) << 2 * bit);
}

/* List all ways to use the types from t on that lose no more than `left`; false if they are too many. */
bool list_patterns(phase_proof *p, const row_bound *b, int class, int t, phase_pattern *so_far, int64_t left)
{
    if (t == TYPES) {
        if (p->pattern_count == PATTERNS)
            return false;
        p->patterns[p->pattern_count++] = *so_far;
        return true;
    }
    for (int i = 0; i < p->use_counts[class][t]; i++) {
        const phase_use *use = &p->uses[class][t][i];
        int64_t loss = p->best[class][t] - use->gain;
        if (loss > left)
            continue;
        phase_pattern next = *so_far;
        int ends = rotated_set(type_ends(t), class);
        next.gain += use->gain;
        next.needs |= (uint64_t)use->needs << 2 * t;
        next.turned |= (uint32_t)use->turned << t;
        next.odd ^= (uint8_t)(use->odd ? ends : 0);
        next.touched |= (uint8_t)(use->needs ? ends : 0);
        next.kinds = (uint8_t)(next.kinds + (use->needs > 0));
        for (int set = use->needs ? ends : 0; set; set &= set - 1)
            add_host(&next, __builtin_ctz((unsigned)set), use->is_one);
        if (use->needs && type_digits[t][0] == type_digits[t][1])
            next.doubles |= (uint8_t)ends;
        else if (use->connects)
            connect(next.parts, ends);
        else
            for (int k = 0; k < PENDANTS && use->needs; k++)
                if (!next.pendants[k]) {
                    next.pendants[k] = (uint8_t)ends;
                    break;
                }
        if (!list_patterns(p, b, class, t + 1, &next, left - loss))
            return false;
    }
    return true;
}

int by_gain(const void *a, const void *b)
{
    const phase_pattern *x = a, *y = b;
    return (x->gain < y->gain) - (x->gain > y->gain);
}

int list_apart(const phase_pattern *w, int ends, int apart[MOST_APART])
{
    int n = 0, all = ends;
    for (int i = 0; i < PARTS; i++) {
        if (w->parts[i] && !(w->parts[i] & ends))
            apart[n++] = w->parts[i];
        all |= w->parts[i];
    }
    for (int i = 0; i < PENDANTS && w->pendants[i]; i++)
        if (!(w->pendants[i] & (all | w->doubles))) {
            apart[n++] = w->pendants[i];
            return n; /* others may lie beside it */
        }
    for (int set = w->doubles & ~all; set; set &= set - 1)
        apart[n++] = set & -set;
    return n;
}
