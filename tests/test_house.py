"""The house rules of docs/architecture.md: who may import whom."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent
OURS = {"arbiter", "bots", "native", "tests"}
LAWS = sorted([*(HOUSE / "arbiter/games").glob("*/law.py"), HOUSE / "arbiter/games/domino/plane.py"])
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


def test_the_arbiter_never_imports_numpy_whose_fork_handlers_hang_the_launcher() -> None:
    assert [path for path in files("arbiter") if any(within(module, {"numpy"}) for module in imports(path))] == []


def test_the_engines_import_nothing_of_ours() -> None:
    assert offences(files("native"), {"native"}) == []


def test_players_that_judge_us_import_nothing_of_ours() -> None:
    assert offences(files("tests/players"), set()) == []


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
