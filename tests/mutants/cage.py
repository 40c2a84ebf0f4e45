"""Where faulty programs run: a fault in the launcher may kill whomever it can see and write wherever it may.

In namespaces of their own they see no process but theirs, and of all files they may write those of the copy, and a
/tmp that goes with them.
"""

from __future__ import annotations

import functools
import shlex
import subprocess
from pathlib import Path

UNSHARE = ("unshare", "--pid", "--fork", "--kill-child", "--mount", "--mount-proc")


@functools.cache
def is_there() -> bool:
    """Tell whether this machine lets us make namespaces, as it lets root."""
    try:
        return (
            subprocess.run([*UNSHARE, "mount", "--make-rprivate", "/"], capture_output=True, check=False).returncode
            == 0
        )
    except FileNotFoundError:
        return False


def command(root: Path, program: list[str]) -> list[str]:
    """Give the command line that runs a program in the cage, where there is one, or as it is.

    Raises ValueError for a copy below /tmp, which the cage has of its own.
    """
    if not is_there():
        return program
    if root.is_relative_to("/tmp"):
        raise ValueError(f"{root} is below /tmp, which is another one for the tests; expected a folder elsewhere")
    copy = shlex.quote(str(root))
    steps = [
        "mount --make-rprivate /",
        f"mount --bind {copy} {copy}",
        "mount -t tmpfs -o mode=1777 tmpfs /tmp",
        "mount -o remount,bind,ro /",
        f"cd {copy}",
        f"exec {shlex.join(program)}",
    ]
    return [*UNSHARE, "sh", "-c", " && ".join(steps)]
