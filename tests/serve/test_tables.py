"""Games at tables, by what a page asks and hears; the law judges what comes out."""

from __future__ import annotations

import contextlib
import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

from arbiter.games import catalogue
from arbiter.games.board import BoardGame
from arbiter.play.record import GameRecord
from tests.many import each
from tests.serve.server import Server, Table, Viewer

PERSON = {"kind": "person"}
BOARDS = ("othello", "ataxx", "dama")


def bot(level: int = 1) -> dict[str, Any]:
    return {"kind": "bot", "level": level}


def play(viewer: Viewer, table: Table, rng: random.Random, plies: int = 1000) -> None:
    """Make random legal moves for every person, until so many turns are made or the game is over."""
    while True:
        state = viewer.until(lambda state: state["asked"] or state["result"] or len(state["turns"]) >= plies)
        if state["result"] or len(state["turns"]) >= plies:
            return
        seat, move = state["asked"]["seat"], rng.choice(state["asked"]["moves"])
        state["asked"] = None
        assert table.order("move", seat=seat, move=move)[0] == 204


def replayed(record: GameRecord) -> Any:
    game = catalogue.game(record.game)
    assert isinstance(game, BoardGame)
    position = game.opening(record.start)
    for turn in record.turns:
        position = position.play(game.read_move(position, turn.move))
    return position


@pytest.mark.parametrize("name", BOARDS)
def test_a_whole_game_of_a_person_against_our_bot_is_a_record_like_any_other(server: Server, name: str) -> None:
    table = server.open(name, PERSON, bot())
    viewer = table.follow()
    play(viewer, table, random.Random(1), 400)
    if not viewer.state["result"]:  # nobody need ever win
        viewer.until(lambda state: state["asked"] or state["result"])
        table.order("resign", seat=0)
        viewer.until(lambda state: state["result"])
    (data,) = table.records()
    record = GameRecord.from_json(data)
    assert [turn.move for turn in record.turns] == viewer.moves()
    position = replayed(record)
    if record.end.name != "RESIGNED":
        assert position.is_over() or len(record.turns) == table.match()["limit"]  # after so many it is drawn
        assert record.scores == (position.score() if position.is_over() else (1, 1))
    viewer.close()


def test_every_event_has_the_position_that_the_law_gives(server: Server) -> None:
    table = server.open("ataxx", bot(1), bot(0))
    viewer = table.follow()
    state = viewer.until(lambda state: state["result"])
    game = catalogue.game("ataxx")
    assert game.drawing
    assert game.drawing.squares
    (record,) = map(GameRecord.from_json, table.records())
    boards = game.drawing.squares.boards(record.transcript())
    assert [state["begins"]["board"], *(turn["board"] for turn in state["turns"])] == boards
    late = table.follow()
    late.until(lambda state: True)
    assert late.state["turns"] == [
        {name: value for name, value in turn.items() if name not in ("kind", "at", "left", "memory")}
        for turn in state["turns"]
    ]
    late.close()
    viewer.close()


def test_a_move_that_is_none_costs_nothing_and_is_explained(server: Server) -> None:
    table = server.open("othello", PERSON, PERSON)
    viewer = table.follow()
    legal = viewer.asked(0)
    table.order("move", seat=0, move="<b>9 9")
    viewer.until(lambda state: viewer.said)
    assert "'<b>9 9' cannot be played here" in viewer.said[0]
    table.order("move", seat=1, move=legal[0])  # it is not that one's turn
    table.order("move", seat=0, move=legal[1])
    viewer.asked(1)
    assert viewer.moves() == [legal[1]]
    viewer.close()


def test_two_persons_play_at_one_table_and_one_resigns(server: Server) -> None:
    table = server.open("dama", {"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Bo"})
    viewer = table.follow()
    play(viewer, table, random.Random(2), 7)
    table.order("resign", seat=1)
    state = viewer.until(lambda state: state["result"])
    assert state["result"].startswith("A wins 2\N{EN DASH}0. B resigned")
    (record,) = table.records()
    assert record["players"] == ["Ada", "Bo"]
    assert (record["end"], record["offender"], len(record["turns"])) == ("RESIGNED", 1, 7)
    table.order("new", at=1)
    state = viewer.until(lambda state: state["number"] == 2 and state["asked"])
    assert state["asked"]["seat"] == 1  # who moves first now
    viewer.close()


def goes_on(viewer: Viewer, table: Table, rng: random.Random, seat: int) -> bool:
    """Play until the person on this seat is asked after six or seven moves; False if the game is over by then."""
    play(viewer, table, rng, 6 + seat)
    viewer.until(lambda state: state["result"] or (state["asked"] and len(state["turns"]) == 6 + seat))
    return not viewer.state["result"]


def moves_are_taken_back(server: Server, name: str, seat: int, rng: random.Random) -> bool:
    """Take moves back twice, go on and resign; False if the game is over too soon, as one of random moves may be."""
    table = server.open(name, *((PERSON, bot(0)) if seat == 0 else (bot(0), PERSON)))
    with contextlib.closing(table.follow()) as viewer:
        return moves_of_one_table_are_taken_back(viewer, table, seat, rng)


def moves_of_one_table_are_taken_back(viewer: Viewer, table: Table, seat: int, rng: random.Random) -> bool:
    if not goes_on(viewer, table, rng, seat):
        return False
    before = viewer.moves()
    for plies in (4 + seat, 2 + seat):
        table.order("back", at=plies)
        viewer.until(lambda state, plies=plies: len(state["turns"]) == plies and state["asked"])  # type: ignore[misc]
        assert viewer.moves() == before[:plies]
    is_going = goes_on(viewer, table, rng, seat)
    assert viewer.moves()[: 2 + seat] == before[: 2 + seat]
    if not is_going:
        return False
    table.order("resign", seat=seat)
    viewer.until(lambda state: state["result"])
    (data,) = table.records()
    record = GameRecord.from_json(data)
    assert record.start == ""
    assert [turn.move for turn in record.turns] == viewer.moves()
    replayed(record)
    return True


@pytest.mark.parametrize(("seat", "name"), each(4, itertools.product([0, 1], BOARDS)))
def test_moves_are_taken_back_as_often_as_one_likes(server: Server, name: str, seat: int) -> None:
    rng = random.Random(3)
    assert any(moves_are_taken_back(server, name, seat, rng) for _ in range(10))


def test_a_game_goes_on_from_a_position_of_one_that_is_over_which_stays(server: Server) -> None:
    table, rng = server.open("dama", PERSON, PERSON), random.Random(4)
    viewer = table.follow()
    play(viewer, table, rng, 5)
    table.order("resign", seat=1)
    viewer.until(lambda state: state["result"])
    first = viewer.moves()
    table.order("back", at=3)
    viewer.until(lambda state: state["number"] == 2 and state["asked"])
    assert viewer.moves() == first[:3]
    play(viewer, table, rng, 4)
    table.order("resign", seat=0)
    viewer.until(lambda state: state["result"])
    played = [[turn["move"] for turn in record["turns"]] for record in table.records()]
    assert played == [first, viewer.moves()]
    viewer.close()


FICKLE = """
import random, sys
rows = {"1": ["3 2", "2 3", "4 5", "5 4"]}
for line in sys.stdin:
    if line.strip() in rows:
        print(random.SystemRandom().choice(rows[line.strip()]), flush=True)
"""
"""Moves first, and each time it is started one of the four first moves."""


def test_a_program_that_answers_otherwise_when_it_is_played_again_keeps_the_old_game(
    server: Server, tmp_path: Path
) -> None:
    program = tmp_path / "fickle.py"
    program.write_text(FICKLE)
    table = server.open("othello", {"kind": "program", "command": f"python3 {program}"}, PERSON)
    viewer = table.follow()
    for _ in range(40):
        move = viewer.asked(1)[0]
        table.order("move", seat=1, move=move)
        viewer.until(lambda state: len(state["turns"]) == 2)  # and now it thinks for ever
        before, viewer.said = viewer.moves(), []
        table.order("back", at=1)
        viewer.until(lambda state: len(viewer.said) > 1 or len(state["turns"]) == 1)
        if viewer.moves() == before:
            break
    else:
        raise AssertionError("forty times the same move")
    assert "The game stays as it is: started again, it answered" in viewer.said[1]
    viewer.close()


def test_what_a_program_says_is_heard_while_it_is_not_its_turn_and_is_no_markup(server: Server, tmp_path: Path) -> None:
    program = tmp_path / "talks.py"
    program.write_text("import sys\nprint('<b>hello\\x1b', file=sys.stderr, flush=True)\nsys.stdin.read()\n")
    table = server.open("othello", PERSON, {"kind": "program", "command": f"python3 {program}"})
    viewer = table.follow()
    state = viewer.until(lambda state: state["said"][1] and state["asked"])
    assert (state["said"], state["asked"]["seat"]) == (["", "<b>hello\\x1b\n"], 0)
    viewer.close()


def test_an_illegal_answer_is_shown_as_the_referee_sees_it(server: Server, tmp_path: Path) -> None:
    program = tmp_path / "wrong.py"
    program.write_text("input()\nprint('0 0', flush=True)\ninput()\n")
    table = server.open("othello", {"kind": "program", "command": f"python3 {program}"}, PERSON)
    viewer = table.follow()
    result = viewer.until(lambda state: state["result"])["result"]
    assert "B wins 64\N{EN DASH}0" in result or "B wins 0\N{EN DASH}64" in result
    assert "made an illegal move" in result
    assert "It wrote: 0 0" in result
    viewer.close()


def test_a_game_is_paused_stepped_and_goes_on(server: Server) -> None:
    table = server.open("othello", PERSON, bot(0))
    viewer = table.follow()
    moves = viewer.asked(0)
    table.order("pause")
    table.order("move", seat=0, move=moves[0])
    viewer.until(lambda state: len(state["turns"]) == 1)
    table.order("step")
    viewer.until(lambda state: len(state["turns"]) == 2)
    assert viewer.state["asked"] is None
    table.order("go")
    viewer.asked(2)
    viewer.close()


def test_clocks_and_memory_are_told(server: Server) -> None:
    table = server.open("othello", PERSON, bot(0), clock="300+2")
    viewer = table.follow()
    table.order("move", seat=0, move=viewer.asked(0)[0])
    state = viewer.until(lambda state: state["asked"] and len(state["turns"]) == 2)
    turn = state["turns"][1]
    assert turn["memory"][0] is None
    assert 5 < turn["memory"][1] < 100
    assert all(290 < left < 304 for left in turn["left"])
    assert state["asked"]["left"] == turn["left"][0]
    late = table.follow()
    late.until(lambda state: True)
    assert (late.state["memory"], late.state["left"]) == (turn["memory"], turn["left"])
    table.order("resign", seat=0)
    viewer.until(lambda state: state["result"])
    (record,) = table.records()
    assert record["costs"][1]["peak_mib"] >= turn["memory"][1]
    late.close()
    viewer.close()


@pytest.mark.parametrize("other", [PERSON, bot(0)])
def test_taking_back_gives_a_person_no_time_but_that_of_the_moves_that_are_gone(
    server: Server, other: dict[str, Any]
) -> None:
    table = server.open("othello", PERSON, other, clock="300+20")
    viewer = table.follow()
    left = {}
    for plies in range(0, 6, 1 if other is PERSON else 2):
        moves = viewer.asked(plies)
        left[plies] = viewer.state["asked"]["left"]
        table.order("move", seat=plies % 2, move=moves[0])
    viewer.asked(6)
    for at in (4, 2):
        table.order("back", at=at)
        viewer.asked(at)
        assert viewer.state["asked"]["left"] == pytest.approx(left[at], abs=0.01)
    assert 310 < left[2] < 330 < left[4]  # of one move and of two
    viewer.close()


def test_taking_back_counts_the_moves_anew_after_which_a_clock_is_filled_again(server: Server) -> None:
    table = server.open("othello", PERSON, PERSON, clock="2/300")
    viewer = table.follow()
    for at, back, fillings in ((0, False, 1), (2, False, 2), (2, True, 2), (4, False, 2), (6, False, 3)):
        if back:
            table.order("back", at=at)
        moves = viewer.asked(at)
        for seat in (0, 1):
            table.order("move", seat=seat, move=moves[0])
            moves = viewer.asked(at + seat + 1)
        assert [round(left / 300) for left in viewer.state["left"]] == [fillings, fillings]
    viewer.close()


@pytest.mark.parametrize(("seat", "name"), each(4, itertools.product([1, 0], BOARDS)))
def test_taking_back_leaves_the_clock_of_a_program_as_it_was_there(server: Server, name: str, seat: int) -> None:
    other = 1 - seat
    table = server.open(name, *((PERSON, bot(0)) if seat == 0 else (bot(0), PERSON)), clock="300+20")
    viewer = table.follow()
    left = {}
    for plies in range(seat, 5, 2):  # no game of Othello is over before the seventh
        moves = viewer.asked(plies)
        left[plies] = viewer.state["left"][other]
        table.order("move", seat=seat, move=moves[0])
    *_, early, late = left
    viewer.asked(late + 2)
    for plies in (late, early):
        table.order("back", at=plies)
        moves = viewer.asked(plies)
        assert viewer.state["left"][other] == left[plies]
    assert left[early] > 310  # a move has been made, which gives 20 s
    table.order("move", seat=seat, move=moves[0])
    viewer.asked(late)
    assert left[early] + 10 < viewer.state["left"][other] < left[early] + 20
    viewer.close()


def test_finished_games_are_kept_and_exported(server: Server) -> None:
    table = server.open("othello", bot(0), bot(1))
    viewer = table.follow()
    viewer.until(lambda state: state["result"])
    (path,) = [path for path in server.games.iterdir() if path.name.endswith(f"-{table.number}.json")]
    assert json.loads(path.read_text())["records"] == table.records()
    status, text = server.get(f"{table.where}games.html")
    assert status == 200
    assert text.startswith("<!DOCTYPE html>")
    assert 'http-equiv="Content-Security-Policy"' in text
    viewer.close()


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"game": "chess"}, "game: expected one of"),
        ({"seats": []}, "seats: expected two"),
        ({"seats": [PERSON, {"kind": "queen"}]}, "seat B: expected a person"),
        ({"seats": [PERSON, {"kind": "bot", "level": 99}]}, "level: expected 0 to 10"),
        ({"seats": [PERSON, {"kind": "program", "command": "'"}]}, "cannot be split"),
        ({"seats": [PERSON, {"kind": "program", "command": "./x", "protocol": "uai"}]}, "expected a protocol of"),
        ({"time": -1}, "time: expected a number above 0"),
        ({"time": True}, "time: expected a number above 0"),
        ({"clock": "fast"}, "clock:"),
        ({"start": "0 0"}, "0 0"),
        ({"start": "x" * 3000}, "start: expected a text"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_wish_that_cannot_be_met_is_one_line(server: Server, wish: dict[str, Any], said: str) -> None:
    usual = {"game": "othello", "seats": [PERSON, PERSON]}
    status, text = server.post("tables", {**usual, **wish})
    assert status == 400
    assert said in text
    assert text.count("\n") == 1
