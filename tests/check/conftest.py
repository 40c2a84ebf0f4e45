"""What the tests of the examination share."""

from __future__ import annotations

import pytest

from tests.arbiter.conftest import court, fork_bomb
from tests.arbiter.court import compile_player

__all__ = ["court", "fork_bomb", "wrong_othello"]


@pytest.fixture(scope="session")
def wrong_othello(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give the player of Othello that is wrong in the way of its argument."""
    return compile_player("wrong_othello", tmp_path_factory.mktemp("wrong"))
