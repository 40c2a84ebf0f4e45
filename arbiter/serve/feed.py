"""Events for any number of viewers, as a page reads them (server-sent events).

What has happened is kept once for all; a viewer is a place in that list. Who comes late, or was away for long, gets the
whole state first: nobody waits for anybody, and no viewer costs memory for being slow.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

KEPT = 200
"""Events after which viewers that have not had them get the whole state."""
BEAT_S = 15.0
"""Seconds without an event after which a comment is sent, so that a connection that is gone is noticed."""


class Feed:
    """What viewers of one thing hear."""

    def __init__(self, whole: Callable[[], dict[str, Any]]) -> None:
        """`whole` gives the state now."""
        self._whole = whole
        self._events: list[bytes] = []
        self._begins = 0  # the number of the first that is kept
        self._news = asyncio.Event()
        self.viewers, self.over = 0, False
        self.left = time.monotonic()
        """When a viewer was last seen to leave; before there was any, when this began."""

    @property
    def count(self) -> int:
        """Give how many events there were."""
        return self._begins + len(self._events)

    def tell(self, event: dict[str, Any]) -> None:
        """Tell all viewers of an event, after which the state is what `whole` gives."""
        self._events.append(encoded(self.count + 1, event))
        if len(self._events) > KEPT:
            del self._events[: KEPT // 2]
            self._begins += KEPT // 2
        self._wake()

    def renew(self) -> None:
        """Let all viewers get the whole state."""
        self._begins, self._events = self.count + 1, []
        self._wake()

    def close(self) -> None:
        """Let all viewers go, after what they have not heard yet."""
        self.over = True
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def follow(self) -> AsyncIterator[bytes]:
        """Give the state, and then event after event."""
        self.viewers += 1
        try:
            at = -1
            while True:
                news = self._news
                if at < self._begins:
                    at = self.count
                    yield encoded(at, self._whole())
                elif at < self.count:
                    part = b"".join(self._events[at - self._begins :])
                    at = self.count
                    yield part
                elif self.over:
                    return
                else:
                    try:
                        await asyncio.wait_for(news.wait(), BEAT_S)
                    except TimeoutError:
                        yield b": here\n\n"
        finally:
            self.viewers -= 1
            self.left = time.monotonic()


def encoded(number: int, event: dict[str, Any]) -> bytes:
    """Write an event as server-sent events are; JSON is one line."""
    return f"id: {number}\ndata: {json.dumps(event)}\n\n".encode()
