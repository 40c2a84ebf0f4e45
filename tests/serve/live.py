"""Leagues that are long enough to be followed, and who follows them as a page does."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arbiter.games import catalogue
from tests.league.files import rows
from tests.serve.server import HANG_S, Server, Viewer

SLOW = """\
import subprocess, sys, time
for line in subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE).stdout:
    time.sleep(float(open(sys.argv[1]).read()))
    sys.stdout.buffer.write(line)
    sys.stdout.flush()
"""


def pace(folder: Path, wait_s: float) -> None:
    """Say how long the players of a folder's league wait before each answer, from now on."""
    (folder / "new-wait").write_text(f"{wait_s}")
    (folder / "new-wait").rename(folder / "wait")


def league(folder: Path, game: str = "othello", pairs: int = 1, wait_s: float = 0.01, *names: str) -> Path:
    """Write a league of two of our weakest bots, which wait before each answer."""
    (folder / "slow.py").write_text(SLOW)
    pace(folder, wait_s)
    bot = catalogue.game(game).bot
    assert bot
    level = min(bot.levels, default=None)
    command = f"python3 {folder}/slow.py {folder}/wait {bot.command.format(level=level)}"
    player = f'[[player]]\nname = "{{}}"\ncommand = "{command}"\nprotocol = "{bot.protocol}"\n'
    players = "".join(player.format(name) for name in names or ("a", "b"))
    path = folder / "league.toml"
    path.write_text(f'game = "{game}"\npairs = {pairs}\nsandbox = false\n{players}')
    return path


class Place:
    """What is followed."""

    def __init__(self, server: Server, where: str) -> None:
        self.server, self.where = server, where


def root(server: Server) -> Server:
    """Have paths begin at the hall, not at the page with which the server began."""
    server.path = server.path.partition("contest/")[0]
    return server


def follow(server: Server, where: str = "contest/1/") -> Viewer:
    return Viewer(Place(server, where))  # type: ignore[arg-type]


class Follower:
    """Follows each game of a contest from where it was first heard of until its end."""

    def __init__(self, server: Server) -> None:
        self.server, self.viewers = server, dict[int, Viewer]()
        self._threads: list[threading.Thread] = []

    def take(self, board: dict[str, Any]) -> None:
        number = board["number"]
        if number in self.viewers:
            return
        self.viewers[number] = viewer = follow(self.server, f"contest/1/{number}/")
        thread = threading.Thread(target=viewer.until, args=[lambda state: state["result"]], daemon=True)
        self._threads.append(thread)
        thread.start()

    def join(self) -> dict[int, list[str]]:
        for thread in self._threads:
            thread.join(HANG_S)
            assert not thread.is_alive()
        return {number: viewer.moves() for number, viewer in self.viewers.items()}


def watch(viewer: Viewer, seen: Callable[[dict[str, Any]], object], board: Callable[[dict[str, Any]], None]) -> None:
    """Hand each board on, until the page would show what is wanted."""
    for event in viewer.events():
        for one in event.get("boards", ()):
            board(one)
        if event["kind"] in ("state", "summary") and seen(viewer.state):
            return
    raise AssertionError(viewer.state)


def is_done(state: dict[str, Any]) -> bool:
    summary = state["summary"]
    return bool(not state["running"] and summary["scheduled"] and summary["finished"] == summary["scheduled"])


def moves(journal: Path) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {number: [] for (number,) in rows(journal, "SELECT number FROM result")}
    for number, move in rows(journal, "SELECT number, move FROM move ORDER BY number, ply"):
        found[number].append(move)
    return found


def wait_for(what: Callable[[], object]) -> None:
    until = time.monotonic() + HANG_S
    while not what():
        assert time.monotonic() < until
        time.sleep(0.02)
