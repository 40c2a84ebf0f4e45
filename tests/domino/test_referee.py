"""The arbiter gives both programs the same hand, judges what they answer, and draws the rows."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arbiter.games.domino.game import GAME
from arbiter.games.domino.law import judge, read_hand
from tests.bots.driver import HANG_S, environment
from tests.domino.driver import DOMINO, hand_text

BOT = " ".join(DOMINO)

FIRST_TILE = """
import sys
words = sys.stdin.read().split()
print("S", words[1], words[2], end="")
"""


def arbitrate(tmp_path: Path, a: str, b: str, *words: str) -> tuple[str, list[dict[str, Any]]]:
    """Play a match; give the page and the records."""
    result = tmp_path / "result.json"
    done = subprocess.run(
        [sys.executable, "-m", "arbiter", "--game", "domino", "--json", str(result), *words[1:], a, b, words[0]],
        capture_output=True,
        timeout=HANG_S,
        check=False,
        env=environment(),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.decode(), json.loads(result.read_text(encoding="utf-8"))["records"]


def player(tmp_path: Path, source: str) -> str:
    path = tmp_path / f"player{len(list(tmp_path.iterdir()))}.py"
    path.write_text(source, encoding="utf-8")
    return f"{sys.executable} {path}"


def test_both_play_the_same_hand_and_points_are_what_the_law_says(tmp_path: Path) -> None:
    page, records = arbitrate(tmp_path, BOT, BOT, "3", "--special", "--seed", "5", "--hand-size", "8", "-v")
    assert len({record["start"] for record in records}) == 3
    for record in records:
        hand = read_hand(record["start"])
        assert len(hand) == 8
        judged = [judge(hand, turn["move"]).score for turn in record["turns"]]
        assert record["scores"] == judged
        assert record["end"] == "FINISHED"
    assert page.count("dominoes") >= 9


def test_hands_come_from_a_folder_by_name(tmp_path: Path) -> None:
    folder = tmp_path / "hands"
    folder.mkdir()
    for name, hand in (("b", [(1, 2)]), ("a", [(3, 3), (3, 5)])):
        (folder / name).write_text(hand_text(hand), encoding="ascii")
    _, records = arbitrate(tmp_path, BOT, BOT, "3", "--hands", str(folder))
    assert [record["scores"] for record in records] == [[14, 14], [3, 3], [14, 14]]


def test_the_rules_of_the_courses_scorer_are_options(tmp_path: Path) -> None:
    folder = tmp_path / "hands"
    folder.mkdir()
    for name, hand in (("six", [(6, 6), (11, 11)]), ("wild", [(0, 0), (11, 11)])):
        (folder / name).write_text(hand_text(hand), encoding="ascii")
    rules, lazy = ["--zero-stays", "--allow-early-stop"], player(tmp_path, FIRST_TILE)
    page, records = arbitrate(tmp_path, " ".join([BOT, *rules]), lazy, "2", "--hands", str(folder), *rules)
    assert [(record["end"], record["scores"]) for record in records] == [("FINISHED", [12, 12]), ("FINISHED", [0, 0])]
    assert "--zero-stays --allow-early-stop" in page
    _, records = arbitrate(tmp_path, BOT, lazy, "2", "--hands", str(folder))
    assert [(record["end"], record["scores"]) for record in records] == [("ILLEGAL", [4, 0]), ("ILLEGAL", [4, 0])]


OFFENCES = [
    (FIRST_TILE, "ILLEGAL", "the line ends although"),
    ("print('S 1 2 R 3 3')", "ILLEGAL", "move 2: 'R 3 3': 3 does not match the 2 at that end"),
    ("print('no moves here')", "ILLEGAL", "'no moves here' is not a letter and two numbers"),
    ("raise SystemExit(3)", "CRASH", "ended by itself with exit status 3"),
    ("import time; time.sleep(60)", "TIMEOUT", "no move within 2 s"),
    ("while True: print('S 1 2 ' * 1000)", "MALFORMED", "more than 1048576 bytes of output"),
]


@pytest.mark.parametrize(
    ("source", "end", "reason"), OFFENCES, ids=[f"{end}-{n}" for n, (_, end, _) in enumerate(OFFENCES)]
)
def test_an_offender_has_no_points_and_the_other_its_own(source: str, end: str, reason: str, tmp_path: Path) -> None:
    folder = tmp_path / "hands"
    folder.mkdir()
    (folder / "hand").write_text(hand_text([(1, 2), (2, 4), (3, 3)]), encoding="ascii")
    bad = player(tmp_path, source)
    limit = ["--time", "2", "--start-time", "1"] if end == "TIMEOUT" else []
    page, records = arbitrate(tmp_path, bad, BOT, "2", "--hands", str(folder), *limit)
    for record in records:
        assert record["scores"] == [0, 9]
        assert (record["end"], record["offender"]) == (end, 0)
        assert reason in record["reason"]
    assert "Forfeit" in page


def test_a_line_without_a_newline_counts(tmp_path: Path) -> None:
    folder = tmp_path / "hands"
    folder.mkdir()
    (folder / "hand").write_text(hand_text([(1, 2)]), encoding="ascii")
    _, records = arbitrate(tmp_path, player(tmp_path, FIRST_TILE), BOT, "1", "--hands", str(folder))
    assert records[0]["scores"] == [3, 3]


LEISURELY = "import time; print('S 1 2 R 2 4 ', end={end!r}, flush=True); time.sleep(600)"


@pytest.mark.parametrize(("end", "points"), [("\n", 9), ("", 0)])
def test_a_whole_line_counts_though_its_program_does_not_end(end: str, points: int, tmp_path: Path) -> None:
    folder = tmp_path / "hands"
    folder.mkdir()
    (folder / "hand").write_text(hand_text([(1, 2), (2, 4), (3, 3)]), encoding="ascii")
    slow = player(tmp_path, LEISURELY.format(end=end))
    page, records = arbitrate(tmp_path, BOT, slow, "1", "--hands", str(folder), "--time", "2", "--start-time", "1")
    assert records[0]["scores"] == [9, points]
    if points:
        assert records[0]["end"] == "FINISHED"
        assert records[0]["reason"] == "player B had written all within 2 s, but not ended"
        assert "had written all within 2 s, but not ended" in page
    else:
        assert (records[0]["end"], records[0]["offender"]) == ("TIMEOUT", 1)


def test_two_offenders_share_nothing(tmp_path: Path) -> None:
    bad = player(tmp_path, "print('x')")
    _, records = arbitrate(tmp_path, bad, bad, "1", "--seed", "1")
    assert records[0]["scores"] == [0, 0]
    assert (records[0]["offender"], records[0]["end"]) == (0, "ILLEGAL")
    assert records[0]["also"] == {key: records[0][key] for key in ("end", "reason", "evidence")}


def test_random_hands_follow_the_seed() -> None:
    hands = [
        GAME.referee(GAME.settings(seed=seed, hand_size=10, special=True)).start(number)
        for seed in (7, 7, 8)
        for number in (1, 2)
    ]
    assert hands[:2] == hands[2:4]
    assert len(set(hands)) == 4


def test_a_folder_without_hands_gets_one_line(tmp_path: Path) -> None:
    assert refused(tmp_path / "nowhere").endswith("nowhere: No such file or directory\n")
    assert refused(tmp_path).endswith("there is no hand in this folder\n")
    (tmp_path / "bad").write_text("1 2", encoding="ascii")
    assert refused(tmp_path).endswith("bad: tile 1 of 1: the input ends here; expected an integer\n")


def refused(folder: Path) -> str:
    """Give what is said of a folder of hands that is refused."""
    done = subprocess.run(
        [sys.executable, "-m", "arbiter", "--game", "domino", "--hands", str(folder), "a", "b"],
        capture_output=True,
        encoding="utf-8",
        timeout=HANG_S,
        check=False,
        env=environment(),
    )
    assert done.returncode == 2
    return done.stderr
