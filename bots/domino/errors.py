"""What goes wrong, as one line on standard error."""

from __future__ import annotations

from bots.domino import NAME
from bots.process import InputError, OutputError, give_up, note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FAILED = 1


def guarded(work: Callable[[], int], failed: int = FAILED) -> int:
    """Do `work`, which gives an exit status; give `failed` if it raises what is no fault of ours, and say it."""
    try:
        return work()
    except OutputError as error:
        give_up(NAME, error)
    except InputError as error:
        note(f"{NAME}: {error}")
    except OSError as error:
        note(f"{NAME}: {error.filename or 'input or output'}: {error.strerror}")
    except (ValueError, MemoryError) as error:
        note(f"{NAME}: {' '.join(str(error).split())}")
    return failed
