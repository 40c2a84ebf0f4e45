"""A league that is followed while it is played: seconds from the answer of a program to each of 20 viewers, and moves a
second of an instant player against itself without `--stream`, with it, and with 20 viewers of the page too; medians of
interleaved rounds. The machine plays one game at a time; server and viewers share it.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

from tests.evidence.findings import Findings, Run, Table, Target
from tests.evidence.referee_speed import build
from tests.league.files import rows, write
from tests.serve.live import Place, root
from tests.serve.server import Server, Viewer

VIEWERS = 20
STAMPED = """\
import subprocess, sys, time
for line in subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE).stdout:
    time.sleep(0.1)
    print(time.time(), file=sys.stderr, flush=True)
    sys.stdout.buffer.write(line)
    sys.stdout.flush()
"""


def measure(run: Run) -> Findings:
    """Measure delays, then speeds by turns."""
    pairs, games, rounds = run.either((2, 2000, 5), (1, 40, 1))  # pairs of games that last less than a viewer waits
    delays = sorted(delay(run.folder, pairs))
    program = build(run.folder)
    kinds = ("alone", "--stream", "20 viewers")
    found: dict[str, list[float]] = {kind: [] for kind in kinds}
    for _ in run.track(range(rounds), "leagues"):
        for kind, rates in found.items():
            rates.append(speed(run.folder, program, games, kind))
    medians = {kind: statistics.median(rates) for kind, rates in found.items()}
    shares = {kind: medians[kind] / medians["alone"] for kind in kinds}
    median, most = statistics.median(delays), delays[-1]
    return Findings(
        [
            Table(("moves heard", "median", "longest"), [(f"{len(delays):,}", f"{median:.3f} s", f"{most:.3f} s")]),
            Table(
                ("a league", "moves a second", "of those alone"),
                [(kind, f"{medians[kind]:,.0f}", f"{shares[kind]:.1%}") for kind in kinds],
            ),
        ],
        [
            Target("median of 20 viewers below 0.05 s", f"{median:.3f} s", median < 0.05),
            Target("none above 0.2 s", f"{most:.3f} s", most < 0.2),
            *(Target(f"{kind}: 95 % of the moves", f"{shares[kind]:.1%}", shares[kind] >= 0.95) for kind in kinds[1:]),
        ],
    )


def delay(folder: Path, pairs: int) -> list[float]:
    """Give the seconds from each answer, which its program dates on standard error, until each viewer has it."""
    (folder / "stamped.py").write_text(STAMPED)
    command = f"python3 {folder}/stamped.py othello-bot --level 0"
    write(folder / "live.toml", {"a": command, "b": command}, f"pairs = {pairs}\nsandbox = false")
    found: list[float] = []
    with Server(folder, "live.toml") as server:
        place = Place(root(server), "contest/1/")
        viewers = [Viewer(place) for _ in range(VIEWERS)]  # type: ignore[arg-type]
        heard: list[dict[tuple[int, int], float]] = [{} for _ in viewers]
        threads = [threading.Thread(target=hear, args=pair) for pair in zip(viewers, heard, strict=True)]
        for thread in threads:
            thread.start()
        server.post("contest/1/orders", {"do": "start"})
        for thread in threads:
            thread.join()
    for number, ply, said in rows(folder / "live.db", "SELECT number, ply, stderr FROM move"):
        with contextlib.suppress(IndexError, ValueError):
            answered = float(said.split()[-1])
            found += [seen[number, ply] - answered for seen in heard if (number, ply) in seen]
    return found


def hear(viewer: Viewer, heard: dict[tuple[int, int], float]) -> None:
    """Note when each position was there, until all games are over."""
    for event in viewer.events():
        now = time.time()
        for board in event.get("boards", ()):
            heard.setdefault((board["number"], board["plies"]), now)
        summary = event.get("summary", {})
        if summary.get("scheduled") and summary["finished"] == summary["scheduled"]:
            return


def speed(folder: Path, program: str, games: int, kind: str) -> float:
    """Give the moves a second of a league, by the times at which its games started."""
    for left in folder.glob("speed.db*"):
        left.unlink()
    file = write(folder / "speed.toml", {"a": program, "b": f"{program} random"}, f"pairs = {games // 2}")
    command = [sys.executable, "-P", "-m", "arbiter", "league", str(file), *(["--stream"] if kind != "alone" else [])]
    with contextlib.ExitStack() as left_open:
        if kind == "20 viewers":
            server = left_open.enter_context(Server(folder, "speed.toml"))
            place = Place(root(server), "contest/1/")
            for _ in range(VIEWERS):
                viewer = Viewer(place)  # type: ignore[arg-type]
                threading.Thread(target=drain, args=[viewer], daemon=True).start()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    journal = folder / "speed.db"
    started = sorted(datetime.datetime.fromisoformat(text) for (text,) in rows(journal, "SELECT started FROM result"))
    ((moves,),) = rows(journal, "SELECT COUNT(*) FROM move")
    return float(moves / (started[-1] - started[0]).total_seconds())


def drain(viewer: Viewer) -> None:
    """Read, as a page does, until the server ends."""
    with contextlib.suppress(OSError, AssertionError, json.JSONDecodeError):
        for _ in viewer.events():
            pass
