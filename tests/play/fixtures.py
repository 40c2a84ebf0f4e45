"""What tests of programs as players share."""

from pathlib import Path

import pytest

from tests.play.court import Court, compile_player


@pytest.fixture
def court(tmp_path: Path) -> Court:
    """Give a place to run arbiters."""
    return Court(tmp_path)


@pytest.fixture(scope="session")
def instant(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give an honest player that answers at once."""
    return compile_player("instant", tmp_path_factory.mktemp("instant"))


@pytest.fixture(scope="session")
def fork_bomb(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give a player that forks without end."""
    return compile_player("fork_bomb", tmp_path_factory.mktemp("fork_bomb"))


@pytest.fixture(params=["namespace", "no-namespace"])
def guard(request: pytest.FixtureRequest) -> list[str]:
    """Give the options of either kind of guard."""
    return [] if request.param == "namespace" else ["--no-namespace"]


@pytest.fixture(scope="session")
def wrong_othello(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give the player of Othello that is wrong in the way of its argument."""
    return compile_player("wrong_othello", tmp_path_factory.mktemp("wrong"))
