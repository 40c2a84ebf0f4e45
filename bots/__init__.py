"""The players: one package per game. A program begins in `bots/GAME/__main__.py` and is `bots/GAME/cli.py`."""

import os
import sys


def leave_at_interrupt() -> None:
    """Let Ctrl-C end the process with status 130, without a word, until `bots.process` takes care of it.

    The first thing that a program does: Python's own handler raises in whatever import it meets, and a traceback tells
    of that. Where the parent has Ctrl-C ignored, it stays so.
    """
    signals = __import__("_signal")  # part of the interpreter; to import `signal` takes a millisecond, open to Ctrl-C
    if signals.getsignal(signals.SIGINT) is signals.default_int_handler:
        signals.signal(signals.SIGINT, lambda number, frame: os._exit(128 + number))


def run(program: str) -> int:
    """Import the module of a program and run its `main`, Ctrl-C being heard; give the exit status.

    A file of the installation that is damaged ends it with a line, whoever reads it.

    Garbage is not looked for while modules are imported, nor among them later and at the end: a program that starts
    and ends takes 0.85 to 0.9 of the processor's time that it takes otherwise (medians of 25 pairs by turns).
    """
    gc = __import__("gc")  # not at the top, where Ctrl-C is not heard yet
    gc.disable()
    __import__("bots.process")
    sys.modules["bots.process"].set_up_signals()  # before the rest is imported, for that takes most of the time
    try:
        __import__(program)
        gc.freeze()
        gc.enable()
        return int(sys.modules[program].main())
    except Exception as error:
        installed = sys.modules.get("native.common.installed")  # who does not read such files has not imported it
        if installed is None or not isinstance(error, installed.InstallationError):
            raise
        sys.modules["bots.process"].note(f"{program.split('.')[1]}-bot: {error}")
        return 1
