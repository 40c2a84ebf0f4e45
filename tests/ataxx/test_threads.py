"""Several threads search one position: what that may change, and what it may not."""

from __future__ import annotations

import dataclasses
import random
import re
import signal
import threading
from pathlib import Path

import pytest

from arbiter.games.ataxx import law
from bots.ataxx.game import to_engine
from native.ataxx.engine import Ataxx, Position, legal_moves
from native.ataxx.threads import ThreadedAtaxx
from native.common.context import Limits, Report
from tests.ataxx.positions import random_position
from tests.ataxx.test_uai import BEST, INFO, UAI, best, law_texts, report, until
from tests.bots.driver import HANG_S, Bot


def test_one_thread_finds_the_same_as_an_engine_without_threads_after_others_were_there() -> None:
    question = "uainewgame\nposition startpos moves g2\ngo depth 8"

    def untimed(lines: list[bytes]) -> list[bytes]:
        return [re.sub(rb" (nps|hashfull|time) \d+", b"", line) for line in lines]

    with Bot("--hash", "2", program=UAI) as bot, Bot("--hash", "2", "--threads", "3", program=UAI) as other:
        alone = report(bot, question)
        report(other, question)
        other.send(b"setoption name Threads value 1\n")
        again = report(other, question)
        assert (untimed(again[0]), again[1]) == (untimed(alone[0]), alone[1])


@pytest.mark.parametrize("seed", range(2))
def test_every_answer_of_three_threads_is_legal(seed: int) -> None:
    numbers = random.Random(seed)
    with Bot("--hash", "1", program=UAI) as bot:
        bot.send(b"setoption name Threads value 3\n")
        for _ in range(10):
            position = dataclasses.replace(random_position(numbers, numbers.randint(0, 120)), jumps=0)
            move = best(bot, f"position fen {law.format_fen(position)}\ngo nodes 3000")
            assert move in law_texts(position) or (position.is_over() and move == "0000")


def test_a_limit_of_nodes_is_that_of_all_threads_together() -> None:
    for threads in (1, 2, 4):
        nodes = ThreadedAtaxx(1, threads=threads).search(Position(), Limits(nodes=60_000)).nodes
        # The others stop when the first one does, and that may be before they have begun.
        assert 60_000 // threads <= nodes <= 60_000 + 1000 * threads


def test_the_option_says_how_many_threads_search() -> None:
    def at_work(bot: Bot, threads: int) -> int:
        bot.send(b"setoption name Threads value %d\nposition startpos\ngo infinite\n" % threads)
        until(bot, INFO)
        number = len(list(Path(f"/proc/{bot.process.pid}/task").iterdir()))
        bot.send(b"stop\n")
        until(bot, BEST)
        return number

    with Bot("--hash", "1", program=UAI) as bot:
        alone = at_work(bot, 1)
        assert [at_work(bot, threads) - alone for threads in (3, 2, 1)] == [2, 1, 0]


def test_a_search_goes_on_where_the_system_grants_no_more_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    granted = [True]

    class Sparse(threading.Thread):
        def start(self) -> None:
            if not granted:
                raise RuntimeError("can't start new thread")
            granted.pop()
            super().start()

    monkeypatch.setattr(threading, "Thread", Sparse)
    engine = ThreadedAtaxx(1, threads=4)
    for _ in range(2):  # with one helper, then with none
        assert engine.search(Position(), Limits(nodes=2000)).move in legal_moves(Position())
    assert not granted


def test_no_thread_is_left_at_work_when_a_search_has_ended() -> None:
    before = threading.active_count()
    engine = ThreadedAtaxx(1, threads=4)
    engine.search(Position(), Limits(depth=3))
    # A win that is proved at once.
    won = to_engine(law.parse_fen("xxxx3/7/7/7/7/7/6o x 24 30"))
    assert engine.search(won, Limits()).exact
    assert threading.active_count() == before


def test_an_answer_in_time_does_not_wait_for_a_helper_that_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, go_on = ThreadedAtaxx(1, threads=2), threading.Event()
    search = Ataxx.search

    def late(self: Ataxx, position: Position, limits: Limits) -> Report:
        if self is not engine:
            go_on.wait(5.0)
        return search(self, position, limits)

    monkeypatch.setattr(Ataxx, "search", late)
    before = threading.active_count()
    assert engine.search(Position(), Limits(time_s=0.001)).move is not None
    assert threading.active_count() == before + 1
    go_on.set()
    assert engine.search(Position(), Limits(depth=2)).move is not None
    assert threading.active_count() == before


@pytest.mark.parametrize(("plies", "answers"), [(1, False), (40, True)])
def test_the_answer_is_that_of_whoever_has_finished_most_plies(
    monkeypatch: pytest.MonkeyPatch, plies: int, answers: bool
) -> None:
    engine, search = ThreadedAtaxx(1, threads=2), Ataxx.search
    other = Report(legal_moves(Position())[-1], 77, False, plies, (legal_moves(Position())[-1],), 100, 0.0)
    monkeypatch.setattr(Ataxx, "search", lambda self, *asked: search(self, *asked) if self is engine else other)
    found = engine.search(Position(), Limits(nodes=20000))
    assert ((found.move, found.score, found.depth, found.pv) == (other.move, 77, 40, other.pv)) == answers
    assert engine.search(Position(), Limits(depth=5)).depth == 5  # as it was asked for
    # What is proved needs no other opinion.
    won = to_engine(law.parse_fen("xxxx3/7/7/7/7/7/6o x 24 30"))
    assert engine.search(won, Limits()).exact


def test_stop_new_positions_and_quit_at_any_moment_get_one_move_each() -> None:
    with Bot("--hash", "1", "--threads", "3", program=UAI) as bot:
        for words in ("stop", "uainewgame", "position startpos", "setoption name Threads value 2", "go depth 1\nstop"):
            for wait in (False, True):
                bot.send(b"position startpos moves g2\ngo infinite\n")
                if wait:
                    until(bot, INFO)
                bot.send(words.encode() + b"\nisready\n")
                until(bot, BEST)
                if words.startswith("go"):
                    until(bot, BEST)
                until(bot, b"readyok\n")
        bot.send(b"go infinite\n")
        until(bot, INFO)
        bot.send(b"quit\n")
        status, output, errors = bot.end()
        assert (status, errors, len(BEST.findall(output))) == (0, b"", 1)


def test_ctrl_c_ends_all_threads_at_once() -> None:
    with Bot("--threads", "3", program=UAI) as bot:
        bot.send(b"position startpos\ngo infinite\n")
        until(bot, INFO)
        bot.process.send_signal(signal.SIGINT)
        assert bot.process.wait(HANG_S) == 130  # before its input ends, which is another way to end
