"""The referee of Ataxx, with players from a script: what each is told and asked, and what of its talk counts."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses

import pytest

from arbiter.games.ataxx.game import GAME
from arbiter.games.ataxx.openings import LAYOUTS, Opening
from arbiter.games.contract import Settings
from arbiter.games.players import End, PlayerError, Turn
from arbiter.host.limits import USUAL, Clock, Left
from tests.play.scripted import Scripted, pair

OWN = vars(GAME.options().parse_args([]))
READY = "a\n===\nboard\n ===\nmore"
TAKE_UP = "asked manual red\nmanual blue\nnew\nmanual {}\nmanual {}\n{}dump within 10 s"


def settings(*protocols: str, seed: int | None = None, plies: int = 0, **own: object) -> Settings:
    first, second = protocols or ("course", "course")
    return Settings((first, second), seed=seed, plies=plies, options=argparse.Namespace(**{**OWN, **own}))


def play(
    players: tuple[Scripted, Scripted], how: Settings, first: int = 0, start: str = "", plies: int = 2
) -> tuple[tuple[int, int], list[str]]:
    """Play a game that is adjudicated after some plies."""
    turns: list[Turn] = []
    stop = {plies: (30, 19)}
    scores = GAME.referee(how).play(players, first, turns, start, lambda position, left: stop.get(len(turns)))
    return scores, [turn.move for turn in turns]


@pytest.mark.parametrize("first", [0, 1])
def test_programs_of_the_course_take_up_the_game_and_hear_the_others_move_with_their_turn(first: int) -> None:
    moves = [f"{READY}&talk\n> * Red moves A7-A6.", f"{READY}&* Blue moves g7-g6. "]
    moves[0] += "&* Red moves a6-b6."
    if first:
        moves.reverse()
    players = pair(moves[0].split("&"), moves[1].split("&"))
    scores, turns = play(players, settings(seed=5), first, plies=3)
    assert (scores, turns) == ((19, 30) if first else (30, 19), ["a7-a6", "g7-g6", "a6-b6"])
    red, blue = ("B", "A") if first else ("A", "B")
    assert players[0].log == [
        f"{red} {TAKE_UP.format('blue', 'red', 'seed 5' + chr(10))}",
        f"{blue} {TAKE_UP.format('red', 'blue', 'seed 5' + chr(10))}",
        f"{blue} told auto blue",
        f"{red} asked auto red",
        f"{blue} asked a7-a6",
        f"{red} asked g7-g6",
        f"{blue} check, dead or alive",
        f"{red} check, dead or alive",
    ]


def test_blocks_and_moves_of_an_opening_are_told_and_a_slow_limit_holds_at_the_start() -> None:
    patient = dataclasses.replace(USUAL, time_s=60.0)
    players = pair([READY], [READY, "* Blue moves g7-g6."])
    players[1].limits = patient
    start = "block b2, block c3, a7-a6"
    assert play(players, settings(), start=start, plies=1)[1] == ["g7-g6"]
    told = "block b2\nblock c3\na7-a6\n"
    assert players[0].log[:4] == [
        f"A {TAKE_UP.format('blue', 'red', told)}",
        "A told auto red",
        f"B {TAKE_UP.format('red', 'blue', told).replace('10 s', '60 s')}",
        "B asked auto blue",
    ]


def test_who_cannot_answer_hears_of_the_last_move() -> None:
    fen = "7/7/7/7/2o4/7/x6 x 0 1"
    engines = pair(["uaiok", "readyok", "bestmove b2"], ["uaiok", "readyok"])
    turns: list[Turn] = []
    assert GAME.referee(settings("uai", "uai")).play(engines, 0, turns, fen) == (3, 0)
    assert [turn.move for turn in turns] == ["a1-b2"]
    program, position = Scripted("B", []), GAME.opening(fen)
    move = GAME.read_move(position, "b2")
    GAME.referee(settings()).side(program, 1, 1, "").hear("a1-b2", move, position.play(move))
    assert program.log == ["B told a1-b2"]


@pytest.mark.parametrize(
    ("line", "end", "reason"),
    [
        ("* Blue moves g7-g6.", End.MALFORMED, "moved for the side that is not its own, red"),
        ("* Red moves a7-a9.", End.MALFORMED, "a move is written"),
        ("* Red moves a7-d7.", End.ILLEGAL, "d7 is too far from a7"),
        ("* Red moves -.", End.ILLEGAL, "red can move, so it may not pass"),
        ("Red moves a7-a6.", End.TIMEOUT, "no move"),
        ("say: * Red moves a7-d7.", End.ILLEGAL, "d7 is too far from a7"),
        ("say * Red moves a7-d7.", End.TIMEOUT, "no move"),
    ],
)
def test_what_claims_to_be_a_move_is_judged(line: str, end: End, reason: str) -> None:
    players = pair([READY, line], [READY])
    with pytest.raises(PlayerError, match=reason) as caught:
        play(players, settings())
    assert (caught.value.end, caught.value.player) == (end, players[0])


@pytest.mark.parametrize("move", ["a7a6", "a7-a6", "A6", "-", ""])
def test_an_engine_writes_its_moves_as_uai_does(move: str) -> None:
    players = pair(["uaiok", "readyok", f"bestmove {move}"], ["uaiok", "readyok"])
    why = "UAI writes an extend by its destination, `a6`" if move == "a7a6" else "a move of UAI is written"
    with pytest.raises(PlayerError, match=why) as caught:
        play(players, settings("uai", "uai"))
    assert (caught.value.end, caught.value.player) == (End.MALFORMED, players[0])


@pytest.mark.parametrize("answers", [["bestmove a6\nuaiok"], ["uaiok", "info depth 1\nbestmove a6\nreadyok"]])
def test_an_engine_that_moves_when_it_was_asked_for_none_offends_between_games_too(answers: list[str]) -> None:
    players = pair(["uaiok", "readyok"], answers)
    with pytest.raises(PlayerError, match=r"^wrote when it was not asked for a move$") as caught:
        play(players, settings("uai", "uai"))
    assert (caught.value.end, caught.value.player) == (End.EXTRA_OUTPUT, players[1])
    assert caught.value.evidence == b"bestmove a6"


@pytest.mark.parametrize("move", ["a6", "a7a6", "a7c5", "0000"])
def test_a_program_of_the_course_writes_its_moves_as_its_language_does_and_not_as_uai(move: str) -> None:
    players = pair([READY, f"* Red moves {move}."], [READY])
    with pytest.raises(PlayerError, match=r"^that is UAI's way to write a move; the course's is `a7-b7`") as caught:
        play(players, settings())
    assert (caught.value.end, caught.value.player) == (End.MALFORMED, players[0])


@pytest.mark.parametrize("first", [0, 1])
def test_engines_are_asked_with_the_start_all_moves_and_the_time(first: int) -> None:
    answers = [["uaiok", "id x\nreadyok", "info depth 3\nbestmove a6"], ["uaiok", "readyok", "bestmove g7g5 ponder x"]]
    answers[0].append("bestmove b6")
    a, b = reversed(answers) if first else answers
    players = pair(a, b)
    assert play(players, settings("uai", "uai", movetime=0.25), first, "block d4", plies=3)[1] == [
        "a7-a6",
        "g7-g5",
        "a6-b6",
    ]
    red, blue = ("B", "A") if first else ("A", "B")
    fen = "position fen x5o/7/7/3-3/7/7/o5x x 0 1"
    assert players[0].log == [
        *(f"{red} asked {text} within 10 s" for text in ("uai", "uainewgame\nisready")),
        *(f"{blue} asked {text} within 10 s" for text in ("uai", "uainewgame\nisready")),
        f"{red} asked {fen}\ngo movetime 250",
        f"{blue} asked {fen} moves a6\ngo movetime 250",
        f"{red} asked {fen} moves a6 g7g5\ngo movetime 250",
        f"{blue} check, dead or alive",
        f"{red} check, dead or alive",
    ]


def test_both_protocols_meet() -> None:
    players = pair([READY, "* Red moves a7-a6."], ["uaiok", "readyok", "bestmove g6"])
    assert play(players, settings("course", "uai")) == ((30, 19), ["a7-a6", "g7-g6"])


def test_openings_follow_from_the_seed_the_same_for_both_colours() -> None:
    referee = GAME.referee(settings(seed=4, plies=5))
    starts = [referee.start(number) for number in range(1, 9)]
    assert starts[::2] == starts[1::2]
    assert len(set(starts)) == 4
    assert all(len(Opening.parse(start).moves) == 5 for start in starts)
    assert starts == [GAME.referee(settings(seed=4, plies=5)).start(number) for number in range(1, 9)]
    assert starts != [GAME.referee(settings(seed=5, plies=5)).start(number) for number in range(1, 9)]


def test_layouts_come_in_turn_two_games_each() -> None:
    referee = GAME.referee(settings(layouts=True))
    blocks = [Opening.parse(referee.start(number)).blocks for number in range(1, 2 * len(LAYOUTS) + 3)]
    assert blocks == [layout for layout in (*LAYOUTS, LAYOUTS[0]) for _ in range(2)]
    given = GAME.referee(settings(blocks="B2 c3"))
    assert [given.start(number) for number in (1, 2, 7)] == ["block b2, block c3"] * 3
    listed = GAME.referee(dataclasses.replace(settings(), starts=("a7-a6", "a7-b7")))
    assert [listed.start(number) for number in range(1, 6)] == ["a7-a6", "a7-a6", "a7-b7", "a7-b7", "a7-a6"]


@pytest.mark.parametrize(
    ("how", "shown"),
    [
        (settings(), []),
        (settings("course", "uai"), [("protocols", "course, uai"), ("time told by UAI", "0.15 s")]),
        (settings(layouts=True), [("blocks", f"{len(LAYOUTS)} layouts in turn")]),
        (settings(blocks="b2 c3"), [("blocks", "b2 c3")]),
        (settings(plies=4), [("random openings", "4 plies")]),
    ],
)
def test_settings_are_shown_where_they_are_not_the_usual_ones(how: Settings, shown: list[tuple[str, str]]) -> None:
    assert GAME.referee(how).options() == shown


@pytest.mark.parametrize("first", [0, 1])
def test_engines_with_a_clock_are_told_both_clocks_reds_as_blacks(first: int) -> None:
    answers = [["uaiok", "readyok", "bestmove a6"], ["uaiok", "readyok", "bestmove g6"]]
    players = pair(*(reversed(answers) if first else answers))
    for player, left_s, more_s in ((players[first], 12.3456, 0.1), (players[1 - first], 7.0, 0.25)):
        player.left, player.limits = Left(left_s), dataclasses.replace(USUAL, clock=Clock(60.0, more_s))
    play(players, settings("uai", "uai"), first)
    told = [line.rpartition("\n")[2] for line in players[0].log if "\ngo " in line]
    assert told == ["go btime 12346 wtime 7000 binc 100 winc 250"] * 2


@pytest.mark.parametrize(("made", "to_go"), [(0, 40), (1, 39), (39, 1), (40, 40)])
def test_an_engine_whose_clock_is_filled_again_is_told_after_how_many_moves(made: int, to_go: int) -> None:
    players = pair(["uaiok", "readyok", "bestmove a6"], ["uaiok", "readyok", "bestmove g6"])
    for player, moves in zip(players, (40, 0), strict=True):
        player.left, player.limits = Left(3.0, made), dataclasses.replace(USUAL, clock=Clock(60.0, moves=moves))
    play(players, settings("uai", "uai"))
    told = [line.rpartition("\n")[2] for line in players[0].log if "\ngo " in line]
    times = "go btime 3000 wtime 3000 binc 0 winc 0"
    assert told == [f"{times} movestogo {to_go}", times]


def test_an_engine_whose_opponent_has_no_clock_is_told_its_own_twice() -> None:
    players = pair(["uaiok", "readyok", "bestmove a6"], [READY, "* Blue moves g7-g6."])
    players[0].left, players[0].limits = Left(3.0), dataclasses.replace(USUAL, clock=Clock(60.0))
    play(players, settings("uai", "course"))
    assert [line for line in players[0].log if line.endswith("\ngo btime 3000 wtime 3000 binc 0 winc 0")]


@pytest.mark.parametrize(
    ("offered", "told"),
    [
        ("type combo default 25 jumps var 25 jumps var 100 plies", "100 plies"),
        ("type combo default 50 Moves var 50 Moves", "50 Moves"),
        ("type combo default 25 jumps var 25 jumps", ""),
    ],
)
def test_an_engine_is_told_the_rule_by_the_name_that_it_knows_once_a_process(offered: str, told: str) -> None:
    players = pair([f"option name Rule {offered}\nuaiok", "readyok", "bestmove a6"], ["uaiok", "readyok"])
    play(players, settings("uai", "uai"), start="rule 100 plies", plies=1)
    setting = f"setoption name Rule value {told}\n" if told else ""
    assert players[0].log[1] == f"A asked {setting}uainewgame\nisready within 10 s"
    players[0].answers, players[1].answers = ["readyok", "bestmove a6"], ["readyok"]
    del players[0].log[:]
    play(players, settings("uai", "uai"), start="rule 100 plies", plies=1)
    assert players[0].log[:2] == [f"{name} asked uainewgame\nisready within 10 s" for name in "AB"]


@pytest.mark.parametrize(("time_s", "movetime", "right"), [(0.1, 0.15, False), (0.1, 0.1, False), (0.1, 0.05, True)])
def test_engines_are_not_told_to_think_longer_than_they_may(time_s: float, movetime: float, right: bool) -> None:
    asked = settings("uai", "course", movetime=movetime, time_s=time_s)
    if right:
        assert GAME.referee(asked)
        return
    with pytest.raises(ValueError, match=rf"^--time 0.1: engines are told to think {movetime} s; expected less"):
        GAME.referee(asked)
    assert GAME.referee(settings(movetime=movetime, time_s=time_s))


@pytest.mark.parametrize(
    ("movetime", "clock", "right"), [(10.0, None, False), (9.9, None, True), (12.0, (60.0, 0.0), True)]
)
def test_nor_than_the_usual_time_where_none_is_said(
    movetime: float, clock: tuple[float, float] | None, right: bool
) -> None:
    asked = settings("uai", "course", movetime=movetime, time_s=None, clock=clock)
    refused = pytest.raises(ValueError, match=r"^--time 10: engines are told to think 10 s")
    with contextlib.nullcontext() if right else refused:
        assert GAME.referee(asked)
    # Where somebody else knows the time, as in a league, he has to look.
    assert GAME.referee(settings("uai", "course", movetime=movetime))
