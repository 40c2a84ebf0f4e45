"""A server for the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.serve.server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), "--audience") as found:
        yield found
