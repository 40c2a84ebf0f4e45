"""What the tests of leagues share."""

from tests.arbiter.conftest import court, fork_bomb, instant
from tests.report.conftest import browser, chrome

__all__ = ["browser", "chrome", "court", "fork_bomb", "instant"]
