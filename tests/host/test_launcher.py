"""Guards and programs: what is reused, what is measured, what is refused."""

from __future__ import annotations

import contextlib
import os
import resource
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arbiter.host.guards import Guards
from arbiter.host.launch import LaunchError, Program, Protection
from arbiter.host.measure import glance, measure, others_cpu_s
from arbiter.host.view import View, view
from tests.play.court import HANG_S

pytestmark = pytest.mark.machine

ENVIRONMENT = {"PATH": os.environ["PATH"]}


@pytest.fixture(params=["namespaces", "no-namespaces", "no control groups"])
def guards(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Guards]:
    if request.param == "no control groups":
        monkeypatch.setattr("arbiter.host.guards._groups", lambda: None)
    guards = Guards(namespaces=request.param == "namespaces")
    yield guards
    guards.close()


def shell(guards: Guards, script: str) -> Program:
    """Start a script, whose output is not read."""
    return Program(guards.take(100.0), ["/bin/sh", "-c", script], ENVIRONMENT, core=-1)


def all_of(program: Program, until: bytes = b"nothing") -> bytes:
    """Give what a program writes until it ends, or ends a line so."""
    said = b""
    while select.select([program.stdout], [], [], HANG_S)[0] and (part := os.read(program.stdout, 4096)):
        said += part
        if said.endswith(until):
            break
    return said


def end(guards: Guards, program: Program) -> None:
    program.kill()
    program.close()
    guards.give_back(program.guard)


def wait_until(holds: Callable[[], object]) -> None:
    give_up = time.monotonic() + HANG_S
    while not holds():
        assert time.monotonic() < give_up
        time.sleep(0.01)


def how_it_ended(program: Program) -> str:
    """Wait for the end of a program, and say how it ended."""
    wait_until(program.ending)
    ending = program.ending()
    assert ending is not None
    return ending.how


def test_a_guard_starts_one_program_after_the_other(guards: Guards) -> None:
    pids = set()
    for _ in range(3):
        program = shell(guards, "exit 7")
        assert how_it_ended(program) == "ended by itself with exit status 7"
        pids.add(program.guard.pid)
        reusable = program.guard.is_spotless()
        end(guards, program)
    assert len(pids) == (1 if reusable else 3)


def test_a_guard_whose_program_has_left_a_file_is_not_used_again(guards: Guards) -> None:
    program = shell(guards, 'echo "I was here" > "${TMPDIR:-/tmp}/note"; read x')
    if not program.guard.scratch and Protection.OWN_FOLDERS not in program.guard.protections:
        end(guards, program)
        pytest.skip("this machine gives programs no folders of their own")
    program.dismiss(time.monotonic() + HANG_S)
    assert not program.guard.is_spotless()
    first = program.guard.pid
    scratch = program.guard.scratch
    end(guards, program)
    assert scratch is None or not scratch.exists()
    other = shell(guards, "read x")
    assert other.guard.pid != first
    end(guards, other)


def test_a_program_writes_in_the_folder_of_its_game(guards: Guards, tmp_path: Path) -> None:
    guard = guards.take(100.0, tmp_path)
    program = Program(guard, ["/bin/sh", "-c", "echo here > note; cat note"], ENVIRONMENT, core=-1)
    assert all_of(program) == b"here\n"
    assert (tmp_path / "note").read_text() == "here\n"
    end(guards, program)


def test_what_a_program_writes_where_it_works_is_seen_by_nobody_else(guards: Guards) -> None:
    program = shell(guards, "echo mine > written-by-a-test; cat written-by-a-test")
    if Protection.OWN_FOLDERS not in program.guard.protections or Protection.OWN_PIDS not in program.guard.protections:
        end(guards, program)
        pytest.skip("this machine gives programs no folders of their own")
    assert all_of(program) == b"mine\n"
    assert not Path("written-by-a-test").exists()
    end(guards, program)


def test_descendants_are_noticed_after_a_move(guards: Guards) -> None:
    if not Path("/proc/self/task").joinpath(str(os.getpid()), "children").exists():
        pytest.skip("this kernel has no lists of children")
    alone = shell(guards, "read x")
    assert not alone.has_descendants()
    assert glance(alone).processes == measure([alone], 100.0)[0].processes == 1
    end(guards, alone)
    parent = shell(guards, "sleep 60 & sleep 60 & (sleep 60 & exit 0); read x")
    # The third is an orphan, which falls to the guard.
    wait_until(lambda: glance(parent).processes == measure([parent], 100.0)[0].processes == 4)
    assert parent.has_descendants()
    assert 0 < glance(parent).memory_mib < 60
    end(guards, parent)


def test_costs_of_earlier_programs_of_a_guard_are_not_counted_again(guards: Guards) -> None:
    busy = shell(guards, "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done")
    wait_until(lambda: busy.ending() is not None)
    ending = busy.ending()
    assert ending is not None
    assert ending.cpu_s > 0.02
    end(guards, busy)
    idle = shell(guards, "read x")
    assert measure([idle], 100.0)[0].others_cpu_s < ending.cpu_s / 2
    assert idle.kill().cpu_s < ending.cpu_s / 2
    end(guards, idle)


def test_what_living_descendants_use_is_counted(guards: Guards) -> None:
    parent = shell(guards, "while :; do :; done & read x")
    wait_until(lambda: measure([parent], 100.0)[0].others_cpu_s > 0.05)
    end(guards, parent)
    idle = shell(guards, "sleep 60 & read x")
    wait_until(idle.has_descendants)
    assert measure([idle], 100.0)[0].others_cpu_s < 0.05
    end(guards, idle)


def test_what_an_orphan_used_that_is_gone_is_counted(guards: Guards) -> None:
    burns = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"
    program = shell(guards, f"(sh -c '{burns}; echo gone' &); read x")
    assert all_of(program, b"gone\n")
    wait_until(lambda: measure([program], 100.0)[0].processes == 1)
    wait_until(lambda: measure([program], 100.0)[0].others_cpu_s > 0.02)
    assert others_cpu_s(program) > 0.02
    end(guards, program)


def state(pid: int) -> str:
    """Give what a process does: R, S, T, ..."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_a_guard_that_freezes_its_program_again_and_again_keeps_nothing_open(guards: Guards) -> None:
    program = shell(guards, "read x")
    open_files = Path(f"/proc/{program.guard.pid}/fd")
    before = len(list(open_files.iterdir()))
    for _ in range(5):
        program.freeze()
        wait_until(lambda: state(program.pid) == "T")
        program.freeze(stop=False)
        wait_until(lambda: state(program.pid) != "T")
    wait_until(lambda: len(list(open_files.iterdir())) == before)
    end(guards, program)


def test_where_no_guard_can_be_started_that_is_said(guards: Guards) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (300, before[1]))
    try:
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(OSError):
                while True:  # until there is no room left
                    stack.enter_context(Path(os.devnull).open())
            with pytest.raises(LaunchError, match="Too many open files"):
                guards.take(100.0)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser reads what it may not")
def test_a_program_of_the_superuser_reads_what_he_may(guards: Guards, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("read")
    secret.chmod(0)
    os.chown(secret, 65534, 65534)
    program = shell(guards, f'[ "$(cat {secret})" = read ] && exit 7')
    assert how_it_ended(program) == "ended by itself with exit status 7"
    end(guards, program)


SEEN, IDS = [None, view("/bin/sh")], ["what the user sees", "what it needs"]


@pytest.mark.parametrize("seen", SEEN, ids=IDS)
def test_shared_memory_of_its_own_is_for_everybody_as_on_any_machine(guards: Guards, seen: View | None) -> None:
    guard = guards.take(100.0, view=seen)
    script = '[ "$(stat -c %a /dev/shm)" = 1777 ] && exit 7'
    program = Program(guard, ["/bin/sh", "-c", script], ENVIRONMENT, core=-1)
    if Protection.OWN_FOLDERS not in guard.protections:
        end(guards, program)
        pytest.skip("this machine gives programs no folders of their own")
    assert how_it_ended(program) == "ended by itself with exit status 7"
    end(guards, program)


def test_a_zero_byte_in_a_command_line_is_an_error_not_another_program(guards: Guards) -> None:
    guard = guards.take(100.0)
    with pytest.raises(OSError, match="zero byte"):
        Program(guard, ["/bin/echo", "a\0b"], ENVIRONMENT, core=-1)
    guards.give_back(guard)


def test_who_is_gone_has_no_descendants_and_uses_nothing(guards: Guards) -> None:
    program = shell(guards, "sleep 60 & read x")
    wait_until(program.has_descendants)
    program.kill()
    assert not program.has_descendants()
    assert (program.peak_mib(), program.cpu_s(), program.waited_s()) == (0.0, 0.0, 0.0)
    program.close()
    guards.give_back(program.guard)


def test_a_program_cannot_hide_its_peak_behind_its_name(guards: Guards) -> None:
    code = "import ctypes, time; ctypes.CDLL(None).prctl(15, b'VmHWM:1 kB'); b'x' * (40 << 20); print(); time.sleep(99)"
    program = Program(guards.take(100.0), [sys.executable, "-I", "-u", "-c", code], ENVIRONMENT, core=-1)
    assert select.select([program.stdout], [], [], HANG_S)[0]
    assert program.peak_mib() > 40
    end(guards, program)


UNSHARE = "unshare --mount --pid --net --ipc --fork --mount-proc true"


def test_whatever_namespaces_the_machine_grants_a_program_has_them(
    guards: Guards, request: pytest.FixtureRequest
) -> None:
    granted = subprocess.run(UNSHARE.split(), capture_output=True, check=False).returncode == 0
    if not granted or request.node.callspec.params["guards"] != "namespaces":
        pytest.skip("this machine grants the superuser no namespaces, or they are not asked for")
    guard = guards.take(100.0)
    wanted = Protection.OWN_PIDS | Protection.OWN_NETWORK | Protection.OWN_IPC | Protection.READ_ONLY_MOUNTS
    assert guard.protections & wanted == wanted
    guards.give_back(guard)


LOOKED_UP = """
grep -s Seccomp_filters /proc/self/status
for name in pid net ipc; do echo "$name $(readlink /proc/self/ns/$name)"; done
echo "groups $(grep -c arbiter- /proc/self/cgroup)"
"""


def test_what_is_said_to_be_in_force_is_what_a_program_finds_and_no_less(guards: Guards) -> None:
    def looked_up(output: str) -> dict[str, str]:
        return dict(line.replace(":", " ", 1).split(maxsplit=1) for line in output.splitlines())

    ours = looked_up(subprocess.run(["/bin/sh", "-c", LOOKED_UP], capture_output=True, text=True, check=False).stdout)
    program = shell(guards, LOOKED_UP)
    theirs = looked_up(all_of(program).decode())
    named = {
        "Seccomp_filters": Protection.FILTER,
        "pid": Protection.OWN_PIDS,
        "net": Protection.OWN_NETWORK,
        "ipc": Protection.OWN_IPC,
        "groups": Protection.OWN_GROUP,
    }
    assert theirs.keys() == ours.keys()
    for name, found in theirs.items():
        assert (found != ours[name]) == (named[name] in program.guard.protections), (name, found)
    end(guards, program)


def test_a_program_has_42_descriptors_where_no_group_counts_what_lies_in_sockets(guards: Guards) -> None:
    program = shell(guards, "cat /proc/self/limits")
    limits = {line[:25].strip(): line[25:].split()[:2] for line in all_of(program).decode().splitlines()}
    if Protection.NO_PRIVILEGES not in program.guard.protections:
        end(guards, program)
        pytest.skip("this machine lets programs keep their privileges")
    few = Protection.OWN_GROUP not in program.guard.protections
    assert (limits["Max open files"] == ["42", "42"]) == few
    assert limits["Max msgqueue size"] == ["0", "0"]
    end(guards, program)


@pytest.mark.parametrize("seen", SEEN, ids=IDS)
def test_nobody_writes_to_settings_of_the_kernel_not_even_for_the_superuser(guards: Guards, seen: View | None) -> None:
    guard = guards.take(100.0, view=seen)
    script = (
        "cd /proc/sys/kernel; read old < core_pattern; echo $old; echo $old > core_pattern && echo written;"
        " grep ' /proc proc ' /proc/mounts | tail -n 1 | cut -d , -f 1"
    )
    program = Program(guard, ["/bin/sh", "-c", script], ENVIRONMENT, core=-1)
    if not guard.protections & (Protection.READ_ONLY_MOUNTS | Protection.LANDLOCK_FILES):
        end(guards, program)
        pytest.skip("this machine does not keep programs from writing")
    first, *others = all_of(program).splitlines()
    assert first == Path("/proc/sys/kernel/core_pattern").read_bytes().strip()
    assert b"written" not in others
    if Protection.OWN_PIDS in guard.protections:  # then by mounts, wherever Landlock stands behind them
        assert others == [b"proc /proc proc ro"]
    end(guards, program)


TO_ITSELF = """
import socket
server = socket.create_server(("127.0.0.1", 0))
socket.create_connection(server.getsockname()).close()
print("reached", flush=True)
"""


def test_in_a_network_of_its_own_a_program_reaches_itself(guards: Guards) -> None:
    program = Program(guards.take(100.0), [sys.executable, "-I", "-c", TO_ITSELF], ENVIRONMENT, core=-1)
    if Protection.OWN_NETWORK not in program.guard.protections:
        end(guards, program)
        pytest.skip("this machine gives programs no network of their own")
    assert all_of(program) == b"reached\n"
    end(guards, program)


BUFFERS = """
import fcntl, socket
for name in "SO_SNDBUF", "SO_RCVBUF", "SO_SNDBUFFORCE", "SO_RCVBUFFORCE":
    end, _ = socket.socketpair()
    read = getattr(socket, name.removesuffix("FORCE"))
    before = end.getsockopt(socket.SOL_SOCKET, read)
    try:
        end.setsockopt(socket.SOL_SOCKET, {"SO_SNDBUFFORCE": 32, "SO_RCVBUFFORCE": 33}.get(name, read), 1 << 13)
    except OSError:
        pass
    print(name, end.getsockopt(socket.SOL_SOCKET, read) == before, flush=True)
"""


def test_where_no_group_counts_them_no_buffer_of_a_socket_grows(guards: Guards) -> None:
    program = Program(guards.take(100.0), [sys.executable, "-I", "-c", BUFFERS], ENVIRONMENT, core=-1)
    said = all_of(program)
    counted = Protection.OWN_GROUP in program.guard.protections
    if not counted and Protection.FILTER not in program.guard.protections:
        pytest.skip("this machine does not filter system calls")
    names = ("SO_SNDBUF", "SO_RCVBUF", "SO_SNDBUFFORCE", "SO_RCVBUFFORCE")
    unchanged = [name for name in names if f"{name} True" in said.decode()]
    assert unchanged == list(names[2:] if counted else names)  # to force it is for administrators of the network
    end(guards, program)
