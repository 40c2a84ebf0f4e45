"""Who waits for a page of its memory is told from who sleeps, computes, or waits in a call of the system."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arbiter.host.threads import fetches, first_of, wants

FETCHES = """
import mmap, os, random, resource, sys
pages, page = 4096, mmap.PAGESIZE
with open(sys.argv[1], "w+b") as file:
    for _ in range(pages):
        file.write(os.urandom(page))
    file.flush()
    os.fsync(file.fileno())
    view = mmap.mmap(file.fileno(), 0)
    view.madvise(mmap.MADV_RANDOM)
    for number in range(200_000):
        if number % pages == 0:
            view.madvise(mmap.MADV_DONTNEED)
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        view[random.randrange(pages) * page]
        if number == 1000:
            print(resource.getrusage(resource.RUSAGE_SELF).ru_majflt, flush=True)
"""
"""It reads one page after the other from the disk, and prints how many of a thousand."""
WAITS_FOR_A_CHILD = """
#include <stdio.h>
#include <unistd.h>
int main(void) {
    if (vfork() == 0) {
        (void)!write(1, "\\n", 1);
        sleep(60);
        _exit(0);
    }
    return 0;
}
"""
LOOKS = 2000


@contextmanager
def running(*command: str | Path) -> Iterator[tuple[Path, str]]:
    """Start a program that prints a line when it is ready; give its first thread and the line."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stdout
        try:
            yield first_of(process.pid), process.stdout.readline()
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def looks(thread: Path) -> Iterator[bool]:
    """Look at a thread again and again."""
    for _ in range(LOOKS):
        yield fetches(thread)
        time.sleep(0.0005)


def test_who_reads_its_memory_from_a_disk_waits_for_pages(tmp_path: Path) -> None:
    with running(sys.executable, "-c", FETCHES, tmp_path / "pages") as (thread, faults):
        if int(faults) < 100:
            pytest.skip("files of this folder are in memory")
        assert any(looks(thread))


@pytest.mark.parametrize("does", ["__import__('time').sleep(60)", "while True: pass", "__import__('os').read(3, 1)"])
def test_who_sleeps_or_computes_or_reads_does_not(does: str) -> None:
    begin = "import os; os.dup2(os.pipe()[0], 3); print(flush=True)\n"
    with running(sys.executable, "-c", begin + does) as (thread, _):
        assert not any(looks(thread))


def test_who_waits_as_long_as_it_likes_without_waking_does_not(tmp_path: Path) -> None:
    """In the same state, as a parent is until its child has another program."""
    source = tmp_path / "waits.c"
    source.write_text(WAITS_FOR_A_CHILD)
    subprocess.run(["cc", "-o", tmp_path / "waits", source], check=True)
    with running(tmp_path / "waits") as (thread, _):
        assert wants(thread, b"D")
        assert not any(looks(thread))


def test_who_is_gone_does_not() -> None:
    assert not fetches(first_of(2**22 + 1))
