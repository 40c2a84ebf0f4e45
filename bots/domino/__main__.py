"""Where `python -m bots.domino` and `domino-bot` begin."""

import sys

from bots import leave_at_interrupt, run

leave_at_interrupt()


def main() -> int:
    """Run the bot with the words of the command line; give its exit status."""
    return run("bots.domino.cli")


if __name__ == "__main__":
    sys.exit(main())
