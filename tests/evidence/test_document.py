"""docs/evidence.md is written section by section."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tests.evidence import many
from tests.evidence.document import HOUSE, PATH, PREFACE, fingerprint, markdown, write_section
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


def test_each_section_names_the_version_that_it_was_measured_on_by_what_lasts() -> None:
    sections = re.split(r"^## ", PATH.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    assert len(sections) > 20
    for section in sections:
        version = r", version [0-9.]+, sources ([0-9a-f]{12}|not recorded)\.$"
        assert re.search(version, section, re.MULTILINE), section[:40]


def test_what_is_repeated_is_a_test_of_its_file() -> None:
    for file, name in many.TESTS.values():
        assert re.search(rf"^def test_\w*{name}", (HOUSE / file).read_text(encoding="utf-8"), re.MULTILINE), name


def test_the_fingerprint_is_that_of_the_sources_wherever_they_lie(tmp_path: Path) -> None:
    for room in ("arbiter/ratings", "bots/dama", "native/common"):
        shutil.copytree(HOUSE / room, tmp_path / "a" / room)
        shutil.copytree(HOUSE / room, tmp_path / "b" / room)
    assert fingerprint(tmp_path / "a") == fingerprint(tmp_path / "b")
    with (tmp_path / "b/native/common/engine.c").open("a") as file:
        file.write(" ")
    assert fingerprint(tmp_path / "a") != fingerprint(tmp_path / "b")
