"""Pages are made before somebody asks for them."""

from __future__ import annotations

import pytest

from arbiter.games import catalogue
from arbiter.serve import looks


@pytest.mark.parametrize("name", ["othello", "domino"])
def test_the_page_that_is_asked_for_first_is_there(name: str) -> None:
    looks.prepare([name])
    made = looks.table_page, looks.alone_page
    before = [one.cache_info().misses for one in made]
    if name == "domino":
        looks.alone_page(catalogue.game(name), may_play=True)
    else:
        looks.table_page(name, may_play=True)
    assert [one.cache_info().misses for one in made] == before
