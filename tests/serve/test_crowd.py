"""What scripts at many tables have found (`tests.evidence.tables` plays 100,000 moves): each by itself."""

from __future__ import annotations

import multiprocessing
import os
import signal

import pytest

from arbiter.play.pool import Link
from arbiter.serve.wire import LeaveError, Wire
from tests.league.files import children
from tests.serve.crowd import BOT, PERSON, Crowd
from tests.serve.live import wait_for
from tests.serve.server import Server, descendants
from tests.serve.test_end import wait_until_gone


def test_whoever_comes_and_goes_and_whatever_is_killed_all_hear_the_same_game(server: Server) -> None:
    crowd = Crowd(server)
    crowd.play(300, 2, 1)
    assert not crowd.wrong
    assert crowd.done["logs compared"] >= 2


def test_a_game_that_was_taken_back_is_kept_with_the_times_that_were_shown(server: Server) -> None:
    table = server.open("ataxx", BOT, PERSON)
    viewer = table.follow()
    for turns in (1, 3, 5):
        table.order("move", seat=1, move=viewer.asked(turns)[0])
    viewer.asked(7)
    table.order("back", at=5)
    viewer.until(lambda state: len(state["turns"]) == 5 and state["asked"])
    table.order("resign", seat=1)
    state = viewer.until(lambda state: state["result"])
    (record,) = table.records()
    assert [1000 * turn["time_s"] for turn in record["turns"]] == [turn["ms"] for turn in state["turns"]]
    viewer.close()


def table_of(server: Server, before: set[int]) -> int:
    (found,) = set(children(server.process.pid)) - before
    return found


def test_a_game_whose_guard_is_killed_is_played_through_again(server: Server) -> None:
    before = set(children(server.process.pid))
    table = server.open("othello", PERSON, BOT)
    viewer = table.follow()
    for turns in (0, 2):
        table.order("move", seat=0, move=viewer.asked(turns)[0])
    move, shown = viewer.asked(4)[0], viewer.moves()
    (guard,) = children(table_of(server, before))
    guarded = descendants(guard)
    os.kill(guard, signal.SIGKILL)
    wait_until_gone(guarded)
    table.order("move", seat=0, move=move)
    again = viewer.asked(6)
    assert again
    assert viewer.moves()[:5] == [*shown, move]
    assert any("is played through again" in said for said in viewer.said)
    table.order("resign", seat=0)
    viewer.until(lambda state: state["result"])
    (record,) = table.records()
    assert [turn["move"] for turn in record["turns"]] == viewer.moves()
    viewer.close()


def test_when_a_game_is_over_no_program_and_no_guard_is_left(server: Server) -> None:
    before = set(children(server.process.pid))
    table = server.open("ataxx", PERSON, BOT)
    viewer = table.follow()
    table.order("move", seat=0, move=viewer.asked(0)[0])
    viewer.asked(2)
    process = table_of(server, before)
    assert descendants(process)
    table.order("resign", seat=0)
    viewer.until(lambda state: state["result"])
    wait_for(lambda: not descendants(process))
    table.order("new", at=0)
    viewer.until(lambda state: state["number"] == 2 and state["asked"])
    viewer.close()


@pytest.mark.parametrize("says", [True, False])
def test_a_table_whose_server_was_killed_leaves_without_a_word(*, says: bool) -> None:
    ours, theirs = multiprocessing.Pipe()
    wire = Wire(Link(theirs), lambda _: None)
    ours.close()
    with pytest.raises(LeaveError):
        wire.tell("said", text="") if says else wire.listen(0.1)


def test_what_a_program_says_in_many_pieces_is_passed_on_at_once_and_before_its_move() -> None:
    ours, theirs = multiprocessing.Pipe()
    wire, server = Wire(Link(theirs), lambda _: None), Link(ours)
    for _ in range(1000):
        wire.voice(1, "y" * 100)
    wire.voice(1, "end")
    wire.tell("turn")
    (kind, values), after = server.recv(), server.recv()
    assert (kind, values["seat"], values["text"][-4:]) == ("stderr", 1, "yend")
    assert len(values["text"]) < 5000
    assert after == ("turn", {})
    wire.voice(0, "more")
    wire.listen()
    assert server.recv() == ("stderr", {"seat": 0, "text": "more"})
    assert not server.poll(0)
