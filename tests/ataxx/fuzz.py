"""Random input for the command language, and a session that checks what is promised after every line of it."""

from __future__ import annotations

import os
import random
import select

from tests.ataxx.promises import keep_promises
from tests.bots.driver import ATAXX, HANG_S, Bot, run

WORDS = (
    b"new clear auto manual red blue block seed undo help dump board verbose quiet start a7-b6 a7-a5 g1-f2 a1-b2 "
    b"g7-e5 - b2 d4 c3 a1 h9 1 -5 99999999999999999999 # foo * === wins moves passes Draw \0 \xff \x1b[2J".split()
)
QUESTION = b"dump\nboard\n"
"""Its answer shows board, turn and whether the game is over."""


def noise(numbers: random.Random) -> bytes:
    """Make a line, without its end, of commands, near-commands, moves, random bytes, or very many bytes."""
    match numbers.randrange(16):
        case 0:
            return numbers.randbytes(numbers.randrange(60)).replace(b"\n", b"\r")
        case 1:
            filling = numbers.choice((b"x", b" ", b"\0", b"#", b"dump ", b"-"))
            return filling * numbers.choice((1, 819, 4095, 4096, 4097, 70_000))
        case 2 | 3 | 4:
            return b" ".join(numbers.choices(WORDS, k=numbers.randrange(4)))
        case 5:
            word = bytearray(numbers.choice(WORDS))
            word[numbers.randrange(len(word))] = numbers.randrange(256)
            return bytes(word).replace(b"\n", b"")
        case 6:
            return numbers.choice((b"undo", b"new", b"clear", b"seed %d" % numbers.randrange(-9, 9), b"AUTO Red"))
        case 7:
            return numbers.choice((b"manual red", b"manual blue", b"auto blue", b"verbose", b"quiet", b"block b2"))
    squares = [b"%c%c" % (numbers.choice(b"abcdefg"), numbers.choice(b"1234567")) for _ in range(2)]
    if numbers.random() < 0.7:  # a near one
        column = min(max(squares[0][0] + numbers.randint(-2, 2), 97), 103)
        squares[1] = b"%c%c" % (column, min(max(squares[0][1] + numbers.randint(-2, 2), 49), 55))
    return b"-".join(squares)


class Session:
    """A running program whose input is random; every answer is checked."""

    def __init__(self, numbers: random.Random, *options: str) -> None:
        """Choose the options that the program is started with; the seed makes its moves the same each time."""
        self._numbers, self._options = numbers, (*options, "--seed", "1", "--hash", "1")
        self.wrong = self.right = 0

    def play(self, lines: int) -> None:
        """Send so many lines; then send the right ones alone to another process, which must answer the same."""
        said, heard = b"", b""
        with Bot(*self._options, program=ATAXX) as bot:
            state = _ask(bot, b"")[0]
            for _ in range(lines):
                line = noise(self._numbers)
                if _words(line) in ([b"quit"], [b"q"]):
                    continue
                marks = 4 if _words(line) == [b"dump"] else 2
                if self._numbers.random() < 0.2:  # begins with half a line, for the rest of which the program must wait
                    bot.send(line[: len(line) // 2])
                    answer, errors = _ask(bot, line[len(line) // 2 :], marks=marks)
                else:
                    answer, errors = _ask(bot, line, marks=marks)
                keep_promises(answer.decode())
                keep_promises(errors.decode())
                if errors:
                    assert errors.startswith(b"error: "), (line, errors)
                    assert errors.count(b"\n") == 1, (line, errors)
                    assert answer == state, line
                    self.wrong += 1
                else:
                    said += line + b"\n" + QUESTION
                    heard += answer
                    self.right += 1
                    state = answer[answer.rindex(b"===", 0, answer.rindex(b"===")) :]
            bot.send(b"dum")
            status, rest, errors = bot.end()
            assert (status, rest, errors.count(b"\n")) == (0, b"", 1)
        again = run(*self._options, text=said, program=ATAXX)
        assert (again.returncode, again.stdout, again.stderr) == (0, heard, b"")


def _words(line: bytes) -> list[bytes]:
    return line.split(b"#")[0].lower().split()


def _ask(bot: Bot, line: bytes, *, marks: int = 2) -> tuple[bytes, bytes]:
    """Send a line and the question; give what comes on both outputs, to the end of the question's answer.

    `marks` is how many lines `===` there must be.
    """
    assert bot.process.stdout
    assert bot.process.stderr
    out, err = bot.process.stdout.fileno(), bot.process.stderr.fileno()
    bot.send(line + b"\n" + QUESTION)
    answer = b""
    while answer.count(b"===") < marks or not answer.rpartition(b"===")[2].endswith((b" to move\n", b" is over\n")):
        assert select.select([out], [], [], HANG_S)[0], f"no answer to {line!r}, only {answer!r}"
        chunk = os.read(out, 1 << 16)
        assert chunk, f"the program left at {line!r}"
        answer += chunk
    errors = b""
    while select.select([err], [], [], 0)[0]:  # written before the answer to the question was
        errors += os.read(err, 1 << 16)
    return answer, errors
