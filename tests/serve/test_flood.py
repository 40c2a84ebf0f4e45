"""Forged requests again and again: each is refused, and the server is afterwards what it was before."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
from pathlib import Path

import pytest

from tests.serve.live import wait_for
from tests.serve.server import HANG_S, Server
from tests.serve.test_door import JSON, WISH, head, memory_kib, raw, status, tables

ROUNDS, TIMES = 3, 20
PATIENCE = 150
"""Connections that say nothing more, at once: fewer than are held."""
MOST_KIB = 4096
ORDERS = 200
"""More than the link to a table holds."""
BODIES, BODY = 5, 50_000
"""Rounds of so many bytes of each connection: a server that is slow holds all of one round at once."""


def forged(server: Server) -> dict[str, tuple[bytes, tuple[int, ...]]]:
    """Give the requests that are refused at once, and by what status."""
    host, kind = f"Host: {server.host}", "Content-Type: application/json"
    length = f"Content-Length: {len(WISH)}"
    post = {"method": "POST", "path": f"{server.path}tables"}
    return {
        "other Host": (head(server, "Host: evil.example"), (421,)),
        "DNS rebinding": (head(server, f"Host: evil.example:{server.port}", kind, length, **post) + WISH, (421,)),
        "other Origin": (head(server, host, kind, length, "Origin: http://evil.example", **post) + WISH, (403,)),
        "no token": (head(server, host, path="/"), (403,)),
        "wrong token": (head(server, host, path=f"/{'x' * 22}/"), (403,)),
        "form": (head(server, host, "Content-Type: text/plain", length, **post) + WISH, (415,)),
        "path": (head(server, host, path=f"{server.path}../../../etc/passwd"), (400, 403)),
        "huge body": (head(server, host, kind, "Content-Length: 9999999999", **post), (413,)),
        "odd encoding": (head(server, host, kind, "Content-Length: 4", **post) + b"\\xff\\xfe{}", (400,)),
        "packed": (head(server, host, kind, length, "Content-Encoding: gzip", **post) + WISH, (415,)),
        "websocket": (head(server, host, "Upgrade: websocket", "Connection: Upgrade"), (400,)),
        "another method": (head(server, host, method="DELETE"), (405,)),
    }


def test_forged_requests_are_refused_and_leave_no_memory(server: Server) -> None:
    every, before_tables = forged(server), tables(server)
    found = []
    for _ in range(ROUNDS):
        for _ in range(TIMES):
            for name, (data, statuses) in every.items():
                assert status(raw(server, data)) in statuses, name
        found.append(memory_kib(server.process.pid))
    assert found[-1] - max(found[:-1]) < MOST_KIB  # pages that are made beforehand are there by then
    assert tables(server) == before_tables


def test_a_table_that_does_nothing_keeps_nobody_waiting_for_the_server(server: Server) -> None:
    before = set(server.children())
    table = server.open("ataxx", {"kind": "person"}, {"kind": "person"})
    viewer = table.follow()
    move = viewer.asked(0)[0]
    (worker,) = set(server.children()) - before
    os.kill(worker, signal.SIGSTOP)
    answers = [table.order("move", seat=0, move="\N{GRINNING FACE}" * 4096) for _ in range(ORDERS)]
    assert (400, "this table has not done yet what it was told; ask again\n") in answers
    assert server.get()[0] == 200
    os.kill(worker, signal.SIGCONT)
    wait_for(lambda: table.order("move", seat=0, move=move)[0] == 204)
    viewer.asked(1)
    viewer.close()


@pytest.mark.long
def test_bodies_that_do_not_come_are_not_kept(server: Server) -> None:
    lines = (f"Host: {server.host}", *(f"{name}: {value}" for name, value in JSON.items()), "Content-Length: 60000")
    begun = head(server, *lines, method="POST", path=f"{server.path}tables") + b"{" * BODY
    before = memory_kib(server.process.pid)
    for _ in range(BODIES):
        with contextlib.ExitStack() as stack:
            sockets = [
                stack.enter_context(socket.create_connection(("127.0.0.1", server.port), HANG_S))
                for _ in range(PATIENCE)
            ]
            for one in sockets:
                one.sendall(begun)
            assert {status(one.recv(65536)) for one in sockets} == {408}
        assert server.get()[0] == 200
    assert memory_kib(server.process.pid) - before < BODIES * PATIENCE * BODY / 1024 / 2  # a part is there at once


def test_a_server_that_was_flooded_has_no_descriptor_left(server: Server) -> None:
    files = Path(f"/proc/{server.process.pid}/fd")
    before = len(list(files.iterdir()))
    for data, _ in forged(server).values():
        raw(server, data)
    wait_for(lambda: len(list(files.iterdir())) <= before)
