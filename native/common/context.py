"""A search context, typed: limits go in, a report comes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from native.common.library import ffi, lib

MOST_DEPTH = 127
"""Plies that any search goes at most."""


class Limits(NamedTuple):
    """When a search stops: wall-clock seconds, nodes, plies; None is no limit. Without any, it searches to the end.

    After `ready_s` no iteration begins: sooner if the best move has lasted, later if it has just changed.
    """

    time_s: float | None = None
    nodes: int | None = None
    depth: int | None = None
    ready_s: float | None = None


class Report(NamedTuple):
    """What a search found, from the side to move: `move` is None if there is none, `exact` says that `score` is proved.

    `depth` is that of the last finished iteration in plies, `deepest` that of its longest line, with extensions, 0 if
    nobody counted; `pv` is the principal variation, beginning with `move`.
    `bound` says that at least `score` is proved, by that move; `won` and `lost` that the position is proved to be that.
    """

    move: int | None
    score: int
    exact: bool
    depth: int
    pv: tuple[int, ...]
    nodes: int
    time_s: float
    bound: bool = False
    lost: bool = False
    won: bool = False
    deepest: int = 0


def until_proved(search: Callable[[Limits], Report]) -> Report:
    """Search depth after depth until something is proved, to the end if nothing is; the report counts what all took."""
    nodes, time_s = 0, 0.0
    for depth in range(1, MOST_DEPTH + 1):
        report = search(Limits(depth=depth))
        nodes, time_s = nodes + report.nodes, time_s + report.time_s
        if report.exact:
            break
    return report._replace(nodes=nodes, time_s=time_s)


class Engine:
    """A search context with a transposition table of `hash_mib` MiB. Not for two threads at once, except `stop`.

    With a `partner` it works on the partner's table, for a thread of its own.
    """

    def __init__(self, hash_mib: int = 32, partner: Engine | None = None) -> None:
        self._partner = partner  # kept alive as long as its table is used
        handle = lib.engine_beside(partner._handle) if partner else lib.engine_new(hash_mib)
        if handle == ffi.NULL:
            raise MemoryError(f"no memory for a transposition table of {hash_mib} MiB")
        self._handle: object = ffi.gc(handle, lib.engine_free)
        self._report = ffi.new("engine_report *")

    def clear(self) -> None:
        """Forget what earlier searches learned, so that the next one depends on its arguments only.

        The table of a partner stays.
        """
        lib.engine_clear(self._handle)

    def stop(self) -> None:
        """Make the running search return soon with the best it has; safe from another thread or a signal handler."""
        lib.engine_stop(self._handle)

    def published(self) -> int:
        """Count the iterations of all searches so far."""
        return int(lib.engine_published(self._handle))

    def iteration(self, number: int) -> Report:
        """Give what an iteration has found, of those since the search began; from another thread while it runs, too."""
        report = ffi.new("engine_report *")
        lib.engine_iteration(self._handle, number, report)
        return _read(report)

    def hashfull(self) -> int:
        """Give the part of the table, in thousandths, that this search has filled, which has finished an iteration."""
        return int(lib.engine_hashfull(self._handle))

    def _read(self) -> Report:
        return _read(self._report)


def _read(r: Any) -> Report:
    """Read an `engine_report`."""
    return Report(
        move=None if r.move < 0 else r.move,
        score=r.score,
        exact=bool(r.exact),
        depth=r.depth,
        pv=tuple(r.pv[0 : r.pv_length]),
        nodes=r.nodes,
        time_s=r.time_s,
        deepest=r.deepest,
    )


def c_limits(limits: Limits) -> object:
    """Give `limits` as C reads them: 0 for no limit."""
    numbers = limits.time_s or 0.0, limits.nodes or 0, limits.depth or 0, limits.ready_s or 0.0
    return ffi.new("engine_limits *", numbers)
