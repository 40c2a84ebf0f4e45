"""Where `arbiter` and `python -m arbiter` begin."""

from __future__ import annotations

import importlib
import sys

INTERRUPTED = 130


def main() -> int:
    """Run the arbiter with the words of the command line; give its exit status."""
    try:
        return int(importlib.import_module("arbiter.cli").main())
    except KeyboardInterrupt:  # while everything is imported; later the match ends in order
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
