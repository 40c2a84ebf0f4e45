"""The game is one that people enjoy: what is shown can be typed, there is a goal, a rival, puzzles, and a replay."""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from arbiter.games.domino import puzzle
from arbiter.games.domino.law import PLAIN, SPECIAL, Hand, Options, Row, judge, tile
from bots.domino import hands, language, play, session
from tests.bots.terminal import COLOUR, answer
from tests.domino.driver import hand_text, run
from tests.domino.test_play import terminal

SEEDS_HAND = [(6, 6), (6, 6), (6, 6), (3, 6), (1, 6), (2, 6), (1, 4), (3, 4), (4, 4), (4, 5)]
"""Of the assignment, as is the line below, which it scores although it is not finished."""
SEEDS_LINE = "S 6 6 L 2 6 R 6 6 R 6 1"
ITALIAN = {"LANG": "it_IT.UTF-8"}


@pytest.fixture
def seeds_hand(tmp_path: Path) -> str:
    path = tmp_path / "hand"
    path.write_text(hand_text(SEEDS_HAND), encoding="ascii")
    return str(path)


def test_the_menu_shows_its_defaults_and_an_empty_answer_takes_them() -> None:
    questions = [
        ("A puzzle?", "no"),
        ("How many tiles?", "12"),
        ("With special tiles?", "yes"),
        ("In two dimensions?", "no"),
        ("Race the program, at which level, 1 to 5?", "none"),
        ("Which seed?", "a new one"),
    ]
    with terminal(prompt=r"A puzzle\? ") as child:
        shown = r"\[no\] "
        for question, default in [*questions[1:], ("", "")]:
            child.expect(shown)
            child.sendline("")
            shown = rf"{re.escape(question)} \[{re.escape(default)}\] "
        child.expect("The goal is the most")
        child.expect("Type the number of a tile")


@pytest.mark.parametrize("words", [[], ["--2d"]])
def test_what_hint_says_can_be_typed(words: list[str], seeds_hand: str) -> None:
    typed = list[str]()
    for _ in range(3):
        done = run("--hand", seeds_hand, *words, text="\n".join([*typed, "hint"]).encode())
        advice = re.findall(r"Perhaps (.*)\.", done.stdout.decode())
        assert len(advice) == 1
        typed.append(advice[0].lower() if len(typed) == 1 else advice[0])
    shown = run("--hand", seeds_hand, *words, text="\n".join(typed).encode()).stdout.decode()
    assert not re.search("do not understand|does not fit|no tile", shown)
    points = [int(found) for found in re.findall(r"^(?:> )?(\d+) points$", shown, re.MULTILINE)]
    assert points == sorted(set(points))
    assert len(points) == 4


@pytest.mark.parametrize(
    ("words", "typed", "shown"),
    [
        ((), "moves", "R 4 1, L 6 3, "),
        ((), "L 6 6", "That tile does not fit there. The ends of the row show 3 and 4."),
        (("--lang", "it"), "mosse", "R 4 1, L 6 3, "),
        (("--lang", "it"), "L 6 6", "Alle estremità della fila ci sono 3 e 4."),
        (("--2d",), "H 0 1 6 6", "That tile does not fit there. Row 0, column 1 is taken."),
    ],
)
def test_what_fits_is_listed_and_what_does_not_is_told_why(
    words: tuple[str, ...], typed: str, shown: str, seeds_hand: str
) -> None:
    done = run("--hand", seeds_hand, *words, text=f"S 3 4\n{typed}\n".encode())
    assert shown in done.stdout.decode().replace("\n", " ")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("S 1 2", "You have no tile"),
        ("L 6 6", "That tile does not fit there."),
        ("S 6", "I do not understand"),
        ("S 7 7", "I do not understand"),
        ("S 6 6 R 6 6", "I do not understand"),
        ("S x y", "I do not understand"),
        ("sl 6 6", "I do not understand"),
        ("S -1 {0}", "I do not understand 'S -1 {0}'"),
    ],
)
def test_a_typed_move_that_is_none_costs_nothing(typed: str, shown: str, seeds_hand: str) -> None:
    done = run("--hand", seeds_hand, text=f"{typed}\n".encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert shown in done.stdout.decode()
    assert len(re.findall(r"\d+ points$", done.stdout.decode(), re.MULTILINE)) == 1


@pytest.mark.parametrize("words", [["--ai", "--strategy", "first-match"], []])
def test_random_hands_have_special_tiles_unless_they_are_refused(words: list[str]) -> None:
    def special(*more: str) -> bool:
        done = run(*words, "--seed", "1", "--size", "60", *more)
        assert done.returncode == 0
        return re.search(r" 0 0 | 11 11 |\[11\|11\]|\[0\|0\]", done.stdout.decode()) is not None

    assert special()
    assert special("--special")
    assert not special("--no-special")


def test_the_goal_is_hidden_until_asked(seeds_hand: str) -> None:
    worse = "S 4 5\nL 4 4\nL 3 4\nL 6 3\nL 6 6\nL 6 6\nL 6 6\nL 2 6\n"
    shown = run("--hand", seeds_hand, text=worse.encode()).stdout.decode()
    assert "The game is over: 77 points; more can be had, goal tells how much." in " ".join(shown.split())
    assert "81" not in shown
    assert "The optimum is 81 points." in run("--hand", seeds_hand, text=b"goal\n").stdout.decode()


@pytest.mark.parametrize("level", range(1, 6))
@pytest.mark.parametrize("plane", [[], ["--2d"]])
def test_a_person_can_race_the_program_at_any_level(level: int, plane: list[str], tmp_path: Path) -> None:
    path = tmp_path / "hand"
    path.write_text(hand_text([(1, 2), (2, 3)]), encoding="ascii")
    shown = run("--race", str(level), *plane, "--hand", str(path), text=b"S 1 2\n2 1\n2\n").stdout.decode()
    assert f"The program, level {level}, tile 1: " in shown
    assert f"The program, level {level}, tile 2: 8 points" in shown
    assert "8 points, the optimum. The race is a draw." in shown


def test_a_race_has_a_winner(seeds_hand: str) -> None:
    worse = "S 4 5\nL 4 4\nL 3 4\nL 6 3\nL 6 6\nL 6 6\nL 6 6\nL 2 6\n"
    lost = run("--race", "5", "--hand", seeds_hand, text=worse.encode()).stdout.decode()
    assert "The program wins the race." in " ".join(lost.split())
    path = Path(seeds_hand).with_name("apart")
    path.write_text(hand_text([(1, 2), (3, 3), (3, 4)]), encoding="ascii")
    won = run("--race", "2", "--hand", str(path), text=b"S 3 3\nR 3 4\n").stdout.decode()
    assert "13 points, the optimum. You win the race." in " ".join(won.split())


def test_a_row_is_replayed_tile_by_tile(seeds_hand: str) -> None:
    with terminal("--hand", seeds_hand) as child:
        for move in re.findall(r"[SLR] \d \d", SEEDS_LINE):
            answer(child, move)
        child.sendline("replay")
        for shown in ("1 of 4: S 6 6, 12 points", "2 of 4: L 2 6, 20 points", "3 of 4: R 6 6, 32 points"):
            child.expect(shown)
            child.expect("Enter: the next tile; q: enough ")
            child.sendline("")
        child.expect("4 of 4: R 6 1, 39 points")
        child.expect("> ")
        child.sendline("replay best")
        child.expect("1 of 9: ")
        child.expect("enough ")
        child.sendline("q")
        child.expect("> ")
        child.sendline("quit")
        child.expect(r"39 so far; a tile still fits\.")


def test_new_deals_another_hand_and_the_same_seeds_deal_the_same() -> None:
    one, two = (run("--seed", "3", text=b"new\nnew\nquit\n").stdout.decode() for _ in range(2))
    dealt = re.findall(r"^(?:> )?\(?1:.*$", one, re.MULTILINE)
    assert one == two
    assert len(set(dealt)) == 3


def test_an_unfinished_line_is_scored_as_such(seeds_hand: str, tmp_path: Path) -> None:
    """The assignment itself says that its row has 39 points "if the game ended here"."""
    done = run("check", seeds_hand, SEEDS_LINE)
    assert done.returncode == 1
    first, *rest = done.stdout.decode().splitlines()
    assert first.startswith("unfinished: 39 so far; a tile still fits")
    assert rest == ["score: 39", "optimum: 81", "gap: 42"]
    (tmp_path / "six").write_text("2 6 6 11 11", encoding="ascii")
    done = run("check", str(tmp_path / "six"), "S 6 6")  # going on costs points, but one may not stop
    assert done.stdout.decode().splitlines()[1:] == ["score: 12", "optimum: 4", "gap: -8"]


def scores(row: Row, left: Hand) -> set[int]:
    """Give every score with which a row can end, by playing all games."""
    moves = list(row.moves(kind for kind, copies in left.items() if copies))
    found = set() if moves and not row.options.early_stop else {row.score}
    for move in moves:
        after = row.fork()
        after.place(move)
        found |= scores(after, left - Counter([tile(move.a, move.b)]))
    return found


def test_a_puzzle_knows_every_score_and_a_way_to_it() -> None:
    draw = random.Random(5)
    for _ in range(60):
        hand = [draw.choice(SPECIAL if draw.random() < 0.4 else PLAIN) for _ in range(draw.randint(0, 4))]
        options = Options(draw.random() < 0.5, draw.random() < 0.3)
        found = puzzle.endings(Row(options), Counter(hand))
        assert set(found) == scores(Row(options), Counter(hand)), hand
        for score, line in found.items():
            verdict = judge(hand, " ".join(map(str, line)), options)
            assert (verdict.reason, verdict.score) == ("", score)


def test_a_puzzle_is_solved_by_its_hints() -> None:
    typed = list[str]()
    while True:
        shown = run("--puzzle", "--seed", "7", text="\n".join([*typed, "hint"]).encode()).stdout.decode()
        if not (advice := re.findall(r"Perhaps (.*)\.", shown)):
            break
        typed += advice
    (target,) = re.findall(r"Finish the row with exactly (\d+) points", shown)
    assert f"Solved: exactly {target} points." in shown
    replayed = run("--puzzle", "--seed", "7", text=b"replay best\n").stdout.decode()
    assert re.findall(r"^(?:> )?\d+ of \d+: .*, (\d+) points$", replayed, re.MULTILINE)[-1] == target


def test_a_puzzle_says_from_where_it_cannot_be_solved() -> None:
    hand = [(1, 2), (2, 3), (3, 3), (4, 4)]
    with_target = session.Deal(hand, target=11)
    assert puzzle.endings(Row(), Counter(hand)).keys() == {8, 14}
    assert with_target.target not in puzzle.endings(Row(), Counter(hand))
    draw = puzzle.puzzles(5, True, Options(), 1)
    for dealt, wanted in (next(draw) for _ in range(20)):
        reachable = sorted(puzzle.endings(Row(), Counter(dealt)))
        assert reachable[0] < wanted < reachable[-1]


@pytest.mark.parametrize("size", range(3, 7))
@pytest.mark.parametrize("special", [False, True])
@pytest.mark.parametrize("early_stop", [False, True])
def test_there_are_puzzles_of_every_size(size: int, special: bool, early_stop: bool) -> None:
    hand, wanted = next(puzzle.puzzles(size, special, Options(early_stop=early_stop), size))
    assert len(hand) == size
    assert wanted in puzzle.endings(Row(Options(early_stop=early_stop)), Counter(hand))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--puzzle --ai", "--puzzle: it is for a person who plays"),
        ("--race 2 --challenge", "--race: it is for a person who plays"),
        ("--puzzle --2d", "--puzzle: it deals hands of its own"),
        ("--puzzle --size 9", "--puzzle: expected 3 to 8 tiles, got 9"),
        ("--race 6", "argument --race: expected a whole number from 1 to 5"),
        ("--lang fr", "argument --lang: invalid choice: 'fr'"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words: str, reason: str) -> None:
    done = run(*words.split())
    assert done.returncode in (1, 2)
    assert done.stdout == b""
    assert done.stderr.decode().startswith(f"domino-bot: {reason}")
    assert done.stderr.count(b"\n") == 1


# ---- languages -----------------------------------------------------------------------------------------------------


def test_every_text_is_there_in_italian_with_the_same_places() -> None:
    texts = language.Catalogue((Path(language.__file__).parent / "it.po").read_text("utf-8")).texts
    said = {"yes", "no", "none", "a new one"}
    for module in (play, session, hands):
        source = Path(str(module.__file__))
        for path in {source, source.with_name("ai.py")}:
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in texts:
                    said.add(node.value)
                called = node.func if isinstance(node, ast.Call) else None
                name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
                if isinstance(node, ast.Call) and name in ("_say", "_text", "say", "text") and node.args:
                    given = node.args[0]
                    if isinstance(given, ast.Constant):
                        assert given.value in texts, given.value
    assert said | {""} == set(texts)
    for english, italian in texts.items():
        if english:
            assert italian not in ("", english) or english == "no"
            assert sorted(re.findall(r"{\w+", english)) == sorted(re.findall(r"{\w+", italian)), english


def test_a_session_is_italian_where_the_environment_or_the_user_says_so(seeds_hand: str) -> None:
    with terminal("--hand", seeds_hand, changes=ITALIAN) as child:
        assert "annulla  riprendi" in answer(child, "aiuto")
        assert "12 punti" in COLOUR.sub("", answer(child, "S 6 6"))
        assert "0 punti" in COLOUR.sub("", answer(child, "annulla"))
        assert "Forse S " in answer(child, "consiglio")
    with terminal(prompt=r"Un rompicapo\? \[no\] ", changes=ITALIAN) as child:
        child.sendline("s")
        child.expect(r"Quante tessere\? \[6\] ")
    with terminal("--hand", seeds_hand, "--lang", "en", changes=ITALIAN) as child:
        assert "12 points" in COLOUR.sub("", answer(child, "S 6 6"))
    assert "9 tessere su 10, 81 punti" in run("--ai", "--lang", "it", "--hand", seeds_hand).stdout.decode()


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it"}, "it"),
        ({"LANG": "it_IT", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "it_CH"}, "it"),
        ({"LANGUAGE": "it:en", "LANG": "de_DE"}, "it"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_the_language_follows_the_environment_as_gettext_does(
    values: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in language.VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    assert language.wanted(None) == expected
    assert language.wanted("it") == "it"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--challenge"], b"4\n3 4\n1 3\n4 5\n2 2\n"),
        (["--challenge"], b"2\n1 2\n"),
        (["check", "HAND", SEEDS_LINE], b""),
        (["check", "HAND", "S 1 3"], b""),
        (["analyse"], b"1 3 4\n"),
        (["--size", "x"], b""),
        (["--ai", "--hand", "/no/such/hand"], b""),
    ],
)
def test_what_programs_read_is_the_same_whatever_the_language(
    words: list[str], text: bytes, seeds_hand: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = []
    for value in ("C", "it_IT.UTF-8"):
        for name in language.VARIABLES:
            monkeypatch.setenv(name, value)
        done = run(*(seeds_hand if word == "HAND" else word for word in words), text=text)
        answers.append((done.returncode, re.sub(rb"\d\.\d{3}", b"", done.stdout), done.stderr))
    assert answers[0] == answers[1]
