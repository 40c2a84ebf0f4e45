"""The engine speaks UAI to strangers: handshake, positions, every limit, stop, and what is nonsense."""

from __future__ import annotations

import dataclasses
import random
import re
import time

import pytest

from arbiter.games.ataxx import law
from tests.ataxx.positions import random_position
from tests.bots.driver import ATAXX, Bot

UAI = (*ATAXX, "uai")
BEST = re.compile(rb"bestmove ([a-g][1-7]|(?:[a-g][1-7]){2}|0000)\n")


def until(bot: Bot, pattern: re.Pattern[bytes] | bytes) -> bytes:
    """Read lines up to the one that matches."""
    while line := bot.line():
        if re.fullmatch(pattern, line):
            return line
    raise AssertionError("the output ended")


def best(bot: Bot, question: str) -> str:
    bot.send(question.encode() + b"\n")
    found = BEST.fullmatch(until(bot, BEST))
    assert found
    return found[1].decode()


def law_texts(position: law.Position) -> set[str]:
    """Give the legal moves as UAI writes them."""
    texts = set()
    for move in position.legal_moves():
        source, target = move
        if move == law.PASS:
            texts.add("0000")
        elif law.distance(source, target) == 1:
            texts.add(law.SQUARES[target])
        else:
            texts.add(law.SQUARES[source] + law.SQUARES[target])
    return texts


def test_the_handshake() -> None:
    with Bot(program=UAI) as bot:
        bot.send(b"uai\n")
        lines = [bot.line()]
        while lines[-1] != b"uaiok\n":
            lines.append(bot.line())
        assert lines[0].startswith(b"id name ")
        assert lines[1].startswith(b"id author ")
        assert {line.split()[2] for line in lines if line.startswith(b"option")} == {b"Hash", b"Threads"}
        bot.send(b"setoption name Hash value 2\nsetoption name Threads value 1\nuainewgame\nisready\n")
        assert bot.line() == b"readyok\n"
        bot.send(b"quit\n")
        assert bot.end() == (0, b"", b"")


@pytest.mark.parametrize("seed", range(8))
def test_every_answer_is_legal_in_random_positions_with_blocks(seed: int) -> None:
    numbers = random.Random(seed)
    with Bot("--hash", "1", program=UAI) as bot:
        for _ in range(10):
            position = dataclasses.replace(random_position(numbers, numbers.randint(0, 120)), jumps=0)
            move = best(bot, f"position fen {law.format_fen(position)}\ngo nodes 300")
            assert move in law_texts(position) or (position.is_over() and move == "0000")


@pytest.mark.parametrize("limit", ["movetime 30", "depth 3", "nodes 500", "wtime 900 btime 900 winc 10 binc 10"])
def test_moves_and_limits_are_understood(limit: str) -> None:
    with Bot(program=UAI) as bot:
        assert best(bot, f"position startpos moves g2 a1c1\ngo {limit}") in law_texts(
            law.Position().play(law.parse_move("g1-g2")).play(law.parse_move("a1-c1"))
        )


def test_an_infinite_search_answers_when_it_is_stopped_and_not_before() -> None:
    with Bot(program=UAI) as bot:
        bot.send(b"position fen x6/7/7/7/7/7/5oo o 0 1\ngo infinite\nisready\n")
        assert bot.line() == b"readyok\n"
        time.sleep(0.1)  # it must not answer by itself, even where it has proved a win
        bot.send(b"isready\n")
        assert bot.line() == b"readyok\n"
        bot.send(b"stop\n")
        until(bot, BEST)


def test_a_new_position_ends_a_search() -> None:
    with Bot(program=UAI) as bot:
        bot.send(b"position startpos\ngo infinite\nposition startpos moves g2\ngo depth 2\n")
        until(bot, BEST)
        until(bot, BEST)
        bot.send(b"go infinite\n")
        assert bot.end()[0] == 0


def test_a_forced_pass_is_written_0000() -> None:
    with Bot(program=UAI) as bot:
        fen = "xxxxooo/xxxxooo/-------/-------/7/7/6o x 7 1"
        assert best(bot, f"position fen {fen}\ngo depth 2") == "0000"
        bot.send(f"position fen {fen} moves 0000\ngo depth 2\n".encode())
        until(bot, BEST)


def test_who_plays_on_after_25_jumps_gets_a_move() -> None:
    with Bot(program=UAI) as bot:
        move = best(bot, "position fen x5o/7/7/7/7/7/o5x x 40 60\ngo nodes 500")
        assert move in law_texts(law.Position())


@pytest.mark.parametrize(
    "line",
    [b"foo", b"position", b"position fen x x", b"position startpos moves a4", b"position startpos moves a7a3",
     b"go depth x", b"setoption name Hash value x", b"setoption name Foo value 1", b"\0\xff"],
)  # fmt: skip
def test_nonsense_gets_one_line_on_standard_error_and_changes_nothing(line: bytes) -> None:
    with Bot(program=UAI) as bot:
        bot.send(b"position startpos moves g2\n" + line + b"\nisready\n")
        assert bot.line() == b"readyok\n"
        assert best(bot, "go depth 1")
        status, _, errors = bot.end()
        assert status == 0
        assert len(errors.splitlines()) == 1


INFO = re.compile(
    rb"info depth \d+ score (?:cp|mate) -?\d+ nodes \d+ nps \d+ time \d+(?: pv(?: 0000| (?:[a-g][1-7]){1,2})*)?\n"
)


def report(bot: Bot, question: str) -> tuple[list[bytes], bytes]:
    """Ask; give the lines before the best move and the line with it, each of which must be as UAI has it."""
    bot.send(question.encode() + b"\n")
    lines = [bot.line()]
    while lines[-1] and not BEST.fullmatch(lines[-1]):
        assert INFO.fullmatch(lines[-1]), lines[-1]
        lines.append(bot.line())
    return lines[:-1], lines[-1]


def test_every_search_ends_with_an_info_line_whose_variation_begins_with_the_best_move() -> None:
    with Bot("--hash", "1", program=UAI) as bot:
        for text in (
            "startpos",
            "fen x6/7/7/7/7/7/5oo o 0 1",
            "fen x-1-1-o/-1-1-1-/1-3-1/7/1-3-1/-1-1-1-/o-1-1-x x 0 1",
        ):
            lines, last = report(bot, f"position {text}\ngo depth 5")
            assert re.search(rb" depth \d+ .* nodes \d+ nps \d+ time \d+ pv (\S+)", lines[-1])
            assert lines[-1].split(b" pv ")[1].split()[0] == last.split()[1]


def test_a_new_game_forgets_what_was_searched() -> None:
    def nodes(lines: list[bytes]) -> int:
        found = re.search(rb" nodes (\d+)", lines[-1])
        assert found
        return int(found[1])

    question = "position startpos moves g2\ngo depth 7"
    with Bot("--hash", "4", program=UAI) as bot:
        first, again = (nodes(report(bot, question)[0]) for _ in range(2))
        bot.send(b"uainewgame\n")
        assert nodes(report(bot, question)[0]) == first
        assert again < first


def test_a_client_that_asks_twice_before_it_listens_gets_every_answer() -> None:
    with Bot("--hash", "1", program=UAI) as bot:
        bot.send(b"uai\nisready\nposition startpos\ngo nodes 200\nisready\nstop\nstop\nisready\nquit\n")
        status, output, errors = bot.end()
        lines = output.splitlines()
        assert (status, errors) == (0, b"")
        assert lines.count(b"readyok") == 3
        assert lines.count(b"uaiok") == sum(line.startswith(b"bestmove ") for line in lines) == 1


def test_a_search_within_moves_of_25_jumps_sees_the_end() -> None:
    with Bot("--hash", "1", program=UAI) as bot:
        # Red is ahead and needs one more jump.
        lines, last = report(bot, "position fen xxxx3/7/7/7/7/7/6o x 24 30\ngo nodes 2000")
        assert b"score mate 1 " in lines[-1]
        assert re.fullmatch(rb"bestmove (?:[a-g][1-7]){2}\n", last)
