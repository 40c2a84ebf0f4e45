"""Playing on the workers of a dask cluster, which come and go, on this machine or on others.

The library carries data and tells who is there. Who plays what is decided here: each worker gets batches of its own, so
that we know what is lost with it, and games that nobody has finished are handed out again.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import dataclasses
import itertools
import logging
import math
import os
import select
import signal
import tempfile
import time
import uuid
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from typing import Any

from distributed import CancelledError, Client, Future, LocalCluster, Security
from distributed.client import ClosedClientError

from arbiter.host.launch import LaunchError
from arbiter.league import node
from arbiter.league.batch import Task
from arbiter.league.play import ClusterError
from arbiter.league.programs import Kit
from arbiter.play.interrupt import Interrupt

LOCAL = "local:"
"""How the address of a cluster begins that is started for the league, here; then comes the number of its workers."""
CLOSE_S = 10.0
GONE = (OSError, RuntimeError, CancelledError, ClosedClientError)
"""What the library raises once the scheduler cannot be reached, at one place or another; time-outs among it."""
TASK_S = 0.3
"""What a batch should last, twice the time below which handing it out would cost too much."""
LOOK_S = 0.5
"""Seconds between two looks at which workers there are."""
CONNECT_S = 5.0
PATIENCE_S = 60.0
"""How long a league waits for a worker when there is none; one that was killed is back in a few seconds."""
ATTEMPTS = 6
"""How often a game is handed out before we give up: something in it kills workers."""


@dataclasses.dataclass(slots=True)
class Colleague:
    """A worker that plays: what it has been handed, and the seconds that a game takes there."""

    game_s: float | None = None
    batches: dict[Future[Any], list[Task]] = dataclasses.field(default_factory=dict)

    def wants(self) -> bool:
        """Tell whether it should get a batch now: a second one, lest it waits for us, only where games are short."""
        return len(self.batches) < (2 if self.game_s is not None and self.game_s < TASK_S else 1)

    def learn(self, games: int, seconds: float) -> None:
        """Take note of how long a batch took."""
        mean = seconds / games
        self.game_s = mean if self.game_s is None else (self.game_s + mean) / 2


def batch_size(game_s: float | None, left: int, workers: int) -> int:
    """Give the number of games that last TASK_S, or a worker's share of what is left; one where we know nothing."""
    if game_s is None:
        return 1
    return max(1, min(math.ceil(TASK_S / max(game_s, 1e-6)), math.ceil(left / workers)))


class Waiting:
    """The games of a stage that no worker has; those that come back go first."""

    def __init__(self, games: Iterator[Task], count: int) -> None:
        """Begin with all games."""
        self._games, self._fresh = games, count
        self._again: collections.deque[Task] = collections.deque()
        self._attempts: collections.Counter[int] = collections.Counter()

    def __len__(self) -> int:
        """Give their number."""
        return self._fresh + len(self._again)

    def take(self, count: int) -> list[Task]:
        """Take so many, or all."""
        old = [self._again.popleft() for _ in range(min(count, len(self._again)))]
        wanted = min(count - len(old), self._fresh)
        new = list(itertools.islice(self._games, wanted))
        self._fresh = self._fresh - wanted if len(new) == wanted else 0  # the others are not to be played any more
        return old + new

    def put_back(self, games: Iterable[Task]) -> None:
        """Take back what was handed out in vain. Raises ClusterError if that happens to a game again and again."""
        for game in games:
            self._again.append(game)
            self._attempts[game.number] += 1
            if self._attempts[game.number] == ATTEMPTS:
                raise ClusterError(f"{ATTEMPTS} workers that were handed game {game.number} were lost or failed")


class Cluster:
    """The workers of a cluster, and what they play."""

    def __init__(
        self, client: Client, address: str, kit: Kit, interrupt: Interrupt, say: Callable[[str], None]
    ) -> None:
        """Use a connected client; `say` tells a person something while games go on."""
        self._client, self._address, self._kit, self._say = client, address, kit, say
        assert client.loop is not None
        self._loop = client.loop
        self._interrupt, self._bell = interrupt, os.eventfd(0, os.EFD_CLOEXEC)
        self._colleagues: dict[str, Colleague] = {}
        self._refused: dict[str, str] = {}
        self._answers: collections.deque[tuple[Future[Any], Any]] = collections.deque()
        self._next_look, self._last_seen = 0.0, time.monotonic()

    def close(self) -> None:
        """Give back what the system gave; after the client."""
        os.close(self._bell)

    def play(self, games: Iterator[Task], count: int) -> Generator[Any, None, None]:
        """Play `count` games, or as many as there are; give each as soon as its batch is back.

        Raises ClusterError, and KeyboardInterrupt once it is noted.
        """
        waiting = Waiting(games, count)
        try:
            while waiting or any(colleague.batches for colleague in self._colleagues.values()):
                waiting.put_back(self._look())
                for worker, colleague in self._colleagues.items():
                    while waiting and colleague.wants():
                        size = batch_size(colleague.game_s, len(waiting), len(self._colleagues))
                        if batch := waiting.take(size):
                            self._send(worker, batch)
                if not self._wait():
                    continue
                future, answer = self._answers.popleft()
                worker, batch = self._take_back(future)
                if isinstance(answer, BaseException):
                    waiting.put_back(batch)
                    if isinstance(answer, LaunchError):
                        waiting.put_back(self._refuse(worker, str(answer)))
                    self._next_look = 0.0  # it may be gone
                elif batch:
                    played, seconds = answer
                    self._colleagues[worker].learn(len(played), seconds)
                    yield from played
        except GONE:
            raise ClusterError(f"lost the scheduler at {self._address}; what is finished is in the journal") from None
        finally:
            self._cancel()

    def _wait(self) -> bool:
        """Wait until there is an answer, or it is time to look; tell which."""
        ctrl_c = self._interrupt.fileno()
        ready, _, _ = select.select([self._bell, ctrl_c], [], [], 0 if self._answers else LOOK_S)
        if ctrl_c in ready:
            raise KeyboardInterrupt
        if self._bell in ready:
            os.eventfd_read(self._bell)
        return bool(self._answers)

    def _send(self, worker: str, batch: list[Task]) -> None:
        future = self._client.submit(
            node.play, self._kit.key, batch, workers=[worker], pure=False, retries=0, key=f"games-{uuid.uuid4()}"
        )
        self._colleagues[worker].batches[future] = batch
        self._loop.add_callback(self._fetch, future)

    async def _fetch(self, future: Future[Any]) -> None:
        """Wait for a batch in the library's thread: of a worker that dies now no answer comes, until we cancel it."""
        answer: Any
        try:
            answer = await self._client.gather(future, asynchronous=True)
        except (Exception, asyncio.CancelledError) as error:
            answer = error
        self._answers.append((future, answer))
        os.eventfd_write(self._bell, 1)

    def _take_back(self, future: Future[Any]) -> tuple[str, list[Task]]:
        """Give whose batch that was; "" and no games if it has been taken back before."""
        for worker, colleague in self._colleagues.items():
            if future in colleague.batches:
                return worker, colleague.batches.pop(future)
        return "", []

    def _look(self) -> list[Task]:
        """See which workers there are, now and then; give the games of those that are gone."""
        now = time.monotonic()
        if now < self._next_look:
            return []
        if self._client.status != "running":
            raise OSError
        present = dict(self._client.nthreads())
        new = [worker for worker in present if worker not in self._colleagues and worker not in self._refused]
        answers = self._client.run(node.admit, self._kit, workers=new, on_error="return") if new else {}
        lost = [game for worker in self._colleagues.keys() - present for game in self._dismiss(worker)]
        for worker, answer in answers.items():
            if answer == "":
                self._colleagues[worker] = Colleague()
            elif not isinstance(answer, OSError):  # that one has gone already
                self._refuse(worker, str(answer))
        if self._colleagues:
            self._last_seen = now
        elif present and present.keys() <= self._refused.keys():
            raise ClusterError("no worker of the cluster can play this league")
        elif now - self._last_seen > PATIENCE_S:
            raise ClusterError(f"there is no worker at {self._address}; docs/cluster.md says how to start some")
        self._next_look = time.monotonic() + LOOK_S
        return lost

    def _refuse(self, worker: str, reason: str) -> list[Task]:
        self._refused[worker] = reason
        self._say(f"the worker at {worker} does not play: {reason}")
        return self._dismiss(worker)

    def _dismiss(self, worker: str) -> list[Task]:
        """Expect no more of a worker; give the games that it had."""
        colleague = self._colleagues.pop(worker, Colleague())
        self._client.cancel(list(colleague.batches))
        return [game for batch in colleague.batches.values() for game in batch]

    def _cancel(self) -> None:
        with contextlib.suppress(*GONE):
            for colleague in self._colleagues.values():
                self._client.cancel(list(colleague.batches))
                colleague.batches.clear()


@contextlib.contextmanager
def connect(
    address: str, tls: Mapping[str, str], kit: Kit, interrupt: Interrupt, say: Callable[[str], None]
) -> Iterator[Cluster]:
    """Connect to the scheduler at an address, or start a cluster of N workers here for `local:N`.

    `tls` are settings of `distributed.Security`; what it does not say is taken from the library's configuration. Raises
    ClusterError.
    """
    _silence()
    with contextlib.ExitStack() as stack:
        try:
            where = address
            if address.startswith(LOCAL):
                local = stack.enter_context(_start(int(address.removeprefix(LOCAL))))
                where = local.scheduler_address
            security = Security(require_encryption=True, **tls) if where.startswith("tls:") else None
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of versions that differ a little
                client = Client(where, timeout=CONNECT_S, security=security, set_as_default=False)
        except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as error:
            reason = str(error).partition("\n")[0]
            raise ClusterError(f"cannot connect to the cluster at {address}: {reason}") from None
        cluster = stack.enter_context(contextlib.closing(Cluster(client, address, kit, interrupt, say)))
        stack.callback(_close, client)
        yield cluster


@contextlib.contextmanager
def _start(workers: int) -> Iterator[LocalCluster]:
    """Start scheduler and workers here. The workers, and those that replace them, inherit that Ctrl-C does not reach
    the thread that starts them: ending them is our business.
    """
    with tempfile.TemporaryDirectory(prefix="arbiter-", ignore_cleanup_errors=True) as folder:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            cluster = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                dashboard_address=None,
                memory_limit=0,
                local_directory=folder,
                silence_logs=logging.CRITICAL,
            )
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        try:
            yield cluster
        finally:
            _close(cluster)


def _close(what: Client | LocalCluster) -> None:
    """Close in order; what cannot be closed ends with us, as all of the library's processes do."""
    with contextlib.suppress(*GONE):
        what.close(timeout=CLOSE_S)


def _silence() -> None:
    """Keep what the library has to say from the user; what matters is told as an error."""
    for name in ("distributed", "tornado", "asyncio", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logger = logging.getLogger(name)
            logger.handlers, logger.propagate = [logging.NullHandler()], False
