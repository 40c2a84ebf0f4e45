"""The learned evaluation is the network that the weights say, the same for both colours, and kept up to date."""

from __future__ import annotations

import random
import subprocess
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from arbiter.games.dama import law
from bots.dama.game import bitboards
from bots.dama.train import first_guess
from native.dama.engine import FOR_EVER, START, WEIGHTS, Board, Dama, after, legal_moves
from tests.dama import plain_network

HOUSE = Path(__file__).parent.parent.parent


def random_weights(seed: int) -> bytes:
    """Give weights with which many hidden units are between their bounds."""
    numbers, n = np.random.default_rng(seed), plain_network

    def draw(count: int, size: int, kind: str = "<i2") -> bytes:
        return numbers.integers(-size, size, count, kind, endpoint=True).tobytes()

    states, kinds = draw(n.SHAPES * n.STATES * n.UNITS, 40), draw(n.SHAPES * n.KINDS * n.UNITS, 40)
    outputs = n.PHASES * n.HORIZONS
    return states + kinds + draw(n.UNITS, 200) + draw(outputs * n.UNITS, 127) + draw(outputs, 9999, "<i4")


RANDOM = random_weights(1)
WEIGHTS_OF = {"learned": zlib.decompress(WEIGHTS.read_bytes()), "random": RANDOM, "by hand": first_guess()}


def boards(seed: int, games: int) -> Iterator[Board]:
    """Give positions of random games, most of which have kings in the end."""
    rng = random.Random(seed)
    for _ in range(games):
        board = START
        for _ in range(rng.randrange(120)):
            if moves := legal_moves(*board):
                board = after(*board, rng.choice(moves))
        yield board


@pytest.mark.parametrize("name", WEIGHTS_OF)
def test_the_value_is_that_of_the_network(name: str) -> None:
    engine, rng = Dama(1, weights=WEIGHTS_OF[name]), random.Random(2)
    for board in boards(1, 60):
        left = rng.choice((FOR_EVER, 12, 13, 24, 25, 40, 41, 64, 65, rng.randrange(1, 100)))
        expected = plain_network.evaluate(WEIGHTS_OF[name], plain_network.board_of(*board), left)
        assert engine.evaluate(*board, left) == expected


def test_both_colours_are_worth_the_same() -> None:
    engine = Dama(1)
    for board in boards(3, 60):
        own, opp, kings = (f"{squares:064b}" for squares in board)
        text = "".join(
            ".xoXO"[(a == "1") + 2 * (b == "1") + 2 * (k == "1")] for a, b, k in zip(own, opp, kings, strict=True)
        )
        rows = [text[8 * n : 8 * n + 8][::-1] for n in range(8)]
        first = law.parse_position(f"{''.join(rows)} 1")
        exchanged = "".join(rows)[::-1].translate(str.maketrans("xoXO", "oxOX"))
        second = law.parse_position(f"{exchanged} 2")
        assert bitboards(first) == bitboards(second) == board
        assert engine.evaluate(*bitboards(first)) == engine.evaluate(*bitboards(second))


def test_by_hand_a_man_is_worth_a_man_and_a_king_more() -> None:
    engine, (own, opp, _) = Dama(1, weights=first_guess()), START
    equal, man_up = engine.evaluate(*START), engine.evaluate(own, opp & opp - 1, 0)
    king_up = engine.evaluate(own & own - 1 | 1 << 26, opp, 1 << 26)
    assert equal == 0
    assert 20 < man_up < king_up


def test_at_every_node_of_a_million_the_hidden_layers_are_what_they_are_when_made_anew(tmp_path: Path) -> None:
    (tmp_path / "weights").write_bytes(RANDOM)
    program, folder = tmp_path / "every_node", HOUSE / "native"
    files = [*(folder / "common").glob("*.c"), *(folder / "dama").glob("*.c"), Path(__file__).with_name("every_node.c")]
    command: list[str | Path] = ["cc", "-std=c11", "-O2", "-DARBITRO_CHECK_LAYERS", f"-I{folder}", "-o", program]
    subprocess.run([*command, *files, "-lm"], check=True)
    done = subprocess.run([program, tmp_path / "weights"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) >= 1_000_000
