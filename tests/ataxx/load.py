"""A machine that is busy with other things."""

from __future__ import annotations

import os
import subprocess
import sys


class Load:
    """Two processes for each core that do nothing but compute, as long as the `with` block lasts."""

    def __enter__(self) -> Load:
        """Start them."""
        command = [sys.executable, "-c", "while True: pass"]
        self._busy = [subprocess.Popen(command) for _ in range(2 * len(os.sched_getaffinity(0)))]
        return self

    def __exit__(self, *_: object) -> None:
        """End them."""
        for process in self._busy:
            process.kill()
        for process in self._busy:
            process.wait()
