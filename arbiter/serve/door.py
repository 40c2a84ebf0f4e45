"""Who may come in: every request is looked at before anything is done for it.

The address has a token, as nothing else tells the person who started the server from any other user or page of this
machine. Host and Origin are checked, too, so that a page of a stranger can neither send a form here nor make a name of
its own lead here (DNS rebinding). What is refused gets one line and a status, and costs no more memory than that.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, NamedTuple

from uvicorn.protocols.http.h11_impl import H11Protocol

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_BYTES = 1 << 16
"""Longest body of a request."""
BODY_S = 5.0
"""Seconds in which it has to come."""
HEAD_S = 5.0
"""Seconds in which the head of a request has to come."""
CONNECTIONS = 200
"""Open at once; beyond them somebody is told so."""
SAFE = (
    (b"cache-control", b"no-store"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"connection", b"close"),
)
"""Headers of every response. A connection serves one request: what dawdles afterwards needs no other limit."""


class Keys(NamedTuple):
    """Tokens of addresses: of who may do everything, and of who may only look."""

    player: str
    audience: str


class RefusedError(Exception):
    """A request that is refused, with a status and a line that says why."""

    def __init__(self, status: int, why: str) -> None:
        """Refuse."""
        super().__init__(why)
        self.status, self.why = status, why


class Door:
    """Stands before an application: what comes through has `may_play` and, if it was posted, `wish` in its state."""

    def __init__(self, app: App, keys: Keys, hosts: Iterable[str], origins: Iterable[str], *, readonly: bool) -> None:
        """Let requests in that name one of `hosts`, and come from pages of `origins`."""
        self._app, self._keys, self._readonly = app, keys, readonly
        self._hosts, self._origins = frozenset(hosts), frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        if scope["type"] != "http":
            return
        try:
            inner = self._checked(scope)
            if scope["method"] == "POST":
                inner["state"]["wish"] = await _wish(inner, receive)
        except RefusedError as error:
            await _refuse(send, error)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *SAFE]}
            await send(message)

        await self._app(inner, receive, sent)

    def _checked(self, scope: Scope) -> Scope:
        headers: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            if name in headers and name in (b"host", b"origin", b"content-length", b"content-type"):
                raise RefusedError(400, f"{name.decode('latin-1')}: expected once")
            headers[name] = value
        if headers.get(b"host", b"").decode("latin-1").lower() not in self._hosts:
            raise RefusedError(421, "this server does not have that name; ask it by the address that it has printed")
        if b"upgrade" in headers:
            raise RefusedError(400, "this server speaks plain HTTP only: no websockets, no other protocol")
        path: str = scope["path"]
        words = path.split("/")
        if not path.isascii() or not path.isprintable() or ".." in words or "\\" in path or "%" in path:
            raise RefusedError(400, "the path is not one of this server")
        token = words[1].encode() if len(words) > 1 else b""
        may_play = hmac.compare_digest(token, self._keys.player.encode())
        if not may_play and not hmac.compare_digest(token, self._keys.audience.encode()):
            raise RefusedError(403, "the address has no token, or a wrong one; the right one was printed by the server")
        origin = headers.get(b"origin")
        if origin is not None and origin.decode("latin-1").lower() not in self._origins:
            raise RefusedError(403, "the request comes from a page of another server")
        if headers.get(b"sec-fetch-site", b"none") not in (b"none", b"same-origin") and scope["method"] != "GET":
            raise RefusedError(403, "the request comes from a page of another server")
        if scope["method"] == "POST":
            _check_post(headers)
            if not may_play or self._readonly:
                raise RefusedError(403, "this address is for looking only")
        elif scope["method"] not in ("GET", "HEAD"):
            raise RefusedError(405, "expected GET or POST")
        elif headers.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in headers:
            raise RefusedError(400, "a body is expected of a POST only")
        inner = "/" + "/".join(words[2:])
        state = {"may_play": may_play and not self._readonly}
        return {**scope, "path": inner, "raw_path": inner.encode(), "state": state, "query_string": b""}


def _check_post(headers: dict[bytes, bytes]) -> None:
    if headers.get(b"content-type", b"").split(b";")[0].strip().lower() != b"application/json":
        raise RefusedError(415, "expected a body of type application/json, which no form of a page can send")
    if headers.get(b"content-encoding", b"identity") != b"identity":
        raise RefusedError(415, "expected a body that is not packed")
    length = headers.get(b"content-length", b"0")
    if not length.isdigit() or int(length[:12]) > BODY_BYTES:
        raise RefusedError(413, f"expected a body of at most {BODY_BYTES} bytes")


async def _wish(scope: Scope, receive: Receive) -> dict[str, Any]:
    """Read the body of a POST: a JSON object. Raises RefusedError."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            more = True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise RefusedError(400, "the body has ended too early")
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > BODY_BYTES:
                    raise RefusedError(413, f"expected a body of at most {BODY_BYTES} bytes")
    except TimeoutError:
        raise RefusedError(408, f"expected the body within {BODY_S:g} s") from None
    try:
        found = json.loads(bytes(body).decode("utf-8"))
    except (ValueError, RecursionError):
        raise RefusedError(400, "expected JSON in UTF-8") from None
    if not isinstance(found, dict):
        raise RefusedError(400, "expected a JSON object")
    return found


async def _refuse(send: Send, error: RefusedError) -> None:
    text = f"{error.why}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(text)).encode()), *SAFE]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": text})


class Patient(H11Protocol):
    """HTTP that waits for the head of a request, but not for ever, and holds so many connections, but not more."""

    def connection_made(self, transport: Any) -> None:
        """Take a connection, or tell that there are too many."""
        super().connection_made(transport)
        self._head = self.loop.call_later(HEAD_S, self._too_slow)
        if len(self.connections) > CONNECTIONS:
            self._end("503 Service Unavailable", "too many connections")

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._head.cancel()
        super().connection_lost(exc)

    def _too_slow(self) -> None:
        if self.cycle is None:
            self._end("408 Request Timeout", f"expected the head of a request within {HEAD_S:g} s")

    def _end(self, status: str, why: str) -> None:
        text = f"{why}\n"
        head = f"HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {len(text)}\r\nConnection: close\r\n"
        with contextlib.suppress(OSError):
            self.transport.write(f"{head}\r\n{text}".encode())
        self.transport.close()
