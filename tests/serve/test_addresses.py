"""By which names a server can be asked: as browsers write them, who leave out the usual port."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from arbiter.serve.server import Service
from tests.serve.server import BIN, HANG_S


@pytest.mark.parametrize(
    ("service", "port", "host", "origin"),
    [
        (Service(), 8000, "127.0.0.1:8000", "http://127.0.0.1:8000"),
        (Service(), 80, "127.0.0.1", "http://127.0.0.1"),
        (Service(), 80, "localhost", "http://localhost"),
        (Service(), 80, "127.0.0.1:80", "http://127.0.0.1"),
        (Service("::1"), 80, "[::1]", "http://[::1]"),
        (Service("Games.example.org"), 80, "games.example.org", "http://games.example.org"),
        (Service(public_url="https://games.example.org"), 8000, "games.example.org", "https://games.example.org"),
        (Service(public_url="https://games.example.org:443"), 8000, "games.example.org", "https://games.example.org"),
        (Service(public_url="http://games.example.org:80/"), 8000, "games.example.org", "http://games.example.org"),
        (
            Service(public_url="https://Games.example.org:80"),
            8000,
            "games.example.org:80",
            "https://games.example.org:80",
        ),
        (Service("0.0.0.0", public_url="http://games:8000"), 8000, "games:8000", "http://games:8000"),
    ],
)
def test_a_server_knows_its_names_and_pages_as_browsers_write_them(
    service: Service, port: int, host: str, origin: str
) -> None:
    assert host in service.hosts(port)
    assert origin in service.origins(port)


def test_a_port_that_is_not_the_usual_one_is_not_left_out() -> None:
    assert set(Service().hosts(8000)) == {"127.0.0.1:8000", "localhost:8000"}
    public = Service(public_url="https://games.example.org:80")
    assert "games.example.org" not in public.hosts(443)
    assert "http://games.example.org:80" not in public.origins(443)


@pytest.mark.parametrize("host", ["0.0.0.0", "0", "::"])
def test_every_address_of_a_machine_is_the_name_of_none(tmp_path: Path, host: str) -> None:
    command = [str(BIN / "arbiter"), "serve", "--no-browser", "--no-save", "--host", host]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=HANG_S)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "--public-url http://" in done.stderr
    assert done.stderr.count("\n") == 1
