"""The integer reader takes from a pipe what C's scanf("%d") takes, and waits for no byte more."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bots.scanf import IntReader

HANG_S = 60


@pytest.fixture(scope="module")
def skeleton(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the assignment's own skeleton in C, which traces what it reads."""
    compiler = shutil.which("cc")
    assert compiler, "a C compiler is needed"
    program = tmp_path_factory.mktemp("skeleton") / "skeleton"
    subprocess.run([compiler, "-O1", "-Wall", "-o", program, Path(__file__).with_name("skeleton.c")], check=True)
    return program


@contextlib.contextmanager
def a_pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    try:
        yield ends
    finally:
        for end in ends:
            with contextlib.suppress(OSError):
                os.close(end)


def trace(text: bytes) -> list[str]:
    """Read all of `text`: what the skeleton would print of it."""
    lines = []
    with a_pipe() as (source, sink):
        os.write(sink, text)
        os.close(sink)
        reader = IntReader(source)
        try:
            while True:
                lines.append(f"{reader.read()}")
        except (EOFError, ValueError):
            return [*lines, f"rest {len(text) - reader.consumed}"]


TOKENS = st.one_of(
    st.integers(-9, 9).map(str),
    st.integers(-(2**66), 2**66).map(str),
    st.sampled_from(
        ["+3", "03", "-0", "+-1", "- 1", "-", "+", "--1", "1-1", "1+1", "1e3", "0x1f", "1.5", "x", "2x", "²"]
    ),
    st.sampled_from([str(edge + d) for edge in (2**31, 2**32, 2**63, 2**64, -(2**31), -(2**63)) for d in (-1, 0, 1)]),
)
SPACES = st.text(" \t\n\v\f\r", max_size=3)
LINES = st.lists(st.tuples(SPACES, TOKENS, SPACES).map("".join), max_size=8).map(lambda parts: "".join(parts).encode())


@settings(max_examples=400)
@example(b"1\n2 3\n-1 -1\n0\n")
@example(b"99999999999999999999 -99999999999999999999 ")
@example(b"1 2 \xa03")
@example(b"1\x002")
@given(text=LINES | st.binary(max_size=12))
def test_reads_the_integers_that_c_reads_and_stops_where_c_stops(skeleton: Path, text: bytes) -> None:
    c = subprocess.run([skeleton], input=text, capture_output=True, timeout=HANG_S, check=False)
    assert c.returncode == 255
    assert trace(text) == c.stdout.decode().splitlines()


@given(text=LINES, size=st.integers(1, 5))
def test_chunks_do_not_matter(text: bytes, size: int) -> None:
    read = os.read
    with mock.patch("os.read", lambda fd, _: read(fd, size)):
        in_chunks = trace(text)
    assert in_chunks == trace(text)


def test_waits_only_for_the_byte_that_ends_a_number() -> None:
    with a_pipe() as (source, sink):
        os.set_blocking(source, False)  # waiting would be a BlockingIOError
        reader = IntReader(source)
        os.write(sink, b"2 3\n")
        assert (reader.read(), reader.read()) == (2, 3)
        os.write(sink, b"-1 -1x")
        assert (reader.read(), reader.read()) == (-1, -1)
        with pytest.raises(ValueError, match="found 'x'"):
            reader.read()


def test_a_number_without_end_is_waited_for() -> None:
    with a_pipe() as (source, sink):
        os.set_blocking(source, False)
        os.write(sink, b" 12")
        with pytest.raises(BlockingIOError):
            IntReader(source).read()


def test_the_end_of_input_ends_a_number() -> None:
    with a_pipe() as (source, sink):
        os.write(sink, b"12")
        os.close(sink)
        reader = IntReader(source)
        assert reader.read() == 12
        with pytest.raises(EOFError):
            reader.read()


def test_a_sign_alone_is_nonsense_even_at_the_end() -> None:
    with a_pipe() as (source, sink):
        os.write(sink, b"1 -")
        os.close(sink)
        reader = IntReader(source)
        reader.read()
        with pytest.raises(ValueError, match="after 3 bytes of input, found its end"):
            reader.read()


def test_millions_of_digits_are_one_number(tmp_path: Path) -> None:
    file = tmp_path / "digits"
    file.write_bytes(b"-" + b"0" * 1_000_000 + b"7 " + b"9" * 1_000_000)
    with file.open("rb") as stream:
        reader = IntReader(stream.fileno())
        assert reader.read() == -7
        assert reader.read() == -1  # clamped to LONG_MAX, whose low 32 bits are all ones
