"""docs/another-game.md does what it says: its files are installed, its commands run, its dialogue is heard."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from arbiter.games.demands import USUAL
from tests.check.examined import check
from tests.outside.strangers import HERE, cards
from tests.play.court import HANG_S, Court

DOCUMENT = (HERE.parent.parent / "docs/another-game.md").read_text("utf-8")
LAW, GAME, PLAYER = re.findall(r"^```python\n(.*?)^```$", DOCUMENT, re.DOTALL | re.MULTILINE)
(PROJECT,) = re.findall(r"^```toml\n(.*?)^```$", DOCUMENT, re.DOTALL | re.MULTILINE)
COMMANDS = re.findall(r"^    (arbiter .*)$", DOCUMENT, re.MULTILINE)
DIALOGUE = re.findall(r"^    (> .*?|< .*?)(?: {2,}([><] .*))?$", DOCUMENT, re.MULTILINE)
(LINES,) = re.findall(r'^    lines = (\{"course".*\})$', DOCUMENT, re.MULTILINE)
(IMPORT,) = re.findall(r"^    (from arbiter.games.lines import Lines)$", DOCUMENT, re.MULTILINE)
# `pip install .` in a folder of one's own; here it goes elsewhere, without the network.
PIP = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def shell(court: Court, folder: Path, command: str, **environment: str) -> str:
    """Run a command in a folder as a user does, to its good end; give standard error."""
    path = f"{Path(sys.executable).parent}:{court.environment['PATH']}"
    environment = {**court.environment, "PATH": path, **environment}
    done = subprocess.run(
        command, check=False, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=HANG_S
    )
    assert done.returncode == 0, done.stderr
    return done.stdout if command.startswith("arbiter check") else done.stderr


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of the document's three files."""
    folder = tmp_path_factory.mktemp("tic-tac-toe")
    (folder / "tic_tac_toe.py").write_text(f"{LAW}\n\n{GAME}", encoding="utf-8")
    (folder / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (folder / "player.py").write_text(PLAYER, encoding="utf-8")
    return folder


@pytest.fixture
def reader(court: Court, home: Path) -> Court:
    """Give a place to run arbiters where the package is installed."""
    if not (target := home / "target").exists():
        assert "`pip install .` in its folder" in DOCUMENT
        shell(court, home, "pip install -q .", PIP_TARGET=str(target), **PIP)
    court.environment["PYTHONPATH"] = str(target)
    return court


@pytest.mark.long
def test_its_commands_work_as_they_stand(reader: Court, home: Path) -> None:
    match, openings, examination = COMMANDS
    for command, starts in ((match, 1), (openings, 5)):
        errors = shell(reader, home, command)
        shown = cards((home / "games.html").read_text("utf-8"))
        assert len(shown) == 10
        assert errors.splitlines()[-2].split("\t")[0] == "python player.py"
        beginnings = [re.findall(r"<p (?!class)[^>]*>|<desc>[^<]*", card)[0] for card in shown]
        assert (len(set(beginnings)) == 1) == (starts == 1)
    assert re.search(r"(\d+) examinations: \1 passed\n$", shell(reader, home, examination))


def test_a_game_sounds_as_it_is_shown(reader: Court, home: Path, tmp_path: Path) -> None:
    logs = [tmp_path / "a.log", tmp_path / "b.log"]
    player = [sys.executable, str(home / "player.py")]
    words = [shlex.join([sys.executable, str(HERE / "players/witness.py"), str(log), *player]) for log in logs]
    reader.judge("--game", "tic-tac-toe", "--no-sandbox", *words, "2")
    for column, log in enumerate(logs):
        shown = [line[column] for line in DIALOGUE if line[column]]
        first_game, end, _ = log.read_text("utf-8").partition("> end\n")
        assert f"{first_game}{end}".splitlines() == shown


@pytest.mark.long
def test_its_other_lines_are_a_protocol(reader: Court, tmp_path: Path) -> None:
    text = f"{IMPORT}\n\n\n{GAME}".replace("    name, title", f"    lines = {LINES}\n    name, title")
    (tmp_path / "tic_tac_toe.py").write_text(f"{LAW}\n\n{text}", encoding="utf-8")
    reader.environment["PYTHONPATH"] = f"{tmp_path}:{reader.environment['PYTHONPATH']}"
    player = tmp_path / "player.py"
    words = {'"first", "second"': '"black", "white"', '!= "second"': '!= "white"', '== "end"': '== "over"'}
    text = PLAYER.replace("    if word", '    if word == "quit":\n        sys.exit(0)\n    if word', 1)
    for old, new in words.items():
        assert old in text
        text = text.replace(old, new)
    player.write_text(text, encoding="utf-8")
    status, output, _ = check(reader, "--game", "tic-tac-toe", shlex.join([sys.executable, str(player)]))
    assert status == 0, output
    assert "`quit`: silence and exit status 0" in output
    assert "`over` ends a game" in output
    wrong = player.with_name("wrong.py")
    wrong.write_text(text.replace("sys.exit(0)", "sys.exit(1)"), encoding="utf-8")
    status, output, _ = check(reader, "--game", "tic-tac-toe", shlex.join([sys.executable, str(wrong)]))
    assert status == 1
    assert "expected was exit status 0" in " ".join(output.split())


def test_what_an_examination_quotes_stands_in_it() -> None:
    text = " ".join(DOCUMENT.split())
    assert all(demand.text in text for demand in USUAL if demand.document == "docs/another-game.md")


def test_the_files_that_it_names_are_there() -> None:
    for name in re.findall(r"\]\(\.\./(.*?)\)", DOCUMENT):
        assert (HERE.parent.parent / name).is_file()
