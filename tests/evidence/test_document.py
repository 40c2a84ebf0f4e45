"""docs/evidence.md is written section by section."""

from __future__ import annotations

from pathlib import Path

from tests.evidence.document import PREFACE, markdown, write_section
from tests.evidence.findings import Findings, Table, Target

ORDER = ["first", "second", "third"]


def findings(value: str) -> Findings:
    return Findings([Table(("what", "n"), [(value, 1)])], [Target("holds", value, met=value != "bad")])


def test_a_measurement_replaces_its_own_section_only(tmp_path: Path) -> None:
    path = tmp_path / "evidence.md"
    for name, value in (("third", "c"), ("first", "a"), ("second", "b")):
        write_section(path, ORDER, name, f"About {name}.", findings(value))
    before = path.read_text()
    assert before.startswith(PREFACE)
    assert [line for line in before.splitlines() if line.startswith("## ")] == ["## first", "## second", "## third"]
    write_section(path, ORDER, "second", "About second.", findings("bad"))
    after = path.read_text()
    assert after == before.replace("| holds | b | yes |", "| holds | bad | **no** |").replace(
        "| b | 1 |", "| bad | 1 |"
    )


def test_a_person_may_change_the_preface_and_add_sections(tmp_path: Path) -> None:
    path = tmp_path / "evidence.md"
    path.write_text("# Mine\n\n## other\n\nText.\n")
    write_section(path, ORDER, "first", "About first.", findings("a"))
    assert path.read_text().startswith("# Mine\n\n## first\n\nAbout first.\n\n    python -m tests.evidence first\n\n")
    assert path.read_text().endswith("\n## other\n\nText.\n")


def test_numbers_are_aligned_and_bars_escaped() -> None:
    table = Table(("a|b", "n"), [("x|y", "1,000"), ("z", "+2.5")])
    assert markdown(table) == "| a\\|b | n |\n| --- | ---: |\n| x\\|y | 1,000 |\n| z | +2.5 |"
