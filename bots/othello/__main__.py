"""Where `python -m bots.othello` and `othello-bot` begin."""

import sys

from bots import leave_at_interrupt, run

leave_at_interrupt()


def main() -> int:
    """Run the bot with the words of the command line; give its exit status."""
    return run("bots.othello.cli")


if __name__ == "__main__":
    sys.exit(main())
