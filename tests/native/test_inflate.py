"""The engines decompress what zlib has compressed, in blocks of every kind, and refuse what is no such stream."""

from __future__ import annotations

import random
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent.parent
CHANCE = random.Random(3)
DATA = {
    "nothing": b"",
    "a byte": b"x",
    "one byte often": b"x" * 70_000,
    "words": b" ".join(CHANCE.choice([b"alpha", b"beta", b"gamma", b"delta"]) for _ in range(3000)),
    "noise": CHANCE.randbytes(70_000),
    "far copies": (noise := CHANCE.randbytes(32_000)) + b"-" + noise[:300] + noise[-258:] + noise[5000:5100],
    "few kinds": bytes(CHANCE.choices(range(256), weights=[2.0**-n for n in range(256)], k=20_000)),
}
KINDS = {
    "stored": (0, zlib.Z_DEFAULT_STRATEGY),
    "fixed": (9, zlib.Z_FIXED),
    "dynamic": (9, zlib.Z_DEFAULT_STRATEGY),
    "codes alone": (9, zlib.Z_HUFFMAN_ONLY),
    "runs": (9, zlib.Z_RLE),
}
Inflate = Callable[[bytes, int], bytes | None]


@pytest.fixture(scope="module")
def inflate(tmp_path_factory: pytest.TempPathFactory) -> Inflate:
    """Give the routine: None for a stream that it refuses."""
    program = tmp_path_factory.mktemp("inflate") / "inflate"
    sources = (HOUSE / "tests/native/inflate.c", HOUSE / "native/common/inflate.c")
    subprocess.run(["cc", "-std=c11", "-O1", "-I", HOUSE / "native", *sources, "-o", program], check=True)

    def run(stream: bytes, size: int) -> bytes | None:
        done = subprocess.run([program, str(size)], input=stream, capture_output=True, check=False)
        assert done.returncode in (0, 1)
        return None if done.returncode else done.stdout

    return run


def deflate(data: bytes, kind: str) -> bytes:
    level, strategy = KINDS[kind]
    packer = zlib.compressobj(level, zlib.DEFLATED, -15, 9, strategy)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", DATA)
def test_what_zlib_compressed_comes_back(inflate: Inflate, name: str, kind: str) -> None:
    data, stream = DATA[name], deflate(DATA[name], kind)
    assert inflate(stream, len(data)) == data
    assert inflate(stream, len(data) + 1) is None
    if data:
        assert inflate(stream, len(data) - 1) is None
        assert inflate(stream[:-1], len(data)) is None
        assert inflate(stream[: len(stream) // 2], len(data)) is None


def bits(*fields: tuple[int, int]) -> bytes:
    """Write (value, bits), the lowest bit first."""
    number, length = 0, 0
    for value, width in fields:
        number |= value << length
        length += width
    return number.to_bytes((length + 7) // 8, "little")


def code(value: int, width: int) -> tuple[int, int]:
    """Turn a Huffman code round, whose highest bit comes first."""
    return int(f"{value:0{width}b}"[::-1], 2), width


FIXED = ((1, 1), (1, 2))
LITERAL_A, LENGTH_3, END = code(0x30 + ord("a"), 8), code(1, 7), code(0, 7)


def test_a_stream_written_by_hand_is_read(inflate: Inflate) -> None:
    assert inflate(bits(*FIXED, LITERAL_A, LENGTH_3, code(0, 5), END), 4) == b"aaaa"


@pytest.mark.parametrize(
    "stream",
    [
        bits((1, 1), (3, 2)),
        bits(*FIXED, LITERAL_A, LENGTH_3, code(1, 5), END),
        bits(*FIXED, LITERAL_A, LENGTH_3, code(30, 5), (0, 13), END),
        bits(*FIXED, LITERAL_A, LENGTH_3, code(31, 5), (0, 14), END),
        bits(*FIXED, LITERAL_A, code(0b11000110, 8), code(0, 5), END),
        bits(*FIXED, LITERAL_A, LENGTH_3, code(0, 5)),
        b"\x01\x05\x00\xfa\xff" + b"1234",
        b"\x01\x05\x00\xfa",
        b"",
    ],
    ids=[
        "a kind of block that there is not",
        "a copy from before the beginning",
        "a distance that there is not",
        "another",
        "a length that there is not",
        "no end",
        "a stored block cut short",
        "a stored block without its length",
        "nothing at all",
    ],
)
def test_what_is_no_stream_is_refused(inflate: Inflate, stream: bytes) -> None:
    for size in (0, 1, 4, 5):
        assert inflate(stream, size) is None


def test_a_distance_that_there_is_not_is_refused_where_it_would_fit(inflate: Inflate) -> None:
    begin = b"\x00\x40\x9c\xbf\x63" + bytes(40_000)
    far = begin + bits(*FIXED, LENGTH_3, code(29, 5), (0, 13), END)
    assert inflate(far, 40_003) == zlib.decompress(far, -15) == bytes(40_003)
    farther = begin + bits(*FIXED, LENGTH_3, code(30, 5), (0, 14), END)
    assert inflate(farther, 40_003) is None
    with pytest.raises(zlib.error):
        zlib.decompress(farther, -15)


def test_a_damaged_stream_is_refused_or_gives_as_many_bytes_as_asked_for(inflate: Inflate) -> None:
    chance = random.Random(5)
    for kind in KINDS:
        data = DATA["words"][:2000]
        stream = bytearray(deflate(data, kind))
        for _ in range(40):
            damaged = bytearray(stream)
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
            found = inflate(bytes(damaged), len(data))
            assert found is None or len(found) == len(data)
