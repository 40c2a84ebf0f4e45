"""A person can play a hand at a terminal and through a pipe; the program plays one by itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import pexpect
import pytest

from arbiter.games.domino import law as domino
from arbiter.games.domino import plane as domino_plane
from tests.bots.terminal import COLOUR, answer, left_with, session
from tests.domino.driver import DOMINO, hand_text, run

if TYPE_CHECKING:
    from tests.bots.terminal import Terminal

GREY = "\x1b[90m"
HAND = [(1, 2), (2, 3), (3, 4), (11, 11), (5, 5)]


@pytest.fixture
def hand_file(tmp_path: Path) -> Path:
    path = tmp_path / "hand"
    path.write_text(hand_text(HAND), encoding="ascii")
    return path


def terminal(
    *arguments: str, size: tuple[int, int] = (24, 80), prompt: str = "> ", changes: Mapping[str, str] | None = None
) -> AbstractContextManager[Terminal]:
    """Start a session on a terminal and wait for its first prompt."""
    return session([*DOMINO, *arguments], prompt=prompt, size=size, changes=changes)


def test_a_person_plays_a_hand_to_its_end(hand_file: Path) -> None:
    with terminal("--hand", str(hand_file)) as child:
        assert "[1|2]" in answer(child, "1 1")
        shown = answer(child, "2")
        assert "[1|2][2|3]" in COLOUR.sub("", shown)
        assert f"{GREY}4:[5|5]" in shown  # does not fit
        assert f"{GREY}3:[3|4]" not in shown
        assert "[1|2][2|3][3|4]" in COLOUR.sub("", answer(child, "3 r"))
        ways = COLOUR.sub("", answer(child, "5"))
        assert "5 1: L 11 11, 25 points, it lies as [2|2]" in ways
        assert "5 2: R 11 11, 31 points, it lies as [5|5]" in ways
        assert "[2|3][3|4][4|5][5|5]" in COLOUR.sub("", answer(child, "5 2"))
        end = COLOUR.sub("", answer(child, "4"))
        assert "The game is over: 41 points, the optimum." in end
        child.sendline("quit")
        assert left_with(child) == 0


def test_moves_can_be_taken_back_advised_and_saved(hand_file: Path, tmp_path: Path) -> None:
    saved = tmp_path / "Saved Game"
    with terminal("--hand", str(hand_file)) as child:
        assert "There is no move to take back." in answer(child, "undo")
        assert "Perhaps S " in answer(child, "hint")
        answer(child, "1")
        assert "0 points" in answer(child, "undo")
        answer(child, "1 1")
        assert "Perhaps " in answer(child, "hint")
        assert "Saved to" in answer(child, f"save {saved}")
    assert saved.read_text(encoding="ascii") == hand_text(HAND) + "S 1 2 \n"
    assert run("--ai", "--hand", str(saved)).returncode == 0
    with terminal("--hand", str(saved)) as child:
        assert "[1|2][2|3]" in COLOUR.sub("", answer(child, "2"))
        assert "Not saved: File exists." in answer(child, f"save {saved}")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("99", "There is no tile 99"),
        ("4", "That tile does not fit there."),
        ("3 9", "There is no way '9'; type 3 to see them."),
        ("3 x", "There is no way 'x'; type 3 to see them."),
        ("what", "I do not understand 'what'; type help."),
        ("help", "undo     take the last move back"),
        ("save /nowhere/at/all", "Not saved: No such file or directory."),
    ],
)
def test_a_slip_costs_nothing(typed: str, shown: str, hand_file: Path) -> None:
    with terminal("--hand", str(hand_file)) as child:
        answer(child, "1 1")
        assert shown in COLOUR.sub("", answer(child, typed))


def test_menus_ask_for_what_is_open() -> None:
    with terminal(prompt="A puzzle") as child:
        child.sendline("")
        child.expect("How many tiles")
        child.sendline("many")
        child.expect("Please type a whole number from 0 to 1000")
        child.sendline("4")
        for question, reply in (("special", "y"), ("dimensions", "y"), ("Race", ""), ("seed", "7")):
            child.expect(question)
            child.sendline(reply)
        child.expect("Type the number of a tile")
        child.expect("> ")
        assert "V 0 " in answer(child, "hint") or "S " in str(child.before)
        child.sendeof()
        assert left_with(child) == 0


def test_long_rows_wrap_at_the_width_that_the_terminal_has_now(tmp_path: Path) -> None:
    path = tmp_path / "hand"
    path.write_text(hand_text([(2, 2)] * 40), encoding="ascii")
    with terminal("--hand", str(path), size=(24, 80)) as child:
        for _ in range(19):
            child.sendline("1 1")
            child.expect(r"\r\n> ")
        wide = COLOUR.sub("", answer(child, "1 1"))
        assert max(len(line) for line in wide.splitlines()) == 80
        child.setwinsize(24, 33)
        narrow = COLOUR.sub("", answer(child, "1 1"))
        assert max(len(line) for line in narrow.splitlines() if "[2|2][2|2]" in line) == 30


def test_a_line_that_is_being_typed_survives_a_resize(hand_file: Path) -> None:
    with terminal("--hand", str(hand_file)) as child:
        child.send("1 ")
        child.setwinsize(10, 20)
        assert "[1|2]" in COLOUR.sub("", answer(child, "1"))


@pytest.mark.parametrize("arguments", [[], ["--ai"]])
def test_control_c_leaves_quietly(arguments: list[str], hand_file: Path) -> None:
    prompt = "> " if not arguments else "Type a hand"
    with terminal(*arguments, *([] if arguments else ["--hand", str(hand_file)]), prompt=prompt) as child:
        child.sendintr()
        assert left_with(child) == 130


def test_control_c_ends_a_search(tmp_path: Path) -> None:
    path = tmp_path / "hand"
    path.write_text(hand_text([(1, 2), *[(11, 11)] * 20]), encoding="ascii")
    with terminal("--2d", "--allow-early-stop", "--time", "1000", "--hand", str(path)) as child:
        child.sendline("stop")
        child.expect(pexpect.TIMEOUT, timeout=1)  # it looks for the optimum, which takes all the time it has
        child.sendintr()
        assert left_with(child) == 130


@pytest.mark.parametrize("prompt", ["> ", "A puzzle", "Type a hand"])
def test_the_end_of_the_input_leaves_quietly(prompt: str, hand_file: Path) -> None:
    arguments = {"> ": ["--hand", str(hand_file)], "Type a hand": ["--ai"]}.get(prompt, [])
    with terminal(*arguments, prompt=prompt) as child:
        child.sendeof()
        assert left_with(child) == (1 if "--ai" in arguments else 0)


@pytest.mark.parametrize("changes", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_without_colours_shows_what_fits(changes: dict[str, str], hand_file: Path) -> None:
    with terminal("--hand", str(hand_file), changes=changes) as child:
        shown = answer(child, "1 1")
        assert "(4:[5|5])" in shown
        assert re.search(r"\x1b\[[0-9;]*3\dm|\x1b\[9\dm", shown) is None


def test_one_may_stop_where_the_rules_allow_it(hand_file: Path) -> None:
    done = run("--allow-early-stop", "--hand", str(hand_file), text=b"1 1\nstop\n")
    assert "The game is over: 3 points; more can be had" in done.stdout.decode()
    assert "type help" in run("--hand", str(hand_file), text=b"stop\n").stdout.decode()


def test_verbose_says_what_the_bound_is(hand_file: Path) -> None:
    for strategy, proof in (("optimal", "proved"), ("first-match", "not proved")):
        done = run("--ai", "--verbose", "--strategy", strategy, "--hand", str(hand_file))
        assert re.fullmatch(rf"score \d+, upper bound 41, {proof}, [\d.]+ s\n", done.stderr.decode())


def test_a_plane_can_be_played_through_a_pipe(hand_file: Path) -> None:
    done = run("--2d", "--hand", str(hand_file), text=b"1 1\n2\n2 v\n3 r\n")
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout
    shown = done.stdout.decode()
    assert "2 1: H 0 2 2 3, 8 points, it lies as [2|3]" in shown
    assert "2 2: V 0 2 2 3, 8 points, it lies as [2|3]" in shown
    assert "[12]{2\n    3}" in shown
    assert "(4:[5|5])" in shown


@pytest.mark.parametrize("strategy", ["first-match", "greedy", "optimal"])
@pytest.mark.parametrize("plane", [False, True])
def test_the_program_plays_by_every_strategy(strategy: str, plane: bool, hand_file: Path) -> None:
    done = run("--ai", "--strategy", strategy, *(["--2d"] if plane else []), "--hand", str(hand_file))
    lines = done.stdout.decode().splitlines()
    steps = [line.rsplit(maxsplit=1) for line in lines if re.match(r"[SLRHV] ", line)]
    line = " ".join(move for move, _ in steps)
    verdict = domino_plane.judge(HAND, line) if plane else domino.judge(HAND, line)
    assert (verdict.reason, str(verdict.score)) == ("", steps[-1][1])
    assert lines[-1] == f"{len(steps)} of 5 tiles, {verdict.score} points"


def test_first_match_is_the_assignments() -> None:
    done = run("--ai", "--strategy", "first-match", text=b"3 1 2 2 6 1 5")
    assert re.sub(" +", " ", done.stdout.decode()).startswith("S 1 2 3\nR 2 6 11\nL 5 1 17\n")


def test_a_hand_can_be_typed() -> None:
    with terminal("--ai", prompt="Type a hand") as child:
        child.sendline("2 1 2")
        child.sendline("2 3")
        child.expect("2 of 2 tiles, 8 points")
        assert left_with(child) == 0


def test_the_same_seed_draws_the_same_hand() -> None:
    one, two, other = (run("--ai", "--size", "9", "--special", "--seed", seed).stdout for seed in ("1", "1", "2"))
    assert one == two != other


@pytest.mark.parametrize("arguments", [["--seed", "1"], ["--special"], ["--no-special"]])
def test_whatever_describes_a_random_hand_draws_one_of_the_usual_size(arguments: list[str]) -> None:
    done = run("--ai", "--strategy", "greedy", *arguments)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b" of 12 tiles, " in done.stdout


CONTRADICTIONS = {
    "--challenge --hand HAND": "--hand: --challenge reads its hand from standard input",
    "--challenge --size 0": "--size: --challenge reads its hand from standard input",
    "--challenge --seed 0": "--seed: --challenge reads its hand from standard input",
    "--challenge --no-special": "--special: --challenge reads its hand from standard input",
    "--challenge --strategy optimal": "--strategy: --challenge prints the best row that it finds",
    "--ai --hand HAND --size 3": "--size: it is for a random hand",
    "--hand HAND --seed 3": "--seed: it is for a random hand",
}


@pytest.mark.parametrize("line", CONTRADICTIONS)
def test_an_option_that_would_have_no_effect_is_refused(line: str, hand_file: Path) -> None:
    done = run(*line.replace("HAND", str(hand_file)).split(), text=b"1 1 1")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(f"domino-bot: {CONTRADICTIONS[line]}")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["--ai", "--hand", "/no/such/hand"],
        ["check", "/no/such/hand", ""],
        ["--ai"],
        ["--size", "x"],
        ["--ai", "--challenge"],
    ],
)
def test_a_wrong_command_line_is_one_clear_line(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode in (1, 2)
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(b"domino-bot: ")
    assert b"Errno" not in done.stderr


CHECKS = [
    ("S 1 2 R 2 3 R 3 4 R 11 11 R 5 5", 0, "legal\nscore: 41\noptimum: 41\ngap: 0\n"),
    ("S 1 2 R 2 3 R 4 3", 1, "illegal: move 3: 'R 4 3': 4 does not match the 3 at that end\n"),
    (
        "S 1 2 R 2 3",
        1,
        "unfinished: 8 so far; a tile still fits: the line ends although 'R 3 4' can still be played\n"
        "score: 8\noptimum: 41\ngap: 33\n",
    ),
]


@pytest.mark.parametrize(("line", "status", "shown"), CHECKS)
def test_check_judges_a_line(line: str, status: int, shown: str, hand_file: Path, tmp_path: Path) -> None:
    (tmp_path / "line").write_text(f"{line} \n", encoding="ascii")
    for given in (line, f"@{tmp_path / 'line'}"):
        done = run("check", str(hand_file), given)
        assert done.returncode == status
        assert done.stdout.decode().startswith(shown)


@pytest.mark.parametrize("words", [["/no/such/hand", "S 1 3"], ["/dev/null", "S 1 3"], ["HAND", "@/no/such/line"]])
def test_check_calls_no_move_wrong_where_it_cannot_read(words: list[str], hand_file: Path) -> None:
    done = run("check", *(word.replace("HAND", str(hand_file)) for word in words))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1


def test_check_knows_the_options(hand_file: Path) -> None:
    done = run("check", "--allow-early-stop", str(hand_file), "S 1 2 R 2 3")
    assert done.stdout.startswith(b"legal\nscore: 8\n")
    line = "S 1 2 V 0 2 2 3 H 1 3 3 4 H 1 5 11 11 H 1 7 5 5"
    for words in (["check", "--2d"], ["--2d", "check"], ["--time", "9", "check", "--2d"]):
        done = run(*words, str(hand_file), line)
        assert done.stdout == b"legal\nscore: 41\noptimum: 41\ngap: 0\n"
