"""Command lines of players are split as a shell does, or refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.host.command import from_here, split


def test_words_are_those_of_a_shell() -> None:
    assert split("./bot --name 'a b' \"c d\" e\\ f ''") == ("./bot", "--name", "a b", "c d", "e f", "")


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("a 'b", r"^the command line \"a 'b\" cannot be split: no closing quotation$"),
        ("", "^a player is a command line such as ./bot, not an empty text$"),
        ("a 'b\0", r"^the command line \"a 'b\\x00\" holds a zero byte, which no program can be given$"),
        ("a \ud800", r"^the command line 'a \\ud800' holds '\\ud800', which names have not here \(utf-8\)$"),
        ("''", "^a player is a command line such as ./bot, not an empty text$"),
    ],
)
def test_what_is_no_command_line_is_refused(command: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        split(command)


def test_files_of_this_folder_are_found_from_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bot").touch()
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    words = ["./bot", "bot", "folder", "--level", "7", "nothing"]
    assert from_here(words) == [f"{tmp_path}/bot", f"{tmp_path}/bot", "folder", "--level", "7", "nothing"]
