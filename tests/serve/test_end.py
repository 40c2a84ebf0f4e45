"""Whatever ends a server, or a browser, leaves no process behind and loses no finished game."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.many import each
from tests.serve.server import BIN, HANG_S, Server

SLOW = "import sys, time\nprint('here', file=sys.stderr, flush=True)\ntime.sleep(1000)\n"
PERSON = {"kind": "person"}


def is_alive(pid: int) -> bool:
    """Tell whether a process runs; one that is dead and waits for its parent does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_until_gone(pids: list[int]) -> None:
    until = time.monotonic() + HANG_S
    while any(map(is_alive, pids)):
        assert time.monotonic() < until, [pid for pid in pids if is_alive(pid)]
        time.sleep(0.05)


@pytest.mark.parametrize("how", each(2, [signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
def test_a_server_that_ends_leaves_no_process_and_its_finished_games(tmp_path: Path, how: signal.Signals) -> None:
    program = tmp_path / "slow.py"
    program.write_text(SLOW)
    with Server(tmp_path) as server:
        done = server.open("othello", {"kind": "bot", "level": 0}, {"kind": "bot", "level": 1})
        viewer = done.follow()
        viewer.until(lambda state: state["result"])
        slow = server.open("othello", {"kind": "program", "command": f"python3 {program}"}, PERSON).follow()
        slow.until(lambda state: state["said"][0])
        pids = server.children()
        assert len(pids) >= 3  # two tables, and at least one guard with its program
        server.process.send_signal(how)
        server.process.wait(HANG_S)
        wait_until_gone(pids)
        (path,) = server.games.glob("*.json")
        assert len(json.loads(path.read_text())["records"]) == 1


def test_a_viewer_that_leaves_is_forgotten_and_the_game_goes_on(server: Server) -> None:
    table = server.open("othello", PERSON, {"kind": "bot", "level": 0})
    one, two = table.follow(), table.follow()
    moves = one.asked(0)
    two.asked(0)
    one.close()
    table.order("move", seat=0, move=moves[0])
    two.asked(2)
    two.close()
    again = table.follow()
    again.asked(2)
    again.close()


def test_the_process_of_a_table_that_is_killed_is_said_to_be_gone(server: Server) -> None:
    before = set(server.children())
    table = server.open("othello", PERSON, PERSON)
    viewer = table.follow()
    viewer.asked(0)
    (worker,) = set(server.children()) - before
    os.kill(worker, signal.SIGKILL)
    gone = "The process of this table has ended; begin a new one."
    assert [event["text"] for event in viewer.events() if event["kind"] == "closed"] == [gone]
    assert table.order("pause") == (400, f"{gone}\n")
    viewer.close()
    late = table.follow()
    assert [event["closed"] for event in late.events()] == [gone]
    late.close()


def test_a_port_that_is_taken_is_one_line(server: Server, tmp_path: Path) -> None:
    command = [str(BIN / "arbiter"), "serve", "--port", str(server.port), "--no-browser", "--no-save"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=HANG_S)
    assert done.returncode == 1
    assert done.stderr == f"arbiter: cannot listen on 127.0.0.1:{server.port}: Address already in use\n"


def test_without_the_extra_one_line_says_what_to_install() -> None:
    script = (
        "import importlib.util, sys\n"
        "find = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *more: None if name == 'uvicorn' else find(name, *more)\n"
        "from arbiter.serve.cli import main\n"
        "sys.exit(main(['serve']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", script], capture_output=True, text=True, check=False, timeout=HANG_S
    )
    assert done.returncode == 1
    assert done.stderr == "arbiter: serve needs starlette and uvicorn; install them by: pip install 'arbitro[web]'\n"
