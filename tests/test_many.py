"""What is tried less often is tried all the same."""

from __future__ import annotations

import pytest

from tests.many import share_of

NAMES = ["a", "b", "b", "c", "d", "e", "a"]


@pytest.mark.parametrize("shares", [1, 2, 3, 4, 9])
def test_every_file_is_in_exactly_one_share(shares: int) -> None:
    parts = [share_of(NAMES, f"{n}/{shares}") for n in range(1, shares + 1)]
    assert sorted(name for part in parts for name in part) == sorted(set(NAMES))
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


@pytest.mark.parametrize("share", ["", "1", "0/4", "5/4", "1/0", "-1/4", "1/4/2", "one/4"])
def test_a_share_that_is_none_is_told(share: str) -> None:
    with pytest.raises(ValueError, match=f"^expected N/M, 1/M to M/M, found '{share}'$"):
        share_of(NAMES, share)
