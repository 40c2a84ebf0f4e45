"""The learned evaluation is the network that the weights say, symmetric, and kept up to date from ply to ply."""

from __future__ import annotations

import subprocess
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from arbiter.games.ataxx import law
from bots.ataxx.game import to_engine
from native.ataxx.engine import SMALL_WEIGHTS, WEIGHTS, Ataxx, Position
from native.common.library import ffi, lib
from tests.ataxx import plain_network
from tests.ataxx.positions import positions

HOUSE = Path(__file__).parent.parent.parent


def random_weights(seed: int, *, small: bool = False) -> bytes:
    """Give weights with which many hidden units are between their bounds."""
    numbers = np.random.default_rng(seed)

    def draw(kind: str, count: int, size: int) -> bytes:
        return numbers.integers(-size, size, count, f"<{kind}", endpoint=True).tobytes()

    phases, deep = plain_network.PHASES, plain_network.DEEP
    units = plain_network.SMALL_UNITS if small else plain_network.UNITS
    shapes = draw("i2", plain_network.SMALL * units, 40) if small else draw("i1", plain_network.LARGE * units, 20)
    first = shapes + draw("i2", units, 100) + draw("i2", phases * units, 127) + draw("i4", phases, 9999)
    if small:
        return first
    seen = draw("i2", units * deep, 300) + draw("i2", units * deep, 7000)
    return first + seen + draw("i4", deep, 40_000_000) + draw("i2", phases * deep, 8000)


RANDOM = random_weights(1)
WEIGHTS_OF = {
    "learned": zlib.decompress(WEIGHTS.read_bytes()),
    "small": zlib.decompress(SMALL_WEIGHTS.read_bytes()),
    "random": RANDOM,
    "random small": random_weights(2, small=True),
}
ENGINES = {name: Ataxx(1, weights) for name, weights in {**WEIGHTS_OF, "by hand": b""}.items()}


def turned(position: Position, symmetry: int) -> Position:
    """Give the position under one of the eight symmetries."""

    def turn(squares: int) -> int:
        board = plain_network.SYMMETRIES[symmetry]
        return sum(
            1 << 8 * row + column
            for row in range(7)
            for column in range(7)
            if squares >> 8 * board(row, column)[0] + board(row, column)[1] & 1
        )

    return Position(turn(position.own), turn(position.opp), turn(position.blocks), position.jumps)


@pytest.mark.parametrize("name", WEIGHTS_OF)
@settings(max_examples=20)
@given(position=positions())
def test_the_value_is_that_of_the_network(name: str, position: law.Position) -> None:
    p = to_engine(position)
    expected = plain_network.evaluate(WEIGHTS_OF[name], plain_network.board_of(p.own, p.opp, p.blocks))
    assert ENGINES[name].evaluate(p) == expected


@pytest.mark.parametrize("name", ENGINES)
@given(position=positions())
def test_the_value_is_the_same_under_the_eight_symmetries_of_the_board(name: str, position: law.Position) -> None:
    p = to_engine(position)
    assert len({ENGINES[name].evaluate(turned(p, symmetry)) for symmetry in range(8)}) == 1


def test_nothing_is_remembered_of_what_other_weights_said() -> None:
    engine = Ataxx(1, RANDOM)
    before = engine.evaluate(Position())
    memory = ffi.new("char[]", b"U" * lib.ataxx_network_size())  # what somebody has left there
    weights = WEIGHTS_OF["random small"]
    lib.engine_use_weights(engine._handle, lib.ataxx_network(weights, len(weights), memory))
    assert engine.evaluate(Position()) == ENGINES["random small"].evaluate(Position()) != before


def test_at_every_node_of_a_million_the_hidden_layers_are_what_they_are_when_made_anew(tmp_path: Path) -> None:
    (tmp_path / "weights").write_bytes(RANDOM)
    program, sources = tmp_path / "every_node", ("common/engine.c", "ataxx/ataxx.c", "ataxx/avx2.c", "ataxx/avx512.c")
    command: list[str | Path] = [
        "cc",
        "-std=c11",
        "-O2",
        "-DARBITRO_CHECK_LAYERS",
        "-I",
        HOUSE / "native",
        "-o",
        program,
    ]
    files = [HOUSE / "native" / name for name in sources]
    subprocess.run([*command, Path(__file__).with_name("every_node.c"), *files, "-lm"], check=True)
    done = subprocess.run([program, tmp_path / "weights"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) >= 1_000_000
