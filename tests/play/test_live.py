"""What a reporter writes of a game is the game, however many turns are told at once; no player can read it."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from arbiter.games.players import Turn
from arbiter.play.live import ENDING, Reporter
from arbiter.play.record import GameRecord
from tests.play.court import Court

LATER = float("inf")


def test_every_turn_is_told_once_however_many_are_told_at_once(tmp_path: Path) -> None:
    draw = random.Random(11)
    for number in range(1, 41):
        reporter = Reporter(str(tmp_path), 0)
        reporter.begin("othello", number, ("a", "b"), 0, "")
        sheet, now = reporter.sheet(), 0.0
        for at in range(draw.randint(1, 12)):
            reporter.due = LATER
            sheet.append(Turn(f"{number} {at}", at / 8, at / 16, ""))
            if draw.random() < 0.4:
                reporter.tell(now)
        reporter.tell(now)
        reporter.over(GameRecord("othello", number, ("a", "b"), 0, tuple(sheet), (1, 2)))
        head, *lines = map(json.loads, (tmp_path / f"{number}{ENDING}").read_text().splitlines())
        assert head["number"] == number
        assert lines[:-1] == [list(turn) for turn in sheet]
        assert lines[-1]["scores"] == [1, 2]


SPY = """
import contextlib, os, sys
read = []
for top in ("/tmp", "/run", PLACE):
    for place, _, names in os.walk(top):
        for name in names if "arbitro-live-" in place else []:
            with contextlib.suppress(OSError):
                read.append((name, open(os.path.join(place, name)).read()))
sys.stderr.write("READ " + repr(read) + "\\n")
sys.stdin.readline()
"""


def test_no_player_reads_what_is_told_of_its_game(court: Court, tmp_path: Path, guard: list[str]) -> None:
    """Not even where the arbiter must tell it in a folder that both players may read."""
    folder = tmp_path / "bots"
    place, spy = folder / "run", folder / "spy.py"
    place.mkdir(mode=0o700, parents=True)
    spy.write_text(SPY.replace("PLACE", repr(str(place))))
    court.environment["XDG_RUNTIME_DIR"] = str(place)
    words = [f"{sys.executable} {spy}"] * 2
    outcome = court.judge(*words, "1", "--stream", f"--files-a={folder}", f"--files-b={folder}", *guard)
    assert "READ []" in json.dumps([*outcome.games, outcome.page])
