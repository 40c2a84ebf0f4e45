"""The referee in two dimensions: programs are asked for boards, their lines judged, the boards drawn; and examined."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from arbiter.games.contract import Transcript
from arbiter.games.domino.examination import BOARDS, FIRST, ROWS, examinations
from arbiter.games.domino.game import GAME
from arbiter.games.domino.law import read_hand
from arbiter.games.domino.plane import judge
from arbiter.games.domino.referee import DominoReferee
from tests.bots.driver import HANG_S, environment
from tests.check.examined import failure
from tests.domino.driver import DOMINO, hand_text
from tests.domino.test_referee import BOT, arbitrate, player
from tests.play.scripted import Scripted

STAR = [(1, 2), (2, 3), (2, 4)]
HANGING = "S 1 2 V 0 2 2 3 H 0 3 2 4 "


def test_boards_are_asked_for_judged_and_shown(tmp_path: Path) -> None:
    page, records = arbitrate(tmp_path, BOT, BOT, "2", "--2d", "--special", "--seed", "5", "--hand-size", "9", "-v")
    for record in records:
        hand = read_hand(record["start"])
        assert record["start"].endswith("--2d\n")
        judged = [judge(hand, turn["move"]) for turn in record["turns"]]
        assert [verdict.reason for verdict in judged] == ["", ""]
        assert record["scores"] == [verdict.score for verdict in judged]
    assert any("V " in turn["move"] or "H " in turn["move"] for record in records for turn in record["turns"])
    assert page.count('<g transform="translate(0 ') >= 4
    assert "--2d" in page


def test_each_program_is_started_with_challenge_and_2d() -> None:
    one = Scripted("A", [])
    DominoReferee(plane=True).begin(one, 0, first=True)
    assert one.log == ["A begin --challenge --2d"]
    settings = GAME.settings(("2d", "2d"))
    assert GAME.referee(settings).plane
    with pytest.raises(ValueError, match="both programs play the same game"):
        GAME.referee(GAME.settings(("course", "2d")))


OFFENCES = [
    ("S 1 2 R 2 3 ", "move 2: 'R 2 3' is cut off; expected a letter, row, column and two numbers"),
    ("S 1 2 V 0 2 3 2 ", "move 2: 'V 0 2 3 2': 3 does not match the 2 at row 0, column 1"),
    ("S 1 2 V 0 2 2 3 ", "move 3: the line ends although "),
    ("S 1 2 H 1 0 2 3 ", "move 2: 'H 1 0 2 3': the tile touches nothing in its row"),
]


@pytest.mark.parametrize(("line", "reason"), OFFENCES)
def test_a_wrong_board_has_no_points_and_the_other_its_own(line: str, reason: str, tmp_path: Path) -> None:
    folder = tmp_path / "hands"
    folder.mkdir()
    (folder / "hand").write_text(hand_text(STAR), encoding="ascii")
    bad = player(tmp_path, f"print({line!r})")
    page, records = arbitrate(tmp_path, bad, BOT, "1", "--2d", "--hands", str(folder))
    assert records[0]["scores"] == [0, 14]  # all three tiles, which no row holds
    assert (records[0]["end"], records[0]["offender"]) == ("ILLEGAL", 0)
    assert reason in records[0]["reason"]
    assert "Forfeit" in page


def test_a_board_is_drawn_where_its_tiles_lie() -> None:
    start = hand_text(STAR) + "--2d\n"
    game = Transcript(1, start, (HANGING.strip(), "S 1 2 R 2 3"))
    drawing = GAME.drawing
    assert drawing is not None
    frames = drawing.frames(game, every=True)
    assert [frame.points for frame in frames] == [(0, 0), (14, 0), (14, 0)]
    assert frames[1].svg.count("<use ") == 3
    assert '<use href="#tile" transform="translate(3 0) rotate(90)"/>' in frames[1].svg
    assert re.findall(r'<text class="plain" x="(\S+)" y="(\S+)">(\d)</text>', frames[1].svg) == [
        ("0.5", "0.71", "1"),
        ("1.5", "0.71", "2"),
        ("2.5", "0.71", "2"),
        ("2.5", "1.71", "3"),
        ("3.5", "0.71", "2"),
        ("4.5", "0.71", "4"),
    ]
    assert "second: 0, but 3 so far" in frames[2].svg
    assert drawing.rows(game)[1] == ("first: 14", [(1, 2, "plain"), (2, 3, "plain"), (2, 4, "plain")])
    assert GAME.position(start) == ""


def test_a_review_says_that_there_is_none() -> None:
    reviewing = GAME.reviewing
    assert reviewing is not None
    assert reviewing.courses is not None
    with pytest.raises(ValueError, match="no engine reviews games in two dimensions"):
        reviewing.courses(Transcript(1, hand_text(STAR) + "--2d\n", (HANGING,)))


@pytest.mark.long
def test_a_program_that_lays_boards_is_examined() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "arbiter", "check", "--game", "domino", "--protocol", "2d", " ".join(DOMINO)],
        capture_output=True,
        encoding="utf-8",
        timeout=5 * HANG_S,
        check=False,
        env=environment(),
    )
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("passed") >= 19


@pytest.mark.parametrize(
    ("line", "sentence", "section"),
    [
        ("S 1 3 R 3 4 R 4 5 ", "those are moves of the game in one dimension", "Two dimensions (`--2d`)"),
        ("s 1 3 h 0 2 3 4 h 0 4 4 5 ", "the letters are S, H and V, in capitals", "Two dimensions (`--2d`)"),
        ("board", "that is not a line of moves such as `S 1 3 H 0 2 3 4 \\n`", "Two dimensions (`--2d`)"),
        ("S 1 3 H 0 2 4 3 H 0 4 4 5 ", "move 2 of that is wrong", "Two dimensions (`--2d`)"),
    ],
)
def test_a_wrong_program_is_told_what_is_wrong(line: str, sentence: str, section: str, tmp_path: Path) -> None:
    finding = failure(examinations(plane=True), player(tmp_path, f"print({line!r})"), FIRST)
    assert sentence in finding.sentence
    assert finding.demand.section == section


@pytest.mark.parametrize(
    ("line", "exact", "forgiven"),
    [
        (b"S 1 3 H 0 2 3 4 V -1 -2 12 21 \n", True, True),
        (b"S 1 3 H 0 2 11 11 > \n", True, True),
        (b"S 1 3 H 0 2 11 11 >\n", False, True),
        (b"S 1 3", False, True),
        (b"\n", True, True),
        (b"S 1 3 R 3 4 \n", False, False),
        (b"S 1 3 \nS 1 3 \n", False, False),
    ],
)
def test_the_line_of_a_board_is_known_to_the_byte(line: bytes, exact: bool, forgiven: bool) -> None:
    assert (BOARDS.is_exact(line), BOARDS.is_forgiven(line)) == (exact, forgiven)
    assert not ROWS.is_forgiven(b"S 1 3 H 0 2 3 4 \n")
