"""The command language of the course, to the byte, over pipes: transcripts, promises, and whatever may be typed."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.ataxx import plain_ataxx as plain
from tests.ataxx.fuzz import Session
from tests.ataxx.positions import PUZZLES
from tests.ataxx.promises import MOVE_LINE, RESULT_LINE, keep_promises
from tests.bots.driver import ATAXX, Bot, run
from tests.many import each

TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))
QUICK = ("--nodes", "300", "--hash", "1")


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcript(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    said = "".join(f"{line[2:]}\n" for line in lines if line.startswith("> "))
    heard = [line[2:] for line in lines if line.startswith("< ")]
    done = run(*QUICK, text=said.encode(), program=ATAXX)
    assert done.returncode == 0
    answers = done.stdout.decode().splitlines()
    patterns = [re.escape(line).replace(r"\?", "(-|[a-g][1-7]-[a-g][1-7])") for line in heard]
    assert len(answers) == len(patterns), answers
    for answer, pattern in zip(answers, patterns, strict=True):
        assert re.fullmatch(pattern, answer)
    keep_promises(done.stdout.decode())
    keep_promises(done.stderr.decode())


def test_each_wrong_line_gets_one_line_on_standard_error() -> None:
    wrong = [b"foo", b"a7-d7", b"-", b"block a1", b"seed x", b"auto pink", b"undo 2", b"x" * 5000, b"\0", b"\xff\xfe"]
    done = run(text=b"\n".join(wrong), program=ATAXX)
    assert (done.returncode, done.stdout) == (0, b"")
    errors = done.stderr.decode().splitlines()
    assert len(errors) == len(wrong)
    assert all(error.startswith("error: ") for error in errors)


@pytest.mark.parametrize("blank", [b" ", b"\t", b" \t\r"])
def test_any_number_of_blanks_is_as_good_as_one(blank: bytes) -> None:
    many = blank * 70_000
    lines = [many, b"manual" + many + b"blue" + many, many + b"a7-a6 # and so on " + b"x" * 5000, many + b"dump" + many]
    done = run("--strict", text=b"\n".join(lines), program=ATAXX)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == run(text=b"manual blue\na7-a6\ndump\n", program=ATAXX).stdout


def test_help_names_every_command_and_keeps_the_promises() -> None:
    text = run(text=b"help\n", program=ATAXX).stdout.decode()
    keep_promises(text)
    for name in ("new", "quit", "auto", "manual", "block", "seed", "undo", "help", "dump", "board", "verbose", "quiet"):
        assert re.search(rf"^{name}\b", text, re.MULTILINE), name


@pytest.mark.parametrize("puzzle", each(2, PUZZLES))
def test_the_program_finds_every_forced_win_when_told_to_play(puzzle: dict[str, list[str]]) -> None:
    colour = str(puzzle["to_move"])
    lines = ["manual blue", *(f"block {name}" for name in puzzle["blocks"]), *puzzle["moves"], f"auto {colour}"]
    done = run("--nodes", "120000", text="".join(f"{line}\n" for line in lines).encode(), program=ATAXX)
    move = MOVE_LINE.match(done.stdout.decode())
    assert move, done
    assert move[1].lower() == colour
    assert move[2][3:] == puzzle["winning_destination"]


@pytest.mark.parametrize("options", [("--level", "0"), ("--level", "4"), ("--time", "0.002")])
def test_a_game_of_the_program_against_itself_is_legal_to_its_end(options: tuple[str, ...]) -> None:
    done = run(*options, "--hash", "1", text=b"block b3\nauto red\ndump\n", program=ATAXX)
    output = done.stdout.decode()
    keep_promises(output)
    board, jumps, colour = plain.start(), 0, "red"
    plain.add_block(board, "b3")
    lines = output.splitlines()
    end = next(i for i, line in enumerate(lines) if RESULT_LINE.fullmatch(line))
    for line in lines[:end]:
        found = MOVE_LINE.fullmatch(line)
        assert found, line
        assert found[1].lower() == colour
        step, legal = plain.read_step(found[2]), plain.steps(board, colour)
        assert step in legal if step else not legal
        assert not plain.is_over(board, jumps)
        jumps, colour = plain.play(board, colour, step, jumps), plain.other(colour)
    assert plain.is_over(board, jumps)
    red, blue = (list(board.values()).count(name) for name in ("red", "blue"))
    assert lines[end] == ("* Red wins." if red > blue else "* Blue wins." if blue > red else "* Draw.")
    assert "\n".join([*lines[end + 1 :], ""]) == plain.dump(board)


def test_the_same_seed_and_commands_give_the_same_moves_and_another_seed_others() -> None:
    text = b"seed %d\na7-a6\ng1-f1\na6-b5\na7-b6\nundo\nf1-e2\n"
    first, second = (run("--hash", "4", text=text % 3, program=ATAXX).stdout for _ in range(2))
    assert first == second
    after_another_game = run("--hash", "4", text=b"seed 9\na7-b7\nnew\n" + text % 3, program=ATAXX).stdout
    assert after_another_game.split(b"\n", 1)[1] == first
    assert len({run("--hash", "4", text=text % seed, program=ATAXX).stdout for seed in range(4)}) > 1


def test_a_line_is_answered_before_the_next_one_is_there() -> None:
    with Bot(*QUICK, program=ATAXX) as bot:
        bot.send(b"a7-a6\n")
        assert MOVE_LINE.fullmatch(bot.line().decode().rstrip("\n"))
        bot.send(b"dump\n")
        assert bot.line() == b"===\n"
        bot.send(b"quit\n")
        assert bot.end()[0] == 0


@pytest.mark.parametrize("options", [("--level", "1"), ("--nodes", "40")])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_typed_is_answered_and_what_is_wrong_leaves_the_game_as_it_was(
    seed: int, options: tuple[str, ...]
) -> None:
    session = Session(random.Random(seed), *options)
    session.play(300)
    assert min(session.wrong, session.right) > 60


@pytest.mark.parametrize("seed", range(4))
def test_bytes_without_any_sense_break_nothing(seed: int) -> None:
    numbers = random.Random(seed)
    text = b"".join(numbers.randbytes(numbers.choice((1, 10, 1000, 100_000))) for _ in range(20))
    text = text.replace(b"q", b"").replace(b"Q", b"")  # a line of it would be a command
    done = run("--level", "1", text=text + b"\nboard\ndump\nne", program=ATAXX)
    assert done.returncode == 0
    keep_promises(done.stdout.decode())
    keep_promises(done.stderr.decode())
    assert done.stdout.endswith(b"\n===\n")
    assert all(line.startswith(b"error: ") for line in done.stderr.splitlines())
