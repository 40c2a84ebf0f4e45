"""In small a league is played again where nobody who forfeited had computed for longer than it thinks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evidence import honest

IDLE = "no move within 0.05 s (CPU time it used for it: 0.00 s)"
BUSY = "no move within 0.05 s (CPU time it used for it: 0.05 s)"
WAITED = "no move within 0.05 s (CPU time it used for it: 0.02 s; 0.03 s of waiting for a busy machine were considered)"
ILLEGAL = "illegal move: 3 3"


@pytest.mark.parametrize(
    ("reasons", "kept"),
    [
        ([], False),
        ([IDLE], True),
        ([IDLE, WAITED], True),
        ([BUSY], False),
        ([IDLE, BUSY], False),
        ([ILLEGAL], False),
        ([IDLE, ILLEGAL], False),
    ],
)
def test_the_machine_excuses_who_had_hardly_computed_and_nobody_else(reasons: list[str], kept: bool) -> None:
    assert honest.is_kept(reasons) is kept


def test_a_league_is_played_again_and_no_more_than_twice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ends = iter([[IDLE], [BUSY], [IDLE], [IDLE], [IDLE], []])
    played: list[Path] = []

    def play(folder: Path, game: str, pairs: int) -> Path:
        assert (game, pairs) == ("dama", 1)
        played.append(folder)
        return folder

    monkeypatch.setattr(honest, "play", play)
    monkeypatch.setattr(honest, "reasons_of", lambda journal: next(ends))
    assert honest.play_unless_kept(tmp_path, "dama") == tmp_path / "1"
    assert honest.play_unless_kept(tmp_path, "dama") == tmp_path / "2"
    assert played == [tmp_path / name for name in ("0", "1", "0", "1", "2")]
