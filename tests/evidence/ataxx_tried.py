"""Ataxx: techniques of other engines that ours does not have, and other numbers for those it has. Each is added by
changing lines of the sources before they are compiled, and plays against the whole at equal nodes (5,000 a move) with
the network of the project: through the arbiter's league, from random openings of 6 plies with both colours, every other
one on a built-in layout of blocks, until its SPRT accepts that what was added makes it no stronger (0 Elo) or 10 Elo
stronger, or 800 games are played. What is accepted is put into the engine. Elo with intervals of 95 % by pairs.
"""

from __future__ import annotations

from tests.evidence.ataxx_variants import CONTEXT, GAME, HEADER, SEARCH, Changes, Contest
from tests.evidence.findings import Findings, Run, Table, Target

PAIRS = 400
NEXT_MOVE = "        if (GAME_ANSWERS)\n            e->places[ply] = (uint8_t)(c->move % MAX_SQUARES);\n"
NOTED = "    e->estimates[ply] = estimate;\n"
NODE = (
    "static int search_node(engine *e, const Position *p, int depth, int alpha, int beta, int ply, node_kind kind);\n"
)
ROOM = "    int leanings[MAX_PLY];"

CORRECTIONS = """\
enum { CORNERS = 4, MOST = 4096 };

static int16_t *correction(engine *e, const Position *p, int corner)
{
    static const uint64_t SQUARES[CORNERS] = {0x070707, 0x707070, 0x07070700000000, 0x70707000000000};
    uint64_t own = p->own & SQUARES[corner], opp = p->opp & SQUARES[corner];
    return &e->corrections[corner][mix(own ^ 0x9E3779B97F4A7C15ULL, opp ^ 0xD1B54A32D192ED03ULL) & 16383];
}

static int corrected(engine *e, const Position *p, int ply)
{
    int sum = 0;
    for (int corner = 0; corner < CORNERS; corner++)
        sum += *correction(e, p, corner);
    return game_estimate(e, p, ply) + sum / 64;
}

static void correct(engine *e, const Position *p, int depth, int gap)
{
    gap = gap > 300 ? 300 : gap < -300 ? -300 : gap;
    for (int corner = 0; corner < CORNERS; corner++) {
        int16_t *c = correction(e, p, corner);
        int next = *c + gap * (depth < 8 ? depth : 8) / 16;
        *c = (int16_t)(next > MOST ? MOST : next < -MOST ? -MOST : next);
    }
}

"""
LEARN = """\
    if (best < GAME_WIN && best > -GAME_WIN
        && (bound == BOUND_EXACT || (bound == BOUND_LOWER ? best > estimate : best < estimate)))
        correct(e, p, depth, best - estimate);
    engine_store("""
TRIED: dict[str, Changes] = {
    "quiet jumps pruned after 2 + depth²/2 moves": (
        (
            SEARCH,
            NEXT_MOVE,
            "        if (!pv_node && depth <= 7 && i >= 2 + depth * depth / 2 && best > -GAME_WIN\n"
            "            && game_order(at->p, c->move) == 0)\n            continue;\n" + NEXT_MOVE,
        ),
    ),
    "futility of moves up to 3 plies from the leaves, 100 a ply": (
        (
            SEARCH,
            NEXT_MOVE,
            "        if (!pv_node && i && depth <= 3 && best > -GAME_WIN\n"
            "            && e->estimates[ply] + game_order(at->p, c->move) + 100 * depth <= lower)\n"
            "            continue;\n" + NEXT_MOVE,
        ),
    ),
    "razoring: no search 2 plies from the leaves, 150 + 100 a ply below the window": (
        (
            SEARCH,
            NOTED,
            NOTED + "    if (!pv_node && depth <= 2 && alpha < GAME_WIN && estimate + 150 + 100 * depth <= alpha)\n"
            "        return estimate;\n",
        ),
    ),
    "a reduction less for what turns three pieces": (
        (
            SEARCH,
            "game_reduction(depth, i, at->rising, at->kind, c->history);",
            "game_reduction(depth, i, at->rising, at->kind, c->history);\n"
            "        reduction -= reduction > 0 && game_order(at->p, c->move) >= 600;",
        ),
    ),
    "internal reductions: from 4 plies on one less without a table move": (
        (SEARCH, NOTED, NOTED + "    depth -= depth >= 4 && table_move < 0;\n"),
    ),
    "correction history, by the corners of 3x3 squares": (
        (CONTEXT, ROOM, "    int16_t corrections[4][1 << 14];\n" + ROOM),
        (SEARCH, NODE, CORRECTIONS + NODE),
        (SEARCH, "return game_estimate(e, p, ply);\n\n    uint64_t", "return corrected(e, p, ply);\n\n    uint64_t"),
        (SEARCH, "? game_estimate(e, p, ply) : 0", "? corrected(e, p, ply) : 0"),
        (SEARCH, "    engine_store(", LEARN),
    ),
    "the table's value in place of the evaluation": (
        (
            SEARCH,
            "estimate > e->estimates[ply - 2];\n",
            "estimate > e->estimates[ply - 2];\n"
            "    if (known && entry.score < GAME_WIN && entry.score > -GAME_WIN\n"
            "        && entry.bound & (entry.score > estimate ? BOUND_LOWER : BOUND_UPPER))\n"
            "        estimate = entry.score;\n",
        ),
    ),
    "counter-moves": (
        (CONTEXT, ROOM, "    uint16_t played[MAX_PLY], counters[2][MAX_SQUARES * MAX_SQUARES];\n" + ROOM),
        (
            SEARCH,
            "            c->value += 200;\n",
            "            c->value += 200;\n"
            "        else if (ply && moves[i] == e->counters[ply & 1][e->played[ply - 1]])\n"
            "            c->value += 200;\n",
        ),
        (
            SEARCH,
            "    int worth = depth",
            "    if (ply)\n"
            "        e->counters[ply & 1][e->played[ply - 1]] = (uint16_t)list[cut].move;\n"
            "    int worth = depth",
        ),
        (SEARCH, NEXT_MOVE, "        e->played[ply] = (uint16_t)c->move;\n" + NEXT_MOVE),
    ),
    "reverse futility by 40 a ply": ((GAME, "GAME_FUTILITY = 54", "GAME_FUTILITY = 40"),),
    "reverse futility up to 8 plies": ((GAME, "GAME_FUTILITY_DEPTH = 6", "GAME_FUTILITY_DEPTH = 8"),),
    "a window of 18": ((GAME, "GAME_WINDOW = 30", "GAME_WINDOW = 18"),),
    "an eightieth of the nodes for proofs": ((GAME, "enum { PART = 20 };", "enum { PART = 80 };"),),
}


def measure(run: Run) -> Findings:
    """Play the whole with each against the whole."""
    contest = Contest(run, run.either(PAIRS, 1))
    whole = contest.player("whole", ())
    tried = list(TRIED.items())[: run.either(len(TRIED), 1)]
    rows, accepted = [], []
    players = [contest.player(str(number), changes) for number, (_, changes) in enumerate(tried)]
    for (name, _), changed in zip(run.track(tried, "what was tried"), players, strict=True):
        row, verdict = contest.decide(name, changed, whole)
        rows.append(row)
        accepted += [name] if verdict == 1 else []
    return Findings(
        [Table(("with", *HEADER[1:]), rows)],
        [
            Target(
                "nothing that would make the whole stronger by the test",
                f"{len(accepted)} of {len(rows)}" + "".join(f"; {name}" for name in accepted[:3]),
                not accepted,
            )
        ],
    )
