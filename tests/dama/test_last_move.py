"""Who cannot move after the last move of a game with a limit has lost: players and the verifier see it."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.games.dama import law
from bots.dama import files
from bots.dama.chooser import Chooser
from bots.dama.player import Player
from bots.options import Options
from native.common.context import Report
from tests.dama.test_files import Folder, folder

__all__ = ["folder"]

BLOCKED = """
b3-a4 c6-b5 d3-e4 d7-c6 f3-g4 e8-d7 g4-h5 e6-d5 e2-f3 f7-e6 d1-e2 g8-f7 c2-d3 d5-c4 e4-d5 c4-b3 a2-c4 g6-f5
f3-g4 h7-g6 b1-c2 f5-e4 e2-f3 g6-f5 f1-e2 f7-g6 h5-f7
"""
"""A game in which player 2 has ten pieces and no move after the last one."""


class Scripted(Chooser):
    """A chooser who makes the moves of a game."""

    def __init__(self, moves: list[str]) -> None:
        super().__init__(Options(level=1, hash_mib=1))
        self.moves = [law.parse_move(text) for text in moves]

    def choose(self, position: law.Position, left: int) -> Report:
        """Choose the next one."""
        move = self.moves.pop(0)
        return Report(64 * move.origin + move.target, 0, False, 0, (), 0, 0.0)


@pytest.mark.parametrize("plies", [25, 27])
@pytest.mark.parametrize("number", [1, 2])
def test_who_cannot_move_after_the_last_move_has_lost(
    number: int, plies: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = [law.Position()]
    for text in BLOCKED.split():
        boards.append(boards[-1].play(law.parse_move(text)))

    def answer(player: Player, path: Path, _: float) -> None:
        at = int(path.stem.removeprefix("board_"))
        path.write_text(law.format_board(boards[at - 1].board))
        player.load_board(path)

    monkeypatch.setattr(files, "wait_for_board", answer)
    blocked = files.End.OPPONENT_BLOCKED if number == 1 else files.End.BLOCKED
    end = files.play(Scripted(BLOCKED.split()[number - 1 :: 2]), number, tmp_path, plies, 1.0)
    assert end is (blocked if plies == 27 else files.End.LIMIT)


@pytest.mark.parametrize(("plies", "words"), [(25, ["25 moves decide nothing", "draw"]), (27, ["player 1 wins"])])
def test_the_verifier_sees_who_cannot_move_after_the_last_move(folder: Folder, plies: int, words: list[str]) -> None:
    judge = folder.start("verify", "--plies", str(plies))
    folder.wait(1)
    position = law.Position()
    for number, text in enumerate(BLOCKED.split()[:plies], 2):
        position = position.play(law.parse_move(text))
        folder.write(number, law.format_board(position.board))
    status, output, errors = folder.end(judge)
    assert (status, errors) == (0, "")
    assert output.splitlines()[-len(words) :] == words
    assert ("board_28.txt: player 2 has no legal move" in output) == (plies == 27)
