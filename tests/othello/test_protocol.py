"""The Othello bot speaks its protocol to the byte, over real pipes."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from arbiter.games.othello import law
from tests.bots.driver import Bot, run
from tests.many import each, many

TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))
RANDOM = ("--level", "0", "--seed", "1")


def play(bot: Bot, colour: int, opponent: random.Random | None = None) -> tuple[list[str], bytes]:
    """Play a game to its end against random or, without numbers, first moves: what was sent, what came back."""
    sent, got, position = [str(colour)], b"", law.Position()
    ours = law.WHITE if colour == 1 else law.BLACK
    bot.send(f"{colour}\n".encode())
    while not position.is_over():
        if position.mover == ours:
            moves = position.legal_moves()
            move = law.TEXT[opponent.choice(moves) if opponent else moves[0]]
            position = position.play(law.parse_move(move))
            if not position.is_over():  # else the end of the game is sent in its place
                sent.append(move)
                bot.send(f"{move}\n".encode())
        else:
            line = bot.line()
            position = position.play(law.parse_move(line.decode("ascii").removesuffix("\n")))
            got += line
    sent.append("-1 -1")
    bot.send(b"-1 -1\n")
    return sent, got


@pytest.fixture(scope="module")
def two_games() -> tuple[list[str], bytes]:
    """Give two games with RANDOM, one of each colour, as the integers sent and the bytes that came back."""
    with Bot(*RANDOM) as bot:
        black, white = play(bot, 1), play(bot, 0)
        assert bot.end() == (255, b"", b"")
    return " ".join(black[0] + white[0]).split(), black[1] + white[1]


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcripts_are_kept_to_the_byte(path: Path) -> None:
    arguments: list[str] = []
    steps = []
    for line in path.read_text(encoding="utf-8").splitlines():
        kind, _, value = line.partition(" ")
        if kind == "arguments":
            arguments = value.split()
        elif kind in (">", "<", "exit", "stderr"):
            steps.append((kind, ast.literal_eval(value)))
        else:
            assert not line or kind == "#", line
    with Bot(*arguments) as bot:
        expected = {"exit": 255, "stderr": b""}
        for kind, value in steps:
            if kind == ">":
                bot.send(value)
            elif kind == "<":
                assert bot.receive(len(value)) == value
            else:
                expected[kind] = value
        assert bot.end() == (expected["exit"], b"", expected["stderr"])


LAYOUTS: dict[str, Callable[[list[str]], str]] = {
    "all on one line": " ".join,
    "an integer a line": "\n".join,
    "CR LF": "\r\n".join,
    "all white space": "\t\v \f\r\n".join,
    "white space around": lambda words: "\n\n  " + "  \n".join(words) + "\n\n\n",
    "signs and zeros": lambda words: " ".join(w if w.startswith("-") else f"+00{w}" for w in words),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_layout_of_the_input_does_not_matter(two_games: tuple[list[str], bytes], layout: str) -> None:
    words, answers = two_games
    text = LAYOUTS[layout](words).encode()
    done = run(*RANDOM, text=text)
    assert (done.returncode, done.stdout, done.stderr) == (255, answers, b"")


@pytest.mark.parametrize("size", [1, 2, 7])
def test_chunks_of_the_input_do_not_matter(two_games: tuple[list[str], bytes], size: int) -> None:
    words, answers = two_games
    text = "\n".join(words).encode()
    with Bot(*RANDOM, packets=True) as bot:
        for at in range(0, len(text), size):
            bot.send(text[at : at + size])
        assert bot.end() == (255, answers, b"")


def test_answers_as_soon_as_the_number_has_ended() -> None:
    with Bot(*RANDOM) as bot:
        bot.send(b"0 2 3")
        bot.send(b" ")
        assert bot.line()
        bot.send(b"-1 -1 1\r")
        assert bot.line()


@pytest.mark.parametrize("colour", ["0", "2", "-1", "7", "-0", "2147483647"])
def test_every_colour_but_1_is_white(colour: str) -> None:
    done = run(*RANDOM, text=f"{colour}\n".encode())
    assert (done.returncode, done.stdout, done.stderr) == (255, b"", b"")
    done = run(*RANDOM, text=f"{colour}\n2 3\n".encode())
    assert (done.returncode, done.stdout.count(b"\n"), done.stderr) == (255, 1, b"")


IMPOSSIBLE = {
    "3 3": "square 3 3 is not empty",
    "0 0": "square 0 0 captures nothing",
    "2 2": "square 2 2 captures nothing",
    "8 0": "square 8 0 is not on the board",
    "-1 3": "square -1 3 is not on the board",
    "3 -1": "square 3 -1 is not on the board",
    "0 64": "square 0 64 is not on the board",
    "2147483647 2147483647": "is not on the board",
}


@pytest.mark.parametrize("move", IMPOSSIBLE)
def test_an_impossible_move_ends_it_with_one_line(move: str) -> None:
    done = run(*RANDOM, text=f"0\n{move}\n-1 -1\n1\n".encode())
    assert (done.returncode, done.stdout) == (255, b"")
    assert done.stderr.count(b"\n") == 1
    assert IMPOSSIBLE[move] in done.stderr.decode()


@pytest.mark.parametrize(
    ("text", "found"), [(b"x", "'x'"), (b"0\n2 3x", "'x'"), (b"1 \xff", "'\\xff'"), (b"1 \0", "'\\x00'")]
)
def test_nonsense_ends_it_with_one_line(text: bytes, found: str) -> None:
    done = run(*RANDOM, text=text)
    assert done.returncode == 255
    assert done.stderr.decode().startswith("othello-bot: expected an integer after ")
    assert done.stderr.endswith(f"found {found}\n".encode())


def test_the_move_before_nonsense_is_answered() -> None:
    with Bot(*RANDOM) as bot:
        bot.send(b"0\n2 3x")
        assert bot.line()
        returncode, rest, errors = bot.end()
    assert (returncode, rest, errors.count(b"\n")) == (255, b"", 1)


@pytest.mark.parametrize("text", [b"", b" \n", b"1", b"1\n2", b"0\n2 3\n", b"0\n2 3\n-1 -1\n"])
def test_the_end_of_input_is_silent(text: bytes) -> None:
    done = run(*RANDOM, text=text)
    assert (done.returncode, done.stderr) == (255, b"")


@pytest.mark.parametrize("level", each(2, range(11)))
def test_every_level_plays_whole_legal_games(level: int) -> None:
    with Bot("--level", str(level), "--nodes", "2000") as bot:
        for game in range(6):
            play(bot, game % 2, random.Random(game))
        assert bot.end() == (255, b"", b"")


@pytest.mark.parametrize(("batch", "batches"), each(2, [(10, 10), (50, many(30, 5))]))
def test_games_do_not_change_the_games_after_them_nor_memory(batch: int, batches: int) -> None:
    """Play 200 to 3,000 games in one process; the same inputs get the same answers, and the memory stays as it is."""
    with Bot("--nodes", "300", "--hash", "2") as bot:
        (black, got_black), (white, got_white) = play(bot, 1), play(bot, 0)
        sent, got = black + white, got_black + got_white
        resident = []
        for _ in range(batches):
            bot.send(" ".join([*sent, ""]).encode() * batch)
            assert bot.receive(len(got) * batch) == got * batch
            resident.append(bot.status("VmRSS"))
        assert bot.end() == (255, b"", b"")
    assert max(resident) - resident[2] <= 512  # KiB; of 1,500 games a leak of 400 bytes each would be more


def test_memory_stays_under_100_mib_at_the_defaults() -> None:
    with Bot() as bot:
        play(bot, 0, random.Random(5))
        bot.send(b"1\n")
        assert bot.line() == b"2 3\n"
        assert bot.status("VmHWM") < 100 * 1024


def test_runs_from_another_folder(tmp_path: Path) -> None:
    done = run(text=b"1\n", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (255, b"2 3\n", b"")
