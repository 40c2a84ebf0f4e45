"""Control groups: one for each player, in which the kernel counts all its memory, of whatever kind, and ends it there.

Version 1 is used by the superuser: a group in each hierarchy that there is of memory, processes and CPU time, below our
own. Version 2 is what systemd delegates: the group of a scope of ours, which we leave for one below it, as only groups
without processes may hand out memory. Where we have none that is ours, systemd is asked for one.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from arbiter.host._launch import lib
from arbiter.host.paths import mounts, unescaped

SLACK_MIB = 8.0
"""What a group may have beyond the limit of its player: who grows slowly is seen by the next look, with a number."""
ABOVE = "arbiter"
"""The group below that of our scope in which our own processes are, where version 2 wants that."""
SYSTEMD_S = 10.0
"""How long systemd gets to move us into a scope."""
LEFT_MIB = 1.0
"""What a group may have when its programs are gone; what they had may take the kernel a moment to free."""
TRIES = 10
"""How often we try to leave a group for one below it: another worker's child may just have come into it."""
V1 = ("memory", "cpuacct", "pids")


class Kind(NamedTuple):
    """A version of control groups: names of files, and of what is added up of memory.stat."""

    limits: Mapping[str, tuple[str, ...]]  # by hierarchy; {bytes} and {tasks} stand behind "="
    ooms: str
    cpu: tuple[str, str, float]  # hierarchy, file, and what a second is there
    at_once: bool  # whether the kernel ends all processes when the memory is used up
    usage: str  # at least what memory.stat tells
    kernel: tuple[str, ...]  # files beside memory.stat
    stat: re.Pattern[bytes]


ONE = Kind(
    {
        "memory": (
            "memory.limit_in_bytes={bytes}",
            "memory.memsw.limit_in_bytes={bytes}",
            "memory.kmem.tcp.limit_in_bytes={bytes}",
        ),
        "pids": ("pids.max={tasks}",),
    },
    "memory.oom_control",
    ("cpuacct", "cpuacct.usage", 1e9),
    False,
    "memory.usage_in_bytes",
    ("memory.kmem.usage_in_bytes", "memory.kmem.tcp.usage_in_bytes"),
    re.compile(rb"^(?:total_rss|total_shmem) (\d+)$", re.MULTILINE),
)
TWO = Kind(
    {"": ("memory.max={bytes}", "memory.swap.max=0", "memory.oom.group=1", "pids.max={tasks}")},
    "memory.events",
    ("", "cpu.stat", 1e6),
    True,
    "memory.current",
    (),
    # Not the whole "kernel" of newer versions, in which lies what would be given back.
    re.compile(
        rb"^(?:anon|shmem|sock|kernel_stack|pagetables|sec_pagetables|percpu|vmalloc|slab_unreclaimable) (\d+)$",
        re.MULTILINE,
    ),
)
_OOMS = re.compile(rb"\noom_kill (\d+)")  # never the first line; what begins with a letter is found at once
_NUMBER = re.compile(rb"(?:^usage_usec |^)(\d+)$", re.MULTILINE)


class Group:
    """The control group of one player after the other. What earlier ones left is not counted again."""

    def __init__(self, kind: Kind, folders: Mapping[str, Path], name: str, memory_mib: float) -> None:
        """Make it in the folder of each hierarchy. Raises OSError."""
        self.name, self.limit_mib = name, memory_mib + SLACK_MIB
        self._paths = [folder / name for folder in folders.values()]
        self._open: list[int] = []
        values = {"bytes": int(self.limit_mib * (1 << 20)), "tasks": lib.LAUNCH_TASKS}
        try:
            for path in self._paths:
                path.mkdir()
            for hierarchy, settings in kind.limits.items():
                for setting in settings if hierarchy in folders else ():
                    file, _, value = setting.partition("=")
                    _write(folders[hierarchy] / name / file, value.format(**values), needed=setting == settings[0])
            memory = folders.get("memory", folders.get("")) or Path()
            self.folders = [self._descriptor(folder, os.O_DIRECTORY) for folder in folders.values()]
            self._stat, self._ooms = (self._descriptor(memory / name / file) for file in ("memory.stat", kind.ooms))
            self._members = memory / name / "cgroup.procs"
            self._usage = self._descriptor(memory / name / kind.usage)
            self._kernel = [self._descriptor(memory / name / file, missing=-1) for file in kind.kernel]
            hierarchy, file, self._second = kind.cpu
            self._cpu = self._descriptor(folders[hierarchy] / name / file) if hierarchy in folders else -1
        except OSError:
            self.close()
            raise
        self._wanted, self._at_once = kind.stat, kind.at_once
        self.begin()

    def begin(self) -> None:
        """Count from now on, for a program that is about to start."""
        self._left_bytes, self._left_ooms, self._left_cpu_s = self._kernel_bytes(), self._killed(), 0.0
        self._left_cpu_s = self.cpu_s() or 0.0

    def memory_mib(self) -> float:
        """Give the MiB that cannot be taken back: what it has written to memory, mapped or not, and what the kernel
        holds for it. If the kernel has had to end a process for it, that was all that there was.
        """
        found = sum(map(int, self._wanted.findall(os.pread(self._stat, 1 << 14, 0))))
        used_mib = (found + max(0, self._kernel_bytes() - self._left_bytes)) / (1 << 20)
        return max(used_mib, self.limit_mib) if self.was_full() else used_mib

    def may_hold(self, mib: float) -> bool:
        """Tell whether `memory_mib` can be more than that: in a quarter of its time, as the kernel adds up nothing."""
        most_bytes = int(os.pread(self._usage, 64, 0)) + self._kernel_bytes()
        return most_bytes > mib * (1 << 20) or self.was_full()

    def holds(self) -> bool:
        """Tell whether memory of a program that is gone is still there, or was used up: the next could be blamed."""
        return self.memory_mib() > LEFT_MIB

    def was_full(self) -> bool:
        """Tell whether the kernel has ended a process because the memory of the group was used up."""
        return self._killed() > self._left_ooms

    def ended_at_once(self) -> int:
        """Give how many processes the kernel has ended together for that, 0 where it ends them one by one."""
        return self._killed() - self._left_ooms - 1 if self._at_once else 0  # it counts the first one twice

    def cpu_s(self) -> float | None:
        """Give the CPU seconds of all that is or was in it, None where that is not counted."""
        found = _NUMBER.search(os.pread(self._cpu, 4096, 0)) if self._cpu >= 0 else None
        return int(found[1]) / self._second - self._left_cpu_s if found else None

    def processes(self) -> int:
        """Give how many processes are in it. In version 1 who keeps the file open reads an old list."""
        return self._members.read_bytes().count(b"\n")

    def close(self) -> None:
        """Remove it, unless the guard has, and close all descriptors; once."""
        while self._open:
            os.close(self._open.pop())
        for path in self._paths:
            with contextlib.suppress(OSError):
                path.rmdir()

    def _kernel_bytes(self) -> int:
        return sum(int(os.pread(file, 64, 0)) for file in self._kernel if file >= 0)

    def _killed(self) -> int:
        found = _OOMS.search(os.pread(self._ooms, 4096, 0))
        return int(found[1]) if found else 0

    def _descriptor(self, path: Path, flags: int = 0, missing: int | None = None) -> int:
        try:
            self._open.append(os.open(path, os.O_RDONLY | os.O_CLOEXEC | flags))
        except OSError:
            if missing is None:
                raise
            return missing
        return self._open[-1]


class Groups:
    """Where groups can be made."""

    def __init__(self, kind: Kind, folders: Mapping[str, Path]) -> None:
        """Take the folder of each hierarchy; what an arbiter that was killed has left there is removed."""
        self._kind, self._folders, self._numbers = kind, folders, itertools.count(1)
        self._name = f"arbiter-{Path('/proc/self/ns/pid').stat().st_ino}-"  # who counts processes otherwise lives on
        for path in itertools.chain.from_iterable(folder.glob(f"{self._name}*-*") for folder in folders.values()):
            if not Path("/proc", path.name.split("-")[2]).exists():
                with contextlib.suppress(OSError):
                    path.rmdir()

    def make(self, memory_mib: float) -> Group | None:
        """Make a group; None if that is refused."""
        try:
            return Group(self._kind, self._folders, f"{self._name}{os.getpid()}-{next(self._numbers)}", memory_mib)
        except OSError:
            return None


def find(proc: Path = Path("/proc"), *, scope: bool = True) -> Groups | None:
    """Find where this process may make groups that count memory; `scope`: systemd may be asked. None: nowhere."""
    own = _own(proc)
    if "" in own and "memory" in _read(own[""] / "cgroup.controllers").split():
        folder = _delegated(own[""]) or (_delegated(_scope(proc, own[""]), given=True) if scope else None)
        return Groups(TWO, {"": folder}) if folder else None
    if "memory" in own and _is_ours(own["memory"]):
        return Groups(ONE, {name: own[name] for name in V1 if name in own and _is_ours(own[name])})
    return None


def _own(proc: Path) -> dict[str, Path]:
    """Give the folder of our own group in each hierarchy: by controller, "" for version 2."""
    lines = (line.split(":", 2) for line in _read(proc / "self/cgroup").split("\n") if line)
    groups = {name: group for _, names, group in lines for name in names.split(",")}
    found: dict[str, Path] = {}
    for words in mounts(str(proc / "self/mountinfo")):
        root, mounted = map(unescaped, words[3:5])
        kind, _, options, *_ = words[words.index(b"-", 6) + 1 :]
        names = [""] if kind == b"cgroup2" else os.fsdecode(options).split(",") if kind == b"cgroup" else []
        for name in names:
            if name in groups and Path(groups[name]).is_relative_to(root):
                found.setdefault(name, Path(mounted) / Path(groups[name]).relative_to(root))
    return found


def _delegated(folder: Path | None, *, given: bool = False) -> Path | None:
    """Give the folder where groups of version 2 may hand out memory: ours, or the one above if we have left it."""
    if folder is None:
        return None
    if folder.name == ABOVE:
        folder = folder.parent
    control = folder / "cgroup.subtree_control"
    if not _is_ours(folder) or not os.access(control, os.W_OK):
        return None
    if "memory" in _read(control).split():
        return folder
    is_root = not (folder / "cgroup.type").exists()
    if not (is_root or given or _is_delegation(folder)):
        return None  # others may be in it, or systemd may take back what we set
    for _ in range(TRIES):
        with contextlib.suppress(OSError):
            if not is_root:
                _leave(folder)
            _write(control, "+memory")
            _write(control, "+pids", needed=False)
            return folder
    return None


def _leave(folder: Path) -> None:
    """Move all that is in a group, ourselves among them, into one below it. Raises OSError."""
    (folder / ABOVE).mkdir(exist_ok=True)
    for pid in _read(folder / "cgroup.procs").split():
        with contextlib.suppress(ProcessLookupError):
            _write(folder / ABOVE / "cgroup.procs", pid)


def _is_delegation(folder: Path) -> bool:
    """Tell whether systemd says that a group was given to whoever is in it. A user's instance of it marks nothing
    (252, of Debian 12), but answers.
    """
    for name in ("user.delegate", "trusted.delegate"):
        with contextlib.suppress(OSError):
            return os.getxattr(folder, name) == b"1"
    instance = "--user" if any(part.startswith("user@") for part in folder.parts) else "--system"
    question = ["systemctl", instance, "show", "--property=Delegate", "--value", "--", folder.name]
    return folder.suffix in (".scope", ".service") and _ask(question) == "yes\n"


def _ask(command: Sequence[str]) -> str | None:
    """Run a command of systemd; give what it says, None if it fails or is not here."""
    try:
        done = subprocess.run(
            command, capture_output=True, stdin=subprocess.DEVNULL, timeout=SYSTEMD_S, check=True, text=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def _scope(proc: Path, before: Path) -> Path | None:
    """Have systemd move this process into a scope of its own that is delegated to us; give its folder."""
    pid, instance = os.getpid(), "--user" if os.geteuid() else "--system"
    manager = "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager"
    wishes = ("PIDs", "au", "1", str(pid)), ("Delegate", "b", "true"), ("CollectMode", "s", "inactive-or-failed")
    words = ["ssa(sv)a(sa(sv))", f"arbiter-{pid}.scope", "fail", str(len(wishes)), *itertools.chain(*wishes), "0"]
    if _ask(["busctl", instance, "--quiet", "call", *manager, "StartTransientUnit", *words]) is None:
        return None
    until = time.monotonic() + SYSTEMD_S
    while time.monotonic() < until:
        now = _own(proc).get("")
        if now is not None and now != before:
            return now
        time.sleep(0.005)
    return None


def _is_ours(folder: Path) -> bool:
    return os.access(folder, os.W_OK | os.X_OK) and os.access(folder / "cgroup.procs", os.W_OK)


def _read(path: Path) -> str:
    try:
        return os.fsdecode(path.read_bytes())
    except OSError:
        return ""


def _write(path: Path, text: str, *, needed: bool = True) -> None:
    """Write a setting. Raises OSError, unless it is not needed: kernels differ."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
        try:
            os.write(descriptor, text.encode())
        finally:
            os.close(descriptor)
    except OSError:
        if needed:
            raise
