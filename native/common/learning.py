"""What learning asks of C, the same for each game: games of self-play as bytes, and the error of weights on them."""

from __future__ import annotations

from typing import Any

from native.common.library import ffi


def record_fields(record: str) -> list[tuple[str, str]]:
    """Give the fields of a type such as `ataxx_record`, in order: name and type of C, such as "int16_t"."""
    return [(name, field.type.cname) for name, field in ffi.typeof(record).fields]


def game(play: Any, record: str, engine: object, seed: int, nodes: int, longest: int) -> tuple[bytes, int]:
    """Play a game by a function of C; give its positions, of the type `record`, and how many."""
    records = ffi.new(f"{record}[]", longest)
    positions = play(engine, seed, nodes, records, longest)
    return bytes(ffi.buffer(records)[: positions * ffi.sizeof(record)]), positions


def squared_errors(
    learn: Any, record: str, weights: object, records: object, share: float, gradient: object | None
) -> float:
    """Give the sum of squared errors of `weights` on `records` by a function of C; add its gradient to `gradient`.

    All three are buffers: float32 as native/common/engine.cdef.h has them, and what `game` gives.
    """
    given = ffi.from_buffer(f"{record}[]", records)
    into = ffi.NULL if gradient is None else ffi.from_buffer("float[]", gradient, require_writable=True)
    return float(learn(ffi.from_buffer("float[]", weights), given, len(given), share, into))
