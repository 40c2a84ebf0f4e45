"""What kept programs from harming others, in words: from the bits that each game's record has of each player."""

from __future__ import annotations

import collections
from collections.abc import Iterable, Mapping

from arbiter.host.launch import TASKS, Protection


def describe(bits: int) -> dict[str, tuple[bool, str]]:
    """Give each subject, whether it is in order, and how."""
    has = Protection(bits)
    return {
        "network": _first(has, _NETWORK, "not restricted"),
        "files": _files(has),
        "reading": _first(has, _READING, "all that the user of the arbiter may read"),
        "terminals": _first(has, _TERMINALS, "those of the arbiter's user"),
        "other processes": _processes(has),
        "number of processes": _number(has),
        "memory": (True, _memory(has)),
    }


def summary(players: Iterable[int]) -> list[tuple[str, str]]:
    """Sum up the bits of the players of all games: (subject, how), with numbers where they differ."""
    return counted(collections.Counter(players))


def counted(players: Mapping[int, int]) -> list[tuple[str, str]]:
    """Do as `summary`, of how many players have had which bits."""
    texts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for bits, count in players.items():
        for subject, (_, text) in describe(bits).items():
            texts[subject][text] += count
    return [
        (
            subject,
            next(iter(found)) if len(found) == 1 else "; ".join(f"{n} times: {text}" for text, n in found.items()),
        )
        for subject, found in texts.items()
    ]


def gaps(players: Iterable[int], *, read_all: bool = False) -> str:
    """Give one line about what was not prevented, "" if all was; `read_all`: they were meant to read everything."""
    found = dict.fromkeys(
        f"{subject}: {text}"
        for bits in dict.fromkeys(players)
        for subject, (good, text) in describe(bits).items()
        if not good and not (read_all and subject == "reading")
    )
    return f"this machine cannot shut programs in completely; {'; '.join(found)}" if found else ""


Means = tuple[tuple[Protection, str], ...]
"""Protections of which one is enough, the best first, each with how it shuts programs in."""


def _first(has: Protection, means: Means, without: str) -> tuple[bool, str]:
    """Tell whether there is one of the means, and how; `without` is how it is if there is none."""
    how = next((text for bit, text in means if bit in has), "")
    return bool(how), how or without


_NETWORK = (
    (Protection.OWN_NETWORK, "none (network namespace)"),
    (Protection.FILTER, "none (system calls filtered)"),
)
_READING = (
    (Protection.OWN_ROOT, "what belongs to a player, else nothing is there (a root of its own)"),
    (Protection.LANDLOCK_READING, "what belongs to a player (Landlock)"),
)
_TERMINALS = ((Protection.OWN_DEVICES, "its own (devpts)"), (Protection.LANDLOCK_FILES, "none (Landlock)"))


def _files(has: Protection) -> tuple[bool, str]:
    means = [name for bit, name in _READ_ONLY.items() if bit in has]
    if not means:
        return False, "not restricted"
    how = f"read-only ({', '.join(means)})"
    if Protection.OWN_FOLDERS in has:
        return (
            True,
            f"{how}; what is written to /tmp, /dev/shm or the working folder only its author sees, until it ends",
        )
    return False, f"{how}, the working folder too; only the folder of TMPDIR can be written"


_READ_ONLY = {Protection.READ_ONLY_MOUNTS: "mounts", Protection.LANDLOCK_FILES: "Landlock"}


def _processes(has: Protection) -> tuple[bool, str]:
    if Protection.OWN_PIDS in has:
        return True, "out of reach (PID namespace); nothing outlives the arbiter"
    end = "of what a program starts everything that can be found is killed"
    if Protection.LANDLOCK_SCOPE in has:
        return False, f"out of reach of signals and abstract sockets (Landlock), but no PID namespace: {end}"
    return False, f"can be signalled, there is no PID namespace: {end}"


def _number(has: Protection) -> tuple[bool, str]:
    looked = "no more than allowed whenever the arbiter looks"
    if Protection.FEW_PROCESSES in has:
        return True, f"{looked}, and {TASKS} with threads at any moment (kernel)"
    return False, f"{looked}; the kernel sets no limit"


def _memory(has: Protection) -> str:
    if Protection.OWN_GROUP in has:
        return "all of it is counted, and ended where the limit is, by the kernel (control group)"
    looked = "no control group: what processes have is added up whenever the arbiter looks"
    return f"{looked}; what nobody could count is refused" if Protection.FILTER in has else looked
