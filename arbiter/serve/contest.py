"""A league or match as the server sees it: the games that are played now, and what is finished.

It is looked at only while somebody looks on; who comes late gets what is there by then.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from arbiter.games import catalogue
from arbiter.games.contract import Game
from arbiter.games.players import Turn
from arbiter.host.visible import visible_text
from arbiter.play.record import GameRecord
from arbiter.serve.feed import Feed
from arbiter.serve.sources import Source, Summary, is_played
from arbiter.serve.story import Story
from arbiter.serve.tail import Begun, Heard, Tail, record_of

TICK_S = 0.02
"""Between two looks at what was told; a look at nothing new takes 50 us."""
SHARE = 0.2
"""Of a core that may go into drawing games that are played."""
SUMMARY_S, SUMMARY_SHARE = 0.5, 0.05
"""Between two looks at what is finished, and the share of a core that they may take."""
KEPT = 50
"""Finished games that somebody has looked at, which are not read again."""
NOT_FINISHED = "This game was broken off: the arbiter has ended, or plays it again."


class Shown:
    """One game, while it is played or afterwards."""

    def __init__(self, game: Game, number: int) -> None:
        """Begin before it begins."""
        self._game, self.number = game, number
        self.feed = Feed(self.whole)

    def whole(self) -> dict[str, Any]:
        """Give all that there is to see now."""
        return self.story.whole()

    def begin(self, players: tuple[str, str], first: int, start: str) -> None:
        """Begin, or begin again, without turns."""
        self.players, self.first = players, first
        self.story = Story(self._game, players, start)
        self.story.begin(self.number, first, ())
        self.turns: list[Turn] = []
        self.record: GameRecord | None = None
        self.feed.renew()

    def hear(self, turns: list[Turn]) -> None:
        """Take turns, and tell who follows it."""
        at = self.story.plies
        self.turns += turns
        self.story.add(turns)
        if self.feed.viewers:
            for ply in range(at, self.story.plies):
                self.feed.tell(self.story.told(ply))
        else:
            self.feed.renew()

    def end(self, record: GameRecord) -> None:
        """Take how it ended."""
        self.record = record
        self.feed.tell(self.story.over(record))

    def board(self, slot: int) -> dict[str, Any]:
        """Give the position on the board and the one before, for a small board; the core is its place."""
        at = self.story.plies
        a, b = map(visible_text, self.players)
        seen = self.story.seen(at)
        before = self.story.seen(at - 1).get("board") if at else None
        result = self.story.result
        told = {"slot": slot, "number": self.number, "players": [a, b], "first": self.first, "plies": at}
        return {**told, "before": before, **seen, "result": result}


class Contest:
    """One league or match. `feed` is that of its page."""

    def __init__(self, number: int, source: Source) -> None:
        """Follow it once somebody does."""
        self.number, self.source = number, source
        self.feed = Feed(self._whole)
        self._tail = Tail(source.folder)
        self._files: dict[str, Shown] = {}
        self._slots: dict[int, Shown] = {}
        self._ended: dict[int, Shown] = {}
        self._broken: dict[int, Shown] = {}
        self._summary: Summary = {}
        self._stamp: object = None
        self._summary_due = 0.0
        self._running, self.said, self._trouble = 0, "", ""
        self.tended: Callable[[], None] = lambda: None
        """Called now and then."""
        self._task: asyncio.Task[None] | None = None
        self._viewers = 0

    # ---- who looks -------------------------------------------------------------------------------------------------

    async def follow(self, feed: Feed) -> AsyncIterator[bytes]:
        """Give the events of this contest, or of one of its games."""
        self._viewers += 1
        try:
            if self._task is None or self._task.done():
                self._task = asyncio.create_task(self._run())
            async for part in feed.follow():
                yield part
        finally:
            self._viewers -= 1

    async def game(self, number: int) -> Shown:
        """Give a game, played now or finished. Raises LookupError."""
        self.look()
        for shown in (*self._files.values(), *self._slots.values()):
            if shown.number == number:
                return shown
        if number not in self._ended:
            record = await asyncio.to_thread(self.source.record, number)
            if record is None:
                raise LookupError(f"game {number} has not begun")
            shown = Shown(self.source.game(), number)
            shown.begin(record.players, record.first, record.start)
            shown.hear(list(record.turns))
            shown.end(record)
            self._keep(shown)
        return self._ended[number]

    async def fresh(self) -> None:
        """Look now: what is there when somebody comes is true. Raises LookupError if nothing ever was."""
        self.look()
        try:
            await self._sum_up()
        except LookupError:
            if not self._summary:
                raise

    def close(self) -> None:
        """Tell the last that there is, and let viewers go."""
        self.look()
        if self._task:
            self._task.cancel()
        self._tail.close()
        for shown in (*self._files.values(), *self._slots.values(), *self._ended.values()):
            shown.feed.close()
        self.feed.close()

    # ---- what there is ---------------------------------------------------------------------------------------------

    @property
    def running(self) -> int:
        """Give the process id of the arbiter that plays and tells, 0 if there is none."""
        return is_played(self.source)

    def say(self, text: str) -> None:
        """Tell the viewers something."""
        if text != self.said:
            self.said = text
            self.feed.tell({"kind": "said", "text": visible_text(text)})

    def look(self) -> None:
        """Take what was told since the last look."""
        changed: dict[int, Shown] = {}
        for heard in self._tail.read():
            if shown := self._hear(heard):
                for slot, other in self._slots.items():
                    if other is shown:
                        changed[slot] = shown
        running = self.running
        if not running:  # what files still tell was cut short
            for shown in self._files.values():
                self._break_off(shown)
            self._files, self._slots = {}, {}
        if running != self._running:
            self._running = running
            self.feed.renew()
        elif changed:
            self._tell({"kind": "boards", "boards": [shown.board(slot) for slot, shown in changed.items()]})

    def _tell(self, event: dict[str, Any]) -> None:
        if self.feed.viewers:
            self.feed.tell(event)
        else:
            self.feed.renew()

    def _hear(self, heard: Heard) -> Shown | None:
        if heard.begun and heard.begun.game in catalogue.names():
            self._files[heard.name] = shown = self._begin(heard.begun, self._files.get(heard.name))
            self._slots[heard.begun.core] = shown
        shown_now = self._files.get(heard.name)
        if shown_now is None:
            return None
        if heard.turns:
            shown_now.hear(heard.turns)
        if heard.over is not None and shown_now.record is None:
            record = record_of(heard.over, shown_now.turns)
            if record is not None:
                shown_now.end(record)
                self._keep(shown_now)
        if heard.gone:
            del self._files[heard.name]
            self._break_off(shown_now)
        return shown_now if heard.begun or heard.turns or heard.over else None

    def _begin(self, begun: Begun, old: Shown | None) -> Shown:
        shown = old or self._broken.pop(begun.number, None) or Shown(catalogue.game(begun.game), begun.number)
        shown.begin(begun.players, begun.first, begun.start)
        return shown

    def _break_off(self, shown: Shown) -> None:
        """Tell those who follow it, and who will see it begin again, if ever it does."""
        if shown.record is None:
            shown.feed.tell({"kind": "said", "text": NOT_FINISHED})
            self._broken = {number: old for number, old in self._broken.items() if old.feed.viewers}
            self._broken[shown.number] = shown

    def _keep(self, shown: Shown) -> None:
        self._ended.pop(shown.number, None)
        self._ended[shown.number] = shown
        idle = [number for number, other in self._ended.items() if not other.feed.viewers]
        for number in idle[: max(0, len(self._ended) - KEPT)]:
            del self._ended[number]

    async def _sum_up(self) -> None:
        if self._summary and time.monotonic() < self._summary_due:
            return
        stamp = await asyncio.to_thread(self.source.stamp)
        self._summary_due = time.monotonic() + SUMMARY_S
        self.tended()
        if stamp == self._stamp:
            return
        begin = time.monotonic()
        self._summary = await asyncio.to_thread(self.source.summary)
        self._stamp = stamp
        self._summary_due = time.monotonic() + max(SUMMARY_S, (time.monotonic() - begin) / SUMMARY_SHARE)
        if self._trouble:
            self._trouble = ""
            self.feed.renew()
        self._tell({"kind": "summary", "summary": self._summary})

    async def _run(self) -> None:
        """Look again and again, as long as somebody looks on."""
        while self._viewers:
            begin = time.monotonic()
            self.look()
            wait_s = max(TICK_S, (time.monotonic() - begin) / SHARE)
            try:
                await self._sum_up()
            except LookupError as error:  # a journal that is just being made, say: boards move all the same
                self._in_trouble(str(error.args[0]))
                wait_s = wait_s if self._summary else SUMMARY_S
            await asyncio.sleep(wait_s)

    def _in_trouble(self, text: str) -> None:
        if text != self._trouble:
            self._trouble = text
            self.feed.renew()

    def _whole(self) -> dict[str, Any]:
        boards = [shown.board(slot) for slot, shown in sorted(self._slots.items())]
        state = {"kind": "state", "running": bool(self._running), "boards": boards, "summary": self._summary}
        return {**state, "said": visible_text(self.said or self._trouble)}
