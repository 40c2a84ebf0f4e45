"""What a program cannot reach: the network, other people's files, other processes, the other player.

Each test runs on the strongest protection that this machine gives: to the superuser, to others in a user namespace, and
without any namespace. What the kernel does not give is skipped, by name; what the record says is in force must hold.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arbiter.host.launch import Protection
from arbiter.host.protection import gaps, summary
from tests.league.files import rows, write
from tests.play.court import PLAYERS, Court, python

pytestmark = pytest.mark.machine

SHARED = ["--files-a", str(PLAYERS), "--files-b", str(PLAYERS)]
"""What players need that use those of the tests."""
RUNGS = ["namespaces", "user namespaces", "no-namespaces"]
NEEDED: dict[str, list[Protection]] = {
    "network": [Protection.OWN_NETWORK, Protection.FILTER],
    "abstract socket": [Protection.OWN_NETWORK, Protection.LANDLOCK_SCOPE],
    "socket": [Protection.OWN_SOCKETS],
    "segment": [Protection.OWN_IPC, Protection.FILTER],
    "file": [Protection.READ_ONLY_MOUNTS, Protection.LANDLOCK_FILES],
    "folder": [Protection.READ_ONLY_MOUNTS, Protection.LANDLOCK_FILES],
    "signal": [Protection.OWN_PIDS, Protection.LANDLOCK_SCOPE],
    "trace": [Protection.OWN_PIDS, Protection.LANDLOCK_FILES],
    "memory": [Protection.OWN_PIDS, Protection.LANDLOCK_FILES],
    "everybody": [Protection.OWN_PIDS, Protection.LANDLOCK_SCOPE],
}
"""What an intruder may reach only if none of these is in force."""


@pytest.fixture(params=RUNGS)
def rung(request: pytest.FixtureRequest) -> tuple[list[str], list[str]]:
    """Give words before the arbiter's command line, and options."""
    if request.param == "no-namespaces":
        return [], ["--no-namespace"]
    if request.param == "namespaces":
        return [], []
    setpriv = shutil.which("setpriv")
    if os.geteuid() != 0 or setpriv is None:
        pytest.skip("only the superuser has privileges to lose")
    return [setpriv, "--bounding-set", "-sys_admin"], []


def judge(court: Court, rung: tuple[list[str], list[str]], folder: Path, *words: str) -> list[dict[str, Any]]:
    """Run a match in a folder; give the records."""
    before, options = rung
    return court.judge_in(folder, *words, *options, before=before)[0]


@contextlib.contextmanager
def listeners(folder: Path) -> Iterator[tuple[int, Path, list[socket.socket]]]:
    """Listen on TCP and UDP of one port, on an abstract socket of that number, and on a path."""
    with contextlib.ExitStack() as stack:
        tcp, udp, abstract, path = (
            stack.enter_context(socket.socket(family, kind))
            for family, kind in (
                (socket.AF_INET, socket.SOCK_STREAM),
                (socket.AF_INET, socket.SOCK_DGRAM),
                (socket.AF_UNIX, socket.SOCK_STREAM),
                (socket.AF_UNIX, socket.SOCK_STREAM),
            )
        )
        tcp.bind(("127.0.0.1", 0))
        port = tcp.getsockname()[1]
        udp.bind(("127.0.0.1", port))
        abstract.bind(f"\0arbiter-test-{port}")
        path.bind(str(folder / "socket"))
        for listener in (tcp, abstract, path):
            listener.listen()
        for listener in (tcp, udp, abstract, path):
            listener.setblocking(False)
        yield port, folder / "socket", [tcp, udp]


def test_an_intruder_reaches_nothing(court: Court, tmp_path: Path, rung: tuple[list[str], list[str]]) -> None:
    own = tmp_path / "match"
    own.mkdir()
    files = [tmp_path / "another.txt", own / "league.db", PLAYERS / "no-such-file"]
    for file in files[:2]:
        file.write_text("as it was")
    with listeners(tmp_path) as (port, path, network):
        words = [str(port), str(path), str(os.getpid()), *map(str, files)]
        player = python("intruder.py", *words)
        (game,) = judge(court, rung, own, player, player, "--seed", "1", "--time", "60")
        heard = []
        for listener in network:
            with contextlib.suppress(BlockingIOError):
                heard.append(listener.recv(100) if listener is network[1] else listener.accept())
    assert (game["end"], game["reason"]) == ("FINISHED", "")
    said = "".join(cost["stderr"] for cost in game["costs"])
    reached = {line.partition(": ")[2] for line in said.splitlines() if line.startswith("reached: ")}
    protections = Protection(game["costs"][0]["protections"])
    if Protection.OWN_FOLDERS in protections:
        reached -= {"file", "folder"}  # in what is the program's own, see below
    lacking = {way for way, needed in NEEDED.items() if not any(bit in protections for bit in needed)}
    assert reached <= lacking, said
    if not lacking & {"network"}:
        assert heard == []
    if not lacking & {"file"}:
        assert [file.read_text() for file in files[:2]] == ["as it was"] * 2
        assert not any(file.with_suffix(".made").exists() for file in files)
    if lacking:
        pytest.skip(f"this machine does not keep programs from: {', '.join(sorted(lacking))}")


FILL = """
import os, sys
sys.stdin.readline()
folder = sys.argv[1] or os.environ["TMPDIR"]
try:
    with open(folder + "/full", "wb") as file:
        while file.tell() < 300 << 20:
            file.write(b"x" * (1 << 20))
            file.flush()
except OSError as error:
    print(error, file=sys.stderr)
import time
time.sleep(60)
"""


@pytest.mark.parametrize("folder", ["/tmp", "/dev/shm", "."])
def test_files_in_memory_count_as_memory(court: Court, tmp_path: Path, instant: str, folder: str) -> None:
    script = tmp_path / "fill.py"
    script.write_text(FILL)
    words = [f"{sys.executable} {script} {folder}", instant, "--memory", "100", "--time", "5"]
    (game,) = judge(court, ([], []), tmp_path, *words)
    if Protection.OWN_FOLDERS not in Protection(game["costs"][0]["protections"]):
        pytest.skip("this machine gives programs no folders of their own")
    assert (game["end"], game["offender"]) == ("MEMORY", 0), game
    assert not (tmp_path / "full").exists()


NOTES = """
import os, pathlib, sys
sys.path.insert(0, {players!r})
import plain
for folder in ("/tmp", "/dev/shm", "."):
    note = pathlib.Path(folder, "note-of-the-test")
    print(folder, note.exists(), file=sys.stderr)
    note.write_text("I was here")
    assert note.read_text() == "I was here"
print(pathlib.Path("weights.txt").read_text(), file=sys.stderr)
plain.main()
"""


def test_a_program_writes_in_its_folder_and_no_other_program_sees_it(court: Court, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(NOTES.format(players=str(PLAYERS)))
    (tmp_path / "weights.txt").write_text("3 1 4")
    bot = f"{sys.executable} bot.py"
    (game,) = judge(court, ([], []), tmp_path, bot, bot, "--time", "60", *SHARED)
    if Protection.OWN_FOLDERS not in Protection(game["costs"][0]["protections"]):
        pytest.skip("this machine gives programs no folders of their own")
    assert (game["end"], game["reason"]) == ("FINISHED", "")
    seen = [cost["stderr"].split("\n")[:4] for cost in game["costs"]]
    assert seen == [["/tmp False", "/dev/shm False", ". False", "3 1 4"]] * 2
    assert not (tmp_path / "note-of-the-test").exists()


LEAVER = """
import os, pathlib, sys
sys.path.insert(0, {players!r})
import hostile
print(pathlib.Path("/tmp/left-by-the-test").exists(), file=sys.stderr)
pathlib.Path("/tmp/left-by-the-test").touch()
if os.fork() == 0:
    os.setsid()
    hostile.spend()
hostile.exits()
"""


def test_nothing_is_left_for_the_next_program_of_a_guard(court: Court, tmp_path: Path, instant: str) -> None:
    (tmp_path / "leaver.py").write_text(LEAVER.format(players=str(PLAYERS)))
    games = judge(court, ([], []), tmp_path, f"{sys.executable} leaver.py", instant, "3", *SHARED)
    if Protection.OWN_FOLDERS not in Protection(games[0]["costs"][0]["protections"]):
        pytest.skip("this machine gives programs no folders of their own")
    assert [game["end"] for game in games] == ["CRASH"] * 3
    assert [game["costs"][0]["stderr"] for game in games] == ["False\n"] * 3


def test_the_page_says_what_was_in_force(court: Court, instant: str) -> None:
    shut = court.judge(instant, instant)
    protections = Protection(shut.games[0]["costs"][0]["protections"])
    assert ("none (network namespace)" in shut.page) == (Protection.OWN_NETWORK in protections)
    assert ("nothing outlives the arbiter" in shut.page) == (Protection.OWN_PIDS in protections)
    open_ = court.judge(instant, instant, "--no-sandbox", "--no-namespace")
    bare = Protection(open_.games[0]["costs"][0]["protections"])
    assert bare & ~Protection.OWN_GROUP == 0
    assert ("ended where the limit is, by the kernel" in open_.page) == (Protection.OWN_GROUP in bare)
    assert ("no control group: " in open_.page) == (Protection.OWN_GROUP not in bare)
    assert "everything that can be found is killed" in open_.page
    assert open_.page.count("<dd>not restricted</dd>") == 2
    assert "this machine cannot" not in open_.errors


def test_a_league_says_what_was_in_force(court: Court, tmp_path: Path, instant: str) -> None:
    file = write(tmp_path / "players.toml", {"a": instant, "b": instant}, "sandbox = false")
    assert court.finish(court.command("league", str(file), "--no-namespace")).status == 0
    protections = rows(tmp_path / "players.db", "SELECT DISTINCT protections FROM cost")
    assert protections in ([(0,)], [(int(Protection.OWN_GROUP),)])
    page = court.finish(court.command("report", str(tmp_path / "players.db"))).page
    assert "<dt>network</dt><dd>not restricted</dd>" in page
    assert "everything that can be found is killed" in page


def test_gaps_are_named_and_a_whole_sandbox_has_none() -> None:
    whole = ~Protection(0)
    assert gaps([whole, whole]) == ""
    assert gaps([whole, 0]).startswith(
        "this machine cannot shut programs in completely; network: not restricted; files"
    )
    mixed = dict(summary([int(whole), 0, 0]))
    assert mixed["network"] == "1 times: none (network namespace); 2 times: not restricted"
