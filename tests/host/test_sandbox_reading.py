"""What a program may read, lock and be told, and which terminals it has: in every game, with namespaces and without."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import select
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arbiter.host.launch import Protection
from arbiter.host.view import view
from tests.league.files import rows, write
from tests.many import each
from tests.play.court import HANG_S, PLAYERS, Court, compile_player
from tests.play.test_hostile_in_every_game import HONEST, KINDS

pytestmark = pytest.mark.machine

VARIABLES = {"PATH", "HOME", "LANG", "TZ", "TMPDIR", "ARBITER_SEED"}
RUNGS = pytest.mark.parametrize("options", [[], ["--no-namespace"]], ids=["namespaces", "no-namespaces"])
READING = Protection.OWN_ROOT | Protection.LANDLOCK_READING
HOUSE = PLAYERS.parent.parent
ROOT_ONLY = pytest.mark.skipif(not os.access("/usr/local/bin", os.W_OK), reason="needs to write to /usr/local/bin")


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with programs in folders of their own."""
    folder = tmp_path_factory.mktemp("programs")
    for name in ("instant", "plain_dama", "snoop"):
        (folder / name).mkdir()
        compile_player(name, folder / name)
    (folder / "tile").mkdir()
    (folder / "tile/first_tile.py").write_text(
        "import sys\nwords = sys.stdin.read().split()\nprint('S', words[1], words[2], end='')\n"
    )
    return folder


def honest(programs: Path, game: str) -> str:
    """Give the command line of a player that keeps to the rules."""
    name = HONEST[game]
    if name == "course.py":
        return f"{sys.executable} {PLAYERS / name} plain"
    return f"{sys.executable} {programs}/tile/{name}" if name.endswith(".py") else f"{programs}/{name}/{name}"


@contextlib.contextmanager
def terminal() -> Iterator[tuple[int, str]]:
    """Give the operator's end of a terminal, and its name."""
    ours, theirs = pty.openpty()
    try:
        yield ours, os.ttyname(theirs)
    finally:
        os.close(ours)
        os.close(theirs)


def told(game: dict[str, Any], seat: int = 0) -> str:
    return str(game["costs"][seat]["stderr"])


def shut(game: dict[str, Any]) -> None:
    """Skip the rest where the machine gives nothing that could keep a program from reading; else it must be used."""
    protections = Protection(game["costs"][0]["protections"])
    if not protections & (Protection.LANDLOCK_FILES | Protection.READ_ONLY_MOUNTS):
        pytest.skip("this machine keeps programs from reading nothing")
    assert protections & READING


@pytest.mark.parametrize(
    "rung", ["namespaces", pytest.param("user namespaces", marks=pytest.mark.long), "no-namespaces"]
)
@pytest.mark.parametrize("kind", each(2, KINDS))
def test_a_snoop_reaches_nothing_in_any_game(
    court: Court, tmp_path: Path, programs: Path, kind: str, rung: str
) -> None:
    if rung == "user namespaces" and (os.geteuid() != 0 or shutil.which("setpriv") is None):
        pytest.skip("only the superuser has privileges to lose")
    before = ("setpriv", "--bounding-set", "-sys_admin") if rung == "user namespaces" else ()
    options = ["--no-namespace"] if rung == "no-namespaces" else []
    game, ours, theirs, _ = KINDS[kind]
    rival, own = honest(programs, game), tmp_path / "own"
    own.mkdir()
    (own / "snoop").write_bytes((programs / "snoop/snoop").read_bytes())
    (own / "snoop").chmod(0o755)
    (tmp_path / "secret").write_text("secret")
    bot = Path(sys.executable).parent / f"{game}-bot"
    program = rival.split()[1 if rival.startswith(sys.executable) else 0]
    ways = ["terminals", "ptys", "environment", f"read:{tmp_path}/secret", f"read:{program}", f"run:{program}"]
    ways += [f"list:{HOUSE}/bots", f"read:{HOUSE}/bots/options.py", f"read:{bot}", f"run:{bot}", "read:/etc/shadow"]
    ways += [f"list:{Path.home()}", "link:/dev/zero"]
    (own / "ways").write_text("\n".join(ways))
    moment = {("dama", "course"): "now", ("ataxx", "course"): "greeting"}.get((game, theirs), "asked")
    words = [f"{own}/snoop {moment} {own}/ways", rival, "--game", game, "--time", "60"]
    words += ["--protocol", f"{theirs},{ours}"] if game in ("ataxx", "dama") else []
    with terminal() as (operator, _):
        (record,), _ = court.judge_in(tmp_path, *words, *options, before=before)
        disturbed = select.select([operator], [], [], 0)[0]
    ends = {"CRASH", "MALFORMED"} if (game, theirs) == ("dama", "course") else {"CRASH"}  # a link is no board
    assert record["end"] in ends
    assert record["offender"] == 0
    said = told(record).splitlines()
    assert {line.removeprefix("variable: ") for line in said if line.startswith("variable: ")} <= VARIABLES
    shut(record)
    reached = [line for line in said if line.startswith("reached: ")]
    assert [line for line in reached if "link" not in line] == []
    assert not disturbed


HELPED = "import sys, helper\nhelper.play()\n"
HELPER = "import sys\nsys.path.insert(0, {players!r})\n\ndef play():\n    import plain\n    plain.main()\n"


@pytest.fixture
def two(tmp_path: Path, instant: str) -> Path:
    """Give a folder in which two programs lie, one of which needs a file that its command line does not name."""
    (tmp_path / "bot.py").write_text(HELPED)
    (tmp_path / "helper.py").write_text((PLAYERS / "plain.py").read_text().replace("def main", "def play"))
    (tmp_path / "instant").write_bytes(Path(instant).read_bytes())
    (tmp_path / "instant").chmod(0o755)
    return tmp_path


@RUNGS
def test_of_a_folder_of_two_programs_each_sees_its_own_file_and_the_reason_says_so(
    court: Court, two: Path, options: list[str]
) -> None:
    bot = f"{sys.executable} bot.py"
    (game,), errors = court.judge_in(two, bot, "./instant", *options)
    shut(game)
    assert f"{bot} may read of {two} only bot.py, as another player's program lies there" in errors
    assert (game["end"], game["offender"]) == ("CRASH", 0)
    assert f"it may not read {two}/helper.py: give it that by `files`, or all by --sandbox read-all" in game["reason"]


@RUNGS
@pytest.mark.parametrize("more", [["--files-a", "helper.py"], ["--sandbox", "read-all"]], ids=lambda words: words[0])
def test_files_and_read_all_give_more(court: Court, two: Path, options: list[str], more: list[str]) -> None:
    (game,), _ = court.judge_in(two, f"{sys.executable} bot.py", "./instant", *more, *options)
    assert (game["end"], game["reason"]) == ("FINISHED", "")


@RUNGS
def test_alone_in_its_folder_a_program_reads_it(court: Court, two: Path, instant: str, options: list[str]) -> None:
    (game,), errors = court.judge_in(two, f"{sys.executable} bot.py", instant, *options)
    assert (game["end"], game["reason"]) == ("FINISHED", "")
    assert "may read of" not in errors


@RUNGS
def test_nobody_locks_the_journal(court: Court, tmp_path: Path, instant: str, options: list[str]) -> None:
    compile_player("snoop", tmp_path)
    journal = tmp_path / "players.db"
    ways = [f"{way}:{journal}{suffix}" for suffix in ("", "-wal", "-shm") for way in ("read", "lock")]
    (tmp_path / "ways").write_text("\n".join(ways))
    file = write(tmp_path / "players.toml", {"snoop": "./snoop asked ways", "b": instant}, "time = 60\npairs = 2")
    arbiter = court.command("league", str(file), *options, cwd=tmp_path)
    assert court.finish(arbiter).status == 0
    assert len(rows(journal, "SELECT * FROM result")) == 4
    said = "".join(text for (text,) in rows(journal, "SELECT stderr FROM cost"))
    (bits,) = rows(journal, "SELECT min(protections) FROM cost")[0]
    if Protection(bits) & READING:
        assert "reached" not in said


@RUNGS
def test_locks_on_what_it_can_read_matter_to_nobody(
    court: Court, tmp_path: Path, instant: str, options: list[str]
) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        compile_player("snoop", tmp_path / name)
    book = tmp_path / "book"
    book.write_text("opening")
    (tmp_path / "a/ways").write_text(f"read:{book}\nbeside:/etc/passwd\nlock:{book}")
    (tmp_path / "b/ways").write_text(f"beside:/etc/passwd\nbeside:{book}")
    files = ["--files-a", str(book), "--files-b", str(book)]
    words = ["./a/snoop now a/ways", "./b/snoop now b/ways", *files, "--time", "60", *options]
    command = [sys.executable, "-P", "-m", "arbiter", "--json", "result.json", *words]
    arbiter = subprocess.Popen(
        command, cwd=tmp_path, env=court.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while arbiter.poll() is None:  # in vain, if a program has the lock
        with book.open("r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        time.sleep(0.05)
    (game,) = json.loads((tmp_path / "result.json").read_text())["records"]
    assert told(game, 0).splitlines()[:1] == [f"reached: read:{book}"]
    assert "beside" not in told(game, 0) + told(game, 1)


@RUNGS
def test_the_environment_is_what_is_said(court: Court, tmp_path: Path, instant: str, options: list[str]) -> None:
    compile_player("snoop", tmp_path)
    (tmp_path / "ways").write_text("environment")
    court.environment["SECRET"] = "secret"
    words = ["--seed", "1", "--environment-a", "BOOK=x", "--environment-a", "SECRET", *options]
    (game,), _ = court.judge_in(tmp_path, "./snoop asked ways", f"{instant}", *words)
    said = {line.removeprefix("variable: ") for line in told(game).splitlines()}
    assert {"BOOK", "SECRET", "PATH", "ARBITER_SEED"} <= said <= VARIABLES | {"BOOK", "SECRET"}
    file = write(tmp_path / "players.toml", {"a": "./snoop asked ways", "b": instant})
    file.write_text(file.read_text().replace('ways"\n', 'ways"\nenvironment = {BOOK = "y"}\n'))
    assert court.finish(court.command("league", str(file), *options, cwd=tmp_path)).status == 0
    texts = [text for (text,) in rows(tmp_path / "players.db", "SELECT stderr FROM cost WHERE seat = 0")]
    assert all("BOOK" in text and "SECRET" not in text for text in texts)


@RUNGS
def test_our_bots_see_their_data_and_others_do_not(court: Court, tmp_path: Path, options: list[str]) -> None:
    home, own = tmp_path / "home", tmp_path / "own"
    data = home / ".local/share/arbitro"
    data.mkdir(parents=True)
    own.mkdir()
    (data / "note").write_text("data")
    compile_player("snoop", own)
    (own / "ways").write_text(f"read:{data}/note\nlist:{data}")
    court.environment["HOME"] = str(home)
    bot = Path(sys.executable).parent / "othello-bot"
    (game,), _ = court.judge_in(tmp_path, f"{own}/snoop asked {own}/ways", f"{bot} --level 1", *options)
    shut(game)
    assert (game["end"], game["offender"], told(game)) == ("CRASH", 0, "")
    (game,), _ = court.judge_in(tmp_path, f"{bot} --level 1", f"{sys.executable} -m bots.othello --level 0", *options)
    assert game["end"] == "FINISHED", game


def test_the_data_of_our_bots_is_in_their_view_and_in_nobody_elses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    data = tmp_path / ".local/share/arbitro"
    data.mkdir(parents=True)
    seen = [view(command).shows(str(data)) for command in (f"{Path(sys.executable).parent}/dama-bot", "/bin/cat")]
    assert seen == [True, False]


STRANGER = """
import importlib, pathlib, sys
for name in ("bots", "bots.options", "native._engine"):
    try:
        importlib.import_module(name)
        print("reached:", name, file=sys.stderr)
    except (ImportError, OSError):
        pass
import arbiter
house = pathlib.Path(arbiter.__file__).parents[1]
for path in (*house.glob("*s/options.py"), *house.glob("native/*.so"), *pathlib.Path(sys.prefix).glob("bin/*-bot")):
    try:
        path.read_bytes()
        print("reached:", path, file=sys.stderr)
    except OSError:
        pass
print("tried", file=sys.stderr)
"""


@RUNGS
def test_a_stranger_in_our_own_python_does_not_find_our_bots(
    court: Court, tmp_path: Path, instant: str, options: list[str]
) -> None:
    (tmp_path / "stranger.py").write_text(STRANGER)
    (game,), _ = court.judge_in(tmp_path, f"{sys.executable} stranger.py", instant, *options)
    shut(game)
    assert told(game).splitlines() == ["tried"]


def test_ctrl_c_leaves_no_scratch_folder(court: Court, tmp_path: Path, programs: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    court.environment["TMPDIR"] = str(scratch)
    silent = tmp_path / "silent.py"
    silent.write_text(
        "import os, pathlib, sys, time\npathlib.Path(os.environ['TMPDIR'], 'note').touch()\ntime.sleep(60)\n"
    )
    arbiter = court.start(f"{sys.executable} {silent}", f"{programs}/instant/instant", "--time", "60", "--no-namespace")
    end = time.monotonic() + HANG_S
    while not (made := list(scratch.rglob("note"))) and arbiter.poll() is None and time.monotonic() < end:
        time.sleep(0.02)
    arbiter.send_signal(2)
    assert court.finish(arbiter).status == 130
    assert made or not Protection.LANDLOCK_FILES
    assert list(scratch.iterdir()) == []


# ---- programs that must start -------------------------------------------------------------------------------------


def finishes(court: Court, folder: Path, command: str, instant: str, options: list[str]) -> None:
    """Play a game with a program that keeps to the rules."""
    (game,), _ = court.judge_in(folder, command, instant, "--time", "60", *options)
    assert (game["end"], game["reason"]) == ("FINISHED", ""), (game["reason"], told(game))


@RUNGS
def test_python_of_a_virtual_environment_with_editable_installs(
    court: Court, tmp_path: Path, instant: str, options: list[str]
) -> None:
    project, place, home = tmp_path / "project", tmp_path / "place", tmp_path / "else"
    for folder in (project / "src/myrules", place, home):
        folder.mkdir(parents=True)
    (project / "src/myrules/__init__.py").write_text((PLAYERS / "plain.py").read_text())
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home / "venv")], check=True)
    (packages,) = (home / "venv/lib").glob("python*/site-packages")
    (packages / "__editable__.my.pth").write_text(f"{project}/src\n")
    script = home / "venv/bin/my-bot"
    script.write_text(f"#!{home}/venv/bin/python\nfrom myrules import main\nmain()\n")
    script.chmod(0o755)
    (place / "bot").symlink_to("link")
    (place / "link").symlink_to(script)
    finishes(court, place, "./bot", instant, options)


@RUNGS
def test_python_of_another_prefix(court: Court, tmp_path: Path, instant: str, options: list[str]) -> None:
    if sys.base_prefix in ("/usr", "/usr/local"):
        pytest.skip("Python is the system's here")
    (tmp_path / "bot.py").write_text("#!/usr/bin/env python3\n" + (PLAYERS / "plain.py").read_text())
    (tmp_path / "bot.py").chmod(0o755)
    finishes(court, tmp_path, f"{sys.base_prefix}/bin/python3 bot.py", instant, options)
    court.environment["PATH"] = f"{sys.base_prefix}/bin:{court.environment['PATH']}"
    finishes(court, tmp_path, "./bot.py", instant, options)


@RUNGS
def test_a_shell_script_that_runs_what_lies_beside_it(
    court: Court, tmp_path: Path, instant: str, options: list[str]
) -> None:
    (tmp_path / "engine").write_bytes(Path(instant).read_bytes())
    (tmp_path / "engine").chmod(0o755)
    (tmp_path / "bot.sh").write_text('#!/bin/sh\nexec "$(dirname "$0")/engine"\n')
    (tmp_path / "bot.sh").chmod(0o755)
    finishes(court, tmp_path, "./bot.sh", instant, options)


@ROOT_ONLY
@RUNGS
def test_a_bot_installed_under_usr(court: Court, tmp_path: Path, instant: str, options: list[str]) -> None:
    program = Path(f"/usr/local/bin/arbiter-test-{uuid.uuid4()}")
    try:
        program.write_bytes(Path(instant).read_bytes())
        program.chmod(0o755)
        finishes(court, tmp_path, program.name, instant, options)
        compile_player("snoop", tmp_path)
        (tmp_path / "ways").write_text(f"read:{program}\nrun:{program}")
        (game,), _ = court.judge_in(tmp_path, "./snoop asked ways", program.name, *options)
    finally:
        program.unlink()
    shut(game)
    assert told(game) == ""


JAVA = """
import java.util.Scanner;
public class First {
    public static void main(String[] words) {
        Scanner input = new Scanner(System.in);
        input.nextInt();
        System.out.print("S " + input.next() + " " + input.next());
    }
}
"""
NODE = "const w = require('fs').readFileSync(0, 'utf8').split(/\\s+/);\nprocess.stdout.write(`S ${w[1]} ${w[2]}`);\n"
OTHERS = {
    "java": ("First.java", JAVA, ["javac", "First.java"], ["java -ea First", "java -Xmx64m -cp . First"]),
    "node": ("first.js", NODE, ["true"], ["node first.js"]),
}


@RUNGS
@pytest.mark.parametrize("language", each(2, OTHERS))
def test_programs_of_other_languages_start(
    court: Court, tmp_path: Path, programs: Path, language: str, options: list[str]
) -> None:
    name, source, build, commands = OTHERS[language]
    for needed in (language, build[0]):
        if shutil.which(needed) is None:
            pytest.skip(f"there is no {needed} here")
    (tmp_path / name).write_text(source)
    subprocess.run(build, cwd=tmp_path, check=True)
    for command in commands:
        words = ["--game", "domino", "--allow-early-stop", "--time", "60", *options]
        (game,), _ = court.judge_in(tmp_path, command, honest(programs, "domino"), *words)
        assert (game["end"], game["reason"]) == ("FINISHED", ""), (game["reason"], told(game))
