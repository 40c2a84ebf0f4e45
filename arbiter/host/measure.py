"""What programs use: memory, processes and CPU time of a program with all its descendants.

Where a program has a control group the kernel counts; else it is added up from /proc, which tells nobody of memory that
no process has mapped, and of which a program may hide only what it could share.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import re
from collections.abc import Sequence
from pathlib import Path

from arbiter.host._launch import ffi, lib
from arbiter.host.launch import Program

SOCKET_MIB = 0.39
"""What a local socket keeps in its buffers at most, measured, as long as they stay as large as they are made."""
_CAPACITY = 1 << 16
_PROPORTIONAL = re.compile(rb"^(Pss|Pss_Shmem):\s*(\d+) kB", re.MULTILINE)
_table = ffi.new("launch_process[]", _CAPACITY)


@dataclasses.dataclass(frozen=True, slots=True)
class Usage:
    """What a program and its descendants use: how many they are, MiB, CPU seconds of all but the program itself."""

    processes: int
    memory_mib: float
    others_cpu_s: float


def measure(programs: Sequence[Program], exact_above_mib: float) -> list[Usage]:
    """Give what each program and its descendants use; of those without a control group in one pass over /proc.

    The resident sizes of a tree are simply added, which counts shared pages several times; only if that gives more
    than `exact_above_mib`, the exact and much slower proportional sizes are added instead. Files in memory count too.
    """
    added = [program for program in programs if program.guard.group is None]
    usages = ffi.new("launch_usage[]", max(1, len(added)))
    found = 0
    if added:
        found = lib.launch_measure([program.guard.pid for program in added], len(added), _table, _CAPACITY, usages)
    result = []
    for program in programs:
        if program.guard.group is not None:
            result.append(_counted(program))
            continue
        tree = added.index(program)
        usage, files = usages[tree], program.guard.files_mib()
        memory_mib = usage.resident_mib + files
        if memory_mib + usage.descriptors * SOCKET_MIB > exact_above_mib:
            members = [m for m in (_table[at] for at in range(found)) if m.tree == tree and m.pid != program.guard.pid]
            if memory_mib > exact_above_mib and (usage.processes > 1 or files):
                memory_mib = _exact_mib(members, usage.resident_mib, files)
            memory_mib += sum(_sockets(m.pid) for m in members) * SOCKET_MIB
        result.append(Usage(usage.processes, memory_mib, _others_cpu_s(program, usage.cpu_s)))
    return result


def glance(program: Program) -> Usage:
    """Give what a program and its descendants use, without dwelling on shared pages."""
    if program.guard.group is not None:
        return _counted(program)
    usage = ffi.new("launch_usage *")
    lib.launch_glance(program.guard.pid, usage)
    memory_mib = usage.resident_mib + program.guard.files_mib()
    return Usage(usage.processes, memory_mib, _others_cpu_s(program, usage.cpu_s))


def others_cpu_s(program: Program) -> float:
    """Give the CPU seconds of all descendants of a program, those that are gone included."""
    group = program.guard.group
    if group is not None and (cpu_s := group.cpu_s()) is not None:
        return max(0.0, cpu_s - program.cpu_s())
    usage = ffi.new("launch_usage *")
    if lib.launch_glance(program.guard.pid, usage) < 0:
        lib.launch_measure([program.guard.pid], 1, _table, _CAPACITY, usage)
    return _others_cpu_s(program, usage.cpu_s)


def _counted(program: Program) -> Usage:
    """Ask the kernel, which counts."""
    group = program.guard.group
    assert group is not None
    memory_mib = group.memory_mib()  # first: a fork bomb that grows meanwhile is told by its number
    return Usage(group.processes(), memory_mib, others_cpu_s(program))


def _others_cpu_s(program: Program, all_cpu_s: float) -> float:
    return float(max(0.0, all_cpu_s - program.guard.cpu_s - program.cpu_s()))


def _exact_mib(members: Sequence[ffi.CData], resident_mib: float, files_mib: float) -> float:
    """Add up the shares that processes have in their pages. Who does not tell of them, as processes that must not be
    traced, is counted whole.
    """
    page_mib = os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    private = shared = 0.0
    for member in members:
        whole_mib = member.pages * page_mib
        resident_mib -= whole_mib
        try:
            text = Path(f"/proc/{member.pid}/smaps_rollup").read_bytes()
        except PermissionError:
            private += whole_mib
        except OSError:
            continue  # it is gone
        else:
            found = {name: int(kib) / 1024 for name, kib in _PROPORTIONAL.findall(text)}
            private += found.get(b"Pss", 0.0)
            shared += found.get(b"Pss_Shmem", 0.0)
    # What is left are page tables and stacks; what is mapped of the files, or may be, is resident already.
    return resident_mib + private + max(0.0, files_mib - shared)


def _sockets(pid: int) -> int:
    """Count a process' sockets; if it does not tell, all that it may have."""
    try:
        descriptors = list(Path(f"/proc/{pid}/fd").iterdir())
    except PermissionError:
        return int(lib.LAUNCH_DESCRIPTORS)
    except OSError:
        return 0
    count = 0
    for descriptor in descriptors:
        with contextlib.suppress(OSError):
            count += str(descriptor.readlink()).startswith("socket:")
    return count
