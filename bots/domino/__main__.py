"""Where `python -m bots.domino` and `domino-bot` begin."""

import sys

from bots import leave_at_interrupt, run

leave_at_interrupt()

CHALLENGE = {"--challenge", "--2d", "--zero-stays", "--allow-early-stop", "--verbose"}
"""A challenge with these words alone is answered at once: `argparse` takes longer than all the rest."""


def main() -> int:
    """Run the bot with the words of the command line; give its exit status."""
    words = set(sys.argv[1:])
    return run("bots.domino.challenge" if "--challenge" in words <= CHALLENGE else "bots.domino.cli")


if __name__ == "__main__":
    sys.exit(main())
