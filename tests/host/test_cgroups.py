"""Where control groups are found, what is written there and what is read: in trees of files, which count nothing.

Of real groups see `test_memory.py`; of version 2 in a machine of its own, `make evidence`.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from arbiter.host import cgroups
from arbiter.host.cgroups import ABOVE, SLACK_MIB, Group, find

MIB = 1 << 20
FILES = {
    "memory.stat": "cache 5\nrss 1\ntotal_rss 20971520\ntotal_shmem 10485760\nanon 31457280\nfile 7\n"
    "kernel 9\nshmem 1048576\nsock 2097152\nkernel_stack 0\npagetables 1048576\n"
    "slab_reclaimable 5242880\nslab_unreclaimable 1048576\n",
    "memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n",
    "memory.events": "low 0\nhigh 0\nmax 9\noom 2\noom_kill 3\noom_group_kill 0\n",
    "memory.kmem.usage_in_bytes": str(2 * MIB),
    "memory.kmem.tcp.usage_in_bytes": "0",
    **dict.fromkeys(("memory.usage_in_bytes", "memory.current"), f"{60 * MIB}\n"),
    "cpuacct.usage": "1500000000\n",
    "cpu.stat": "usage_usec 1500000\nuser_usec 1\n",
    "cgroup.procs": "",
    **dict.fromkeys(("memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.kmem.tcp.limit_in_bytes"), ""),
    **dict.fromkeys(("memory.max", "memory.swap.max", "memory.oom.group", "pids.max"), ""),
}
"""What stands in each new group, of either version: a kernel makes them, here it is the test."""


class Tree:
    """A tree of files that looks like the kernel's."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.proc, self.mounted = folder / "proc", folder / "sys/fs/cg roup"
        (self.proc / "self").mkdir(parents=True)
        make, remove = Path.mkdir, Path.rmdir

        def mkdir(path: Path, *words: Any, **more: Any) -> None:
            make(path, *words, **more)
            if path.name.startswith("arbiter"):
                for name, text in FILES.items():
                    (path / name).write_text(text)

        def rmdir(path: Path) -> None:
            for file in path.iterdir() if path.is_dir() else ():
                file.unlink()
            remove(path)

        monkeypatch.setattr(Path, "mkdir", mkdir)
        monkeypatch.setattr(Path, "rmdir", rmdir)

    def mount(self, kind: str, options: str, groups: str, *, root: str = "/") -> None:
        where = self.mounted / (options or "unified")
        where.mkdir(parents=True)
        escaped = str(where).replace(" ", "\\040")
        for file, line in (
            ("mountinfo", f"30 23 0:26 {root} {escaped} rw,relatime shared:9 - {kind} {kind} rw,{options}"),
            ("cgroup", groups),
        ):
            with (self.proc / "self" / file).open("a", encoding="utf-8", errors="surrogateescape") as text:
                text.write(f"{line}\n")

    def mount_first(self, line: bytes) -> None:
        """Let something else be mounted, before all that is there."""
        file = self.proc / "self/mountinfo"
        file.write_bytes(line + b"\n" + file.read_bytes())

    def group(self, *parts: str, **files: str) -> Path:
        path = self.mounted.joinpath(*parts)
        path.mkdir(parents=True, exist_ok=True)
        for name, text in {"cgroup_procs": "", **files}.items():
            (path / name.replace("_", ".", 1)).write_text(text)
        return path


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tree:
    return Tree(tmp_path, monkeypatch)


def made(tree: Tree, *, scope: bool = False) -> Group:
    groups = find(tree.proc, scope=scope)
    assert groups is not None
    group = groups.make(100.0)
    assert group is not None
    return group


def first_version(tree: Tree) -> dict[str, Path]:
    tree.mount("cgroup", "memory", "4:memory:/box/own", root="/box")
    tree.mount("cgroup", "cpu,cpuacct", "3:cpu,cpuacct:/own")
    tree.mount("cgroup", "pids", "2:pids:/own")
    return {name: tree.group(name, "own") for name in ("memory", "cpu,cpuacct", "pids")}


def test_version_1_limits_and_counts_below_our_own_groups(tree: Tree) -> None:
    folders = first_version(tree)
    group = made(tree)
    paths = {name: folder / group.name for name, folder in folders.items()}
    limit = str(int((100 + SLACK_MIB) * MIB))
    for name in ("limit_in_bytes", "memsw.limit_in_bytes", "kmem.tcp.limit_in_bytes"):
        assert (paths["memory"] / f"memory.{name}").read_text() == limit
    assert (paths["pids"] / "pids.max").read_text() == "2048"
    assert group.memory_mib() == 30.0  # the kernel's own share was there before
    (paths["memory"] / "memory.kmem.usage_in_bytes").write_text(str(5 * MIB))
    (paths["cpu,cpuacct"] / "cpuacct.usage").write_text("1750000000\n")
    (paths["memory"] / "cgroup.procs").write_text("7\n8\n")
    assert (group.memory_mib(), group.cpu_s(), group.processes()) == (33.0, 0.25, 2)
    assert [group.may_hold(mib) for mib in (33, 64, 65)] == [True, True, False]  # with the kernel's own
    judge_the_end_of_memory(group, paths["memory"] / "memory.oom_control", 0)
    assert not any(path.exists() for path in paths.values())


@pytest.mark.parametrize(
    "line",
    [
        b"29 23 0:25 / /mnt rw,relatime shared:8 - tmpfs  rw",
        b"29 23 0:25 / /mnt/caf\xe9 rw,relatime - ext4 /dev/sda1 rw",
        b"29 23 0:25 /caf\xc3\xa9\\040noir /mnt/a\x0cb\xc2\x85c\rd rw - ext4 /dev/sda1 rw,errors=remount-ro",
        b"29 23 0:25 / /mnt rw - - - -",
    ],
    ids=["a source without a name", "not UTF-8", "ends of lines that are none", "odd names"],
)
def test_whatever_else_is_mounted_groups_are_found(tree: Tree, line: bytes) -> None:
    folders = first_version(tree)
    tree.mount_first(line)
    group = made(tree)
    assert all((folder / group.name).is_dir() for folder in folders.values())
    group.close()


def test_a_group_below_a_folder_whose_name_is_not_ascii_is_found(tree: Tree) -> None:
    tree.mounted = tree.mounted.with_name("ca\udce9fé")
    tree.mount("cgroup", "memory", "4:memory:/öwn")
    own = tree.group("memory", "öwn")
    group = made(tree)
    assert (own / group.name).is_dir()
    group.close()


def test_a_group_whose_files_cannot_be_read_is_none(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    first_version(tree)
    groups = find(tree.proc)
    assert groups is not None
    assert groups.make(100.0) is not None
    monkeypatch.delitem(FILES, "memory.oom_control")
    assert groups.make(100.0) is None


def test_a_setting_that_a_kernel_lacks_is_done_without_unless_it_is_the_limit(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_version(tree)
    groups = find(tree.proc)
    assert groups is not None
    monkeypatch.delitem(FILES, "memory.memsw.limit_in_bytes")
    assert groups.make(100.0) is not None
    monkeypatch.delitem(FILES, "memory.limit_in_bytes")
    assert groups.make(100.0) is None


def judge_the_end_of_memory(group: Group, file: Path, ended_at_once: int) -> None:
    assert not group.was_full()
    file.write_text(FILES[file.name].replace("oom_kill 3", "oom_kill 304"))
    assert group.was_full()
    assert group.memory_mib() == 100 + SLACK_MIB
    assert group.may_hold(100)
    assert group.ended_at_once() == ended_at_once
    group.begin()  # of another program
    assert not group.was_full()
    group.close()


def test_version_2_hands_memory_out_of_a_delegated_group(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    tree.mount("cgroup2", "", "0::/user/scope")
    own = tree.group("unified/user/scope", cgroup_controllers="cpu memory pids", cgroup_type="domain")
    control = own / "cgroup.subtree_control"
    control.write_text("")
    (own / "cgroup.procs").write_text(f"{os.getpid()}\n12\n")
    assert find(tree.proc, scope=False) is None  # nobody says that it is ours
    monkeypatch.setattr(cgroups, "_is_delegation", lambda folder: folder == own)
    written: list[tuple[Path, str]] = []
    write = cgroups._write

    def note(path: Path, text: str, *, needed: bool = True) -> None:
        written.append((path, text))
        write(path, text, needed=needed)

    monkeypatch.setattr(cgroups, "_write", note)
    group = made(tree)
    procs = own / ABOVE / "cgroup.procs"
    assert written[:4] == [(procs, str(os.getpid())), (procs, "12"), (control, "+memory"), (control, "+pids")]
    path = own / group.name
    read = {
        name: (path / name).read_text() for name in ("memory.max", "memory.swap.max", "memory.oom.group", "pids.max")
    }
    assert read == {"memory.max": str(108 * MIB), "memory.swap.max": "0", "memory.oom.group": "1", "pids.max": "2048"}
    assert group.memory_mib() == 35.0  # not what could be given back
    (path / "cpu.stat").write_text("usage_usec 1750000\nuser_usec 1\n")
    assert group.cpu_s() == 0.25
    judge_the_end_of_memory(group, path / "memory.events", 300)


def test_who_has_left_the_group_for_one_below_finds_it_again(tree: Tree) -> None:
    tree.mount("cgroup2", "", f"0::/scope/{ABOVE}")
    tree.group(f"unified/scope/{ABOVE}", cgroup_controllers="memory")
    own = tree.group("unified/scope", cgroup_subtree_control="memory pids")
    group = made(tree)
    assert (own / group.name).is_dir()
    group.close()


def command(folder: Path, name: str, does: str) -> Path:
    """Make a command that notes its arguments."""
    file = folder / name
    file.write_text(f'#!/bin/sh\necho "$@" > "{folder}/{name} asked"\n{does}\n')
    file.chmod(0o755)
    return file


def test_where_groups_are_not_marked_systemd_is_asked_whether_ours_was_delegated(
    tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree.mount("cgroup2", "", "0::/user@7.service/app.slice/some.scope")
    where = "unified/user@7.service/app.slice/some.scope"
    tree.group(where, cgroup_controllers="memory", cgroup_type="domain", cgroup_subtree_control="")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    command(tmp_path, "systemctl", "echo no")
    assert find(tree.proc, scope=False) is None
    command(tmp_path, "systemctl", "echo yes")
    made(tree).close()
    assert (tmp_path / "systemctl asked").read_text() == "--user show --property=Delegate --value -- some.scope\n"


def test_who_comes_into_a_group_while_we_leave_it_is_moved_too(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    tree.mount("cgroup2", "", "0::/scope")
    own = tree.group("unified/scope", cgroup_controllers="memory", cgroup_type="domain", cgroup_subtree_control="")
    monkeypatch.setattr(cgroups, "_is_delegation", lambda folder: folder == own)
    procs, moved, write = own / "cgroup.procs", [], cgroups._write
    procs.write_text("12\n")

    def busy_once(path: Path, text: str, *, needed: bool = True) -> None:
        if path.parent.name == ABOVE:
            moved.append(text)
        elif text == "+memory" and len(moved) == 1:
            procs.write_text("13\n")  # the child of another worker
            raise OSError(errno.EBUSY, "busy")
        write(path, text, needed=needed)

    monkeypatch.setattr(cgroups, "_write", busy_once)
    made(tree).close()
    assert moved == ["12", "13"]


def test_systemd_is_asked_for_a_scope(tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree.mount("cgroup2", "", "0::/session")
    tree.group("unified/session", cgroup_controllers="memory", cgroup_type="domain", cgroup_subtree_control="")
    scope = tree.group("unified/scope", cgroup_type="domain", cgroup_subtree_control="")  # which nobody marks as ours
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    busctl = command(tmp_path, "busctl", f"echo 0::/scope > {tree.proc}/self/cgroup")
    group = made(tree, scope=True)
    assert (scope / group.name).is_dir()
    asked = (tmp_path / "busctl asked").read_text()
    pid = os.getpid()
    assert f"arbiter-{pid}.scope fail 3 PIDs au 1 {pid} Delegate b true CollectMode s" in asked
    busctl.write_text("#!/bin/sh\nexit 1\n")
    (tree.proc / "self/cgroup").write_text("0::/session\n")
    assert find(tree.proc) is None
    group.close()


def test_what_a_killed_arbiter_left_is_removed_but_not_of_one_that_counts_processes_otherwise(tree: Tree) -> None:
    folders, namespace, nobody = first_version(tree), Path("/proc/self/ns/pid").stat().st_ino, 2**22 + 1
    names = (f"{namespace}-{nobody}", f"{namespace}-{os.getpid()}", f"{namespace + 1}-{nobody}")
    places = [folders["memory"] / f"arbiter-{name}-1" for name in names]
    for place in places:
        place.mkdir()
    assert find(tree.proc) is not None
    assert [place.exists() for place in places] == [False, True, True]


def test_no_groups_are_found_where_there_are_none(tree: Tree) -> None:
    assert find(tree.proc) is None
    tree.mount("cgroup", "pids", "2:pids:/own")
    tree.mount("cgroup2", "", "0::/")
    tree.group("pids/own")
    tree.group("unified", cgroup_controllers="hugetlb")
    assert find(tree.proc) is None
