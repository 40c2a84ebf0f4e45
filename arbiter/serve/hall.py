"""All tables of a server: their processes, and what is kept of the games."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import os
import secrets
import select
from pathlib import Path
from typing import Any

from arbiter.games import catalogue
from arbiter.league.store import StoreError
from arbiter.pages import page, verdicts
from arbiter.play.match import usual_referee
from arbiter.play.pool import employ
from arbiter.play.record import GameRecord, MatchRecord
from arbiter.play.table import cores
from arbiter.review.result import open_result
from arbiter.review.run import Request
from arbiter.serve.feed import Feed
from arbiter.serve.floor import work
from arbiter.serve.plan import Plan, PlanError
from arbiter.serve.reviewer import Reviewer
from arbiter.serve.story import Story
from arbiter.serve.wire import Order

TABLES = 16
"""Tables that are open at once."""
ORDERS = ("move", "resign", "pause", "go", "step", "new", "back", "review")
MOVE = 1000
"""Characters of a move that are passed on: an order with them fits into the link wherever that takes one at all."""
GONE = "The process of this table has ended; begin a new one."
ROOM = "This table was closed to make room for another one, as {}; begin a new one."


class Sitting:
    """One table, seen from the server: a process, the game on the board, those that are over, and who looks on."""

    def __init__(self, number: int, plan: Plan, folder: Path | None, core: int) -> None:
        """Start the process of a table; finished games are kept in `folder`, if there is one."""
        self.number, self.plan, self._folder = number, plan, folder
        self.game = catalogue.game(plan.game)
        a, b = plan.chairs
        self.players = a.name, b.name
        self.story = Story(self.game, self.players, plan.start)
        self.feed = Feed(self._whole)
        self._gone = GONE
        self.records: dict[int, GameRecord] = {}
        self._reviewer = Reviewer(lambda text: self.feed.tell({"kind": "said", "text": text}))
        self._link, self._process = employ(functools.partial(work, plan), number, core)
        asyncio.get_running_loop().add_reader(self._link.fileno(), self._hear)

    def order(self, wish: dict[str, Any]) -> None:
        """Pass on what a person wants. Raises PlanError."""
        do, seat, move, at = (wish.get(name, usual) for name, usual in zip(Order._fields, ("", 0, "", 0), strict=True))
        numbers = all(isinstance(value, int) and not isinstance(value, bool) for value in (seat, at))
        if do not in ORDERS or seat not in (0, 1) or not numbers or not isinstance(move, str):
            raise PlanError(f"expected one of {', '.join(ORDERS)}, a seat, a move and a number of plies")
        if do == "review":
            self._review()
            return
        if self.feed.over:
            raise PlanError(self._gone)
        if not self._takes_orders():
            raise PlanError("this table has not done yet what it was told; ask again")
        with contextlib.suppress(OSError):
            self._link.send(Order(do, seat, move[:MOVE], at))

    def _takes_orders(self) -> bool:
        """Tell whether an order can be sent without a wait, in which the server would answer nobody, and hear not even
        the table, which may itself wait to be heard: of a socket that can be written to three quarters are free.
        """
        room = select.poll()
        room.register(self._link.fileno(), select.POLLOUT)
        return bool(room.poll(0))

    def _whole(self) -> dict[str, Any]:
        persons = [seat for seat, chair in enumerate(self.plan.chairs) if chair.is_person]
        return {**self.story.whole(), "persons": persons, "closed": self._gone if self.feed.over else ""}

    def match(self) -> MatchRecord:
        """Give all finished games as those of a match."""
        records = tuple(self.records[number] for number in sorted(self.records))
        limit = getattr(usual_referee(self.plan.game), "limit", None)
        return MatchRecord(self.plan.game, self.players, len(records), self.plan.options(), records, False, limit)

    def page(self) -> str:
        """Make the page of all finished games as those of a match, with the reviews that there are."""
        found = None
        if self._path is not None and self._path.exists():
            with contextlib.suppress(StoreError), contextlib.closing(open_result(self._path)) as result:
                found = verdicts.view(result, Request())
        return page.render(self.match(), self.game, True, engine=True, review=found)

    def _review(self) -> None:
        if self._path is None or not self.records:
            raise PlanError("only finished games that are kept can be judged")
        self._reviewer.start(self._path)

    def make_room(self) -> None:
        """End the process, and tell who looks on why."""
        self._gone = ROOM.format("its game was over" if self.story.result else "nobody looked at it")
        self.feed.tell({"kind": "closed", "text": self._gone})
        self.close()

    def close(self) -> None:
        """End the process, and with it all programs."""
        self._reviewer.close()
        if self.feed.over:
            return
        asyncio.get_running_loop().remove_reader(self._link.fileno())
        self._process.terminate()
        self._process.join()
        self._process.close()
        self._link.close()
        self.feed.close()

    def _hear(self) -> None:
        """Take what the process says."""
        try:
            message = self._link.recv()
            kind, values = message if isinstance(message, tuple) else ("ended", {})
        except (EOFError, OSError):
            kind, values = "ended", {}
        if kind == "ended":
            self.feed.tell({"kind": "closed", "text": GONE})
            self.close()
        elif kind == "begin":
            self.story.begin(**values)
            self.feed.renew()
        elif kind == "said":
            self.feed.tell({"kind": "said", **values})
        elif kind == "over":
            record: GameRecord = values["record"]
            self.records[record.number] = record
            self._keep()
            self.feed.tell(self.story.over(record))
        else:
            self.feed.tell(getattr(self.story, kind)(**values))

    def _keep(self) -> None:
        """Write the finished games down, whole or not at all."""
        path = self._path
        if path is None:
            return
        part = path.with_suffix(".part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(json.dumps(self.match().to_json(), indent=1) + "\n", encoding="utf-8")
            part.replace(path)
        except OSError as error:
            self.feed.tell({"kind": "said", "text": f"The game cannot be kept: {path}: {error.strerror}"})

    @property
    def _path(self) -> Path | None:
        return self._folder and self._folder / f"{self.name}.json"

    @functools.cached_property
    def name(self) -> str:
        """Give a name for files that no other table has."""
        return f"{self.plan.game}-{self.plan.seed:08x}-{self.number}"


class Hall:
    """The tables."""

    def __init__(self, folder: Path | None) -> None:
        """Begin without tables; games are kept in `folder`."""
        self.folder = folder
        self.tables: dict[int, Sitting] = {}
        self._cores, self._count = cores(), 0

    def open(self, plan: Plan) -> Sitting:
        """Open a table. If there are too many, one is closed whose game is over, else the one that nobody has looked at
        for longest. Raises PlanError.
        """
        running = [table for table in self.tables.values() if not table.feed.over]
        if len(running) >= TABLES:
            idle = [table for table in running if table.story.result or not table.feed.viewers]
            if not idle:
                raise PlanError(
                    f"all {TABLES} tables are in use; expected one whose game is over, or at which nobody looks"
                )
            min(idle, key=lambda one: (not one.story.result, one.feed.viewers > 0, one.feed.left)).make_room()
        self._count += 1
        for old in [number for number, table in self.tables.items() if table.feed.over][:-TABLES]:
            del self.tables[old]
        core = self._cores[self._count % len(self._cores)]
        self.tables[self._count] = Sitting(self._count, plan, self.folder, core)
        return self.tables[self._count]

    def close(self) -> None:
        """Close all tables."""
        for table in self.tables.values():
            table.close()


def new_seed() -> int:
    """Draw a seed for the programs of a table."""
    return secrets.randbits(31)


def usual_folder() -> Path:
    """Give where finished games are kept unless the user says otherwise."""
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "arbitro" / "games"
