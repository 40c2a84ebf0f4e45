"""Where `arbiter` and `python -m arbiter` begin."""

import os
import sys

# Before all else, Ctrl-C ends the process with status 130, without a word: Python's own handler raises in whatever
# import it meets, and a traceback tells of that. `arbiter.cli` hears it in order. `_signal` is part of the interpreter;
# to import `signal` takes a millisecond, open to Ctrl-C. Where the parent has it ignored, it stays so.
_signals = __import__("_signal")
if _signals.getsignal(_signals.SIGINT) is _signals.default_int_handler:
    _signals.signal(_signals.SIGINT, lambda number, frame: os._exit(128 + number))


def main() -> int:
    """Run the arbiter with the words of the command line; give its exit status."""
    __import__("arbiter.cli")
    return int(sys.modules["arbiter.cli"].main())


if __name__ == "__main__":
    sys.exit(main())
