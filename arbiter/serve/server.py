"""The server as a process: it listens, serves, and ends with all that it has started."""

from __future__ import annotations

import asyncio
import dataclasses
import ipaddress
import os
import secrets
import socket
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn

from arbiter.games.catalogue import USUAL
from arbiter.serve.app import application
from arbiter.serve.arena import Arena
from arbiter.serve.door import Door, Keys, Patient
from arbiter.serve.hall import Hall
from arbiter.serve.looks import prepare

LOOPBACK = "127.0.0.1"
TOKEN_BYTES = 16
EVERYWHERE = (
    "--host {0} is every address of this machine, and the name of none: name one, or tell how others reach it, such as "
    "--public-url http://games.example.org:{1}"
)
USUAL_PORTS = {"http": 80, "https": 443}


@dataclasses.dataclass(frozen=True, slots=True)
class Service:
    """Where to listen, on any free `port` if it is 0; how it is called from outside; what is offered and kept where;
    whether it ends when its standard input does.
    """

    host: str = LOOPBACK
    port: int = 0
    public_url: str = ""
    readonly: bool = False
    place: Path | None = None
    games: Path | None = None
    while_input: bool = False

    def listen(self) -> socket.socket:
        """Give the socket. Raises OSError."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((self.host, self.port))
            found.listen(128)
        except OSError:
            found.close()
            raise
        return found

    def hosts(self, port: int) -> tuple[str, ...]:
        """Give the names by which it may be asked."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        own = [f"http://{one}:{port}" for one in ([host, "localhost"] if is_loopback(self.host) else [host])]
        return tuple(dict.fromkeys(name for url in (*own, *self._public()) for name in names_in(url)))

    def origins(self, port: int) -> tuple[str, ...]:
        """Give the origins of its own pages."""
        own = [f"http://{host}" for host in dataclasses.replace(self, public_url="").hosts(port)]
        return (*own, *(f"{urlsplit(url).scheme}://{name}" for url in self._public() for name in names_in(url)))

    def _public(self) -> list[str]:
        return [self.public_url] if self.public_url else []

    def address(self, port: int) -> str:
        """Give how it is reached, without a token."""
        return self.public_url.rstrip("/") or f"http://{self.hosts(port)[0]}"


def names_in(url: str) -> list[str]:
    """Give how browsers write the host of an address: without the port where it is the usual one, which others write,
    too.
    """
    parts = urlsplit(url)
    name = parts.netloc.lower()
    bare = name.removesuffix(f":{USUAL_PORTS.get(parts.scheme)}")
    return [name] if bare == name else [name, bare]


def is_loopback(host: str) -> bool:
    """Tell whether nobody but this machine reaches an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class QuietServer(uvicorn.Server):
    """A server that ends its tables before it waits for those who look on."""

    hall: Hall
    arena: Arena

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the tables, and then the connections."""
        self.hall.close()
        self.arena.close()
        await super().shutdown(sockets)


def run(service: Service, begun: Callable[[str, Keys], None], wish: Callable[[Hall], str]) -> None:
    """Serve until Ctrl-C or SIGTERM. `begun` hears the address and the tokens; `wish` may open a table before, and
    gives the page to begin with.

    Raises OSError if it cannot listen; ValueError if nobody could ask it, or for a wish that cannot be met.
    """
    keys = Keys(secrets.token_urlsafe(TOKEN_BYTES), secrets.token_urlsafe(TOKEN_BYTES))
    with service.listen() as listener:
        host, port, *_ = listener.getsockname()
        if ipaddress.ip_address(host).is_unspecified and not service.public_url:
            raise ValueError(EVERYWHERE.format(service.host, port))
        asyncio.run(_serve(service, listener, port, keys, begun, wish))


def names_of(page: str, hall: Hall) -> list[str]:
    """Give the games whose pages are wanted soon: that to begin with, or the usual one."""
    where = page.split("/")
    if where[0] == "contest":
        return []
    return [where[1] if where[0] == "alone" else hall.tables[int(where[1])].plan.game if where[0] == "table" else USUAL]


def _leave(server: QuietServer) -> None:
    """End when whoever has started us does."""
    if not os.read(0, 1 << 12):
        asyncio.get_running_loop().remove_reader(0)
        server.should_exit = True


async def _serve(
    service: Service,
    listener: socket.socket,
    port: int,
    keys: Keys,
    begun: Callable[[str, Keys], None],
    wish: Callable[[Hall], str],
) -> None:
    hall, arena = Hall(service.games), Arena(service.place)
    folder = None if arena.only else service.place
    door = Door(
        application(hall, arena, folder), keys, service.hosts(port), service.origins(port), readonly=service.readonly
    )
    config = uvicorn.Config(
        door,
        http=Patient,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=1 << 14,
    )
    server = QuietServer(config)
    server.hall, server.arena = hall, arena
    if service.while_input:
        asyncio.get_running_loop().add_reader(0, _leave, server)
    try:
        first = f"contest/{arena.only.number}/" if arena.only else ""
        page = (wish(hall) or first).replace("{", "{{").replace("}", "}}")
        prepare(names_of(page, hall))  # in no thread: the process of a table that is opened is a copy of ours
        begun(f"{service.address(port)}/{{}}/{page}", keys)
        await server.serve(sockets=[listener])
    finally:
        hall.close()
        if service.while_input and arena.only:
            arena.only.source.clear()
