"""The server as a process: it listens, serves, and ends with all that it has started."""

from __future__ import annotations

import asyncio
import dataclasses
import ipaddress
import secrets
import socket
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn

from arbiter.games.catalogue import USUAL
from arbiter.serve.app import application
from arbiter.serve.door import Door, Keys, Patient
from arbiter.serve.hall import Hall
from arbiter.serve.looks import prepare

LOOPBACK = "127.0.0.1"
TOKEN_BYTES = 16


@dataclasses.dataclass(frozen=True, slots=True)
class Service:
    """Where to listen, on any free `port` if it is 0; how it is called from outside; what is offered and kept where."""

    host: str = LOOPBACK
    port: int = 0
    public_url: str = ""
    readonly: bool = False
    folder: Path | None = None
    games: Path | None = None

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
        name = f"[{self.host}]" if ":" in self.host else self.host
        names = [name, "localhost"] if is_loopback(self.host) else [name]
        public = urlsplit(self.public_url).netloc.lower()
        return tuple(filter(None, [*(f"{one}:{port}" for one in names), public]))

    def origins(self, port: int) -> tuple[str, ...]:
        """Give the origins of its own pages."""
        public = urlsplit(self.public_url)
        own = [f"http://{host}" for host in self.hosts(port) if host != public.netloc.lower()]
        return (*own, f"{public.scheme}://{public.netloc}".lower()) if self.public_url else tuple(own)

    def address(self, port: int) -> str:
        """Give how it is reached, without a token."""
        return self.public_url.rstrip("/") or f"http://{self.hosts(port)[0]}"


def is_loopback(host: str) -> bool:
    """Tell whether nobody but this machine reaches an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class QuietServer(uvicorn.Server):
    """A server that ends its tables before it waits for those who look on."""

    hall: Hall

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the tables, and then the connections."""
        self.hall.close()
        await super().shutdown(sockets)


def run(service: Service, begun: Callable[[str, Keys], None], wish: Callable[[Hall], str]) -> None:
    """Serve until Ctrl-C or SIGTERM. `begun` hears the address and the tokens; `wish` may open a table before, and
    gives the page to begin with.

    Raises OSError if it cannot listen.
    """
    keys = Keys(secrets.token_urlsafe(TOKEN_BYTES), secrets.token_urlsafe(TOKEN_BYTES))
    with service.listen() as listener:
        port = listener.getsockname()[1]
        asyncio.run(_serve(service, listener, port, keys, begun, wish))


def names_of(page: str, hall: Hall) -> list[str]:
    """Give the games whose pages are wanted soon: that to begin with, or the usual one."""
    where = page.split("/")
    return [where[1] if where[0] == "alone" else hall.tables[int(where[1])].plan.game if where[0] == "table" else USUAL]


async def _serve(
    service: Service,
    listener: socket.socket,
    port: int,
    keys: Keys,
    begun: Callable[[str, Keys], None],
    wish: Callable[[Hall], str],
) -> None:
    hall = Hall(service.games)
    door = Door(
        application(hall, service.folder), keys, service.hosts(port), service.origins(port), readonly=service.readonly
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
    server.hall = hall
    try:
        page = wish(hall).replace("{", "{{").replace("}", "}}")
        begun(f"{service.address(port)}/{{}}/{page}", keys)
        ready = asyncio.create_task(asyncio.to_thread(prepare, names_of(page, hall)))  # while a browser starts
        await server.serve(sockets=[listener])
        await ready
    finally:
        hall.close()
