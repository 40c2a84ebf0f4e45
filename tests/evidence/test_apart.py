"""Measurements in small, several at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evidence.__main__ import NAMES, run_apart


def test_every_measurement_of_the_folder_has_its_place_in_the_document() -> None:
    says = "\ndef measure(run: Run) -> Findings:"
    modules = {path.stem for path in Path(__file__).parent.glob("*.py") if says in path.read_text(encoding="utf-8")}
    assert modules == set(NAMES)
    assert len(NAMES) == len(modules)


def test_what_a_broken_measurement_printed_comes_last(capfd: pytest.CaptureFixture[str]) -> None:
    assert not run_apart(["version_2", "no_such_measurement"], 2)
    lines = capfd.readouterr().out.splitlines()
    assert lines[0].startswith("version_2 (")
    assert "no_such_measurement ended with status 2:" in lines
    assert "there is no measurement 'no_such_measurement'" in lines[-1]


def test_of_measurements_that_keep_all_nothing_is_said_twice(capfd: pytest.CaptureFixture[str]) -> None:
    assert run_apart(["version_2"], 2)
    assert len(capfd.readouterr().out.splitlines()) == 1
