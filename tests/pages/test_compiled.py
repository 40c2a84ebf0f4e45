"""Compiled templates are kept beside their sources, and a page needs no place to keep them."""

from __future__ import annotations

from pathlib import Path

import jinja2
import pytest

from arbiter.pages import compiled


def said(folder: Path, text: str) -> str:
    """Render a template of this text with fresh eyes."""
    (folder / "page.html").write_text(text)
    loader = jinja2.FileSystemLoader(folder)
    return jinja2.Environment(loader=loader, bytecode_cache=compiled.Beside()).get_template("page.html").render()


def test_a_template_is_kept_and_compiled_anew_when_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "PLACE", tmp_path / "kept")
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    assert said(tmp_path, "{{ 1 + 1 }}") == "2"
    (kept,) = (tmp_path / "kept").iterdir()
    before = kept.read_bytes()
    assert said(tmp_path, "{{ 1 + 1 }}") == "2"
    assert kept.read_bytes() == before
    assert said(tmp_path, "{{ 1 + 2 }}") == "3"
    assert kept.read_bytes() != before


def test_where_nothing_can_be_written_there_is_a_page_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "PLACE", tmp_path / "no" / "such" / "place")
    assert said(tmp_path, "{{ 1 + 1 }}") == "2"
    monkeypatch.setattr(compiled, "PLACE", tmp_path / "kept")
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert said(tmp_path, "{{ 1 + 1 }}") == "2"
    assert not (tmp_path / "kept").exists()
