"""Ataxx: what each term of the evaluation made by hand and each technique of the search is worth. Each is switched off
in turn, by changing a line of the sources before they are compiled, and plays against the whole at equal nodes, so that
what makes nodes cheaper does not count; through the arbiter, from random openings of 6 plies with both colours, on the
built-in block layouts in turn. Elo with intervals of 95 % from the scatter of the pairs.
"""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

from tests.evidence.ataxx_matches import HEADER, match, referee
from tests.evidence.document import HOUSE
from tests.evidence.findings import Findings, Run, Table, Target

NODES = 5000
FLAGS = ("-O2", "-std=c11")
EVALUATION, GAME, SEARCH = "ataxx/eval.h", "ataxx/engine.h", "common/search.h"
SWITCHES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "alpha-beta (each move with an open window)": (
        (SEARCH, "-beta, -lower, ply + 1", "-GAME_INF, GAME_INF, ply + 1"),
        (SEARCH, "-lower - 1, -lower, ply + 1", "-GAME_INF, GAME_INF, ply + 1"),
    ),
    "stones that cannot be taken back": ((EVALUATION, "SAFE = 70", "SAFE = 0"),),
    "squares to extend to": ((EVALUATION, "EXTEND = 6", "EXTEND = 0"),),
    "tempo": ((EVALUATION, "TEMPO = 90", "TEMPO = 0"),),
    "use of an iteration that was cut short": (
        (SEARCH, "if (e->pv_length[0] > 0) {", "if (e->pv_length[0] > 0 && (!e->stopped || report->move < 0)) {"),
    ),
    "reverse futility": ((SEARCH, "if (GAME_FUTILITY && !pv_node", "if (0 && !pv_node"),),
    "win and loss detection (ends are worth their stones, no proofs)": (
        (GAME, "*score = outcome(*p, ply);", "*score = STONE * margin(*p);"),
        (GAME, "if (find_win(", "if (0 && find_win("),
    ),
    "proofs before the search": ((GAME, "if (find_win(", "if (0 && find_win("),),
    "late-move pruning": ((GAME, "return depth <= 7 ?", "return 0 ?"),),
    "late-move reductions": ((GAME, "return depth >= 3 && i >= 2 ?", "return 0 ?"),),
    "first move from the table": ((SEARCH, "if (moves[i] == table_move)", "if (0 && table_move)"),),
    "killer moves": (
        (SEARCH, "else if (moves[i] == e->killers[ply][0] ||", "else if (0 && moves[i] == e->killers[ply][0] ||"),
    ),
    "history": ((SEARCH, " + e->history[ply & 1][moves[i]];", ";"),),
    "captures first": ((GAME, "return 100 * gain(*p, move);", "return 0 * gain(*p, move);"),),
}


def build(folder: Path, name: str, changes: tuple[tuple[str, str, str], ...]) -> Path:
    """Compile the player with these changes of its sources, each of which must apply."""
    sources = folder / f"sources of {name}"
    sources.mkdir()
    for path in (HOUSE / "native").glob("*/*.[ch]"):
        file_name = str(path.relative_to(HOUSE / "native"))
        text = path.read_text(encoding="utf-8")
        for changed, old, new in changes:
            if changed == file_name:
                assert old in text, (name, old)
                text = text.replace(old, new)
        (sources / file_name).parent.mkdir(exist_ok=True)
        (sources / file_name).write_text(text, encoding="utf-8")
    program = folder / f"player-{name}"
    files = [
        Path(__file__).with_name("ataxx_player.c"),
        *(sources / file for file in ("common/engine.c", "ataxx/ataxx.c", "ataxx/avx2.c", "ataxx/avx512.c")),
    ]
    subprocess.run(["cc", *FLAGS, "-I", sources, *files, "-lm", "-o", program], check=True)
    return program


def measure(run: Run) -> Findings:
    """Play each without one thing against the whole."""
    games = run.either(100, 2)
    whole = build(run.folder, "whole", ())
    rows, harmful = [], 0
    for number, (name, changes) in enumerate(list(SWITCHES.items())[: run.either(len(SWITCHES), 1)]):
        other = build(run.folder, str(number), changes)
        a, b = (shlex.join([str(program), str(run.either(NODES, 500))]) for program in (whole, other))
        score = match(run, a, b, games, referee(("uai", "uai"), layouts=True, plies=6))
        rows.append(score.row(name, "built-in"))
        harmful += score.elo()[2] < 0
    return Findings(
        [Table(("worth of", *HEADER[1:]), rows)],
        [
            Target(
                "nothing that the whole would be stronger without, beyond doubt",
                f"{harmful} of {len(rows)}",
                not harmful,
            )
        ],
    )
