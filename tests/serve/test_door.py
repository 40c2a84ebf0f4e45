"""Requests that are forged, wrong or hostile are refused with a status and a line, and cost next to nothing."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from pathlib import Path

import pytest

from tests.serve.server import HANG_S, Server, Viewer

WISH = json.dumps({"game": "othello", "seats": [{"kind": "person"}, {"kind": "person"}]}).encode()
JSON = {"Content-Type": "application/json"}


def raw(server: Server, data: bytes) -> bytes:
    """Send bytes as they are; give all that comes back."""
    with socket.create_connection(("127.0.0.1", server.port), HANG_S) as connection:
        connection.sendall(data)
        return b"".join(iter(lambda: connection.recv(65536), b""))


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def head(server: Server, *lines: str, method: str = "GET", path: str | None = None) -> bytes:
    first = f"{method} {server.path if path is None else path} HTTP/1.1"
    return "\r\n".join([first, *lines, "", ""]).encode("latin-1")


def tables(server: Server) -> int:
    return server.get()[1].count("<li><a href=")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "[::1]:{port}", ""])
def test_another_host_is_refused_which_is_what_dns_rebinding_sends(server: Server, host: str) -> None:
    answer = raw(server, head(server, f"Host: {host.format(port=server.port)}"))
    assert status(answer) in (400, 421)
    assert b"does not have that name" in answer


def test_two_hosts_are_refused(server: Server) -> None:
    assert status(raw(server, head(server, f"Host: {server.host}", "Host: evil.example"))) == 400


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://{host}", "http://127.0.0.1:1"])
def test_another_origin_is_refused(server: Server, origin: str) -> None:
    before = tables(server)
    found, text = server.ask("POST", server.path + "tables", WISH, {**JSON, "Origin": origin.format(host=server.host)})
    assert (found, text) == (403, "the request comes from a page of another server\n")
    found, _ = server.ask("GET", server.path, headers={"Origin": origin.format(host=server.host)})
    assert found == 403
    assert tables(server) == before


@pytest.mark.parametrize("path", ["/", "", "/tables", "/wrong/", "/wrong/tables", "//", "/{short}/", "/{token}x/"])
def test_no_token_or_a_wrong_one_is_refused(server: Server, path: str) -> None:
    token = server.path.strip("/")
    path = path.format(token=token, short=token[:-1])
    for method, body in (("GET", None), ("POST", WISH)):
        found, text = server.ask(method, path or "*", body, JSON if body else {})
        assert (found, text.count("\n")) == (403, 1)
        assert token not in text


def test_a_form_of_another_site_is_refused_whatever_it_says_it_is(server: Server) -> None:
    before = tables(server)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        found, _ = server.ask("POST", server.path + "tables", WISH, {"Content-Type": kind})
        assert found == 415
    found, _ = server.ask("POST", server.path + "tables", WISH, {**JSON, "Sec-Fetch-Site": "cross-site"})
    assert found == 403
    assert tables(server) == before


@pytest.mark.parametrize(
    "path",
    [
        "../../etc/passwd",
        "..%2f..%2fetc/passwd",
        "%2e%2e/%2e%2e/etc/passwd",
        "table/../../x",
        "..\\x",
        "table/1/../../",
    ],
)
def test_a_path_that_climbs_is_refused(server: Server, path: str) -> None:
    answer = raw(server, head(server, f"Host: {server.host}", path=server.path + path))
    assert status(answer) in (400, 403, 404)
    assert b"root:" not in answer


def test_a_huge_body_is_refused_before_it_is_read(server: Server) -> None:
    lines = (f"Host: {server.host}", "Content-Type: application/json", "Content-Length: 99999999999")
    answer = raw(server, head(server, *lines, method="POST", path=server.path + "tables"))
    assert status(answer) == 413


def test_a_body_in_pieces_is_refused_when_it_gets_too_long(server: Server) -> None:
    lines = (f"Host: {server.host}", "Content-Type: application/json", "Transfer-Encoding: chunked")
    data = head(server, *lines, method="POST", path=server.path + "tables")
    piece = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
    with socket.create_connection(("127.0.0.1", server.port), HANG_S) as connection:
        connection.sendall(data)
        answer = b""
        with contextlib.suppress(OSError):
            for _ in range(64):
                connection.sendall(piece)
        with contextlib.suppress(ConnectionResetError):
            answer = connection.recv(65536)
    assert not answer or status(answer) == 413


@pytest.mark.long
def test_a_body_or_a_head_that_does_not_come_is_not_waited_for(server: Server) -> None:
    lines = (f"Host: {server.host}", "Content-Type: application/json", "Content-Length: 100")
    body = head(server, *lines, method="POST", path=server.path + "tables") + b"{"
    with (
        socket.create_connection(("127.0.0.1", server.port), HANG_S) as one,
        socket.create_connection(("127.0.0.1", server.port), HANG_S) as two,
    ):
        one.sendall(body)
        two.sendall(b"GET / HT")
        assert status(one.recv(65536)) == 408
        assert status(two.recv(65536)) == 408


@pytest.mark.parametrize(
    ("body", "more"),
    [
        (b"\xff\xfe{}", {}),
        (b"[" * 60000, {}),
        (b"[]", {}),
        (b"", {}),
        (b"{}", {"Content-Encoding": "gzip"}),
        (b'{"game": "\\ud800"}', {}),
    ],
    ids=["not UTF-8", "deep", "a list", "nothing", "packed", "half a character"],
)
def test_odd_encodings_are_refused(server: Server, body: bytes, more: dict[str, str]) -> None:
    found, text = server.ask("POST", server.path + "tables", body, {**JSON, **more})
    assert found in (400, 415)
    assert text.count("\n") == 1


def test_a_head_that_is_no_http_is_refused(server: Server) -> None:
    for data in (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", b"GET /\xff\xff HTTP/1.1\r\nHost: x\r\n\r\n", b"a" * 50000):
        answer = raw(server, data)
        assert not answer or status(answer) in (400, 403, 421)


def test_a_websocket_is_refused(server: Server) -> None:
    lines = (f"Host: {server.host}", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
    answer = raw(server, head(server, *lines, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="))
    assert status(answer) == 400
    assert b"no websocket" in answer


def test_another_method_is_refused(server: Server) -> None:
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT"):
        answer = raw(server, head(server, f"Host: {server.host}", method=method))
        assert status(answer) in (400, 403, 405)


def memory_kib(pid: int) -> int:
    (line,) = [line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1])


def test_a_thousand_connections_leave_the_server_as_it_was(server: Server) -> None:
    server.get()
    before = memory_kib(server.process.pid)
    with contextlib.ExitStack() as stack:
        for _ in range(1000):
            with contextlib.suppress(OSError):
                one = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), HANG_S))
                one.setblocking(False)
        files = Path(f"/proc/{server.process.pid}/fd")
        until = time.monotonic() + HANG_S
        while len(list(files.iterdir())) > 300:  # the others were told that there are too many
            assert time.monotonic() < until
            time.sleep(0.05)
        assert memory_kib(server.process.pid) - before < 32 * 1024
    until = time.monotonic() + HANG_S
    while server.get()[0] != 200:
        assert time.monotonic() < until
        time.sleep(0.1)


def test_who_has_the_address_of_the_audience_may_look_and_nothing_else(tmp_path: Path) -> None:
    with Server(tmp_path, "--audience") as server:
        path = "/" + server.audience().split("/", 3)[3]
        assert path != server.path
        table = server.open("othello", {"kind": "person"}, {"kind": "person"})
        found, text = server.ask("GET", path)
        assert found == 200
        assert "Sit down" not in text
        assert "Table 1" in text
        assert server.path.strip("/") not in text
        viewer = Viewer(table, f"{path}table/1/events")
        viewer.asked(0)
        viewer.close()
        assert "Your orders" not in server.ask("GET", f"{path}table/1/")[1]
        for where, wish in (("tables", WISH), ("table/1/orders", b'{"do": "resign"}')):
            found, text = server.ask("POST", path + where, wish, JSON)
            assert (found, text) == (403, "this address is for looking only\n")


def test_a_server_that_is_readonly_lets_nobody_play(tmp_path: Path) -> None:
    with Server(tmp_path, "--readonly", "--game", "othello") as server:
        assert server.post("../tables", {})[0] in (400, 403)
        token = "/" + server.path.split("/")[1] + "/"
        found, text = server.ask("POST", token + "tables", WISH, JSON)
        assert (found, text) == (403, "this address is for looking only\n")


def test_a_public_address_is_let_in_by_its_name_and_its_origin(tmp_path: Path) -> None:
    with Server(tmp_path, "--public-url", "https://games.example.org") as server:
        assert server.address.startswith("https://games.example.org/")
        port = server.process.pid and open_port(server.process.pid)
        for host, expected in (("games.example.org", 200), (f"127.0.0.1:{port}", 200), ("evil.example.org", 421)):
            with socket.create_connection(("127.0.0.1", port), HANG_S) as connection:
                connection.sendall(f"GET {server.path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
                assert status(connection.recv(65536)) == expected


def open_port(pid: int) -> int:
    """Find where a process listens."""
    sockets = set()
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            sockets.add(str(entry.readlink()))
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        words = line.split()
        if words[3] == "0A" and f"socket:[{words[9]}]" in sockets:
            return int(words[1].split(":")[1], 16)
    raise AssertionError("it does not listen")
