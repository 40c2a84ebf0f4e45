"""What the tests of all rooms share."""

import gc
import os
import re
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from tests.many import share_of
from tests.native.fixtures import brute
from tests.pages.fixtures import browser, chrome, show
from tests.play.fixtures import court, fork_bomb, guard, instant, wrong_othello

__all__ = ["browser", "brute", "chrome", "court", "fork_bomb", "guard", "instant", "show", "wrong_othello"]

LONG = re.compile(r"mark[.]long|tests[.]many")
"""What a file says that has tests marked long."""
CHOSEN = pytest.StashKey[set[str]]()

# Programs under test can be interrupted, even where whoever started the tests has had Ctrl-C ignored, as a shell does
# for what runs in the background.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The machine that runs the tests may be slow: no example of hypothesis has a deadline.
settings.register_profile("without deadline", deadline=None)
settings.load_profile("without deadline")

# Whoever started the tests may like Python's output unbuffered, or no compiled modules. Programs under test run as for
# a user: what is not flushed stays where it is, what is written in one go comes in one, and no module is compiled anew
# at each of some thousand starts, which would be half of their time.
for name in ("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"):
    os.environ.pop(name, None)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run take a share of the long tests, file by file, as `.ci/run` does."""
    parser.addoption(
        "--share-of-long", metavar="N/M", help="of the files with tests marked long, only the Nth of M shares"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose the files of a share: to import all the others would take each process some seconds."""
    if share := config.getoption("--share-of-long"):
        files = [path for path in Path(__file__).parent.rglob("test_*.py") if LONG.search(path.read_text("utf-8"))]
        try:
            config.stash[CHOSEN] = share_of(map(str, files), share)
        except ValueError as error:
            raise pytest.UsageError(f"--share-of-long: {error}") from None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Pass over files that are in no share that is asked for."""
    chosen = config.stash.get(CHOSEN, None)
    return True if chosen and collection_path.suffix == ".py" and str(collection_path) not in chosen else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the pages of the site, which are made once for all of their tests, and so by one process: at the end
    it would be the last one for a minute."""
    items.sort(key=lambda item: not item.nodeid.startswith("tests/site/"))


def pytest_collection_finish() -> None:
    """Look for no garbage among what was imported and collected, hundreds of thousands of objects, again and again."""
    gc.collect()
    gc.freeze()
