"""What a review marks as proved is true: by plain alpha-beta, by a dynamic programme, by the tablebase."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.play.court import Court
from tests.review import truth


def test_every_loss_in_othello_endgames_is_that_of_plain_alpha_beta(court: Court, tmp_path: Path) -> None:
    games = truth.othello_endgames(12, 20, seed=1)
    rows = truth.reviewed(court, truth.write(tmp_path / "games.json", "othello", games), "--exact")
    count, wrong = truth.othello_differences(games, truth.othello_truth(games, tmp_path), rows)
    assert wrong == []
    assert count == sum(len(game.moves) for game in games) > 60


def test_what_a_hurried_review_marks_as_proved_is_true_too(court: Court, tmp_path: Path) -> None:
    games = truth.othello_endgames(6, 24, seed=2)
    path = truth.write(tmp_path / "games.json", "othello", games)
    rows = truth.reviewed(court, path, "--depth", "4")
    count, wrong = truth.othello_differences(games, truth.othello_truth(games, tmp_path), rows)
    assert wrong == []
    assert count > 60


@pytest.mark.long
def test_what_is_claimed_of_ataxx_endgames_holds_by_plain_alpha_beta(court: Court, tmp_path: Path) -> None:
    """Nobody knows how much is lost there: a review says at least, at most, and who could have won."""
    games = truth.ataxx_endgames(10, seed=5)
    path = truth.write(tmp_path / "games.json", "ataxx", games)
    found = truth.ataxx_truth(games, tmp_path)
    bounds, results, wrong = truth.ataxx_differences(found, truth.reviewed(court, path, "--depth", "6"))
    assert wrong == []
    assert bounds >= 6
    assert results >= 6


def test_every_loss_in_domino_is_that_of_the_optimum(court: Court, tmp_path: Path) -> None:
    hands = truth.domino_hands(24, seed=3, most=8)
    path = truth.write(tmp_path / "games.json", "domino", [game for game, _, _ in hands])
    count, wrong = truth.domino_differences(hands, truth.reviewed(court, path, "--exact"))
    assert wrong == []
    assert count > 100


def test_every_loss_in_dama_endings_is_that_of_the_tablebase(court: Court, tmp_path: Path) -> None:
    games = truth.dama_endgames(20, seed=4)
    path = truth.write(tmp_path / "games.json", "dama", games)
    count, wrong = truth.dama_differences(truth.dama_truth(games), truth.reviewed(court, path, "--depth", "2"))
    assert wrong == []
    assert count == sum(len(game.moves) for game in games) > 100
