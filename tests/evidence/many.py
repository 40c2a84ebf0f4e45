"""Tests that repeat themselves, as often as was promised: stops of the arbiter, hostile records, games by clicks, hands
and random games. `make test-long` runs the same tests, less often.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys

from tests.evidence.findings import Findings, Run, Table, Target
from tests.many import PATIENT

TESTS = {
    "a thousand random stops of the arbiter": ("tests/play/test_stopped_arbiter.py", "many_random_stops"),
    "a thousand hostile records on pages": ("tests/pages/test_hostile_text.py", "more_hostile_records"),
    "a hundred games by clicks": ("tests/pages/test_study.py", "games_against_level_three_by_clicks_are"),
    "two hundred hands": ("tests/pages/test_engine.py", "many_hands"),
    "four thousand hands, and a tile more": ("tests/domino/test_row_optimum.py", "another_tile_that_raises_nothing"),
    "two thousand hands, whatever the prices": ("tests/domino/test_certificate.py", "whatever_the_prices"),
    "a dozen whole games at a table": ("tests/serve/test_whole_games.py", "a_whole_game_is_played"),
    "ten thousand games": ("tests/othello/test_native_rules.py", "many_random_games"),
}
"""Their files, and parts of their names."""


def measure(run: Run) -> Findings:
    """Run them, in small only the last."""
    found = {}
    for what, (file, name) in run.track(run.either(list(TESTS.items()), list(TESTS.items())[-1:]), "tests"):
        environment = os.environ | ({} if run.small else {PATIENT: "1"})
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", file, "-k", name]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        found[what] = done.stdout.strip().splitlines()[-1]
    passed = all(re.fullmatch(r"\d+ passed\b.*", last) for last in found.values())
    return Findings(
        [Table(("what", "result"), list(found.items()))],
        [Target("all pass", ", ".join(found.values()), passed, True)],
    )
