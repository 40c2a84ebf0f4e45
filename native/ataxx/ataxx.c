/* Ataxx: the functions that Python calls. */
#include "ataxx/engine.h"
#include "ataxx/unfold.h"
#include "common/processor.h"

static const ataxx_code portable = {count_sequences, search_all, search_plain, learn_all};

static const ataxx_code *code(void)
{
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
    extern const ataxx_code ataxx_avx2, ataxx_avx512;
    if (processor_is_wide())
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") ? &ataxx_avx512 : &ataxx_avx2;
#endif
    return &portable;
}

static Position from_python(const ataxx_position *p)
{
    return (Position){p->own, p->opp, BOARD & ~(p->own | p->opp | p->blocks), p->jumps > 0 ? (uint64_t)p->jumps : 0};
}

int32_t ataxx_moves(const ataxx_position *p, int32_t *moves)
{
    return list_moves(from_python(p), moves);
}

ataxx_position ataxx_after(const ataxx_position *p, int32_t move)
{
    Position q = after(from_python(p), move);
    return (ataxx_position){q.own, q.opp, p->blocks, (int32_t)q.jumps};
}

uint64_t ataxx_perft(const ataxx_position *p, int32_t depth, int32_t pairs)
{
    return depth <= 0 ? 1 : code()->perft(from_python(p), depth, pairs);
}

uint64_t ataxx_weights_size(int32_t small)
{
    return small ? sizeof(small_network) : sizeof(folded_network);
}

/* The network begins at a huge page, which four places of a table fill, so that 44 MiB of it are in memory: if it began
 * elsewhere, up to 52. In a browser it begins at a cache line. Behind it is room to enlarge a small one. */
enum { PAGE = IS_DEEP ? HUGE_PAGE : 64 };

uint64_t ataxx_network_size(void)
{
    return PAGE + sizeof(network) + sizeof(folded_network);
}

const void *ataxx_network(const void *weights, uint64_t size, void *memory)
{
    network *place = (void *)(((uintptr_t)memory + PAGE - 1) / PAGE * PAGE);
    folded_network *large = (folded_network *)(place + 1);
    engine_huge_pages(place, sizeof *place); /* 4 to 10 % more nodes per second */
    if (size == sizeof(small_network))
        enlarge(weights, large);
    unfold(size == sizeof(small_network) ? large : weights, place);
    return place;
}

double ataxx_learn(const float *weights, const ataxx_record *records, int64_t n, float share, float *gradient)
{
    return code()->learn((const learned *)weights, records, n, share, (learned *)gradient);
}

int32_t ataxx_evaluate(engine *e, const ataxx_position *p)
{
    Position q = from_python(p);
    return game_estimate(e, &q, 0);
}

static int depth_of(const engine_limits *limits)
{
    return limits->depth > 0 && limits->depth < MAX_PLY - 1 ? limits->depth : MAX_PLY - 1;
}

static void run(void search(engine *, Position, int, engine_report *), engine *e, const ataxx_position *p,
                const engine_limits *limits, engine_report *report)
{
    Position q = from_python(p);
    Move moves[MOST_MOVES];
    *report = (engine_report){.move = -1};
    engine_begin(e, limits);
    int n = list_moves(q, moves);
    if (!n) {
        report->score = outcome(q, 0);
        report->exact = 1;
    } else {
        search(e, q, n == 1 && limits->ready_s > 0 ? 1 : depth_of(limits), report); /* no choice, nothing to think */
        if (report->move < 0)
            report->move = moves[0];
    }
    engine_finish(e, report);
}

void ataxx_search(engine *e, const ataxx_position *p, const engine_limits *limits, engine_report *report)
{
    run(code()->search, e, p, limits, report);
}

void ataxx_search_plain(engine *e, const ataxx_position *p, const engine_limits *limits, engine_report *report)
{
    run(code()->plain, e, p, limits, report);
}
