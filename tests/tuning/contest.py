"""A search made of the project's sources whose numbers can be set while it runs, and games between two sets of them."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
import zlib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from cffi import FFI

from tests.evidence.ataxx_variants import Changes, changed_sources

HERE = Path(__file__).parent
NATIVE = HERE.parents[1] / "native"
GAMES = ("ataxx", "dama", "othello")
"""Those whose searches can be tuned."""
SOURCES = {
    "ataxx": NATIVE / "ataxx/engine.h",
    "dama": NATIVE / "dama/engine.h",
    "othello": NATIVE / "othello/game.h",
    "solver": NATIVE / "othello/proof.h",
}
"""Where the numbers stand."""
TABLES = NATIVE / "dama/dama.tables"
HASH_MIB, CACHE_MIB = 2, 16
MOST_MIB = 1024
ENTRIES_A_NODE = 3
"""Of the table, for each node of a move: as a bot has them with 32 MiB in games of 0.1 s a move, 600,000 nodes."""
CDEF = """
extern const int32_t *tuned;
int32_t tuning_pair(engine *one, engine *other, const int32_t *first, const int32_t *second, uint64_t seed,
                    uint64_t nodes);
"""


class NoSuchNumberError(Exception):
    """A number that does not stand in the sources exactly once."""


def read_numbers(what: str, names: Iterable[str]) -> dict[str, int]:
    """Give what the sources say."""
    text = SOURCES[what].read_text(encoding="utf-8")
    return {name: int(_place(name, text)[1]) for name in names}


def _place(name: str, text: str) -> re.Match[str]:
    found = list(re.finditer(rf"\b{re.escape(name)} = (-?\d+)\b", text))
    if len(found) != 1:
        message = f"{name}: `{name} = NUMBER` stands {len(found)} times in the game's sources, expected once"
        raise NoSuchNumberError(message)
    return found[0]


def write_numbers(path: Path, numbers: dict[str, int]) -> None:
    """Let a file of sources say these."""
    text = path.read_text(encoding="utf-8")
    for name, value in numbers.items():
        place = _place(name, text)
        text = f"{text[: place.start(1)]}{value}{text[place.end(1) :]}"
    path.write_text(text, encoding="utf-8")


def build(folder: Path, what: str, names: list[str], optimize: str = "-O3", changes: Changes = ()) -> Path:
    """Compile a search in a folder, with its numbers read from `tuned`; give the library."""
    file, sources, header = str(SOURCES[what].relative_to(NATIVE)), folder / "native", folder / "tuned.h"
    text = SOURCES[what].read_text(encoding="utf-8")
    places = {name: _place(name, text) for name in names}
    numbers = [(file, place[0], f"{name}_BEFORE = {place[1]}") for name, place in places.items()]
    changed_sources(sources, [*numbers, *changes])
    lines = "".join(f"#define {name} tuned[{at}]\n" for at, name in enumerate(names))
    header.write_text(f"extern const int *tuned; /* no header before those of a source */\n{lines}", encoding="utf-8")
    library = folder / f"{what}.so"
    common = [sources / "common/engine.c", sources / "common/inflate.c"]
    command = ["cc", optimize, "-std=c11", "-fno-tree-slp-vectorize", "-shared", "-fPIC", "-include", str(header)]
    files = [HERE / f"{what}.c", *common, *sorted((sources / file).parent.glob("*.c"))]
    subprocess.run(
        [*command, f"-I{sources}", f"-I{HERE}", *map(str, files), "-lm", "-pthread", "-o", str(library)], check=True
    )
    return library


def loaded(library: Path, more: str) -> tuple[Any, Any]:
    """Give what cffi makes of a library that has the engine's functions and `more`; nobody knows its types before."""
    ffi = FFI()
    ffi.cdef((NATIVE / "common/engine.cdef.h").read_text(encoding="utf-8") + more)
    return ffi, ffi.dlopen(str(library))


def new_engine(library: Any, hash_mib: int) -> Any:
    """Give an engine of a library. Raises MemoryError."""
    engine = library.engine_new(hash_mib)
    if not engine:
        raise MemoryError(f"no memory for a table of {hash_mib} MiB")
    return engine


def room_for(nodes: int) -> int:
    """Give the MiB of a player's table, for so many nodes a move: a power of two."""
    mib = max(HASH_MIB, ENTRIES_A_NODE * 16 * nodes / 2**20)
    return min(1 << math.ceil(math.log2(mib)), MOST_MIB)


class Contest:
    """Two players of one game."""

    def __init__(self, game: str, library: Path, hash_mib: int = HASH_MIB) -> None:
        """Load the library, and what the players know."""
        self._ffi, self._lib = loaded(library, CDEF)
        weights = zlib.decompress((NATIVE / game / f"{game}.weights").read_bytes())
        if game == "ataxx":
            self._memory = self._ffi.new("char[]", self._lib.ataxx_network_size())
            network = self._lib.ataxx_network(weights, len(weights), self._memory)
        elif game == "othello":
            self._memory = network = self._ffi.new("char[]", weights)
        else:
            self._memory = self._ffi.new("char[]", self._lib.dama_network_size())
            network = self._lib.dama_network(weights, self._memory)
        self._players = [new_engine(self._lib, hash_mib) for _ in range(2)]
        self._tables = [self._lib.dama_tables_new(CACHE_MIB) for _ in self._players if game == "dama"]
        self._file = TABLES.open("rb")
        for player in self._players:
            self._lib.engine_use_weights(player, network)
        for player, tables in zip(self._players, self._tables, strict=False):
            end = 0
            while (after := self._lib.dama_tables_add(tables, self._file.fileno(), end)) > 0:
                end = after
            self._lib.engine_use_tables(player, tables)

    def pair(self, first: list[int], second: list[int], seed: int, nodes: int) -> int:
        """Play an opening with both colours; give the games that the first numbers won, less those that they lost."""
        numbers = [self._ffi.new("int32_t[]", chosen) for chosen in (first, second)]
        return int(self._lib.tuning_pair(*self._players, *numbers, seed, nodes))

    def close(self) -> None:
        """Let go of the players."""
        for player in self._players:
            self._lib.engine_free(player)
        for tables in self._tables:
            self._lib.dama_tables_free(tables)
        self._file.close()


def copies(library: Path, jobs: int) -> list[Path]:
    """Copy a library so often, beside itself: numbers are where a library has them."""
    return [Path(shutil.copy(library, library.with_name(f"{job}-{library.name}"))) for job in range(jobs)]


class Contests:
    """Contests of several threads at once, each with a library of its own, as the numbers are where a library has them.

    Threads, since the library works without Python's lock, and none is left behind by whatever ends the program.
    """

    def __init__(self, game: str, library: Path, jobs: int, hash_mib: int = HASH_MIB) -> None:
        """Load so many libraries."""
        self._idle = [Contest(game, copy, hash_mib) for copy in copies(library, jobs)]
        self._pool = ThreadPoolExecutor(jobs)

    def pairs(self, first: list[int], second: list[int], seeds: Iterable[int], nodes: int) -> list[int]:
        """Play a pair from each seed."""

        def pair(seed: int) -> int:
            contest = self._idle.pop()
            try:
                return contest.pair(first, second, seed, nodes)
            finally:
                self._idle.append(contest)

        return list(self._pool.map(pair, seeds))

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown(cancel_futures=True)
        for contest in self._idle:
            contest.close()
