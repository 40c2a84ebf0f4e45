"""Hands of plain and wild tiles as a model for OR-Tools CP-SAT: a circuit through tiles that lie either way round."""

from __future__ import annotations

import importlib
import importlib.util
import time
from collections.abc import Sequence

from arbiter.games.domino.law import Tile, touch


def is_installed() -> bool:
    """Say whether there is an OR-Tools."""
    return importlib.util.find_spec("ortools") is not None


def solve(hand: Sequence[Tile], limit_s: float) -> tuple[int, bool, float]:
    """Give the best score found with one thread, whether it is proved, and the CPU seconds."""
    cp_model = importlib.import_module("ortools.sat.python.cp_model")
    model = cp_model.CpModel()
    lies = [(tile, way) for tile in range(len(hand)) for way in ((0,) if hand[tile][0] == hand[tile][1] else (0, 1))]
    faces = [hand[tile] if way == 0 else hand[tile][::-1] for tile, way in lies]
    arcs, used = [], []
    for i, (a, b) in enumerate(zip(lies, faces, strict=True)):
        out = model.new_bool_var("")
        used.append(out.negated())
        arcs.append((i + 1, i + 1, out))
        arcs += [(0, i + 1, model.new_bool_var("")), (i + 1, 0, model.new_bool_var(""))]
        for j, (c, d) in enumerate(zip(lies, faces, strict=True)):
            if a[0] != c[0] and touch(b[1], d[0]):
                arcs.append((i + 1, j + 1, model.new_bool_var("")))
    model.add_circuit(arcs)
    for tile in range(len(hand)):
        model.add_at_most_one(used[i] for i, (other, _) in enumerate(lies) if other == tile)
    model.maximize(sum(sum(faces[i]) * used[i] for i in range(len(lies))))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = limit_s
    solver.parameters.num_workers = 1
    begin = time.process_time()
    status = solver.solve(model)
    return round(solver.objective_value), status == cp_model.OPTIMAL, time.process_time() - begin
