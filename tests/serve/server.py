"""A server as a user starts it, and what asks it as a page does: nothing of ours is imported."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

BIN = Path(sys.executable).parent
HANG_S = 40.0


class Server:
    """A running `arbiter serve`."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.games = folder / "games"
        command = [str(BIN / "arbiter"), "serve", "--no-browser", "--save", str(self.games), *words]
        environment = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}"}
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout
        self.address = self.process.stdout.readline().strip()
        parts = urlsplit(self.address)
        self.host, self.port, self.path = parts.netloc, parts.port or 0, parts.path

    def audience(self) -> str:
        """The second line: the address of those who may only look."""
        assert self.process.stdout
        return self.process.stdout.readline().strip().removeprefix("for an audience: ")

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, str]:
        """Ask for a whole path; give the status and the text."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HANG_S)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read().decode("utf-8", "replace")
        finally:
            connection.close()

    def get(self, where: str = "") -> tuple[int, str]:
        return self.ask("GET", self.path + where)

    def post(self, where: str, wish: object) -> tuple[int, str]:
        headers = {"Content-Type": "application/json", "Origin": f"http://{self.host}"}
        return self.ask("POST", self.path + where, json.dumps(wish).encode(), headers)

    def open(self, game: str, a: dict[str, Any], b: dict[str, Any], **more: Any) -> Table:
        status, text = self.post("tables", {"game": game, "seats": [a, b], **more})
        assert status == 201, text
        return Table(self, json.loads(text)["table"])

    def children(self) -> list[int]:
        """Process ids of everything that it has started."""
        return descendants(self.process.pid)

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(HANG_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


class Table:
    """A table, as a page sees it."""

    def __init__(self, server: Server, number: int) -> None:
        self.server, self.number = server, number
        self.where = f"table/{number}/"

    def order(self, do: str, **more: Any) -> tuple[int, str]:
        return self.server.post(f"{self.where}orders", {"do": do, **more})

    def follow(self) -> Viewer:
        return Viewer(self)

    def match(self) -> dict[str, Any]:
        status, text = self.server.get(f"{self.where}games.json")
        assert status == 200
        found: dict[str, Any] = json.loads(text)
        return found

    def records(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.match()["records"]
        return found


class Viewer:
    """Somebody who follows a table, and keeps what a page would show."""

    def __init__(self, table: Table, path: str = "") -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", table.server.port, timeout=HANG_S)
        self._connection.request("GET", path or f"{table.server.path}{table.where}events")
        self._answer = self._connection.getresponse()
        assert self._answer.status == 200, self._answer.read()
        self.state: dict[str, Any] = {}
        self.said: list[str] = []
        self.at = 0
        """The number of the last event."""

    def events(self) -> Iterator[dict[str, Any]]:
        until = time.monotonic() + HANG_S
        for line in self._answer:  # a comment comes every now and then, whatever happens
            assert time.monotonic() < until, (self.said, str(self.state)[-600:])
            if line.startswith(b"id: "):
                before, self.at = self.at, int(line[4:])
            if line.startswith(b"data: "):
                event = json.loads(line[6:])
                assert event["kind"] == "state" or self.at == before + 1, (before, self.at)
                self._take(event)
                yield event

    def _take(self, event: dict[str, Any]) -> None:
        kind = event["kind"]
        if kind == "state":
            self.state = event
        elif kind == "turn":
            assert event["at"] == len(self.state["turns"])
            self.state["turns"].append(event)
            self.state |= {"asked": None, "left": event["left"]}
        elif kind == "asked":
            self.state["asked"] = event["asked"]
        elif kind == "summary":
            self.state["summary"] = event["summary"]
        elif kind == "over":
            self.state["result"] = event["result"]
        elif kind == "stderr":
            self.state["said"][event["seat"]] += event["text"]
        elif kind == "said":
            self.said.append(event["text"])

    def until(self, seen: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Read on until the state is as wanted."""
        if self.state and seen(self.state):
            return self.state
        for _ in self.events():
            if seen(self.state):
                return self.state
        raise AssertionError(f"the server has ended: {self.state}")

    def asked(self, turns: int) -> list[str]:
        """Wait until a person is asked after so many turns; give the legal moves."""
        state = self.until(lambda state: state["result"] or (state["asked"] and len(state["turns"]) == turns))
        assert not state["result"], state["result"]
        moves: list[str] = state["asked"]["moves"]
        return moves

    def moves(self) -> list[str]:
        return [turn["text"] for turn in self.state["turns"]]

    def close(self) -> None:
        self._answer.close()
        self._connection.close()


def descendants(pid: int) -> list[int]:
    found = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = [int(word) for word in path.read_text().split()]
        except OSError:
            continue
        for child in children:
            found += [child, *descendants(child)]
    return found
