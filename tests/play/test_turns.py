"""The loop of games of turns, alone: players from a script instead of programs, and all that they hear."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from arbiter.games.board import BoardGame
from arbiter.games.contract import IllegalMoveError, Settings
from arbiter.games.lines import Lines
from arbiter.games.players import End, PlayerError, Turn
from tests.play.scripted import pair


@dataclasses.dataclass(frozen=True)
class Heap:
    """Who takes the last of some sticks, one or two at a time, gets three points."""

    sticks: int = 5
    to_move: int = 0

    def legal_moves(self) -> list[int]:
        return [taken for taken in (1, 2) if taken <= self.sticks]

    def play(self, move: int) -> Heap:
        if move not in self.legal_moves():
            raise ValueError(f"{move} cannot be taken")
        return Heap(self.sticks - move, 1 - self.to_move)

    def is_over(self) -> bool:
        return self.sticks == 0

    def score(self) -> tuple[int, int]:
        return (0, 3) if self.to_move == 0 else (3, 0)


LINES = {"course": Lines("first", "second", "over", "{moves}")}


class Sticks(BoardGame[Heap, int]):
    name, title, sides, unit = "sticks", "Sticks", ("one", "two"), "points"
    begins, move, forfeit = Heap(), "[0-9]", (0, 3)
    lines = LINES


class Games:
    """Plays one game between two scripts."""

    def __init__(self, a: str, b: str, offends: tuple[str, str] = ("", "")) -> None:
        self.turns: list[Turn] = []
        self.a, self.b = pair(a.split(), b.split(), offends)
        self.log = self.a.log

    def play(self, first: int = 0, start: str = "", **words: Any) -> tuple[int, int]:
        referee = Sticks().referee(Settings())
        return referee.play((self.a, self.b), first, self.turns, start, **words)

    def offence(self, first: int = 0) -> PlayerError:
        with pytest.raises(PlayerError) as caught:
            self.play(first)
        return caught.value


END = ["B check, dead or alive", "A check, dead or alive", "A told over", "B told over"]


def test_each_is_asked_in_turn_with_the_move_of_the_other_and_both_hear_of_the_end() -> None:
    games = Games("1 2", "2")
    assert games.play() == (3, 0)
    dialogue = ["A check", "B check", "B told second", "A asked first", "B asked 1", "A asked 2"]
    assert games.log == dialogue + END
    assert games.turns == [Turn("1", 1, stderr="A"), Turn("2", 1, stderr="B"), Turn("2", 2, stderr="A")]


def test_points_are_those_of_a_and_b_whoever_began() -> None:
    games = Games("2 1", "1 1")
    assert games.play(first=1) == (3, 0)
    assert games.log[:4] == ["B check", "A check", "A told second", "B asked first"]
    assert games.log[-2:] == ["B told over", "A told over"]


def test_a_game_from_an_opening_begins_behind_it() -> None:
    games = Games("1", "1")
    assert games.play(start="2 1") == (0, 3)
    assert games.log[2:5] == ["B told second 2 1", "A asked first 2 1", "B asked 1"]


@pytest.mark.parametrize("offender", [0, 1], ids=["the last mover", "the other"])
def test_a_line_too_many_at_the_end_is_found_whoever_moved_last(offender: int) -> None:
    offends = ("check, dead or alive", "")
    games = Games("1 2", "2", offends if offender == 0 else (offends[1], offends[0]))
    error = games.offence()
    assert error.player is (games.a, games.b)[offender]
    assert (error.end, error.evidence) == (End.EXTRA_OUTPUT, b"more")
    assert [line for line in games.log if "told over" in line] == [f"{'BA'[offender]} told over"]
    assert len(games.turns) == 3


@pytest.mark.parametrize(("offender", "first"), [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_who_fails_before_the_start_is_named_and_the_other_hears_nothing_of_a_game(offender: int, first: int) -> None:
    games = Games("1 2", "2", ("check", "") if offender == 0 else ("", "check"))
    error = games.offence(first)
    assert error.player is (games.a, games.b)[offender]
    assert [line for line in games.log if "told" in line or "asked" in line] == []
    assert games.turns == []


@pytest.mark.parametrize(
    ("answer", "end", "reason"),
    [
        ("3", End.ILLEGAL, "3 is not a legal move here"),
        ("x", End.MALFORMED, "'x' is not written as a move is, such as 1"),
        ("\xe9", End.MALFORMED, "'Ã©' is not written as a move is, such as 1"),
    ],
)
def test_what_is_no_legal_move_ends_the_game(answer: str, end: End, reason: str) -> None:
    games = Games("1", answer)
    error = games.offence()
    assert error.player is games.b
    assert (error.end, error.reason, error.evidence) == (end, reason, answer.encode())
    assert [turn.move for turn in games.turns] == ["1"]
    assert games.log[-1] == "A told over"


def test_an_adjudicated_game_ends_before_the_next_question() -> None:
    games = Games("2", "1 2")
    seen = []

    def adjudicate(position: Heap, left: int | None) -> tuple[int, int] | None:
        seen.append((position.sticks, left))
        return (1, 2) if position.sticks == 4 else None

    assert games.play(first=1, adjudicate=adjudicate) == (2, 1)
    assert seen == [(5, None), (4, None)]
    assert [turn.move for turn in games.turns] == ["1"]


def test_settings_are_shown_where_they_are_not_the_usual_ones() -> None:
    assert Sticks().referee(Settings()).options() == []
    settings = Settings(plies=2, starts=("1 1",))
    assert Sticks().referee(settings).options() == [("openings", "1 in turn"), ("random openings", "2 plies")]


def test_openings_are_played_with_both_colours_in_turn() -> None:
    referee = Sticks().referee(Settings(starts=("1 1", "2 1", "2 2")))
    assert [referee.start(number) for number in range(1, 9)] == [
        start for start in ("1 1", "2 1", "2 2", "1 1") for _ in range(2)
    ]


def test_random_openings_follow_from_the_seed_and_never_end_the_game() -> None:
    starts = {}
    for seed in (1, 2):
        referee = Sticks().referee(Settings(seed=seed, plies=4))
        starts[seed] = [referee.start(number) for number in range(1, 41)]
        assert starts[seed] == [referee.start(number) for number in range(1, 41)]
        assert starts[seed][::2] == starts[seed][1::2]
        assert set(starts[seed]) == {"1 1 1 1"}  # any other four moves take all five sticks
    referee = Sticks().referee(Settings(seed=1, plies=2))
    assert {referee.start(number) for number in range(1, 41)} == {"1 1", "1 2", "2 1", "2 2"}


def test_a_rule_broken_in_an_opening_is_an_error_of_who_wrote_it() -> None:
    with pytest.raises(IllegalMoveError, match="7 is not a legal move here"):
        Sticks().opening("1 7")


def test_a_program_is_started_when_a_game_begins() -> None:
    games = Games("1 2", "2")
    Sticks().referee(Settings()).begin(games.a, 0, first=True)
    assert games.log == ["A begin"]


@pytest.mark.parametrize(
    ("text", "start"), [("1, 1", "1 1"), (" 1 1,", "1 1"), ("2  1", "2 1"), ("", ""), ("1,1,1 1", "1 1 1 1")]
)
def test_a_start_is_read_as_people_write_it(text: str, start: str) -> None:
    assert Sticks().read_start(text) == start


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("2 2 1", "the game is over there"),
        ("1", "two is to move there; expected one, who moves first, that is an even number of moves"),
        ("1 3", "3 is not a legal move here"),
    ],
)
def test_a_start_where_no_game_can_begin_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Sticks().read_start(text)


DEAF = {"deaf": Lines("first", "second", "over"), **LINES}


class Deaf(Sticks):
    lines = DEAF


@pytest.mark.parametrize("more", [{"plies": 2}, {"starts": ("1 1",)}])
@pytest.mark.parametrize("protocols", [("deaf", "course"), ("course", "deaf")])
def test_who_cannot_be_told_an_opening_gets_none(more: dict[str, Any], protocols: tuple[str, str]) -> None:
    reason = "the protocol deaf of Sticks begins at the start only; expected --protocol course, which both programs"
    with pytest.raises(ValueError, match=reason):
        Deaf().referee(Settings(protocols, **more))
    assert Deaf().referee(Settings(("course", "course"), **more)).options()
    assert Deaf().referee(Settings(protocols)).options() == [("protocols", ", ".join(protocols))]


def test_random_openings_leave_who_moves_first_to_move() -> None:
    with pytest.raises(ValueError, match="expected an even number, so that one is to move, got 3"):
        Sticks().referee(Settings(plies=3))


def test_a_protocol_of_lines_is_examined_and_no_other() -> None:
    assert Sticks().examinations("course")
    assert Sticks().examinations("smoke") == ()
