"""Other processes that keep every core busy change neither what is played nor that it is played."""

from __future__ import annotations

import pytest

from tests.ataxx.load import Load
from tests.ataxx.promises import MOVE_LINE
from tests.bots.driver import ATAXX, Bot, run
from tests.many import each


def test_by_default_every_move_comes_while_all_cores_are_busy() -> None:
    with Load(), Bot(program=ATAXX) as bot:
        for number in range(5):
            bot.send(b"undo\n" * (number > 0) + b"a7-a6\n")
            assert MOVE_LINE.fullmatch(bot.line().decode().rstrip("\n"))  # waits at most until the guard of the driver
        assert bot.end() == (0, b"", b"")


@pytest.mark.parametrize("options", each(3, [((),), (("--level", "3"),), (("--level", "6"),)]))
def test_a_seed_gives_the_same_moves_while_all_cores_are_busy(options: tuple[str, ...]) -> None:
    text = b"block d4\nseed -77\na7-a6\nundo\na7-a6\ng1-g2\n"
    alone = run(*options, "--hash", "4", text=text, program=ATAXX).stdout
    with Load():
        assert run(*options, "--hash", "4", text=text, program=ATAXX).stdout == alone
    assert alone.count(b"* Blue moves") == 3
