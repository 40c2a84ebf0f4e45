"""The house rules of docs/architecture.md: who may import whom."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent
OURS = {"arbiter", "bots", "docs", "native", "tests"}
LAWS = sorted(
    [
        *(HOUSE / "arbiter/games").glob("*/law.py"),
        *(HOUSE / f"arbiter/games/domino/{name}.py" for name in ("plane", "puzzle")),
    ]
)
LAW_MODULES = {".".join(path.relative_to(HOUSE).with_suffix("").parts) for path in LAWS}


def imports(path: Path) -> set[str]:
    """Give the modules that a file imports, with dots, as it names them."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = ".".join(path.relative_to(HOUSE).parts[: -node.level]) if node.level else ""
            module = ".".join(part for part in (package, node.module) if part)
            found |= {f"{module}.{name.name}" for name in node.names}
    return found


def within(module: str, rooms: set[str]) -> bool:
    return any(module == room or module.startswith(f"{room}.") for room in rooms)


def files(*folders: str) -> list[Path]:
    found = [path for folder in folders for path in sorted((HOUSE / folder).rglob("*.py"))]
    assert found
    return found


def offences(paths: list[Path], allowed: set[str]) -> list[tuple[str, str]]:
    """List what files import of ours outside the rooms that they may use."""
    return [
        (str(path.relative_to(HOUSE)), module)
        for path in paths
        for module in sorted(imports(path))
        if within(module, OURS) and not within(module, allowed)
    ]


def test_the_law_imports_the_standard_library_only() -> None:
    for path in LAWS:
        for module in imports(path):
            assert module.split(".")[0] in sys.stdlib_module_names or within(module, LAW_MODULES), (path, module)


def test_bots_import_the_law_and_the_engines_only() -> None:
    assert offences(files("bots"), {"bots", "native"} | LAW_MODULES) == []


def test_the_arbiter_imports_neither_bots_nor_engines() -> None:
    assert offences(files("arbiter"), {"arbiter"}) == []


ROOMS = ("host", "games", "play", "ratings", "openings", "league", "review", "pages", "check", "serve")
"""The rooms of the arbiter from the bottom up: a room may import those before it. The command line is above all."""


def upward(paths: list[Path]) -> list[tuple[str, str]]:
    """List what files of rooms import from rooms above their own."""
    found = []
    for path in paths:
        room = path.relative_to(HOUSE / "arbiter").parts[0]
        for module in sorted(imports(path)):
            _, *parts = module.split(".")
            above = parts and parts[0] in ROOMS and ROOMS.index(parts[0]) > ROOMS.index(room)
            if within(module, {"arbiter"}) and (above or module in ("arbiter.cli", "arbiter.cli.main")):
                found.append((str(path.relative_to(HOUSE)), module))
    return found


def test_no_arrow_inside_the_arbiter_goes_upwards_and_so_there_is_no_circle() -> None:
    folders = {path.name for path in (HOUSE / "arbiter").iterdir() if (path / "__init__.py").exists()}
    assert folders == set(ROOMS)
    assert upward([path for room in ROOMS for path in files(f"arbiter/{room}")]) == []


def test_ratings_are_from_scores_alone() -> None:
    assert offences(files("arbiter/ratings"), {"arbiter.ratings"}) == []


BEGIN = HOUSE / "bots/__init__.py"
"""Where programs begin: it sets what Ctrl-C does, before anything else is looked for in the file system."""


def test_no_room_is_begun_by_an_import() -> None:
    begun = {path: imports(path) for path in files("arbiter", "bots", "native") if path.name == "__init__.py"}
    assert begun.pop(BEGIN) == {"os", "sys"}  # which Python itself has imported by then
    assert [path for path, modules in begun.items() if modules] == []


@pytest.mark.parametrize("law", sorted(LAW_MODULES))
def test_a_law_is_imported_alone(law: str) -> None:
    script = f"import sys, {law}; print(*sorted(m for m in sys.modules if m.split('.')[0] in {OURS!r}))"
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True)
    parents = {law.rsplit(".", n)[0] for n in range(len(law.split(".")))}
    assert set(done.stdout.split()) <= parents | {"arbiter.games.domino.law"}


def test_a_match_imports_nothing_of_leagues_and_reviews() -> None:
    rooms = ("arbiter.league", "arbiter.review", "arbiter.pages.verdicts", "sqlite3")
    script = f"import sys, arbiter.cli, arbiter.pages.page; print(*(m for m in sys.modules if m.startswith({rooms!r})))"
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


NAMES = re.compile("othello|ataxx|dama|domino(?!es)", re.IGNORECASE)
SPEAKING = {".py", ".html", ".js", ".css", ".sql", ".c", ".h"}


def test_no_room_but_the_games_knows_a_game_by_name() -> None:
    rooms = [room for room in ROOMS if room != "games"]
    found = [p for room in rooms for p in (HOUSE / "arbiter" / room).rglob("*") if p.suffix in SPEAKING]
    assert len(found) > 60
    told = {str(p.relative_to(HOUSE)): hit for p in found if (hit := NAMES.search(p.read_text("utf-8", "replace")))}
    assert told == {}


def test_what_all_games_share_names_one_only_as_the_usual_one_or_an_example() -> None:
    allowed = {"catalogue.py": 1, "contract.py": 2, "openings.py": 2}
    for path in (HOUSE / "arbiter/games").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert len(NAMES.findall(text)) <= allowed.get(path.name, 0), path


LAW_WORDS = {"Position", "Move", "MoveError", "MalformedMoveError", "IllegalMoveError"}
"""What each law has of its own, and the contract of a game of them all."""
SEEN_AND_DONE = {"Desk", "Dialogue", "Examinee", "Player"}
"""What a game sees of it, and who is it."""
EACH_BOT_HAS = {"Player", "Board"}
"""A player, as the assignment of Dama demands by name; the numbers that its engine takes for a board."""


def classes(*folders: str) -> dict[str, list[Path]]:
    """Give where each public class or name of a type is defined, at the top of a module."""
    found: dict[str, list[Path]] = {}
    for path in files(*folders):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names = [node.name] if isinstance(node, ast.ClassDef) else []
            if isinstance(node, ast.Assign):
                names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            for name in names:
                if name[:1].isupper() and not name.isupper():
                    found.setdefault(name, []).append(path)
    return found


@pytest.mark.parametrize(
    ("folders", "shared"),
    [(("arbiter",), LAW_WORDS | SEEN_AND_DONE), (("bots", "native"), EACH_BOT_HAS)],
    ids=["the judge", "the players"],
)
def test_a_name_of_a_class_means_one_thing(folders: tuple[str, ...], shared: set[str]) -> None:
    twice = {name: places for name, places in classes(*folders).items() if len(places) > 1}
    assert set(twice) == shared, {name: places for name, places in twice.items() if name not in shared}


def test_the_arbiter_never_imports_numpy_whose_fork_handlers_hang_the_launcher() -> None:
    assert [path for path in files("arbiter") if any(within(module, {"numpy"}) for module in imports(path))] == []


def test_the_engines_import_nothing_of_ours() -> None:
    assert offences(files("native"), {"native"}) == []


def test_the_site_is_made_of_what_the_arbiter_offers_and_of_files() -> None:
    assert offences(files("docs"), {"arbiter", "docs"}) == []


def test_players_that_judge_us_import_nothing_of_ours() -> None:
    assert offences(files("tests/players", "tests/outside/players"), set()) == []


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("import native", "native"),
        ("from bots.othello import x", "bots.othello.x"),
        ("def f():\n    import bots", "bots"),
        ("from .. import play", "arbiter.play"),
    ],
)
def test_every_kind_of_import_is_seen(
    source: str, module: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tests.test_house.HOUSE", tmp_path)
    path = tmp_path / "arbiter" / "games" / "module.py"
    path.parent.mkdir(parents=True)
    path.write_text(source)
    assert module in imports(path)


def test_a_file_is_read_in_one_sitting() -> None:
    sources = [p for top in ("arbiter", "bots", "native", "tests", "docs") for p in (HOUSE / top).rglob("*")]
    lengths = {p: len(p.read_text("utf-8").splitlines()) for p in sources if p.suffix in {".py", ".c", ".h"}}
    assert len(lengths) > 600
    assert sorted(lengths.values())[len(lengths) // 2] < 150
    assert {str(p.relative_to(HOUSE)): lines for p, lines in lengths.items() if lines > 400} == {}


def test_what_depends_on_the_machine_is_marked_where_the_last_check_looks_for_it() -> None:
    """`.ci/run` reads only the files of tests that say so: no mark may come by a fixture or a helper."""
    marking = [path for path in files("tests") if re.search("mark[.]machine", path.read_text("utf-8"))]
    assert len(marking) > 10
    assert [path.name for path in marking if not path.name.startswith("test_")] == []


def test_what_takes_long_is_marked_where_a_share_of_it_is_looked_for() -> None:
    """`tests/conftest.py` reads only the files that say so: no mark may come by a fixture or a helper but that one."""
    marking = [path for path in files("tests") if "mark.long" in path.read_text("utf-8")]
    assert len(marking) > 30
    assert [path.name for path in marking if not path.name.startswith("test_")] == ["many.py"]
