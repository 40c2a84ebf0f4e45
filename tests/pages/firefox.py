"""A real Firefox, asked by WebDriver BiDi over its own port: there is no driver of it in Debian."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import websocket

HANG_S = 300
"""Limits only that keep a test from waiting for ever."""
READY = re.compile(r"WebDriver BiDi listening on (ws://\S+)\n")
KEYS = {"ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015"}
KEYS |= {"Tab": "\ue004", "Enter": "\ue006"}
SHIFT = "\ue008"
EVENTS = ["log.entryAdded", "network.beforeRequestSent"]


class BidiError(Exception):
    """What Firefox answers in place of a result."""


class Firefox:
    """One window; `complaints` and `asked` are what a page has logged and requested since it was loaded.

    `get`, `set_script_timeout`, `execute_script` and `execute_async_script` are those of Selenium, for what JSON has.
    """

    def __init__(self, socket: websocket.WebSocket) -> None:
        """Begin a session on a connection."""
        self._socket, self._number = socket, 0
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=EVENTS)
        self._context = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def get(self, address: str) -> None:
        """Load a page, in a new tab: it has the focus, without which Enter presses no button, and may lose it later."""
        before, self._context = self._context, self._ask("browsingContext.create", type="tab")["context"]
        self._ask("browsingContext.activate", context=self._context)
        self._ask("browsingContext.close", context=before)
        self.complaints, self.asked = [], []
        self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")
        until = time.monotonic() + HANG_S  # a script may still meet the page before, on a busy machine
        while self.execute_script("return [location.href, document.readyState]") != [address, "complete"]:
            assert time.monotonic() < until, address
            time.sleep(0.02)

    def set_script_timeout(self, seconds: float) -> None:
        """Take no notice: an answer may take as long as `HANG_S`."""

    def execute_script(self, script: str, *words: object) -> Any:
        """Give what a script returns, which has `arguments`."""
        return self._run(f"(function () {{ {script} }})(...{json.dumps(words)})")

    def execute_async_script(self, script: str, *words: object) -> Any:
        """Give what a script hands to the last of its `arguments`."""
        given = f"...{json.dumps(words)}"
        return self._run(f"new Promise((done) => (function () {{ {script} }})({given}, done))")

    def press(self, key: str) -> None:
        """Press and release a key of `KEYS`."""
        self.type(KEYS[key])

    def type(self, text: str) -> None:
        """Press and release key after key."""
        actions = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keyboard", "actions": actions})

    def tab_back(self) -> None:
        """Press Shift and Tab."""
        keys = ("keyDown", SHIFT), ("keyDown", KEYS["Tab"]), ("keyUp", KEYS["Tab"]), ("keyUp", SHIFT)
        self._act({"type": "key", "id": "keyboard", "actions": [{"type": kind, "value": key} for kind, key in keys]})

    def click(self, x: float, y: float) -> None:
        """Click at a point of what is seen of the page."""
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        actions = [move, *({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))]
        self._act({"type": "pointer", "id": "mouse", "actions": actions})

    def _act(self, source: dict[str, Any]) -> None:
        self._ask("input.performActions", context=self._context, actions=[source])

    def close(self) -> None:
        """End the browser."""
        self._ask("browser.close")

    def _run(self, expression: str) -> Any:
        text = f"(async () => JSON.stringify((await {expression}) ?? null))()"
        said = self._ask("script.evaluate", expression=text, target={"context": self._context}, awaitPromise=True)
        if said["type"] != "success":
            raise BidiError(said["exceptionDetails"]["text"])
        return json.loads(said["result"]["value"])

    def _ask(self, method: str, **params: object) -> dict[str, Any]:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer["type"] == "event":
                self._note(answer["method"], answer["params"])
            elif answer["id"] == self._number:
                if answer["type"] == "error":
                    raise BidiError(f"{method}: {answer['error']}: {answer['message']}")
                result: dict[str, Any] = answer["result"]
                return result

    def _note(self, method: str, params: dict[str, Any]) -> None:
        if method == "log.entryAdded":
            self.complaints.append(f"{params['level']}: {params['text']}")
        elif not params["request"]["url"].startswith("data:"):  # a font of Firefox's own
            self.asked.append(params["request"]["url"])


@contextlib.contextmanager
def firefox(program: str, profile: Path) -> Iterator[Firefox]:
    """Start Firefox with an empty folder for what it keeps; it has ended when the context is left."""
    told = profile / "stderr"
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port=0"]
    with (
        told.open("wb") as errors,
        subprocess.Popen([*command, "about:blank"], stdout=errors, stderr=errors) as process,
    ):
        try:
            until = time.monotonic() + HANG_S
            while not (found := READY.search(told.read_text("utf-8", "replace"))):
                assert process.poll() is None, told.read_text("utf-8", "replace")
                assert time.monotonic() < until
                time.sleep(0.02)
            # Firefox takes no order from a page: who names where it comes from is one.
            socket = websocket.create_connection(f"{found[1]}/session", suppress_origin=True, timeout=HANG_S)
            try:
                browser = Firefox(socket)
                yield browser
                browser.close()
            finally:
                socket.shutdown()
        finally:
            process.kill()
