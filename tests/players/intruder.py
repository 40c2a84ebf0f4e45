"""An honest player of orthogonal Othello that first tries, in many ways, to get at what is not its own. Each way that
succeeds is told on standard error as `reached: WAY`; then it plays. Imports nothing of ours.

    python intruder.py PORT SOCKET VICTIM_PID FILE [FILE...]

PORT is that of a listener on this machine, SOCKET the path of another one's, VICTIM_PID a process that must be let
alone (if it can be reached it gets signal 0 only), each FILE is to be overwritten.
"""

import contextlib
import ctypes
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import plain

ABSTRACT = "\0arbiter-test-"
PTRACE_ATTACH, PTRACE_DETACH = 16, 17


def network(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), 5) as link:
        link.sendall(b"here I am")


def datagram(port: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.sendto(b"here I am", ("127.0.0.1", port))
        raise PermissionError("nobody answers a datagram: the listener knows")


def name(address: str) -> None:
    with socket.socket(socket.AF_UNIX) as link:
        link.connect(address)


def write(path: Path) -> None:
    path.write_text("mine now")
    if path.read_text() == "mine now":
        print("written:", path, file=sys.stderr)


def make(path: Path) -> None:
    path.mkdir()


def kill(pid: int) -> None:
    os.kill(pid, 0)


def everybody(victim: int) -> None:
    """Kill all that can be reached, once it is certain that this is nobody of the machine that runs the test."""
    for pid in {victim, os.getppid()} - {1}:
        with contextlib.suppress(OSError):
            os.kill(pid, 0)
            return
    os.kill(-1, signal.SIGKILL)
    raise PermissionError("and we live")


def trace(pid: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(PTRACE_ATTACH, pid, None, None) < 0:
        raise OSError(ctypes.get_errno(), "ptrace")
    os.waitpid(pid, 0)
    libc.ptrace(PTRACE_DETACH, pid, None, None)


def memory_of(pid: int) -> None:
    with Path(f"/proc/{pid}/mem").open("r+b"):
        pass


def players() -> list[int]:
    """Find the other programs of the match, as far as they can be seen."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (folder / "cmdline").read_bytes()
            if b"intruder.py" in words and b"arbiter\0" not in words and int(folder.name) != os.getpid():
                found.append(int(folder.name))
    return found


def shared_segment() -> None:
    """Find or make a System V segment that both players know; reached only if the other one has made it."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.shmget(0x41524254, 4096, 0o666) < 0:
        error = ctypes.get_errno()
        libc.shmget(0x41524254, 4096, 0o1666)
        raise OSError(error, "shmget")


def attempt(way: str, action: Callable[..., None], *arguments: Any) -> None:
    try:
        action(*arguments)
    except OSError:
        return
    print("reached:", way, file=sys.stderr)


def main() -> None:
    """Try everything, then play."""
    port, victim = int(sys.argv[1]), int(sys.argv[3])
    with contextlib.suppress(OSError):
        own = socket.socket(socket.AF_UNIX)
        own.bind(f"{ABSTRACT}{port}-{os.environ['ARBITER_SEED']}")
        own.listen()
    attempt("network", network, port)
    attempt("network", datagram, port)
    for seed in {"1", "2"} - {os.environ["ARBITER_SEED"]}:
        attempt("abstract socket", name, f"{ABSTRACT}{port}-{seed}")
    attempt("abstract socket", name, f"{ABSTRACT}{port}")
    attempt("socket", name, sys.argv[2])
    attempt("segment", shared_segment)
    for file in map(Path, sys.argv[4:]):
        attempt("file", write, file)
        attempt("folder", make, file.with_suffix(".made"))
    for pid in {victim, os.getppid(), *players()}:
        if pid > 1:
            attempt("signal", kill, pid)
            attempt("trace", trace, pid)
            attempt("memory", memory_of, pid)
    attempt("everybody", everybody, victim)
    time.sleep(0.2)  # so that both try while both live
    sys.argv[1:] = []
    plain.main()


if __name__ == "__main__":
    main()
