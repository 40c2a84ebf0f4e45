"""The engine speaks UAI to strangers: handshake, positions, every limit, stop, and what is nonsense."""

from __future__ import annotations

import dataclasses
import random
import re
import time

import pytest

from arbiter.games.ataxx import law
from bots.ataxx.uai import read_limits
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
        assert {line.split()[2] for line in lines if line.startswith(b"option")} == {b"Hash", b"Threads", b"Rule"}
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
        until(bot, b"readyok\n")
        time.sleep(0.1)  # it must not answer by itself, even where it has proved a win
        bot.send(b"isready\n")
        while (line := bot.line()) != b"readyok\n":
            assert line.startswith(b"info ")
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
     b"setoption name Hash value x", b"setoption name Foo value 1", b"\0\xff",
     b"position startpos moves f2 " + (1 << 20) * b" " + b"a4"],
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
    rb"info depth \d+ seldepth \d+ score (?:cp|mate) -?\d+ nodes \d+ nps \d+ hashfull \d+ time \d+"
    rb"(?: pv(?: 0000| (?:[a-g][1-7]){1,2})*)?\n"
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
            assert re.search(rb" depth \d+ .* nodes \d+ nps \d+ hashfull \d+ time \d+ pv (\S+)", lines[-1])
            assert lines[-1].split(b" pv ")[1].split()[0] == last.split()[1]


def test_seldepth_is_the_longest_line_that_was_looked_at() -> None:
    with Bot("--hash", "16", program=UAI) as bot:
        lines, _ = report(bot, "position startpos\ngo nodes 400000")
    found = [re.search(rb" depth (\d+) seldepth (\d+) .* pv (.*)", line) for line in lines]
    plies = [(int(one[1]), int(one[2]), len(one[3].split())) for one in found if one]
    assert [depth for depth, _, _ in plies][:8] == list(range(1, 9))
    # Singular moves are looked at a ply more deeply, from six plies on: in some lines, not all of which are best ones.
    assert all(deepest == depth for depth, deepest, _ in plies if depth < 6)
    assert all(max(depth, variation) <= deepest <= 2 * depth for depth, deepest, variation in plies)
    assert any(deepest > max(depth, variation) for depth, deepest, variation in plies)


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


@pytest.mark.parametrize(
    "limit",
    ["depth x", "depth 1_0", "depth", "nodes -1e3", f"nodes {'9' * 400}", "movetime 18446744073709551616", "mate ٣"],
)
def test_a_limit_that_cannot_be_read_gets_one_line_and_a_move_all_the_same(limit: str) -> None:
    with Bot("--hash", "1", program=UAI) as bot:
        assert best(bot, f"position startpos\ngo {limit}")
        status, _, errors = bot.end()
        (line,) = errors.splitlines()
        assert status == 0
        assert b"expected a whole number of 64 bits after " + limit.split(maxsplit=1)[0].encode() in line
        assert len(line) < 120


@pytest.mark.parametrize("limit", [f"depth {2**63 - 1} nodes 300", f"nodes {2**63 - 1} depth 1", "wtime -5 btime -5"])
def test_the_largest_numbers_and_clocks_that_have_run_out_get_a_move(limit: str) -> None:
    with Bot("--hash", "1", program=UAI) as bot:
        assert best(bot, f"position startpos\ngo {limit}")
        assert bot.end()[2] == b""


def test_every_iteration_is_told_while_it_searches_and_an_infinite_search_is_not_silent() -> None:
    with Bot("--hash", "1", program=UAI) as bot:
        bot.send(b"position startpos\ngo infinite\n")
        lines = [bot.line() for _ in range(6)]  # before `stop`
        assert [line.split()[2] for line in lines] == [b"%d" % depth for depth in range(1, 7)]
        assert all(INFO.fullmatch(line) for line in lines)
        bot.send(b"stop\n")
        until(bot, BEST)


@pytest.mark.parametrize("question", ["go movetime 1", "go nodes 1", "go infinite\nstop", "go movetime 0"])
def test_who_has_no_time_at_all_still_plays_a_move_that_one_ply_has_found(question: str) -> None:
    """Red can take the only piece at once; the first move of the list, `f1`, takes none."""
    with Bot("--hash", "1", program=UAI) as bot:
        for _ in range(5):
            fen = "uainewgame\nposition fen x6/7/7/3o3/7/7/6x x 0 1"
            assert best(bot, f"{fen}\n{question}") in {"g1e3", "a7c5"}


def test_who_is_stopped_in_the_first_ply_plays_the_move_of_the_whole_of_it() -> None:
    fen = "4oo1/4ooo/x1ooox1/1x2o1o/7/7/o1x3x o 1 1"
    with Bot("--hash", "1", program=UAI) as bot:
        lines, one_ply = report(bot, f"uainewgame\nposition fen {fen}\ngo depth 1")
        score = lines[-1].split(b" nodes ")[0]
        for nodes in range(1, 80):
            lines, found = report(bot, f"uainewgame\nposition fen {fen}\ngo nodes {nodes}")
            assert int(lines[-1].split()[2]) >= 1
            if lines[-1].startswith(b"info depth 1 "):
                assert (lines[-1].split(b" nodes ")[0], found) == (score, one_ply)


def test_a_draw_by_100_plies_shows_the_pieces_that_are_there() -> None:
    with Bot("--hash", "1", program=UAI) as bot:
        bot.send(b"setoption name Rule value 100 plies\nposition fen xx4o/7/7/7/7/7/o5x x 99 1 moves g1e1\nd\n")
        until(bot, b"red 3, blue 2, the game is over\n")


def test_go_mate_finds_the_win_and_looks_no_further() -> None:
    with Bot("--hash", "1", program=UAI) as bot:
        lines, _ = report(bot, "position fen x6/7/7/7/7/4o2/2x3x x 0 1\ngo mate 2")
        assert b" score mate " in lines[-1]
        assert int(lines[-1].split()[2]) <= 3


def test_go_perft_counts_extends_once_by_their_first_moves_and_can_be_stopped() -> None:
    with Bot("--hash", "1", program=UAI) as bot:
        bot.send(b"position startpos\ngo perft 5\n")
        lines = [bot.line() for _ in range(17)]
        counts = {line.split(b":")[0].decode(): int(line.split(b":")[1]) for line in lines[:16]}
        assert counts.keys() == law_texts(law.Position())
        assert sum(counts.values()) == 4752668
        assert lines[16] == b"nodes 4752668\n"
        bot.send(b"go perft 40\nstop\ngo perft x\nisready\n")
        until(bot, b"info string perft was stopped\n")
        assert bot.line() == b"readyok\n"
        assert bot.end()[0] == 0


@pytest.mark.parametrize(
    ("rest", "counts"),
    [
        ("", [4752668]),
        ("quit\n", [4752668]),
        ("position startpos moves b7\ngo perft 4\nquit\n", [4752668, 283247]),
        ("isready\nsetoption name Hash value 2\nuainewgame\ngo perft 1\n", [4752668, 16]),
    ],
)
def test_go_perft_counts_to_the_end_where_more_is_written_behind_it(rest: str, counts: list[int]) -> None:
    with Bot("--hash", "1", program=UAI) as bot:
        bot.send(f"position startpos\ngo perft 5\n{rest}".encode())
        status, output, _ = bot.end()
    assert status == 0
    assert [int(line.split()[1]) for line in output.splitlines() if line.startswith(b"nodes ")] == counts


def test_d_draws_the_position_and_writes_it() -> None:
    with Bot(program=UAI) as bot:
        bot.send(b"position startpos moves g1e1\nd\n")
        assert bot.line() == b"7 r - - - - - b\n"
        assert until(bot, re.compile(b"fen .*\n")) == b"fen x5o/7/7/7/7/7/o3x2 o 1 1\n"


# Nobody can extend: Red jumps between three squares, Blue passes. Red has more pieces.
LOCKED = "position fen x------/-------/-------/-------/1------/-------/x-1---o x {} 80\ngo depth 3"


def test_the_search_knows_the_rule_that_it_plays_by() -> None:
    def score(bot: Bot, count: int) -> bytes:
        return report(bot, LOCKED.format(count))[0][-1].split(b" score ")[1].split(b" nodes ")[0]

    with Bot("--hash", "1", program=UAI) as bot:
        assert score(bot, 24) == b"mate 1"
        bot.send(b"setoption name Rule value 100 plies\n")
        assert score(bot, 24).startswith(b"cp ")
        assert (score(bot, 24), score(bot, 98), score(bot, 99)) != (b"cp 0",) * 3
        assert (score(bot, 98), score(bot, 99)) == (b"cp 0", b"cp 0")
        bot.send(b"setoption name Rule value 50 moves\n")
        assert score(bot, 98) == b"cp 0"  # Red's jump, Blue's pass
        bot.send(b"setoption name Rule value 25 jumps\n")
        assert score(bot, 24) == b"mate 1"


def test_a_rule_that_comes_behind_a_position_counts_as_one_in_front_of_it() -> None:
    shifts = 9 * ["a7c7", "a1c1", "c7a7", "c1a1"]
    position = " ".join(["position startpos moves", *shifts[:30]])
    rule = "setoption name Rule value 100 plies"
    found = []
    for lines in ([rule, position], [position, rule], [position, rule, "setoption name Rule value 25 jumps", rule]):
        with Bot(program=UAI) as bot:
            bot.send("\n".join([*lines, "d", "isready", ""]).encode())
            said = []
            while (line := bot.line()) != b"readyok\n":
                said.append(line)
            found.append(said[-1])
            assert bot.end()[2] == b""
    assert len(set(found)) == 1
    assert found[0].split()[-2] == b"30"


def test_a_position_told_by_a_thousand_moves_is_understood() -> None:
    with Bot("--hash", "1", program=UAI) as bot:
        moves = " ".join(["g1e1", "a1c1", "e1g1", "c1a1"] * 400)
        bot.send(f"position startpos moves {moves}\nd\n".encode())
        assert until(bot, re.compile(b"(fen .*|error.*)\n")).startswith(b"fen x5o/7/7/7/7/7/o5x x ")
        assert bot.end()[2] == b""


def test_moves_to_go_divide_the_clock() -> None:
    def time_s(words: str) -> float:
        return read_limits(words.split(), law.RED)[0].time_s or 0.0

    usual = time_s("btime 60000 wtime 1")
    assert time_s("btime 60000 wtime 1 movestogo 40") == usual
    assert usual < time_s("btime 60000 wtime 1 movestogo 5") < time_s("btime 60000 wtime 1 movestogo 1") < 60


@pytest.mark.parametrize("mover", [law.RED, law.BLUE])
def test_a_clock_that_is_told_alone_is_taken_for_both(mover: str) -> None:
    for words in ("btime 60000 binc 100", "wtime 60000 winc 100"):
        limits, infinite, wrong = read_limits(words.split(), mover)
        assert limits == read_limits(["btime", "60000", "binc", "100", "wtime", "60000", "winc", "100"], mover)[0]
        assert limits.time_s is not None
        assert (infinite, wrong) == (False, [])


def test_a_clock_lets_a_move_end_early_and_a_time_of_its_own_does_not() -> None:
    limits = read_limits(["btime", "60000", "binc", "100"], law.RED)[0]
    assert limits.time_s is not None
    assert limits.ready_s is not None
    assert 0 < limits.ready_s < limits.time_s < 30
    assert read_limits(["movetime", "200", "btime", "60000"], law.RED)[0].ready_s is None


@pytest.mark.parametrize(("seconds", "increment"), [(0.1, 0.1), (0.3, 0.02), (1.0, 0.01), (5.0, 0.05), (60.0, 0.01)])
def test_a_clock_never_runs_so_low_that_a_busy_machine_decides_the_game(seconds: float, increment: float) -> None:
    left_s, way_s = seconds, 0.005
    for _ in range(300):
        words = f"btime {round(1000 * left_s)} binc {round(1000 * increment)}"
        limits = read_limits(words.split(), law.RED)[0]
        left_s -= (limits.time_s or 60) + way_s  # all that a move may take, each time
        assert left_s > 0.04
        left_s += increment
