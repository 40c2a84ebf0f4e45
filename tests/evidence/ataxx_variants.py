"""Variants of the Ataxx engine, compiled with lines of its sources changed, against each other: matches of the
arbiter's league from random openings, each with both colours, until its SPRT decides or the openings are used up.
"""

from __future__ import annotations

import random
import shlex
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from arbiter.games.ataxx.openings import LAYOUTS, balanced_opening
from arbiter.games.players import End
from arbiter.league.standings import SprtWatch, comparison
from arbiter.league.store import Store
from native.ataxx.engine import WEIGHTS
from tests.evidence.document import HOUSE
from tests.evidence.findings import Run

EVALUATION, GAME, PROOF, SEARCH = "ataxx/eval.h", "ataxx/engine.h", "ataxx/solve.h", "common/search.h"
CONTEXT = "common/engine.h"
Changes = Sequence[tuple[str, str, str]]
"""Each a file below native/, what stands there, and what is to stand there instead."""
ELO0, ELO1 = 0, 10
PLIES = 6
NODES = 5000
HEADER = ("", "games", "won", "drawn", "lost", "score", "Elo", f"SPRT({ELO0}, {ELO1})")
VERDICTS = {None: "open", 0: f"{ELO0} accepted", 1: f"{ELO1} accepted"}


def changed_sources(sources: Path, changes: Changes) -> None:
    """Write the sources of the engines into a new folder with these changes, each of which must apply."""
    for path in (HOUSE / "native").glob("*/*.[ch]"):
        file_name = str(path.relative_to(HOUSE / "native"))
        text = path.read_text(encoding="utf-8")
        for changed, old, new in changes:
            if changed == file_name:
                assert old in text, (changed, old)
                text = text.replace(old, new)
        (sources / file_name).parent.mkdir(parents=True, exist_ok=True)
        (sources / file_name).write_text(text, encoding="utf-8")


def build(folder: Path, name: str, changes: Changes, optimize: str = "-O3") -> Path:
    """Compile the player with these changes of its sources, each of which must apply."""
    sources = folder / f"sources of {name}"
    changed_sources(sources, changes)
    program = folder / f"player-{name}"
    files = [
        Path(__file__).with_name("ataxx_player.c"),
        *(sources / file for file in ("common/engine.c", "ataxx/ataxx.c", "ataxx/avx2.c", "ataxx/avx512.c")),
    ]
    subprocess.run(["cc", optimize, "-std=c11", "-I", sources, *files, "-lm", "-o", program], check=True)
    return program


def network(folder: Path) -> Path:
    """Write the weights of the network of the project as the player reads them."""
    path = folder / "weights"
    path.write_bytes(zlib.decompress(WEIGHTS.read_bytes()))
    return path


def openings(folder: Path, pairs: int) -> Path:
    """Write random openings, the open board and a built-in layout of blocks in turn."""
    path, layouts = folder / "openings.txt", LAYOUTS[1:]
    chosen = (layouts[at // 2 % len(layouts)] if at % 2 else () for at in range(pairs))
    texts = (balanced_opening(blocks, PLIES, random.Random(f"terms {at}")).text() for at, blocks in enumerate(chosen))
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return path


class Contest:
    """A folder of players, with weights and openings for all of their matches."""

    def __init__(self, run: Run, pairs: int) -> None:
        """Prepare matches of at most so many pairs of games."""
        self._folder, self._pairs, self._nodes = Path(tempfile.mkdtemp(dir=run.folder)), pairs, run.either(NODES, 500)
        self._optimize = run.either("-O3", "-O1")  # to compile takes longer than few games
        self._weights, self._openings = network(self._folder), openings(self._folder, pairs)

    def player(self, name: str, changes: Changes) -> str:
        """Compile a player; give its command line."""
        program = build(self._folder, name, changes, self._optimize)
        return shlex.join([str(program), str(self._nodes), str(self._weights)])

    def decide(self, name: str, first: str, second: str) -> tuple[tuple[object, ...], int | None]:
        """Play; give the cells below `HEADER`, for the first player, and the verdict of the test."""
        number = len(list(self._folder.glob("*.toml")))
        file = self._folder / f"{number}.toml"
        players = "".join(
            f'[[player]]\nname = "{who}"\ncommand = {_quoted(command)}\nprotocol = "uai"\n'
            for who, command in (("first", first), ("second", second))
        )
        settings = f'game = "ataxx"\npairs = {self._pairs}\ntime = 60\nsandbox = "read-all"\n'
        options = f"[options]\nopenings = {_quoted(self._openings)}\n"
        file.write_text(settings + options + players, encoding="utf-8")
        command = [sys.executable, "-P", "-m", "arbiter", "league", str(file), "--sprt", str(ELO0), str(ELO1)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with closing(Store.open(file.with_suffix(".db"))) as store:
            outcomes = store.outcomes()
        watch = SprtWatch(ELO0, ELO1)
        for outcome in outcomes:
            assert outcome.end is End.FINISHED, outcome
            watch.add(outcome)
        compared = comparison(outcomes)
        assert compared
        shares = [outcome.share(0) for outcome in outcomes]
        elo = f"{compared.elo.value:+.0f} ({compared.elo.low:+.0f} to {compared.elo.high:+.0f})"
        counts = (len(shares), shares.count(1.0), shares.count(0.5), shares.count(0.0))
        return (name, *counts, f"{compared.score.value:.1%}", elo, VERDICTS[watch.verdict]), watch.verdict


def _quoted(text: object) -> str:
    return f"'''{text}'''"
