"""The endgame tablebase of Dama in C: who wins with few pieces, and in how many plies."""

from __future__ import annotations

import math
import os
import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from native.common.library import ffi, lib

SHIPPED = Path(__file__).with_name("dama.tables")
"""All positions with at most four pieces."""
MOST_PIECES, BLOCK_BYTES = int(lib.DAMA_TABLE_PIECES), int(lib.DAMA_BLOCK_BYTES)
DRAW, UNKNOWN = int(lib.DAMA_DRAW), int(lib.DAMA_UNKNOWN)
WON, LOST = int(lib.DAMA_WON), int(lib.DAMA_LOST)
"""Values that do not say in how many plies."""
CACHE_MIB = 32
HEADER = "<4s4BII"
VALUES, OUTCOMES = b"DAMA", b"DAMO"
"""How slices begin that hold plies, and those that hold only who wins."""
OUTCOMES_A_BYTE = 4
CHUNK = 1 << 20
"""Bytes that are in memory at once of a file that is copied or checked."""

Material = tuple[int, int, int, int]
"""Men and kings of the side to move, men and kings of its opponent."""


class Slice(NamedTuple):
    """Where a slice lies in a file, and whether it says only who wins."""

    begin: int
    end: int
    outcomes: bool


def is_lost(value: int) -> bool:
    """Tell whether a value says that the side to move loses."""
    return value > DRAW and value % 2 == 1


def says_when(value: int) -> bool:
    """Tell whether a value other than a draw says in how many plies the game ends, not only how."""
    return value not in (WON, LOST)


def plies(value: int) -> int:
    """Give the distance to the end that a value other than a draw says."""
    return value - 1


def materials(pieces: int) -> Iterator[Material]:
    """Give all materials with so many pieces, one of each pair of mirrors, those with fewer men first.

    So each can be solved once all before it are which have fewer pieces or fewer men.
    """
    for men in range(pieces + 1):
        for own in range(1, pieces):
            for own_men in range(max(0, men - pieces + own), min(own, men) + 1):
                material = own_men, own - own_men, men - own_men, pieces - own - men + own_men
                if material <= mirror(material):
                    yield material


def mirror(material: Material) -> Material:
    """Give the same material with the other side to move."""
    return material[2:] + material[:2]


def in_order() -> Iterator[Material]:
    """Give all materials as their slices follow each other in a file."""
    for pieces in range(2, MOST_PIECES + 1):
        for material in materials(pieces):
            yield material
            if material != mirror(material):
                yield mirror(material)


class Tables:
    """A tablebase read from files, with a cache of `cache_mib` MiB. Not for two threads at once."""

    def __init__(self, cache_mib: int = CACHE_MIB) -> None:
        self.handle = ffi.gc(lib.dama_tables_new(cache_mib) or _no_memory(cache_mib), lib.dama_tables_free)
        self._files: list[int] = []

    def __del__(self) -> None:
        """Close the files."""
        for fd in getattr(self, "_files", ()):
            os.close(fd)

    @property
    def pieces(self) -> int:
        """The number of pieces up to which every position is known, with plies; 1 if there are no tables."""
        return int(lib.dama_tables_pieces(self.handle, 0))

    @property
    def outcomes(self) -> int:
        """The number of pieces up to which it is known at least who wins."""
        return int(lib.dama_tables_pieces(self.handle, 1))

    def add(self, path: Path, upto: float = math.inf) -> int:
        """Use the slices of a file that begin before `upto`, in place of what is known of their material.

        Give where the last whole one ends. Raises OSError.
        """
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        self._files.append(fd)
        offset = 0
        while offset < upto and (end := int(lib.dama_tables_add(self.handle, fd, offset))):
            offset = end
        return offset

    def probe(self, own: int, opp: int, kings: int) -> int:
        """Give the value of a position: DRAW, UNKNOWN, or what `is_lost` and `plies` explain."""
        return int(lib.dama_tables_probe(self.handle, own, opp, kings))

    def solve(self, material: Material, values: BinaryIO, mirrored: BinaryIO) -> None:
        """Solve a slice and its mirror into two empty files, which `pack` turns into slices of a tablebase.

        A slice that is its own mirror needs only the first. Raises ValueError if slices that are needed are not there,
        OSError for lack of memory or space on the disk.
        """
        _raise_if(lib.dama_slice_solve(self.handle, material, values.fileno(), mirrored.fileno()), material)

    def solve_outcomes(self, material: Material, values: BinaryIO, mirrored: BinaryIO) -> list[int]:
        """Solve likewise, but only who wins, which takes a fraction of the time.

        Give how many positions are drawn, won and lost, and then how many of the mirror, unless it is the same.
        """
        counts = ffi.new("uint64_t[6]")
        solved = lib.dama_outcomes_solve(self.handle, material, values.fileno(), mirrored.fileno(), counts)
        _raise_if(solved, material)
        return list(counts)

    def check(self, material: Material, every: int = 1) -> tuple[int, list[int]]:
        """Hold each value of a slice against its successors: how many differ, and how often each value occurs.

        Or only every so manieth value. Raises OSError for lack of memory, and for what cannot be read.
        """
        histogram = ffi.new("uint64_t[256]")
        wrong = int(lib.dama_slice_check(self.handle, material, every, histogram))
        if wrong < 0:
            raise OSError(ffi.errno, os.strerror(ffi.errno))
        return wrong, list(histogram)


def pack(material: Material, values: BinaryIO, to: BinaryIO, *, outcomes: bool = False) -> None:
    """Append a slice as native/dama/tables.h lays it out, from the beginning of a file of its values, or `outcomes`.

    Raises OSError.
    """
    size = _bytes_of(material, outcomes=outcomes)
    begin, blocks = to.seek(0, os.SEEK_END), -(-size // BLOCK_BYTES)
    ends_at = begin + struct.calcsize(HEADER)
    to.seek(ends_at + 4 * blocks)
    values.seek(0)
    last, end, ends = b"\0", 0, []
    for _ in range(blocks):
        block = values.read(BLOCK_BYTES)
        if not outcomes:
            block = _without_gaps(last, block)
            last = block[-1:]
        end += to.write(_deflate(block))
        ends.append(end)
    to.seek(ends_at)
    to.write(struct.pack(f"<{blocks}I", *ends))
    to.seek(ends_at)
    crc = _checksum(to, 4 * blocks + end)
    to.seek(begin)
    to.write(struct.pack(HEADER, OUTCOMES if outcomes else VALUES, *material, blocks, crc))
    to.seek(0, os.SEEK_END)


def read_index(path: Path) -> dict[Material, Slice]:
    """Give the slices of a file, up to the first that is damaged or not whole. Raises OSError."""
    found: dict[Material, Slice] = {}
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        for material in in_order():
            if not (place := _next_slice(file, material, size)):
                break
            found[material] = place
    return found


def _next_slice(file: BinaryIO, material: Material, size: int) -> Slice | None:
    """Give the place of the next slice of a file of so many bytes, and go to its end; None if it is not sound.

    No checksum has the header, but all that it says is known: the material by the order of slices; the kind by the
    number of blocks, or, if there is one, by its size.
    """
    begin, header = file.tell(), file.read(struct.calcsize(HEADER))
    if len(header) < struct.calcsize(HEADER):
        return None
    magic, *pieces, blocks, crc = struct.unpack(HEADER, header)
    values = _bytes_of(material, outcomes=magic == OUTCOMES)
    ends_at, body_at = file.tell(), file.tell() + 4 * blocks
    known = magic in (VALUES, OUTCOMES) and tuple(pieces) == material and blocks == -(-values // BLOCK_BYTES)
    if not known or body_at > size:
        return None
    file.seek(body_at - 4)
    end = body_at + struct.unpack("<I", file.read(4))[0]
    file.seek(ends_at)
    if end > size or _checksum(file, end - ends_at) != crc:
        return None
    file.seek(body_at)
    if blocks == 1 and _inflated_size(file.read(end - body_at), values + 1) != values:
        return None
    file.seek(end)
    return Slice(begin, end, magic == OUTCOMES)


def _bytes_of(material: Material, *, outcomes: bool) -> int:
    """Give how many bytes the values of a slice take before they are packed."""
    return -(-int(lib.dama_slice_size(material)) // (OUTCOMES_A_BYTE if outcomes else 1))


def begins_like_tables(path: Path) -> bool:
    """Tell whether a file is empty, or begins as a slice of so few pieces does, whole or not. Raises OSError."""
    with path.open("rb") as file:
        begin = file.read(struct.calcsize("<4s4B"))
    counts = begin[len(VALUES) :]
    is_ours = any(magic.startswith(begin[: len(magic)]) for magic in (VALUES, OUTCOMES))
    return is_ours and sum(counts) <= MOST_PIECES


def unpack(path: Path, place: Slice) -> Iterator[bytes]:
    """Give the blocks of a slice as they were before they were packed. Raises OSError, zlib.error."""
    with path.open("rb") as file:
        file.seek(place.begin)
        *_, blocks, _ = struct.unpack(HEADER, file.read(struct.calcsize(HEADER)))
        last = 0
        for end in struct.unpack(f"<{blocks}I", file.read(4 * blocks)):
            yield zlib.decompress(file.read(end - last), -15)
            last = end


def _checksum(file: BinaryIO, size: int) -> int:
    """Give the CRC-32 of the next bytes of a file."""
    crc = 0
    while size and (data := file.read(min(size, CHUNK))):
        crc = zlib.crc32(data, crc)
        size -= len(data)
    return crc


def _without_gaps(last: bytes, block: bytes) -> bytes:
    """Let numbers without a position repeat the value before; `last` is that before the block."""
    return re.sub(rb"(?s:(.)\xff+)", lambda gap: gap[1] * len(gap[0]), last + block)[1:]


def _inflated_size(data: bytes, most: int) -> int:
    """Give how many bytes a block was, `most` if it was more, 0 if it is none."""
    try:
        return len(zlib.decompressobj(-15).decompress(data, most))
    except zlib.error:
        return 0


def _deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def _raise_if(solved: int, material: Material) -> None:
    if solved < 0:
        raise OSError(ffi.errno, os.strerror(ffi.errno))
    if not solved:
        raise ValueError(f"material {material} cannot be solved: tables with fewer pieces are missing")


def _no_memory(cache_mib: int) -> object:
    raise MemoryError(f"no memory for a tablebase cache of {cache_mib} MiB")
