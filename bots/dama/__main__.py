"""Where `python -m bots.dama` and `dama-bot` begin."""

from __future__ import annotations

import importlib
import sys

from bots.process import set_up_signals


def main() -> int:
    """Run the bot with the words of the command line; give its exit status."""
    set_up_signals()  # before all else is imported, so that Ctrl-C is as quiet then as later
    return int(importlib.import_module("bots.dama.cli").main())


if __name__ == "__main__":
    sys.exit(main())
