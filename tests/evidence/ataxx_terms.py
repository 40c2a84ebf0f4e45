"""Ataxx: what each technique of the search is worth, with the network of the project. Each is switched off in turn, or
set back to what it was, by changing a line of the sources before they are compiled; the whole plays against that at
equal nodes (5,000 a move), so that what makes nodes cheaper does not count. Through the arbiter's league, from random
openings of 6 plies with both colours, every other one on a built-in layout of blocks, until its SPRT accepts that the
whole is no stronger (0 Elo) or that it is 10 Elo stronger, or 500 games are played. Elo with intervals of 95 % by
pairs; where the test ended early they are wider, and the middle is too far from 0.
"""

from __future__ import annotations

from tests.evidence.ataxx_variants import GAME, HEADER, SEARCH, Changes, Contest
from tests.evidence.findings import Findings, Run, Table, Target

PAIRS = 250
REDUCTION = "return plies > 0 ? plies / 1024 : 0;"
BY_STEPS = "return 1 + !rising + (i >= 6) + (i >= 15) + (i >= 30) + (depth >= 6 && i >= 3) + (depth >= 9 && i >= 6);"
"""Reductions by logarithms, and as they were before."""
LATE = "LATE_DEPTH = 9, LATE_FIRST = 4, LATE_RISING = 20, LATE_FALLING = 12"
LATE_BEFORE = "LATE_DEPTH = 7, LATE_FIRST = 2, LATE_RISING = 18, LATE_FALLING = 18"

PARTS: dict[str, Changes] = {
    "alpha-beta (against each move with an open window)": (
        (SEARCH, "-beta, -lower, ply + 1", "-GAME_INF, GAME_INF, ply + 1"),
        (SEARCH, "-lower - 1, -lower, ply + 1", "-GAME_INF, GAME_INF, ply + 1"),
        (SEARCH, "    engine_visit(e);\n", "    engine_visit(e);\n    kind = PV_NODE;\n"),
    ),
    "first move from the table": ((SEARCH, "if (moves[i] == table_move)", "if (0 && table_move)"),),
    "the table's move stays where none was good enough": (
        (SEARCH, "if (bound == BOUND_UPPER && table_move >= 0)", "if (0)"),
    ),
    "captures first": ((GAME, "return GAIN * gain(*p, move);", "return 0 * gain(*p, move);"),),
    "history": (
        (
            SEARCH,
            "c->history += memories[kind][moves[i]];",
            "c->history += kind ? memories[kind][moves[i]] : 0;",
        ),
    ),
    "history by where the last two moves went": ((GAME, "GAME_ANSWERS = 2", "GAME_ANSWERS = 0"),),
    "history by where the second one of them went": ((GAME, "GAME_ANSWERS = 2", "GAME_ANSWERS = 1"),),
    "killer moves": (
        (SEARCH, "else if (moves[i] == e->killers[ply][0] ||", "else if (0 && moves[i] == e->killers[ply][0] ||"),
    ),
    "late-move pruning": ((GAME, "return depth <= LATE_DEPTH ?", "return depth <= 0 * LATE_DEPTH ?"),),
    "late-move pruning up to 9 plies after 4 + 20/16 or 12/16 depth² moves (against 7 plies, 2 + 9/8)": (
        (GAME, LATE, LATE_BEFORE),
    ),
    "late-move reductions": ((GAME, "if (depth < 2 || i < 2)", "if (depth >= 0)"),),
    "reductions by one ply more where a cut-off is expected": ((GAME, "REDUCED_CUT = 1158", "REDUCED_CUT = 0"),),
    "singular extensions": ((GAME, "GAME_SINGULAR = 6", "GAME_SINGULAR = MAX_PLY"),),
    "reductions by history": ((GAME, "REDUCED_BY_HISTORY = 255", "REDUCED_BY_HISTORY = 0"),),
    "reductions by logarithms (against steps)": ((GAME, REDUCTION, BY_STEPS),),
    "reverse futility": ((SEARCH, "if (GAME_FUTILITY > 0 && !pv_node", "if (0 && !pv_node"),),
    "reverse futility by 54 a ply (against 180)": ((GAME, "GAME_FUTILITY = 54", "GAME_FUTILITY = 180"),),
    "who stands better than two plies before": (
        (GAME, "GAME_RISING = 29", "GAME_RISING = 0"),
        (GAME, "(rising ? 0 : REDUCED_FALLING)", "REDUCED_FALLING / 2"),
        (GAME, "LATE_RISING = 20, LATE_FALLING = 12", "LATE_RISING = 16, LATE_FALLING = 16"),
    ),
    "ProbCut": ((GAME, "GAME_PROBCUT_DEPTH = 6", "GAME_PROBCUT_DEPTH = MAX_PLY"),),
    "iterations in a window of 30 around the last value": ((SEARCH, "depth > 4 ? score", "0 ? score"),),
    "the same (against one of 60)": ((GAME, "GAME_WINDOW = 30", "GAME_WINDOW = 60"),),
    "all numbers that were tuned together (against those before the first tuning)": (
        (
            GAME,
            "GAME_FUTILITY = 54, GAME_FUTILITY_DEPTH = 6, GAME_RISING = 29",
            "GAME_FUTILITY = 50, GAME_FUTILITY_DEPTH = 6, GAME_RISING = 30",
        ),
        (GAME, "GAME_PROBCUT = 112", "GAME_PROBCUT = 80"),
        (
            GAME,
            "GAME_ANSWERS = 2, GAME_BONUS = 5, GAME_WINDOW = 30",
            "GAME_ANSWERS = 1, GAME_BONUS = 0, GAME_WINDOW = 60",
        ),
        (GAME, REDUCTION, BY_STEPS),
        (GAME, LATE, LATE_BEFORE),
    ),
    "use of an iteration that was cut short": (
        (SEARCH, "if (e->pv_length[0] > 0) {", "if (e->pv_length[0] > 0 && (!e->stopped || report->move < 0)) {"),
    ),
    "a win counts the plies to it, a proof first (against ends worth their stones)": (
        (GAME, "*score = outcome(*p, ply);", "*score = is_drawn(*p) ? 0 : STONE * margin(*p);"),
        (GAME, "if (find_win(", "if (0 && find_win("),
    ),
    "proofs before the search": ((GAME, "if (find_win(", "if (0 && find_win("),),
    "a twentieth of the nodes for proofs (against a quarter)": ((GAME, "enum { PART = 20 };", "enum { PART = 4 };"),),
}


def measure(run: Run) -> Findings:
    """Play the whole against the whole without one part, for each."""
    contest = Contest(run, run.either(PAIRS, 1))
    whole = contest.player("whole", ())
    parts = list(PARTS.items())[: run.either(len(PARTS), 1)]
    rows, proved = [], 0
    players = [contest.player(str(number), changes) for number, (_, changes) in enumerate(parts)]
    for (name, _), without in zip(run.track(parts, "parts of the search"), players, strict=True):
        row, verdict = contest.decide(name, whole, without)
        rows.append(row)
        proved += verdict == 1
    harmful = [row[0] for row in rows if str(row[-2]).split(" to ")[1].startswith("-")]
    return Findings(
        [Table(("worth of", *HEADER[1:]), rows)],
        [
            Target(
                "nothing that the whole would be stronger without, beyond doubt",
                f"{len(harmful)} of {len(rows)}; {proved} are worth 10 Elo or more by the test",
                not harmful,
            )
        ],
    )
