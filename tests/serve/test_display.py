"""`--display` of a bot is a table in the browser at which that bot sits."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.many import each
from tests.serve.server import BIN, HANG_S, Server, Table


@contextlib.contextmanager
def ended(process: subprocess.Popen[str]) -> Iterator[None]:
    """Leave no process behind, whatever happens."""
    try:
        yield
    finally:
        process.kill()
        process.wait()


def started(folder: Path, program: str, *words: str) -> subprocess.Popen[str]:
    """Start a bot where there is no browser to be opened."""
    environment = {**os.environ, "XDG_DATA_HOME": str(folder)}
    environment.pop("DISPLAY", None)
    command = [str(BIN / program), *words]
    return subprocess.Popen(
        command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=environment
    )


@pytest.mark.parametrize(
    ("words", "options"),
    each(
        3,
        [
            (("othello-bot", "play", "--display", "--level", "1"), "--level 1"),
            (("othello-bot", "--display"), ""),
            (("dama-bot", "--display", "--level", "0"), "--level 0"),
            (("ataxx-bot", "--level=2", "--display"), "--level=2"),
        ],
    ),
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_the_bot_sits_at_a_table_with_its_options(tmp_path: Path, words: tuple[str, ...], options: str) -> None:
    process = started(tmp_path, *words)
    assert process.stdout
    with ended(process), process.stdout:
        address = urlsplit(process.stdout.readline().strip())
        top, _, rest = address.path.partition("table/1/")
        assert rest == ""
        server = Server.__new__(Server)
        server.process, server.port, server.host, server.path = process, address.port or 0, address.netloc, top
        viewer = Table(server, 1).follow()
        moves = viewer.asked(0)
        assert viewer.state["players"][1].endswith(
            f"-bot{' opening' * ('othello' in words[0])} --level 10 {options}".strip()
        )
        Table(server, 1).order("move", seat=0, move=moves[0])
        viewer.asked(2)
        viewer.close()
        process.send_signal(signal.SIGINT)
        assert process.wait(HANG_S) == 130


def test_the_colour_of_a_person_decides_who_moves_first(tmp_path: Path) -> None:
    process = started(tmp_path, "othello-bot", "play", "--colour", "white", "--display", "--level", "0")
    assert process.stdout
    with ended(process), process.stdout:
        address = urlsplit(process.stdout.readline().strip())
        server = Server.__new__(Server)
        server.process, server.port, server.host = process, address.port or 0, address.netloc
        server.path = address.path.partition("table/1/")[0]
        viewer = Table(server, 1).follow()
        viewer.asked(1)
        assert viewer.state["asked"]["seat"] == 1
        viewer.close()


def test_files_of_commands_are_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "game.in").write_text("dump\n")
    done = subprocess.run(
        [str(BIN / "ataxx-bot"), "--display", "game.in"],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG_S,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "ataxx-bot: --display: commands are clicked there, not read from files\n"
