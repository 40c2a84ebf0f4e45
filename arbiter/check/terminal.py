"""Runs a program whose output is a terminal, and passes on what it writes: who does not flush flushes there.

This file is run by path, as a program: python terminal.py COMMAND [WORD ...]
"""

import os
import subprocess
import sys
import termios


def main() -> int:
    """Run the program; give its exit status."""
    master, slave = os.openpty()
    settings = termios.tcgetattr(slave)
    settings[1] &= ~termios.OPOST  # or each newline becomes CR LF
    termios.tcsetattr(slave, termios.TCSANOW, settings)
    with subprocess.Popen(sys.argv[1:], stdout=slave) as program:
        os.close(slave)
        try:
            while data := os.read(master, 65536):
                os.write(1, data)
        except OSError:
            pass  # so a terminal tells that nobody has it open any more
        return program.wait()


if __name__ == "__main__":
    sys.exit(main())
