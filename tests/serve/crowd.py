"""Scripts that play at many tables of one server, while others come, sleep, leave, and while processes are killed.

Whoever follows a table keeps what a page would show after each event. All who have heard the same event must know the
same game, and who hears its end must know the game that was kept, move by move.
"""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import itertools
import json
import os
import random
import signal
import socket
import struct
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.league.files import children
from tests.serve.server import Server, Viewer

GAMES = ("othello", "ataxx", "dama")
PERSON, BOT = {"kind": "person"}, {"kind": "bot", "level": 0}
SEATS = ((PERSON, BOT), (BOT, PERSON), (BOT, BOT), (PERSON, PERSON))
JOINS, LEAVES, SLEEPS, KILLS, BACKS = 0.04, 0.02, 0.02, 0.002, 0.01
"""How likely each is after an event."""
AGAIN = 0.4
"""How likely a rematch is."""
SLEEP_S = 0.3
FRIENDS = 8
"""Who look on at one table at once."""


@dataclasses.dataclass
class Crowd:
    """What scripts share: the server, what they have done, and what was wrong."""

    server: Server
    done: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter)
    wrong: list[str] = dataclasses.field(default_factory=list)
    goal: int = 0
    """Moves after which persons resign, and no game begins."""

    def play(self, moves: int, scripts: int, seed: int) -> None:
        """Make about so many more moves; nobody looks on afterwards."""
        self.goal = self.done["moves"] + moves
        threads = [threading.Thread(target=self._tables, args=[random.Random(f"{seed} {at}")]) for at in range(scripts)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def is_done(self) -> bool:
        """Tell whether no game shall begin any more."""
        return self.done["moves"] >= self.goal or bool(self.wrong)

    def _tables(self, rng: random.Random) -> None:
        while not self.is_done():
            with self.noticed():
                Script(self, rng).play()

    @contextlib.contextmanager
    def noticed(self) -> Iterator[None]:
        """Note what goes wrong in a thread."""
        try:
            yield
        except (AssertionError, OSError, ValueError, LookupError) as error:
            self.wrong.append(f"{type(error).__name__}: {error}"[:300])

    def kill(self, rng: random.Random) -> None:
        """Kill a program, a guard, or the process of a table, whosever it is."""
        tables, programs = children(self.server.process.pid), [pid for pid in self.server.children() if is_bot(pid)]
        guards = set(self.server.children()) - {*tables, *programs}
        what, pids = rng.choice([("tables", tables), ("programs", programs), ("guards", sorted(guards))])
        with contextlib.suppress(OSError, IndexError):
            os.kill(rng.choice(pids), signal.SIGKILL)
            self.done[f"{what} killed"] += 1


class Script:
    """Opens one table, and plays there a game or more."""

    def __init__(self, crowd: Crowd, rng: random.Random) -> None:
        """Choose by `rng` all that is done."""
        self._crowd, self._rng = crowd, rng
        a, b = rng.choice(SEATS)
        self.table = crowd.server.open(rng.choice(GAMES), a, b)
        self.known: dict[int, tuple[object, ...]] = {}
        self._friends: list[threading.Thread] = []

    def play(self) -> None:
        """Play, and wait for all who look on."""
        leader = Log(self)
        try:
            while self._game(leader) and self._rng.random() < AGAIN and not self._crowd.is_done():
                self.table.order("new", at=self._rng.randint(0, 1))
                if leader.until(lambda state: not state["result"])["asked"]:
                    self._answer(leader.state)
        except AssertionError as error:
            if "the server has ended" not in str(error):  # the table was killed before the next game
                raise
        finally:
            leader.close()
            for friend in self._friends:
                friend.join()

    def _game(self, leader: Log) -> bool:
        """Play to the end; tell whether there is one: the process may be killed."""
        rng, done = self._rng, self._crowd.done
        for event in leader.events():
            done["events"] += 1
            done["moves"] += event["kind"] == "turn"
            if leader.state["result"]:
                done["games"] += 1
                self.compare(leader)
                return True
            if rng.random() < JOINS and sum(map(threading.Thread.is_alive, self._friends)) < FRIENDS:
                self._friends.append(threading.Thread(target=self._look_on, args=[random.Random(rng.random())]))
                self._friends[-1].start()
            if rng.random() < KILLS:
                self._crowd.kill(rng)
            stays = "stays as it is" in event.get("text", "")  # what was to be taken back
            done["games that stayed as they were"] += stays
            if (stays or event["kind"] in ("asked", "state")) and leader.state["asked"]:
                self._answer(leader.state)
        return False

    def _answer(self, state: dict[str, Any]) -> None:
        asked, rng = state["asked"], self._rng
        if self._crowd.is_done():
            self.table.order("resign", seat=asked["seat"])
        elif len(state["turns"]) > 3 and rng.random() < BACKS:
            plies = len(state["turns"]) - 2  # where the same person was to move
            self._crowd.done["taken back"] += self.table.order("back", at=plies)[0] == 204
        else:
            self.table.order("move", seat=asked["seat"], move=rng.choice(asked["moves"]))

    # ---- who looks on ----------------------------------------------------------------------------------------------

    def _look_on(self, rng: random.Random) -> None:
        """Join; then leave at some time, or sleep: reading nothing, or without a connection; or stay to the end."""
        crowd = self._crowd
        with crowd.noticed():
            comes_back = True
            while comes_back:
                crowd.done["joins"] += 1
                log, comes_back = Log(self), False
                for _ in log.events():
                    if log.state["result"]:
                        self.compare(log)
                        break
                    if rng.random() < SLEEPS:
                        crowd.done["sleeps"] += 1
                        time.sleep(SLEEP_S * rng.random())
                        comes_back = rng.random() < 0.5
                    if comes_back or rng.random() < LEAVES:
                        crowd.done["leaves"] += 1
                        break
                log.leave(rudely=rng.random() < 0.5)

    def compare(self, log: Log) -> None:
        """Compare what somebody knows of a finished game with what was kept of it."""
        self._crowd.done["logs compared"] += 1
        kept = self._crowd.server.games.glob(f"*-{self.table.number}.json")
        records = json.loads(next(kept).read_text())["records"]
        (turns,) = [record["turns"] for record in records if record["number"] == log.state["number"]]
        heard = [(turn["text"], turn["ms"], turn["stderr"]) for turn in log.state["turns"]]
        said = [(turn["move"], 1000 * turn["time_s"], turn["stderr"] or "") for turn in turns]
        other = next((pair for pair in itertools.zip_longest(heard, said) if pair[0] != pair[1]), None)
        assert other is None, f"table {self.table.number}: heard {other[0]}, kept {other[1]}"


class Log(Viewer):
    """Somebody who follows the table of a script, and compares with others what is known after each event."""

    def __init__(self, script: Script) -> None:
        """Come in."""
        super().__init__(script.table)
        self._known, self._number = script.known, script.table.number

    def _take(self, event: dict[str, Any]) -> None:
        super()._take(event)
        state = self.state
        now = state["number"], hash(tuple(self.moves())), state["result"]
        other = self._known.setdefault(self.at, now)
        assert other == now, f"table {self._number}, event {self.at}: {other} and {now}"

    def leave(self, *, rudely: bool) -> None:
        """Go; rudely: by a reset, as from a machine that was switched off."""
        if rudely and self._connection.sock:
            self._connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close()


def is_bot(pid: int) -> bool:
    """Tell whether a process is one of our bots."""
    with contextlib.suppress(OSError):
        return b"-bot\0" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False
